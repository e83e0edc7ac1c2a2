// Indices in formulas: x(3), x(end), x(1:2, :), x([1 3]). They are numbers when the equations are written.
#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/limits.h"

namespace sim {

using expr::BinaryOperator;

// Operands come before what uses them.
void FormulaWriter::find_ends() {
  for (const expr::Node& node : ast_.nodes()) {
    const auto& content = node.content;
    bool holds = std::holds_alternative<expr::End>(content);
    if (const auto* unary = std::get_if<expr::Unary>(&content)) holds = holds_end(unary->operand);
    if (const auto* binary = std::get_if<expr::Binary>(&content))
      holds = holds_end(binary->left) || holds_end(binary->right);
    holds_end_.push_back(holds);
  }
}

double FormulaWriter::number(expr::NodeId id, int length) const {
  const auto& content = ast_[id].content;
  if (std::holds_alternative<expr::End>(content)) return length;
  if (holds_end(id)) {
    if (const auto* binary = std::get_if<expr::Binary>(&content)) {
      const double a = number(binary->left, length), b = number(binary->right, length);
      if (binary->op == BinaryOperator::Add) return a + b;
      if (binary->op == BinaryOperator::Subtract) return a - b;
      if (binary->op == BinaryOperator::MatrixMultiply) return a * b;
      if (binary->op == BinaryOperator::MatrixDivide) return a / b;
    }
    fail("this cannot be done with 'end'", "use + - * and /");
  }
  const ir::Value v = values_[static_cast<std::size_t>(id)];
  if (!v || !is_known(v) || v.shape() != scalar_shape)
    fail("an index in a formula must be a number",
         "use a Selector or Multiport Switch to choose by a signal");
  return decided(v)[0];
}

std::vector<double> FormulaWriter::numbers_of(const expr::Range& n, int length) const {
  const double first = number(n.first, length), last = number(n.last, length),
               step = n.step ? number(*n.step, length) : 1;
  const double count = std::floor((last - first) / step * (1 + 1e-15) + 1e-10) + 1;
  if (!(count > 0)) return {};
  if (count > 1e6) fail("a range of " + to_text(count) + " numbers is too long", "1,000,000 are possible");
  std::vector<double> numbers;
  for (int k = 0; k < static_cast<int>(count); ++k) numbers.push_back(first + k * step);
  return numbers;
}

// A row, of constants; one with an `end` is read where it indexes something.
ir::Value FormulaWriter::node(const expr::Range& n) {
  if (holds_end(n.first) || holds_end(n.last) || (n.step && holds_end(*n.step))) return {};
  for (expr::NodeId id : {n.first, n.step.value_or(n.first), n.last})
    if (!is_known(need(id)) || !need(id).shape().is_scalar())
      fail("the ends of a range must be numbers", "they are fixed when the model is compiled");
  const std::vector<double> numbers = numbers_of(n, 0);
  if (numbers.empty()) fail("an empty range", "a formula needs numbers");
  const auto type = types_.joined(parts_of(n));
  if (!type) fail(type.error().message, type.error().remedy);
  if (is_integer(*type))
    for (const double x : numbers)
      if (x != std::floor(x) || x < range_of(*type).lowest || x > range_of(*type).highest)
        fail("a range of " + std::string(name_of(*type)) + " has the element " + to_text(x),
             "convert its ends with double(x)");
  return graph_.constant({1, static_cast<int>(numbers.size())}, numbers);
}

bool FormulaWriter::selects(expr::NodeId id, const std::vector<double>& numbers) const {
  const NumberType type = types_.of(id);
  const auto is_one = [](double k) { return k == 1; };
  if (!type && numbers.size() > 1 && std::all_of(numbers.begin(), numbers.end(), is_one))
    fail("whether these ones are indices or booleans that choose elements cannot be told",
         "write logical(...) or double(...) around them");
  if (numbers.size() > 1) types_.depend_on(id);
  return type == ElementType::Boolean;
}

// From 1, where booleans are true.
static std::vector<double> selected_by(const std::vector<double>& booleans) {
  std::vector<double> numbers;
  for (std::size_t k = 0; k < booleans.size(); ++k)
    if (booleans[k] != 0) numbers.push_back(static_cast<double>(k) + 1);
  return numbers;
}

FormulaWriter::Index FormulaWriter::index(expr::NodeId id, int length, bool grows) const {
  Index index;
  std::vector<double> numbers;
  const auto& content = ast_[id].content;
  if (std::holds_alternative<expr::WholeDimension>(content)) {
    for (int k = 1; k <= length; ++k) numbers.push_back(k);
    index.shape = vector_shape(length);
    index.whole = true;
  } else if (const auto* range = std::get_if<expr::Range>(&content)) {
    numbers = numbers_of(*range, length);
    index.shape = {1, static_cast<int>(numbers.size())};
  } else if (const ir::Value v = values_[static_cast<std::size_t>(id)];
             v && is_known(v) && v.shape().is_vector() && !v.shape().complex) {
    numbers = decided(v);
    index.shape = v.shape();
    if (selects(id, numbers)) {
      numbers = selected_by(numbers);
      const int count = static_cast<int>(numbers.size());
      index.shape = v.shape().rows == 1 ? Shape{1, count} : vector_shape(count);
    }
  } else {
    numbers = {number(id, length)};
  }
  if (numbers.empty()) fail("an empty index", "a formula needs numbers");
  constexpr double most = 1e6;
  for (double k : numbers) {
    if (k != std::floor(k) || k < 1 || k > (grows ? most : length))
      fail(
          "index " + to_text(k) + " is not between 1 and " + (grows ? to_text(most) : std::to_string(length)),
          "elements are counted from 1 to end");
    index.at.push_back(static_cast<int>(k) - 1);
  }
  return index;
}

FormulaWriter::Elements FormulaWriter::elements(const expr::Apply& n, Shape shape, bool grows) const {
  if (n.arguments.empty()) fail("there is no index", "write one, such as (1)");
  for (std::size_t k = 2; k < n.arguments.size(); ++k)
    if (index(n.arguments[k], 1, false).at.size() != 1)
      fail("a matrix has one element in its third dimension", "write A(row, column)");
  if (n.arguments.size() == 1) {
    const Index index = this->index(n.arguments[0], shape.count(), grows && shape.is_vector());
    Elements out{{index.at.begin(), index.at.end()}, index.shape, shape};
    const int count = static_cast<int>(index.at.size());
    if (!index.whole && index.shape.is_vector() && shape.is_vector())  // a part of a row is a row
      out.shape = shape.rows == 1 && shape.cols > 1 ? Shape{1, count} : vector_shape(count);
    return out;
  }
  const Index rows = index(n.arguments[0], shape.rows, grows),
              cols = index(n.arguments[1], shape.cols, grows);
  check_size(static_cast<double>(rows.at.size()) * static_cast<double>(cols.at.size()));
  const Shape of{std::max(shape.rows, 1 + *std::max_element(rows.at.begin(), rows.at.end())),
                 std::max(shape.cols, 1 + *std::max_element(cols.at.begin(), cols.at.end()))};
  check_size(static_cast<double>(of.rows) * of.cols);
  Elements out{{}, {static_cast<int>(rows.at.size()), static_cast<int>(cols.at.size())}, of};
  for (int c : cols.at)
    for (int r : rows.at) out.at.push_back(c * of.rows + r);
  return out;
}

}  // namespace sim
