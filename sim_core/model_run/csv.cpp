#include "sim_core/model_run/csv.h"

#include <numeric>
#include <vector>

#include "sim_core/base/text.h"

namespace sim {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

void write_csv(OutputFile& file, const LogView& log, std::span<const int> columns, LogRows rows,
               const TimeUnit& unit) {
  std::string line = unit.column();
  for (int c : columns) line += ',' + csv_field(log.column_names()[static_cast<std::size_t>(c)]);
  file.write(line + '\n');
  rows = rows.within(log);
  for (std::size_t row = rows.first; row < rows.end; row += rows.step) {
    line = to_text(unit.shown(log.time(row)));
    for (int c : columns) {
      line += ',';
      line += to_text(log.value(c, row));
    }
    line += '\n';
    file.write(line);
  }
}

void write_csv(OutputFile& file, const LogView& log, const TimeUnit& unit) {
  std::vector<int> columns(static_cast<std::size_t>(log.column_count()));
  std::iota(columns.begin(), columns.end(), 0);
  write_csv(file, log, columns, {}, unit);
}

}  // namespace sim
