#pragma once
// Adds the blocks of shared libraries to a block library (see plugins/sdk). What a plug-in says is checked
// before it is used: a library that cannot be loaded, lacks the entry point, has another major ABI version,
// or describes a block that cannot be, is reported with its file and adds nothing. Its blocks in models then
// show as unknown.
//
// A library stays loaded as long as a block type or a compiled model that came from it lives.
#include <filesystem>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"
#include "sim_core/plugin/plugin_trials.h"

namespace sim {

// All .so files of a folder, by name. A folder that does not exist has none. With `trials`, those that are
// new are loaded in a child process first.
Diagnostics load_plugins(const std::filesystem::path& folder, BlockLibrary& library,
                         PluginTrials* trials = nullptr);

// One file: all of its blocks, or none and why.
Diagnostics load_plugin(const std::filesystem::path& file, BlockLibrary& library,
                        PluginTrials* trials = nullptr);

}  // namespace sim
