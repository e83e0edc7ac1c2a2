#pragma once
// What tells that a file has become another one.
#include <filesystem>
#include <string>

namespace sim {

// Size and time of the last change, "SIZE TIME"; empty where the file cannot be looked at.
std::string file_stamp(const std::filesystem::path& file);

}  // namespace sim
