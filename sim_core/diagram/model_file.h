#pragma once
// A model as users open and save it: the file, with the links to libraries followed. In memory links name
// libraries, and blocks files of data (base/data_file.h), by absolute paths, so that blocks can be copied
// between models; in a file the paths are relative to its folder, so that a folder can be moved as a whole.
// What shares nothing but the root of the file system with the model keeps its absolute path.
#include <string>

#include "sim_core/diagram/file.h"

namespace sim {

// As load_file, with the contents of linked subsystems up to date.
// `access`: what it may have read, from now on too (Diagram::access); nothing given: what lies below its
// folder.
Result<LoadedDiagram> load_model(const std::string& path, SharedAccess access = {});

// As save_file.
Diagnostics save_model(const std::string& path, const Diagram& diagram);

// The paths of the links, those of broken ones too, and of files of data, made absolute or relative to the
// folder of the file `path`.
void make_links_absolute(Diagram& diagram, const std::string& path);
void make_links_relative(Diagram& diagram, const std::string& path);
// Those of the setting DataFiles.
std::string absolute_data_files(const std::string& setting, const std::string& path);
// The same of the files that one block names.
void make_data_files_absolute(Block& block, const std::string& path);

}  // namespace sim
