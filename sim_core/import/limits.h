#pragma once
// What a file of another tool may hold. What goes beyond is refused with a message, before memory is taken
// for it.
#include <cstddef>

namespace sim::importing {

inline constexpr std::size_t max_import_bytes = std::size_t{256} << 20;  // of the file
inline constexpr std::size_t max_part_bytes = std::size_t{128} << 20;  // of one part of an archive, unpacked
inline constexpr std::size_t max_unpacked_bytes = std::size_t{512} << 20;  // of all parts that are read
inline constexpr std::size_t max_archive_parts = 20'000;
inline constexpr std::size_t max_import_blocks = 500'000;
inline constexpr std::size_t max_copied_blocks = 100'000;      // from libraries and other models
inline constexpr int max_import_depth = 200;                   // of nested elements and of nested subsystems
inline constexpr std::size_t max_import_elements = 2'000'000;  // of XML, with those that are read again
inline constexpr std::size_t max_line_corners = 500;           // of one line; others find their own way
inline constexpr std::size_t max_import_numbers = 8'000'000;   // of all matrices
inline constexpr std::size_t max_import_text = std::size_t{4} << 20;  // of one parameter

}  // namespace sim::importing
