#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"
#include "sim_core/import/xcos/scilab_expression.h"

namespace sim::importing::xcos {

namespace {

void super_block(BlockTranslation& t) {
  if (!t.block.inside()) return t.unresolved("what is inside of it is not in the file: make a Subsystem");
  t.become("ports/subsystem");
  t.result.keeps_contents = true;
  for (const auto& [name, place] : t.block.parameters) {
    const bool in = name.starts_with("event in "), out = name.starts_with("event out ");
    if (!in && !out) continue;
    const int number = std::atoi(name.c_str() + (in ? 9 : 10));
    (in ? t.result.inputs : t.result.outputs)[{SourcePort::Event, number}] = std::atoi(place.c_str());
  }
}

void port(BlockTranslation& t) { Dialog(t).set("port", 1, t.given("ipar", "1")); }

// An event port of a super block, where its events are needed as a signal.
void event_port(BlockTranslation& t, const char* type) {
  const std::string place = t.given("place");
  if (place.empty()) return t.leave_out("its events are sample times");
  t.become(type);
  t.set("port", place);
  t.result.inputs[{SourcePort::Event, 1}] = 0;
  t.result.outputs[{SourcePort::Event, 1}] = 0;
}

// Where a block is activated by events that are no sample time, it is called: so it goes into a subsystem
// that is executed by function calls.
void call(BlockTranslation& t) {
  if (t.given("called").empty()) return;
  if (!t.result.composite.empty() || t.result.keeps_contents || t.result.type.empty())
    return t.unresolved("put it into a function-call subsystem: events activate it");
  TranslatedBlock& r = t.result;
  std::map<std::string, std::string> parameters = std::move(r.parameters);
  r.parameters = {};
  parameters["SampleTime"] = "-1";
  if (r.type == "discrete/zero_order_hold")
    parameters.clear();  // what is executed only then, samples by itself
  const std::string initial =
      parameters.contains("InitialCondition") ? parameters.at("InitialCondition") : "0";
  Composite& c = r.composite;
  const bool passes = r.type == "discrete/zero_order_hold";
  const int inner = c.add("Called", passes ? "attributes/signal_conversion" : r.type, std::move(parameters));
  int inputs = 0;
  for (int n = 1; n <= t.input_count(); ++n, ++inputs) c.connect(c.inport(n), inner, inputs);
  for (int n = 1; n <= t.output_count(); ++n) {
    const int out = c.add("Out" + std::to_string(n), "ports/outport",
                          {{"port", std::to_string(n)}, {"InitialOutput", initial}});
    c.connect(inner, out, 0, n - 1);
  }
  c.add("function", "ports/trigger", {{"TriggerType", "function-call"}});
  r.inputs[{SourcePort::Event, 1}] = inputs;
  if (t.input_count(SourcePort::Event) > 1) t.approximate("only its first event port activates it");
}

}  // namespace

void add_structure(MappingTable& t) {
  t.block("SUPER_f", "").by(super_block);
  for (const char* name : {"DSUPER", "PID", "m_sin", "PAL_f"}) t.also(name, "SUPER_f");
  t.block("IN_f", "ports/inport").by(port);
  t.block("OUT_f", "ports/outport").by(port);
  t.block("CLKINV_f", "").by([](BlockTranslation& b) { event_port(b, "ports/inport"); });
  t.also("CLKIN_f", "CLKINV_f");
  t.block("CLKOUTV_f", "").by([](BlockTranslation& b) { event_port(b, "ports/outport"); });
  t.also("CLKOUT_f", "CLKOUTV_f");
}

// Programs, pictures, and components of physical networks.
void add_foreign(MappingTable& t) {
  for (const char* name : {"scifunc_block", "scifunc_block_m", "c_block", "CBLOCK", "CBLOCK4",
                           "fortran_block", "generic_block", "generic_block2", "generic_block3", "func_block",
                           "DEBUG", "DEBUG_SCICOS", "AUTOMAT", "BOUNCE", "expr2LaTeX"})
    t.none(
        name,
        "write its program as a Function block or a plug-in: programs of Scilab, C and Fortran are not run");
  for (const char* name : {"MBLOCK", "MPBLOCK", "INIMPL_f", "OUTIMPL_f", "PDE"})
    t.none(name, "build the network of components from the blocks of the Driveline and Electrical libraries");
  for (const char* name : {"Resistor",
                           "Capacitor",
                           "Inductor",
                           "Ground",
                           "ConstantVoltage",
                           "SineVoltage",
                           "VsourceAC",
                           "VVsourceAC",
                           "CVS",
                           "CCS",
                           "CurrentSensor",
                           "VoltageSensor",
                           "PotentialSensor",
                           "Diode",
                           "Switch",
                           "VariableResistor",
                           "OpAmp",
                           "NMOS",
                           "PMOS",
                           "NPN",
                           "PNP",
                           "Gyrator",
                           "IdealTransformer",
                           "MOTOR"})
    t.none(name, "take the component of this kind from the Electrical library");
  for (const char* name : {"Bache", "Flowmeter", "PerteDP", "PuitsP", "SourceP", "VanneReglante"})
    t.none(name, "there are no hydraulic components: write its equations as blocks");
}

const MappingTable& xcos_table() {
  static const MappingTable table = [] {
    MappingTable t("Xcos");
    add_sources(t);
    add_sinks(t);
    add_linear(t);
    add_discrete(t);
    add_nonlinear(t);
    add_tables(t);
    add_routing(t);
    add_selections(t);
    add_matrices(t);
    add_integers(t);
    add_events(t);
    add_structure(t);
    add_foreign(t);
    t.translate = translate_scilab;
    t.every_block = call;
    const Choices solvers = {{"0", "auto"},   {"1", "ode15s"},  {"2", "ode15s"}, {"3", "ode113"},
                             {"4", "ode113"}, {"5", "ode45"},   {"6", "ode4"},   {"7", "radau5"},
                             {"8", "ode15s"}, {"100", "ode15s"}};
    t.settings = {{"StopTime", {"finalIntegrationTime"}, "100000", Translation::Expression},
                  {"RelTol", {"integratorRelativeTolerance"}, "1e-06", Translation::Expression},
                  {"AbsTol", {"integratorAbsoluteTolerance"}, "1e-06", Translation::Expression},
                  {"MaxStep", {"maximumStepSize"}, "auto", Translation::Expression},
                  {"Solver", {"solver"}, "1", Translation::Choice, solvers}};
    return t;
  }();
  return table;
}

}  // namespace sim::importing::xcos
