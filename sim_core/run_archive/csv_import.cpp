#include "sim_core/run_archive/csv_import.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "sim_core/base/attempt.h"
#include "sim_core/base/text.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/files/csv_records.h"

namespace sim {

namespace {

Diagnostic at(const std::string& file, std::size_t line, const std::string& message,
              const std::string& remedy) {
  return error(file + ": line " + std::to_string(line), message, remedy);
}

class Importer {
 public:
  Importer(std::string_view text, std::string file, const TableOptions& options)
      : text_(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text),
        file_(std::move(file)),
        options_(options),
        delimiter_(find_csv_delimiter(text_)),
        records_(text_, delimiter_) {}

  Result<RunRecord> read() {
    CsvFields fields;
    if (auto problem = begin(fields)) return *problem;
    const TableColumn& time = columns_[time_];
    const auto seconds = time.unit.empty() ? seconds_of_title(time.name) : seconds_in(time.unit);
    if (!seconds) return error(file_, seconds.error().message, seconds.error().remedy);
    seconds_ = *seconds;
    std::vector<std::string> names;
    std::vector<TableColumn> signals;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (is_signal(k)) names.push_back(columns_[k].name), signals.push_back(columns_[k]);
    if (names.empty())
      return error(file_, "no column but the time holds numbers", "choose a table with columns of numbers");
    log_ = std::make_shared<SignalLog>(names);
    values_.resize(names.size());
    if (!titled_)
      if (auto problem = take(fields)) return *problem;
    while (records_.next(fields))
      if (auto problem = take(fields)) return *problem;
    if (log_->size() == 0)
      return error(file_, "there are names but no numbers", "choose a table with rows of numbers");
    return table_record(file_, log_, signals);
  }

  // The first rows as they stand there.
  Result<TablePreview> preview() {
    CsvFields fields;
    if (auto problem = begin(fields)) return *problem;
    TablePreview preview;
    preview.time = time_;
    preview.delimiter = delimiter_;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      preview.columns.push_back({columns_[k].name, columns_[k].unit, {}, !words_[k]});
      if (words_[k] && k != time_) preview.left_out.push_back(columns_[k].name);
    }
    for (bool more = !titled_ || records_.next(fields); more && preview.rows < preview_rows;
         more = records_.next(fields), ++preview.rows)
      for (std::size_t k = 0; k < columns_.size(); ++k)
        preview.columns[k].values.push_back(k < fields.size() ? fields[k].substr(0, 40) : std::string());
    return preview;
  }

 private:
  // Up to the first row of numbers.
  std::optional<Diagnostic> begin(CsvFields& fields) {
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
    titled_ = read_titles(fields);
    find_words();
    const auto time = find_time();
    if (!time) return time.error();
    time_ = *time;
    return std::nullopt;
  }

  // False: the first row is numbers already.
  bool read_titles(const CsvFields& fields) {
    bool numbers = true;
    for (const std::string& field : fields)
      numbers = numbers && read_csv_number(field, delimiter_).has_value();
    for (std::size_t k = 0; k < fields.size(); ++k) {
      TableColumn column = numbers ? TableColumn{} : read_title(fields[k]);
      if (column.name.empty()) column.name = "column " + std::to_string(k + 1);
      columns_.push_back(std::move(column));
    }
    return !numbers;
  }

  bool is_signal(std::size_t column) const { return column != time_ && !words_[column]; }

  // Columns whose first entry is no number: what they say has no place in a run.
  void find_words() {
    constexpr std::size_t far = 1000;  // rows
    CsvRecords ahead(text_, delimiter_);
    CsvFields fields;
    if (titled_) ahead.next(fields);
    words_.assign(columns_.size(), false);
    std::vector<bool> known(columns_.size());
    for (std::size_t row = 0; row < far && ahead.next(fields); ++row)
      for (std::size_t k = 0; k < std::min(fields.size(), columns_.size()); ++k)
        if (!known[k] && !trimmed(fields[k]).empty())
          known[k] = true, words_[k] = !read_csv_number(fields[k], delimiter_);
  }

  Result<std::size_t> find_time() const {
    std::vector<std::string> names;
    for (const TableColumn& column : columns_) names.push_back(column.name);
    if (!options_.time_column.empty()) return find_column(names, options_.time_column, file_);
    const auto found = std::find_if(names.begin(), names.end(), is_time_name);
    return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
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
      if (k != time_ && words_[k]) continue;
      const auto value = read_csv_number(fields[k], delimiter_);
      if (!value)
        return at(file_, line,
                  "'" + fields[k].substr(0, 40) + "' in column " + std::to_string(k + 1) + " (" +
                      columns_[k].name + ") is not a number",
                  "correct it, or leave the field empty");
      if (k == time_)
        now = *value * seconds_;
      else
        values_[next++] = *value;
    }
    if (!std::isfinite(now))
      return at(file_, line, "the time is missing or is not a number", "give every row its time");
    if (log_->size() > 0 && now < log_->time(log_->size() - 1))
      return at(file_, line,
                "the time goes back from " + to_text(log_->time(log_->size() - 1)) + " to " + to_text(now),
                "sort the rows by time, or choose the column that is the time");
    if (!log_->append(now, values_)) throw std::bad_alloc();
    return std::nullopt;
  }

  std::string_view text_;
  std::string file_;
  const TableOptions& options_;
  char delimiter_;
  CsvRecords records_;
  std::vector<TableColumn> columns_;
  std::vector<bool> words_;  // by column
  std::size_t time_ = 0;
  double seconds_ = 1;  // in the unit of its column
  bool titled_ = true;
  std::shared_ptr<SignalLog> log_;
  std::vector<double> values_;
};

}  // namespace

static const std::string importing = "import the table";

// Beyond the budget of this work, rows are kept on the disk.
Result<RunRecord> import_csv_text(std::string_view text, const std::string& file_name,
                                  const TableOptions& options) {
  return attempt(importing, file_name, [&] { return Importer(text, file_name, options).read(); });
}

static Result<std::string> read_table_text(const std::string& path, const TableOptions& options) {
  return read_text_file(path, options.max_bytes, "choose a CSV file",
                        "import a part of it, or fewer columns");
}

Result<RunRecord> import_csv(const std::string& path, const TableOptions& options) {
  return attempt(importing, path, [&]() -> Result<RunRecord> {
    const auto text = read_table_text(path, options);
    if (!text) return text.errors();
    return Importer(*text, path, options).read();
  });
}

Result<TablePreview> preview_csv(const std::string& path, const TableOptions& options) {
  return attempt(importing, path, [&]() -> Result<TablePreview> {
    const auto text = read_table_text(path, options);
    if (!text) return text.errors();
    return Importer(*text, path, options).preview();
  });
}

}  // namespace sim
