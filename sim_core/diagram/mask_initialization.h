#pragma once
// The initialisation of a mask: lines "name = expression". Blank lines and what stands behind % are remarks;
// an expression goes on in the next line while a bracket is open or where "..." ends the line.
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"

namespace sim {

inline constexpr std::size_t max_mask_statements = 1000;
inline constexpr std::size_t max_mask_problems = 100;  // more are not told of

struct MaskStatement {
  int line = 1;                       // of its name, from 1
  int column = 1;                     // of its expression, in characters from 1
  std::string_view name, expression;  // pieces of the text
};

struct MaskInitialization {
  std::vector<MaskStatement> statements;
  Diagnostics problems;  // lines that are no statement, at "initialisation line 2"
};

// `text` must outlive the result.
MaskInitialization read_initialization(std::string_view text);

// "initialisation line 2".
std::string initialization_place(int line);

}  // namespace sim
