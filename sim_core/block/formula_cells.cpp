// Cell arrays in formulas: {1, 'two'; u, v}. They are no values of equations, but their elements may be.
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/block/formula_writer.h"

namespace sim {

// What a node is, of whatever kind.
FormulaValue FormulaWriter::any_value(expr::NodeId id) const {
  if (is_text(id)) return {{}, false, ElementType::Double, texts_.at(id)};
  if (is_cell(id)) return {{}, false, ElementType::Double, {}, cells_.at(id)};
  return {need_sized(id), is_list(id), types_.of(id)};
}

// The node that is written becomes this.
ir::Value FormulaWriter::take(const FormulaValue& v) {
  if (v.text) return text(*v.text);
  if (v.cell) return cells_[at_] = v.cell, ir::Value{};
  set_list(v.list);
  types_.set(at_, v.type);
  return v.value;
}

ir::Value FormulaWriter::cell_of(const expr::Matrix& m) {
  auto cell = std::make_shared<FormulaCell>();
  const std::size_t rows = m.rows.size(), cols = rows > 0 ? m.rows.front().size() : 0;
  for (const auto& row : m.rows)
    if (row.size() != cols) fail("the rows of a cell array have different lengths");
  for (std::size_t c = 0; c < cols; ++c)
    for (const auto& row : m.rows) cell->elements.push_back(any_value(row[c]));
  cell->shape = {static_cast<int>(rows), static_cast<int>(cols)};
  cells_[at_] = std::move(cell);
  return {};
}

ir::Value FormulaWriter::element_of_cell(const expr::Apply& n) {
  const FormulaCell& cell = *cells_.at(n.target);
  if (!n.braces) fail("elements of a cell array are chosen by { }", "write c{2}");
  const Elements chosen = elements(n, cell.shape, false);
  if (chosen.at.size() != 1) fail("one element of a cell array is chosen", "write c{2}");
  return take(cell.elements[static_cast<std::size_t>(chosen.at.front())]);
}

}  // namespace sim
