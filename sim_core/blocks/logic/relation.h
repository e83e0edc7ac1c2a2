#pragma once
// Comparisons that hold between events.
#include <string>
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

inline std::vector<std::string> relations() { return {">=", ">", "<=", "<", "==", "~="}; }

// a >= b, located. What is not a number is unordered: then the answer is `unordered`; infinities are equal.
inline ir::Value reaches(Equations& e, ir::Value a, ir::Value b, bool unordered) {
  ir::Graph& g = e.graph();
  const ir::Value difference = a - b;
  const ir::Value instead =
      select(g.make(ir::Op::Equal, a, b), e.constant(0), e.constant(unordered ? 1 : -1));
  return e.crosses_above(select(g.make(ir::Op::IsNan, difference), instead, difference), e.constant(0));
}

// The truth value of `a relations()[which] b`; its changes are zero crossings of a - b. With NaN only ~=
// holds.
inline ir::Value relation(Equations& e, int which, ir::Value a, ir::Value b) {
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
