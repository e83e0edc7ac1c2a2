// Projection against numbers from elsewhere: the drift of predator and prey, long runs on a circle, the
// Cartesian pendulum of CVODE's examples, and the order of every solver.
//
// With FLUXION_LONG_TESTS set in the environment the circle is followed to t = 1000 at every tolerance, which
// takes minutes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "sim_core/base/text.h"
#include "sim_core/solvers/methods/registry.h"
#include "tests/support/ode_models.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

bool long_tests() { return std::getenv("FLUXION_LONG_TESTS") != nullptr; }

// The error of both populations at t = 5 or 20.
double error_of(ModelBuilder& m, int time) {
  const RunOutcome outcome = run_diagram(m.set("StopTime", std::to_string(time)).diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  if (outcome.end != RunEnd::Finished) return NAN;
  const double x = time == 5 ? 2.3028995610069329439 : 0.60364386907178454016,
               y = time == 5 ? 0.1866169024477649292 : 0.081740522321532836732;
  return std::max(std::fabs(outcome.column("x[1]").back() - x), std::fabs(outcome.column("x[2]").back() - y));
}

// log2 of how the error falls as the steps are halved, on the average of two halvings.
double order_of(const Method& method, const std::string& projection, int steps) {
  double errors[2];
  for (int finer = 0; finer < 2; ++finer) {
    const std::string h = "5/" + std::to_string(steps << (2 * finer));
    ModelBuilder m = predator_prey_model();
    m.set("Solver", std::string(method.name)).set("Projection", projection).set("ProjectionTooLarge", "none");
    if (method.kind == StepKind::Fixed)
      m.set("FixedStep", h);
    else  // tolerances so loose that every step is as long as it may be
      m.set("RelTol", "1").set("AbsTol", "1").set("MaxStep", h).set("InitialStep", h);
    errors[finer] = error_of(m, 5);
  }
  return std::log2(errors[0] / errors[1]) / 2;
}

}  // namespace

TEST(ProjectionAcceptance, PredatorPreyDriftsAndIsHeldAsPublished) {
  struct Row {
    const char *solver, *step;
    double free, taylor, free_error, projected_error;
  };
  for (const Row& row : {Row{"ode4", "0.1", 3.19e-2, 6.6e-7, 1.4e-4, 3.3e-5},
                         {"ode4", "0.05", 2.97e-3, 5.3e-10, 1.6e-5, 2.6e-6},
                         {"ode3", "0.1", 1.92, 4.3e-5, 1.2e-2, 1.7e-3},
                         {"ode3", "0.05", 2.59e-1, 1.8e-7, 1.6e-3, 1.9e-4},
                         {"ode3", "0.02", 1.73e-2, 1.3e-10, 1.1e-4, 1.1e-5}}) {
    const auto with = [&](const char* projection) {
      ModelBuilder m = predator_prey_model();
      m.set("Solver", row.solver)
          .set("FixedStep", row.step)
          .set("StopTime", "20")
          .set("ProjectionNorm", "plain");
      m.set("Projection", projection).set("ProjectionTooLarge", "none");
      const RunOutcome outcome = run_diagram(m.diagram);
      EXPECT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
      return std::pair{largest_magnitude(outcome.column("Invariant1")),
                       std::fabs(outcome.column("x[1]").back() - 0.60364386907178454016)};
    };
    SCOPED_TRACE(std::string(row.solver) + " " + row.step);
    const auto free = with("off"), taylor = with("one step"), standard = with("standard"),
               newton = with("Newton");
    EXPECT_NEAR(free.first, row.free, 0.01 * row.free);
    EXPECT_NEAR(free.second, row.free_error, 0.06 * row.free_error);
    EXPECT_NEAR(taylor.first, row.taylor, 0.03 * row.taylor);
    EXPECT_NEAR(taylor.second, row.projected_error, 0.05 * row.projected_error);
    for (const auto& held : {standard, newton}) {
      EXPECT_LT(held.first, 5e-13);
      EXPECT_NEAR(held.second, row.projected_error, 0.05 * row.projected_error);
    }
  }
}

// x' = -y, y' = x: no solver fails at any tolerance, and none leaves the circle.
TEST(ProjectionAcceptance, EverySolverStaysOnTheCircleAtEveryTolerance) {
  const double end = long_tests() ? 1000 : 20;
  for (const Method& method : methods()) {
    if (method.needs_no_states) continue;
    const bool fixed = !method.error_control;
    for (int digits = 3; digits <= (fixed ? 3 : 14); ++digits) {
      if (!long_tests() && digits % 3 != 0 && digits != 14) continue;
      // What would take more than some ten million steps: order 2 below 1e-6, order 3 below 1e-11.
      if (!fixed && method.order == 2 && digits > (long_tests() ? 6 : 5)) continue;
      if (!fixed && method.order == 3 && digits > (long_tests() ? 11 : 10)) continue;
      ModelBuilder m = circle_model();
      m.set("Solver", std::string(method.name))
          .set("StopTime", to_text(end))
          .set("RelTol", "1e-" + std::to_string(digits));
      m.set("FixedStep", "0.02").set("MaxStep", fixed ? "0.02" : "auto").set("Decimation", "7");
      m.set("ProjectionTooLarge", fixed ? "none" : "retry");
      const RunOutcome outcome = run_diagram(m.diagram);
      ASSERT_EQ(outcome.end, RunEnd::Finished)
          << method.name << " 1e-" << digits << ": " << outcome.messages();
      EXPECT_LT(outcome.statistics.invariants[0].largest_residual, 4e-15) << method.name << " 1e-" << digits;
      EXPECT_EQ(outcome.statistics.invariants[0].failures, 0u) << method.name << " 1e-" << digits;
    }
  }
}

// The Cartesian pendulum of CVODE's examples (cvPendulum_dns of SUNDIALS 6: (x, y, vx, vy) = (1, 0, 0, 0),
// period 2, 15 periods): errors at the end as printed there with projection, at equal relative and absolute
// tolerances.
TEST(ProjectionAcceptance, CartesianPendulumIsAsExactAsCvodesExample) {
  const char* rate =
      "[u(3); u(4); -u(1)*(u(3)^2 + u(4)^2 - 13.7503716373294544*u(2)); "
      "-u(2)*(u(3)^2 + u(4)^2 - 13.7503716373294544*u(2)) - 13.7503716373294544]";
  struct Row {
    const char* tolerance;
    double errors[4];
  };
  for (const Row& row : {Row{"1e-5", {2.53e-6, 2.25e-3, 1.80e-4, 8.01e-2}},
                         {"1e-7", {3.04e-9, 7.79e-5, 2.73e-7, 3.51e-3}},
                         {"1e-9", {1.60e-12, 1.79e-6, 1.39e-10, 7.79e-5}}}) {
    for (const char* solver : {"ode45", "dop853", "radau5", "ode113", "ode15s", "cvode", "ida"}) {
      if (!find_method(solver)) continue;
      ModelBuilder m =
          ode_model("[1; 0; 0; 0]", rate,
                    {{{"expression", "u(1)^2 + u(2)^2"}, {"source", "given"}, {"value", "1"}},
                     {{"expression", "u(1)*u(3) + u(2)*u(4)"}, {"source", "given"}, {"value", "0"}}});
      m.set("Solver", solver).set("RelTol", row.tolerance).set("AbsTol", row.tolerance).set("StopTime", "30");
      const RunOutcome outcome = run_diagram(m.diagram);
      ASSERT_EQ(outcome.end, RunEnd::Finished) << solver << outcome.messages();
      EXPECT_LT(largest_magnitude(outcome.column("Invariant1")), 2e-15) << solver << " " << row.tolerance;
      EXPECT_LT(largest_magnitude(outcome.column("Invariant2")), 1e-14) << solver << " " << row.tolerance;
      const double exact[] = {1, 0, 0, 0};
      std::string errors;
      bool all = true;
      for (std::size_t k = 0; k < 4; ++k) {
        const double error = std::fabs(outcome.column("x[" + std::to_string(k + 1) + "]").back() - exact[k]);
        errors += " " + to_text(error);
        all = all && error <= row.errors[k];
      }
      EXPECT_TRUE(all) << solver << " at " << row.tolerance << ":" << errors;
    }
  }
}

// Against the order without projection, measured alike. Methods that iterate do so to within a tolerance,
// which is then part of their error: see below.
TEST(ProjectionAcceptance, ProjectionKeepsTheOrderOfEverySolver) {
  for (const Method& method : methods()) {
    if (method.multistep || method.needs_no_states || method.name == "odeN") continue;
    if (method.implicit && method.kind == StepKind::Variable && !method.new_jacobian_each_step) continue;
    const int steps = method.order >= 8                               ? 40
                      : method.order == 1 || method.name == "rodas5p" ? 2000 / method.order
                      : method.order == 2                             ? 400
                                                                      : 100;
    const double free = order_of(method, "off", steps);
    EXPECT_GT(free, method.order - 1.6) << method.name;
    for (const std::string projection : {"standard", "Newton", "symmetric", "relaxation"}) {
      if (projection == "relaxation" && !(method.tableau && method.error_control)) continue;
      const double order = order_of(method, projection, steps);
      const bool symmetric_rosenbrock = projection == "symmetric" && method.new_jacobian_each_step;
      EXPECT_GT(order, std::min<double>(free, method.order) - (symmetric_rosenbrock ? 1 : 0.45))
          << method.name << " " << projection << ", " << free << " without";
    }
  }
}

// Methods that choose their order, or iterate, are judged by what they reach at a tolerance. Where along the
// curve an error of theirs takes them is a matter of chance within a factor.
TEST(ProjectionAcceptance, ProjectionLeavesTheErrorsAtATolerance) {
  for (const Method& method : methods()) {
    if (!method.multistep && (!method.implicit || method.kind == StepKind::Fixed)) continue;
    for (const char* tolerance : {"1e-5", "1e-6", "1e-7"}) {
      double errors[2];
      for (int projected = 0; projected < 2; ++projected) {
        ModelBuilder m = predator_prey_model();
        m.set("Solver", std::string(method.name)).set("RelTol", tolerance);
        m.set("Projection", projected != 0 ? "standard" : "off");
        errors[projected] = error_of(m, 20);
      }
      EXPECT_LT(errors[1], std::max(4 * errors[0], 100 * parse_number(tolerance).value()))
          << method.name << " " << tolerance;
    }
  }
}

}  // namespace sim
