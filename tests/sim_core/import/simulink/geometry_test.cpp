// Places of blocks, corners of lines and names of models that others made, against what their files say:
// FLUXION_IMPORT_CORPUS names a folder of models. Ports are no part of a file: of a line all corners must be
// those of the file, moved by one point, and that point must be on the edge of the block that the line comes
// from.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/name_place.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/import/import_model.h"
#include "sim_core/import/simulink/encoding.h"
#include "sim_core/import/simulink/mdl_parser.h"
#include "sim_core/import/simulink/package.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

namespace {

struct Found {
  int blocks = 0, lines = 0, corners = 0, names = 0;
  double place = 0, corner = 0, start = 0;  // the largest differences
  std::vector<std::string> wrong;
};

Record top_of(const std::string& path) {
  const std::string bytes = *read_text_file(path, std::size_t{1} << 28, "", "");
  if (!is_slx(bytes) && !is_text_package(bytes)) return *parse_mdl(path, to_utf8(bytes, {}));
  const auto package = is_slx(bytes) ? open_zip_package(path, bytes) : open_text_package(path, bytes);
  return *read_part(*package, path, "simulink/blockdiagram.xml");
}

const Record* system_of(const Record& top) {
  for (const char* word : {"Model", "Library", "Subsystem"})
    if (const Record* model = top.child(word)) return model->child("System");
  return nullptr;
}

// Points of a line as the file says them, from the first on: steps of the line, then of each of its branches.
using Steps = std::vector<Point>;
void follow(const Record& record, Steps steps, std::vector<std::pair<std::string, Steps>>& all) {
  const auto numbers = numbers_of(record.value("Points"));
  for (std::size_t n = 0; n + 1 < numbers.size(); n += 2) {
    const Point from = steps.empty() ? Point{} : steps.back();
    steps.push_back({from.x + numbers[n], from.y + numbers[n + 1]});
  }
  bool branches = false;
  for (const Record& child : record.children)
    if (child.word == "Branch") branches = true, follow(child, steps, all);
  std::string target = record.value("Dst");
  if (target.empty() && record.find("DstBlock"))
    target = record.value("DstBlock") + "#in:" + record.value("DstPort", "1");
  if (!branches) all.emplace_back(target, steps);
}

// 2 of "12#in:2", and of the block "12" of old files; 0: of another kind.
int port_in(const std::string& end, const std::string& kind) {
  const std::size_t hash = end.rfind('#' + kind + ':');
  if (hash == end.npos) return 0;
  const auto number = numbers_of(std::string_view(end).substr(hash + kind.size() + 2));
  return number.size() == 1 ? static_cast<int>(number[0]) : 0;
}

double away_from_edge(Point p, const Box& box) {
  const double out = std::max({box.left - p.x, p.x - box.right, box.top - p.y, p.y - box.bottom});
  const double in = std::min({p.x - box.left, box.right - p.x, p.y - box.top, box.bottom - p.y});
  return out > 0 ? out : in;
}

class Comparison {
 public:
  explicit Comparison(const Diagram& diagram) : diagram_(diagram) {}

  void compare(const Record& system, Id parent) {
    std::map<std::string, std::pair<Id, const Record*>> here;  // by SID and by name
    std::map<std::string, int> names;
    for (const Record& record : system.children)
      if (record.word == "Block" || record.word == "Reference") ++names[collapsed(record.value("Name"))];
    for (const Record& record : system.children) {
      if (record.word != "Block" && record.word != "Reference") continue;
      const Id id =
          names[collapsed(record.value("Name"))] == 1 ? block_named(record.value("Name"), parent) : no_id;
      if (id == no_id) continue;
      here[record.value("SID")] = here[record.value("Name")] = {id, &record};
      compare_block(record, diagram_.blocks.at(id));
      const Record* inside = record.child("System");
      if (inside && !record.find("SFBlockType")) compare(*inside, id);
    }
    for (const Record& record : system.children)
      if (record.word == "Line") compare_line(record, here);
  }
  Found found;

 private:
  Id block_named(const std::string& name, Id parent) const {
    for (const auto& [id, block] : diagram_.blocks)
      if (block.parent == parent && block.name == collapsed(name)) return id;
    return no_id;
  }

  static Box box_of(const Block& block) {
    const bool turned = block.rotation % 2 != 0;
    const double width = turned ? block.size.height : block.size.width;
    const double height = turned ? block.size.width : block.size.height;
    return {block.position.x, block.position.y, block.position.x + width, block.position.y + height};
  }

  void compare_block(const Record& record, const Block& block) {
    ++found.blocks;
    const auto at = numbers_of(record.value("Position"));
    if (at.size() >= 4) {
      const Box box = box_of(block);
      // What is smaller than a block may be is 4 pixels wide here.
      const double right = std::max(at[2], at[0] + 4), bottom = std::max(at[3], at[1] + 4);
      const double most = std::max({std::abs(box.left - at[0]), std::abs(box.top - at[1]),
                                    std::abs(box.right - right), std::abs(box.bottom - bottom)});
      if (most > 0.5) found.wrong.push_back(block.name + ": is elsewhere");
      found.place = std::max(found.place, most);
    }
    static const std::map<std::string, NamePlace> places{{"top", NamePlace::Above},
                                                         {"bottom", NamePlace::Below},
                                                         {"left", NamePlace::Left},
                                                         {"right", NamePlace::Right}};
    ++found.names;
    const auto wanted = places.find(record.value("NameLocation"));
    const NamePlace place = name_place(block);
    const bool hidden = record.value("ShowName") == "off";
    if (hidden && place != NamePlace::Hidden)
      found.wrong.push_back(block.name + ": its name is hidden in the file");
    if (!hidden && place != NamePlace::Hidden && wanted != places.end() && wanted->second != place)
      found.wrong.push_back(block.name + ": its name is elsewhere");
  }

  void compare_line(const Record& record, const std::map<std::string, std::pair<Id, const Record*>>& here) {
    std::string source = record.value("Src");
    if (source.empty() && record.find("SrcBlock"))
      source = record.value("SrcBlock") + "#out:" + record.value("SrcPort", "1");
    const int output = port_in(source, "out");
    source = source.substr(0, source.find('#'));
    const auto from = here.find(source);
    if (source.empty() || from == here.end()) return;
    std::vector<std::pair<std::string, Steps>> all;
    follow(record, {}, all);
    for (const auto& [target, steps] : all) {
      const std::size_t hash = target.find('#');
      const auto to = here.find(target.substr(0, hash));
      if (target.empty() || to == here.end() || steps.empty()) continue;
      ++found.lines;
      std::vector<Point> best;
      double least = INFINITY, start = 0;
      for (const auto& [id, line] : diagram_.lines) {
        if (!line.source || !line.target || line.source->block != from->second.first ||
            line.target->block != to->second.first || line.waypoints.empty() ||
            line.source->port + 1 != output || line.target->port + 1 != port_in(target, "in"))
          continue;
        if (const auto [d, s] =
                distance(line.waypoints, steps, box_of(diagram_.blocks.at(line.source->block)));
            d + s < least + start || least == INFINITY)
          least = d, start = s, best = line.waypoints;
      }
      if (least == INFINITY) continue;
      found.corners += static_cast<int>(best.size());
      found.corner = std::max(found.corner, least), found.start = std::max(found.start, start);
      if (least > 0.5 || start > 3)
        found.wrong.push_back("a line from " + diagram_.blocks.at(from->second.first).name + " to " +
                              diagram_.blocks.at(to->second.first).name + " runs elsewhere");
    }
  }

  // How far corners are from those of the file, moved by one point, and that point from the edge of the
  // source.
  static std::pair<double, double> distance(const std::vector<Point>& corners, const Steps& steps,
                                            const Box& source) {
    std::pair best(1e9, 1e9);
    for (const Point& step : steps) {
      const Point start{corners[0].x - step.x, corners[0].y - step.y};
      double most = 0;
      for (const Point& corner : corners) {
        double least = 1e9;
        for (const Point& s : steps)
          least = std::min(least, std::hypot(corner.x - start.x - s.x, corner.y - start.y - s.y));
        most = std::max(most, least);
      }
      const std::pair now(most, away_from_edge(start, source));
      if (now.first + now.second < best.first + best.second) best = now;
    }
    return best;
  }

  const Diagram& diagram_;
};

}  // namespace

TEST(Corpus, PlacesCornersAndNamesAreThoseOfTheFiles) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder) GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder";
  const BlockLibrary library = standard_library();
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = file.path().string(), ending = file.path().extension().string();
    if ((ending != ".slx" && ending != ".mdl") || !is_importable(path)) continue;
    const auto imported = import_model(path, library);
    ASSERT_TRUE(imported) << path;
    const Record top = top_of(path);
    ASSERT_TRUE(system_of(top)) << path;
    Comparison comparison(imported->diagram);
    comparison.compare(*system_of(top), no_id);
    const Found& found = comparison.found;
    std::cout << file.path().filename().string() << ": " << found.blocks << " blocks within " << found.place
              << " pixels, " << found.corners << " corners of " << found.lines << " lines within "
              << found.corner << ", their ports within " << found.start << "\n";
    for (const std::string& wrong : found.wrong) ADD_FAILURE() << file.path().filename() << ": " << wrong;
  }
}

}  // namespace sim::importing::simulink
