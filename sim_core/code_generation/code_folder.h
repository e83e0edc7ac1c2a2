#pragma once
// The folder that generated code is written to. A list of its files, with a check sum of each, tells what was
// generated from what somebody wrote or changed: only the former is ever replaced.
#include <filesystem>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/base/diagnostic.h"

namespace sim {

inline constexpr const char* generated_list = "generated_files.txt";

// Each file appears whole or not at all. Nothing is written where one of them cannot be, or would replace
// what was not generated here: all of these are told. What an interrupted writing left is replaced.
Diagnostics write_code_folder(const std::filesystem::path& folder,
                              const std::vector<c_source::GeneratedFile>& files);

}  // namespace sim
