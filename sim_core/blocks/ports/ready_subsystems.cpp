// Subsystems with something inside (diagram/ready_subsystems.h says what): names in the library.
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

void declare_ready(BlockTypeBuilder& b, const char* doc, const char* path, const char* text) {
  b.category("Ports & Subsystems").role(BlockRole::Subsystem).doc(doc);
  b.icon(IconShape::Rectangle, path, text);
  b.size(96, 64);
}

}  // namespace

void atomic_subsystem(BlockTypeBuilder& b) {
  b.id("ports/atomic_subsystem").label("Atomic Subsystem");
  b.keywords({"TreatAsAtomicUnit", "atomic unit", "nonvirtual", "one unit", "task"});
  declare_ready(
      b,
      "A subsystem that is one unit to what is around it.\n\nIt is a Subsystem whose parameter Treat "
      "as atomic unit is on: its sample time counts for all blocks inside that inherit theirs, its "
      "priority for all inside before their own.",
      "M.3,.3 L.7,.3 L.7,.7 L.3,.7 Z", "");
}

void enabled_subsystem(BlockTypeBuilder& b) {
  b.id("ports/enabled_subsystem").label("Enabled Subsystem");
  b.keywords({"EnablePort", "IFTHEL_f", "conditional", "switch off"});
  declare_ready(b,
                "A subsystem that is executed while the signal at its top is positive.\n\nIt is a Subsystem "
                "with an Enable block inside, which says whether its states are held or reset. While it "
                "is not executed its outputs keep their value or are reset, as its Outport blocks say.",
                "M.1,.7 L.3,.7 L.3,.3 L.7,.3 L.7,.7 L.9,.7", "");
}

void triggered_subsystem(BlockTypeBuilder& b) {
  b.id("ports/triggered_subsystem").label("Triggered Subsystem");
  b.keywords({"TriggerPort", "edge", "event", "interrupt"});
  declare_ready(b,
                "A subsystem that is executed once at each edge of the signal at its top.\n\nIt is a "
                "Subsystem with a Trigger block inside, which says at which edges. In between its outputs "
                "keep their value; no continuous state can be inside.",
                "M.2,.75 L.5,.75 L.5,.25 L.8,.25 M.42,.45 L.5,.33 L.58,.45", "");
}

void enabled_triggered_subsystem(BlockTypeBuilder& b) {
  b.id("ports/enabled_triggered_subsystem").label("Enabled and Triggered Subsystem");
  b.keywords({"EnablePort", "TriggerPort", "gated event"});
  declare_ready(b,
                "A subsystem that is executed at the edges of one signal while another is positive.\n\nIt is "
                "a Subsystem with an Enable and a Trigger block inside.",
                "M.08,.7 L.18,.7 L.18,.3 L.36,.3 L.36,.7 L.46,.7 M.56,.75 L.72,.75 L.72,.25 L.9,.25", "");
}

void function_call_subsystem(BlockTypeBuilder& b) {
  b.id("ports/function_call_subsystem").label("Function-Call Subsystem");
  b.keywords({"SampleCLK", "activation", "callable", "scheduled"});
  declare_ready(
      b,
      "A subsystem that is executed whenever another block calls it.\n\nIt is a Subsystem with a Trigger "
      "block of the type function-call inside. A Function-Call Generator calls it at a rate of its own.",
      "", "f()");
}

void action_subsystem(BlockTypeBuilder& b) {
  b.id("ports/action_subsystem").label("Action Subsystem");
  b.keywords({"If Action Subsystem", "IFTHEL_f", "if-else", "branch"});
  declare_ready(b,
                "A subsystem that is executed while the If or Switch Case block that drives it chooses "
                "it.\n\nIt is a Subsystem with an Action Port inside. Connect one to each output of the If "
                "or Switch Case, and bring their results together with a Merge.",
                "M.2,.5 L.75,.5 M.55,.3 L.78,.5 L.55,.7", "");
}

void switch_case_action_subsystem(BlockTypeBuilder& b) {
  b.id("ports/switch_case_action_subsystem").label("Switch Case Action Subsystem");
  b.keywords({"ESELECT_f", "SwitchCaseActionSubsystem", "case", "branch", "mode"});
  declare_ready(
      b,
      "A subsystem that is executed while a Switch Case block chooses its case.\n\nIt is a Subsystem "
      "with an Action Port inside, which says whether its states are held or reset when its case "
      "comes again. Connect one to each case, and bring their results together with a Merge.",
      "M.15,.3 L.4,.3 M.15,.5 L.4,.5 M.15,.7 L.4,.7 M.55,.5 L.85,.5 M.75,.4 L.86,.5 L.75,.6", "");
}

void resettable_subsystem(BlockTypeBuilder& b) {
  b.id("ports/resettable_subsystem").label("Resettable Subsystem");
  b.keywords({"reset states", "restart", "ResettableSubsystem"});
  declare_ready(b,
                "A subsystem whose states are reset at each edge of the signal at its top.\n\nIt is a "
                "Subsystem with a Reset Port inside. It is always executed.",
                "M.2,.3 L.8,.3 M.5,.3 L.5,.75 M.38,.6 L.5,.78 L.62,.6", "");
}

void for_iterator_subsystem(BlockTypeBuilder& b) {
  b.id("ports/for_iterator_subsystem").label("For Iterator Subsystem");
  b.keywords({"for loop", "repeat", "FOR"});
  declare_ready(b,
                "A subsystem that is executed a number of times at each time step.\n\nIt is a Subsystem with "
                "a For Iterator inside, which gives the number of the pass and says how many there are.",
                "", "for\n1 : N");
}

void while_iterator_subsystem(BlockTypeBuilder& b) {
  b.id("ports/while_iterator_subsystem").label("While Iterator Subsystem");
  b.keywords({"while loop", "do-while", "until converged", "WHILE"});
  declare_ready(b,
                "A subsystem that is executed at each time step until a condition fails.\n\nIt is a "
                "Subsystem with a While Iterator inside: connect the condition for another pass to it.",
                "", "while");
}

void for_each_subsystem(BlockTypeBuilder& b) {
  b.id("ports/for_each_subsystem").label("For Each Subsystem");
  b.keywords({"vectorise", "map", "foreach", "array of subsystems"});
  declare_ready(
      b,
      "A subsystem that is there once for each element of its inputs.\n\nIt is a Subsystem with a For Each "
      "block inside, which says how inputs are split and outputs joined. Each copy has states of its own.",
      "", "for\neach");
}

}  // namespace sim::blocks
