#pragma once
// The blocks that people use most, in this order, and the short words that they type for them.
#include <string_view>

namespace fluxion {

inline constexpr int mostCommonBlock = 64;

// 64 for the block that is used most, then less; 0 for one that is not in the list.
int commonness(std::string_view type);

// Whether people type this word, in lower case, for the block: "tf" for a Transfer Fcn.
bool isShortFor(std::string_view word, std::string_view type);

}  // namespace fluxion
