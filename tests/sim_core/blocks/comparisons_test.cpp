// Comparisons with what is no number, on the very point, and where a signal turns.
#include <cmath>
#include <numbers>

#include "tests/support/finished_run.h"

namespace sim {

namespace {

// 0/0.
Id not_a_number(ModelBuilder& m) {
  const Id zero = m.block("sources/constant", "zero", {{"value", "0"}});
  const Id nan = m.block("math/product", "nan", {{"operations", "*/"}});
  m.connect(zero, nan).connect(zero, nan, 1);
  return nan;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST(Comparisons, WithWhatIsNoNumberAreFalseAndTold) {
  ModelBuilder m;
  const Id nan = not_a_number(m);
  const Id one = m.block("sources/constant", "one", {{"value", "1"}});
  const Id three = m.block("sources/constant", "three", {{"value", "3"}});
  for (const char* criterion : {"u2 >= Threshold", "u2 > Threshold"}) {
    const Id choice = m.block("routing/switch", criterion, {{"Criteria", criterion}});
    m.connect(one, choice).connect(nan, choice, 1).connect(three, choice, 2);
    m.connect(choice, m.block("sinks/scope", std::string("S ") + criterion));
  }
  for (const char* closed : {"on", "off"}) {
    const Id interval = m.block("logic/interval_test", std::string("interval ") + closed,
                                {{"IntervalClosedLeft", closed}, {"IntervalClosedRight", closed}});
    m.connect(nan, interval).connect(interval, m.block("sinks/scope", std::string("S ") + closed));
  }
  for (const char* relation : {">=", ">", "<=", "<", "=="}) {
    const Id block = m.block("logic/relational_operator", relation, {{"Operator", relation}});
    m.connect(nan, block)
        .connect(one, block, 1)
        .connect(block, m.block("sinks/scope", std::string("S") + relation));
  }
  const Id edges = m.block("logic/edge_counter", "edges");
  m.connect(nan, edges).connect(edges, m.block("sinks/scope", "S edges"));
  const Id sub = m.block("ports/subsystem", "sub");
  m.block("ports/enable", "Enable", {}, sub);
  const Id in = m.block("ports/inport", "in", {}, sub);
  const Id out = m.block("ports/outport", "out", {{"InitialOutput", "-1"}}, sub);
  m.connect(in, out).connect(one, sub, 0).connect(nan, sub, 1).connect(sub, m.block("sinks/scope", "S out"));
  for (const char* solver : {"discrete", "ode45", "ode1"}) {
    const RunOutcome run = run_diagram(m.set("StopTime", "1").set("Solver", solver).diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (const char* criterion : {"u2 >= Threshold", "u2 > Threshold"})
      EXPECT_EQ(run.column(criterion).back(), 3) << criterion;
    for (const char* block : {"interval on", "interval off", ">=", ">", "<=", "<", "==", "edges"})
      EXPECT_EQ(run.column(block).back(), 0) << block;
    EXPECT_EQ(run.column("out").back(), -1);
    // Two switches, two intervals, five relations, the counter and the subsystem.
    EXPECT_EQ(count(run.messages(), "the comparison counts as false"), 11u) << run.messages();
  }
}

TEST(Comparisons, OfEqualInfinitiesHold) {
  ModelBuilder m;
  const Id infinity = m.block("sources/constant", "inf", {{"value", "inf"}});
  for (const char* relation : {">=", ">", "<=", "<", "==", "~="}) {
    const Id block = m.block("logic/relational_operator", relation, {{"Operator", relation}});
    m.connect(infinity, block).connect(infinity, block, 1);
    m.connect(block, m.block("sinks/scope", std::string("S") + relation));
  }
  const RunOutcome run = run_diagram(m.set("StopTime", "1").diagram);
  for (const char* holds : {">=", "<=", "=="}) EXPECT_EQ(run.column(holds).back(), 1) << holds;
  for (const char* fails : {">", "<", "~="}) EXPECT_EQ(run.column(fails).back(), 0) << fails;
  EXPECT_EQ(count(run.messages(), "counts as false"), 0u) << run.messages();
}

TEST(Comparisons, ARelayWithOneThresholdIsOnFromThere) {
  ModelBuilder m;
  const Id u = m.block("sources/repeating_sequence_stair", "u", {{"OutValues", "[1 0 -1 0]"}});
  const Id relay =
      m.block("discontinuities/relay", "relay", {{"OnSwitchValue", "0"}, {"OffSwitchValue", "0"}});
  m.connect(u, relay)
      .connect(relay, m.block("sinks/scope", "S"))
      .set("StopTime", "7")
      .set("Solver", "discrete");
  const RunOutcome run = finished_run(m);
  const double expected[] = {1, 1, 0, 1, 1, 1, 0, 1};
  for (int k = 0; k < 8; ++k) EXPECT_EQ(value_at(run, "relay", k), expected[k]) << k;
}

TEST(Comparisons, ThePointAboveAPointIsThatPoint) {
  ModelBuilder m;
  const Id sequence = m.block("sources/repeating_sequence_interpolated", "sequence",
                              {{"TimeValues", "[0 0.1 0.2 0.3 0.4]"},
                               {"OutValues", "[10 11 12 13 14]"},
                               {"LookUpMeth", "Above"},
                               {"SampleTime", "0.05"}});
  const Id t = m.block("sources/digital_clock", "t", {{"SampleTime", "0.05"}});
  const Id x = m.block("sources/constant", "x", {{"value", "[0 0.1 0.2 0.3 0.4]"}});
  const Id y = m.block("sources/constant", "y", {{"value", "[10 11 12 13 14]"}});
  const Id table = m.block("lookup_tables/lookup_dynamic", "table", {{"LookUpMeth", "Use Input Above"}});
  m.connect(t, table).connect(x, table, 1).connect(y, table, 2).connect(table, m.block("sinks/scope", "A"));
  m.connect(sequence, m.block("sinks/scope", "B")).set("StopTime", "0.8").set("Solver", "discrete");
  const RunOutcome run = finished_run(m);
  const double above[] = {10, 11, 11, 12, 12, 13, 13, 14};
  for (int k = 0; k <= 16; ++k) EXPECT_EQ(value_at(run, "sequence", k / 20.0), above[k % 8]) << k;
  for (int k = 0; k <= 16; ++k) EXPECT_EQ(value_at(run, "table", k / 20.0), k < 8 ? above[k] : 14) << k;
}

// sin(3 t) through a play of 0.5: the output rests from each peak on.
TEST(Comparisons, BacklashStaysAtThePeak) {
  for (const char* solver : {"ode45", "ode15s", "ode113"}) {
    ModelBuilder m;
    const Id wave = m.block("sources/sine_wave", "wave", {{"frequency", "3"}});
    const Id play = m.block("discontinuities/backlash", "play", {{"BacklashWidth", "0.5"}});
    m.connect(wave, play).connect(play, m.block("sinks/scope", "S")).set("StopTime", "10");
    const RunOutcome run = finished_run(m.set("Solver", solver).set("RelTol", "1e-9"));
    const std::vector<double> time = run.times(), y = run.column("play");
    constexpr double pi = std::numbers::pi;
    for (std::size_t row = 0; row < time.size(); ++row) {
      const double angle = std::fmod(3 * time[row], 2 * pi);
      double expected = std::sin(angle) - 0.25;  // upwards
      if (angle > pi / 2) expected = 0.75;
      if (angle > 5 * pi / 6) expected = std::sin(angle) + 0.25;
      if (angle > 3 * pi / 2) expected = -0.75;
      if (angle > 11 * pi / 6) expected = std::sin(angle) - 0.25;
      if (3 * time[row] < std::asin(0.25)) expected = 0;
      EXPECT_NEAR(y[row], expected, 1e-9) << solver << " at " << time[row];
    }
  }
}

// The turning point of a state, in a subsystem that is enabled meanwhile: x'' = -x from (0, 1) peaks at pi/2.
TEST(Comparisons, BacklashSeesWhereAStateTurns) {
  ModelBuilder m;
  const Id v = m.block("continuous/integrator", "v", {{"x0", "1"}}),
           x = m.block("continuous/integrator", "x");
  const Id minus = m.block("math/gain", "minus", {{"k", "-1"}});
  const Id one = m.block("sources/constant", "one"), sub = m.block("ports/subsystem", "sub");
  m.block("ports/enable", "Enable", {}, sub);
  const Id in = m.block("ports/inport", "in", {}, sub);
  const Id play = m.block("discontinuities/backlash", "play", {{"BacklashWidth", "0.5"}}, sub);
  const Id out = m.block("ports/outport", "out", {}, sub);
  m.connect(v, x).connect(x, minus).connect(minus, v).connect(in, play).connect(play, out);
  m.connect(x, sub, 0).connect(one, sub, 1).connect(sub, m.block("sinks/scope", "S"));
  const RunOutcome run = finished_run(m.set("StopTime", "2").set("RelTol", "1e-10").set("MaxStep", "1"));
  EXPECT_NEAR(run.column("out").back(), 0.75, 1e-9);
}

}  // namespace sim
