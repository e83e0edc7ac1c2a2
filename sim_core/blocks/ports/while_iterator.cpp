#include "sim_core/blocks/ports/iteration.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void while_iterator(BlockTypeBuilder& b) {
  b.id("ports/while_iterator").label("While Iterator").category("Ports & Subsystems");
  b.doc(
      "Inside a subsystem: its blocks are executed at each time step until a condition fails.\n\n"
      "`cond`, computed by the blocks inside, says after each pass whether there is another; `IC` says "
      "whether "
      "there is a first one. do-while: there always is. A number above 0 is true. There are at most as many "
      "passes as the maximum says: they are written out when the model is compiled, so that there is no "
      "unlimited iteration. Discrete blocks inside advance once in each pass; their sample time is -1. "
      "Continuous states cannot be inside. The outputs are those of the last pass that was executed. "
      "Comparisons inside are not located: no time goes by between passes.");
  b.keywords({"While Iterator Subsystem", "while loop", "do-while", "WHILE", "until converged"});
  b.icon(IconShape::Rectangle, "", "while\n{WhileBlockType}");
  b.size(80, 56);
  const Param most = b.integer("MaxIters", "Maximum number of iterations", "5").range(1, 10000);
  const Param type = b.choice("WhileBlockType", "While loop type", {"while", "do-while"});
  const IteratorOptions options = iterator_options(b, false);
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"cond", "Whether there is another pass."}};
    if (v.of(type).text == "while") ports.push_back({"IC", "Whether there is a first pass."});
    return ports;
  });
  b.passes([=](const ParameterValues& v) { return static_cast<int>(v.of(most).number()); });
  b.equations([=](Equations& e) {
    const ir::Value goes_on = e.memory(e.constant(0)), zero = e.constant(0);
    ir::Value on = goes_on;
    if (e.pass() == 0) {
      on = iteration_begins(e, options);
      if (e.choice(type) == 0) on = on & (e(In{1}) > zero);
    }
    const ir::Value another = on & (e(In{0}) > zero);
    e.store(goes_on, another);
    if (const int last = static_cast<int>(e.value(most).number()); e.pass() + 1 == last)
      e.check(another, "IterationLimitMsg",
              "its condition still holds after " + std::to_string(last) + " passes, the most there may be");
    execute_pass(e, options, on, e.pass() + 1);
  });
}

}  // namespace sim::blocks
