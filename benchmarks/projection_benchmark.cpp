// What projection costs: predator and prey with their invariant, the same run with it and without. The ratio
// of two rows of one run is what counts, and that of the evaluations, which is exact.
#include <benchmark/benchmark.h>

#include "benchmarks/models.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"

namespace sim {

namespace {

Diagram with_invariant(const std::string& solver, bool projected) {
  ModelBuilder m;
  m.diagram = predator_prey_diagram();
  const auto find = [&](const char* name) { return *find_block(m.diagram, name); };
  const Id mux = m.block("routing/mux", "Both");
  const Id invariant =
      m.block("invariants/invariant", "Invariant", {{"expression", "u(1)^2*exp(-2*u(1))*u(2)*exp(-u(2))"}});
  m.connect(find("Prey"), mux, 0).connect(find("Predator"), mux, 1).connect(mux, invariant);
  m.set("Solver", solver).set("FixedStep", "0.1").set("StopTime", "200");
  m.set("Projection", projected ? "standard" : "off");
  return m.diagram;
}

void projection(benchmark::State& state, const std::string& solver, bool projected) {
  const BlockLibrary library = standard_library();
  const Diagram diagram = with_invariant(solver, projected);
  RunStatistics statistics;
  for (auto _ : state) {
    state.PauseTiming();
    auto prepared = ModelRun::prepare(diagram, library);
    state.ResumeTiming();
    statistics = (*prepared)->execute().statistics;
  }
  state.counters["steps"] = static_cast<double>(statistics.steps);
  state.counters["evaluations"] = static_cast<double>(statistics.rhs_evaluations);
}

}  // namespace

BENCHMARK_CAPTURE(projection, ode4_off, "ode4", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode4_standard, "ode4", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode45_off, "ode45", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode45_standard, "ode45", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode23_off, "ode23", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode23_standard, "ode23", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode15s_off, "ode15s", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(projection, ode15s_standard, "ode15s", true)->Unit(benchmark::kMillisecond);

}  // namespace sim
