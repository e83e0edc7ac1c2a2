#pragma once
// What a run recorded, as comma-separated values (RFC 4180, lines end in LF): `time` (`time [h]` where times
// are written in another unit), then one column per element of each signal. Numbers have the fewest digits
// that read back exactly; "inf", "-inf" and "nan" are written so. Where a signal jumps there are two rows,
// just before and just after the instant.
#include <span>
#include <string>
#include <string_view>

#include "sim_core/base/time_unit.h"
#include "sim_core/model_run/log_rows.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/simulate/signal_log.h"

namespace sim {

// A field as it stands in a file: quoted where it holds a comma, a quotation mark or a line end.
std::string csv_field(std::string_view text);

// With these columns of the log.
void write_csv(OutputFile& file, const LogView& log, std::span<const int> columns, LogRows rows = {},
               const TimeUnit& unit = {});
// With all columns.
void write_csv(OutputFile& file, const LogView& log, const TimeUnit& unit = {});

}  // namespace sim
