#pragma once
// The rows of a study as text, and the files they are in. A table is comma-separated (RFC 4180): `sample`,
// the variations, the results, `status` (finished or failed) and `message`, a line for each run in their
// order.
//
// While a study runs, finished rows are appended to a journal, TABLE.part, in the order they come; each is
// one write, so that a program that is killed leaves at most its last line torn, which does not count.
// Whoever goes on reads the journal and makes the runs that are missing. Its first line says of which study,
// model and part it is. The table takes its place when all rows are there.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/file_handle.h"
#include "sim_core/base/result.h"
#include "sim_core/study/study_runs.h"

namespace sim {

// One part of many: the runs k with k mod count = index. By itself all of them.
struct Shard {
  std::uint64_t index = 0, count = 1;
  bool has(std::uint64_t sample) const { return sample % count == index; }
  // How many of `all`.
  std::uint64_t size(std::uint64_t all) const { return all / count + (all % count > index ? 1 : 0); }
};

// "NAME.csv", or "NAME.2-of-3.csv", beside "NAME.flxstudy".
std::string table_path(const std::string& study_path, const Shard& shard);
// Of the table.
std::string journal_path(const std::string& table);

std::string header_line(const Study& study);
// `results`: how many a run that did not fail has.
std::string row_line(const StudyRow& row, std::size_t results);
// The row of such a line; nothing where it is none of this study.
std::optional<StudyRow> read_row_line(const Study& study, std::string_view line);
// The rows of a table. Errors: it is no table of this study, or has values that are not the study's.
Result<std::vector<StudyRow>> read_study_table(const Study& study, const std::string& path);

// What tells a study with its model from others, as 16 hexadecimal digits.
std::string study_digest(const Study& study, const Diagram& diagram);

class StudyJournal {
 public:
  // Opens or makes the journal of the table and locks it. Errors: another process works on it, it belongs to
  // another study or model, it cannot be written.
  static Result<std::unique_ptr<StudyJournal>> open(const std::string& table, const std::string& digest,
                                                    const Shard& shard, std::uint64_t runs);

  bool has(std::uint64_t sample) const { return lines_.contains(sample); }
  std::uint64_t size() const { return lines_.size(); }
  // How many of its runs failed.
  std::uint64_t failed() const;
  // The rows so far, in the order of the runs.
  std::vector<StudyRow> rows(const Study& study) const;
  // Appends a row. Errors: the disk is full.
  Diagnostics add(const StudyRow& row, std::size_t results);
  // Writes the table in the order of the runs and removes the journal.
  Diagnostics finish(const std::string& header);

 private:
  StudyJournal() = default;
  std::string table_, path_;
  std::unique_ptr<FileHandle> file_;
  std::map<std::uint64_t, std::string> lines_;
};

// The tables of all shards of a study as one. Errors: one is missing, is of another study, or lacks a run.
Diagnostics merge_tables(const Study& study, const std::string& study_path, std::uint64_t shards);

}  // namespace sim
