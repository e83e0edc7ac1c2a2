#pragma once
// What stands out in what a run cost, in plain words, each with what one may do about it.
#include <string>
#include <vector>

#include "sim_core/simulate/statistics.h"

namespace sim {

struct RunFinding {
  enum class Kind {
    Stiff,                 // the stability of an explicit method limits its steps
    NotStiff,              // an implicit method has nothing to do
    ErrorOfState,          // one state limits most steps
    MaxStep,               // the setting limits most steps
    SampleHits,            // most steps end at the next sample hit
    Crossings,             // a block switches often
    LocatingCrossings,     // takes much of the time
    Rejections,            // many trials fail their error test
    ProjectionRejections,  // ... or are projected too far
    FailedEvaluations,     // ... or cannot be evaluated, or Newton's iteration does not converge
    JacobianRenewals,      // a Jacobian serves few steps
    JacobianTime,          // takes much of the time
    LinearAlgebraTime,
    ProjectionTime,
    RecordingTime,
    WindowTime,
    AlgebraicLoops,  // take many iterations
    CostlyBlock,     // most of the arithmetic
  };
  Kind kind = Kind::ErrorOfState;
  double share = 0;   // of the steps, the time or the work, 0 to 1
  std::string place;  // path of a block; empty: the run as a whole
  Id block = no_id;
  std::string message;  // a sentence without its full stop
  std::string remedy;   // an imperative
};

// Most important first; none where the run was too short to say, or nothing stands out.
std::vector<RunFinding> find_costs(const RunStatistics& statistics);

}  // namespace sim
