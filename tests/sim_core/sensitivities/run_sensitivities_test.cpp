// Derivatives of runs along parameters against closed forms, and against differences of runs.
#include "sim_core/sensitivities/run_sensitivities.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/diagram/model_file.h"
#include "tests/sim_core/sensitivities/sensitivities_of_run.h"
#include "tests/support/equation_model.h"

namespace sim {

namespace {

std::vector<double> up_to(double end, int count) {
  std::vector<double> times;
  for (int k = 0; k <= count; ++k) times.push_back(end * k / count);
  return times;
}

Diagram with_tolerance(Diagram diagram, const std::string& solver = "ode45") {
  diagram.settings["Solver"] = solver;
  diagram.settings["RelTol"] = "1e-8", diagram.settings["AbsTol"] = "1e-10";
  return diagram;
}

Diagram example(const std::string& name) {
  const std::string path = "examples/" + name + "/" + name + ".flx";
  const auto read = load_model(path);
  return read ? read->diagram : Diagram{};
}

}  // namespace

TEST(RunSensitivities, ADecayAndItsInitialState) {
  for (const char* solver : {"ode45", "ode15s", "ode113", "ode23tb", "radau5", "dop853"}) {
    const Diagram diagram = with_tolerance(
        equations({"-k*u(1)"}, {"a"}, {{"k", "0.7"}, {"a", "2"}, {"c", "3"}}, "u(1)*c"), solver);
    const auto s = sensitivities_of_run(diagram, {"k", "a", "c"}, up_to(5, 50));
    if (s.refusal.find("olver") != std::string::npos) continue;
    ASSERT_EQ(s.refusal, "") << solver;
    EXPECT_EQ(s.doubt, "") << solver;
    for (std::size_t i = 0; i < s.times.size(); ++i) {
      const double t = s.times[i], x = 2 * std::exp(-0.7 * t);
      EXPECT_NEAR(s(i, 0), -t * x, 1e-6) << solver << " at " << t;
      EXPECT_NEAR(s(i, 1), x / 2, 1e-6) << solver << " at " << t;
      EXPECT_NEAR(s(i, 2), 0, 1e-6) << solver << " at " << t;
      EXPECT_NEAR(s(i, 0, 1), -3 * t * x, 1e-6) << solver << " at " << t;
      EXPECT_NEAR(s(i, 2, 1), x, 1e-6) << solver << " at " << t;
    }
  }
}

// The run is at rest, so that its steps are long, but its derivative along p swings fast: steps are not
// divided without end, which is said.
TEST(RunSensitivities, WhatIsLessExactThanTheRunIsSaid) {
  const Diagram diagram = with_tolerance(equations({"1", "p*cos(3000*u(1))"}, {"0", "0"}, {{"p", "0"}}));
  const auto s = sensitivities_of_run(diagram, {"p"}, {0, 10});
  ASSERT_EQ(s.refusal, "");
  EXPECT_NE(s.doubt.find("of their size only, because they move much faster than the model: shorten MaxStep"),
            std::string::npos)
      << s.doubt;
  Diagram shorter = diagram;
  shorter.settings["MaxStep"] = "1e-3";
  EXPECT_EQ(sensitivities_of_run(shorter, {"p"}, {0, 1}).doubt, "");
}

TEST(RunSensitivities, AnOscillator) {
  const Diagram diagram =
      with_tolerance(equations({"u(2)", "-w^2*u(1)"}, {"1", "v0"}, {{"w", "2"}, {"v0", "0.5"}}));
  const auto s = sensitivities_of_run(diagram, {"w", "v0"}, up_to(10, 100));
  ASSERT_EQ(s.refusal, "");
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    const double t = s.times[i], w = 2, v = 0.5, sine = std::sin(w * t), cosine = std::cos(w * t);
    EXPECT_NEAR(s(i, 0), -t * sine + v * (t * cosine / w - sine / (w * w)), 1e-6) << t;
    EXPECT_NEAR(s(i, 1), sine / w, 1e-6) << t;
  }
}

// A stiff chain: fast and slow by a factor of 1e6.
TEST(RunSensitivities, AStiffChain) {
  const Diagram diagram = with_tolerance(
      equations({"-f*(u(1)-u(2))", "-k*u(2)"}, {"0", "1"}, {{"f", "1e6"}, {"k", "1"}}), "ode15s");
  const auto s = sensitivities_of_run(diagram, {"k", "f"}, {0.5, 1, 2, 5});
  ASSERT_EQ(s.refusal, "");
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    const double t = s.times[i], f = 1e6, slow = f / (f - 1) * std::exp(-t);
    EXPECT_NEAR(s(i, 0), -t * slow + slow / (f - 1), 1e-6) << t;
    EXPECT_NEAR(s(i, 1), -std::exp(-t) / ((f - 1) * (f - 1)), 1e-14) << t;
  }
}

// The ball of an example: its speed jumps where it hits the ground, at an instant that all parameters move.
TEST(RunSensitivities, ABallThatBounces) {
  const Diagram diagram = with_tolerance(example("bouncing_ball"));
  const std::vector<std::string> names{"g", "h0", "v0", "k"};
  const auto height = [](std::vector<double> p, double t) {
    double v = p[2], start = p[1], begin = 0;
    for (;;) {
      const double impact = std::sqrt(v * v + 2 * p[0] * start), flight = (v + impact) / p[0];
      if (t <= begin + flight) return start + v * (t - begin) - p[0] * (t - begin) * (t - begin) / 2;
      begin += flight, start = 0, v = p[3] * impact;
    }
  };
  const auto s = sensitivities_of_run(diagram, names, {1, 3, 3.6, 5, 6, 8, 9.5});
  ASSERT_EQ(s.refusal, "");
  for (std::size_t i = 0; i < s.times.size(); ++i)
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto moved = [&](double by) {
        std::vector<double> p = s.at;
        p[k] += by;
        return height(p, s.times[i]);
      };
      const double h = 1e-3, exact = (8 * (moved(h) - moved(-h)) - moved(2 * h) + moved(-2 * h)) / (12 * h);
      EXPECT_NEAR(s(i, k), exact, 1e-6 * std::max(1.0, std::abs(exact))) << names[k] << " at " << s.times[i];
    }
}

// x' = 1 below c and 3 above it: a corner that moves with c.
TEST(RunSensitivities, ARateThatSwitchesWhereTheStateSays) {
  ModelBuilder m;
  m.variable("c", "2").variable("slow", "1").variable("fast", "3");
  const Id slow = m.block("sources/constant", "slow", {{"Value", "slow"}}),
           fast = m.block("sources/constant", "fast", {{"Value", "fast"}}),
           choice = m.block("routing/switch", "choice", {{"Threshold", "c"}}),
           x = m.block("continuous/integrator", "x"), out = m.block("ports/outport", "out x");
  m.connect(fast, choice, 0).connect(x, choice, 1).connect(slow, choice, 2);
  m.connect(choice, x).connect(x, out);
  m.set("Solver", "ode45").set("RelTol", "1e-8").set("AbsTol", "1e-10");
  const auto s = sensitivities_of_run(m.diagram, {"c", "slow", "fast"}, {1, 1.9, 2.1, 3, 4});
  ASSERT_EQ(s.refusal, "");
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    const double t = s.times[i];
    const bool behind = t > 2;  // x = c + fast (t - c / slow)
    EXPECT_NEAR(s(i, 0), behind ? 1 - 3 : 0, 1e-7) << t;
    EXPECT_NEAR(s(i, 1), behind ? 3 * 2 : t, 1e-7) << t;
    EXPECT_NEAR(s(i, 2), behind ? t - 2 : 0, 1e-7) << t;
  }
}

// A step whose time is a parameter.
TEST(RunSensitivities, AnEventWhoseTimeIsAParameter) {
  ModelBuilder m;
  m.variable("T", "1.3").variable("size", "2").variable("tau", "0.5");
  const Id step = m.block("sources/step", "step", {{"StepTime", "T"}, {"FinalValue", "size"}}),
           lag = m.block("continuous/transfer_fcn", "lag", {{"Numerator", "1"}, {"Denominator", "[tau 1]"}}),
           out = m.block("ports/outport", "y");
  m.connect(step, lag).connect(lag, out);
  m.set("Solver", "ode45").set("RelTol", "1e-8").set("AbsTol", "1e-10");
  const auto s = sensitivities_of_run(m.diagram, {"T", "size", "tau"}, {1, 1.5, 2, 3});
  ASSERT_EQ(s.refusal, "");
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    const double t = s.times[i], u = std::max(0.0, t - 1.3), decay = u > 0 ? std::exp(-u / 0.5) : 0;
    EXPECT_NEAR(s(i, 0), -2 * decay / 0.5, 1e-7) << t;
    EXPECT_NEAR(s(i, 1), u > 0 ? 1 - decay : 0, 1e-7) << t;
    EXPECT_NEAR(s(i, 2), -2 * decay * u / 0.25, 1e-7) << t;
  }
}

// A sampled loop: x(n+1) = a x(n), with the period 0.1 s.
TEST(RunSensitivities, ASampledLoop) {
  ModelBuilder m;
  m.variable("a", "0.9").variable("x0", "3");
  const Id x = m.block("discrete/unit_delay", "x", {{"InitialCondition", "x0"}, {"SampleTime", "0.1"}}),
           gain = m.block("math/gain", "a", {{"k", "a"}}), out = m.block("ports/outport", "y");
  m.connect(x, gain).connect(gain, x).connect(x, out);
  m.set("Solver", "ode45");
  const auto s = sensitivities_of_run(m.diagram, {"a", "x0"}, {0, 0.1, 0.25, 0.5, 1});
  ASSERT_EQ(s.refusal, "");
  const int counts[] = {0, 1, 2, 5, 10};
  for (std::size_t i = 0; i < s.times.size(); ++i) {
    const int n = counts[i];
    EXPECT_NEAR(s(i, 0), n == 0 ? 0 : 3 * n * std::pow(0.9, n - 1), 1e-9) << n;
    EXPECT_NEAR(s(i, 1), std::pow(0.9, n), 1e-9) << n;
  }
}

// Examples of all kinds against differences of runs: smooth, stiff, with events, sampled, chaotic no longer
// than they can be foretold.
TEST(RunSensitivities, ExamplesAgreeWithDifferencesOfTheirRuns) {
  struct Case {
    const char* name;
    std::vector<std::string> parameters;
    double end;
    double tolerance = 1e-5;  // of the largest derivative in the column
    double step = 1e-3;       // of the differences, relative
  };
  const Case cases[] = {{"van_der_pol", {"mu"}, 10},
                        {"hodgkin_huxley", {"gNa", "EK", "I"}, 10},
                        {"stirred_tank_reactor", {"q"}, 2, 1e-4, 1e-5},
                        {"glucose_minimal_model", {"p1", "p2", "G0"}, 180},
                        {"cruise_control", {"m", "Tm", "Cr"}, 40, 1e-4},
                        {"sampled_pid", {"Kp", "Ki", "Kd"}, 15},
                        {"anti_windup", {"K", "Ki", "umax", "Kb"}, 80},
                        {"thermostat", {"P", "G", "C", "Tset"}, 4, 1e-4, 1e-5},
                        {"chua_circuit", {"alpha", "m0"}, 5}};
  for (const Case& each : cases) {
    Diagram diagram = example(each.name);
    diagram.settings["RelTol"] = "1e-9", diagram.settings["AbsTol"] = "1e-11";
    std::vector<double> times;
    for (int k = 1; k <= 20; ++k) times.push_back(each.end * (k - 0.37) / 20);
    const auto s = sensitivities_of_run(diagram, each.parameters, times);
    EXPECT_EQ(s.refusal, "") << each.name;
    if (!s.refusal.empty()) continue;
    const auto differences = s.differences(each.step);
    ASSERT_EQ(differences.size(), times.size()) << each.name;
    for (std::size_t k = 0; k < differences[0].size(); ++k) {
      double largest = 0, worst = 0;
      for (std::size_t i = 0; i < times.size(); ++i) {
        largest = std::max(largest, std::abs(differences[i][k]));
        worst = std::max(worst, std::abs(differences[i][k] - s.rows[i][k]));
      }
      const std::size_t columns = static_cast<std::size_t>(s.columns);
      EXPECT_LE(worst, each.tolerance * largest + 1e-9)
          << each.name << ": column " << k % columns << " along " << each.parameters[k / columns] << " of "
          << largest;
    }
  }
}

}  // namespace sim
