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
  std::vector<double> values;  // by columns; the first one is the time
};

inline constexpr std::size_t max_data_table_values = 20'000'000;

// Rows of numbers with commas, semicolons or tabs between them, under a row of names or none. The time is the
// column "time" or "t", else the first. Messages name the line.
Result<DataTable> csv_table(std::string_view text);

// A variable "time" or "t" and matrices with as many rows, side by side in the order of the file, as To File
// writes them; or one matrix, whose first column, else first row, is the time.
Result<DataTable> mat_table(const std::string& path);

}  // namespace sim
