#pragma once
// The derivatives of a run's outputs along parameters of its model: integrated, and by differences of runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/estimation/parameter_directions.h"
#include "sim_core/model_run/recorded_signals.h"

namespace sim {

inline const BlockLibrary& standard_blocks_here() {
  static const BlockLibrary all = standard_library();
  return all;
}

inline std::string times_text(const std::vector<double>& times) {
  std::string text = "[";
  for (double t : times) text += to_text(t) + ' ';
  return text + "]";
}

struct SensitivitiesOfRun {
  std::vector<double> at;                 // of the parameters
  std::vector<double> times;              // that were asked for
  int columns = 0;                        // of the log
  std::vector<std::vector<double>> rows;  // by time: by parameter, then column
  std::string refusal;                    // why there are none
  std::string doubt;                      // where they are less exact than the run
  std::vector<std::string> numerical;     // blocks without derivatives
  std::optional<VariedRuns> runs;

  double operator()(std::size_t time, std::size_t parameter, std::size_t column = 0) const {
    return rows[time][parameter * static_cast<std::size_t>(columns) + column];
  }
  // By central differences of runs, with the third power of the step as error.
  std::vector<std::vector<double>> differences(double relative_step = 1e-3) const;
};

// The last values at each of these times, by time and column; empty: the run fails.
inline std::vector<std::vector<double>> values_at(const ModelRun& run, const std::vector<double>& times) {
  std::vector<std::vector<double>> out;
  std::size_t row = 0;
  for (double t : times) {
    while (row < run.log().size() && run.log().time(row) < t) ++row;
    while (row + 1 < run.log().size() && run.log().time(row + 1) == t) ++row;
    if (row == run.log().size() || run.log().time(row) != t) return {};
    std::vector<double> values;
    for (int k = 0; k < run.program().column_count(); ++k) values.push_back(run.log().value(k, row));
    out.push_back(std::move(values));
  }
  return out;
}

inline std::vector<std::vector<double>> SensitivitiesOfRun::differences(double relative_step) const {
  std::vector<std::vector<double>> out(times.size());
  for (std::size_t k = 0; k < at.size(); ++k) {
    const double step = relative_step * (at[k] != 0 ? std::abs(at[k]) : 1);
    std::vector<std::vector<double>> values[4];
    const double moves[4] = {-2, -1, 1, 2};
    for (int i = 0; i < 4; ++i) {
      std::vector<double> x = at;
      x[k] += moves[i] * step;
      const auto run = runs->run(x);
      if (!run) return {};
      values[i] = values_at(**run, times);
      if (values[i].empty()) return {};
    }
    for (std::size_t t = 0; t < times.size(); ++t)
      for (std::size_t c = 0; c < static_cast<std::size_t>(columns); ++c)
        out[t].push_back((values[0][t][c] - 8 * values[1][t][c] + 8 * values[2][t][c] - values[3][t][c]) /
                         (12 * step));
  }
  return out;
}

// Solver and tolerances are those of the diagram.
inline SensitivitiesOfRun sensitivities_of_run(Diagram diagram, const std::vector<std::string>& names,
                                               std::vector<double> times) {
  SensitivitiesOfRun out;
  out.times = std::move(times);
  diagram.settings["OutputOption"] = "SpecifiedOutputTimes";
  diagram.settings["OutputTimes"] = times_text(out.times);
  diagram.settings["StopTime"] = to_text(out.times.back());
  std::vector<VariedParameter> parameters;
  for (const std::string& name : names) parameters.push_back({name});
  const auto start = starting_values(diagram, standard_blocks_here(), parameters);
  if (!start) {
    out.refusal = to_text(start.error());
    return out;
  }
  out.at = *start;
  auto runs = VariedRuns::prepare(diagram, standard_blocks_here(), parameters, out.at);
  if (!runs) {
    out.refusal = to_text(runs.error());
    return out;
  }
  out.runs = *std::move(runs);
  std::vector<double> scale;
  for (double x : out.at) scale.push_back(x != 0 ? std::abs(x) : 1);
  const Program& program = out.runs->first().program();
  const auto directions = ParameterDirectionsAlong().at(*out.runs, out.at, scale, program.parameters);
  if (!directions) {
    out.refusal = to_text(directions.error());
    return out;
  }
  out.columns = program.column_count();
  std::vector<int> columns;
  for (int k = 0; k < out.columns; ++k) columns.push_back(k);
  const SensitivityEquations equations(program, directions->slots);
  out.numerical = equations.without_derivative();
  RunSensitivities watcher(equations, *directions, columns);
  const auto run = out.runs->run(out.at, {}, &watcher);
  out.refusal = !run ? to_text(run.error()) : watcher.refusal();
  out.doubt = watcher.doubt();
  if (!out.refusal.empty()) return out;
  for (double t : out.times) {
    const auto found = std::lower_bound(watcher.times().begin(), watcher.times().end(), t);
    if (found == watcher.times().end() || *found != t) {
      out.refusal = "no row at " + to_text(t);
      return out;
    }
    out.rows.push_back(watcher.rows()[static_cast<std::size_t>(found - watcher.times().begin())]);
  }
  return out;
}

}  // namespace sim
