#pragma once
// Expressions of Scilab in the words of this program's expression language, and the assignments of a context.
//
// What differs: %pi, %e, %i, %inf, %nan, %eps, %t, %f; $ for the last index; <> ; ** ; numbers like 1d-3; //
// comments; size(x, "r"); zeros, ones and eye of a matrix, which take its dimensions; sum, prod, max, min and
// mean of a matrix, which go over all elements; names of some functions.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/import/mapping/mapping_table.h"

namespace sim::importing::xcos {

TranslatedText translate_scilab(std::string_view text);

struct ScilabAssignment {
  std::string name, expression;  // as they stand
};
struct ScilabContext {
  std::vector<ScilabAssignment> assignments;  // in their order
  std::vector<std::string> others;            // statements that are no plain assignments
};
ScilabContext read_context(std::span<const std::string> lines);

}  // namespace sim::importing::xcos
