// A battery whose voltage follows its charge.
#include "plugins/electrical/blocks.h"
#include "plugins/electrical/two_pole.h"
#include "plugins/elements/table.h"

namespace sim::electrical {

void battery(BlockTypeBuilder& b) {
  begin(b, "battery", "Battery", "Electrical/Sources").size(40, 40);
  b.icon(IconShape::Rectangle,
         "M0 .5 L.35 .5 M.35 .15 L.35 .85 M.45 .35 L.45 .65 M.55 .15 L.55 .85 M.65 .35 L.65 .65 "
         "M.65 .5 L1 .5");
  b.doc(
      "A source whose voltage depends on its charge, with a resistance.\n\n"
      "$v = V(s) + R i, \\quad \\dot{s} = \\frac{i}{3600 Q}$\n\n"
      "i is the current into +; s is the share of the charge, from the table straight between its points and "
      "constant "
      "beyond. A run ends where the battery is empty.");
  b.keywords({"accumulator", "cell", "state of charge", "open-circuit voltage"});
  Param charge = b.real("Q", "Capacity", "50").unit("A*h").range(1e-30, 1e30).scalar();
  Param r = b.real("R", "Resistance", "0.01").unit("Ohm").range(1e-12, 1e30).scalar();
  const elements::TableParameters table{b.real("Charges", "Shares of the charge", "[0 0.1 0.9 1]").list(),
                                        b.real("Voltages", "Voltages", "[10 12 13 14]").unit("V").list()};
  elements::require_table(b, table);
  Param initial = b.real("s0", "Initial share of the charge", "1").range(0, 1).scalar();
  State s = b.state("s", initial);
  Out shown = b.output("s", "share of the charge");
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(1), -e(r), elements::table_value(e, table, e(s))});
    e.derivative(s, e.through(p.branch) / (e(charge) * 3600.0));
    e.output(shown, e(s));
    e.check(e(s) < e.constant(0), CheckAction::Error, "the battery is empty");
  });
}

}  // namespace sim::electrical
