#pragma once
// Icons of masks that commands draw: plots whose content is a text of these,
//
//   plot(x, y)  plot(x1, y1, x2, y2)  plot(y)      lines through points, interrupted by NaN
//   patch(x, y)  patch(x, y, [r g b])              a filled area, of a color from 0 to 1
//   text(x, y, 'words')                            with 'horizontalAlignment' and 'verticalAlignment'
//   disp(value)  fprintf('K = %g', K)              in the middle
//   dpoly(num, den)  dpoly(num, den, 'z-')         a transfer function, also in powers of 1/z
//   droots(zeros, poles, k)
//   port_label('input', 1, 'u')                    the name of a port
//   color('red')                                   of what follows
//   units('normalized')                            coordinates from 0 to 1, y upwards; 'pixels': from the
//   lower left
//                                                  corner; without it what is drawn fills the block
//   name = expression
//   if condition, elseif condition, else, end
//
// Expressions see the values of the mask. Commands that are not known draw nothing and are named.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/evaluate.h"

namespace sim {

inline constexpr int max_drawn_points = 10'000;
inline constexpr std::size_t max_drawing_commands = 1'000;

// Red, green and blue from 0 to 1.
using DrawnColor = std::array<double, 3>;

struct DrawnMark {
  enum class Kind { Line, Area, Text, Middle };  // Middle: a text in the middle of the block
  Kind kind = Kind::Line;
  std::vector<Point> points;        // Line, Area; of a Text one, its place
  std::string text;                 // a line "---" draws a fraction
  std::optional<DrawnColor> color;  // none: that of icons
  double across = 0, up = 0.5;  // Text: which part of it is at its place, 0 to 1 from the lower left corner
};

struct MaskDrawing {
  std::vector<DrawnMark> marks;
  Point low{0, 0}, high{1, 1};  // what the icon's box is in the numbers of the marks; of pixels, nothing
  bool pixels = false;
  std::map<int, std::string> inputs, outputs;  // names of ports, from 0
  std::string problem;                         // the first, in words; empty: all is drawn
};

inline bool is_drawn_by_commands(const MaskIcon& icon) {
  return icon.kind == MaskIconKind::Plot && !icon.content.empty();
}

// What drawing commands make with these values.
MaskDrawing draw_mask(const MaskIcon& icon, const expr::Scope& inside);

// The statements that are none of the commands above, or whose expressions cannot be read.
std::vector<std::string> commands_not_drawn(const std::string& commands);
// The others, one a line.
std::string drawable_commands(const std::string& commands);

}  // namespace sim
