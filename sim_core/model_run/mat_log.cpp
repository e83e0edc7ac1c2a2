#include "sim_core/model_run/mat_log.h"

#include "sim_core/files/mat_file.h"

namespace sim {

// Column -1 is the time.
static void read_column(const LogView& log, int column, LogRows rows, double* out) {
  for (std::size_t row = rows.first; row < rows.end; row += rows.step) *out++ = log.value(column, row);
}

void write_mat(OutputFile& file, const LogView& log, std::span<const LogVariable> variables, LogRows rows,
               const TimeUnit& unit) {
  if (!file.problems().empty()) return;
  if (file.temporary_path().empty())
    return file.fail("a MAT file cannot go to the standard output", "give it a name that ends in .mat");
  rows = rows.within(log);
  const std::size_t count = rows.count();
  MatWriter writer(file.temporary_path());
  std::vector<double> values(count);
  read_column(log, -1, rows, values.data());
  for (double& t : values) t = unit.shown(t);
  bool good = !writer.add(unit.column(), count, 1, values).empty();
  for (const LogVariable& variable : variables) {
    if (!good) break;
    const std::size_t columns = variable.columns.size();
    if (columns > 0 && count > max_mat_variable_bytes / sizeof(double) / columns)
      return file.fail("'" + variable.name + "' has more numbers than a variable of a MAT file holds (2 GiB)",
                       "write a CSV file, or record fewer points with Decimation");
    values.resize(count * columns);
    for (std::size_t k = 0; k < columns; ++k)
      read_column(log, variable.columns[k], rows, values.data() + k * count);
    good = !writer.add(variable.name, count, columns, values).empty();
  }
  if (!writer.finish() || !good)
    file.fail("the file cannot be written",
              "check the folder, the free space and your permission to write there");
}

}  // namespace sim
