#pragma once
// Two runs, signal by signal: which belong together, and whether each stays within its tolerance.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/run_archive/compare_series.h"
#include "sim_core/run_archive/run_record.h"

namespace sim {

enum class Verdict {
  Out,                  // somewhere outside of its band
  DifferentTimes,       // in the band where both are, but one begins or ends elsewhere
  DifferentDimensions,  // they have not as many elements
  MissingInOther,
  MissingInBaseline,
  Failed,  // it could not be read
  Within,
};

// Signals of two runs that belong together; -1: there is none.
struct SignalPair {
  int baseline = -1, other = -1;  // indices into RunSummary::recorded
};
// By block path, port and name; what is left, by block path and port; what is left, by name where only one in
// each run has it. The baseline's signals come first, in their order.
std::vector<SignalPair> pair_signals(const RunSummary& baseline, const RunSummary& other);

struct CompareOptions {
  Tolerance tolerance;
  std::map<std::string, Tolerance> by_signal;  // names of signals that have their own
  const Tolerance& of(const std::string& signal) const;
};

struct SignalVerdict {
  SignalPair pair;
  std::string name, block;
  Verdict verdict = Verdict::Within;
  Tolerance tolerance;
  int element = 0;          // the one that differs most
  SeriesComparison series;  // of that element
  std::string message;      // why it Failed, or how the times differ
  std::string coarse;       // where it is Out and one of the two has far fewer rows: what that means
};

struct RunComparison {
  std::vector<SignalVerdict> verdicts;  // the worst first
  int count(Verdict verdict) const;
  bool within() const;  // all of them
};

// Values of the other run are taken in the baseline's units, where both are known. `go_on` is asked before
// each signal; where it says no, what has been compared is returned.
RunComparison compare_runs(const RunRecord& baseline, const RunRecord& other, const CompareOptions& options,
                           const std::function<bool()>& go_on = {});

// One signal's curves, for a picture.
Result<DifferenceCurves> difference_curves(const RunRecord& baseline, const RunRecord& other,
                                           const SignalVerdict& signal);

// "within tolerance", "out of tolerance", ...
std::string to_text(Verdict verdict);

}  // namespace sim
