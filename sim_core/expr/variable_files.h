#pragma once
// Variables from the text of a file.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/value.h"

namespace sim::expr {

using NamedValues = std::vector<std::pair<std::string, Value>>;

// The first line has the names, each further line a number for each; every column becomes an n x 1 vector.
// The separator is the comma, or the semicolon or tab when the first line has no comma but these. Names and
// numbers may stand in double quotes. An empty cell is nan; empty lines are passed over. A cell that is no
// number, a line with another number of cells, a name that is none or comes twice is a diagnostic with its
// line.
Result<NamedValues> load_variables_csv(std::string_view text);

// An object whose members become variables, in their order: a number, a boolean or a string as they are, an
// array of numbers or booleans as an n x 1 vector, an array of arrays of one length as a matrix, given by
// rows; an object as a structure, an array of objects with the same members as an n x 1 array of structures.
// null is nan.
Result<NamedValues> load_variables_json(std::string_view text);

}  // namespace sim::expr
