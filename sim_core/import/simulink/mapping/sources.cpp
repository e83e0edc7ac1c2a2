#include "sim_core/import/simulink/data_files.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static void pulses(BlockTranslation& t) {
  if (t.given("PulseType", "Time based") != "Sample based") return;
  t.set("PulseType", "Sample based");
  t.set_expression("PulseSamples", t.given("PulseWidth", "5"));
  t.result.parameters.erase("PulseWidth");
  t.set_expression("SampleTime", t.given("SampleTime", "1"));
}

static void sine(BlockTranslation& t) {
  const std::string type = t.given("SineType", "Time based");
  if (t.given("TimeSource", "Use simulation time") != "Use simulation time") {
    t.become("math/sine_wave_function");
    t.result.parameters.erase("SampleTime");
    return;
  }
  if (type != "Sample based") return;
  // The n-th sample is sin(2 pi (n + Offset) / Samples).
  const std::string samples = t.translated(t.given("Samples", "10")),
                    period = t.translated(t.given("SampleTime", "-1"));
  if (period == "-1" || period == "0")
    return t.approximate("a sample based sine without a sample time of its own is continuous");
  t.set("Frequency", "2*pi/((" + samples + ")*(" + period + "))");
  t.set("Phase", "2*pi*(" + t.translated(t.given("Offset", "0")) + ")/(" + samples + ')');
}

static void generator(BlockTranslation& t) {
  if (t.given("WaveForm", "sine") == "random")
    return t.unresolved("use a Uniform Random Number block between -1 and 1 times the amplitude");
  if (t.given("WaveForm") == "sawtooth") t.approximate("check the direction of the sawtooth");
}

// The file's path was found when the model was read (find_data_files).
static void from_file(BlockTranslation& t) {
  const std::string path = t.given(found_file);
  if (path.empty())
    return t.unresolved("its file \"" + t.given({"FileName", "Filename"}, "untitled.mat") +
                        "\" is not beside the model: put it there and import again");
  t.set("FileName", path);
  t.set("Interpolate", t.given("InterpolationWithinTimeRange") == "Zero order hold" ? "off" : "on");
}

static constexpr const char* other_numbers = "the random numbers are others, of the same distribution";

void map_sources(MappingTable& t) {
  t.block("Constant", "sources/constant").expression("Value", {"Value"}, "1");
  t.block("Clock", "sources/clock");
  t.block("DigitalClock", "sources/digital_clock").expression("SampleTime", {"SampleTime"}, "1");
  t.block("Ground", "sources/ground");
  t.block("Step", "sources/step")
      .expression("StepTime", {"Time"}, "1")
      .expression("InitialValue", {"Before"}, "0")
      .expression("FinalValue", {"After"}, "1");
  t.block("Sin", "sources/sine_wave").names().expression("SampleTime", {"SampleTime"}, "0").by(sine);
  t.block("DiscretePulseGenerator", "sources/pulse_generator")
      .expression("Amplitude", {"Amplitude"}, "1")
      .expression("Period", {"Period"}, "2")
      .expression("PulseWidth", {"PulseWidth"}, "50")
      .expression("PhaseDelay", {"PhaseDelay"}, "0")
      .caveat("TimeSource", {"Use simulation time"}, "its time is an input, which is not taken over")
      .by(pulses);
  t.block("SignalGenerator", "sources/signal_generator")
      .choice("WaveForm", {"WaveForm"},
              {{"sine", "sine"}, {"square", "square"}, {"sawtooth", "sawtooth"}, {"random", "sine"}}, "sine")
      .expression("Amplitude", {"Amplitude"}, "1")
      .expression("Frequency", {"Frequency"}, "1")
      .choice("Units", {"Units"}, {{"Hertz", "Hertz"}, {"rad/sec", "rad/sec"}}, "Hertz")
      .by(generator);
  t.block("RandomNumber", "sources/random_number")
      .names()
      .expression("SampleTime", {"SampleTime"}, "0")
      .differs(other_numbers);
  t.block("UniformRandomNumber", "sources/uniform_random_number")
      .names()
      .expression("SampleTime", {"SampleTime"}, "0")
      .differs(other_numbers);
  t.block("FromWorkspace", "sources/from_variable").names().expression("VariableName", {"VariableName"});
  t.block("FromFile", "sources/from_file")
      .choice("BeforeFirst", {"ExtrapolationBeforeFirstDataPoint"},
              {{"Linear extrapolation", "Extrapolation"},
               {"Hold first value", "Holding first value"},
               {"Ground value", "Setting to zero"}},
              "Linear extrapolation")
      .choice("OutputAfterFinalValue", {"ExtrapolationAfterLastDataPoint"},
              {{"Linear extrapolation", "Extrapolation"},
               {"Hold last value", "Holding final value"},
               {"Ground value", "Setting to zero"}},
              "Linear extrapolation")
      .expression("SampleTime", {"SampleTime"}, "0")
      .by(from_file);
  t.block("EnumeratedConstant", "sources/enumerated_constant")
      .text("Value", {"Value"})
      .differs("its enumeration is a class outside of the model: give the names and their numbers");
  t.none("StringConstant", "there are no text signals: use an Enumerated Constant");
}

}  // namespace sim::importing::simulink
