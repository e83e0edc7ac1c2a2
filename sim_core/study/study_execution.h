#pragma once
// Carries out a study in threads of this process.
#include <functional>
#include <string>

#include "sim_core/study/study_runs.h"
#include "sim_core/study/study_table.h"

namespace sim {

struct StudyProgress {
  std::uint64_t runs = 0, done = 0, failed = 0;  // done: those of before too
  double seconds = 0;                            // since it began or went on, without pauses
  double seconds_left = 0;                       // as long as the runs so far took; 0: not known
};

struct StudyOptions {
  int jobs = 0;  // threads; 0: one for each processor
  Shard shard;
  // Asked often, from many threads: whether the runs that are under way are to be given up, and whether no
  // other is to begin for now.
  std::function<bool()> stop = {}, pause = {};
  std::function<void(const StudyProgress&)> progress = {};  // after each run, one thread at a time
  // Each row that there is, those of before first; one thread at a time.
  std::function<void(const StudyRow&)> row = {};
  RunLook look = {};  // from many threads
};

// Calls `take` with each of these runs as it is over, one at a time in any order, until there is a problem,
// or the options say stop. False: it was stopped. Of the options jobs, stop, pause and look count.
Result<bool> run_samples(const StudyRuns& runs, const std::vector<std::uint64_t>& samples,
                         const StudyOptions& options, const std::function<Diagnostics(StudyRow)>& take);

struct StudyOutcome {
  bool finished = false;  // false: it was stopped, and goes on when it is carried out again
  std::uint64_t runs = 0, failed = 0, before = 0;  // before: runs that an earlier process had made
  std::string table;                               // the file, once it is finished
};

// All runs of a shard, into its table beside the study; goes on where a journal is (study_table.h).
Result<StudyOutcome> carry_out(const StudyRuns& runs, const Diagram& diagram, const std::string& study_path,
                               const StudyOptions& options);
// The same without files: all runs that are not among the rows of before.
Result<StudyOutcome> carry_out(const StudyRuns& runs, const std::vector<StudyRow>& before,
                               const StudyOptions& options);

}  // namespace sim
