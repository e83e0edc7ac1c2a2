#pragma once
// Blocks that hand on what they recorded when a run has ended: To File and To Variable.
#include <string>
#include <vector>

#include "sim_core/base/file_access.h"
#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/variable_files.h"
#include "sim_core/program/program.h"

namespace sim {

class ModelRun;

inline constexpr const char *to_file_type = "sinks/to_file", *to_file_parameter = "file";

// A To File block: which viewer of the program it is, and the name it gives its file.
struct FileSink {
  int viewer = 0;
  std::string file;
  std::size_t decimation = 1;
};

// A To Variable block.
struct VariableSink {
  enum class Format { Values, TimeAndValues, Structure, StructureWithTime };  // as the choices of SaveFormat
  int viewer = 0;
  std::string name;
  std::size_t decimation = 1, most_points = 1;
  Format format = Format::Values;
};

struct Sinks {
  std::vector<FileSink> files;
  std::vector<VariableSink> variables;
  SharedAccess access;  // of the model
};

// Those of a compiled diagram. A model may come from anywhere, so they can only write files whose names end
// in
// ".csv" or ".mat", and no two the same one; nor may two record the same variable, or one that the model has.
// What is wrong is an error at the block.
Result<Sinks> find_sinks(const Diagram& diagram, const BlockLibrary& library, const Program& program);

// ".csv" of "A/B.CSV".
std::string file_ending(const std::string& name);

// Writes the file of each To File block, once the run has ended; relative names are relative to `folder`. A
// file that the model may not write, or that is there and no run wrote, stays as it is. Returns why files
// could not be written, at their blocks; the others are written.
Diagnostics write_to_files(const ModelRun& run, const std::string& folder);

// What the To Variable blocks recorded: a row for each point, a column for each element. As a structure:
// these in signals.values, with signals.dimensions, signals.label and blockName, and the column of instants
// in time, which is empty without.
expr::NamedValues recorded_variables(const ModelRun& run);

}  // namespace sim
