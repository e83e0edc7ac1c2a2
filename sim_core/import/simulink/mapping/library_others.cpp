#include "sim_core/import/annotation_text.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static void slider_gain(BlockTranslation& t) { t.set_expression("k", t.given("gain", "1")); }

// A text on the page.
static void as_text(BlockTranslation& t) {
  for (const char* name :
       {"DisplayStringWithTags", "MaskDisplayString", "InitialBlockCM", "InitialSaveTempField"})
    if (const std::string text = t.given(name); !text.empty() && text != "None") {
      t.result.annotation = annotation_text(text);
      return;
    }
  t.result.annotation = t.block.name;
}

void map_library_others(MappingTable& t) {
  const std::string sources = "simulink/Sources/";
  t.block(sources + "Ramp", "sources/ramp")
      .names()
      .expression("Slope", {"slope"}, "1")
      .expression("StartTime", {"start"}, "0")
      .expression("InitialOutput", {"X0", "InitialOutput"}, "0");
  t.block(sources + "Chirp Signal", "sources/chirp").names();
  t.block(sources + "Band-Limited White Noise", "sources/white_noise")
      .names()
      .expression("Cov", {"Cov"}, "[0.1]")
      .expression("SampleTime", {"Ts"}, "0.1")
      .expression("Seed", {"seed"}, "[23341]")
      .differs("the random numbers are others, of the same distribution");
  t.block(sources + "Repeating Sequence", "sources/repeating_sequence")
      .names()
      .expression("TimeValues", {"rep_seq_t"}, "[0 2]")
      .expression("OutValues", {"rep_seq_y"}, "[0 2]");
  t.block(sources + "Repeating Sequence Stair", "sources/repeating_sequence_stair")
      .names()
      .expression("SampleTime", {"tsamp"}, "-1");
  t.block(sources + "Repeating Sequence Interpolated", "sources/repeating_sequence_interpolated")
      .names()
      .choice("InterpMethod", {"LookUpMeth"},
              {{"Interpolation-Use End Values", "Linear"},
               {"Use Input Nearest", "Nearest"},
               {"Use Input Below", "Below"},
               {"Use Input Above", "Above"}},
              "Interpolation-Use End Values")
      .expression("SampleTime", {"tsamp"}, "0.01");
  t.block(sources + "Counter Free-Running", "sources/counter_free_running")
      .names()
      .expression("SampleTime", {"tsamp"}, "-1");
  t.block(sources + "Counter Limited", "sources/counter_limited")
      .names()
      .expression("UpperLimit", {"uplimit"}, "7")
      .expression("SampleTime", {"tsamp"}, "-1");
  t.block(sources + "Enumerated Constant", "sources/enumerated_constant")
      .text("Value", {"Value"})
      .differs("its enumeration is a class outside of the model: give the names and their numbers");
  t.block("simulink/Sinks/XY Graph", "sinks/xy_graph");
  const std::string math = "simulink/Math Operations/";
  t.block(math + "Slider Gain", "math/gain").by(slider_gain);
  t.block(math + "Algebraic Constraint", "math/algebraic_constraint")
      .names()
      .expression("Guess", {"z0"}, "0");
  t.block(math + "Dot Product", "math/dot_product");
  t.block(math + "MinMax Running Resettable", "math/minmax_running").names();
  t.block(math + "Polynomial", "math/polynomial").expression("Coefs", {"coefs", "Coefs"});
  t.block(math + "Reshape", "math/reshape").by([](BlockTranslation& b) {
    const std::string how = b.given("OutputDimensionality", "1-D array");
    b.set("OutputDimensionality", how.starts_with("Row") ? "Row vector"
                                  : how == "Customize"   ? "Customize"
                                                         : "Column vector");
    if (how == "Customize") b.set_expression("OutputDimensions", b.given("OutputDimensions", "[1,1]"));
  });
  t.block(math + "Unary Minus", "math/unary_minus");
  t.block(math + "Weighted Sample Time Math", "math/weighted_sample_time_math").names();
  t.block(math + "Sine Wave Function", "math/sine_wave_function").names();
  t.block("simulink/Logic and Bit Operations/Shift Arithmetic", "logic/shift_arithmetic")
      .by([](BlockTranslation& b) {
        b.set("BitShiftDirection", "right"),
            b.set_expression("BitShiftNumber", b.given("nBitShiftRight", "8"));
        if (b.given("nBitShiftRight").starts_with('-'))
          b.set("BitShiftDirection", "left"),
              b.set_expression("BitShiftNumber", b.given("nBitShiftRight").substr(1));
        if (b.given("nBinPtShiftRight", "0") != "0") b.approximate("a binary point is not shifted");
      });
  const std::string steps = "simulink/Additional Math & Discrete/Additional Math: Increment - Decrement/";
  for (const auto& [name, bias] :
       {std::pair("Decrement Real World", "-1"), std::pair("Increment Real World", "1")})
    t.block(steps + name, "math/bias").by([by = std::string(bias)](BlockTranslation& b) {
      b.set("Bias", by);
    });
  for (const auto& [name, bias] :
       {std::pair("Decrement Stored Integer", "-1"), std::pair("Increment Stored Integer", "1")})
    t.block(steps + name, "math/bias")
        .differs("stored integers are not looked at: one is added to the value")
        .by([by = std::string(bias)](BlockTranslation& b) { b.set("Bias", by); });
  t.block(steps + "Decrement To Zero", "user_defined/fcn").by([](BlockTranslation& b) {
    b.set("Expression", "max(u(1) - 1, 0)");
  });
  t.block(steps + "Decrement Time To Zero", "user_defined/fcn")
      .differs("it takes off the sample time: write it in place of 1")
      .by([](BlockTranslation& b) { b.set("Expression", "max(u(1) - 1, 0)"); });
  for (const auto& [name, k] :
       {std::pair("Radians to Degrees", "180/pi"), std::pair("Degrees to Radians", "pi/180")})
    t.block(std::string("simulink_extras/Transformations/") + name, "math/gain")
        .by([factor = std::string(k)](BlockTranslation& b) { b.set("k", factor); });
  const std::string utilities = "simulink/Model-Wide Utilities/";
  t.left_out(utilities + "Model Info", "a text on the page").by(as_text);
  t.left_out(utilities + "DocBlock", "a text on the page").by(as_text);
  t.left_out(utilities + "Block Support Table", "a table of its own tool");
  for (const char* name : {"Timed-Based Linearization", "Trigger-Based Linearization"})
    t.none(utilities + name, "use Analysis > Linear Analysis at a point of the run");
}

}  // namespace sim::importing::simulink
