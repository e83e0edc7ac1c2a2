#include <gtest/gtest.h>

#include "tests/support/compiling.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// A constant whose unit is declared.
Id measured(ModelBuilder& m, const std::string& name, const std::string& value, const std::string& unit) {
  const Id constant = m.block("sources/constant", name + " value", {{"value", value}}),
           specification = m.block("attributes/signal_specification", name, {{"Unit", unit}});
  m.connect(constant, specification);
  return specification;
}
void look_at(ModelBuilder& m, Id block) {
  m.connect(block, m.block("sinks/scope", "Scope of " + m.diagram.blocks.at(block).name));
}
std::string unit_of(const Program& program, const std::string& path) {
  for (const BlockInfo& block : program.blocks)
    if (block.path == path) return block.outputs.at(0).unit;
  return "no block " + path;
}
std::string warnings(const Diagram& diagram) {
  auto result = compile(diagram, the_library());
  EXPECT_TRUE(result);
  std::string all;
  if (result)
    for (const Diagnostic& d : result->warnings) all += to_text(d) + "\n";
  return all;
}
double last(ModelBuilder& m, const std::string& column) {
  m.set("StopTime", "0");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_TRUE(outcome.prepared) << outcome.messages();
  return !outcome.has_column(column) ? -1e9 : outcome.column(column).back();
}

}  // namespace

TEST(PropagateUnits, ConvertADeclaredUnitIntoAnother) {
  ModelBuilder m;
  const Id radians = m.block("attributes/signal_specification", "Radians", {{"Unit", "rad"}}),
           kelvin = m.block("attributes/signal_specification", "Kelvin", {{"Unit", "K"}}),
           sine = m.block("math/trigonometric_function", "Sine");
  m.connect(measured(m, "Degrees", "30", "deg"), radians).connect(radians, sine);
  m.connect(measured(m, "Celsius", "20", "degC"), kelvin);
  look_at(m, sine);
  look_at(m, kelvin);
  EXPECT_NEAR(last(m, "Sine"), 0.5, 1e-15);
  EXPECT_DOUBLE_EQ(last(m, "Kelvin"), 293.15);
  EXPECT_EQ(warnings(m.diagram), "");
}

TEST(PropagateUnits, AnAngularSpeedFromDegreesToRadiansThroughAnIntegrator) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "Angle"),
           convert = m.block("attributes/unit_conversion", "Convert", {{"Unit", "rad"}});
  m.connect(measured(m, "Speed", "90", "deg/s"), x).connect(x, convert);
  look_at(m, convert);
  m.set("StopTime", "2");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_NEAR(outcome.column("Convert").back(), 3.141592653589793, 1e-9);
  const auto program = compiled(m.diagram);
  EXPECT_EQ(unit_of(*program, "Angle"), "deg");
  EXPECT_EQ(unit_of(*program, "Convert"), "rad");
}

TEST(PropagateUnits, FollowFromEquations) {
  ModelBuilder m;
  const Id force = measured(m, "Force", "3", "N"), mass = measured(m, "Mass", "2", "kg"),
           acceleration = m.block("math/product", "a", {{"operations", "/*"}}),
           v = m.block("continuous/integrator", "v"), limit = m.block("discontinuities/saturation", "limit"),
           gain = m.block("math/gain", "gain");
  m.connect(mass, acceleration, 0).connect(force, acceleration, 1).connect(acceleration, v).connect(v, limit);
  m.connect(limit, gain);
  look_at(m, gain);
  const auto program = compiled(m.diagram);
  EXPECT_EQ(unit_of(*program, "v"), "m/s");
  EXPECT_EQ(unit_of(*program, "limit"), "m/s");
  EXPECT_EQ(unit_of(*program, "gain"), "");  // its factor may have any unit
}

TEST(PropagateUnits, AMismatchNamesBothEnds) {
  for (const char* policy : {"none", "warning", "error"}) {
    ModelBuilder m;
    const Id sum = m.block("math/sum", "Sum");
    m.connect(measured(m, "Length", "1", "m"), sum, 0).connect(measured(m, "Time", "1", "s"), sum, 1);
    look_at(m, sum);
    m.set("UnitsInconsistency", policy);
    if (std::string(policy) == "error")
      expect_in(problems(m.diagram), {"Sum: ", "'Length' in m", "'Time' in s"});
    else if (std::string(policy) == "warning")
      expect_in(warnings(m.diagram), {"Sum: ", "'Length' in m", "'Time' in s"});
    else
      EXPECT_EQ(warnings(m.diagram), "");
  }
}

TEST(PropagateUnits, WhatCannotBeConvertedIsSaid) {
  ModelBuilder m;
  const Id seconds = m.block("attributes/signal_specification", "Seconds", {{"Unit", "s"}});
  m.connect(measured(m, "Length", "1", "m"), seconds);
  look_at(m, seconds);
  expect_in(warnings(m.diagram), {"Seconds: ", "'Length' is in m", "s"});
  ModelBuilder n;
  const Id convert = n.block("attributes/unit_conversion", "Convert", {{"Unit", "s"}});
  n.connect(measured(n, "Length", "1", "m"), convert);
  look_at(n, convert);
  expect_in(problems(n.diagram), {"Convert: ", "m", "s"});
  ModelBuilder o;
  const Id unknown = o.block("attributes/unit_conversion", "Convert", {{"Unit", "s"}});
  o.connect(o.block("sources/constant", "One"), unknown);
  look_at(o, unknown);
  expect_in(warnings(o.diagram), {"Convert: ", "not known"});
}

TEST(PropagateUnits, AutomaticConversionsCanBeOff) {
  ModelBuilder m;
  const Id meters = m.block("attributes/signal_specification", "Meters", {{"Unit", "m"}}),
           convert = m.block("attributes/unit_conversion", "Convert", {{"Unit", "m"}});
  const Id length = measured(m, "Length", "2", "km");
  m.connect(length, meters).connect(length, convert);
  look_at(m, meters);
  look_at(m, convert);
  EXPECT_EQ(last(m, "Meters"), 2000);
  m.set("AllowAutomaticUnitConversions", "off");
  expect_in(warnings(m.diagram), {"Meters: ", "km", "m is declared"});
  EXPECT_EQ(last(m, "Meters"), 2);
  EXPECT_EQ(last(m, "Convert"), 2000);
}

// x' = x * x: its unit would grow for ever; it is not known.
TEST(PropagateUnits, EndWhereUnitsWouldGrow) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"), sum = m.block("math/sum", "Sum"),
           square = m.block("math/product", "Square");
  m.connect(measured(m, "u", "1", "m"), sum, 0).connect(square, sum, 1).connect(sum, x);
  m.connect(x, square, 0).connect(x, square, 1);
  look_at(m, x);
  EXPECT_TRUE(compiled(m.diagram));
}

TEST(PropagateUnits, OfSourcesAreThoseTheySay) {
  for (const char* type : {"constant", "step", "ramp", "sine_wave", "pulse_generator", "signal_generator",
                           "chirp", "random_number", "uniform_random_number", "repeating_sequence",
                           "repeating_sequence_stair", "piecewise_linear"}) {
    ModelBuilder m;
    const std::string id = std::string("sources/") + type;
    const Id source = m.block(id, "Source", {{"Unit", "km"}}), gain = m.block("math/abs", "Size"),
             meters = m.block("attributes/signal_specification", "Meters", {{"Unit", "m"}});
    m.connect(source, gain).connect(gain, meters);
    look_at(m, meters);
    look_at(m, source);
    const auto program = compiled(m.diagram);
    ASSERT_TRUE(program) << type;
    EXPECT_EQ(unit_of(*program, "Size"), "km") << type;
    const RunOutcome run = run_diagram(m.set("StopTime", "1").diagram);
    const std::vector<double> far = run.column("Source"), y = run.column("Meters");
    ASSERT_EQ(far.size(), y.size()) << type << run.messages();
    for (std::size_t k = 0; k < y.size(); ++k) EXPECT_DOUBLE_EQ(y[k], 1000 * std::fabs(far[k])) << type;
    m.diagram.blocks.at(source).parameters["Unit"] = "furlongs";
    EXPECT_FALSE(compile(m.diagram, the_library())) << type;
  }
}

namespace {

// A subsystem that passes its input on, through ports with these units.
Id through_ports(ModelBuilder& m, const std::string& in_unit, const std::string& out_unit, Id from) {
  const Id sub = m.block("ports/subsystem", "Sub");
  const Id in = m.block("ports/inport", "in", {{"Unit", in_unit}}, sub),
           abs = m.block("math/abs", "Size", {}, sub),
           out = m.block("ports/outport", "out", {{"Unit", out_unit}}, sub);
  m.connect(in, abs).connect(abs, out).connect(from, sub);
  return sub;
}

}  // namespace

TEST(PropagateUnits, PortsConvertWhatArrives) {
  ModelBuilder m;
  const Id sub = through_ports(m, "m", "cm", measured(m, "Far", "2", "km")),
           gain = m.block("math/gain", "Gain");
  m.connect(sub, gain);
  look_at(m, gain);
  EXPECT_DOUBLE_EQ(last(m, "Gain"), 200000);
  EXPECT_EQ(warnings(m.diagram), "");
  const auto program = compiled(m.diagram);
  EXPECT_EQ(unit_of(*program, "Sub/Size"), "m");
  EXPECT_EQ(unit_of(*program, "Sub/out"), "cm");
  EXPECT_EQ(unit_of(*program, "Gain"), "");
  EXPECT_EQ(program->discrete_count, 0);  // nothing is held
}

TEST(PropagateUnits, APortOfAnotherKindOfUnitIsReported) {
  ModelBuilder m;
  look_at(m, through_ports(m, "kg", "inherit", measured(m, "Far", "2", "km")));
  expect_in(warnings(m.diagram), {"Sub/in", "'Far' is in km", "cannot be converted to kg"});
}

TEST(PropagateUnits, APortOfAConditionalSubsystemConvertsAndHolds) {
  ModelBuilder m;
  const Id far = measured(m, "Far", "2", "km"), sub = through_ports(m, "m", "cm", far);
  m.block("ports/enable", "Enable", {}, sub);
  m.connect(m.block("sources/step", "off", {{"before", "1"}, {"after", "0"}}), 0, sub, 1);
  m.connect(sub, m.block("sinks/scope", "Scope"));
  const RunOutcome run = run_diagram(m.set("StopTime", "2").diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (double y : run.column("out")) EXPECT_DOUBLE_EQ(y, 200000);
}

TEST(PropagateUnits, AnOutportAtTheTopReportsAnotherUnit) {
  ModelBuilder m;
  m.connect(measured(m, "Far", "2", "km"), m.block("ports/outport", "Out", {{"Unit", "m"}}));
  expect_in(warnings(m.diagram), {"Out", "'Far' is in km", "m is declared"});
}

}  // namespace sim
