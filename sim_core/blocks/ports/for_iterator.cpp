#include "sim_core/base/text.h"
#include "sim_core/blocks/ports/iteration.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void for_iterator(BlockTypeBuilder& b) {
  b.id("ports/for_iterator").label("For Iterator").category("Ports & Subsystems");
  b.doc(
      "Inside a subsystem: its blocks are executed N times at each time step.\n\n"
      "Unit Delays, Memories and other discrete blocks inside advance once in each pass; their sample time "
      "is "
      "-1. Continuous states cannot be inside. The outputs are those of the last pass. The passes are "
      "written "
      "out when the model is compiled, so that their number has a limit that is known before: a number from "
      "outside is cut to a whole one, and if it is above the greatest the run ends with an error. The "
      "iteration variable goes up by one; it is not set from outside. Comparisons inside are not located: no "
      "time goes by between passes.");
  b.keywords({"For Iterator Subsystem", "for loop", "repeat", "FOR", "iteration limit"});
  b.icon(IconShape::Rectangle, "", "for\n1 : N");
  b.size(72, 48);
  const Param source = b.choice("IterationSource", "Iteration limit source", {"internal", "external"});
  const Param limit = b.integer("IterationLimit", "Iteration limit", "5")
                          .range(1, 10000)
                          .doc("N; where it comes from outside: the greatest that it may be.");
  const Param mode = b.choice("IndexMode", "Index mode", {"One-based", "Zero-based"});
  const IteratorOptions options = iterator_options(b, true);
  b.inputs([=](const ParameterValues& v) {
    return v.of(source).text == "external" ? std::vector<PortSpec>{{"N", "How often."}}
                                           : std::vector<PortSpec>{};
  });
  b.passes([=](const ParameterValues& v) { return static_cast<int>(v.of(limit).number()); });
  b.equations([=](Equations& e) {
    const int pass = e.pass();
    const ir::Value runs = e.memory(e.constant(0));
    const ir::Value begins = pass == 0 ? iteration_begins(e, options) : runs;
    e.store(runs, begins);
    ir::Value on = begins;
    if (e.choice(source) == 1) {
      const ir::Value kept = e.memory(e.constant(0));
      const ir::Value n = pass == 0 ? e(In{0}) : kept;
      e.store(kept, n);
      on = begins & (n >= e.constant(pass + 1));
      const double most = e.value(limit).number();
      if (pass == 0)
        e.check(begins & (n >= e.constant(most + 1)), CheckAction::Error,
                "the number of iterations is above its limit of " + to_text(most) +
                    "; raise the iteration limit");
    }
    execute_pass(e, options, on, e.choice(mode) == 0 ? pass + 1 : pass);
  });
}

}  // namespace sim::blocks
