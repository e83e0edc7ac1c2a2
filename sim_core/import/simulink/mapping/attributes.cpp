#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// Which way it leads is known when the sample times are.
static void rate_transition(BlockTranslation& t) {
  if (t.on("Integrity", true) && t.on("Deterministic", true))
    t.approximate("from a slower to a faster rate it delays by one sample there: set its Delay in that case");
}

static void probe(BlockTranslation& t) {
  t.set("ProbeWidth", t.on("ProbeWidth", true) ? "on" : "off");
  t.set("ProbeSignalDimensions", t.on("ProbeSignalDimensions", true) ? "on" : "off");
  t.set("ProbeComplexSignal", t.on("ProbeComplexSignal", true) ? "on" : "off");
  if (t.on("ProbeSampleTime", true)) t.approximate("the sample time is not among its outputs here");
}

static void specification(BlockTranslation& t) {
  const std::string dimensions = collapsed(t.given("Dimensions", "-1"));
  if (dimensions != "-1") t.set_expression("Dimensions", dimensions);
  for (const char* name : {"OutMin", "OutMax"})
    if (const std::string limit = collapsed(t.given(name, "[]")); limit != "[]")
      t.set_expression(name, limit);
  const std::string type = t.given("SignalType", "auto");
  if (type == "real" || type == "complex") t.set("SignalType", type);
}

void map_attributes(MappingTable& t) {
  t.block("DataTypeConversion", "attributes/data_type_conversion")
      .caveat("ConvertRealWorld", {"Real World Value (RWV)"},
              "stored integers are not looked at: the value is converted");
  t.block("RateTransition", "attributes/rate_transition")
      .expression("SampleTime", {"OutPortSampleTime"}, "-1")
      .expression("InitialCondition", {"InitialCondition", "X0"}, "0")
      .by(rate_transition);
  t.block("InitialCondition", "attributes/ic").expression("InitialValue", {"Value"}, "1");
  t.block("SignalConversion", "attributes/signal_conversion");
  t.block("SignalSpecification", "attributes/signal_specification").by(specification);
  t.block("Width", "attributes/width");
  t.block("Probe", "attributes/probe").by(probe);
  t.left_out("DataTypeDuplicate", "it only requires equal data types");
  const std::string folder = "simulink/Signal Attributes/";
  t.left_out(folder + "Data Type Duplicate", "it only requires equal data types");
  t.left_out(folder + "Data Type Propagation", "it only sets data types of others");
  t.left_out(folder + "Data Type Propagation Examples", "an example");
  t.block(folder + "Data Type Conversion Inherited", "attributes/data_type_conversion")
      .differs("its type is that of a reference signal: choose it in the block")
      .by([](BlockTranslation& b) {
        b.result.inputs = {{{SourcePort::Signal, 1}, -1}, {{SourcePort::Signal, 2}, 0}};
      });
  t.block(folder + "Data Type Scaling Strip", "attributes/signal_conversion")
      .differs("there are no scaled types: the signal passes");
}

}  // namespace sim::importing::simulink
