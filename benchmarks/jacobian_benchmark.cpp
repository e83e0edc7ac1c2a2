// What an implicit solver pays beside f: the Jacobian, its factors, and a solution with them.
//   *_rhs           f
//   *_exact         df/dx by exact derivatives
//   *_differences   df/dx by sparse perturbation
//   *_factor        factors of I - h df/dx, h = 1e-3, after the first time
//   *_solve         one solution
#include <benchmark/benchmark.h>

#include <map>

#include "benchmarks/stencil_models.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/solvers/solver_jacobian.h"

namespace sim {

namespace {

using Build = Diagram (*)(int);

struct Bench {
  std::shared_ptr<const Program> program;
  ModelEquations equations;
  OdeProblem problem;
  ErrorWeights weights;
  std::vector<double> x, f;

  explicit Bench(const Diagram& diagram)
      : program(compile(diagram, standard_library())->program),
        equations(program),
        problem(equations.problem({})),
        weights(problem.size, 1e-3, 1e-6),
        x(static_cast<std::size_t>(problem.size)),
        f(x) {
    equations.evaluate(KernelKind::InitialState, 0, x, x);
    problem.rhs(0, x, f);
  }
};

Bench& bench_of(Build build, int size) {
  static std::map<std::pair<Build, int>, std::unique_ptr<Bench>> benches;
  auto& bench = benches[{build, size}];
  if (!bench) bench = std::make_unique<Bench>(build(size));
  return *bench;
}

void rhs(benchmark::State& state, Build build) {
  Bench& b = bench_of(build, static_cast<int>(state.range(0)));
  for (auto _ : state) b.problem.rhs(0, b.x, b.f);
}

void jacobian(benchmark::State& state, Build build, JacobianMethod method) {
  Bench& b = bench_of(build, static_cast<int>(state.range(0)));
  SolverJacobian jacobian(b.problem, {.method = method});
  for (auto _ : state) jacobian.evaluate(0, b.x, b.f, b.weights);
  state.counters["colors"] = b.program->jacobian_coloring.count;
}

void factor(benchmark::State& state, Build build, bool solve) {
  Bench& b = bench_of(build, static_cast<int>(state.range(0)));
  SolverJacobian jacobian(b.problem, {.method = JacobianMethod::SparseAnalytical});
  jacobian.evaluate(0, b.x, b.f, b.weights);
  LinearSolver solver(jacobian.pattern());
  std::vector<double> matrix(jacobian.size()), y(b.x.size());
  jacobian.combine(1, 1e-3, matrix);
  if (!solver.factor(matrix)) state.SkipWithError("singular");
  for (auto _ : state) {
    if (!solve) {
      benchmark::DoNotOptimize(solver.factor(matrix));
      continue;
    }
    y = b.f;
    solver.solve(y);
  }
  state.SetLabel(std::string(to_text(solver.report().kind)));
  state.counters["fill_in"] = solver.report().fill_in();
}

void sizes_1d(benchmark::internal::Benchmark* b) {
  b->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
}
void sizes_vector(benchmark::internal::Benchmark* b) {
  b->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);
}
void sizes_2d(benchmark::internal::Benchmark* b) { b->Arg(32)->Arg(128)->Unit(benchmark::kMicrosecond); }

constexpr auto exact = JacobianMethod::SparseAnalytical, differences = JacobianMethod::SparsePerturbation;

}  // namespace

#define MEASURE(name, build, sizes)                                                  \
  BENCHMARK_CAPTURE(rhs, name, build)->Apply(sizes);                                 \
  BENCHMARK_CAPTURE(jacobian, name##_exact, build, exact)->Apply(sizes);             \
  BENCHMARK_CAPTURE(jacobian, name##_differences, build, differences)->Apply(sizes); \
  BENCHMARK_CAPTURE(factor, name##_factor, build, false)->Apply(sizes);              \
  BENCHMARK_CAPTURE(factor, name##_solve, build, true)->Apply(sizes)

MEASURE(heat, heat_diagram, sizes_1d);
MEASURE(heat_vector, heat_vector_diagram, sizes_vector);
MEASURE(brusselator, brusselator_diagram, sizes_2d);

#undef MEASURE

}  // namespace sim
