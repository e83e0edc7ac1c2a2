#pragma once
// Cells: lists of values of any kind, A = {1, [2 3]}. Each of their elements is a variable of its own here,
// A_1 and A_2, or A_1_2 of one with rows and columns, as expressions that read A{1} or A{1, 2} are
// translated.
#include <string>
#include <utility>
#include <vector>

#include "sim_core/expr/value.h"
#include "sim_core/files/mat_elements.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// "A{1, 2}" -> "A_1_2"; what is no element of a cell stays as it is.
std::string name_of_cell(const std::string& name);

// In place of variables that are cells written out: their elements.
std::vector<SourceVariable> with_cells(const std::vector<SourceVariable>& variables);

// The elements of a cell in a MAT file, of which this is the content of its matrix. Empty: it is none, or
// one of them cannot be read.
std::vector<std::pair<std::string, expr::Value>> cell_values(mat::Bytes content, bool swapped);

}  // namespace sim::importing::simulink
