// A MOSFET: a channel, and beside it the body diode.
#include "plugins/electrical/blocks.h"
#include "plugins/electrical/forward_drop.h"

namespace sim::electrical {

void mosfet(BlockTypeBuilder& b) {
  begin(b, "mosfet", "MOSFET").size(60, 50);
  b.icon(IconShape::Rectangle,
         "M0 .5 L.3 .5 M.7 .5 L1 .5 M.3 .35 L.3 .65 M.7 .35 L.7 .65 M.3 .5 L.7 .5 M.4 .2 L.6 .2 "
         "M.58 .75 L.42 .85 L.58 .95 Z M.42 .75 L.42 .95");
  b.doc(
      "A resistance while its input is above the threshold, nothing otherwise, and always a diode from "
      "source "
      "to drain.\n\n"
      "$i = \\begin{cases} v_{DS} / R_{on} & u > \\mathrm{Threshold} \\\\ 0 & "
      "\\mathrm{otherwise} \\end{cases} - i_D, \\quad i_D \\geq 0, \\quad v_{DS} + V_f + R_d i_D \\geq 0, "
      "\\quad "
      "(v_{DS} + V_f + R_d i_D) i_D = 0$\n\n"
      "i flows from the drain D to the source S. The body diode conducts where v_DS would become less than "
      "-V_f. "
      "Without a voltage of its own it takes over all current that flows backwards, whatever the input; with "
      "one, the channel takes what it can for less than V_f while it is on.");
  b.keywords({"transistor", "switch", "power electronics", "inverter", "body diode", "IGBT"});
  Param on = b.real("Ron", "Resistance when on", "0.01").unit("Ohm").range(1e-12, 1e30).scalar();
  Param threshold = b.real("Threshold", "Threshold", "0.5").scalar();
  Param voltage = b.real("Vf", "Forward voltage of the body diode", "0").unit("V").range(0, 1e30).scalar();
  Param resistance = b.real("Rd", "Resistance of the body diode", "0").unit("Ohm").range(0, 1e30).scalar();
  In control = b.input("u", "on while above the threshold");
  const Terminal drain = b.terminal("D", Domain::Electrical, PortSide::Left, "drain"),
                 source = b.terminal("S", Domain::Electrical, PortSide::Right, "source");
  const TwoPole channel{drain, source, b.branch()};
  const ForwardDrop body = declare_drop(b, source, drain);
  b.equations([=](Equations& e) {
    connect(e, channel);
    const ir::Value closed = e.memory(e.constant(0)), next = e.crosses_above(e(control), e(threshold));
    e.store(closed, next);
    e.switches(ir::make(ir::Op::NotEqual, next, closed));
    const auto law = [&](ir::Value is_on) {
      return BranchLaw{is_on, select(is_on, -e(on), e.constant(1)), e.constant(0)};
    };
    e.law(channel.branch, law(closed), law(next));
    write_drop(e, body, e(voltage), e(resistance));
  });
}

}  // namespace sim::electrical
