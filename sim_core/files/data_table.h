#pragma once
// A file of measurements as a table of numbers over time: what a From File block plays.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

struct DataTable {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;         // by columns
  std::vector<std::string> names;     // of the columns; empty: it has none
  std::vector<std::string> problems;  // by column: what is no number in it; empty: nothing
  std::size_t time = 0;               // the column of the time, where nobody says another
};

inline constexpr std::size_t max_data_table_values = 20'000'000;

// Rows of numbers with commas, semicolons or tabs between them, under a row of names or none. The time is the
// column "time" or "t", else the first. Messages name the line.
Result<DataTable> csv_table(std::string_view text);

// The variable `time`, or "time" or "t", and matrices with as many rows, side by side in the order of the
// file, as To File writes them; or one matrix, whose first column or first row is the time: the one that does
// not fall, and the longer one where neither does. Columns of a matrix p are called p(1), p(2), ...
Result<DataTable> mat_table(const std::string& path, const std::string& time);

// The time, then the columns that are picked. A column is given by its name or its number in the file, from
// 1; p is all columns of a matrix p. Times come out in seconds, whatever their column's title says ("time
// [d]"). No time: as in the table; no columns ("a, b"): all others.
Result<DataTable> picked_columns(const DataTable& table, const std::string& time, const std::string& columns);

}  // namespace sim
