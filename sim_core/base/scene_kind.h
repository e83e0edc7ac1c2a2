#pragma once
// What the animation of a run draws of a planar component, in the frames of some of its ports and with some
// lengths, m.

namespace sim {

enum class SceneKind {
  Rod,     // a bar through two points of its frame: x, y, x, y, width
  Box,     // a rectangle around the two points, likewise
  Disk,    // a circle around the frame, with a mark, and a thin bar to a point: radius, x, y
  Ground,  // a hatched line along x of its frame: length; 0: short
  Pin,     // a small circle at its frame
  Slider,  // the line along x of its first frame, and a small box on it at its second
  Spring,  // between the origins of its frames
  Link,    // likewise, a thin bar
  Strut,   // likewise: a cylinder and its rod
  Ball     // a circle around its second frame: radius
};

}  // namespace sim
