#pragma once
// What can be said of a table before it is imported: its columns with their first numbers.
#include "sim_core/run_archive/table_columns.h"

namespace sim {

inline constexpr std::size_t preview_rows = 12;

struct TablePreview {
  struct Column {
    std::string name, unit;
    std::vector<std::string> values;  // of the first rows
    bool may_be_time = true;
  };
  std::vector<Column> columns;
  std::size_t time = 0;               // the column that is taken if no other is asked for
  std::size_t rows = 0;               // that are shown
  char delimiter = 0;                 // of a text
  std::vector<std::string> left_out;  // of a MAT file: variables that are no signals; of a text: words
};

}  // namespace sim
