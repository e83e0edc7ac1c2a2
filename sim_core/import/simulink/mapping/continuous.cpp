#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// Outputs: y, then the saturation, then the state, as far as they are shown.
static void integrator(BlockTranslation& t) {
  int outputs = 1;
  if (t.on("ShowSaturationPort")) ++outputs;
  if (t.on("ShowStatePort")) t.result.outputs[{SourcePort::State, 1}] = outputs;
  if (t.on("WrapState") && t.on("LimitOutput")) t.approximate("a state that is limited does not wrap");
}

static void second_order(BlockTranslation& t) {
  const std::string shown = t.given("ShowOutput", "both");
  if (shown == "dx/dt" || shown == "dxdt") t.result.outputs[{SourcePort::Signal, 1}] = 1;
  if (t.on("LimitX") && t.given("LimitDXDT").empty()) t.set("LimitDXDT", "off");
}

static void variable_delay(BlockTranslation& t) {
  if (t.given("VariableDelayType", "Variable transport delay") == "Variable time delay")
    t.become("continuous/variable_time_delay");
  if (t.on("ZeroDelay")) t.approximate("a delay of zero is passed through here only to rounding");
}

static void state_space(BlockTranslation& t) {
  t.set_expression("X0", t.given({"InitialCondition", "X0"}, "0"));
}

static void transfer_fcn(BlockTranslation& t) {
  t.set_expression("Numerator", t.given("Numerator", "[1]"));
  t.set_expression("Denominator", t.given("Denominator", "[1 1]"));
  if (t.given("Numerator").find(';') != std::string::npos)
    t.approximate("check the numerator: one row for each output");
}

static void pid(BlockTranslation& t, bool two) {
  if (t.given("TimeDomain", "Continuous-time") == "Discrete-time") {
    t.become(two ? "discrete/discrete_pid_2dof" : "discrete/discrete_pid");
    for (const char* name : {"IntegratorMethod", "FilterMethod"})
      if (const std::string text = t.given(name); !text.empty()) t.set(name, text);
    t.set("UseFilter", t.on("UseFilter", true) ? "on" : "off");
    t.set_expression("SampleTime", t.given("SampleTime", "-1"));
  }
  if (t.given("ControllerParametersSource", "internal") == "external")
    t.unresolved("its parameters are inputs: build it of Product, Integrator and Derivative blocks");
}

static void add_pid(MappingTable& t, const char* link, bool two) {
  t.block(link, two ? "continuous/pid_2dof" : "continuous/pid")
      .names()
      .choice("Controller", {"Controller"},
              {{"PID", "PID"}, {"PI", "PI"}, {"PD", "PD"}, {"P", "P"}, {"I", "I"}}, "PID")
      .expression("P", {"P"}, "1")
      .expression("I", {"I"}, "1")
      .expression("D", {"D"}, "0")
      .expression("N", {"N"}, "100")
      .by([two](BlockTranslation& b) { pid(b, two); });
}

void map_continuous(MappingTable& t) {
  t.block("Integrator", "continuous/integrator")
      .names()
      .expression("InitialCondition", {"InitialCondition"}, "0")
      .by(integrator);
  t.block("SecondOrderIntegrator", "continuous/second_order_integrator")
      .names()
      .choice("ExternalReset", {"ExternalReset"},
              {{"none", "none"}, {"rising", "rising"}, {"falling", "falling"}, {"either", "either"}}, "none")
      .by(second_order);
  t.block("Derivative", "continuous/derivative")
      .expression("CoefficientInTFapproximation", {"CoefficientInTFapproximation", "LinearizePole"}, "inf");
  t.block("TransferFcn", "continuous/transfer_fcn").by(transfer_fcn);
  t.block("ZeroPole", "continuous/zero_pole")
      .expression("Zeros", {"Zeros"}, "[1]")
      .expression("Poles", {"Poles"}, "[0 -1]")
      .expression("Gain", {"Gain"}, "[1]");
  t.block("StateSpace", "continuous/state_space")
      .expression("A", {"A"}, "1")
      .expression("B", {"B"}, "1")
      .expression("C", {"C"}, "1")
      .expression("D", {"D"}, "1")
      .by(state_space);
  t.block("TransportDelay", "continuous/transport_delay")
      .expression("DelayTime", {"DelayTime"}, "1")
      .expression("InitialOutput", {"InitialOutput", "InitialInput"}, "0")
      .expression("PadeOrder", {"PadeOrder"}, "0")
      .caveat("TransDelayFeedthrough", {"off"}, "an input is never fed through while the model runs");
  t.block("VariableTransportDelay", "continuous/variable_transport_delay")
      .expression("MaximumDelay", {"MaximumDelay"}, "10")
      .expression("InitialOutput", {"InitialOutput", "InitialInput"}, "0")
      .by(variable_delay);
  add_pid(t, "simulink/Continuous/PID Controller", false);
  add_pid(t, "simulink/Continuous/PID Controller (2DOF)", true);
  t.also("slpidlib/PID Controller", "simulink/Continuous/PID Controller");
  t.also("slpidlib/PID Controller (2DOF)", "simulink/Continuous/PID Controller (2DOF)");
  t.block("simulink/Discrete/Discrete PID Controller", "discrete/discrete_pid").names();
  t.block("simulink/Discrete/Discrete PID Controller (2DOF)", "discrete/discrete_pid_2dof").names();
}

}  // namespace sim::importing::simulink
