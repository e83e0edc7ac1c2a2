#pragma once
// Identifies one element of a diagram for the life of the document; ids are never reused.
#include <cstdint>
#include <functional>

namespace sim {

enum class Id : std::uint64_t {};

// No element; as a parent, the top level of the diagram.
inline constexpr Id no_id{0};

constexpr std::uint64_t to_number(Id id) { return static_cast<std::uint64_t>(id); }

}  // namespace sim

template <>
struct std::hash<sim::Id> {
  std::size_t operator()(sim::Id id) const noexcept { return std::hash<std::uint64_t>{}(sim::to_number(id)); }
};
