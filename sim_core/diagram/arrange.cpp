#include "sim_core/diagram/arrange.h"

#include <algorithm>
#include <map>
#include <optional>

#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/layered_layout.h"
#include "sim_core/diagram/make_room.h"
#include "sim_core/diagram/well_known_types.h"

namespace sim {

namespace {

struct Element {
  Id id;
  Box box;
};

std::vector<Element> elements_of(const Diagram& d, const std::set<Id>& ids) {
  std::vector<Element> out;
  for (Id id : ids) {
    if (const auto it = d.blocks.find(id); it != d.blocks.end()) out.push_back({id, box_of(it->second)});
    if (const auto it = d.annotations.find(id); it != d.annotations.end())
      out.push_back({id, box_of(it->second)});
  }
  return out;
}

Box around(const std::vector<Element>& elements) {
  Box box = elements.front().box;
  for (const Element& e : elements) box = united(box, e.box);
  return box;
}

// Corners move with a line whose ends both move alike.
Edit moved(const Diagram& d, const std::string& label, const std::map<Id, Point>& shifts) {
  Edit edit{label, {}};
  const auto shift_of = [&](Id id) {
    const auto it = shifts.find(id);
    return it == shifts.end() ? Point{} : it->second;
  };
  for (const auto& [id, by] : shifts) {
    if (by == Point{}) continue;
    if (const auto it = d.blocks.find(id); it != d.blocks.end()) {
      Block block = it->second;
      block.position = shifted(block.position, by);
      edit.set(id, std::move(block));
    } else if (const auto note = d.annotations.find(id); note != d.annotations.end()) {
      Annotation annotation = note->second;
      annotation.position = shifted(annotation.position, by);
      edit.set(id, std::move(annotation));
    }
  }
  for (const auto& [id, line] : d.lines) {
    if (line.waypoints.empty() || !line.source || !line.target) continue;
    const Point by = shift_of(line.source->block);
    if (by != Point{} && by == shift_of(line.target->block)) edit.set(id, shifted(line, by));
  }
  return edit;
}

}  // namespace

Edit align_elements(const Diagram& d, const std::set<Id>& ids, Alignment how) {
  const std::vector<Element> elements = elements_of(d, ids);
  if (elements.size() < 2) return {};
  const Box all = around(elements);
  std::map<Id, Point> shifts;
  for (const auto& [id, box] : elements) {
    Point by;
    switch (how) {
      case Alignment::Left:
        by.x = all.left - box.left;
        break;
      case Alignment::Center:
        by.x = std::round(all.center().x - box.center().x);
        break;
      case Alignment::Right:
        by.x = all.right - box.right;
        break;
      case Alignment::Top:
        by.y = all.top - box.top;
        break;
      case Alignment::Middle:
        by.y = std::round(all.center().y - box.center().y);
        break;
      case Alignment::Bottom:
        by.y = all.bottom - box.bottom;
        break;
    }
    shifts[id] = by;
  }
  return moved(d, "Align", shifts);
}

Edit distribute_elements(const Diagram& d, const std::set<Id>& ids, Axis axis) {
  std::vector<Element> elements = elements_of(d, ids);
  if (elements.size() < 3) return {};
  const auto low = [axis](const Box& b) { return axis == Axis::Across ? b.left : b.top; };
  const auto high = [axis](const Box& b) { return axis == Axis::Across ? b.right : b.bottom; };
  std::stable_sort(elements.begin(), elements.end(), [&](const Element& a, const Element& b) {
    return low(a.box) + high(a.box) < low(b.box) + high(b.box);
  });
  double sizes = 0;
  for (const Element& e : elements) sizes += high(e.box) - low(e.box);
  const double begin = low(elements.front().box), end = high(elements.back().box);
  const double gap = (end - begin - sizes) / static_cast<double>(elements.size() - 1);
  std::map<Id, Point> shifts;
  double at = begin;
  for (const Element& e : elements) {
    const double by = std::round(at - low(e.box));
    const bool stays = &e == &elements.front() || &e == &elements.back();
    if (!stays) shifts[e.id] = axis == Axis::Across ? Point{by, 0} : Point{0, by};
    at += high(e.box) - low(e.box) + gap;
  }
  return moved(d, "Distribute", shifts);
}

Edit match_sizes(const Diagram& d, const std::set<Id>& ids, Match what) {
  double width = 0, height = 0;
  int count = 0;
  for (Id id : ids)
    if (const auto it = d.blocks.find(id); it != d.blocks.end()) {
      width = std::max(width, box_of(it->second).width());
      height = std::max(height, box_of(it->second).height());
      ++count;
    }
  Edit edit{"Match Size", {}};
  if (count < 2) return edit;
  for (Id id : ids) {
    const auto it = d.blocks.find(id);
    if (it == d.blocks.end()) continue;
    const Box old = box_of(it->second);
    const double w = what == Match::Height ? old.width() : width;
    const double h = what == Match::Width ? old.height() : height;
    Block block = it->second;
    block.size = block.rotation % 2 ? Size{h, w} : Size{w, h};
    block.position =
        shifted(block.position, {std::trunc((old.width() - w) / 2), std::trunc((old.height() - h) / 2)});
    if (!(block == it->second)) edit.set(id, std::move(block));
  }
  return edit;
}

namespace {

using namespace well_known;

constexpr double reach_of_port = 24;

// 1 at an input of a Sum that is subtracted, less at one that is not the first, and more where the signal's
// name says so.
double looks_like_feedback(const Diagram& d, const Line& line) {
  const Block &from = d.blocks.at(line.source->block), &to = d.blocks.at(line.target->block);
  double likely = 0;
  if (to.type == "math/sum") {
    std::string signs = text_of(to, "signs", "++");
    std::erase_if(signs, [](char c) { return c == '|' || c == ' '; });
    const auto port = static_cast<std::size_t>(line.target->port);
    likely = port < signs.size() && signs[port] == '-' ? 1 : port > 0 ? 0.5 : 0;
  }
  const auto name = from.signal_names.find(line.source->port);
  if (name == from.signal_names.end()) return likely;
  for (const std::string_view hint : {"feedback", "measured", "back"})
    if (name->second.find(hint) != name->second.npos) likely = std::min(1.0, likely + 0.5);
  return likely;
}

// Wires between the blocks as the layout sees them: which end is the left one, where a straight one would
// run. A port that points to the right wants its partner there, one that points to the left wants it left.
std::vector<LayoutEdge> edges_between(const Diagram& d, const std::map<Id, int>& index,
                                      const PortPlaces& lies) {
  std::vector<LayoutEdge> edges;
  for (const auto& [id, line] : d.lines) {
    if (!line.source || !line.target || line.source->block == line.target->block) continue;
    const auto from = index.find(line.source->block), to = index.find(line.target->block);
    if (from == index.end() || to == index.end()) continue;
    const PortPlace a = lies(*line.source, false), b = lies(*line.target, true);
    // What leaves a block downwards goes on further down.
    const double a_at = a.at.y - d.blocks.at(from->first).position.y + reach_of_port * a.direction.y;
    const double b_at = b.at.y - d.blocks.at(to->first).position.y + reach_of_port * b.direction.y;
    const bool level = a.direction.x * b.direction.x < 0;
    bool forwards = true;
    if (a.direction.x < 0)
      forwards = false;
    else if (b.direction.x > 0)
      forwards = line.conserving() && a.direction.x == 0;
    if (line.conserving() && a.direction.x == b.direction.x) forwards = a.at.x <= b.at.x;
    const auto& names = d.blocks.at(from->first).signal_names;
    const auto name = names.find(line.source->port);
    const double label = name == names.end() || line.conserving() ? 0 : room_for_line(d, *line.source);
    const double feedback = line.conserving() ? 0 : looks_like_feedback(d, line);
    if (forwards)
      edges.push_back({from->second, to->second, a_at, b_at, level, label, feedback});
    else
      edges.push_back({to->second, from->second, b_at, a_at, level, label, 0});
  }
  return edges;
}

// Below everything that was placed.
void move_covered_notes(const Diagram& d, Id parent, const std::vector<Box>& placed, Edit& edit) {
  double bottom = placed.front().bottom;
  for (const Box& box : placed) bottom = std::max(bottom, box.bottom);
  double y = on_grid(bottom + 48);
  for (const auto& [id, note] : d.annotations) {
    const Box box = box_of(note);
    const bool covered =
        std::any_of(placed.begin(), placed.end(), [&](const Box& b) { return b.grown(8).overlaps(box); });
    if (note.parent != parent || !covered) continue;
    Annotation moved = note;
    moved.position = shifted({note.position.x, y}, {});
    y = on_grid(y + box.height() + 16);
    edit.set(id, std::move(moved));
  }
}

}  // namespace

Edit arrange_blocks(const Diagram& d, const std::set<Id>& ids, const PortPlaces& lies) {
  Edit edit{"Arrange", {}};
  std::map<Id, int> index;
  std::vector<Id> blocks;
  std::vector<LayoutNode> nodes;
  std::optional<Box> old;
  for (Id id : ids) {
    const auto it = d.blocks.find(id);
    if (it == d.blocks.end() || (!blocks.empty() && it->second.parent != d.blocks.at(blocks.front()).parent))
      continue;
    const Box box = box_of(it->second);
    index[id] = static_cast<int>(blocks.size());
    blocks.push_back(id);
    nodes.push_back({box.width(), box.height(), room_for_name, box.center()});
    old = old ? united(*old, box) : box;
  }
  if (blocks.size() < 2) return edit;
  const Id parent = d.blocks.at(blocks.front()).parent;
  const bool whole_level = std::none_of(d.blocks.begin(), d.blocks.end(), [&](const auto& other) {
    return other.second.parent == parent && !index.contains(other.first);
  });
  const std::vector<Point> places = layered_layout(nodes, edges_between(d, index, lies));
  Box extent{0, 0, 0, 0};
  for (std::size_t k = 0; k < nodes.size(); ++k)
    extent = united(extent,
                    {places[k].x, places[k].y, places[k].x + nodes[k].width, places[k].y + nodes[k].height});
  const Point origin = whole_level ? Point{on_grid(old->left), on_grid(old->top)}
                                   : Point{on_grid(old->center().x - extent.width() / 2),
                                           on_grid(old->center().y - extent.height() / 2)};
  std::vector<Box> placed;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    Block block = d.blocks.at(blocks[k]);
    block.position = shifted(places[k], origin);
    placed.push_back(box_of(block));
    if (!(block == d.blocks.at(blocks[k]))) edit.set(blocks[k], std::move(block));
  }
  for (const auto& [id, line] : d.lines) {
    const auto touches = [&](const std::optional<PortRef>& end) { return end && index.contains(end->block); };
    if (line.waypoints.empty() || (!touches(line.source) && !touches(line.target))) continue;
    Line straight = line;
    straight.waypoints.clear();
    edit.set(id, std::move(straight));
  }
  move_covered_notes(d, parent, placed, edit);
  return edit;
}

}  // namespace sim
