// Matrices in formulas: put together in brackets, and expanded to the shape of another operand.
#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/integers.h"
#include "sim_core/ir/cast.h"

namespace sim {

// Dimensions of length 1 become those of the other operand, as in a parameter.
void FormulaWriter::expand(ir::Value& a, ir::Value& b) const {
  const Shape s = real_shape(a.shape()), t = real_shape(b.shape());
  const auto fit = [](int m, int n) { return m == n || m == 1 || n == 1; };
  if (!fit(s.rows, t.rows) || !fit(s.cols, t.cols))
    fail("operands of shapes " + to_text(s) + " and " + to_text(t) + " do not match");
  const Shape both{std::max(s.rows, t.rows), std::max(s.cols, t.cols)};
  check_size(1.0 * both.rows * both.cols);
  for (ir::Value* v : {&a, &b}) {
    const Shape own = real_shape(v->shape());
    if (own == both) continue;
    std::vector<std::int32_t> at;
    for (int c = 0; c < both.cols; ++c)
      for (int r = 0; r < both.rows; ++r)
        at.push_back((own.rows == 1 ? 0 : r) + (own.cols == 1 ? 0 : c) * own.rows);
    *v = ir::gather(*v, at, both);
  }
}

ir::Value FormulaWriter::beside(const std::vector<ir::Value>& parts) {
  const int rows = parts.front().shape().rows;
  double cols = 0;
  for (ir::Value v : parts) {
    if (v.shape().rows != rows)
      fail("parts of " + std::to_string(rows) + " and " + std::to_string(v.shape().rows) +
           " rows stand beside one another");
    cols += v.shape().cols;
  }
  check_size(rows * cols);
  return parts.size() == 1 ? parts.front() : ir::concat(parts, {rows, static_cast<int>(cols)});
}

// As a parameter puts them together, those beside integers as such; vectors that do not fit that way become
// one.
ir::Value FormulaWriter::node(const expr::Matrix& m) {
  if (m.cell) return cell_of(m);
  const std::vector<expr::NodeId> all = parts_of(m);
  if (!all.empty() && std::ranges::all_of(all, [&](expr::NodeId id) { return is_text(id); })) {
    std::string joined;
    for (const expr::NodeId id : all) joined += texts_.at(id);
    if (m.rows.size() == 1) return text(std::move(joined));
  }
  const auto type = types_.joined(parts_of(m));
  if (!type) fail(type.error().message, type.error().remedy);
  std::vector<std::vector<ir::Value>> rows;
  for (const auto& row : m.rows) {
    std::vector<ir::Value> parts;
    for (expr::NodeId id : row) {
      parts.push_back(need_oriented(id));
      if (!is_integer(*type) || types_.of(id) == *type) continue;
      if (parts.back().shape().complex) fail("an integer and a complex number cannot be joined");
      parts.back() = ir::cast(parts.back(), *type, Rounding::Round);
    }
    if (!parts.empty()) rows.push_back(std::move(parts));
  }
  if (rows.empty()) fail("an empty array", "a formula needs numbers");
  const ir::Value joined = join(rows);
  const Shape shape = joined.shape();
  set_list(shape.rows == 1 && shape.cols > 1);
  return is_list(at_) ? ir::transpose(joined) : joined;
}

ir::Value FormulaWriter::join(const std::vector<std::vector<ir::Value>>& rows) {
  std::vector<ir::Value> all;
  bool vectors = true, fits = true, one_each = true;
  double count = 0;
  std::set<double> widths;
  for (const auto& row : rows) {
    one_each &= row.size() == 1;
    double width = 0;
    for (ir::Value v : row) {
      vectors &= v.shape().is_vector();
      fits &= v.shape().rows == row.front().shape().rows;
      width += v.shape().cols;
      count += v.shape().count();
      all.push_back(v);
    }
    widths.insert(width);
  }
  check_size(count);
  const int together = static_cast<int>(count);
  fits &= widths.size() == 1;
  if (!fits && vectors && rows.size() == 1) return ir::concat(all, {1, together});
  if (vectors && one_each && (!fits || *widths.begin() == 1)) return ir::concat(all, vector_shape(together));
  std::vector<ir::Value> turned;
  for (const auto& row : rows) turned.push_back(ir::transpose(beside(row)));
  return rows.size() == 1 ? beside(rows.front()) : ir::transpose(beside(turned));
}

}  // namespace sim
