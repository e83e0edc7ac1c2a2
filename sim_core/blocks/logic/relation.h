#pragma once
// Comparisons that hold between events.
#include <string>
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

inline std::vector<std::string> relations() { return {">=", ">", "<=", "<", "==", "~="}; }

// a - b, where equal infinities differ by 0.
inline ir::Value difference(Equations& e, ir::Value a, ir::Value b) {
  const ir::Value d = ir::real_only(a - b, "an order (<, >)");
  return select(ir::make(ir::Op::IsNan, d) & ir::make(ir::Op::Equal, a, b), e.constant(0), d);
}
inline ir::Value reaches(Equations& e, ir::Value a, ir::Value b) {
  return e.crosses_above(difference(e, a, b), e.constant(0));
}

// The truth value of `a relations()[which] b`; its changes are zero crossings of a - b. With NaN only ~=
// holds; of complex values only == and ~= are asked.
inline ir::Value relation(Equations& e, int which, ir::Value a, ir::Value b) {
  if ((is_complex(a) || is_complex(b)) && which >= 4)
    return ir::make(which == 4 ? ir::Op::Equal : ir::Op::NotEqual, a, b);
  switch (which) {
    case 0:
      return reaches(e, a, b);
    case 1:
      return e.exceeds(difference(e, a, b), e.constant(0));
    case 2:
      return reaches(e, b, a);
    case 3:
      return e.exceeds(difference(e, b, a), e.constant(0));
    case 4:
      return reaches(e, a, b) * reaches(e, b, a);
    default:
      return 1.0 - reaches(e, a, b) * reaches(e, b, a);
  }
}

}  // namespace sim::blocks
