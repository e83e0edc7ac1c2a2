#pragma once
// What a run recorded, as a MAT file: `time` (in another unit than seconds `time [h]`, which becomes
// time__h_), an n x 1 vector, and a matrix for each signal with a column for each of its elements. Names that
// such files do not allow are changed; a structure `names` has the original ones.
#include <span>

#include "sim_core/base/time_unit.h"
#include "sim_core/model_run/log_rows.h"
#include "sim_core/model_run/output_file.h"

namespace sim {

// Must not be the standard output. What goes wrong shows at commit().
void write_mat(OutputFile& file, const LogView& log, std::span<const LogVariable> variables,
               LogRows rows = {}, const TimeUnit& unit = {});

}  // namespace sim
