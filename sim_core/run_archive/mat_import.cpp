#include "sim_core/run_archive/mat_import.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "sim_core/base/attempt.h"
#include "sim_core/base/text.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/files/csv_records.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/run_archive/csv_import.h"

namespace sim {

namespace {

std::size_t length(const MatVariable& v) { return std::max(v.rows, v.columns); }
bool is_vector(const MatVariable& v) {
  return (v.rows == 1 || v.columns == 1) && !v.values.empty() && v.imaginary.empty();
}

// Why a vector is no time; empty: it is one.
std::string no_time(const MatVariable& v) {
  for (std::size_t k = 0; k < v.values.size(); ++k) {
    if (!std::isfinite(v.values[k])) return "element " + std::to_string(k + 1) + " is not a finite number";
    if (k > 0 && v.values[k] < v.values[k - 1])
      return "it goes back from " + to_text(v.values[k - 1]) + " to " + to_text(v.values[k]);
  }
  return {};
}

// Which of a file's variables are what.
struct MatTable {
  std::vector<MatVariable> variables;
  double seconds = 1;  // in one of the time's unit
  std::size_t time = 0;
  std::vector<std::size_t> signals;
  std::vector<std::string> left_out;
};

Result<std::size_t> find_time(const std::vector<MatVariable>& variables, const TableOptions& options,
                              const std::string& path) {
  std::vector<std::string> names;
  for (const MatVariable& v : variables) names.push_back(v.name);
  const std::string remedy = "choose the variable that is the time, a vector of ascending numbers";
  if (!options.time_column.empty()) {
    const auto found = find_column(names, options.time_column, path);
    if (!found) return found;
    if (!is_vector(variables[*found]))
      return error(path, "'" + names[*found] + "' cannot be the time: it is no vector of real numbers",
                   remedy);
    if (const std::string why = no_time(variables[*found]); !why.empty())
      return error(path, "'" + names[*found] + "' cannot be the time: " + why, remedy);
    return found;
  }
  const auto named = std::find_if(variables.begin(), variables.end(), [](const MatVariable& v) {
    return is_time_name(read_title(v.name).name) && is_vector(v);
  });
  if (named != variables.end()) {
    if (const std::string why = no_time(*named); !why.empty())
      return error(path, "'" + named->name + "' cannot be the time: " + why, remedy);
    return static_cast<std::size_t>(named - variables.begin());
  }
  const auto first = std::find_if(variables.begin(), variables.end(), [](const MatVariable& v) {
    return is_vector(v) && length(v) > 1 && no_time(v).empty();
  });
  if (first == variables.end()) return error(path, "no variable of this file can be the time", remedy);
  return static_cast<std::size_t>(first - variables.begin());
}

Result<MatTable> read_table(const std::string& path, const TableOptions& options) {
  auto variables = read_mat_file(path);
  if (!variables) return variables.errors();
  MatTable table{*std::move(variables), 1, 0, {}, {}};
  const auto time = find_time(table.variables, options, path);
  if (!time) return time.errors();
  table.time = *time;
  const TableColumn title = read_title(table.variables[*time].name);
  const auto unit = title.unit.empty() ? seconds_of_title(title.name) : seconds_in(title.unit);
  if (!unit) return error(path, unit.error().message, unit.error().remedy);
  table.seconds = *unit;
  const std::size_t rows = length(table.variables[table.time]);
  std::size_t columns = 0;
  for (std::size_t k = 0; k < table.variables.size(); ++k) {
    const MatVariable& v = table.variables[k];
    if (k == table.time) continue;
    const bool fits = !v.values.empty() && (v.rows == rows || v.columns == rows);
    const std::size_t more = v.rows == rows ? v.columns : v.rows;
    columns += fits ? more : 0;
    if (fits)
      table.signals.push_back(k);
    else
      table.left_out.push_back(v.name);
  }
  const std::string name = table.variables[table.time].name;
  if (table.signals.empty())
    return error(path, "no variable has as many rows as '" + name + "' has (" + std::to_string(rows) + ")",
                 "choose the variable that is the time");
  if (columns > options.max_columns)
    return error(path, "there are more than " + std::to_string(options.max_columns) + " columns",
                 "leave some out");
  return table;
}

// Columns of a variable as they go into the log: names, and where their numbers are.
struct Source {
  const double* first;
  std::size_t stride;
};

void add_sources(const MatVariable& v, const std::vector<double>& values, const std::string& suffix,
                 std::size_t rows, std::vector<TableColumn>& titles, std::vector<Source>& sources) {
  const TableColumn title = read_title(v.name);
  const bool upright = v.rows == rows;
  const std::size_t count = upright ? v.columns : v.rows;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = title.name + suffix + (count > 1 ? "[" + std::to_string(k + 1) + "]" : "");
    titles.push_back({name, title.unit});
    sources.push_back({values.data() + (upright ? k * v.rows : k), upright ? 1 : v.rows});
  }
}

RunRecord record_of(const std::string& path, const MatTable& table) {
  const MatVariable& time = table.variables[table.time];
  const std::size_t rows = length(time);
  std::vector<TableColumn> titles;
  std::vector<Source> sources;
  for (const std::size_t k : table.signals) {
    const MatVariable& v = table.variables[k];
    add_sources(v, v.values, {}, rows, titles, sources);
    if (!v.imaginary.empty()) add_sources(v, v.imaginary, " (imaginary)", rows, titles, sources);
  }
  std::vector<std::string> names;
  for (const TableColumn& title : titles) names.push_back(title.name);
  const auto log = std::make_shared<SignalLog>(names);
  std::vector<double> row(names.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t k = 0; k < sources.size(); ++k) row[k] = sources[k].first[r * sources[k].stride];
    if (!log->append(time.values[r] * table.seconds, row)) throw std::bad_alloc();
  }
  RunRecord record = table_record(path, log, titles);
  if (!table.left_out.empty())
    record.summary.notes += "; left out, for they have other lengths: " + join(table.left_out, ", ");
  return record;
}

}  // namespace

// Beyond the budget of this work, rows are kept on the disk.
Result<RunRecord> import_mat(const std::string& path, const TableOptions& options) {
  return attempt("import the table", path, [&]() -> Result<RunRecord> {
    const auto table = read_table(path, options);
    if (!table) return table.errors();
    return record_of(path, *table);
  });
}

static TablePreview preview_of(const MatTable& table) {
  TablePreview preview;
  preview.left_out = table.left_out;
  preview.rows = std::min(preview_rows, length(table.variables[table.time]));
  for (std::size_t k = 0; k < table.variables.size(); ++k) {
    const MatVariable& v = table.variables[k];
    if (k == table.time) preview.time = preview.columns.size();
    const bool vector = is_vector(v);
    if (!vector && std::find(table.signals.begin(), table.signals.end(), k) == table.signals.end()) continue;
    const TableColumn title = read_title(v.name);
    TablePreview::Column column{title.name, title.unit, {}, vector && no_time(v).empty()};
    for (std::size_t r = 0; r < std::min(preview.rows, length(v)); ++r)
      column.values.push_back(to_text(v.values[r]));
    if (!vector) column.name += " (" + std::to_string(v.rows) + " × " + std::to_string(v.columns) + ")";
    preview.columns.push_back(std::move(column));
  }
  return preview;
}

Result<TablePreview> preview_mat(const std::string& path, const TableOptions& options) {
  return attempt("import the table", path, [&]() -> Result<TablePreview> {
    const auto table = read_table(path, options);
    if (!table) return table.errors();
    return preview_of(*table);
  });
}

static bool is_mat(const std::string& path) { return path.ends_with(".mat") || path.ends_with(".MAT"); }

Result<RunRecord> import_table(const std::string& path, const TableOptions& options) {
  return is_mat(path) ? import_mat(path, options) : import_csv(path, options);
}

Result<TablePreview> preview_table(const std::string& path, const TableOptions& options) {
  return is_mat(path) ? preview_mat(path, options) : preview_csv(path, options);
}

}  // namespace sim
