#pragma once
// A component of one branch, from one conserving port to another: across = potential at `from` - potential at
// `to`, and what goes through it goes from `from` to `to`.
#include <string>

#include "plugins/elements/prescribed.h"

namespace sim::elements {

// In icons, beside the first port, where a circle leaves room.
inline const std::string plus_at_first = "M0 .1 L.16 .1 M.08 .02 L.08 .18";

struct TwoPort {
  Terminal from, to;
  Branch branch;
};
inline void connect(Equations& e, const TwoPort& p) {
  e.branch(p.branch, {{p.from, e.constant(1)}, {p.to, e.constant(-1)}});
}
// across = value, whatever goes through it; `slope` is the derivative.
inline void prescribe_across(Equations& e, const TwoPort& p, ir::Value value, ir::Value slope) {
  connect(e, p);
  e.law(p.branch, {e.constant(1), e.constant(0), value});
  e.slope(p.branch, slope);
  keep_to(e, e.across(p.branch), value);
}

}  // namespace sim::elements
