#include "sim_core/backends/native/element_functions.h"

#include <cmath>

#include "sim_core/ir/scalar_functions.h"

namespace sim::native {

namespace {

#define OP(name, arity, value, tangent, text, ...)                                               \
  double name([[maybe_unused]] double a, [[maybe_unused]] double b, [[maybe_unused]] double c) { \
    return value;                                                                                \
  }
#include "sim_core/ir/ops.def"
#undef OP

}  // namespace

ElementFunction element_function(ir::Op op) {
  switch (op) {
#define OP(name, ...) \
  case ir::Op::name:  \
    return name;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return nullptr;
  }
}

}  // namespace sim::native
