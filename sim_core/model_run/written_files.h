#pragma once
// Remembers which files runs have written, so that a run replaces only what a run wrote: for each file its
// size and time of change. One list for all of a user's programs, $XDG_STATE_HOME/fluxion/written. Where
// there is no such place nothing is remembered, and existing files are not replaced.
#include <filesystem>

namespace sim {

// Whether the file is as a run left it.
bool was_written_by_run(const std::filesystem::path& file);
void remember_written_by_run(const std::filesystem::path& file);

}  // namespace sim
