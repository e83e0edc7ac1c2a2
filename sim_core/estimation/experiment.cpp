#include "sim_core/estimation/experiment.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/base/trimmed.h"
#include "sim_core/base/unit.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/files/data_table.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/recorded_signals.h"
#include "sim_core/run_archive/run_file.h"

namespace sim {

namespace {

struct Title {
  std::string name, unit;
};

// "speed [rpm]"
Title parted(const std::string& title) {
  const std::string text(trimmed(title));
  const auto open = text.rfind('[');
  // "y[2]" is an element of a vector: its name has no space before the bracket.
  if (open == std::string::npos || open == 0 || text.back() != ']' || text[open - 1] != ' ')
    return {text, {}};
  return {std::string(trimmed(text.substr(0, open))), text.substr(open + 1, text.size() - open - 2)};
}

// What a kept run recorded: one row for each time, where something jumps the one behind the jump.
Result<DataTable> table_of_run(const std::string& path) {
  const auto record = read_run(path);
  if (!record) return record.errors();
  const auto log = run_log(*record);
  if (!log) return log.errors();
  const LogView rows(**log);
  DataTable table;
  table.names = {"time"};
  for (const RunSignal& signal : record->summary.recorded)
    table.names.insert(table.names.end(), signal.elements.begin(), signal.elements.end());
  table.columns = table.names.size();
  if (static_cast<double>(rows.size()) * static_cast<double>(table.columns) > max_data_table_values)
    return error(path, "the run has too many numbers",
                 "record fewer signals, or write a table of some instants");
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (row + 1 == rows.size() || rows.time(row + 1) != rows.time(row)) kept.push_back(row);
  table.rows = kept.size();
  for (int column = -1; column + 1 < static_cast<int>(table.columns); ++column)
    for (const std::size_t row : kept) table.values.push_back(rows.value(column, row));
  return table;
}

Result<DataTable> table_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  if (ending == run_file_ending) return table_of_run(path);
  if (ending == ".mat") return mat_table(path, {});
  const auto text =
      read_text_file(path, std::size_t{1} << 30, "choose a table of measurements", "choose a smaller file");
  if (!text) return text.errors();
  return csv_table(*text);
}

class Reading {
 public:
  Reading(const std::string& path, DataTable table) : path_(path), table_(std::move(table)) {}

  Result<Experiment> read(const Diagram& diagram, const std::vector<RecordedSignal>& signals) {
    experiment_.name = path_;
    if (table_.names.empty())
      return error(path_, "its columns have no names", "give the first row the names of signals and inputs");
    const auto times = picked_columns(table_, {}, std::to_string(table_.time + 1));
    if (!times) return placed(times.errors());
    experiment_.times.assign(times->values.begin(),
                             times->values.begin() + static_cast<std::ptrdiff_t>(table_.rows));
    for (std::size_t row = 1; row < table_.rows; ++row)
      if (!(experiment_.times[row] >= experiment_.times[row - 1]))
        return error(path_,
                     "row " + std::to_string(row + 1) + ": the time " + told_time(experiment_.times[row]) +
                         " s is before the one above",
                     "sort the rows by their times");
    std::vector<std::string> inputs;  // those of a kept run are not played again
    if (!path_.ends_with(run_file_ending))
      for (const ModelInput& input : model_inputs(diagram)) inputs.push_back(input.name);
    for (std::size_t column = 0; column < table_.columns; ++column) {
      if (column == table_.time) continue;
      const Title title = parted(table_.names[column]);
      if (std::find(inputs.begin(), inputs.end(), title.name) != inputs.end()) {
        if (auto problems = check(column, title.name); !problems.empty()) return problems;
        experiment_.values.push_back({Assignment::Kind::Input, title.name, path_});
        experiment_.columns.emplace_back(title.name, table_.names[column]);
      } else if (const auto signal = find_recorded(signals, title.name)) {
        if (auto problems = add(column, title, *signal); !problems.empty()) return problems;
      } else {
        experiment_.unused.push_back(table_.names[column]);
      }
    }
    if (experiment_.measured.empty()) return nothing_measured(signals);
    return std::move(experiment_);
  }

 private:
  Diagnostics placed(Diagnostics problems) const {
    for (Diagnostic& d : problems) d.path = path_;
    return problems;
  }
  double value(std::size_t row, std::size_t column) const {
    return table_.values[column * table_.rows + row];
  }

  Diagnostics check(std::size_t column, const std::string& name) const {
    if (column < table_.problems.size() && !table_.problems[column].empty())
      return {error(path_, table_.problems[column], "correct it, or leave the column out")};
    for (std::size_t row = 0; row < table_.rows; ++row)
      if (!std::isfinite(value(row, column)))
        return {error(path_,
                      "column " + name + ", row " + std::to_string(row + 1) +
                          " (t = " + told_time(experiment_.times[row]) + " s): there is no number",
                      "leave rows without a measurement out")};
    return {};
  }

  Diagnostics add(std::size_t column, const Title& title, const RecordedSignal& signal) {
    if (signal.columns.size() != 1)
      return {error(path_, "column " + title.name + ": the signal is a vector",
                    "name its elements, such as " + signal.elements.front())};
    if (Diagnostics problems = check(column, title.name); !problems.empty()) return problems;
    UnitConversion convert;
    if (!title.unit.empty()) {
      const auto given = parse_unit(title.unit);
      if (!given)
        return {error(path_, "column " + title.name + ": " + given.error().message, given.error().remedy)};
      const auto own = signal.unit.empty() ? Result<PhysicalUnit>(*given) : parse_unit(signal.unit);
      if (own && !convertible(*given, *own))
        return {error(path_,
                      "column " + title.name + " is in " + title.unit + ", and the signal of the model in " +
                          signal.unit,
                      "measure the same quantity, or correct the unit in the title")};
      if (own) convert = conversion(*given, *own);
    }
    MeasuredSignal measured{title.name, {}, 1};
    for (std::size_t row = 0; row < table_.rows; ++row)
      measured.values.push_back(convert(value(row, column)));
    experiment_.measured.push_back(std::move(measured));
    return {};
  }

  Diagnostic nothing_measured(const std::vector<RecordedSignal>& signals) const {
    std::vector<std::string> names;
    for (const RecordedSignal& signal : signals) names.push_back(signal.name);
    return error(path_, "no column has the name of a signal that the model records",
                 names.empty() ? "record a signal: by a Scope, an Outport or Log Signal"
                               : "the model records " + join(names, ", "));
  }

  const std::string& path_;
  const DataTable table_;
  Experiment experiment_;
};

}  // namespace

Result<Experiment> read_experiment(const std::string& path, const Diagram& diagram,
                                   const std::vector<RecordedSignal>& signals) {
  auto table = table_of(path);
  if (!table) {
    Diagnostics problems = table.errors();
    for (Diagnostic& d : problems) d.path = path;
    return problems;
  }
  return Reading(path, *std::move(table)).read(diagram, signals);
}

Result<Experiment> read_experiment(const std::string& path, const Diagram& diagram, const ModelRun& run) {
  return read_experiment(path, diagram, recorded_signals(run.program()));
}

}  // namespace sim
