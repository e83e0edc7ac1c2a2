// Blocks that remember where they are: relay, backlash, resets, limits; their instants against closed forms.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

const double pi = std::acos(-1.0);

}  // namespace

TEST(Events, RelaySwitchesAtTheThresholdThatIsActive) {
  const RunOutcome run =
      run_diagram(one_block("discontinuities/relay",
                            {{"OnSwitchValue", "0.5"}, {"OffSwitchValue", "-0.5"}, {"OffOutputValue", "-2"}},
                            {"sin(pi*u)"}, 1, {{"StopTime", "4"}})
                      .diagram);
  const std::vector<double> switches{1.0 / 6, 7.0 / 6, 13.0 / 6, 19.0 / 6};
  expect_signal(
      run, "Block",
      [&](double t) {
        return (std::upper_bound(switches.begin(), switches.end(), t) - switches.begin()) % 2 ? 1 : -2;
      },
      0, switches);
  expect_events(run, switches);
}

TEST(Events, HitCrossingTellsTheInstantAndTheDirection) {
  for (const std::string direction : {"rising", "falling", "either"}) {
    const RunOutcome run = run_diagram(
        one_block("discontinuities/hit_crossing",
                  {{"HitCrossingOffset", "0.5"}, {"HitCrossingDirection", direction}}, {"sin(pi*u)"})
            .diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    std::vector<double> hits;
    const std::vector<double> t = run.times(), y = run.column("Block");
    for (std::size_t r = 0; r < t.size(); ++r)
      if (y[r] != 0) hits.push_back(t[r]);
    std::vector<double> expected;
    if (direction != "falling") expected.push_back(1.0 / 6);
    if (direction != "rising") expected.push_back(5.0 / 6);
    ASSERT_EQ(hits.size(), expected.size()) << direction;
    for (std::size_t k = 0; k < hits.size(); ++k) EXPECT_NEAR(hits[k], expected[k], 1e-10);
  }
}

TEST(Events, BacklashEngagesAfterItsPlay) {
  const RunOutcome run = run_diagram(one_block("discontinuities/backlash", {{"BacklashWidth", "0.5"}},
                                               {"sin(pi*u)"}, 1, {{"StopTime", "2"}, {"MaxStep", "0.001"}})
                                         .diagram);
  const double up = std::asin(0.25) / pi, down = 1 - std::asin(0.5) / pi, again = 2 - std::asin(0.5) / pi;
  expect_signal(
      run, "Block",
      [&](double t) {
        const double u = std::sin(pi * t);
        return t < up      ? 0
               : t < 0.5   ? u - 0.25
               : t < down  ? 0.75
               : t < 1.5   ? u + 0.25
               : t < again ? -0.75
                           : u - 0.25;
      },
      1e-5);
  expect_events(run, {up});
}

TEST(Events, RateLimiterCatchesUpAtALocatedInstant) {
  const RunOutcome run =
      run_diagram(one_block("discontinuities/rate_limiter",
                            {{"RisingSlewLimit", "2"}, {"FallingSlewLimit", "-1"}}, {"1 - u/4"})
                      .diagram);
  const double caught = 1 / 2.25;
  expect_signal(
      run, "Block", [&](double t) { return t < caught ? 2 * t : 1 - t / 4; }, 1e-10);
  expect_events(run, {caught});
}

namespace {

// A signal of built blocks into one block, recorded as Block.
RunOutcome run_of(ModelBuilder& m, Id source, Id block, const char* solver) {
  m.connect(source, block).connect(block, m.block("sinks/scope", "Scope"));
  m.set("Solver", solver).set("RelTol", "1e-6").set("FixedStep", "0.25");
  return run_diagram(m.diagram);
}

}  // namespace

// It goes on from where it is when its input jumps, not from where the step before began.
TEST(Events, RateLimiterGoesOnFromWhereItsInputJumps) {
  for (const char* solver : {"ode45", "ode15s", "ode4"}) {
    ModelBuilder m;
    m.set("StopTime", "3");
    const Id step = m.block("sources/step", "Step", {{"time", "1"}, {"before", "0"}, {"after", "-3"}});
    const RunOutcome run = run_of(m, step, m.block("discontinuities/rate_limiter", "Block"), solver);
    expect_signal(
        run, "Block", [](double t) { return std::min(0.0, 1 - t); }, 1e-12);
  }
}

// Where its input becomes too fast while it follows: against min(max(u, y - R h), y + R h) in small steps.
TEST(Events, RateLimiterLeavesItsInputAtALocatedInstant) {
  constexpr double h = 1e-6;
  const auto u = [](double t) { return 1.09 * std::sin(3.04 * t) - 0.13 * t; };
  std::vector<double> small{0};
  for (int k = 1; k <= 5000000; ++k)
    small.push_back(std::clamp(u(k * h), small.back() - 1.3 * h, small.back() + 2 * h));
  for (const char* solver : {"ode45", "ode15s", "radau5", "dop853"}) {
    const RunOutcome run = run_diagram(one_block("discontinuities/rate_limiter",
                                                 {{"RisingSlewLimit", "2"}, {"FallingSlewLimit", "-1.3"}},
                                                 {"1.09*sin(3.04*u) - 0.13*u"}, 1,
                                                 {{"StopTime", "5"}, {"Solver", solver}, {"MaxStep", "0.4"}})
                                           .diagram);
    expect_signal(
        run, "Block", [&](double t) { return small[static_cast<std::size_t>(std::lround(t / h))]; }, 1e-5);
  }
}

TEST(Events, RateLimiterFollowsAHeldSignal) {
  ModelBuilder m;
  m.set("StopTime", "2.6");
  const Id wave = m.block("sources/expression", "Wave", {{"expression", "sin(3*t)"}}),
           hold = m.block("discrete/zero_order_hold", "Hold", {{"SampleTime", "0.5"}});
  m.connect(wave, hold);
  const RunOutcome run = run_of(m, hold, m.block("discontinuities/rate_limiter", "Block"), "ode45");
  double begins = 0;  // of the output at the hit before
  std::vector<double> at_hits{0};
  for (int k = 0; k < 6; ++k)
    at_hits.push_back(begins = std::clamp(std::sin(1.5 * k), begins - 0.5, begins + 0.5));
  expect_signal(
      run, "Block",
      [&](double t) {
        const auto hit = static_cast<std::size_t>(std::floor(2 * t));
        const double since = t - 0.5 * static_cast<double>(hit);
        return std::clamp(std::sin(1.5 * static_cast<double>(hit)), at_hits[hit] - since,
                          at_hits[hit] + since);
      },
      1e-12);
}

namespace {

// t until 1, then 0.3 less.
Id ramp_that_drops(ModelBuilder& m) {
  const Id ramp = m.block("sources/ramp", "Ramp"),
           step = m.block("sources/step", "Step", {{"time", "1"}, {"before", "0"}, {"after", "-0.3"}}),
           sum = m.block("math/sum", "Sum", {{"signs", "++"}});
  m.connect(ramp, 0, sum, 0).connect(step, 0, sum, 1).set("StopTime", "2").set("MaxStep", "0.3");
  return sum;
}

}  // namespace

// What was reached before the input jumps back counts, not what was at the last step.
TEST(Events, BacklashKeepsWhatWasReachedWhenItsInputJumps) {
  for (const char* solver : {"ode45", "ode15s", "ode4"}) {
    ModelBuilder m;
    const Id input = ramp_that_drops(m);
    const RunOutcome run =
        run_of(m, input, m.block("discontinuities/backlash", "Block", {{"BacklashWidth", "0.5"}}), solver);
    expect_signal(
        run, "Block", [](double t) { return t < 0.25 ? 0
                                            : t < 1  ? t - 0.25
                                                     : std::max(0.75, t - 0.55); },
        1e-12);
  }
}

TEST(Events, RunningExtremesKeepWhatWasReachedWhenTheInputJumps) {
  for (const char* solver : {"ode45", "ode15s", "ode4"}) {
    ModelBuilder m;
    const Id input = ramp_that_drops(m),
             block = m.block("math/minmax_running", "Block", {{"Function", "max"}});
    m.connect(m.block("sources/constant", "R", {{"value", "0"}}), 0, block, 1);
    const RunOutcome run = run_of(m, input, block, solver);
    expect_signal(
        run, "Block", [](double t) { return t < 1 ? t : std::max(1.0, t - 0.3); }, 1e-12);
  }
}

// Steps of any length: they end where the input turns.
TEST(Events, RunningExtremesFindThePeak) {
  ModelBuilder m;
  const Id wave = m.block("sources/expression", "Wave", {{"expression", "(1 + t/4)*sin(3*t)"}}),
           block = m.block("math/minmax_running", "Block", {{"Function", "min"}});
  m.connect(m.block("sources/constant", "R", {{"value", "0"}}), 0, block, 1)
      .set("StopTime", "5")
      .set("MaxStep", "1");
  const RunOutcome run = run_of(m, wave, block, "ode45");
  const auto u = [](double t) { return (1 + t / 4) * std::sin(3 * t); };
  expect_signal(
      run, "Block",
      [&](double t) {
        double least = 0;
        for (double at = 0; at < t; at += 1e-5) least = std::min(least, u(at));
        return std::min(least, u(t));
      },
      1e-9);
}

TEST(Events, IntegratorStartsAnewAtALocatedEdge) {
  const RunOutcome run =
      run_diagram(one_block("continuous/integrator",
                            {{"ExternalReset", "rising"}, {"x0", "0.5"}, {"ShowStatePort", "on"}},
                            {"1 + 0*u", "sin(2*pi*u - 1)"}, 2, {{"StopTime", "3"}})
                      .diagram);
  const double first = 1 / (2 * pi);
  expect_signal(run, "Block:y", [&](double t) { return t < first ? 0.5 + t : 0.5 + std::fmod(t - first, 1); },
                1e-9, {first, first + 1, first + 2});
  expect_events(run, {first, first + 1, first + 2});
}

TEST(Events, IntegratorTakesItsStartFromAnInput) {
  const RunOutcome run = run_diagram(
      one_block("continuous/integrator", {{"InitialConditionSource", "external"}}, {"2*u", "3 + 0*u"})
          .diagram);
  expect_signal(
      run, "Block", [](double t) { return 3 + t * t; }, 1e-9);
}

TEST(Events, ALimitedIntegratorReachesAndLeavesExactly) {
  // x = sin(pi t) / pi grows until the limit, waits there while cos > 0, and leaves with it.
  const RunOutcome run = run_diagram(one_block("continuous/integrator",
                                               {{"LimitOutput", "on"},
                                                {"UpperSaturationLimit", "0.1"},
                                                {"LowerSaturationLimit", "-0.1"},
                                                {"ShowSaturationPort", "on"}},
                                               {"cos(pi*u)"}, 2, {{"StopTime", "2"}, {"RelTol", "1e-9"}})
                                         .diagram);
  const double reach = std::asin(0.1 * pi) / pi;
  // Down from 0.1 at t = 0.5: x = 0.1 + (sin(pi t) - 1)/pi.
  const double low = 1 - std::asin(1 - 0.2 * pi) / pi;
  auto expected = [&](double t) {
    if (t < reach) return std::sin(pi * t) / pi;
    if (t < 0.5) return 0.1;
    if (t < low) return 0.1 + (std::sin(pi * t) - 1) / pi;
    return t < 1.5 ? -0.1 : std::min(0.1, -0.1 + (std::sin(pi * t) + 1) / pi);
  };
  expect_signal(run, "Block:y", expected, 1e-7);
  const std::vector<double> t = run.times(), y = run.column("Block:y"), at = run.column("Block:saturation");
  for (std::size_t r = 0; r < t.size(); ++r) {
    EXPECT_LE(std::fabs(y[r]), 0.1 + 1e-12);
    if (at[r] != 0) {
      EXPECT_EQ(y[r], 0.1 * at[r]) << t[r];
    }
  }
  const std::vector<double> found = event_times(run);
  double nearest = 9;
  for (double f : found) nearest = std::min(nearest, std::fabs(f - reach));
  EXPECT_LT(nearest, 1e-7);
}

// Each bounce takes 0.8 of the speed: the times between bounces are a geometric series.
TEST(Events, ASecondOrderIntegratorBounces) {
  ModelBuilder m;
  const Id ball = m.block("continuous/second_order_integrator", "Ball",
                          {{"ICX", "1"},
                           {"ICSourceDXDT", "external"},
                           {"LimitX", "on"},
                           {"LowerLimitX", "0"},
                           {"ReinitDXDTwhenXreachesSaturation", "on"}}),
           bounce = m.block("math/gain", "Bounce", {{"k", "-0.8"}}),
           gravity = m.block("sources/constant", "Gravity", {{"value", "-9.81"}}),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(gravity, ball).connect(ball, 1, bounce, 0).connect(bounce, ball, 1);
  m.connect(ball, 0, scope, 0).connect(ball, 1, scope, 1).set("StopTime", "2").set("RelTol", "1e-9");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const double fall = std::sqrt(2 / 9.81);
  expect_events(run, {fall, fall + 2 * 0.8 * fall, fall + 2 * 0.8 * fall + 2 * 0.64 * fall});
  for (double x : run.column("Ball:x")) EXPECT_GE(x, -1e-9);
}

TEST(Events, LinearSystemsHaveTheirStepResponses) {
  const std::map<std::string, std::map<std::string, std::string>> same = {
      {"continuous/transfer_fcn", {{"Numerator", "[1 3]"}, {"Denominator", "[1 3 2]"}}},
      {"continuous/zero_pole", {{"Zeros", "-3"}, {"Poles", "[-1 -2]"}}},
      {"continuous/state_space", {{"A", "[-1 0; 0 -2]"}, {"B", "[1; 1]"}, {"C", "[2 -1]"}, {"D", "0"}}}};
  for (const auto& [type, parameters] : same) {
    const RunOutcome run = run_diagram(
        one_block(type, parameters, {"1 + 0*u"}, 1, {{"StopTime", "3"}, {"RelTol", "1e-8"}}).diagram);
    expect_signal(
        run, "Block", [](double t) { return 1.5 - 2 * std::exp(-t) + 0.5 * std::exp(-2 * t); }, 1e-6);
  }
}

TEST(Events, AntiWindupKeepsTheIntegralSmall) {
  // An error of 1 for two seconds, then of -1: with clamping the output leaves its limit at once.
  auto last = [](const char* mode) {
    const RunOutcome run =
        run_diagram(one_block("continuous/pid",
                              {{"Controller", "PI"},
                               {"LimitOutput", "on"},
                               {"UpperSaturationLimit", "1.5"},
                               {"LowerSaturationLimit", "-10"},
                               {"AntiWindupMode", mode}},
                              {"u < 2 ? 1 : -1"}, 1, {{"StopTime", "2.5"}, {"MaxStep", "0.001"}})
                        .diagram);
    EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
    return run.column("Block").back();
  };
  EXPECT_NEAR(last("none"), -1 + 2 - 0.5, 1e-2);
  EXPECT_NEAR(last("clamping"), -1 + 0.5 - 0.5, 1e-2);
  EXPECT_LT(last("back-calculation"), last("none") - 0.3);
}

TEST(Events, DerivativeOfALineIsExact) {
  expect_signal(run_diagram(one_block("continuous/derivative", {}, {"3*u - 1"}).diagram), "Block",
                [](double) { return 3; }, 1e-9, {0});
}

TEST(Events, PulsesAndWavesJumpExactly) {
  const RunOutcome pulse = run_diagram(
      one_block("sources/pulse_generator",
                {{"Period", "0.7"}, {"PulseWidth", "30"}, {"PhaseDelay", "0.25"}, {"Amplitude", "2"}}, {}, 1,
                {{"StopTime", "3"}})
          .diagram);
  std::vector<double> edges;
  for (int k = 0; k < 4; ++k) edges.push_back(0.25 + 0.7 * k), edges.push_back(0.25 + 0.7 * k + 0.21);
  expect_signal(
      pulse, "Block",
      [&](double t) { return (std::upper_bound(edges.begin(), edges.end(), t) - edges.begin()) % 2 ? 2 : 0; },
      0, edges);
  const RunOutcome square = run_diagram(
      one_block("sources/signal_generator", {{"WaveForm", "square"}, {"Frequency", "2"}}, {}).diagram);
  const std::vector<double> halves{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2};
  expect_signal(
      square, "Block", [](double t) { return std::fmod(t, 0.5) < 0.25 ? 1 : -1; }, 0, halves);
  const RunOutcome saw = run_diagram(
      one_block("sources/signal_generator", {{"WaveForm", "sawtooth"}, {"Frequency", "2"}}, {}).diagram);
  expect_signal(
      saw, "Block", [](double t) { return 4 * std::fmod(t, 0.5) - 1; }, 1e-12, halves);
  const RunOutcome sequence = run_diagram(
      one_block("sources/repeating_sequence", {{"rep_seq_t", "[0 0.2 0.5]"}, {"rep_seq_y", "[0 1 -1]"}}, {})
          .diagram);
  expect_signal(
      sequence, "Block",
      [](double t) {
        const double s = std::fmod(t, 0.5);
        return s < 0.2 ? s / 0.2 : 1 - 2 * (s - 0.2) / 0.3;
      },
      1e-9, halves);
}

TEST(Events, StopAndChecksEndARunAtTheInstant) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t"),
           compare = m.block("logic/compare_to_constant", "c", {{"relop", ">="}, {"const", "1.25"}}),
           stop = m.block("sinks/stop_simulation", "Stop");
  m.connect(clock, compare).connect(compare, stop);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NEAR(run.statistics.end_time, 1.25, 1e-10) << run.messages();
  EXPECT_NE(run.end, RunEnd::Failed);

  ModelBuilder checked;
  const Id time = checked.block("sources/clock", "t"),
           range = checked.block("verification/check_static_range", "Range", {{"max", "0.75"}});
  checked.connect(time, range);
  const RunOutcome failed = run_diagram(checked.diagram);
  EXPECT_EQ(failed.end, RunEnd::Failed);
  EXPECT_NEAR(failed.statistics.end_time, 0.75, 1e-10);
  EXPECT_NE(failed.messages().find("range"), std::string::npos) << failed.messages();
}

}  // namespace sim
