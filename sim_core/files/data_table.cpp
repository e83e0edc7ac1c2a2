#include "sim_core/files/data_table.h"

#include <algorithm>

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

// The numbers of a record, the time first; what is wrong with it where it is not of `columns` numbers.
Result<std::vector<double>> row_of(const CsvFields& fields, const CsvRecords& records, char delimiter,
                                   std::size_t columns, std::size_t time) {
  if (fields.size() != columns)
    return error({},
                 in_line(records, "there are " + std::to_string(fields.size()) +
                                      " fields where the first row has " + std::to_string(columns)),
                 "give every row as many");
  std::vector<double> row;
  for (const std::string& field : fields) {
    const auto number = read_csv_number(field, delimiter);
    if (!number)
      return error({}, in_line(records, "'" + field.substr(0, 40) + "' is not a number"), "correct it");
    row.push_back(*number);
  }
  std::rotate(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(time),
              row.begin() + static_cast<std::ptrdiff_t>(time) + 1);
  return row;
}

DataTable by_columns(const std::vector<double>& rows, std::size_t columns) {
  DataTable table{rows.size() / columns, columns, {}};
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

// The time in the first column, else in the first row.
DataTable table_of_matrix(const MatVariable& matrix) {
  if (matrix.columns >= 2 && rises_from_start(matrix.values.data(), matrix.rows, 1))
    return {matrix.rows, matrix.columns, matrix.values};
  if (matrix.rows >= 2 && rises_from_start(matrix.values.data(), matrix.columns, matrix.rows))
    return by_columns(matrix.values, matrix.rows);
  return {matrix.rows, matrix.columns, matrix.values};
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
  const bool titled = std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
    return !read_csv_number(field, delimiter);
  });
  bool more = true;
  if (titled) {
    const auto found = std::find_if(fields.begin(), fields.end(), [](const std::string& field) {
      const std::string_view title = trimmed(field);
      return is_time_name(trimmed(title.substr(0, title.find_first_of("[("))));
    });
    if (found != fields.end()) time = static_cast<std::size_t>(found - fields.begin());
    more = records.next(fields);
  }
  std::vector<double> rows;
  for (; more; more = records.next(fields)) {
    auto row = row_of(fields, records, delimiter, columns, time);
    if (!row) return row.errors();
    rows.insert(rows.end(), row->begin(), row->end());
    if (rows.size() > max_data_table_values) return too_large();
  }
  if (rows.empty()) return error({}, "it has names but no numbers", "choose a table with rows of numbers");
  return by_columns(rows, columns);
}

Result<DataTable> mat_table(const std::string& path) {
  auto variables = read_mat_file(path);
  if (!variables) return variables.errors();
  std::erase_if(*variables, [](const MatVariable& v) { return v.values.empty(); });
  const auto time = std::find_if(variables->begin(), variables->end(),
                                 [](const MatVariable& v) { return is_time_name(v.name); });
  if (time == variables->end()) {
    if (variables->size() != 1)
      return error({}, "it has no variable 'time', and not exactly one matrix",
                   "save the time as a variable of that name, or one matrix whose first column is the time");
    return table_of_matrix(variables->front());
  }
  DataTable table{time->values.size(), 1, time->values};
  for (const MatVariable& v : *variables) {
    if (&v == &*time || v.rows * v.columns % table.rows != 0) continue;
    if (v.rows != table.rows && !(v.rows == 1 && v.columns == table.rows)) continue;
    table.columns += v.values.size() / table.rows;
    table.values.insert(table.values.end(), v.values.begin(), v.values.end());
    if (table.values.size() > max_data_table_values) return too_large();
  }
  if (table.columns == 1)
    return error({}, "none of its matrices has a row for each time", "save signals with as many rows");
  return table;
}

}  // namespace sim
