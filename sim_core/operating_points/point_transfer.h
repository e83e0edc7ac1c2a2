#pragma once
// Operating points between programs of the same model that were compiled to look at different signals, such
// as that of a linearization and that of a run: each may leave out blocks that the other has.
#include "sim_core/base/result.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/operating_point.h"

namespace sim {

// `point` of the program `from` as a point of `to`. States and slots are found by block and name; what `from`
// does not have is as in `beginning`, a point of `to`. Where the programs keep the same numbers, the point
// stays as it is. Errors: pasts of delayed signals that do not fit.
Result<OperatingPoint> transfer_point(const OperatingPoint& point, const Program& from,
                                      const OperatingPoint& beginning, const Program& to);

}  // namespace sim
