#include <cmath>
#include <memory>

#include "benchmarks/scale/stencil_problems.h"
#include "benchmarks/stencil_models.h"
#include "benchmarks/sundials/hand_cvode.h"
#include "benchmarks/table/row.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/solvers/integrate.h"

namespace sim {

namespace {

constexpr double relative = 1e-6, absolute = 1e-9;

struct Stiff {
  StencilProblem hand;
  std::unique_ptr<ModelEquations> equations;
  double end = 0;
  HandCvode cvode;
  std::vector<double> exact;

  std::vector<double> by_cvode(double looser) const {
    return solve_by_cvode(hand.ode, 0, end, hand.start, weights(looser), cvode).x;
  }
  std::vector<double> by_diagram(double looser) const {
    SolveOptions options;
    options.stepper.weights = weights(looser);
    return solve(equations->problem({}), *find_method("ode15s"), 0, end, hand.start, options).x;
  }
  ErrorWeights weights(double looser) const {
    return ErrorWeights(hand.ode.size, looser * relative, looser * absolute);
  }
  double error(const std::vector<double>& x) const {
    std::vector<double> e(x.size());
    for (std::size_t i = 0; i < e.size(); ++i) e[i] = x[i] - exact[i];
    return error_norm(weights(1), e, exact, exact).value;
  }
  // The tolerance with which the diagram errs as CVODE does with the usual one.
  double equal_tolerance(double error_wanted) const {
    double low = -2, high = 3;  // powers of ten
    for (int k = 0; k < 7; ++k) {
      const double middle = 0.5 * (low + high);
      (error(by_diagram(std::pow(10, middle))) > error_wanted ? high : low) = middle;
    }
    return std::pow(10, low);
  }
};

Row stiff_row(std::string work, double wanted, StencilProblem hand, const Diagram& diagram, double end,
              HandCvode cvode, std::vector<double> exact) {
  auto problem = std::make_shared<Stiff>();
  problem->hand = std::move(hand);
  problem->end = end;
  problem->cvode = cvode;
  problem->equations = std::make_unique<ModelEquations>(compile(diagram, standard_library())->program);
  problem->exact = exact.empty() ? problem->by_diagram(1e-3) : std::move(exact);
  const double theirs = problem->error(problem->by_cvode(1)), looser = problem->equal_tolerance(theirs),
               ours = problem->error(problem->by_diagram(looser));
  Row row;
  row.work = std::move(work);
  row.wanted = wanted;
  row.by_hand = [problem] { problem->by_cvode(1); };
  row.fluxion = [problem, looser] { problem->by_diagram(looser); };
  row.errors = [=] { return std::pair(theirs, ours); };
  row.rounds = problem->hand.ode.size > 10'000 ? 2 : 7;
  return row;
}

void add_heat(std::vector<Row>& rows, int points) {
  constexpr double end = 0.1;
  StencilProblem hand = heat_by_hand(points);
  std::vector<double> exact = hand.start;
  for (double& v : exact) v *= heat_decay(points, end);
  rows.push_back(stiff_row("heat, " + std::to_string(points) + " points, ode15s beside CVODE (band)", 0.8,
                           std::move(hand), heat_vector_diagram(points), end, {HandCvode::Method::Band, 1, 1},
                           std::move(exact)));
}

}  // namespace

void add_stiff_runs(std::vector<Row>& rows, const std::string& chosen) {
  const auto wanted = [&](const char* name) { return std::string(name).find(chosen) != std::string::npos; };
  if (wanted("heat, 1000 points")) add_heat(rows, 1000);
  if (wanted("heat, 100000 points")) add_heat(rows, 100'000);
  constexpr int side = 128;
  if (wanted("Brusselator"))
    rows.push_back(stiff_row("Brusselator, 128 x 128 points, ode15s beside CVODE (KLU)", 0.7,
                             brusselator_by_hand(side), brusselator_diagram(side), 2,
                             {HandCvode::Method::Klu}, {}));
}

}  // namespace sim
