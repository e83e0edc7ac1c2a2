// How long compilation takes as diagrams grow: chains of lags made of scalar blocks.
#include <benchmark/benchmark.h>

#include "benchmarks/models.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"

namespace sim {

static void compile_lags(benchmark::State& state) {
  const Diagram diagram = lag_diagram(static_cast<int>(state.range(0)));
  const BlockLibrary library = standard_library();
  for (auto _ : state) benchmark::DoNotOptimize(compile(diagram, library));
}
BENCHMARK(compile_lags)->Arg(100)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

// 100,000 blocks in 1,000 subsystems, side by side or nested.
static void compile_subsystems(benchmark::State& state) {
  const Diagram diagram = lag_diagram_in_subsystems(100000, 1000, static_cast<int>(state.range(0)));
  const BlockLibrary library = standard_library();
  for (auto _ : state) benchmark::DoNotOptimize(compile(diagram, library));
}
BENCHMARK(compile_subsystems)->ArgName("nested")->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace sim
