// What a diagram costs beside the same equations written by hand: one evaluation of dx/dt, and a whole run by
// the same solver. The ratio of two rows of one run is what counts; single times on a shared machine are not.
#include <benchmark/benchmark.h>

#include "benchmarks/models.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/solvers/integrate.h"

namespace sim {

namespace {

using RightHandSide = EvalStatus (*)(double, std::span<const double>, std::span<double>);

void evaluate_diagram(benchmark::State& state, const Diagram& diagram) {
  auto compilation = compile(diagram, standard_library());
  ModelEquations equations(compilation->program);
  std::vector<double> x(static_cast<std::size_t>(compilation->program->state_count), 0.5), dx(x.size());
  for (auto _ : state) {
    equations.derivatives(0.1, x, dx);
    benchmark::DoNotOptimize(dx.data());
    benchmark::ClobberMemory();
  }
}

void evaluate_by_hand(benchmark::State& state, RightHandSide rhs, std::size_t n) {
  std::vector<double> x(n, 0.5), dx(n);
  const OdeProblem::Rhs call = rhs;
  for (auto _ : state) {
    call(0.1, x, dx);
    benchmark::DoNotOptimize(dx.data());
    benchmark::ClobberMemory();
  }
}

void run_diagram(benchmark::State& state, const Diagram& diagram) {
  const BlockLibrary library = standard_library();
  for (auto _ : state) {
    state.PauseTiming();
    auto run = ModelRun::prepare(diagram, library);
    state.ResumeTiming();
    benchmark::DoNotOptimize((*run)->execute().statistics.steps);
  }
}

void run_by_hand(benchmark::State& state, RightHandSide rhs, const std::vector<double>& x0, double stop) {
  OdeProblem problem;
  problem.size = static_cast<int>(x0.size());
  problem.rhs = rhs;
  SolveOptions options;
  options.stepper.weights = ErrorWeights(problem.size, 1e-6, 1e-6);
  for (auto _ : state)
    benchmark::DoNotOptimize(solve(problem, *find_method("ode45"), 0, stop, x0, options).steps);
}

}  // namespace

BENCHMARK_CAPTURE(evaluate_by_hand, predator_prey, predator_prey, 2);
BENCHMARK_CAPTURE(evaluate_diagram, predator_prey, predator_prey_diagram());
BENCHMARK_CAPTURE(evaluate_by_hand, blocks_1000, lags, 333);
BENCHMARK_CAPTURE(evaluate_diagram, blocks_1000, lag_diagram(1000));
BENCHMARK_CAPTURE(run_by_hand, predator_prey, predator_prey, std::vector<double>{3, 1}, 1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_diagram, predator_prey, predator_prey_diagram())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_by_hand, blocks_1000, lags, std::vector<double>(333, 0.0), 20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_diagram, blocks_1000, lag_diagram(1000))->Unit(benchmark::kMillisecond);

}  // namespace sim
