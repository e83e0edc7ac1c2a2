// Discrete blocks against their recurrences, bit for bit.
#include "tests/sim_core/blocks/sampled_block.h"
#include "tests/support/refused_run.h"

namespace sim {

TEST(DiscreteBlocks, Delays) {
  expect_samples("discrete/delay", {{"DelayLength", "3"}, {"InitialCondition", "7"}},
                 [](int k) { return k < 3 ? 7 : u(k - 3); });
  expect_samples("discrete/delay", {{"DelayLength", "3"}, {"InitialCondition", "[1 2 3]"}},
                 [](int k) { return k < 3 ? k + 1 : u(k - 3); });
  expect_samples("discrete/delay", {{"DelayLength", "1"}}, [](int k) { return u(k - 1); });
  expect_samples("discrete/delay", {{"DelayLength", "0"}}, [](int k) { return u(k); });
  expect_samples(
      "discrete/delay", {{"DelayLength", "2"}}, [](int k) { return k < 2 ? 0 : 2 * u(k - 2); },
      {"[1; 2]*(sin(3*u) + 0.5)"}, "Block[2]");
  expect_samples(
      "discrete/tapped_delay", {{"NumDelays", "3"}}, [](int k) { return k < 3 ? 0 : u(k - 3); }, {input},
      "Block[1]");
  expect_samples(
      "discrete/tapped_delay", {{"NumDelays", "3"}, {"DelayOrder", "Newest"}, {"includeCurrent", "on"}},
      [](int k) { return u(k); }, {input}, "Block[1]");
}

TEST(DiscreteBlocks, AResetEmptiesADelay) {
  // The reset rises above 0 between samples 9 and 10.
  expect_samples("discrete/delay",
                 {{"DelayLength", "3"}, {"InitialCondition", "7"}, {"ExternalReset", "rising"}},
                 [](int k) { return k < 3 || (k >= 10 && k < 13) ? 7 : u(k - 3); }, {input, "u - 0.95"});
}

TEST(DiscreteBlocks, DelaysByANumberOfSamplesThatIsASignal) {
  // 0, 0, ..., 1, 1, ...: floor(u) counted from an offset, cut to 0..3.
  auto length = [](int k) { return std::min(3, std::max(0, static_cast<int>(2.5 * (k * T) + 0.02))); };
  for (const char* type : {"discrete/delay", "discrete/variable_integer_delay"}) {
    std::map<std::string, std::string> parameters{{"DelayLengthUpperLimit", "3"}, {"InitialCondition", "7"}};
    if (std::string(type) == "discrete/delay") parameters["DelayLengthSource"] = "Input port";
    expect_samples(type, parameters, [&](int k) { return k - length(k) < 0 ? 7 : u(k - length(k)); },
                   {input, "2.5*u + 0.02"});
    expect_samples(
        type, parameters, [&](int k) { return k - length(k) < 0 ? 7 : 2 * u(k - length(k)); },
        {"[1; 2]*(sin(3*u) + 0.5)", "2.5*u + 0.02"}, "Block[2]");
  }
}

TEST(DiscreteBlocks, ADelayThatIsNotEnabledKeepsItsSamples) {
  // Enabled at samples 0..4 and from 10 on.
  auto enabled = [](int k) { return k < 5 || k >= 10; };
  expect_samples("discrete/enabled_delay", {{"DelayLength", "2"}},
                 [&](int k) {
                   std::vector<double> passed{0, 0};
                   for (int j = 0; j < k; ++j)
                     if (enabled(j)) passed.push_back(u(j));
                   return passed[passed.size() - 2];
                 },
                 {input, "abs(u - 0.7) - 0.25"});
  expect_samples("discrete/resettable_delay", {{"DelayLength", "3"}, {"InitialCondition", "7"}},
                 [](int k) { return k < 3 || (k >= 10 && k < 13) ? 7 : u(k - 3); }, {input, "u - 0.95"});
}

TEST(DiscreteBlocks, FiniteImpulseResponses) {
  auto sum = [](int k) { return 0.5 * u(k) + -2 * u(k - 1) + 0.25 * u(k - 2); };
  expect_samples("discrete/discrete_fir", {{"Coefficients", "[0.5 -2 0.25]"}}, sum);
  expect_samples("discrete/discrete_fir", {{"CoefSource", "Input port"}}, sum, {input, "[0.5; -2; 0.25]"});
  expect_samples("discrete/discrete_fir", {{"Coefficients", "3"}}, [](int k) { return 3 * u(k); });
  expect_samples("discrete/discrete_fir", {{"Coefficients", "[1 1]"}, {"InitialStates", "5"}},
                 [](int k) { return u(k) + (k == 0 ? 5 : u(k - 1)); });
}

TEST(DiscreteBlocks, TransferFunctionsOfFirstOrder) {
  expect_samples("discrete/transfer_fcn_first_order", {{"PoleZ", "0.8"}, {"ICPrevOutput", "2"}},
                 recurrence([](int k, double& x) { return x = 0.8 * x + (1 - 0.8) * u(k); }, 2));
  expect_samples("discrete/transfer_fcn_real_zero", {{"ZeroZ", "0.6"}, {"ICPrevInput", "2"}},
                 [](int k) { return u(k) - 0.6 * (k == 0 ? 2 : u(k - 1)); });
  expect_samples(
      "discrete/transfer_fcn_lead_or_lag", {{"ICPrevOutput", "2"}, {"ICPrevInput", "3"}},
      recurrence([](int k, double& y) { return y = 0.95 * y + u(k) - 0.75 * (k == 0 ? 3 : u(k - 1)); }, 2));
}

TEST(DiscreteBlocks, ZerosAndPoles) {
  // (z + 0.5)/((z - 0.3)^2 + 0.16) = (z + 0.5)/(z^2 - 0.6 z + 0.25), and a real pole behind it.
  const RunOutcome run = run_diagram(
      one_block(
          "discrete/discrete_zero_pole",
          {{"Zeros", "[-0.5]"}, {"Poles", "[0.3+0.4i 0.3-0.4i 0.2]"}, {"Gain", "2"}, {"SampleTime", "0.1"}},
          {input})
          .diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  std::vector<double> y;
  auto before = [&](int k) { return k < 0 ? 0 : y[static_cast<std::size_t>(k)]; };
  for (int k = 0; k < 20; ++k) {  // the denominator times (z - 0.2): z^3 - 0.8 z^2 + 0.37 z - 0.05
    y.push_back(0.8 * before(k - 1) - 0.37 * before(k - 2) + 0.05 * before(k - 3) +
                2 * (u(k - 2) + 0.5 * u(k - 3)));
    EXPECT_NEAR(value_at(run, "Block", k * T + 0.05), y.back(), 1e-13) << k;
  }
}

TEST(DiscreteBlocks, SampleAndHold) {
  auto held = [](const char* mode) {
    return run_diagram(one_block("discrete/sample_and_hold", {{"Mode", mode}, {"InitialCondition", "9"}},
                                 {"u^2", "sin(pi*(u - 0.5))"})
                           .diagram);
  };
  expect_signal(held("at rising edges"), "Block", [](double t) { return t < 0.5 ? 9 : 0.25; }, 1e-9, {0.5});
  expect_signal(held("at either edge"), "Block", [](double t) { return t < 0.5   ? 9
                                                                       : t < 1.5 ? 0.25
                                                                                 : 2.25; },
                1e-9, {0.5, 1.5});
  expect_signal(held("while the trigger is positive"), "Block",
                [](double t) { return t < 0.5   ? 9
                                      : t < 1.5 ? t * t
                                                : 2.25; }, 1e-9, {0.5, 1.5});
}

TEST(DiscreteBlocks, DifferencesAndDerivatives) {
  expect_samples("discrete/difference", {}, [](int k) { return u(k) - u(k - 1); });
  expect_samples("discrete/discrete_derivative", {{"gainval", "2"}},
                 [](int k) { return 2 * (u(k) - u(k - 1)) / T; });
}

TEST(DiscreteBlocks, IntegratorByEachMethod) {
  for (bool accumulates : {false, true}) {
    const std::string kind = accumulates ? "Accumulation: " : "Integration: ";
    const double h = accumulates ? 1 : T;
    auto grown = [h](int k) { return 2 * h * u(k); };
    const std::map<std::string, std::string> same{{"gainval", "2"}, {"InitialCondition", "0.25"}};
    auto with = [&](const std::string& method) {
      auto parameters = same;
      parameters["IntegratorMethod"] = kind + method;
      return parameters;
    };
    expect_samples("discrete/discrete_integrator", with("Forward Euler"),
                   recurrence(
                       [=](int k, double& x) {
                         const double y = x;
                         x = x + grown(k);
                         return y;
                       },
                       0.25));
    expect_samples("discrete/discrete_integrator", with("Backward Euler"),
                   recurrence([=](int k, double& x) { return x = x + grown(k); }, 0.25));
    expect_samples("discrete/discrete_integrator", with("Trapezoidal"),
                   recurrence(
                       [=](int k, double& x) {
                         const double y = x + grown(k) * 0.5;
                         x = y + grown(k) * 0.5;
                         return y;
                       },
                       0.25));
  }
}

TEST(DiscreteBlocks, IntegratorWithLimitsAndReset) {
  expect_samples("discrete/discrete_integrator", {{"LimitOutput", "on"}, {"UpperSaturationLimit", "0.6"}},
                 recurrence(
                     [](int k, double& x) {
                       const double y = x;
                       x = std::min(x + T * u(k), 0.6);
                       return y;
                     },
                     0));
  expect_samples("discrete/discrete_integrator", {{"ExternalReset", "rising"}, {"InitialCondition", "-1"}},
                 recurrence(
                     [](int k, double& x) {
                       const double y = k == 10 ? -1 : x;
                       x = y + T * u(k);
                       return y;
                     },
                     -1),
                 {input, "u - 0.95"});
}

TEST(DiscreteBlocks, TransferFunctions) {
  auto filtered = [](bool direct) {
    return [=](int k) {
      double y1 = 0, y2 = 0, u1 = 0, u2 = 0, y = 0;
      for (int j = 0; j <= k; ++j) {
        y = (direct ? 2 * u(j) + 1 * u1 : 2 * u1 + 1 * u2) + 0.5 * y1 - 0.25 * y2;
        y2 = y1, y1 = y, u2 = u1, u1 = u(j);
      }
      return y;
    };
  };
  auto close = [](const std::string& type, const std::map<std::string, std::string>& parameters,
                  const std::function<double(int)>& expected) {
    auto all = parameters;
    all["SampleTime"] = "0.1";
    const RunOutcome run = run_diagram(one_block(type, all, {input}).diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (int k = 0; k < 20; ++k)
      EXPECT_NEAR(value_at(run, "Block", k * T + 0.01), expected(k), 1e-14) << type << k;
  };
  close("discrete/discrete_transfer_fcn", {{"Numerator", "[2 1]"}, {"Denominator", "[1 -0.5 0.25]"}},
        filtered(false));
  close("discrete/discrete_transfer_fcn", {{"Numerator", "[4 2 0]"}, {"Denominator", "[2 -1 0.5]"}},
        filtered(true));
  close("discrete/discrete_filter", {{"Numerator", "[2 1]"}, {"Denominator", "[1 -0.5 0.25]"}},
        filtered(true));
  close("discrete/discrete_state_space",
        {{"A", "[0.5 1; -0.25 0]"}, {"B", "[2; 1]"}, {"C", "[1 0]"}, {"D", "0"}}, filtered(false));
  // A moving average.
  close("discrete/discrete_filter", {{"Numerator", "[1 1 1]/3"}, {"Denominator", "1"}},
        [](int k) { return (u(k) + u(k - 1) + u(k - 2)) / 3; });
}

TEST(DiscreteBlocks, Detection) {
  auto was = [](int k) { return u(k - 1); };
  expect_samples("logic/detect_change", {{"Event", "increase"}}, [&](int k) { return u(k) > was(k); });
  expect_samples("logic/detect_change", {{"Event", "decrease"}}, [&](int k) { return u(k) < was(k); });
  expect_samples("logic/detect_change", {}, [&](int k) { return u(k) != was(k); });
  expect_samples("logic/detect_change", {{"Event", "rise positive"}},
                 [&](int k) { return u(k) > 0 && !(was(k) > 0); });
  expect_samples("logic/detect_change", {{"Event", "fall negative"}},
                 [&](int k) { return u(k) < 0 && !(was(k) < 0); });
}

TEST(DiscreteBlocks, FirstOrderHoldGoesOnInALine) {
  const RunOutcome run =
      run_diagram(one_block("discrete/first_order_hold", {{"Ts", "0.5"}}, {"u^2"}).diagram);
  expect_signal(run, "Block",
                [](double t) {
                  const double k = std::floor(t / 0.5 + 1e-12) * 0.5;
                  return k == 0 ? 0 : k * k + (k * k - (k - 0.5) * (k - 0.5)) / 0.5 * (t - k);
                },
                1e-12, {0.5, 1, 1.5, 2});
}

TEST(DiscreteBlocks, Sources) {
  expect_samples("sources/digital_clock", {}, [](int k) { return time_of(k); }, {});
  expect_samples("sources/counter_free_running", {{"NumBits", "2"}}, [](int k) { return k % 4; }, {});
  expect_samples("sources/counter_limited", {{"uplimit", "6"}}, [](int k) { return k % 7; }, {});
  expect_samples("sources/repeating_sequence_stair", {{"OutValues", "[3 1 4]"}},
                 [](int k) {
                   return std::vector<double>{3, 1, 4}[static_cast<std::size_t>(k % 3)];
                 },
                 {});
}

TEST(DiscreteBlocks, RandomNumbersRepeatAndAreDistributed) {
  const Settings long_run{{"StopTime", "1000"}, {"MaxStep", "10"}};
  const RunOutcome normal =
      run_diagram(one_block("sources/random_number", {{"Mean", "3"}, {"Variance", "4"}, {"Seed", "[1; 2]"}},
                            {}, 1, long_run)
                      .diagram);
  ASSERT_EQ(normal.end, RunEnd::Finished) << normal.messages();
  double sum = 0, squares = 0, product = 0;
  std::vector<double> a, b;
  const std::vector<double> t = normal.times(), first = normal.column("Block[1]"),
                            second = normal.column("Block[2]");
  for (std::size_t r = 0; r < t.size(); ++r)
    if (a.empty() || first[r] != a.back()) a.push_back(first[r]), b.push_back(second[r]);
  ASSERT_GT(a.size(), 9900u);
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += a[k], squares += (a[k] - 3) * (a[k] - 3), product += (a[k] - 3) * (b[k] - 3);
  const double n = static_cast<double>(a.size());
  EXPECT_NEAR(sum / n, 3, 0.08);
  EXPECT_NEAR(squares / n, 4, 0.25);
  EXPECT_NEAR(product / n, 0, 0.16);
  // The same seed gives the same numbers, whatever the solver does.
  auto draw = [](const char* seed, const char* step) {
    return value_at(run_diagram(one_block("sources/uniform_random_number", {{"Seed", seed}}, {}, 1,
                                          {{"StopTime", "2"}, {"MaxStep", step}})
                                    .diagram),
                    "Block", 1.55);
  };
  EXPECT_EQ(draw("5", "1"), draw("5", "0.01"));
  EXPECT_NE(draw("5", "1"), draw("6", "1"));
}

namespace {

// P u + I times the integral + D times the filtered derivative, as z-transforms say, written in other states.
std::function<double(int)> pid_by_hand(double P, double I, double D, double N, double a, double b) {
  return [=](int samples) {
    double integral = 0, filtered = 0, y = 0;  // of u; of the derivative part, integrated
    for (int k = 0; k <= samples; ++k) {
      const double now = integral + a * T * u(k);
      // v = N (D u - w), w[k] = filtered + b T v
      const double v = (D * u(k) - filtered) * N / (1 + b * N * T);
      y = P * u(k) + I * now + v;
      integral += T * u(k);
      filtered += T * v;
    }
    return y;
  };
}

void expect_close(const std::map<std::string, std::string>& parameters,
                  const std::function<double(int)>& expected, std::vector<std::string> inputs = {input}) {
  auto all = parameters;
  all.emplace("SampleTime", "0.1");
  const RunOutcome run = run_diagram(one_block("discrete/discrete_pid", all, inputs).diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (int k = 0; k < 20; ++k) EXPECT_NEAR(value_at(run, "Block", k * T + 0.05), expected(k), 1e-12) << k;
}

}  // namespace

TEST(DiscretePid, ByEachMethod) {
  const std::map<std::string, double> methods{
      {"Forward Euler", 0}, {"Backward Euler", 1}, {"Trapezoidal", 0.5}};
  for (const auto& [integrator, a] : methods)
    for (const auto& [filter, b] : methods)
      expect_close({{"P", "2"},
                    {"I", "3"},
                    {"D", "0.5"},
                    {"N", "8"},
                    {"IntegratorMethod", integrator},
                    {"FilterMethod", filter}},
                   pid_by_hand(2, 3, 0.5, 8, a, b));
}

TEST(DiscretePid, PartsAndForms) {
  expect_close({{"Controller", "P"}, {"P", "2"}}, [](int k) { return 2 * u(k); });
  expect_close({{"Controller", "I"}, {"I", "2"}, {"P", "7"}}, pid_by_hand(0, 2, 0, 1, 0, 0));
  expect_close({{"Controller", "PI"}, {"P", "2"}, {"I", "3"}, {"D", "9"}}, pid_by_hand(2, 3, 0, 1, 0, 0));
  expect_close({{"Form", "Ideal"}, {"P", "2"}, {"I", "3"}, {"D", "0.5"}, {"N", "8"}},
               pid_by_hand(2, 6, 1, 8, 0, 0));
  expect_close({{"Controller", "PD"}, {"P", "2"}, {"D", "0.5"}, {"UseFilter", "off"}},
               [](int k) { return 2 * u(k) + 0.5 * (u(k) - u(k - 1)) / T; });
}

// The input is 1 up to t = 1, then -1; y may be 0.4 at most.
TEST(DiscretePid, AntiWindup) {
  const std::vector<std::string> step{"1 - 2*(u >= 0.95)"};
  for (const std::string mode : {"none", "back-calculation", "clamping"})
    expect_close(
        {{"Controller", "PI"},
         {"P", "0.1"},
         {"I", "1"},
         {"LimitOutput", "on"},
         {"UpperSaturationLimit", "0.4"},
         {"LowerSaturationLimit", "-1"},
         {"AntiWindupMode", mode},
         {"Kb", "2"}},
        [&](int samples) {
          double x = 0, y = 0;
          for (int k = 0; k <= samples; ++k) {
            const double e = k < 10 ? 1 : -1, sum = 0.1 * e + x;
            y = std::min(sum, 0.4);
            const bool held = mode == "clamping" && sum > 0.4 && e > 0;
            if (!held) x += T * (e + (mode == "back-calculation" ? 2 * (y - sum) : 0));
          }
          return y;
        },
        step);
}

TEST(DiscretePid, IsReset) {
  expect_close({{"Controller", "I"}, {"InitialConditionForIntegrator", "3"}, {"ExternalReset", "rising"}},
               [](int samples) {
                 double x = 3, y = 0;
                 for (int k = 0; k <= samples; ++k) {
                   if (k == 10) x = 3;
                   y = x;
                   x += T * u(k);
                 }
                 return y;
               },
               {input, "u - 0.95"});
  expect_refused(one_block("discrete/discrete_pid", {{"SampleTime", "-1"}}, {input}).diagram,
                 "the sample time is not a period");
}

// From a fast rate to a slow one and back: what is held is what was there at its own hits.
TEST(DiscreteBlocks, RateTransition) {
  for (const auto& [to, period] : std::map<std::string, double>{{"0.5", 0.5}, {"0.05", 0.05}}) {
    ModelBuilder m;
    const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.1"}}),
             transition = m.block("attributes/rate_transition", "Transition", {{"SampleTime", to}});
    m.connect(clock, transition).connect(transition, m.block("sinks/scope", "Scope"));
    const RunOutcome run = run_diagram(m.set("StopTime", "2").diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (double t = 0.025; t < 2; t += 0.05) {
      const double hit = period * std::floor(t / period + 1e-9), seen = 0.1 * std::floor(hit / 0.1 + 1e-9);
      EXPECT_NEAR(value_at(run, "Transition", t), seen, 1e-12) << to << " at " << t;
    }
  }
}

// With a delay from slow to fast it shows what was there one hit of the slow part ago.
TEST(DiscreteBlocks, RateTransitionWithDelay) {
  for (const std::string sample_time : {"-1", "0.5"}) {
    ModelBuilder m;
    const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.5"}}),
             transition = m.block("attributes/rate_transition", "Transition",
                                  {{"SampleTime", sample_time}, {"Delay", "on"}, {"InitialCondition", "7"}});
    m.connect(clock, transition).connect(transition, m.block("sinks/scope", "Scope"));
    const RunOutcome run = run_diagram(m.set("StopTime", "2.4").set("MaxStep", "0.05").diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (double t = 0.025; t < 2.4; t += 0.05) {
      const double hit = 0.5 * std::floor(t / 0.5 + 1e-9);
      EXPECT_EQ(value_at(run, "Transition", t), hit == 0 ? 7 : hit - 0.5) << sample_time << " at " << t;
    }
  }
}

// What is held keeps the sign of a zero that it had at its hit.
TEST(DiscreteBlocks, HeldZerosKeepTheirSign) {
  ModelBuilder m;
  const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.1"}}),
           gain = m.block("math/gain", "Gain", {{"k", "-0"}}),
           late = m.block("discrete/zero_order_hold", "Hold", {{"SampleTime", "0.5"}});
  m.connect(clock, gain).connect(gain, late).connect(late, m.block("sinks/scope", "Scope"));
  const RunOutcome run = run_diagram(m.set("StopTime", "1").set("MaxStep", "0.1").diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (const double t : {0.55, 0.75, 0.95}) EXPECT_TRUE(std::signbit(value_at(run, "Hold", t))) << t;
}

TEST(DiscreteBlocks, GroundIsZeroAndCountsAsConnected) {
  ModelBuilder m;
  const Id ground = m.block("sources/ground", "Ground"), sum = m.block("math/sum", "Sum");
  m.connect(ground, sum, 0).connect(m.block("sources/clock", "Clock"), sum, 1);
  m.connect(sum, m.block("sinks/scope", "Scope")).set("UnconnectedInput", "error");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.column("Sum"), run.column("time"));
}

}  // namespace sim
