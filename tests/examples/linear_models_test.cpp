// Every example as a linear model at three instants of its run: exact derivatives against differences of the
// same equations.
#include <algorithm>
#include <cmath>

#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/simulate/model_equations.h"
#include "tests/examples/example_run.h"

namespace sim {

namespace {

// df/dx_k by the five-point formula.
std::vector<double> column(ModelEquations& equations, double t, std::vector<double> x, std::size_t k,
                           double h) {
  const double at = x[k];
  std::vector<double> sum(x.size(), 0.0), f(x.size());
  for (const auto& [steps, weight] : {std::pair{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}) {
    x[k] = at + steps * h;
    if (equations.derivatives(t, x, f) != EvalStatus::Ok) return {};
    for (std::size_t i = 0; i < f.size(); ++i) sum[i] += weight * f[i] / (12 * h);
  }
  return sum;
}

// By how much the slopes of f at both sides of x_k differ, h away from it.
std::vector<double> bend(ModelEquations& equations, double t, std::vector<double> x, std::size_t k,
                         double h) {
  const double at = x[k];
  std::vector<double> sum(x.size(), 0.0), f(x.size());
  for (const auto& [steps, weight] : {std::pair{-1.0, 1.0}, {0.0, -2.0}, {1.0, 1.0}}) {
    x[k] = at + steps * h;
    equations.derivatives(t, x, f);
    for (std::size_t i = 0; i < f.size(); ++i) sum[i] += weight * f[i] / h;
  }
  return sum;
}

// Whether df/dx_k has a corner there, as at the end of a table, of a stroke, or where a spool begins to open:
// it bends as much near by, or differences of two widths say different things.
bool has_corner(ModelEquations& equations, double t, const std::vector<double>& x, std::size_t k,
                std::size_t row, double difference, double error) {
  constexpr double wide = 1e-3, near_by = 1e-4;
  const double far = std::abs(bend(equations, t, x, k, wide)[row]),
               near = std::abs(bend(equations, t, x, k, near_by)[row]);
  return difference > 0.1 * error || (far > 0 && near > 0.5 * far);
}

}  // namespace

TEST(LinearModels, OfEveryExampleAgreeWithDifferences) {
  int compared = 0;
  for (const std::string& name : example_names()) {
    SCOPED_TRACE(name);
    const Diagram diagram = load(name);
    const auto linearizer = Linearizer::prepare(diagram, library());
    ASSERT_TRUE(linearizer) << to_text(linearizer.error());
    const Program& program = linearizer->program();
    const auto run = ModelRun::prepare(diagram, library());
    ASSERT_TRUE(run);
    const double start = (*run)->start_time(), span = (*run)->stop_time() - start;
    const auto points = linearizer->reach({start, start + 0.31 * span, start + 0.7 * span});
    ASSERT_TRUE(points) << to_text(points.error());
    for (const OperatingPoint& point : *points) {
      const auto model = linearizer->at(point, false);
      ASSERT_TRUE(model) << to_text(model.error());
      const int n = model->state_count();
      // The past of signals is held in a linear model, and unknown to these equations.
      if (n == 0 || n > 60 || model->delay_count() > 0) continue;
      ModelEquations equations(std::make_shared<const Program>(program));
      equations.restore(point.modes, point.discrete, point.captured, point.loop_solutions);
      ASSERT_EQ(equations.commit(), EvalStatus::Ok);
      double size = 0;
      for (double value : model->values) size = std::max(size, std::abs(value));
      for (int k = 0; k < n; ++k) {
        // A phase of many turns changes as fast as a small one; a large concentration does not.
        const auto at = static_cast<std::size_t>(k);
        const double x = std::abs(point.states[at]);
        const auto coarse = column(equations, point.time, point.states, at, 2e-3 * std::max(x, 0.05)),
                   fine = column(equations, point.time, point.states, at, 1e-3);
        if (coarse.empty() || fine.empty()) continue;
        for (int i = 0; i < n; ++i) {
          const auto row = static_cast<std::size_t>(i);
          const double exact = model->entry(i, k);
          const double error = std::min(std::abs(exact - coarse[row]), std::abs(exact - fine[row])),
                       tolerance = 1e-7 * std::max(1.0, size);
          if (error > tolerance && has_corner(equations, point.time, point.states, at, row,
                                              std::abs(coarse[row] - fine[row]), error))
            continue;
          EXPECT_LE(error, tolerance)
              << "t = " << point.time << ", " << model->states[row] << " along " << model->states[at];
        }
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 300);
}

}  // namespace sim
