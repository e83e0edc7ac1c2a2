#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static bool has(const SourceSystem* system, const char* type) {
  return system && std::any_of(system->blocks.begin(), system->blocks.end(), [&](const SourceBlock& b) {
           return b.type == type && b.commented != CommentedOut::Out;
         });
}

static int port_number(const SourceBlock& block) {
  const auto it = block.parameters.find("Port");
  const auto number = it == block.parameters.end() ? std::vector<double>{1} : plain_numbers(it->second);
  return number.empty() ? 1 : whole_within(number[0], 1, 1000);
}

static int ports_inside(const SourceSystem* system, const char* type) {
  int most = 0;
  if (system)
    for (const SourceBlock& block : system->blocks)
      if (block.type == type && block.commented != CommentedOut::Out)
        most = std::max(most, port_number(block));
  return most;
}

// Control ports come behind the signals: first the one that says how long, then the one that says when.
static void subsystem(BlockTranslation& t) {
  const SourceSystem* inside = t.block.inside();
  if (!inside)
    return t.unresolved("the file does not hold what is inside: draw it, or import the file that it is in");
  t.result.keeps_contents = true;
  int next = ports_inside(inside, "Inport");
  if (has(inside, "EnablePort")) t.result.inputs[{SourcePort::Enable, 1}] = next++;
  if (has(inside, "ActionPort")) t.result.inputs[{SourcePort::Action, 1}] = next++;
  if (has(inside, "ResetPort")) t.result.inputs[{SourcePort::Reset, 1}] = next++;
  if (has(inside, "TriggerPort")) t.result.inputs[{SourcePort::Trigger, 1}] = next++;
  if (t.on("TreatAsAtomicUnit")) {
    t.set("TreatAsAtomicUnit", "on");
    if (const std::string time = collapsed(t.given("SystemSampleTime", "-1")); time != "-1")
      t.set_expression("SystemSampleTime", time);
  }
}

static void port(BlockTranslation& t) {
  t.set("port", std::to_string(port_number(t.block)));
  const std::string type = t.given({"OutDataTypeStr", "DataType"}, "auto");
  if (type.starts_with("int") || type.starts_with("uint") || type == "single" || type == "boolean")
    t.approximate("its data type " + type +
                  " is not enforced: put a Signal Specification behind it where that matters");
}

static void outport(BlockTranslation& t) {
  port(t);
  t.set("OutputWhenDisabled", t.given("OutputWhenDisabled", "held") == "reset" ? "reset" : "held");
  const std::string initial = collapsed(t.given("InitialOutput", "[]"));
  if (initial != "[]" && !initial.empty()) t.set_expression("InitialOutput", t.given("InitialOutput"));
}

static void states(BlockTranslation& t) {
  const std::string what = t.given({"StatesWhenEnabling", "InitializeStates", "InitializeStates"}, "held");
  if (what == "held" || what == "reset") t.set("StatesWhenEnabling", what);
  if (t.on("ShowOutputPort"))
    t.approximate("its output, the signal that controls it, is not offered: lead it in through an Inport");
}

static void trigger(BlockTranslation& t) {
  t.set("TriggerType", t.given("TriggerType", "rising"));
  if (t.on("ShowOutputPort"))
    t.approximate("its output, the signal that controls it, is not offered: lead it in through an Inport");
  if (t.given("SampleTimeType", "triggered") == "periodic")
    t.approximate("it is called as its caller says, not by a period of its own");
}

// The text of cells, "{1, -5, [2,3]}": one output each; a case of several numbers is not offered.
static void switch_case(BlockTranslation& t) {
  std::string text = collapsed(t.given("CaseConditions", "{1}"));
  if (text.starts_with('{')) text = '[' + text.substr(1, text.size() - 2) + ']';
  if (text.find('[', 1) != std::string::npos)
    return t.unresolved("a case of several numbers: use an If block");
  t.set_expression("Cases", text);
  t.set("ShowDefault", t.on("ShowDefaultCase", true) ? "on" : "off");
}

static void if_block(BlockTranslation& t) {
  t.set_expression("Inputs", t.given("NumInputs", "1"));
  t.set("IfExpression", t.given("IfExpression", "u1 > 0"));
  if (const std::string more = t.given("ElseIfExpressions"); !more.empty()) t.set("ElseIfExpressions", more);
  t.set("ShowElse", t.on("ShowElse", true) ? "on" : "off");
}

static void for_iterator(BlockTranslation& t) {
  t.set("IterationSource", t.given("IterationSource", "internal") == "external" ? "external" : "internal");
  t.set_expression("IterationLimit", t.given({"IterationLimit", "NumIters"}, "5"));
  t.set("IndexMode", t.given("IndexMode", "One-based"));
  if (t.given("ResetStates", "held") == "reset") t.set("ResetStates", "reset");
  if (t.on("ExternalIncrement")) t.unresolved("its counter is set from outside: use a Function block");
}

static void while_iterator(BlockTranslation& t) {
  t.set("WhileBlockType", t.given("WhileBlockType", "while"));
  const std::string most = collapsed(t.given("MaxIters", "5"));
  if (most == "-1")
    t.set("MaxIters", "10000"), t.approximate("passes without a limit end at 10000");
  else
    t.set_expression("MaxIters", most);
}

void map_subsystems(MappingTable& t) {
  t.block("SubSystem", "ports/subsystem").by(subsystem);
  t.block("Inport", "ports/inport").by(port);
  t.block("InportShadow", "ports/inport")
      .by(port)
      .differs("it is a second picture of an Inport: lead a branch of the first one here");
  t.block("Outport", "ports/outport").by(outport);
  t.block("EnablePort", "ports/enable").by(states);
  t.block("TriggerPort", "ports/trigger").by(trigger);
  t.block("ActionPort", "ports/action_port").by(states);
  t.block("ResetPort", "ports/reset_port")
      .choice("ResetTriggerType", {"ResetTriggerType"},
              {{"rising", "rising"}, {"falling", "falling"}, {"either", "either"}}, "rising");
  t.block("If", "ports/if").by(if_block);
  t.block("SwitchCase", "ports/switch_case").by(switch_case);
  t.block("ForIterator", "ports/for_iterator").by(for_iterator);
  t.block("WhileIterator", "ports/while_iterator").by(while_iterator);
  t.block("ForEach", "ports/for_each").differs("check how it splits its inputs and joins its outputs");
  t.block("FunctionCallGenerator", "ports/function_call_generator")
      .expression("Period", {"sample_time", "SampleTime"}, "1")
      .caveat("numberOfIterations", {"1"}, "it calls once each time");
  t.also("simulink/Ports & Subsystems/Function-Call Generator", "FunctionCallGenerator");
  t.block("FunctionCallSplit", "ports/function_call_split").expression("Outputs", {"NumOutputPorts"}, "2");
  t.none("SubSystem[Chart]", "a state chart: draw it with the blocks of Logic, or write a Function block");
  t.none("SubSystem[State Transition Table]",
         "a state chart: draw it with the blocks of Logic, or write a Function block");
  t.none("SubSystem[Truth Table]", "use a Combinatorial Logic or a Function block");
  t.none("SubSystem[Test Sequence]", "use a Signal Editor block");
  t.none("ModelReference", "the model it refers to is not beside this one: put it there and import again");
  for (const char* part : {"PMIOPort", "PMComponent", "SimscapeBlock", "SimscapeComponentBlock",
                           "SimscapeMultibodyBlock", "ConnectionPort", "Ground (Electrical)"})
    t.none(part, "a physical component of Simscape: use the blocks of Electrical and Driveline");
}

}  // namespace sim::importing::simulink
