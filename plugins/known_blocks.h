#pragma once
// Every block type that a program of Fluxion knows: the standard library, the libraries of physical networks,
// and those of plug-ins.
#include <filesystem>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"

namespace sim {

// Without plug-ins.
BlockLibrary built_in_library();

// With those in this folder, and in the folders that the environment variable FLUXION_PLUGIN_PATH lists. One
// that cannot be loaded is a warning: a model that does not need it runs all the same.
BlockLibrary known_blocks(const std::filesystem::path& plugin_folder, Diagnostics& warnings);

}  // namespace sim
