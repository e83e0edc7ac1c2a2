#pragma once
// Files of data that blocks name (base/data_file.h).
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Whether blocks of this type name files.
bool reads_data_files(const BlockType&);

// Reads what the block names into the value of its parameter: a row for each row, the time in the first
// column. What cannot be read is an error at the block.
void read_data_files(const SharedAccess&, Instance&, Report&);

// Whether the file is a table, which the model may read, with a column of this name.
bool has_column(const Diagram& diagram, const std::string& file, const std::string& name);

// By path: size and time of the last change, which tell that a file has become another one.
std::map<std::string, std::string> data_file_stamps(const Blocks&);

}  // namespace sim::compile_phases
