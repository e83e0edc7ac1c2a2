#pragma once
// The value of the setting DataFiles: names of files, with semicolons in between.
#include <string>
#include <string_view>
#include <vector>

namespace sim {

inline constexpr std::string_view data_files_setting = "DataFiles";

// Without blanks around them; empty ones are left out.
std::vector<std::string> data_file_names(std::string_view setting);

// ".json", ".flxdata", ".mat" or ".csv", in small letters; empty: another one.
std::string_view data_file_ending(std::string_view name);

}  // namespace sim
