#pragma once
// Comparisons that hold between events.
#include <string>
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

inline std::vector<std::string> relations() { return {">=", ">", "<=", "<", "==", "~="}; }

// The truth value of `a relations()[which] b`; its changes are zero crossings of a - b.
inline ir::Value relation(Equations& e, int which, ir::Value a, ir::Value b) {
  switch (which) {
    case 0:
      return e.crosses_above(a, b);
    case 1:
      return 1.0 - e.crosses_above(b, a);
    case 2:
      return e.crosses_above(b, a);
    case 3:
      return 1.0 - e.crosses_above(a, b);
    case 4:
      return e.crosses_above(a, b) * e.crosses_above(b, a);
    default:
      return 1.0 - e.crosses_above(a, b) * e.crosses_above(b, a);
  }
}

}  // namespace sim::blocks
