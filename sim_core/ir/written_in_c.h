#pragma once
// An external function that can be handed out as C source.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sim::ir {

class WrittenInC {
 public:
  virtual ~WrittenInC() = default;
  // The body of a C99 function with the arguments `const double *in0, *in1, ...` and the outputs `double
  // *out0, ...`, which does what evaluate() does, to the last bit. It may call what <math.h> and <stdint.h>
  // have. Empty: there is none for these values.
  virtual std::string c_body() const = 0;
  // Static functions that the body calls, the same for all that call them; each text ends in an empty line.
  virtual std::vector<std::string> c_definitions() const { return {}; }
  // Whether it does something else, not only the same with other roundings, with `float` for `double`.
  virtual bool needs_double() const { return false; }
};

// The shortest C number that is this double.
std::string c_number(double value);
// "  static const double NAME[] = {...};", a line.
std::string c_table(std::string_view name, std::span<const double> values);
// Sets the first `count` numbers of the output to zero, a line.
std::string c_zeros(std::string_view output, int count);
// `text` with every @ replaced by `with`.
std::string c_with(std::string_view text, std::string_view with);

}  // namespace sim::ir
