#include "sim_core/run_archive/table_columns.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "sim_core/base/text.h"
#include "sim_core/files/csv_records.h"

namespace sim {

static bool is_index(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789, ") == std::string_view::npos;
}

TableColumn read_title(std::string_view title) {
  title = trimmed(title);
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const auto at = title.rfind(open);
    if (title.empty() || title.back() != close || at == std::string_view::npos || at == 0) continue;
    const std::string_view inside = title.substr(at + 1, title.size() - at - 2);
    if (is_index(inside) || (open == '(' && title[at - 1] != ' ')) continue;
    return {std::string(trimmed(title.substr(0, at))), std::string(trimmed(inside))};
  }
  return {std::string(title), {}};
}

Result<std::size_t> find_column(const std::vector<std::string>& names, const std::string& wanted,
                                const std::string& file) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string near = did_you_mean(wanted, names);
  return error(file, "there is no column '" + wanted + "'",
               near.empty() ? "choose the column that is the time" : near);
}

// "x" of "x[3]" and "x[3,1]"; nothing for other names.
static std::string_view base_of(std::string_view name) {
  const auto open = name.rfind('[');
  if (name.empty() || name.back() != ']' || open == std::string_view::npos || open == 0) return {};
  return is_index(name.substr(open + 1, name.size() - open - 2)) ? name.substr(0, open) : std::string_view{};
}

std::vector<RunSignal> table_signals(const std::vector<TableColumn>& columns) {
  std::vector<RunSignal> signals;
  int next = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::string_view base = base_of(columns[k].name);
    const bool goes_on = !base.empty() && !signals.empty() && signals.back().name == base &&
                         signals.back().unit == columns[k].unit &&
                         !base_of(signals.back().elements.back()).empty();
    if (!goes_on) {
      RunSignal signal;
      signal.name = base.empty() ? columns[k].name : std::string(base);
      signal.first = next;
      signal.unit = columns[k].unit;
      signals.push_back(std::move(signal));
    }
    signals.back().elements.push_back(columns[k].name);
    ++next;
  }
  return signals;
}

RunRecord table_record(const std::string& file, std::shared_ptr<const SignalLog> log,
                       const std::vector<TableColumn>& columns) {
  RunRecord record;
  RunSummary& summary = record.summary;
  summary.id = new_run_id();
  summary.name = summary.model_name = std::filesystem::path(file).stem().string();
  summary.created = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::system_clock::now().time_since_epoch())
                        .count();
  summary.notes = "Imported from " + file;
  summary.start_time = log->time(0);
  summary.end_time = log->time(log->size() - 1);
  summary.rows = log->size();
  summary.recorded = table_signals(columns);
  record.details = std::make_shared<RunDetails>();
  record.log = std::move(log);
  return record;
}

}  // namespace sim
