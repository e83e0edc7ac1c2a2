#include "sim_core/ir/written_in_c.h"

#include <cmath>

#include "sim_core/base/text.h"

namespace sim::ir {

std::string c_number(double value) {
  if (std::isnan(value)) return "(double)NAN";
  if (std::isinf(value)) return value > 0 ? "(double)INFINITY" : "(-(double)INFINITY)";
  std::string text = to_text(std::fabs(value));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(value) ? "(-" + text + ")" : text;
}

std::string c_table(std::string_view name, std::span<const double> values) {
  std::string text = "  static const double " + std::string(name) + "[] = {";
  for (std::size_t k = 0; k < values.size(); ++k) text += (k ? ", " : "") + c_number(values[k]);
  return text + "};\n";
}

std::string c_zeros(std::string_view output, int count) {
  return "  for (int i = 0; i < " + std::to_string(count) + "; ++i) " + std::string(output) + "[i] = 0.0;\n";
}

std::string c_with(std::string_view text, std::string_view with) {
  std::string out;
  for (const char c : text) c == '@' ? out += with : out += c;
  return out;
}

}  // namespace sim::ir
