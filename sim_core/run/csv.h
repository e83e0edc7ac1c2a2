#pragma once
// What a run recorded, as comma-separated values (RFC 4180, lines end in LF): `time`, then one column per
// element of each signal. Numbers have the fewest digits that read back exactly; "inf", "-inf" and "nan" are
// written so. Where a signal jumps there are two rows, just before and just after the instant.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"
#include "sim_core/run/output_file.h"
#include "sim_core/simulate/signal_log.h"

namespace sim {

class ModelRun;

// A field as it stands in a file: quoted where it holds a comma, a quotation mark or a line end.
std::string csv_field(std::string_view text);

// The rows of `log`, with these columns of it.
void write_csv(OutputFile& file, const SignalLog& log, std::span<const int> columns);
// With all columns.
void write_csv(OutputFile& file, const SignalLog& log);

// A To File block of a model: which viewer of the program it is, and the name it gives its file.
struct FileSink {
  int viewer = 0;
  std::string file;
};

// The To File blocks of a compiled diagram. A model may come from anywhere, so they can only write files
// whose names end in ".csv", and no two the same one: what is wrong is an error at the block.
Result<std::vector<FileSink>> find_file_sinks(const Diagram& diagram, const Program& program);

// Writes the file of each To File block, once the run has ended; relative names are relative to `folder`.
// Returns why files could not be written, at their blocks; the others are written.
Diagnostics write_to_files(const ModelRun& run, const std::string& folder);

}  // namespace sim
