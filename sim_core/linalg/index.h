#pragma once
#include <cstddef>

namespace sim {

// An index of rows and columns, which are ints, as one of vectors.
inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace sim
