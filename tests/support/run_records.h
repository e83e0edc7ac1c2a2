#pragma once
// Runs to keep and compare, made from tables.
#include <cmath>
#include <functional>

#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/run_archive/csv_import.h"
#include "sim_core/run_archive/run_record.h"
#include "sim_core/run_archive/time_series.h"
#include "tests/support/model_builder.h"

namespace sim {

using Function = std::function<double(double)>;

// y at count + 1 instants from `from` to `to`.
inline TimeSeries sampled(const Function& y, double from, double to, int count) {
  TimeSeries series;
  for (int k = 0; k <= count; ++k) {
    series.t.push_back(from + (to - from) * k / count);
    series.y.push_back(y(series.t.back()));
  }
  return series;
}

// 0 before `at`, 1 from there on.
inline TimeSeries step_series(double at, double to = 10) { return {{0, at, at, to}, {0, 0, 1, 1}}; }

// A model's run that is over: x'' = -x with a scope.
inline RunRecord oscillator_run(const std::string& stop = "5") {
  ModelBuilder m;
  const Id v = m.block("continuous/integrator", "v"),
           x = m.block("continuous/integrator", "x", {{"x0", "1"}});
  const Id minus = m.block("math/gain", "minus", {{"k", "-1"}}), scope = m.block("sinks/scope", "Scope");
  m.connect(v, x).connect(x, minus).connect(minus, v).connect(x, scope).set("StopTime", stop);
  static const BlockLibrary library = standard_library();
  auto prepared = ModelRun::prepare(m.diagram, library);
  std::shared_ptr<ModelRun> run = *std::move(prepared);
  const RunResult result = run->execute();
  RunRecord record = record_run(m.diagram, run, result);
  record.summary.name = "Run 1";
  record.summary.model_path = "/models/oscillator.flx";
  record.summary.model_name = "oscillator";
  return record;
}

}  // namespace sim
