#pragma once
// Whether a file can be a shared library of this machine, found out by reading it: a damaged one may crash
// the dynamic loader, which trusts the numbers in it. Checked are the ELF header, that everything the program
// and section headers name lies inside of the file, and that what the dynamic section names lies inside of
// what is loaded. Damage to the code itself cannot be seen here; see plugin_trials.h.
//
// Tool Interface Standard, Executable and Linking Format (ELF) Specification, version 1.2 (1995); System V
// Application Binary Interface, chapters 4 and 5.
#include <filesystem>
#include <optional>
#include <string>

namespace sim {

// What is wrong with it; nothing where nothing was found.
std::optional<std::string> damage_of_shared_library(const std::filesystem::path& file);

}  // namespace sim
