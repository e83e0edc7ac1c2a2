#pragma once
// Which sign changes of a zero-crossing function count.

namespace sim {

enum class CrossingDirection { Rising, Falling, Either };

constexpr CrossingDirection reversed(CrossingDirection direction) {
  return direction == CrossingDirection::Rising    ? CrossingDirection::Falling
         : direction == CrossingDirection::Falling ? CrossingDirection::Rising
                                                   : direction;
}

constexpr const char* to_text(CrossingDirection direction) {
  switch (direction) {
    case CrossingDirection::Rising:
      return "rising";
    case CrossingDirection::Falling:
      return "falling";
    case CrossingDirection::Either:
      break;
  }
  return "either";
}

}  // namespace sim
