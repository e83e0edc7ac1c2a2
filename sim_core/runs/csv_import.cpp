#include "sim_core/runs/csv_import.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>

#include "sim_core/base/text.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/files/csv_records.h"

namespace sim {

namespace {

struct Column {
  std::string name, unit;
};

bool is_index(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789, ") == std::string_view::npos;
}

// "speed [m/s]": the name and the unit.
Column read_title(std::string_view title) {
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

Result<std::size_t> find_time(const std::vector<Column>& columns, const CsvImport& options,
                              const std::string& file) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  if (!options.time_column.empty()) {
    const auto found = std::find(names.begin(), names.end(), options.time_column);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::string near = did_you_mean(options.time_column, names);
    return error(file, "there is no column '" + options.time_column + "'",
                 near.empty() ? "choose the column that is the time" : near);
  }
  const auto found = std::find_if(names.begin(), names.end(), is_time_name);
  return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
}

// "x" of "x[3]" and "x[3,1]"; nothing for other names.
std::string_view base_of(std::string_view name) {
  const auto open = name.rfind('[');
  if (name.empty() || name.back() != ']' || open == std::string_view::npos || open == 0) return {};
  return is_index(name.substr(open + 1, name.size() - open - 2)) ? name.substr(0, open) : std::string_view{};
}

// Columns that follow one another and are elements of one vector are one signal.
std::vector<RunSignal> make_signals(const std::vector<Column>& columns, std::size_t time) {
  std::vector<RunSignal> signals;
  int next = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (k == time) continue;
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

Diagnostic at(const std::string& file, std::size_t line, const std::string& message,
              const std::string& remedy) {
  return error(file + ": line " + std::to_string(line), message, remedy);
}

class Importer {
 public:
  Importer(std::string_view text, std::string file, const CsvImport& options)
      : text_(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text),
        file_(std::move(file)),
        options_(options),
        delimiter_(find_csv_delimiter(text_)),
        records_(text_, delimiter_) {}

  Result<RunRecord> read() {
    CsvFields fields;
    if (!records_.next(fields))
      return error(file_, "there is nothing in this file",
                   "choose a table with a row of names and rows of numbers");
    if (fields.size() < 2)
      return at(file_, records_.line(), "there is only one column",
                "a table has a column with the time and at least one more, with commas, semicolons or tabs "
                "between them");
    if (fields.size() > options_.max_columns)
      return at(file_, records_.line(),
                "there are more than " + std::to_string(options_.max_columns) + " columns", "leave some out");
    const bool titled = read_titles(fields);
    const auto time = find_time(columns_, options_, file_);
    if (!time) return time.errors();
    time_ = *time;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (k != time_) names.push_back(columns_[k].name);
    log_ = std::make_shared<SignalLog>(names);
    values_.resize(names.size());
    if (!titled)
      if (auto problem = take(fields)) return *problem;
    while (records_.next(fields))
      if (auto problem = take(fields)) return *problem;
    if (log_->size() == 0)
      return error(file_, "there are names but no numbers", "choose a table with rows of numbers");
    return record();
  }

 private:
  // False: the first row is numbers already.
  bool read_titles(const CsvFields& fields) {
    bool numbers = true;
    for (const std::string& field : fields)
      numbers = numbers && read_csv_number(field, delimiter_).has_value();
    for (std::size_t k = 0; k < fields.size(); ++k) {
      Column column = numbers ? Column{} : read_title(fields[k]);
      if (column.name.empty()) column.name = "column " + std::to_string(k + 1);
      columns_.push_back(std::move(column));
    }
    return !numbers;
  }

  std::optional<Diagnostic> take(const CsvFields& fields) {
    const std::size_t line = records_.line();
    if (fields.size() != columns_.size())
      return at(file_, line,
                "there are " + std::to_string(fields.size()) + " fields where the first row has " +
                    std::to_string(columns_.size()),
                "give every row as many");
    double now = 0;
    for (std::size_t k = 0, next = 0; k < fields.size(); ++k) {
      const auto value = read_csv_number(fields[k], delimiter_);
      if (!value)
        return at(file_, line,
                  "'" + fields[k].substr(0, 40) + "' in column " + std::to_string(k + 1) + " (" +
                      columns_[k].name + ") is not a number",
                  "correct it, or leave the field empty");
      if (k == time_)
        now = *value;
      else
        values_[next++] = *value;
    }
    if (!std::isfinite(now))
      return at(file_, line, "the time is missing or is not a number", "give every row its time");
    if (log_->size() > 0 && now < log_->time(log_->size() - 1))
      return at(file_, line,
                "the time goes back from " + to_text(log_->time(log_->size() - 1)) + " to " + to_text(now),
                "sort the rows by time, or choose the column that is the time");
    log_->append(now, values_);
    return std::nullopt;
  }

  RunRecord record() {
    RunRecord record;
    RunSummary& summary = record.summary;
    summary.id = new_run_id();
    summary.name = summary.model_name = std::filesystem::path(file_).stem().string();
    summary.created = std::chrono::duration_cast<std::chrono::milliseconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count();
    summary.notes = "Imported from " + file_;
    summary.start_time = log_->time(0);
    summary.end_time = log_->time(log_->size() - 1);
    summary.rows = log_->size();
    summary.recorded = make_signals(columns_, time_);
    record.details = std::make_shared<RunDetails>();
    record.log = log_;
    return record;
  }

  std::string_view text_;
  std::string file_;
  const CsvImport& options_;
  char delimiter_;
  CsvRecords records_;
  std::vector<Column> columns_;
  std::size_t time_ = 0;
  std::shared_ptr<SignalLog> log_;
  std::vector<double> values_;
};

}  // namespace

Result<RunRecord> import_csv_text(std::string_view text, const std::string& file_name,
                                  const CsvImport& options) {
  try {
    return Importer(text, file_name, options).read();
  } catch (const std::bad_alloc&) {
    return error(file_name, "there is not enough memory for this table", "import fewer rows or columns");
  }
}

Result<RunRecord> import_csv(const std::string& path, const CsvImport& options) {
  const auto text =
      read_text_file(path, options.max_bytes, "choose a CSV file", "import a part of it, or fewer columns");
  if (!text) return text.errors();
  return import_csv_text(*text, path, options);
}

}  // namespace sim
