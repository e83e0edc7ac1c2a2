#pragma once
// The columns of a table that is to be a run: their names and units, which one is the time, and which are
// elements of one vector.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/run_archive/run_record.h"

namespace sim {

struct TableOptions {
  std::string time_column;  // its name; empty: "time" or "t" if there is one, else the first that may be
  std::size_t max_columns = 10'000;
  std::size_t max_bytes = std::size_t{2} << 30;
};

struct TableColumn {
  std::string name, unit;
};

// "speed [m/s]" and "speed (m/s)": the name and the unit.
TableColumn read_title(std::string_view title);
// The column of this name.
Result<std::size_t> find_column(const std::vector<std::string>& names, const std::string& wanted,
                                const std::string& file);
// Columns that follow one another and are elements of one vector, "x[1]", "x[2]", are one signal.
std::vector<RunSignal> table_signals(const std::vector<TableColumn>& columns);
// A run in memory, named like the file. The log has at least one row.
RunRecord table_record(const std::string& file, std::shared_ptr<const SignalLog> log,
                       const std::vector<TableColumn>& columns);

}  // namespace sim
