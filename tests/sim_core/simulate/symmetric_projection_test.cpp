#include "sim_core/simulate/symmetric_projection.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim {
namespace {

// Of Euler's equations of a rigid body: two invariants of three states; `values` are minus the residuals.
constexpr double energy = 0.6, momentum = 1;
Invariants rigid_body() {
  return {.count = 2,
          .states = 3,
          .values =
              [](double, auto y, auto g) {
                g[0] = (y[0] * y[0] / 2 + y[1] * y[1] + 1.5 * y[2] * y[2]) / 2 - energy;
                g[1] = y[0] * y[0] + y[1] * y[1] + y[2] * y[2] - momentum;
                return EvalStatus::Ok;
              },
          .gradient =
              [](double, auto y, auto j) {
                for (int k = 0; k < 3; ++k) {
                  j[static_cast<std::size_t>(k)] = y[k] * (k == 0 ? 0.5 : k == 1 ? 1 : 1.5);
                  j[static_cast<std::size_t>(3 + k)] = 2 * y[k];
                }
                return EvalStatus::Ok;
              }};
}

// The trapezoidal rule on Y = (y1, y2, y3), symmetric in time; it keeps neither invariant.
void trapezoidal(double h, std::span<const double> start, std::span<double> end) {
  const auto f = [](std::span<const double> y, double* dy) {
    dy[0] = 0.5 * y[1] * y[2], dy[1] = -1 * y[2] * y[0], dy[2] = 0.5 * y[0] * y[1];
  };
  double f0[3], f1[3];
  f(start, f0);
  std::copy(start.begin(), start.end(), end.begin());
  for (int iteration = 0; iteration < 200; ++iteration) {
    f(end, f1);
    for (std::size_t k = 0; k < 3; ++k) end[k] = start[k] + h / 2 * (f0[k] + f1[k]);
  }
}

std::vector<double> start_on_both() {
  // y1^2 = a: from both invariants with y2 = 0.
  const double y3 = std::sqrt((2 * energy - 0.5 * momentum) / 1), y1 = std::sqrt(momentum - y3 * y3);
  return {y1, 0, y3};
}

struct Step {
  std::vector<double> end;
  double size;
};
Step symmetric_step(double h, const std::vector<double>& from) {
  SymmetricProjection projection(rigid_body(), {.weighted = false});
  const std::vector<double> weight{1, 1, 1}, levels{energy, momentum};
  std::vector<double> end(3), shifted(3);
  trapezoidal(h, from, end);
  const auto result = projection.project(0, from, h, end, weight, levels, [&](auto shift, auto into) {
    for (std::size_t k = 0; k < 3; ++k) shifted[k] = from[k] + shift[k];
    trapezoidal(h, shifted, into);
    return EvalStatus::Ok;
  });
  EXPECT_EQ(result.status, EvalStatus::Ok);
  EXPECT_TRUE(result.converged);
  return {end, result.size};
}

TEST(SymmetricProjection, EndsOnTheInvariants) {
  const Step step = symmetric_step(0.2, start_on_both());
  double g[2];
  rigid_body().values(0, step.end, {g, 2});
  EXPECT_NEAR(g[0], 0, 1e-15);
  EXPECT_NEAR(g[1], 0, 1e-15);
  EXPECT_GT(step.size, 1e-7);  // it had something to do
}

// There and back again is where it began; with the projection at one end only it is not.
TEST(SymmetricProjection, IsSymmetricInTime) {
  const std::vector<double> start = start_on_both();
  const std::vector<double> back = symmetric_step(-0.2, symmetric_step(0.2, start).end).end;
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(back[k], start[k], 1e-13);

  Projector projector(rigid_body(), {.weighted = false});
  const double target[] = {0, 0};
  const std::vector<double> weight{1, 1, 1};
  std::vector<double> there(3), again(3);
  trapezoidal(0.2, start, there);
  projector.project(0, there, target, weight);
  trapezoidal(-0.2, there, again);
  projector.project(0, again, target, weight);
  double gap = 0;
  for (std::size_t k = 0; k < 3; ++k) gap = std::max(gap, std::fabs(again[k] - start[k]));
  EXPECT_GT(gap, 1e-9);
}

TEST(SymmetricProjection, SaysWhereItFails) {
  SymmetricProjection projection(rigid_body(), {.weighted = false});
  const std::vector<double> weight{1, 1, 1}, levels{energy, momentum}, start = start_on_both();
  std::vector<double> end{0.9, 0.1, 0.5};
  const auto failing = projection.project(0, start, 1, end, weight, levels,
                                          [](auto, auto) { return EvalStatus::Recoverable; });
  EXPECT_EQ(failing.status, EvalStatus::Recoverable);
  end = {50, 0.1, 0.5};  // far away, and no shift of the start changes it
  const auto astray = projection.project(0, start, 1, end, weight, levels, [](auto, auto into) {
    into[0] = 50 + std::rand() % 100, into[1] = into[2] = 0.1;
    return EvalStatus::Ok;
  });
  EXPECT_FALSE(astray.status == EvalStatus::Ok && astray.converged);
}

}  // namespace
}  // namespace sim
