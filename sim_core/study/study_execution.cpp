#include "sim_core/study/study_execution.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

#include "sim_core/base/shared_work.h"

namespace sim {

namespace {

// What carrying out has come to, and how long it takes yet.
class Course {
 public:
  Course(const StudyOptions& options, StudyOutcome& outcome)
      : options_(options), outcome_(outcome), last_(std::chrono::steady_clock::now()) {
    progress_.runs = outcome.runs;
    progress_.done = outcome.before;
    progress_.failed = outcome.failed;
  }
  void show(const std::vector<StudyRow>& rows) const {
    if (!options_.row) return;
    for (const StudyRow& row : rows) options_.row(row);
  }
  // In the thread of a crew, one at a time.
  void count(const StudyRow& row) {
    ++progress_.done;
    outcome_.failed += !row.message.empty();
    progress_.failed = outcome_.failed;
    progress_.seconds += since_last_row();
    progress_.seconds_left = progress_.seconds / static_cast<double>(progress_.done - outcome_.before) *
                             static_cast<double>(outcome_.runs - progress_.done);
    if (options_.row) options_.row(row);
    if (options_.progress) options_.progress(progress_);
  }
  // In s, without pauses.
  double since_last_row() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - last_).count() - std::exchange(paused_, 0);
    last_ = now;
    return std::max(0.0, passed);
  }
  // The question whether there is a pause, which notes how long one was.
  std::function<bool()> watched_pause() {
    if (!options_.pause) return {};
    return [this] {
      const bool paused = options_.pause();
      const std::lock_guard lock(mutex_);
      const auto now = std::chrono::steady_clock::now();
      if (paused && !since_) since_ = now;
      if (!paused && since_) {
        paused_ += std::chrono::duration<double>(now - *since_).count();
        since_.reset();
      }
      return paused;
    };
  }

 private:
  const StudyOptions& options_;
  StudyOutcome& outcome_;
  StudyProgress progress_;
  std::chrono::steady_clock::time_point last_;
  std::mutex mutex_;
  std::optional<std::chrono::steady_clock::time_point> since_;
  double paused_ = 0;  // s, since the last row
};

}  // namespace

Result<bool> run_samples(const StudyRuns& runs, const std::vector<std::uint64_t>& samples,
                         const StudyOptions& options, const std::function<Diagnostics(StudyRow)>& take) {
  std::mutex mutex;  // of the following
  bool ended = false;
  const auto make = [&](std::size_t k) {
    StudyRow row = runs.run(samples[k], options.look);
    const std::lock_guard lock(mutex);
    Diagnostics found;
    if (!ended) found = take(std::move(row));
    ended = ended || !found.empty();
    return found;
  };
  return share_work(samples.size(), {options.jobs, options.stop, options.pause}, "make a run of the study",
                    make);
}

// The runs that are left, each kept by `keep`.
static Result<bool> make_rest(const StudyRuns& runs, const std::vector<std::uint64_t>& left,
                              const StudyOptions& options, Course& course,
                              const std::function<Diagnostics(const StudyRow&)>& keep) {
  StudyOptions watched = options;
  watched.pause = course.watched_pause();
  return run_samples(runs, left, watched, [&](const StudyRow& row) {
    Diagnostics problems = keep(row);
    if (problems.empty()) course.count(row);
    return problems;
  });
}

Result<StudyOutcome> carry_out(const StudyRuns& runs, const std::vector<StudyRow>& before,
                               const StudyOptions& options) {
  std::vector<bool> has(runs.count());
  StudyOutcome outcome;
  outcome.runs = runs.count();
  for (const StudyRow& row : before) {
    if (row.sample >= has.size() || has[row.sample]) continue;
    has[row.sample] = true;
    ++outcome.before;
    outcome.failed += !row.message.empty();
  }
  std::vector<std::uint64_t> left;
  for (std::uint64_t k = 0; k < runs.count(); ++k)
    if (!has[k]) left.push_back(k);
  Course course(options, outcome);
  course.show(before);
  const auto done = make_rest(runs, left, options, course, [](const StudyRow&) { return Diagnostics{}; });
  if (!done) return done.errors();
  outcome.finished = *done;
  return outcome;
}

Result<StudyOutcome> carry_out(const StudyRuns& runs, const Diagram& diagram, const std::string& study_path,
                               const StudyOptions& options) {
  const std::string table = table_path(study_path, options.shard);
  auto journal = StudyJournal::open(table, study_digest(runs.study(), diagram), options.shard, runs.count());
  if (!journal) return journal.errors();
  StudyOutcome outcome;
  outcome.runs = options.shard.size(runs.count());
  outcome.before = (*journal)->size();
  outcome.failed = (*journal)->failed();
  std::vector<std::uint64_t> left;
  for (std::uint64_t k = options.shard.index; k < runs.count(); k += options.shard.count)
    if (!(*journal)->has(k)) left.push_back(k);
  Course course(options, outcome);
  if (options.row) course.show((*journal)->rows(runs.study()));
  const auto done = make_rest(runs, left, options, course, [&](const StudyRow& row) {
    return (*journal)->add(row, runs.study().results.size());
  });
  if (!done) return done.errors();
  outcome.finished = *done;
  if (!outcome.finished) return outcome;
  if (Diagnostics problems = (*journal)->finish(header_line(runs.study())); !problems.empty())
    return problems;
  outcome.table = table;
  return outcome;
}

}  // namespace sim
