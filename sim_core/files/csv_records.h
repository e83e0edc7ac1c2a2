#pragma once
// Records of a CSV file (RFC 4180): a quoted field may hold delimiters, line ends and doubled quotation
// marks.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/trimmed.h"

namespace sim {

using CsvFields = std::vector<std::string>;

class CsvRecords {
 public:
  CsvRecords(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

  // The next record that is not empty and no comment ("# ..."); false at the end.
  bool next(CsvFields& fields);
  std::size_t line() const { return line_; }  // from 1

 private:
  void read(CsvFields& fields);
  bool read_field(std::string& field);

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0, line_ = 1, next_line_ = 1;
};

// Comma, semicolon or tab: the one that cuts the first lines into the most fields, alike in all of them.
char find_csv_delimiter(std::string_view text);

// An empty field is no number (nan). With another delimiter than the comma, a comma may be the decimal sign.
std::optional<double> read_csv_number(std::string field, char delimiter);

// Whether a column of this name is the time: "time" or "t", capitals or not.
bool is_time_name(std::string_view name);

}  // namespace sim
