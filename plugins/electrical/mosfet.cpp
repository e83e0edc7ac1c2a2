// A MOSFET: a channel, and beside it the body diode.
#include "plugins/electrical/blocks.h"
#include "plugins/electrical/two_pole.h"
#include "plugins/elements/one_way.h"

namespace sim::electrical {

void mosfet(BlockTypeBuilder& b) {
  begin(b, "mosfet", "MOSFET").size(60, 50);
  b.icon(IconShape::Rectangle,
         "M0 .5 L.3 .5 M.7 .5 L1 .5 M.3 .35 L.3 .65 M.7 .35 L.7 .65 M.3 .5 L.7 .5 M.4 .2 L.6 .2 "
         "M.58 .75 L.42 .85 L.58 .95 Z M.42 .75 L.42 .95");
  b.doc(
      "A resistance while its input is above the threshold, nothing otherwise, and always an ideal diode "
      "from "
      "source to drain.\n\n"
      "$v_{DS} \\geq 0, \\quad i = \\begin{cases} v_{DS} / R_{on} & u > \\mathrm{Threshold} \\\\ 0 & "
      "\\mathrm{otherwise} \\end{cases} - i_D, \\quad i_D \\geq 0, \\quad v_{DS} i_D = 0$\n\n"
      "i flows from the drain D to the source S. The body diode conducts where v_DS would become negative, "
      "without a voltage of its own: so it takes over all current that flows backwards, whatever the input.");
  b.keywords({"transistor", "switch", "power electronics", "inverter", "body diode", "IGBT"});
  Param on = b.real("Ron", "Resistance when on", "0.01").unit("Ohm").range(1e-12, 1e30).scalar();
  Param threshold = b.real("Threshold", "Threshold", "0.5").scalar();
  In control = b.input("u", "on while above the threshold");
  const Terminal drain = b.terminal("D", Domain::Electrical, PortSide::Left, "drain"),
                 source = b.terminal("S", Domain::Electrical, PortSide::Right, "source");
  const TwoPole channel{drain, source, b.branch()};
  const Branch diode = b.one_way_branch();
  b.equations([=](Equations& e) {
    connect(e, channel);
    const ir::Value closed = e.memory(e.constant(0)), next = e.crosses_above(e(control), e(threshold));
    e.store(closed, next);
    e.switches(ir::make(ir::Op::NotEqual, next, closed));
    const auto law = [&](ir::Value is_on) {
      return BranchLaw{is_on, select(is_on, -e(on), e.constant(1)), e.constant(0)};
    };
    e.law(channel.branch, law(closed), law(next));
    e.branch(diode, {{drain, e.constant(1)}, {source, e.constant(-1)}});
    elements::write_one_way(e, diode, e.constant(1));
  });
}

}  // namespace sim::electrical
