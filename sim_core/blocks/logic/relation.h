#pragma once
// Comparisons that hold between events.
#include <string>
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

inline std::vector<std::string> relations() { return {">=", ">", "<=", "<", "==", "~="}; }

// a >= b, located. What is not a number is unordered: then the answer is `unordered`; infinities are equal.
inline ir::Value reaches(Equations& e, ir::Value a, ir::Value b, bool unordered) {
  const ir::Value difference = ir::real_only(a - b, "an order (<, >)");
  const ir::Value instead =
      select(ir::make(ir::Op::Equal, a, b), e.constant(0), e.constant(unordered ? 1 : -1));
  return e.crosses_above(select(ir::make(ir::Op::IsNan, difference), instead, difference), e.constant(0));
}

// The truth value of `a relations()[which] b`; its changes are zero crossings of a - b. With NaN only ~=
// holds; of complex values only == and ~= are asked.
inline ir::Value relation(Equations& e, int which, ir::Value a, ir::Value b) {
  if ((is_complex(a) || is_complex(b)) && which >= 4)
    return ir::make(which == 4 ? ir::Op::Equal : ir::Op::NotEqual, a, b);
  switch (which) {
    case 0:
      return reaches(e, a, b, false);
    case 1:
      return 1.0 - reaches(e, b, a, true);
    case 2:
      return reaches(e, b, a, false);
    case 3:
      return 1.0 - reaches(e, a, b, true);
    case 4:
      return reaches(e, a, b, false) * reaches(e, b, a, false);
    default:
      return 1.0 - reaches(e, a, b, false) * reaches(e, b, a, false);
  }
}

}  // namespace sim::blocks
