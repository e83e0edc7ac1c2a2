#pragma once
// The texts of drawing commands, worked out from values. Inside this folder only.
#include <optional>
#include <string>
#include <vector>

#include "sim_core/diagram/mask_drawing.h"

namespace sim {

// A value as disp shows it; \n in a text is a new line.
std::string drawn_text(const expr::Value& value);
// A format with %d, %g, %f, %e, %s and what fills it.
std::string formatted_text(const std::vector<expr::Value>& given);
// "s + 1", a line "---", "s^2 + 2s + 3".
std::string polynomial_fraction(const std::vector<expr::Value>& given);
// "2(s+1)", a line "---", "s(s+3)".
std::string root_fraction(const std::vector<expr::Value>& given);

// 'red', 'blue' and so on; none for black, white and what is no color: that of icons in the present theme.
std::optional<DrawnColor> named_color(const std::string& name);
void set_alignment(DrawnMark& text, const std::string& property, const std::string& value);

}  // namespace sim
