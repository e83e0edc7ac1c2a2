#include <algorithm>
#include <cmath>
#include <set>

#include "sim_core/diagram/file.h"
#include "sim_core/import/builder/library_diagrams.h"
#include "sim_core/import/builder/masked_block.h"
#include "sim_core/import/builder/system_builder.h"
#include "sim_core/import/limits.h"

namespace sim::importing {

static std::string given_name(const SourceBlock& source) {
  return allowed_name(source.name, source.type.empty() ? "Block" : allowed_name(source.type, "Block"));
}

namespace {

struct Made {
  Id id = no_id;  // no_id: left out
  TranslatedBlock translated;
  Box box;
};

class SystemBuilder {
 public:
  SystemBuilder(Building& all, const SourceModel& model, const SourceSystem& system, Id parent,
                const std::string& path, int depth)
      : all_(all), model_(model), system_(system), parent_(parent), path_(path), depth_(depth) {}

  void run() {
    for (const SourceBlock& block : system_.blocks) given_.insert(given_name(block));
    for (const SourceBlock& block : system_.blocks) make(block);
    for (const SourceLine& line : system_.lines) connect(line);
    for (const SourceAnnotation& note : system_.annotations) annotate(note.box, note.text);
  }

 private:
  void make(const SourceBlock& source);
  void fill(Block& block, const SourceBlock& source, TranslatedBlock& translated);
  void build_inside(const SourceBlock& source, const Made& made, const std::string& path);
  std::string unique(const std::string& name);
  std::optional<PortRef> end_of(const std::optional<SourceEnd>& end, bool input) const;
  Point near(const std::optional<SourceEnd>& end, Point otherwise, bool input) const;
  void connect(const SourceLine& line);
  void annotate(const Box& box, const std::string& text);

  // The file that a block is from.
  const SourceModel& model_of(const SourceBlock& source) const {
    return source.origin ? *source.origin : model_;
  }

  Building& all_;
  const SourceModel& model_;
  const SourceSystem& system_;
  const SystemIndex index_{system_};
  const Id parent_;
  const std::string& path_;
  const int depth_;
  std::map<std::string, Made> made_;
  std::set<std::string> given_, names_;  // in the file, and so far in the diagram
  std::map<std::string, int> numbers_;   // behind names that several have: the last
  std::set<PortRef> driven_;
};

}  // namespace

// The first of a name keeps it; those behind get numbers, but no name that another block has in the file.
std::string SystemBuilder::unique(const std::string& name) {
  if (names_.insert(name).second) return name;
  std::string out;
  int& n = numbers_[name];
  do out = name + std::to_string(++n);
  while (given_.contains(out) || !names_.insert(out).second);
  return out;
}

void SystemBuilder::fill(Block& block, const SourceBlock& source, TranslatedBlock& translated) {
  block.parent = parent_;
  block.type = translated.composite.empty() ? translated.type : "ports/subsystem";
  block.parameters = translated.parameters;
  place_block(block, source);
  if (source.shows && all_.libraries && translated.keeps_contents)
    block.link = all_.libraries->link_to(*source.shows, model_);
  if (!source.mask || (!translated.keeps_contents && translated.composite.empty())) return;
  std::vector<std::string> remarks;
  block.mask = mask_of(*source.mask, all_.table, remarks);
  for (std::string& remark : remarks) translated.remarks.push_back(std::move(remark));
  if (!remarks.empty() && translated.outcome == Outcome::Exact) translated.outcome = Outcome::Approximated;
}

void SystemBuilder::make(const SourceBlock& source) {
  Made made;
  made.translated = translate(model_of(source), index_, source, all_.table, &all_.library);
  made.box = source.box;
  TranslatedBlock& translated = made.translated;
  translated.remarks.insert(translated.remarks.end(), source.remarks.begin(), source.remarks.end());
  if (!source.remarks.empty() && translated.outcome == Outcome::Exact)
    translated.outcome = Outcome::Approximated;
  if (translated.keeps_contents && depth_ + 1 >= max_subsystem_depth) translated.keeps_contents = false;
  const bool computes = translated.outcome == Outcome::Exact || translated.outcome == Outcome::Approximated;
  if (source.mask && says_something(*source.mask) && computes && !source.inside() &&
      translated.composite.empty() && depth_ + 1 < max_subsystem_depth)
    put_into_masked_subsystem(translated, source, all_.library);
  Block block;
  block.name = unique(given_name(source));
  const std::string path = path_ + block.name;
  const bool seen = !source.name.empty() && source.name_place != NamePlace::Hidden;
  if (seen && block.name != given_name(source))
    all_.report.model.push_back(warning(
        path, "another block here is called \"" + given_name(source) + "\" too: this one has a new name",
        "look at its lines"));
  if (translated.outcome != Outcome::LeftOut) {
    fill(block, source, translated);
    made.id = all_.diagram.new_id();
    all_.diagram.blocks.emplace(made.id, block);
  } else if (!translated.annotation.empty()) {
    annotate(source.box, translated.annotation);
  }
  const bool linked = !source.link.empty();
  all_.report.blocks.push_back({path, made.id, linked ? source.link : source.type,
                                made.id == no_id ? std::string() : block.type, translated.outcome,
                                translated.remarks, translated.instead});
  build_inside(source, made, path);
  made_.emplace(source.key, std::move(made));
}

void SystemBuilder::build_inside(const SourceBlock& source, const Made& made, const std::string& path) {
  if (!made.translated.composite.empty())
    build_composite(all_.diagram, all_.library, made.translated.composite, made.id);
  else if (const SourceSystem* inside = source.inside(); inside && made.translated.keeps_contents)
    build_system(all_, model_of(source), *inside, made.id, path + '/', depth_ + 1);
}

std::optional<PortRef> SystemBuilder::end_of(const std::optional<SourceEnd>& end, bool input) const {
  if (!end) return std::nullopt;
  const auto it = made_.find(end->block);
  if (it == made_.end() || it->second.id == no_id) return std::nullopt;
  const TranslatedBlock& translated = it->second.translated;
  const auto& places = input ? translated.inputs : translated.outputs;
  int port = end->port == SourcePort::Signal ? end->number - 1 : -1;
  if (const auto place = places.find({end->port, end->number}); place != places.end()) port = place->second;
  if (port < 0 || port >= max_port_number) return std::nullopt;
  return PortRef{it->second.id, port};
}

// Where the end of a line hangs whose block is not there.
Point SystemBuilder::near(const std::optional<SourceEnd>& end, Point otherwise, bool input) const {
  if (!end) return otherwise;
  const auto it = made_.find(end->block);
  if (it == made_.end()) return otherwise;
  const Box& box = it->second.box;
  return {input ? box.left : box.right, box.center().y};
}

static Point on_page(Point p) {
  const auto within = [](double v) {
    return std::isfinite(v) ? std::clamp(v, -max_coordinate, max_coordinate) : 0.0;
  };
  return {within(p.x), within(p.y)};
}

void SystemBuilder::connect(const SourceLine& source) {
  Line line;
  line.parent = parent_;
  line.source = end_of(source.source, false);
  line.target = end_of(source.target, true);
  if (line.target && !driven_.insert(*line.target).second) {
    all_.report.model.push_back(warning(block_path(all_.diagram, line.target->block),
                                        "two lines drive one input; the second is left out"));
    return;
  }
  if (!line.source) line.loose_source = on_page(near(source.source, source.loose_source, false));
  if (!line.target) line.loose_target = on_page(near(source.target, source.loose_target, true));
  line.waypoints = waypoints_of(source.shape);
  for (Point& corner : line.waypoints) corner = on_page(corner);
  if (line.source && !source.name.empty())
    all_.diagram.blocks.at(line.source->block).signal_names[line.source->port] = source.name;
  all_.diagram.lines.emplace(all_.diagram.new_id(), std::move(line));
}

void SystemBuilder::annotate(const Box& box, const std::string& text) {
  Annotation note;
  note.parent = parent_;
  note.position = on_page({box.left, box.top});
  note.size = {std::clamp(box.width(), 16.0, max_element_size),
               std::clamp(box.height(), 16.0, max_element_size)};
  note.text = text;
  all_.diagram.annotations.emplace(all_.diagram.new_id(), std::move(note));
}

void build_system(Building& all, const SourceModel& model, const SourceSystem& system, Id parent,
                  const std::string& path, int depth) {
  SystemBuilder(all, model, system, parent, path, depth).run();
}

}  // namespace sim::importing
