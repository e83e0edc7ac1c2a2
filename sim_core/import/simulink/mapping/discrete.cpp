#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static void delay(BlockTranslation& t) {
  const std::string reset = t.given("ExternalReset", "None");
  if (t.given("InitialConditionSource", "Dialog") == "Input port")
    t.unresolved("its initial value is an input: use an Initial Condition block, or a Switch behind a Delay");
  else if (reset.find("Level") != std::string::npos)
    t.set("ExternalReset", reset == "Level hold" ? "level hold" : "level");
}

// ForwardEuler and others are the words before 2006.
static const Choices methods{{"Integration: Forward Euler", "Forward Euler"},
                             {"ForwardEuler", "Forward Euler"},
                             {"Integration: Backward Euler", "Backward Euler"},
                             {"BackwardEuler", "Backward Euler"},
                             {"Integration: Trapezoidal", "Trapezoidal"},
                             {"Trapezoidal", "Trapezoidal"},
                             {"Forward Euler", "Forward Euler"},
                             {"Backward Euler", "Backward Euler"},
                             {"Accumulation: Forward Euler", "Accumulation: Forward Euler"},
                             {"Accumulation: Backward Euler", "Accumulation: Backward Euler"},
                             {"Accumulation: Trapezoidal", "Accumulation: Trapezoidal"}};

static void discrete_integrator(BlockTranslation& t) {
  int outputs = 1;
  if (t.on("ShowSaturationPort")) ++outputs;
  if (t.on("ShowStatePort")) t.result.outputs[{SourcePort::State, 1}] = outputs;
  if (t.given("ExternalReset") == "sampled level")
    t.approximate("ExternalReset \"sampled level\" is taken for level"), t.set("ExternalReset", "level");
}

void map_discrete(MappingTable& t) {
  t.block("UnitDelay", "discrete/unit_delay")
      .expression("InitialCondition", {"InitialCondition", "X0"}, "0")
      .expression("SampleTime", {"SampleTime"}, "-1");
  t.block("Delay", "discrete/delay")
      .choice("DelayLengthSource", {"DelayLengthSource"},
              {{"Dialog", "Dialog"}, {"Input port", "Input port"}}, "Dialog")
      .expression("DelayLength", {"DelayLength"}, "2")
      .expression("DelayLengthUpperLimit", {"DelayLengthUpperLimit"}, "100")
      .expression("InitialCondition", {"InitialCondition"}, "0")
      .choice("ExternalReset", {"ExternalReset"},
              {{"None", "none"},
               {"Rising", "rising"},
               {"Falling", "falling"},
               {"Either", "either"},
               {"Level", "level"},
               {"Level hold", "level hold"}},
              "None")
      .flag("ShowEnablePort", {"ShowEnablePort"}, "off")
      .expression("SampleTime", {"SampleTime"}, "-1")
      .by(delay);
  t.block("Memory", "discrete/memory")
      .expression("InitialCondition", {"InitialCondition", "X0"}, "0")
      .flag("InheritSampleTime", {"InheritSampleTime"}, "off");
  t.block("ZeroOrderHold", "discrete/zero_order_hold").expression("SampleTime", {"SampleTime"}, "1");
  t.block("DiscreteIntegrator", "discrete/discrete_integrator")
      .names()
      .choice("IntegratorMethod", {"IntegratorMethod"}, methods, "Integration: Forward Euler")
      .expression("GainValue", {"gainval"}, "1.0")
      .expression("InitialCondition", {"InitialCondition"}, "0")
      .expression("SampleTime", {"SampleTime"}, "1")
      .choice("ExternalReset", {"ExternalReset"},
              {{"none", "none"},
               {"rising", "rising"},
               {"falling", "falling"},
               {"either", "either"},
               {"level", "level"},
               {"sampled level", "level"}},
              "none")
      .by(discrete_integrator);
  t.block("DiscreteTransferFcn", "discrete/discrete_transfer_fcn")
      .names()
      .expression("Numerator", {"Numerator"}, "[1]")
      .expression("Denominator", {"Denominator"}, "[1 0.5]")
      .expression("SampleTime", {"SampleTime"}, "1");
  t.block("DiscreteFilter", "discrete/discrete_filter")
      .names()
      .expression("Numerator", {"Numerator"}, "[1]")
      .expression("Denominator", {"Denominator"}, "[1 2]")
      .expression("SampleTime", {"SampleTime"}, "1");
  t.block("DiscreteFir", "discrete/discrete_fir").names().expression("SampleTime", {"SampleTime"}, "-1");
  t.block("DiscreteZeroPole", "discrete/discrete_zero_pole")
      .names()
      .expression("Zeros", {"Zeros"}, "[1]")
      .expression("Poles", {"Poles"}, "[0 0.5]")
      .expression("SampleTime", {"SampleTime"}, "1");
  t.block("DiscreteStateSpace", "discrete/discrete_state_space")
      .names()
      .expression("X0", {"InitialCondition", "X0"}, "0")
      .expression("SampleTime", {"SampleTime"}, "1");
}

}  // namespace sim::importing::simulink
