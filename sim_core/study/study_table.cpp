#include "sim_core/study/study_table.h"

#include <sys/file.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "sim_core/base/atomic_file.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/study/kept_study.h"

namespace sim {

static constexpr std::size_t most_bytes = std::size_t{8} << 30;

std::string table_path(const std::string& study_path, const Shard& shard) {
  constexpr std::string_view ending = ".flxstudy";
  std::string stem = study_path;
  if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
  if (shard.count > 1) stem += '.' + std::to_string(shard.index + 1) + "-of-" + std::to_string(shard.count);
  return stem + ".csv";
}

std::string header_line(const Study& study) {
  std::string line = "sample";
  for (const Variation& v : study.variations) line += ',' + csv_field(v.name);
  for (const StudyResult& result : study.results) line += ',' + csv_field(result.name);
  return line + ",status,message\n";
}

// A row is one line, whatever a message or an expression has in it.
static std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return csv_field(text);
}

std::string row_line(const StudyRow& row, std::size_t results) {
  std::string line = std::to_string(row.sample);
  for (const std::string& value : row.values) line += ',' + one_line(value);
  for (std::size_t k = 0; k < results; ++k)
    line += ',' + (k < row.results.size() ? to_text(row.results[k]) : "");
  return line + (row.message.empty() ? ",finished," : ",failed," + one_line(row.message)) + '\n';
}

static std::optional<std::uint64_t> sample_of(std::string_view line) {
  std::uint64_t sample = 0;
  const auto [end, failed] = std::from_chars(line.data(), line.data() + line.size(), sample);
  if (failed != std::errc() || end == line.data() + line.size() || *end != ',') return std::nullopt;
  return sample;
}

// Quotes are doubled inside quoted fields (RFC 4180).
static std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[k++];
    else if (line[k] == '"')
      quoted = !quoted;
    else if (line[k] == ',' && !quoted)
      fields.emplace_back();
    else if (line[k] != '\n')
      fields.back() += line[k];
  }
  return fields;
}

std::optional<StudyRow> read_row_line(const Study& study, std::string_view line) {
  const std::vector<std::string> fields = fields_of(line);
  const std::size_t varied = study.variations.size(), results = study.results.size();
  const auto sample = sample_of(line);
  if (!sample || fields.size() != varied + results + 3) return std::nullopt;
  StudyRow row{*sample, {fields.begin() + 1, fields.begin() + 1 + static_cast<long>(varied)}, {}, {}};
  if (fields[varied + results + 1] != "finished") {
    row.message = fields.back();
    return row;
  }
  for (std::size_t k = 0; k < results; ++k) {
    const auto number = parse_number(fields[1 + varied + k]);
    if (!number) return std::nullopt;
    row.results.push_back(*number);
  }
  return row;
}

// FNV-1a.
static std::uint64_t hashed(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325u) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string study_digest(const Study& study, const Diagram& diagram) {
  const std::uint64_t hash = hashed(write_diagram(without_plans(diagram)), hashed(write_study(study)));
  std::string digits(16, '0');
  for (int k = 0; k < 16; ++k)
    digits[static_cast<std::size_t>(15 - k)] = "0123456789abcdef"[(hash >> (4 * k)) & 15];
  return digits;
}

// Whole lines of a text; what is behind the last line end is left out.
static std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0;;) {
    const auto end = text.find('\n', begin);
    if (end == text.npos) return lines;
    lines.push_back(text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
}

static Diagnostic cannot(const std::string& path, const char* what) {
  return error(path, std::string(what) + ": " + std::strerror(errno), "check the folder and the free space");
}

std::string journal_path(const std::string& table) { return table + ".part"; }

Result<std::unique_ptr<StudyJournal>> StudyJournal::open(const std::string& table, const std::string& digest,
                                                         const Shard& shard, std::uint64_t runs) {
  std::unique_ptr<StudyJournal> made(new StudyJournal);
  made->table_ = table;
  made->path_ = journal_path(table);
  const std::string first = "# fluxion study " + digest + ' ' + std::to_string(shard.index + 1) + '/' +
                            std::to_string(shard.count) + '\n';
  made->file_ = std::make_unique<FileHandle>(made->path_, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0644);
  const FileHandle& file = *made->file_;
  if (!file.is_open()) return cannot(made->path_, "it cannot be written");
  if (::flock(*file, LOCK_EX | LOCK_NB) != 0)
    return error(made->path_, "another process works on this study", "wait for it, or stop it");
  std::string text;
  if (!file.read_all(text, most_bytes)) return cannot(made->path_, "it cannot be read");
  const auto lines = whole_lines(text);
  if (!lines.empty() && lines.front() != first)
    return error(made->path_, "it belongs to another state of the study or of its model",
                 "remove it to restart, or take the changes back to go on");
  std::size_t whole = 0;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto sample = k > 0 ? sample_of(lines[k]) : std::nullopt;
    if (k > 0 && (!sample || *sample >= runs || !shard.has(*sample)))
      return error(made->path_, "line " + std::to_string(k + 1) + " is no run of this study",
                   "remove the file to restart");
    if (sample) made->lines_.emplace(*sample, lines[k]);
    whole += lines[k].size();
  }
  // A torn line goes, or the next one would be joined to it.
  if (whole < text.size() && ::ftruncate(*file, static_cast<off_t>(whole)) != 0)
    return cannot(made->path_, "it cannot be written");
  if (lines.empty() && !file.write_all(first)) return cannot(made->path_, "it cannot be written");
  return made;
}

std::vector<StudyRow> StudyJournal::rows(const Study& study) const {
  std::vector<StudyRow> all;
  for (const auto& [sample, line] : lines_)
    if (auto row = read_row_line(study, line)) all.push_back(*std::move(row));
  return all;
}

Diagnostics StudyJournal::add(const StudyRow& row, std::size_t results) {
  std::string line = row_line(row, results);
  if (!file_->write_all(line)) return {cannot(path_, "a row cannot be written")};
  lines_.emplace(row.sample, std::move(line));
  return {};
}

// The line of a run that did not fail ends with its status and an empty message.
std::uint64_t StudyJournal::failed() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(lines_, [](const auto& line) { return !line.second.ends_with(",finished,\n"); }));
}

static Diagnostics write_table(const std::string& path, const std::string& header,
                               const std::map<std::uint64_t, std::string>& lines) {
  AtomicFile file(path);
  file.write(header);
  for (const auto& [sample, line] : lines) file.write(line);
  if (file.commit()) return {};
  return {error(path, std::string("it cannot be written: ") + std::strerror(file.error_code()),
                "check the folder and the free space")};
}

Diagnostics StudyJournal::finish(const std::string& header) {
  if (Diagnostics problems = write_table(table_, header, lines_); !problems.empty()) return problems;
  ::unlink(path_.c_str());
  return {};
}

Result<std::vector<StudyRow>> read_study_table(const Study& study, const std::string& path) {
  const auto text = read_text_file(path, most_bytes, "choose the table of the study", "use fewer runs");
  if (!text) return text.errors();
  const auto lines = whole_lines(*text);
  if (lines.empty() || lines.front() != header_line(study))
    return error(path, "it is no table of this study", "run the study again");
  const StudySamples samples(study);
  std::vector<StudyRow> rows;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    auto row = read_row_line(study, lines[k]);
    if (!row || row->sample >= samples.count() || row->values != samples.values(row->sample))
      return error(path, "line " + std::to_string(k + 1) + " is no run of this study", "run the study again");
    rows.push_back(*std::move(row));
  }
  return rows;
}

Diagnostics merge_tables(const Study& study, const std::string& study_path, std::uint64_t shards) {
  std::map<std::uint64_t, std::string> lines;
  const std::string header = header_line(study);
  for (std::uint64_t k = 0; k < shards; ++k) {
    const Shard shard{k, shards};
    const std::string path = table_path(study_path, shard);
    if (::access(path.c_str(), F_OK) != 0)
      return {error(path, "the table of this shard is not there", "run this shard first")};
    const auto text = read_text_file(path, most_bytes, "choose the table of a shard", "merge fewer runs");
    if (!text) return text.errors();
    const auto rows = whole_lines(*text);
    if (rows.empty() || rows.front() != header)
      return {error(path, "it is no table of this study", "run this shard again")};
    for (std::size_t row = 1; row < rows.size(); ++row) {
      const auto sample = sample_of(rows[row]);
      if (!sample || !shard.has(*sample))
        return {error(path, "line " + std::to_string(row + 1) + " is no run of this shard", "run it again")};
      lines.emplace(*sample, rows[row]);
    }
  }
  if (lines.size() != run_count(study) || lines.rbegin()->first + 1 != run_count(study))
    return {error(study_path,
                  "the shards have " + std::to_string(lines.size()) + " of " +
                      std::to_string(run_count(study)) + " runs",
                  "run the shards that lack some again")};
  return write_table(table_path(study_path, {}), header, lines);
}

}  // namespace sim
