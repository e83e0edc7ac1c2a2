#pragma once
// The runs of a study, each by its number. Runs whose values are tunable share one compiled program, which is
// retuned (compile/retune.h); values that are compiled in cost one compilation for each combination of them.
// What a run gives depends on the study, the model and its number only.
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/study/result_expressions.h"
#include "sim_core/study/samples.h"
#include "sim_core/study/study.h"

namespace sim {

// A run that is over: a row of the table.
struct StudyRow {
  std::uint64_t sample = 0;
  std::vector<std::string> values;  // of the variations
  std::vector<double> results;      // empty: it failed
  std::string message;              // why it failed; empty: it did not
  bool operator==(const StudyRow&) const = default;
};

// Called with what a run that has finished recorded.
using RunLook = std::function<void(std::uint64_t sample, const SignalLog& log,
                                   const std::vector<RecordedSignal>& recorded)>;

class StudyRuns {
 public:
  // Compiles the model with the values of the first run. Errors, before any run: what is wrong with the
  // settings, an unknown name, a model that does not compile, an expression with an unknown signal.
  static Result<std::unique_ptr<StudyRuns>> prepare(const Study& study, const Diagram& diagram,
                                                    const BlockLibrary& library);
  ~StudyRuns();

  std::uint64_t count() const { return samples_.count(); }
  const Study& study() const { return study_; }
  // The programs that were compiled so far.
  std::size_t compiled_programs() const;

  // Any thread, many at a time. Throws WorkStopped (base/work.h) where the thread's work is asked to stop.
  StudyRow run(std::uint64_t sample, const RunLook& look = {}) const;
  // What the first run records, or the model as it is where that does not compile.
  const std::vector<RecordedSignal>& recorded() const { return recorded_; }

 private:
  struct Base;
  StudyRuns(const Study& study, Diagram diagram, const BlockLibrary& library);
  Diagnostics set(Diagram& diagram, const std::vector<std::string>& values) const;
  Diagnostics find_structural();
  std::shared_ptr<const Base> base_for(const std::vector<std::string>& values) const;

  const Study study_;
  const StudySamples samples_;
  const Diagram diagram_;  // with the settings
  const BlockLibrary library_;
  std::vector<std::string> first_;       // the values of the first run
  std::vector<std::size_t> structural_;  // variations that are compiled in
  std::vector<RecordedSignal> recorded_;
  ResultExpressions expressions_;
  mutable std::mutex mutex_;  // of the following
  mutable std::map<std::vector<std::string>, std::shared_ptr<Base>> bases_;
  mutable std::size_t compiled_ = 0;
};

}  // namespace sim
