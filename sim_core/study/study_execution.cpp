#include "sim_core/study/study_execution.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/work.h"

namespace sim {

namespace {

// What the threads of a study share.
class Crew {
 public:
  Crew(const StudyRuns& runs, const std::vector<std::uint64_t>& samples, const std::function<bool()>& stop,
       const std::function<Diagnostics(StudyRow)>& take)
      : runs_(runs), samples_(samples), stop_(stop), take_(take) {}

  void work() {
    const auto stopped = [this] { return ended_.load(std::memory_order_relaxed) || (stop_ && stop_()); };
    while (!stopped()) {
      const std::size_t k = next_.fetch_add(1, std::memory_order_relaxed);
      if (k >= samples_.size()) return;
      Diagnostics found;
      try {
        const Work work(stopped);
        StudyRow row = runs_.run(samples_[k]);
        const std::lock_guard lock(mutex_);
        if (!ended_) found = take_(std::move(row));
        ++taken_;
      } catch (const WorkStopped&) {
        return;
      } catch (...) {
        found = {failure_report("make a run of the study")};
      }
      if (found.empty()) continue;
      const std::lock_guard lock(mutex_);
      if (problems_.empty()) problems_ = std::move(found);
      ended_ = true;
    }
  }
  const Diagnostics& problems() const { return problems_; }
  bool finished() const { return taken_ == samples_.size(); }

 private:
  const StudyRuns& runs_;
  const std::vector<std::uint64_t>& samples_;
  const std::function<bool()>& stop_;
  const std::function<Diagnostics(StudyRow)>& take_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> ended_{false};
  std::mutex mutex_;
  std::size_t taken_ = 0;
  Diagnostics problems_;
};

}  // namespace

Result<bool> run_samples(const StudyRuns& runs, const std::vector<std::uint64_t>& samples, int jobs,
                         const std::function<bool()>& stop,
                         const std::function<Diagnostics(StudyRow)>& take) {
  Crew crew(runs, samples, stop, take);
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t count = std::min<std::size_t>(jobs > 0 ? static_cast<std::size_t>(jobs) : processors,
                                                  std::max<std::size_t>(samples.size(), 1));
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < count; ++k) others.emplace_back([&crew] { crew.work(); });
  crew.work();
  others.clear();
  if (!crew.problems().empty()) return crew.problems();
  return crew.finished();
}

Result<StudyOutcome> carry_out(const StudyRuns& runs, const Diagram& diagram, const std::string& study_path,
                               const StudyOptions& options) {
  const std::string table = table_path(study_path, options.shard);
  auto journal = StudyJournal::open(table, study_digest(runs.study(), diagram), options.shard, runs.count());
  if (!journal) return journal.errors();
  StudyOutcome outcome;
  outcome.runs = options.shard.size(runs.count());
  outcome.before = (*journal)->size();
  std::vector<std::uint64_t> left;
  for (std::uint64_t k = options.shard.index; k < runs.count(); k += options.shard.count)
    if (!(*journal)->has(k)) left.push_back(k);
  const auto began = std::chrono::steady_clock::now();
  StudyProgress progress{outcome.runs, outcome.before, 0, 0, 0};
  const auto done = run_samples(runs, left, options.jobs, options.stop, [&](StudyRow row) {
    if (Diagnostics problems = (*journal)->add(row, runs.study().results.size()); !problems.empty())
      return problems;
    ++progress.done;
    progress.failed += !row.message.empty();
    progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    progress.seconds_left = progress.seconds / static_cast<double>(progress.done - outcome.before) *
                            static_cast<double>(outcome.runs - progress.done);
    if (options.progress) options.progress(progress);
    return Diagnostics{};
  });
  if (!done) return done.errors();
  outcome.finished = *done;
  outcome.failed = (*journal)->failed();
  if (!outcome.finished) return outcome;
  if (Diagnostics problems = (*journal)->finish(header_line(runs.study())); !problems.empty())
    return problems;
  outcome.table = table;
  return outcome;
}

}  // namespace sim
