#pragma once
// The .flx file: JSON, UTF-8, one element a line, sorted by id, defaults left out, unknown members kept.
// docs/file-format.md describes it, resources/schema/flx.schema.json specifies it. Reading distrusts its
// input: it returns either a whole, consistent diagram or the reasons why there is none.
#include <cstdint>
#include <string>
#include <string_view>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// What a file may hold; text beyond it is refused with a message.
inline constexpr std::uint64_t max_file_id = std::uint64_t{1} << 53;  // exact in every JSON reader
inline constexpr std::size_t max_file_elements = 2'000'000;
inline constexpr int max_port_number = 4096;
inline constexpr std::size_t max_name_length = 1000;  // characters
inline constexpr double max_coordinate = 1e6;         // pixels from the origin
inline constexpr double max_element_size = 1e5;       // pixels
inline constexpr std::size_t max_mask_parameters = 1000;
inline constexpr std::size_t max_mask_choices = 1000;
inline constexpr int max_priority = 1'000'000'000;  // of either sign

struct LoadedDiagram {
  Diagram diagram;
  Diagnostics warnings;  // what was repaired or looks wrong; the diagram is consistent all the same
  int version = 1;       // the format version of the file, before migration
};

// The diagram of `text`. Diagnostics stand at "file_name: line 3, column 7" or "file_name: blocks[3].size".
Result<LoadedDiagram> read_diagram(std::string_view text, const std::string& file_name);

// The text of the file. read_diagram gives the same diagram back, and writing that gives the same bytes.
// Positions and sizes outside the limits are moved to them; numbers that are not finite become 0.
std::string write_diagram(const Diagram& diagram);

Result<LoadedDiagram> load_file(const std::string& path);

// Writes the whole file or leaves the old one as it is: a temporary file in the same folder, flushed to the
// disk, takes its place. A symbolic link is followed; permissions stay. Nothing is written that load_file
// would refuse. Returns why it failed; without errors it is saved. A warning: the file had other names
// (hard links), which lead to the old one.
Diagnostics save_file(const std::string& path, const Diagram& diagram);

// Why `name` cannot name a block (empty, too long, '/' or control characters in it); empty: it can.
std::string why_not_a_block_name(std::string_view name);

}  // namespace sim
