#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void switch_case(BlockTypeBuilder& b) {
  b.id("ports/switch_case").label("Switch Case").category("Ports & Subsystems");
  b.doc(
      "Chooses one of several action subsystems by a whole number.\n\n"
      "$y_k = \\begin{cases} 1 & \\mathrm{fix}(u) = \\mathrm{case}_k \\\\ 0 & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "The input is cut to a whole number; `default` is 1 where no case fits.");
  b.keywords({"ESELECT_f", "SWITCHCASE", "select"});
  b.icon(IconShape::Rectangle, "", "case\n{Cases}");
  b.size(80, 64);
  Param cases = b.real("Cases", "Case conditions", "[1, 2]").formerly("cases").not_tunable();
  Param otherwise = b.flag("ShowDefault", "Show default case", true);
  b.zero_crossing_flag();
  In u = b.input("u");
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (double value : v.of(cases).numbers) ports.push_back({"case " + to_text(value), ""});
    if (v.of(otherwise).number() != 0) ports.push_back({"default", ""});
    return ports;
  });
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.inputs[0].is_scalar())
      s.problem = "the input has shape " + to_text(s.inputs[0]) + ", not one element";
  });
  b.equations([=](Equations& e) {
    const ir::Value number = trunc(e(u));
    ir::Value none = e.constant(1);
    int port = 0;
    for (double value : e.value(cases).numbers) {
      const ir::Value wanted = e.constant(value);
      const ir::Value fits = e.crosses_above((number <= wanted) & (number >= wanted), e.constant(0.5));
      e.output(Out{port++}, none & fits);
      none = none & logical_not(fits);
    }
    if (e.flag(otherwise)) e.output(Out{port}, none);
  });
}

}  // namespace sim::blocks
