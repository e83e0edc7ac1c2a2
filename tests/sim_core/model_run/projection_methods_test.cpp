// Symmetric projection and relaxation in runs; what happens where a projection is too large or does not
// converge; crossings on the invariants; bounds.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sim_core/solvers/methods/registry.h"
#include "tests/support/ode_models.h"
#include "tests/support/refused_run.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

using Pair = std::array<double, 2>;

Pair rate(const Pair& x) { return {x[0] * (1 - x[1]), -2 * x[1] * (1 - x[0])}; }
double level(const Pair& x) { return std::exp(2 * x[0] + x[1]) / (x[0] * x[0] * x[1]); }
Pair gradient(const Pair& x) { return {level(x) * (2 - 2 / x[0]), level(x) * (1 - 1 / x[1])}; }
Pair along(const Pair& x, double s, const Pair& d) { return {x[0] + s * d[0], x[1] + s * d[1]}; }
Pair runge_kutta_4(const Pair& x, double h) {
  const Pair a = rate(x), b = rate(along(x, h / 2, a)), c = rate(along(x, h / 2, b)),
             d = rate(along(x, h, c));
  Pair y = x;
  for (std::size_t k = 0; k < 2; ++k) y[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
  return y;
}

}  // namespace

// X_{n+1} = Phi(X_n + J(X_n)' mu) + J(X_{n+1})' mu, the mu found here by bisection.
TEST(SymmetricProjectionRun, SolvesHairersEquations) {
  const double h = 0.1;
  ModelBuilder m = predator_prey_model();
  m.set("Solver", "ode4")
      .set("FixedStep", "0.1")
      .set("Projection", "symmetric")
      .set("ProjectionNorm", "plain");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  const std::vector<double> x = outcome.column("x[1]"), y = outcome.column("x[2]");
  EXPECT_LT(largest_magnitude(outcome.column("Invariant1")), 1e-12);
  for (std::size_t n = 0; n + 1 < x.size(); ++n) {
    const Pair start{x[n], y[n]}, end{x[n + 1], y[n + 1]}, at_start = gradient(start), at_end = gradient(end);
    const auto after = [&](double mu) {
      return along(runge_kutta_4(along(start, mu, at_start), h), mu, at_end);
    };
    double mu = 0, next = 1e-9;  // the secant method
    for (int k = 0; k < 60 && mu != next; ++k) {
      const double here = level(after(mu)) - level(start), there = level(after(next)) - level(start);
      const double better = here == there ? next : next - there * (next - mu) / (there - here);
      mu = next;
      next = better;
    }
    EXPECT_NEAR(after(mu)[0], end[0], 2e-12) << n;
    EXPECT_NEAR(after(mu)[1], end[1], 2e-12) << n;
  }
}

TEST(SymmetricProjectionRun, HoldsInvariantsWithEveryOneStepSolver) {
  for (const Method& method : methods()) {
    if (method.multistep || method.needs_no_states) continue;
    ModelBuilder m = predator_prey_model();
    m.set("Solver", std::string(method.name)).set("Projection", "symmetric").set("RelTol", "1e-5");
    m.set("FixedStep", "0.01").set("MaxStep", method.error_control ? "auto" : "0.01").set("StopTime", "6");
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << method.name << ": " << outcome.messages();
    EXPECT_LT(largest_magnitude(outcome.column("Invariant1")), 1e-11) << method.name;
    if (method.order < 8) {
      EXPECT_GT(outcome.statistics.projections, 0u) << method.name;
    }
  }
}

TEST(SymmetricProjectionRun, IsRefusedForMultistepMethodsWithTheReason) {
  for (const Method& method : methods()) {
    if (!method.multistep) continue;
    ModelBuilder m = circle_model();
    const RunOutcome outcome =
        run_diagram(m.set("Solver", std::string(method.name)).set("Projection", "symmetric").diagram);
    EXPECT_EQ(outcome.end, RunEnd::Failed);
    EXPECT_NE(outcome.messages().find("multistep"), std::string::npos) << outcome.messages();
    // Without invariants there is nothing to refuse.
    ModelBuilder free = ode_model("1", "-u", {});
    EXPECT_EQ(
        run_diagram(free.set("Solver", std::string(method.name)).set("Projection", "symmetric").diagram).end,
        RunEnd::Finished);
  }
}

TEST(Relaxation, KeepsTheInvariantAndHitsEveryInstantAskedFor) {
  for (const char* solver : {"ode45", "ode23", "tsit5", "dop853"}) {
    ModelBuilder m = predator_prey_model();
    m.set("Solver", solver).set("RelTol", "1e-6").set("Projection", "relaxation").set("StopTime", "20");
    m.set("OutputOption", "AdditionalOutputTimes").set("OutputTimes", "0:0.25:20");
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
    EXPECT_LT(largest_magnitude(outcome.column("Invariant1")), 1e-11) << solver;
    const std::vector<double> times = outcome.times();
    for (int k = 0; k <= 80; ++k)
      EXPECT_TRUE(std::binary_search(times.begin(), times.end(), 0.25 * k)) << solver << " " << 0.25 * k;
    EXPECT_EQ(times.back(), 20);
    EXPECT_NEAR(outcome.column("x[1]").back(), 0.60364386907178454016, 2e-5) << solver;
    EXPECT_NEAR(outcome.column("x[2]").back(), 0.081740522321532836732, 2e-5) << solver;
  }
}

// Linear invariants that the method keeps stay kept: the direction of the step is the method's. y1 + y2 + y3
// is no declared invariant here, y1^2 + y2^2 + y3^2 is.
TEST(Relaxation, KeepsLinearInvariantsToo) {
  ModelBuilder m = ode_model("[0.9; 0.1; -0.3]", "[u(2) - u(3); u(3) - u(1); u(1) - u(2)]",
                             {{{"expression", "u(1)^2 + u(2)^2 + u(3)^2"}}});
  const RunOutcome outcome =
      run_diagram(m.set("Projection", "relaxation").set("RelTol", "1e-4").set("StopTime", "50").diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_GT(outcome.statistics.projections, 50u);
  EXPECT_LT(largest_magnitude(outcome.column("Invariant1")), 1e-14);
  for (std::size_t k = 0; k < outcome.times().size(); ++k)
    ASSERT_NEAR(outcome.column("x[1]")[k] + outcome.column("x[2]")[k] + outcome.column("x[3]")[k], 0.7,
                2e-14);
}

TEST(Relaxation, IsRefusedElsewhereWithTheReason) {
  for (const Method& method : methods()) {
    if (method.needs_no_states || (method.tableau && method.error_control)) continue;
    ModelBuilder m = circle_model();
    const RunOutcome outcome =
        run_diagram(m.set("Solver", std::string(method.name)).set("Projection", "relaxation").diagram);
    EXPECT_EQ(outcome.end, RunEnd::Failed) << method.name;
    EXPECT_NE(outcome.messages().find("relaxation changes the length"), std::string::npos)
        << outcome.messages();
  }
  ModelBuilder two =
      ode_model("[1; 0]", "[-u(2); u(1)]",
                {{{"expression", "u(1)^2 + u(2)^2"}}, {{"expression", "2*u(1)^2 + 2*u(2)^2"}}});
  EXPECT_NE(run_diagram(two.set("Projection", "relaxation").diagram).messages().find("keeps one invariant"),
            std::string::npos);
}

// --- too large, not convergent

TEST(ProjectionTooLarge, IsRepeatedSmallerOnlyWhereThatIsAskedFor) {
  const auto with = [](const char* policy) {
    ModelBuilder m = predator_prey_model();
    // Long steps with a tight tolerance of what the projection may do: the error test passes every step.
    m.set("Solver", "odeN").set("ODENIntegrationMethod", "ode3").set("MaxStep", "0.2").set("StopTime", "3");
    return run_diagram(m.set("RelTol", "1e-4").set("ProjectionTooLarge", policy).diagram);
  };
  const RunOutcome none = with("none"), warning = with("warning"), error = with("error"),
                   retry = with("retry");
  EXPECT_GT(none.statistics.largest_projection, 1);
  EXPECT_TRUE(none.diagnostics.empty()) << none.messages();
  EXPECT_EQ(none.statistics.rejected, 0u);
  EXPECT_EQ(warning.statistics.rejected, 0u);
  ASSERT_EQ(warning.diagnostics.size(), 1u);
  EXPECT_EQ(warning.diagnostics[0].path, "Invariant1");
  EXPECT_EQ(warning.statistics.largest_projection, none.statistics.largest_projection);
  EXPECT_EQ(error.end, RunEnd::Failed);
  EXPECT_GT(retry.statistics.rejected, 0u);
  EXPECT_LT(retry.statistics.largest_projection, 0.1 * none.statistics.largest_projection);
}

TEST(ProjectionTooLarge, WhatCannotBeReachedIsNamed) {
  for (const char* solver : {"ode45", "ode4", "ode15s"}) {
    ModelBuilder m = circle_model({{"source", "given"}, {"value", "-1"}});
    const RunOutcome outcome = run_diagram(m.set("Solver", solver).diagram);
    EXPECT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_NE(outcome.messages().find("onto 'Invariant1' does not converge"), std::string::npos)
        << outcome.messages();
    EXPECT_GT(outcome.statistics.invariants[0].failures, 0u);
  }
}

TEST(ProjectionTooLarge, ContradictionsAreSettledByWeights) {
  // x stays 2, and is declared to be 1 and, counting ten times as much, 3.
  ModelBuilder m = ode_model("2", "0*u",
                             {{{"expression", "u"}, {"source", "given"}, {"value", "1"}},
                              {{"expression", "u"}, {"source", "given"}, {"value", "3"}, {"weight", "10"}}});
  const RunOutcome outcome = run_diagram(m.set("Solver", "ode4").diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_NE(outcome.messages().find("no states satisfy all of 'Invariant"), std::string::npos)
      << outcome.messages();
  EXPECT_NEAR(outcome.column("x").back(), 301.0 / 101, 1e-12);
}

// --- events

// The circle is crossed at x = 0. Steps at a loose tolerance are long, and the interpolant between their ends
// is off the circle; located and logged is what is on it.
TEST(ProjectionAtEvents, CrossingsAreLocatedOnTheInvariant) {
  for (const char* solver : {"ode45", "ode23", "ode15s", "ode23tb", "ode113", "radau5", "tsit5", "ode23s"}) {
    for (const char* projection : {"standard", "Newton", "off"}) {
      ModelBuilder m = circle_model();
      Id x = no_id;
      for (const auto& [id, b] : m.diagram.blocks) {
        if (b.name == "x") x = id;
      }
      const Id first = m.block("user_defined/fcn", "First", {{"expression", "u(1)"}}),
               hit = m.block("discontinuities/hit_crossing", "Hit"), end = m.block("sinks/scope", "Hits");
      m.connect(x, first).connect(first, hit).connect(hit, end);
      m.set("Solver", solver).set("RelTol", "1e-2").set("StopTime", "12").set("Refine", "4");
      m.set("Projection", projection).set("ProjectionTooLarge", "none");
      const RunOutcome outcome = run_diagram(m.diagram);
      ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
      const bool on = std::string(projection) != "off";
      const double residual = largest_magnitude(outcome.column("Invariant1"));
      EXPECT_EQ(residual < 1e-14, on) << solver << " " << projection << ": " << residual;
      EXPECT_EQ(outcome.statistics.zero_crossings, 4u) << solver << " " << projection;
      if (!on) continue;
      const std::vector<double> times = outcome.times(), states = outcome.column("x[1]");
      for (const EventRecord& event : outcome.statistics.events) {
        const auto row = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), event.time) -
                                                  times.begin());
        EXPECT_NEAR(states[row], 0, 1e-13) << solver;
      }
    }
  }
}

TEST(ProjectionAtEvents, RelaxedAndSymmetricStepsAreCutThereToo) {
  for (const char* projection : {"symmetric", "relaxation"}) {
    ModelBuilder m = circle_model();
    Id x = no_id;
    for (const auto& [id, b] : m.diagram.blocks)
      if (b.name == "x") x = id;
    const Id first = m.block("user_defined/fcn", "First", {{"expression", "u(1)"}}),
             hit = m.block("discontinuities/hit_crossing", "Hit"), end = m.block("sinks/scope", "Hits");
    m.connect(x, first).connect(first, hit).connect(hit, end);
    m.set("RelTol", "1e-5").set("StopTime", "12").set("Projection", projection);
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
    EXPECT_LT(largest_magnitude(outcome.column("Invariant1")), 1e-14) << projection;
    ASSERT_EQ(outcome.statistics.events.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(outcome.statistics.events[k].time, (static_cast<double>(k) + 0.5) * M_PI, 2e-4)
          << projection;
  }
}

// --- bounds

// Robertson's reaction at tolerances as loose as they come: without bounds a concentration becomes negative.
TEST(Bounds, KeepConcentrationsFromBecomingNegativeAndTheirTotal) {
  int negative_without = 0;
  for (const char* solver : {"ode15s", "ode23tb", "ode23s", "radau5", "rodas5p"}) {
    for (const bool bounded : {false, true}) {
      ModelBuilder m = ode_model(
          "[1; 0; 0]", "[-0.04*u(1) + 1e4*u(2)*u(3); 0.04*u(1) - 1e4*u(2)*u(3) - 3e7*u(2)^2; 3e7*u(2)^2]",
          {{{"expression", "u(1) + u(2) + u(3)"}}});
      Id x = no_id;
      for (const auto& [id, b] : m.diagram.blocks)
        if (b.name == "x") x = id;
      if (bounded) m.connect(x, m.block("invariants/bounds", "Concentrations"));
      m.set("Solver", solver).set("RelTol", "1e-2").set("AbsTol", "1e-3").set("StopTime", "1e6");
      m.set("MaxStep", "inf");
      const RunOutcome outcome = run_diagram(m.diagram);
      ASSERT_EQ(outcome.end, RunEnd::Finished) << solver << ": " << outcome.messages();
      double least = 1, total = 0;
      for (std::size_t row = 0; row < outcome.times().size(); ++row) {
        double sum = 0;
        for (int k = 1; k <= 3; ++k) {
          const double v = outcome.column("x[" + std::to_string(k) + "]")[row];
          least = std::min(least, v);
          sum += v;
        }
        total = std::max(total, std::fabs(sum - 1));
      }
      if (bounded)
        EXPECT_GE(least, 0) << solver;
      else
        negative_without += least < 0;
      EXPECT_LT(total, 4e-15) << solver << " " << bounded;
    }
  }
  EXPECT_GT(negative_without, 0);
}

TEST(Bounds, HaveTwoSidesAndElementsWithoutLimits) {
  // x1 would pass 1, x2 would fall below -0.5; x3 is free.
  ModelBuilder m = ode_model("[0; 0; 0]", "[1; -1; 5]", {});
  Id x = no_id;
  for (const auto& [id, b] : m.diagram.blocks)
    if (b.name == "x") x = id;
  m.connect(x, m.block("invariants/bounds", "Bounds",
                       {{"lower", "[-inf; -0.5; -inf]"}, {"upper", "[1; inf; inf]"}}));
  const RunOutcome outcome =
      run_diagram(m.set("Solver", "ode1").set("FixedStep", "0.25").set("ProjectionTooLarge", "none").diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_EQ(outcome.column("x[1]").back(), 1);
  EXPECT_EQ(outcome.column("x[2]").back(), -0.5);
  EXPECT_EQ(outcome.column("x[3]").back(), 50);
  ModelBuilder wrong = ode_model("[0; 0]", "[1; -1]", {});
  for (const auto& [id, b] : wrong.diagram.blocks)
    if (b.name == "x") x = id;
  wrong.connect(x, wrong.block("invariants/bounds", "Bounds", {{"lower", "[2; 0]"}, {"upper", "1"}}));
  expect_refused(wrong.diagram, "a lower limit exceeds the upper limit");
}

}  // namespace sim
