#pragma once
// A diode with a voltage and a resistance of its own, from one pole to another: behind both, at a node
// inside, an ideal one. So a current that an inductor keeps flows on, against a voltage that is a source like
// any other.
#include "plugins/electrical/two_pole.h"
#include "plugins/elements/one_way.h"

namespace sim::electrical {

struct ForwardDrop {
  Terminal from, inside, to;
  Branch drop, diode;
};
// Behind all ports.
inline ForwardDrop declare_drop(BlockTypeBuilder& b, Terminal from, Terminal to) {
  const Terminal inside = b.inner_node();
  return {from, inside, to, b.passive_branch(), b.one_way_branch()};
}
// Gives 1 while it conducts.
inline ir::Value write_drop(Equations& e, const ForwardDrop& d, ir::Value voltage, ir::Value resistance) {
  connect(e, TwoPole{d.from, d.inside, d.drop});
  e.law(d.drop, {e.constant(1), -resistance, voltage});
  e.branch(d.diode, {{d.inside, e.constant(-1)}, {d.to, e.constant(1)}});
  return elements::write_one_way(e, d.diode, e.constant(1));
}

}  // namespace sim::electrical
