// Runs of small diagrams against closed forms: events, modes, the log, messages, control from other threads.
#include "sim_core/simulate/simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "sim_core/compile/compile.h"
#include "sim_core/model_run/evaluated_run_options.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr double pi = std::numbers::pi;

void expect_in(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' in: " << text;
}

// A sine through a saturation at +-0.6, integrated.
ModelBuilder saturated_sine(const std::string& solver) {
  ModelBuilder m;
  const Id sine = m.block("sources/sine_wave", "Sine"),
           limit = m.block("discontinuities/saturation", "Limit", {{"upper", "0.6"}, {"lower", "-0.6"}}),
           x = m.block("continuous/integrator", "x"),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(sine, limit).connect(limit, x).connect(limit, scope, 0).connect(x, scope, 1);
  m.set("StopTime", "10").set("Solver", solver).set("RelTol", "1e-6");
  return m;
}

}  // namespace

TEST(ZeroCrossings, OfASaturatedSineAreWhereTheArcSineSays) {
  const double first = std::asin(0.6);
  std::vector<double> expected;
  for (double base = 0; base < 10; base += pi)
    for (double t : {base + first, base + pi - first})
      if (t < 10) expected.push_back(t);
  for (const char* solver : {"ode45", "ode23"}) {
    const RunOutcome outcome = run_diagram(saturated_sine(solver).diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    ASSERT_EQ(outcome.statistics.events.size(), expected.size());
    EXPECT_EQ(outcome.statistics.zero_crossings, expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR(outcome.statistics.events[k].time, expected[k], 1e-10);
      EXPECT_EQ(outcome.statistics.events[k].block, "Limit");
    }
    // The log holds a point on each side of each crossing.
    const auto times = outcome.times();
    for (double t : expected) {
      EXPECT_EQ(std::count_if(times.begin(), times.end(), [&](double s) { return std::fabs(s - t) < 1e-10; }),
                2);
    }
    for (double y : outcome.column("Limit")) EXPECT_LE(std::fabs(y), 0.6 + 1e-9);
    for (std::size_t k = 1; k < times.size(); ++k) EXPECT_LT(times[k - 1], times[k]);
  }
}

TEST(ZeroCrossings, MayBeSwitchedOff) {
  ModelBuilder m = saturated_sine("ode45");
  m.set("ZeroCrossControl", "DisableAll");
  EXPECT_EQ(run_diagram(m.diagram).statistics.zero_crossings, 0u);
  EXPECT_EQ(run_diagram(saturated_sine("ode4").diagram).statistics.zero_crossings, 0u);  // detects at samples
}

// dx/dt is smooth in every step, so the integral is as good as the tolerance: nothing is smeared over a
// switch.
TEST(ZeroCrossings, ModesAreFrozenInMinorSteps) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t"), shifted = m.block("math/sum", "t-c", {{"signs", "+-"}}),
           c = m.block("sources/constant", "c", {{"value", "1/3"}}),
           abs = m.block("math/math_function", "abs", {{"function", "abs"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(clock, shifted, 0).connect(c, shifted, 1).connect(shifted, abs).connect(abs, x);
  m.connect(x, m.block("sinks/scope", "Scope"))
      .set("StopTime", "1")
      .set("MaxStep", "1")
      .set("InitialStep", "1");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_NEAR(outcome.column("x").back(), 0.5 * (1.0 / 9 + 4.0 / 9), 1e-13);
  EXPECT_EQ(outcome.statistics.zero_crossings, 1u);
  EXPECT_LT(outcome.statistics.steps + outcome.statistics.rejected, 10u);
}

TEST(Modes, OfAChainOfSaturationsSettleAtTheStart) {
  ModelBuilder m;
  Id from = m.block("sources/constant", "c", {{"value", "100"}});
  for (int k = 0; k < 30; ++k) {
    const Id limit = m.block("discontinuities/saturation", "s" + std::to_string(k),
                             {{"upper", std::to_string(50 - k)}, {"lower", std::to_string(10 - k)}});
    m.connect(from, limit);
    from = limit;
  }
  m.connect(from, m.block("sinks/scope", "Scope")).set("StopTime", "0");
  EXPECT_EQ(run_diagram(m.diagram).column("s29"), std::vector<double>{21});
}

// Stop time 0.1, one mode after another moved by one input.
TEST(Modes, AreDecidedBeforeTheFirstOutput) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "-7"}}),
           abs = m.block("math/math_function", "abs", {{"function", "abs"}});
  m.connect(x, abs)
      .connect(abs, m.block("sinks/scope", "Scope"))
      .set("StopTime", "0")
      .set("UnconnectedInput", "none");
  EXPECT_EQ(run_diagram(m.diagram).column("abs"), std::vector<double>{7});
}

TEST(Messages, DivisionByZeroAtTheStartNamesTheBlock) {
  for (const char* type : {"math/product", "user_defined/fcn"}) {
    ModelBuilder m;
    const bool product = std::string(type) == "math/product";
    const Id x = m.block("continuous/integrator", "x"),
             bad = m.block(type, "Bad", {{product ? "operations" : "expression", product ? "/" : "1/u"}}),
             gain = m.block("math/gain", "Behind", {{"k", "2"}}), y = m.block("continuous/integrator", "y");
    m.connect(x, bad).connect(bad, gain).connect(gain, y).set("UnconnectedInput", "none");
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Failed);
    EXPECT_EQ(outcome.diagnostics.back().path, "Bad") << outcome.messages();
    expect_in(outcome.messages(), {"inf", "t = 0", "divides"});
  }
}

TEST(Messages, AnInfiniteParameterNamesItsBlock) {
  ModelBuilder m;
  const Id c = m.block("sources/constant", "Source", {{"value", "inf"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(c, x);
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_EQ(outcome.end, RunEnd::Failed);
  EXPECT_EQ(outcome.diagnostics.back().path, "Source") << outcome.messages();
}

TEST(Messages, AnInfiniteInitialValueNamesItsState) {
  ModelBuilder m;
  m.block("continuous/integrator", "fine");
  m.block("continuous/integrator", "wrong", {{"x0", "[0, inf]"}});
  m.set("UnconnectedInput", "none");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_EQ(outcome.end, RunEnd::Failed);
  EXPECT_EQ(outcome.diagnostics.back().path, "wrong") << outcome.messages();
  expect_in(outcome.messages(), {"wrong.x[2]", "inf"});
}

TEST(Messages, AStateThatGrowsBeyondAllNumbersIsNamed) {
  ModelBuilder m;
  const Id still = m.block("continuous/integrator", "still"),
           x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           f = m.block("user_defined/fcn", "f", {{"expression", "u^2"}});
  m.connect(x, f)
      .connect(f, x)
      .connect(still, m.block("sinks/scope", "Scope"))
      .set("UnconnectedInput", "none");
  for (const char* solver : {"ode4", "ode45"}) {
    m.set("Solver", solver).set("FixedStep", "0.1").set("StopTime", "5");
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Failed) << solver;
    expect_in(outcome.messages(), {"x"});
    EXPECT_NE(outcome.diagnostics.back().path, "still");
    EXPECT_NE(outcome.diagnostics.back().path, "") << outcome.messages();
    EXPECT_LT(outcome.statistics.end_time, 5);
  }
}

// How long a run without an end goes on once it is asked to stop.
static std::chrono::steady_clock::duration time_to_stop(const Diagram& diagram) {
  const BlockLibrary library = standard_library();
  auto run = ModelRun::prepare(diagram, library);
  EXPECT_TRUE(run);
  RunResult result;
  std::thread simulation([&] { result = (*run)->execute(); });
  while ((*run)->control().progress().steps < 100) std::this_thread::yield();
  EXPECT_GT((*run)->log().size(), 50u);
  const auto asked = std::chrono::steady_clock::now();
  (*run)->control().request_stop();
  simulation.join();
  const auto took = std::chrono::steady_clock::now() - asked;
  EXPECT_EQ(result.end, RunEnd::Stopped);
  EXPECT_GT(result.statistics.end_time, 0);
  return took;
}

// What moves between sample hits and jumps at them is logged on both sides; what only changes at them is a
// staircase.
TEST(Log, HasBothSidesOfAJumpAtASampleHit) {
  ModelBuilder m;
  const Id pulse = m.block("sources/pulse_generator", "pulse"), clock = m.block("sources/clock", "clock"),
           sum = m.block("math/sum", "sum"),
           hold = m.block("discrete/zero_order_hold", "hold", {{"SampleTime", "0.5"}}),
           scope = m.block("sinks/scope", "scope", {{"inputs", "3"}});
  m.connect(pulse, sum, 0).connect(clock, sum, 1).connect(clock, hold);
  m.connect(pulse, scope, 0).connect(sum, scope, 1).connect(hold, scope, 2).set("StopTime", "3.5");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const std::vector<double> t = run.times(), y = run.column("sum");
  std::vector<double> jumps;
  for (std::size_t k = 1; k < t.size(); ++k) {
    if (t[k] != t[k - 1]) continue;
    jumps.push_back(t[k]);
    EXPECT_EQ(std::fabs(y[k] - y[k - 1]), 1) << t[k];
  }
  EXPECT_EQ(jumps, (std::vector<double>{1, 2, 3}));
  const auto compiled = compile(m.diagram, standard_library());
  ASSERT_TRUE(compiled);
  for (const LoggedSignal& signal : compiled->program->logged)
    EXPECT_EQ(signal.held, signal.name != "sum") << signal.name;
}

// The best of a few attempts: other programs may hold the machine, and sanitizers slow everything down.
TEST(Control, StopsWithinATenthOfASecondAlsoWithoutAnEnd) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  constexpr std::chrono::milliseconds limit{2000};
#else
  constexpr std::chrono::milliseconds limit{100};
#endif
  for (bool states : {true, false}) {
    ModelBuilder m;
    const Id sine = m.block("sources/sine_wave", "Sine"), scope = m.block("sinks/scope", "Scope");
    if (states) {
      const Id x = m.block("continuous/integrator", "x");
      m.connect(sine, x).connect(x, scope);
    } else {
      m.connect(sine, scope);
    }
    m.set("StopTime", "inf");
    auto least = time_to_stop(m.diagram);
    for (int attempt = 1; attempt < 5 && least >= limit; ++attempt)
      least = std::min(least, time_to_stop(m.diagram));
    EXPECT_LT(least, limit);
  }
}

TEST(Control, PausesAndResumes) {
  ModelBuilder m;
  const Id sine = m.block("sources/sine_wave", "Sine"), x = m.block("continuous/integrator", "x");
  m.connect(sine, x).connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "inf");
  const BlockLibrary library = standard_library();
  auto run = ModelRun::prepare(m.diagram, library);
  ASSERT_TRUE(run);
  RunControl& control = (*run)->control();
  RunResult result;
  std::thread simulation([&] { result = (*run)->execute(); });
  for (int round = 0; round < 5; ++round) {
    control.request_pause();
    while (!control.paused()) std::this_thread::yield();
    const std::size_t rows = (*run)->log().size();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ((*run)->log().size(), rows);
    control.resume();
    while ((*run)->log().size() == rows) std::this_thread::yield();
  }
  control.request_pause();
  while (!control.paused()) std::this_thread::yield();
  control.request_stop();  // a pause does not hold a stop up
  simulation.join();
  EXPECT_EQ(result.end, RunEnd::Stopped);
}

TEST(Log, RefinedPointsLieOnTheSolution) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           decay = m.block("math/gain", "decay", {{"k", "-1"}});
  m.connect(x, decay).connect(decay, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "5").set("RelTol", "1e-8").set("MaxStep", "5");
  const RunOutcome plain = run_diagram(m.diagram);
  m.set("Refine", "4");
  const RunOutcome refined = run_diagram(m.diagram);
  EXPECT_EQ(refined.statistics.steps, plain.statistics.steps);
  EXPECT_EQ(refined.statistics.rhs_evaluations, plain.statistics.rhs_evaluations);
  ASSERT_EQ(refined.times().size(), 4 * (plain.times().size() - 1) + 1);
  const auto t = refined.times(), y = refined.column("x");
  for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(y[k], std::exp(-t[k]), 1e-6);
  for (std::size_t k = 0; k < plain.times().size(); ++k) EXPECT_EQ(t[4 * k], plain.times()[k]);
}

TEST(Log, DecimationKeepsEveryNthStepAndTheEnd) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock");
  m.connect(clock, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode1").set("FixedStep", "0.1").set("StopTime", "1").set("Decimation", "4");
  const auto times = run_diagram(m.diagram).times();
  ASSERT_EQ(times.size(), 4u);
  EXPECT_EQ(times, (std::vector<double>{0, 0.4, 0.8, 1}));
}

TEST(Log, HasALimit) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock");
  m.connect(clock, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode1").set("FixedStep", "0.1").set("StopTime", "10");
  const auto compilation = compile(m.diagram, standard_library());
  ASSERT_TRUE(compilation);
  RunOptions options = *run_options(m.diagram);
  options.most_recorded = 100;
  RunControl control;
  SignalLog log(compilation->program->column_names());
  Simulator simulator(compilation->program, options, control, log);
  EXPECT_EQ(simulator.run(), Simulator::End::Finished);  // the run does not fail for its log
  EXPECT_EQ(log.size(), 50u);
  expect_in(to_text(simulator.diagnostics().back()),
            {"recording ended at t = 5", "50 rows of 2 numbers", "Decimation"});
}

TEST(Steps, EndWhereTheyShould) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), x = m.block("continuous/integrator", "x");
  m.connect(clock, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode4").set("FixedStep", "0.3").set("StopTime", "1");
  RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.times(), (std::vector<double>{0, 0.3, 0.6, 0.9, 1}));
  EXPECT_NEAR(outcome.column("x").back(), 0.5, 1e-15);
  m.set("FixedStep", "0.1");  // ten steps, not eleven
  outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.statistics.steps, 10u);
  EXPECT_EQ(outcome.times().back(), 1);
  m.set("StartTime", "1");
  outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished);
  EXPECT_EQ(outcome.times(), std::vector<double>{1});
  m.set("StartTime", "-0.05").set("StopTime", "0.05");
  EXPECT_EQ(run_diagram(m.diagram).times().size(), 2u);
}

// Fixed steps of 0.2 s, cut where the sine reaches the limits: the order of the method comes back.
TEST(FixedSteps, AreCutAtCrossingsIfAsked) {
  const double first = std::asin(0.6);
  // The integral of the limited sine from 0 to 10, of which three half waves cancel but one.
  const double half_wave = 2 * (1 - std::cos(first)) + 0.6 * (pi - 2 * first);
  const double rest = 10 - 3 * pi;
  const double exact =
      half_wave - (rest < first ? 1 - std::cos(rest) : 1 - std::cos(first) + 0.6 * (rest - first));
  ModelBuilder m = saturated_sine("ode4");
  m.set("FixedStep", "0.2");
  const RunOutcome plain = run_diagram(m.diagram);
  m.set("EnableFixedStepZeroCrossing", "on");
  const RunOutcome cut = run_diagram(m.diagram);
  ASSERT_EQ(cut.end, RunEnd::Finished) << cut.messages();
  EXPECT_EQ(plain.statistics.zero_crossings, 0u);
  EXPECT_EQ(cut.statistics.zero_crossings, 6u);
  EXPECT_EQ(cut.statistics.steps, plain.statistics.steps + 6);
  const double error_plain = std::fabs(plain.column("x").back() - exact),
               error_cut = std::fabs(cut.column("x").back() - exact);
  EXPECT_LT(error_cut, 2e-5);
  EXPECT_LT(error_cut, error_plain / 50);
  for (const EventRecord& event : cut.statistics.events) {
    const double phase = std::fmod(event.time, pi);
    EXPECT_LT(std::min(std::fabs(phase - first), std::fabs(phase - (pi - first))), 1e-5) << event.time;
  }
}

// The corners of a polygon are known before: with steps cut there, the integral is exact.
TEST(FixedSteps, AreCutAtKnownTimesIfAsked) {
  ModelBuilder m;
  const Id wave = m.block("sources/piecewise_linear", "wave",
                          {{"times", "[0 1.0003 1.0004 1.3 2]"}, {"values", "[0 0 1 1 0]"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(wave, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode4").set("FixedStep", "0.01").set("StopTime", "2");
  const double exact = 0.5e-4 + (1.3 - 1.0004) + 0.35;
  const RunOutcome plain = run_diagram(m.diagram);
  EXPECT_EQ(plain.statistics.steps, 200u);
  EXPECT_GT(std::fabs(plain.column("x").back() - exact), 1e-5);
  m.set("EnableFixedStepZeroCrossing", "on");
  const RunOutcome cut = run_diagram(m.diagram);
  ASSERT_EQ(cut.end, RunEnd::Finished) << cut.messages();
  EXPECT_NEAR(cut.column("x").back(), exact, 1e-14);
  EXPECT_EQ(cut.statistics.steps, 202u);
  EXPECT_EQ(cut.times().back(), 2);
}

// A threshold that is met exactly at the end of a step: that is one major step, not two.
TEST(FixedSteps, EndOnceWhereACrossingEndsThem) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), memory = m.block("discrete/memory", "memory"),
           one = m.block("sources/constant", "one"), sum = m.block("math/sum", "sum", {{"signs", "++"}}),
           above = m.block("logic/compare_to_constant", "above", {{"relop", ">="}, {"const", "0.5"}}),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(clock, above).connect(above, scope, 0).connect(one, sum, 0).connect(memory, sum, 1);
  m.connect(sum, memory).connect(sum, scope, 1);
  m.set("Solver", "ode4").set("FixedStep", "0.25").set("StopTime", "1");
  const RunOutcome plain = run_diagram(m.diagram);
  m.set("EnableFixedStepZeroCrossing", "on");
  const RunOutcome cut = run_diagram(m.diagram);
  EXPECT_EQ(cut.column("sum").back(), plain.column("sum").back());
  EXPECT_EQ(cut.times().back(), 1);
}

TEST(Steps, SayWhereTheTimeCannotGoOn) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           hold = m.block("discrete/zero_order_hold", "hold", {{"SampleTime", "0.1"}});
  m.connect(clock, hold).connect(hold, m.block("sinks/scope", "Scope"));
  m.set("StartTime", "1e30").set("StopTime", "2e30");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  expect_in(run.messages(), {"the time cannot go on from t = 1e+30"});
}

// A square wave of period 0.02 s from a sine crosses ten times a step: two of them are located.
TEST(FixedSteps, AreCutSoOftenOnly) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave", {{"frequency", "100*pi"}, {"phase", "0.1"}});
  const Id sign = m.block("math/sign", "sign"), x = m.block("continuous/integrator", "x");
  m.connect(wave, sign).connect(sign, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode4").set("FixedStep", "0.105").set("StopTime", "1.05");
  m.set("EnableFixedStepZeroCrossing", "on");
  EXPECT_LE(run_diagram(m.diagram).statistics.steps, 30u);
  m.set("MaxZcPerStep", "1");
  EXPECT_LE(run_diagram(m.diagram).statistics.steps, 20u);
}

TEST(Statistics, CountWhatHappened) {
  const RunOutcome outcome = run_diagram(saturated_sine("ode45").diagram);
  const RunStatistics& s = outcome.statistics;
  EXPECT_EQ(s.solver, "ode45");
  EXPECT_GT(s.steps, 50u);
  EXPECT_GT(s.rhs_evaluations, 6 * s.steps - 6);
  EXPECT_EQ(s.start_time, 0);
  EXPECT_EQ(s.end_time, 10);
  EXPECT_GT(s.run_seconds, 0);
  EXPECT_GT(s.compile_seconds, 0);
  EXPECT_EQ(outcome.times().size(), s.steps + 1 + s.zero_crossings);
}

}  // namespace sim
