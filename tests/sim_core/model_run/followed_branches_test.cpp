// Branches that are not located follow their functions in every evaluation, as an `if` in a right-hand side
// written by hand does: the same numbers as the plain method gives on the plain function.
#include "sim_core/program_analysis/followed_branches.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/compile/compile.h"
#include "sim_core/solvers/integrate.h"
#include "tests/support/block_bench.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

// x' = block(3 sin(2 t) - x) - 3 x
struct Branching {
  std::string type;
  Parameters parameters;
  std::function<double(double)> value;
};

const Branching branching[] = {
    {"discontinuities/saturation",
     {{"upper", "0.5"}, {"lower", "-0.25"}},
     [](double u) { return std::clamp(u, -0.25, 0.5); }},
    {"discontinuities/dead_zone",
     {{"LowerValue", "-0.5"}, {"UpperValue", "0.25"}},
     [](double u) { return u > 0.25   ? u - 0.25
                           : u < -0.5 ? u + 0.5
                                      : 0; }},
    {"math/abs", {}, [](double u) { return std::fabs(u); }},
    {"math/sign", {}, [](double u) { return u > 0   ? 1.0
                                            : u < 0 ? -1.0
                                                    : 0.0; }},
    {"discontinuities/coulomb_friction",
     {{"offset", "0.5"}, {"gain", "2"}},
     [](double u) {
       return 2 * u + (u > 0 ? 0.5 : u < 0 ? -0.5 : 0);
     }},
    {"lookup_tables/lookup_1d",
     {{"BreakpointsForDimension1", "[-1 0 2]"}, {"Table", "[1 -1 0.5]"}},
     [](double u) { return u < 0 ? -1 - 2 * u : -1 + 0.75 * u; }},
};

ModelBuilder model_of(const Branching& b) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "0.3"}}),
           wave = m.block("sources/sine_wave", "wave", {{"amplitude", "3"}, {"frequency", "2"}}),
           difference = m.block("math/sum", "difference", {{"signs", "+-"}}),
           block = m.block(b.type, "Block", b.parameters), loss = m.block("math/gain", "loss", {{"k", "3"}}),
           rate = m.block("math/sum", "rate", {{"signs", "+-"}});
  m.connect(wave, difference, 0).connect(x, difference, 1).connect(difference, block);
  m.connect(block, rate, 0).connect(x, loss).connect(loss, rate, 1).connect(rate, x);
  m.connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "4");
  return m;
}

OdeProblem by_hand(const Branching& b) {
  return {.size = 1, .rhs = [&b](double t, auto x, auto dx) {
            dx[0] = b.value(3 * std::sin(2 * t) - x[0]) - 3 * x[0];
            return EvalStatus::Ok;
          }};
}

double end_of(const RunOutcome& run) {
  const std::vector<double> x = run.column("x");
  return x.empty() ? std::nan("") : x.back();
}

}  // namespace

TEST(FollowedBranches, GiveWhatFixedStepsByHandGive) {
  for (const Branching& b : branching)
    for (const char* solver : {"ode1", "ode2", "ode3", "ode4", "ode5", "ode8"}) {
      ModelBuilder m = model_of(b);
      m.set("Solver", solver).set("FixedStep", "0.08");
      const RunOutcome run = run_diagram(m.diagram);
      ASSERT_EQ(run.end, RunEnd::Finished) << b.type << run.messages();
      const double start[] = {0.3};
      SolveOptions options;
      options.fixed_step = 0.08;
      const SolveResult expected = solve(by_hand(b), *find_method(solver), 0, 4, start, options);
      EXPECT_NEAR(end_of(run), expected.x[0], 1e-12) << b.type << " " << solver;
    }
}

// Steps that are not located keep to the tolerance: the error estimate sees the switch.
TEST(FollowedBranches, KeepToTheToleranceWithoutLocation) {
  for (const Branching& b : branching) {
    const bool jumps = b.type == "math/sign" || b.type == "discontinuities/coulomb_friction";
    ModelBuilder located = model_of(b);
    located.set("Solver", "dop853").set("RelTol", "1e-12");
    const double expected = end_of(run_diagram(located.diagram));
    for (const char* solver :
         {"ode45", "ode23", "ode113", "tsit5", "dop853", "ode15s", "ode23tb", "radau5", "rodas5p"})
      for (const double tolerance : {1e-4, 1e-7}) {
        if (jumps && tolerance < 1e-5) continue;
        for (const char* jacobian : {"auto", "Full perturbation"}) {
          if (jacobian != std::string("auto") && !find_method(solver)->implicit) continue;
          ModelBuilder m = model_of(b);
          m.set("Solver", solver).set("RelTol", to_text(tolerance)).set("ZeroCrossControl", "DisableAll");
          m.set("SolverJacobianMethodControl", jacobian);
          const RunOutcome run = run_diagram(m.diagram);
          ASSERT_EQ(run.end, RunEnd::Finished) << b.type << run.messages();
          EXPECT_EQ(run.statistics.zero_crossings, 0u);
          EXPECT_NEAR(end_of(run), expected, 50 * tolerance) << b.type << " " << solver << " " << tolerance;
        }
      }
  }
}

// f = max(sin t, 0)^p has p - 1 derivatives: a method of order p keeps its order.
TEST(FollowedBranches, LeaveFixedStepsTheirOrder) {
  // The integral of sin^p over half a wave and from 2 pi to 7, computed with 30 digits (mpmath).
  for (const auto& [solver, power, integral] : {std::tuple{"ode1", "1", 2.2460977456566953},
                                                {"ode2", "2", 1.6815518342813858},
                                                {"ode3", "3", 1.3889292042238325},
                                                {"ode4", "4", 1.2077167218647309},
                                                {"ode5", "5", 1.0830521123257171}}) {
    std::vector<double> errors;
    for (double h : {0.04, 0.02, 0.01}) {
      ModelBuilder m;
      const Id wave = m.block("sources/sine_wave", "wave"),
               half = m.block("discontinuities/saturation", "half", {{"upper", "inf"}, {"lower", "0"}}),
               f = m.block("user_defined/fcn", "f", {{"expression", std::string("u^") + power}}),
               x = m.block("continuous/integrator", "x");
      m.connect(wave, half).connect(half, f).connect(f, x).connect(x, m.block("sinks/scope", "Scope"));
      m.set("StopTime", "7").set("Solver", solver).set("FixedStep", to_text(h));
      const RunOutcome run = run_diagram(m.diagram);
      ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
      errors.push_back(std::fabs(end_of(run) - integral));
    }
    const double order = std::log2(errors[0] / errors[2]) / 2;
    EXPECT_GT(order, std::atoi(power) - 0.5) << solver << " " << testing::PrintToString(errors);
  }
}

// The review's model: a limited sine, integrated.
TEST(FollowedBranches, AreSeenByTheErrorEstimate) {
  const double cut = std::asin(0.5);  // |sin| is beyond 0.5 between cut and pi - cut
  const double to_pi = 2 * (1 - std::cos(cut)) + 0.5 * (std::acos(-1) - 2 * cut);
  for (double tolerance : {1e-3, 1e-6, 1e-9}) {
    ModelBuilder m;
    const Id wave = m.block("sources/sine_wave", "w"), limit = m.block("discontinuities/saturation", "Sat"),
             x = m.block("continuous/integrator", "x");
    m.connect(wave, limit).connect(limit, x).connect(x, m.block("sinks/scope", "S"));
    m.set("StopTime", "pi").set("RelTol", to_text(tolerance)).set("ZeroCrossControl", "DisableAll");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    EXPECT_NEAR(end_of(run), to_pi, 20 * tolerance) << tolerance;
  }
}

// One branch hangs on another, and a switch on both.
TEST(FollowedBranches, SettleAlongChains) {
  const auto by_hand = [](double t, double x) {
    const double limited = std::clamp(std::sin(3 * t) - x, -0.2, 0.2), size = std::fabs(limited);
    return size >= 0.15 ? 1 - x : limited;
  };
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"),
           wave = m.block("sources/sine_wave", "wave", {{"frequency", "3"}}),
           difference = m.block("math/sum", "difference", {{"signs", "+-"}}),
           limit = m.block("discontinuities/saturation", "limit", {{"upper", "0.2"}, {"lower", "-0.2"}}),
           size = m.block("math/abs", "size"), one = m.block("sources/constant", "one"),
           up = m.block("math/sum", "up", {{"signs", "+-"}}),
           choose =
               m.block("routing/switch", "choose", {{"Criteria", "u2 >= Threshold"}, {"Threshold", "0.15"}});
  m.connect(wave, difference, 0).connect(x, difference, 1).connect(difference, limit).connect(limit, size);
  m.connect(one, up, 0).connect(x, up, 1);
  m.connect(up, choose, 0).connect(size, choose, 1).connect(limit, choose, 2).connect(choose, x);
  m.connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "3").set("Solver", "ode4").set("FixedStep", "0.05");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const OdeProblem problem{.size = 1, .rhs = [&](double t, auto at, auto dx) {
                             dx[0] = by_hand(t, at[0]);
                             return EvalStatus::Ok;
                           }};
  const double start[] = {0};
  SolveOptions options;
  options.fixed_step = 0.05;
  EXPECT_NEAR(end_of(run), solve(problem, *find_method("ode4"), 0, 3, start, options).x[0], 1e-12);
}

// What remembers changes at major steps only: a relay that a stage has passed, and the step's end has not,
// stays as it is.
TEST(FollowedBranches, LeaveAloneWhatRemembers) {
  ModelBuilder m;
  const Id relay = m.block("discontinuities/relay", "relay",
                           {{"OnSwitchValue", "0.5"}, {"OffSwitchValue", "-0.5"}}),
           wave = m.block("sources/sine_wave", "wave"), x = m.block("continuous/integrator", "x");
  m.connect(wave, relay).connect(relay, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "1").set("Solver", "ode4").set("FixedStep", "0.2");
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(followed_branches(*compiled->program, false).crossings.empty());
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  // sin passes 0.5 at 0.5236, which is seen at 0.6.
  EXPECT_NEAR(end_of(run), 0.4, 1e-12);
}

// A run that locates its crossings follows nothing, and one whose blocks differ the others only.
TEST(FollowedBranches, AreThoseThatAreNotLocated) {
  ModelBuilder m = model_of(branching[0]);
  EXPECT_TRUE(followed_branches(*compile(m.diagram, the_library())->program, true).crossings.empty());
  EXPECT_EQ(followed_branches(*compile(m.diagram, the_library())->program, false).crossings.size(), 2u);
  for (auto& [id, block] : m.diagram.blocks)
    if (block.name == "Block") block.parameters["ZeroCross"] = "off";
  const auto compiled = compile(m.diagram, the_library());
  const FollowedBranches followed = followed_branches(*compiled->program, true);
  EXPECT_EQ(followed.crossings.size(), 2u);
  EXPECT_TRUE(followed.read[static_cast<std::size_t>(KernelKind::Derivatives)]);
  EXPECT_FALSE(followed.read[static_cast<std::size_t>(KernelKind::EventTimes)]);
}

}  // namespace sim
