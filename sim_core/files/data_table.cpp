#include "sim_core/files/data_table.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "sim_core/base/split.h"
#include "sim_core/base/text.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/files/csv_records.h"
#include "sim_core/files/mat_file.h"

namespace sim {

namespace {

Diagnostic too_large() {
  return error({}, "it has more than " + std::to_string(max_data_table_values) + " numbers",
               "leave out columns or rows");
}

std::string in_line(const CsvRecords& records, const std::string& message) {
  return "line " + std::to_string(records.line()) + ": " + message;
}

// Appends the numbers of a record, and notes what is none.
std::optional<Diagnostic> add_row(const CsvFields& fields, const CsvRecords& records, char delimiter,
                                  std::vector<double>& rows, std::vector<std::string>& problems) {
  if (fields.size() != problems.size())
    return error({},
                 in_line(records, "there are " + std::to_string(fields.size()) +
                                      " fields where the first row has " + std::to_string(problems.size())),
                 "give every row as many");
  for (std::size_t column = 0; column < fields.size(); ++column) {
    const auto number = read_csv_number(fields[column], delimiter);
    rows.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    if (!number && problems[column].empty())
      problems[column] = in_line(records, "'" + fields[column].substr(0, 40) + "' is not a number");
  }
  return std::nullopt;
}

std::string_view without_unit(std::string_view name) {
  return trimmed(name.substr(0, name.find_first_of("[(")));
}

std::vector<std::string> names_of(const std::vector<MatVariable>& variables) {
  std::vector<std::string> names;
  for (const MatVariable& v : variables) names.push_back(v.name);
  return names;
}

Diagnostic no_column(const std::string& name, const std::vector<std::string>& names) {
  if (names.empty())
    return error({}, "it has no column '" + name + "', as its columns have no names",
                 "give numbers of columns, from 1");
  const std::string hint = did_you_mean(name, names);
  return error({}, "it has no column '" + name + "'",
               hint.empty() ? "its columns are " + join(names, ", ").substr(0, 300) : hint);
}

// The columns that a name, or a number from 1, stands for: the name as it is, else without its unit, else
// that of a matrix.
std::vector<std::size_t> find_columns(const DataTable& table, const std::string& name) {
  std::vector<std::size_t> found;
  const auto add = [&](auto is) {
    for (std::size_t k = 0; k < table.names.size() && found.empty(); ++k)
      if (is(table.names[k])) found.push_back(k);
  };
  add([&](const std::string& n) { return n == name; });
  add([&](const std::string& n) { return n.ends_with(']') && without_unit(n) == name; });
  for (std::size_t k = 0; k < table.names.size(); ++k)
    if (found.empty() || table.names[found.front()].starts_with(name + "("))
      if (table.names[k].starts_with(name + "(")) found.push_back(k);
  const auto number = parse_number(name);
  if (found.empty() && number && *number >= 1 && *number <= static_cast<double>(table.columns) &&
      *number == static_cast<double>(static_cast<std::size_t>(*number)))
    found.push_back(static_cast<std::size_t>(*number) - 1);
  return found;
}

DataTable by_columns(const std::vector<double>& rows, std::size_t columns) {
  DataTable table{rows.size() / columns, columns, {}, {}, {}, 0};
  table.values.reserve(rows.size());
  for (std::size_t column = 0; column < columns; ++column)
    for (std::size_t row = 0; row < table.rows; ++row) table.values.push_back(rows[row * columns + column]);
  return table;
}

bool rises_from_start(const double* t, std::size_t count, std::size_t stride) {
  for (std::size_t k = 1; k < count; ++k)
    if (!(t[k * stride] >= t[(k - 1) * stride])) return false;
  return true;
}

// The time in the first column or in the first row: whichever does not fall; where both do not, the longer
// one, for there are more instants than signals.
DataTable table_of_matrix(const MatVariable& matrix) {
  const bool column = matrix.columns >= 2 && rises_from_start(matrix.values.data(), matrix.rows, 1);
  const bool row = matrix.rows >= 2 && rises_from_start(matrix.values.data(), matrix.columns, matrix.rows);
  if (row && (!column || matrix.columns > matrix.rows)) return by_columns(matrix.values, matrix.rows);
  return {matrix.rows, matrix.columns, matrix.values, {}, {}, 0};
}

}  // namespace

Result<DataTable> csv_table(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const char delimiter = find_csv_delimiter(text);
  CsvRecords records(text, delimiter);
  CsvFields fields;
  if (!records.next(fields)) return error({}, "there is nothing in it", "choose a table of numbers");
  const std::size_t columns = fields.size();
  if (columns < 2)
    return error({}, "it has only one column", "a table has the time and at least one more column");
  std::size_t time = 0;
  std::vector<std::string> names, problems(columns);
  const bool titled = std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
    return !read_csv_number(field, delimiter);
  });
  bool more = true;
  if (titled) {
    for (const std::string& field : fields) names.emplace_back(trimmed(field));
    const auto found = std::find_if(names.begin(), names.end(),
                                    [](const std::string& name) { return is_time_name(without_unit(name)); });
    if (found != names.end()) time = static_cast<std::size_t>(found - names.begin());
    more = records.next(fields);
  }
  std::vector<double> rows;
  for (; more; more = records.next(fields)) {
    if (auto wrong = add_row(fields, records, delimiter, rows, problems)) return *std::move(wrong);
    if (rows.size() > max_data_table_values) return too_large();
  }
  if (rows.empty()) return error({}, "it has names but no numbers", "choose a table with rows of numbers");
  DataTable table = by_columns(rows, columns);
  table.names = std::move(names), table.problems = std::move(problems), table.time = time;
  return table;
}

Result<DataTable> mat_table(const std::string& path, const std::string& time_name) {
  auto variables = read_mat_file(path);
  if (!variables) return variables.errors();
  std::erase_if(*variables, [](const MatVariable& v) { return v.values.empty(); });
  const bool named = !time_name.empty() && !parse_number(time_name);
  const auto time = std::find_if(variables->begin(), variables->end(), [&](const MatVariable& v) {
    return named ? v.name == time_name : is_time_name(v.name);
  });
  if (time == variables->end()) {
    if (named) return no_column(time_name, names_of(*variables));
    if (variables->size() != 1)
      return error({}, "it has no variable 'time', and not exactly one matrix",
                   "save the time as a variable of that name, or one matrix whose first column is the time");
    return table_of_matrix(variables->front());
  }
  DataTable table{time->values.size(), 1, time->values, {time->name}, {}, 0};
  for (const MatVariable& v : *variables) {
    if (&v == &*time || v.rows * v.columns % table.rows != 0) continue;
    if (v.rows != table.rows && !(v.rows == 1 && v.columns == table.rows)) continue;
    const std::size_t more = v.values.size() / table.rows;
    table.columns += more;
    for (std::size_t k = 1; k <= more; ++k)
      table.names.push_back(more == 1 ? v.name : v.name + "(" + std::to_string(k) + ")");
    table.values.insert(table.values.end(), v.values.begin(), v.values.end());
    if (table.values.size() > max_data_table_values) return too_large();
  }
  if (table.columns == 1)
    return error({}, "none of its matrices has a row for each time", "save signals with as many rows");
  return table;
}

Result<DataTable> picked_columns(const DataTable& table, const std::string& time,
                                 const std::string& columns) {
  std::vector<std::size_t> picked{table.time};
  if (!time.empty()) {
    picked = find_columns(table, time);
    if (picked.empty()) return no_column(time, table.names);
    picked.resize(1);
  }
  for (const std::string& name : split(columns, ',')) {
    const std::vector<std::size_t> found = find_columns(table, name);
    if (found.empty()) return no_column(name, table.names);
    picked.insert(picked.end(), found.begin(), found.end());
  }
  for (std::size_t k = 0; k < table.columns && columns.find_first_not_of(" \t") == columns.npos; ++k)
    if (k != picked.front()) picked.push_back(k);
  const auto seconds =
      table.names.empty() ? Result<double>(1.0) : seconds_of_title(table.names[picked.front()]);
  if (!seconds) return seconds.errors();
  DataTable out{table.rows, picked.size(), {}, {}, {}, 0};
  for (std::size_t column : picked) {
    if (column < table.problems.size() && !table.problems[column].empty())
      return error({}, table.problems[column], "correct it, or play other columns");
    const auto first = table.values.begin() + static_cast<std::ptrdiff_t>(column * table.rows);
    out.values.insert(out.values.end(), first, first + static_cast<std::ptrdiff_t>(table.rows));
  }
  for (std::size_t row = 0; row < table.rows; ++row) out.values[row] *= *seconds;
  return out;
}

}  // namespace sim
