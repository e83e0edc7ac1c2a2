#include "sim_core/diagram/make_room.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/geometry.h"

namespace sim {

namespace {

constexpr double least_room = 24, letter = 6.5, around_label = 18;
constexpr double apart = 8;

Box with_name(Box box) {
  box.bottom += room_for_name;
  return box;
}

// No block lies on another one or its name.
bool collide(const Box& a, const Box& b) { return with_name(a).overlaps(b) || a.overlaps(with_name(b)); }

double up_to_grid(double v) { return std::ceil(v / grid_step - 1e-9) * grid_step; }

// The page seen along the line: it runs towards higher numbers.
struct Way {
  bool upright;  // up or down the page
  double sign;

  double low(const Box& b) const {
    return upright ? (sign > 0 ? b.top : -b.bottom) : (sign > 0 ? b.left : -b.right);
  }
  double high(const Box& b) const {
    return upright ? (sign > 0 ? b.bottom : -b.top) : (sign > 0 ? b.right : -b.left);
  }
  Point along(double by) const { return upright ? Point{0, sign * by} : Point{sign * by, 0}; }
  Point across(double by) const { return upright ? Point{by, 0} : Point{0, by}; }
};

// Where a block's outputs point, or of a component the longer way between its neighbors.
Way way_of(const Diagram& d, Id before, const Block& block, Id after, bool conserving) {
  if (conserving) {
    const Point a = box_of(d.blocks.at(before)).center(), b = box_of(d.blocks.at(after)).center();
    const double x = b.x - a.x, y = b.y - a.y;
    return std::abs(x) >= std::abs(y) ? Way{false, x < 0 ? -1.0 : 1.0} : Way{true, y < 0 ? -1.0 : 1.0};
  }
  // Clockwise from the right; then what is flipped is mirrored before it is turned.
  const double sign = block.rotation < 2 ? 1 : -1;
  return {block.rotation % 2 != 0, block.flipped ? -sign : sign};
}

class Room {
 public:
  Room(const Diagram& d, Id before, Id block, Id after)
      : d_(d), before_(before), block_(block), after_(after), way_(find_way()) {
    const Id parent = d.blocks.at(block).parent;
    for (const auto& [id, b] : d.blocks)
      if (b.parent == parent) boxes_[id] = box_of(b);
  }

  Edit edit(bool in_line) {
    if (in_line) along_the_line();
    aside();
    Edit edit{"Make Room", {}};
    std::map<std::pair<double, double>, std::set<Id>> together;
    for (const auto& [id, by] : shifts_) together[{by.x, by.y}].insert(id);
    for (const auto& [by, ids] : together) {
      Edit one = move_blocks(d_, ids, {by.first, by.second});
      edit.changes.insert(edit.changes.end(), one.changes.begin(), one.changes.end());
    }
    return edit;
  }

 private:
  Way find_way() const {
    const bool conserving = std::ranges::any_of(d_.lines, [this](const auto& entry) {
      const Line& l = entry.second;
      return l.conserving() &&
             ((l.source && l.source->block == block_) || (l.target && l.target->block == block_));
    });
    return way_of(d_, before_, d_.blocks.at(block_), after_, conserving);
  }

  Box& box(Id id) { return boxes_.at(id); }

  void shift(Id id, Point by) {
    Point& all = shifts_[id];
    all = {all.x + by.x, all.y + by.y};
    box(id) = box(id).shifted(by);
  }

  double room_between(Id from, Id to) const {
    double room = least_room;
    for (const auto& [id, l] : d_.lines)
      if (l.source && l.target && l.source->block == from && l.target->block == to && !l.conserving())
        room = std::max(room, room_for_line(d_, *l.source));
    return room;
  }

  void along_the_line() {
    const double begin = way_.high(box(before_)), end = way_.low(box(after_));
    if (end < begin) return;  // it comes back from where it leads to: there is no between
    const double earliest = begin + room_between(before_, block_);
    const double length = way_.high(box(block_)) - way_.low(box(block_));
    const double latest = end - room_between(block_, after_) - length;
    const double now = way_.low(box(block_));
    const double to = std::max(std::min(now, latest), earliest);
    if (to != now) shift(block_, way_.along(to > now ? up_to_grid(to - now) : -up_to_grid(now - to)));
    const double missing = way_.low(box(block_)) - latest;
    if (missing <= 0) return;
    const Point by = way_.along(up_to_grid(missing));
    for (Id id : pushed_on(by)) shift(id, by);
  }

  // What is driven from `after_`, beyond its near side, and what that would come to lie on.
  std::set<Id> pushed_on(Point by) const {
    const double line = way_.low(boxes_.at(after_));
    std::set<Id> moving;
    std::vector<Id> open{after_};
    while (!open.empty()) {
      const Id id = open.back();
      open.pop_back();
      const auto place = boxes_.find(id);
      const bool beyond = place != boxes_.end() && way_.low(place->second) >= line;
      if (!beyond || id == block_ || id == before_ || !moving.insert(id).second) continue;
      for (const auto& [line_id, l] : d_.lines)
        if (l.source && l.target && l.source->block == id) open.push_back(l.target->block);
    }
    return with_covered(std::move(moving), by);
  }

  std::set<Id> with_covered(std::set<Id> moving, Point by) const {
    for (std::vector<Id> open(moving.begin(), moving.end()); !open.empty();) {
      const Id id = open.back();
      open.pop_back();
      const Box old = boxes_.at(id), there = old.shifted(by);
      for (const auto& [other, place] : boxes_) {
        if (other == block_ || other == before_ || moving.contains(other)) continue;
        if (!collide(there, place) || collide(old, place)) continue;
        moving.insert(other);
        open.push_back(other);
      }
    }
    return moving;
  }

  // What lies under the block goes to the side that it is on.
  void aside() {
    constexpr int most = 100;
    for (int round = 0; round < most; ++round) {
      const Box here = box(block_);
      const auto under = std::ranges::find_if(boxes_, [&](const auto& entry) {
        const Id id = entry.first;
        return id != block_ && id != before_ && id != after_ && collide(here, entry.second);
      });
      if (under == boxes_.end()) return;
      for (const Point by : ways_out(here, under->second)) {
        const std::set<Id> moving = with_covered({under->first}, by);
        const bool free = std::ranges::none_of(moving, [&](Id id) {
          const Box there = box(id).shifted(by);
          return collide(there, box(before_)) || collide(there, box(block_));
        });
        if (!free) continue;
        for (Id id : moving) shift(id, by);
        break;
      }
    }
  }

  // To the nearer side, to the other one, or on along the line.
  std::vector<Point> ways_out(const Box& here, const Box& other) const {
    const auto away = [](double low, double high, double other_low, double other_high) {
      const double beyond = up_to_grid(high + apart - other_low),
                   before = -up_to_grid(other_high + apart - low);
      return other_low + other_high >= low + high ? std::pair(beyond, before) : std::pair(before, beyond);
    };
    const auto [near, far] = way_.upright
                                 ? away(here.left, here.right, other.left, other.right)
                                 : away(here.top, with_name(here).bottom, other.top, with_name(other).bottom);
    const double on = way_.high(here) + (way_.upright ? room_for_name : 0) + apart - way_.low(other);
    return {way_.across(near), way_.across(far), way_.along(up_to_grid(on))};
  }

  const Diagram& d_;
  Id before_, block_, after_;
  Way way_;
  std::map<Id, Box> boxes_;  // of the level, where they are by now
  std::map<Id, Point> shifts_;
};

}  // namespace

double room_for_line(const Diagram& d, PortRef output) {
  const auto block = d.blocks.find(output.block);
  if (block == d.blocks.end()) return least_room;
  const auto name = block->second.signal_names.find(output.port);
  if (name == block->second.signal_names.end()) return least_room;
  return std::max(least_room, letter * static_cast<double>(name->second.size()) + around_label);
}

Edit make_room(const Diagram& diagram, Id before, Id block, Id after) {
  for (Id id : {before, block, after})
    if (!diagram.blocks.contains(id)) return {};
  if (before == block || after == block) return {};
  return Room(diagram, before, block, after).edit(true);
}

Edit move_aside(const Diagram& diagram, Id block) {
  return diagram.blocks.contains(block) ? Room(diagram, block, block, block).edit(false) : Edit{};
}

}  // namespace sim
