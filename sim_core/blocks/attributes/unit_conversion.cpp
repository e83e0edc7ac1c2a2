#include "sim_core/base/unit.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void unit_conversion(BlockTypeBuilder& b) {
  b.id("attributes/unit_conversion").label("Unit Conversion").category("Signal Attributes");
  b.doc(
      "Converts a signal from one unit to another.\n\n"
      "$y = \\mathrm{factor} \\, u + \\mathrm{offset}$\n\n"
      "There is an offset between temperature scales only. The units have to measure the same. The input "
      "unit `inherit` is that of the signal; where it is not known, nothing is converted.");
  b.keywords({"units", "degrees", "radians", "Celsius", "Fahrenheit", "rpm"});
  b.icon(IconShape::Rectangle, "", "{Unit}");
  Param from = b.text("InputUnit", "Input unit", "inherit").doc("Of the signal; inherit: as it is known.");
  Param to = b.output_unit("1").doc("What the output is measured in, such as m/s^2, N*m, rad/s or degC.");
  In u = b.input("u");
  Out y = b.output("y");
  b.converts_unit(from);
  for (Param p : {from, to})
    b.require(
        [=](const ParameterValues& v) { return v.of(p).text == "inherit" || bool(parse_unit(v.of(p).text)); },
        "a unit is not known", "write for example m/s^2, N*m, rad/s, degC, or 1 for none");
  b.equations([=](Equations& e) { e.output(y, e(u)); });
}

}  // namespace sim::blocks
