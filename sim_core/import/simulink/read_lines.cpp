#include "sim_core/import/simulink/read_lines.h"

#include <charconv>
#include <cmath>

#include "sim_core/import/limits.h"
#include "sim_core/import/simulink/port_positions.h"

namespace sim::importing::simulink {

namespace {

// "out", "In", "ifaction", "LConn2" and so on; a number behind the word is the port's.
SourceEnd end_of(std::string block, std::string word) {
  SourceEnd end{std::move(block)};
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  std::size_t digits = word.size();
  while (digits > 0 && word[digits - 1] >= '0' && word[digits - 1] <= '9') --digits;
  std::from_chars(word.data() + digits, word.data() + word.size(), end.number);
  std::string kind = word.substr(0, digits);
  while (!kind.empty() && (kind.back() == ':' || kind.back() == ' ')) kind.pop_back();
  end.port = kind == "enable"     ? SourcePort::Enable
             : kind == "trigger"  ? SourcePort::Trigger
             : kind == "ifaction" ? SourcePort::Action
             : kind == "reset"    ? SourcePort::Reset
             : kind == "state"    ? SourcePort::State
             : kind == "lconn"    ? SourcePort::LeftSide
             : kind == "rconn"    ? SourcePort::RightSide
                                  : SourcePort::Signal;
  return end;
}

// "12#out:1" of .slx, SrcBlock and SrcPort of .mdl.
std::optional<SourceEnd> end_in(const Record& record, const std::string& prefix) {
  if (const std::string* text = record.find(prefix)) {
    const std::size_t hash = text->find('#');
    if (hash == text->npos) return std::nullopt;
    return end_of(text->substr(0, hash), text->substr(hash + 1));
  }
  if (const std::string* block = record.find(prefix + "Block"))
    return end_of(*block, record.value(prefix + "Port", "1"));
  return std::nullopt;
}

struct Path {
  std::vector<Point> points;  // from the source on
  std::size_t trunk = 0;      // how many of them are shared with a line before
};

class LineReader {
 public:
  LineReader(SourceSystem& system, const BlockIndex& blocks, const Record& line)
      : system_(system), blocks_(blocks), line_(line) {}

  void run() {
    source_ = end_in(line_, "Src");
    start_ = source_ ? place(*source_, false) : Point{};
    absolute_ = !source_;
    follow(line_, {}, 0);
  }

 private:
  Point place(const SourceEnd& end, bool input) const {
    const auto it = blocks_.find(end.block);
    return it == blocks_.end() ? Point{}
                               : port_position(system_.blocks[it->second], end.port, end.number, input);
  }

  void follow(const Record& record, Path path, int depth) {
    const std::vector<double> steps = numbers_of(record.value("Points"));
    for (std::size_t n = 0; n + 1 < steps.size() && path.points.size() < max_line_corners; n += 2) {
      const bool first = absolute_ && path.points.empty();
      const Point from = path.points.empty() ? start_ : path.points.back();
      path.points.push_back(first ? Point{steps[n], steps[n + 1]}
                                  : Point{from.x + steps[n], from.y + steps[n + 1]});
    }
    bool has_branches = false;
    for (const Record& child : record.children) {
      if (child.word != "Branch" || depth > 100) continue;
      Path branch = path;
      if (has_branches) branch.trunk = path.points.size();
      has_branches = true;
      follow(child, std::move(branch), depth + 1);
    }
    const auto target = end_in(record, "Dst");
    if (target || !has_branches) add(target, path);
  }

  void add(const std::optional<SourceEnd>& target, const Path& path);

  SourceSystem& system_;
  const BlockIndex& blocks_;
  const Record& line_;
  std::optional<SourceEnd> source_;
  Point start_;
  bool absolute_ = false;
};

bool straight(Point a, Point b, Point c) {
  return (std::abs(a.x - b.x) < 0.5 && std::abs(b.x - c.x) < 0.5) ||
         (std::abs(a.y - b.y) < 0.5 && std::abs(b.y - c.y) < 0.5);
}

// The corners between `from` and `to`, without points on straight pieces.
std::vector<Point> corners_between(Point from, std::vector<Point> points, Point to) {
  std::vector<Point> corners;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const Point before = corners.empty() ? from : corners.back();
    const Point next = n + 1 < points.size() ? points[n + 1] : to;
    if (!straight(before, points[n], next) && !(points[n] == before)) corners.push_back(points[n]);
  }
  return corners;
}

}  // namespace

void LineReader::add(const std::optional<SourceEnd>& target, const Path& path) {
  SourceLine line;
  line.source = source_;
  line.target = target;
  line.name = line_.value("Name");
  if (line.name.starts_with('<')) line.name.clear();  // inherited from a bus
  std::vector<Point> points = path.points;
  Point from = start_, to{};
  if (!source_ && !points.empty()) {
    from = line.loose_source = points.front();
    points.erase(points.begin());
  }
  if (target)
    to = place(*target, true);
  else if (!points.empty())
    to = line.loose_target = points.back(), points.pop_back();
  else
    to = line.loose_target = {from.x + 20, from.y};
  const std::size_t trunk = std::min(path.trunk, points.size());
  if (trunk > 0) {
    const std::vector<Point> shared(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(trunk));
    line.shape.trunk = corners_between(from, {shared.begin(), shared.end() - 1}, shared.back());
    line.shape.trunk.push_back(shared.back());
    from = shared.back();
    points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(trunk));
  }
  // Control ports have other places here, so such a line finds its own way.
  const bool elsewhere =
      (target && target->port != SourcePort::Signal) || (source_ && source_->port != SourcePort::Signal);
  if (!elsewhere) line.shape.corners = corners_between(from, points, to);
  // A single corner between two level ports is a matter of rounding.
  if (line.shape.corners.size() == 1 && line.shape.trunk.empty() && std::abs(from.y - to.y) < 6)
    line.shape.corners.clear();
  system_.lines.push_back(std::move(line));
}

void read_line(SourceSystem& system, const BlockIndex& blocks, const Record& line) {
  LineReader(system, blocks, line).run();
}

}  // namespace sim::importing::simulink
