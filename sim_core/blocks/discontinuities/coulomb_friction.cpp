#include "sim_core/blocks/math/sign_of.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void coulomb_friction(BlockTypeBuilder& b) {
  b.id("discontinuities/coulomb_friction").label("Coulomb & Viscous Friction").category("Discontinuities");
  b.doc(
      "The friction force at a given velocity: an offset that turns with the direction, and a linear "
      "part.\n\n"
      "$y = \\mathrm{sign}(u) \\, (\\mathrm{Gain} \\, |u| + \\mathrm{Offset})$\n\n"
      "At rest it is 0. The jump is a zero crossing of u.");
  b.keywords({"friction", "stiction", "dry friction", "viscous", "damping"});
  b.icon(IconShape::Rectangle, "M.15,.9 L.5,.7 L.5,.3 L.85,.1");
  Param offset = b.real("Offset", "Coulomb friction (offset)", "1")
                     .formerly("offset")
                     .doc("The force at the least velocity.");
  Param gain = b.real("Gain", "Viscous friction (gain)", "1").formerly("gain").doc("Force per velocity.");
  b.zero_crossing_flag();
  In u = b.input("u", "velocity");
  Out y = b.output("y", "force");
  b.equations([=](Equations& e) { e.output(y, e(gain) * e(u) + located_sign(e, e(u)) * e(offset)); });
}

}  // namespace sim::blocks
