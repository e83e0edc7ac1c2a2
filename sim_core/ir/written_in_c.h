#pragma once
// An external function that can be handed out as C source.
#include <string>

namespace sim::ir {

class WrittenInC {
 public:
  virtual ~WrittenInC() = default;
  // The body of a C99 function with the arguments `const double *in0, *in1, ...` and the outputs `double
  // *out0, ...`, which does what evaluate() does, to the last bit. It may call what <math.h> has. Empty:
  // there is none for these values.
  virtual std::string c_body() const = 0;
};

}  // namespace sim::ir
