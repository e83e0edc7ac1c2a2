#include "sim_core/block/formula_writer.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <variant>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/block/formula_functions.h"
#include "sim_core/block/formula_operations.h"
#include "sim_core/expr/limits.h"
#include "sim_core/ir/cast.h"

namespace sim {

using expr::BinaryOperator;
using expr::Elementary;
using ir::Op;

FormulaWriter::FormulaWriter(const expr::Ast& ast, ir::Graph& graph, const FormulaNames& names,
                             const ComparisonRule* compare)
    : ast_(ast),
      graph_(graph),
      names_(names),
      compare_(compare),
      values_(ast.nodes().size()),
      expanded_(values_.size()),
      lists_(values_.size()),
      types_(ast, names_) {
  find_ends();
  if (names.lists) find_short_circuits();  // in a script
}

// Operands come before what uses them; names of functions, and what an `end` is in, are no values by
// themselves.
void FormulaWriter::write_operands(expr::NodeId end) {
  for (at_ = 0; at_ < end; ++at_) write_node();
}

void FormulaWriter::write_node() {
  if (!unreached_.empty() && unreached_[static_cast<std::size_t>(at_)]) return;
  values_[static_cast<std::size_t>(at_)] =
      std::visit([&](const auto& content) { return node(content); }, ast_[at_].content);
  types_.decide(at_);
  if (short_circuits_.contains(at_)) cut_short();
}

ir::Value FormulaWriter::write() {
  write_operands(ast_.root() + 1);
  at_ = ast_.root();
  return need(ast_.root());
}

FormulaValue FormulaWriter::write_any() {
  write_operands(ast_.root() + 1);
  at_ = ast_.root();
  if (is_text(at_) || is_cell(at_)) return any_value(at_);
  return {need(at_), is_list(at_), types_.of(at_)};
}

FormulaWriter::Elements FormulaWriter::elements_of(Shape shape, bool grows) {
  const auto& target = std::get<expr::Apply>(ast_[ast_.root()].content);
  for (at_ = 0; at_ < ast_.root(); ++at_)
    if (at_ != target.target) write_node();
  return elements(target, shape, grows);
}

void FormulaWriter::fail(const std::string& what, const std::string& remedy) const {
  throw UnsupportedFormula{error({}, what + " at column " + std::to_string(ast_[at_].column), remedy)};
}

void FormulaWriter::check_size(double elements) const {
  if (elements > expr::max_elements)
    fail("a value of " + to_text(elements) + " elements is too large",
         "at most " + to_text(expr::max_elements) + " are possible");
  need_memory(elements * sizeof(ir::NodeId));
}

ir::Value FormulaWriter::need(expr::NodeId id) const {
  const ir::Value v = values_[static_cast<std::size_t>(id)];
  if (is_text(id))
    fail("the string '" + texts_.at(id).substr(0, 40) + "' is no number", "compare it with strcmp");
  if (is_cell(id)) fail("a cell array is no number", "choose an element, as in c{2}");
  if (!v) fail("this cannot stand in a formula", "use numbers, inputs, operators and element-wise functions");
  return v;
}

ir::Value FormulaWriter::need_sized(expr::NodeId id) const {
  const ir::Value v = need(id);
  if (expanded(id))
    fail("one branch of a choice is a number and the other has " + std::to_string(v.shape().count()) +
             " elements: how many there are here depends on the choice",
         "write both branches with as many elements");
  return v;
}

ir::Value FormulaWriter::need_oriented(expr::NodeId id) const {
  const ir::Value v = need_sized(id);
  return is_list(id) ? ir::transpose(v) : v;
}

// Of operations on elements: with a row or a matrix a list is a row, with a column a column, and among lists
// a list.
void FormulaWriter::join_lists(const std::vector<expr::NodeId>& operands, std::vector<ir::Value>& values) {
  bool rows = false, columns = false, lists = false;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Shape shape = values[k].shape();
    if (shape.is_scalar()) continue;
    (is_list(operands[k]) ? lists : shape.rows == 1 || shape.cols > 1 ? rows : columns) = true;
  }
  for (std::size_t k = 0; k < operands.size(); ++k)
    if (rows && is_list(operands[k]) && !values[k].shape().is_scalar())
      values[k] = need_oriented(operands[k]);
  set_list(lists && !rows && !columns);
}

ir::Value FormulaWriter::constant(const expr::Value& v) {
  if (!v.is_numeric() || v.is_empty()) fail("a formula works on numbers, not on " + expr::describe(v));
  const ir::Value re = graph_.constant(v.shape(), v.real());
  return v.is_complex() ? ir::complex(re, graph_.constant(v.shape(), v.imaginary())) : re;
}

void FormulaWriter::check_enumerations(const expr::Binary& n) const {
  const auto a = types_.of(n.left).enumeration, b = types_.of(n.right).enumeration;
  if (!expr::differ(a, b)) return;
  const Diagnostic why = expr::compared_enumerations(*a, *b);
  fail(why.message, why.remedy);
}

ir::Value FormulaWriter::make(Elementary e, ir::Value a, ir::Value b) {
  if (b && !a.shape().is_scalar() && !b.shape().is_scalar() && real_shape(a.shape()) != real_shape(b.shape()))
    expand(a, b);
  if (compare_ && compares(e) && !(is_known(a) && is_known(b))) return (*compare_)(e, a, b);
  if (const ir::Value constant = complex_constant(e, a, b)) return constant;
  const ir::Value result = apply(e, a, b);
  // It is real as long as no argument has a result that is not.
  if (!result.shape().complex && is_known(result))
    if (const ir::Value leaves = leaves_reals(e, a, b)) (void)decided(leaves);
  return result;
}

ir::Value FormulaWriter::apply(Elementary e, ir::Value a, ir::Value b) {
  if (e == Elementary::Greater) return ir::make(Op::Less, b, a);
  if (e == Elementary::GreaterEqual) return ir::make(Op::LessEqual, b, a);
  if (e == Elementary::Power) return power(a, b);
  if (e == Elementary::RealPart) return ir::real_part(a);
  if (e == Elementary::ImaginaryPart) return ir::imaginary_part(a);
  if (e == Elementary::Conjugate) return ir::conjugate(a);
  if (e == Elementary::Angle) return ir::make(Op::Atan2, ir::imaginary_part(a), ir::real_part(a));
  const auto op = operation(e);
  if (!op)
    fail("'" + std::string(expr::info(e).name) + "' is not available in formulas", "use a block for it");
  return ir::make(*op, a, b);
}

// A power of complex numbers is a product where its exponent is a whole number.
ir::Value FormulaWriter::power(ir::Value a, ir::Value b) {
  if (ir::is_complex(a) && b.shape() == scalar_shape && is_known(b)) b = graph_.constant(decided(b)[0]);
  const bool square = graph_.node(b.id).op == Op::Constant && b.shape() == scalar_shape &&
                      graph_.constant_values(b.id)[0] == 2;
  return square ? ir::make(Op::Square, a) : ir::make(Op::Pow, a, b);
}

// Of real numbers whose result is not real, as sqrt(-1): what a parameter would be. Otherwise none.
ir::Value FormulaWriter::complex_constant(Elementary e, ir::Value a, ir::Value b) {
  const expr::ElementaryInfo& info = expr::info(e);
  const auto real_number = [&](ir::Value v) { return !v || (!v.shape().complex && is_known(v)); };
  if (!info.leaves_reals || !real_number(a) || !real_number(b)) return {};
  const Shape shape = b && a.shape().is_scalar() ? b.shape() : a.shape();
  const auto numbers_of = [&](ir::Value v) {
    if (!v) return std::vector<double>{0};
    if (graph_.node(v.id).op != Op::Constant) return names_.variables.value(v);
    return decided(v);
  };
  const std::vector<double> xs = numbers_of(a), ys = numbers_of(b);
  const auto element = [](const std::vector<double>& all, std::size_t k) {
    return all[all.size() > 1 ? k : 0];
  };
  const auto count = static_cast<std::size_t>(shape.count());
  std::vector<double> re(count), im(count);
  bool leaves = false;
  for (std::size_t k = 0; k < count; ++k) {
    const double x = element(xs, k), y = element(ys, k);
    const bool out = info.leaves_reals(x, y);
    const std::complex<double> z = out ? info.complex(x, y) : info.real(x, y);
    re[k] = z.real(), im[k] = z.imag();
    leaves |= out;
  }
  if (!leaves) return {};
  (void)decided(a);
  if (b) (void)decided(b);
  return ir::complex(graph_.constant(shape, re), graph_.constant(shape, im));
}

ir::Value FormulaWriter::node(const expr::Number& n) {
  return n.imaginary ? ir::complex(graph_.constant(0), graph_.constant(n.value)) : graph_.constant(n.value);
}

ir::Value FormulaWriter::node(const expr::Name& n) {
  if (auto input = names_.inputs.find(n.name); input != names_.inputs.end()) {
    set_list(names_.lists && names_.lists->contains(n.name));
    return input->second;
  }
  if (names_.texts && names_.texts->contains(n.name)) return text(names_.texts->at(n.name));
  if (const auto* cells = names_.cells; cells && cells->contains(n.name)) {
    cells_[at_] = cells->at(n.name);
    return {};
  }
  if (is_own_function(n.name)) return {};  // the target of a call
  if (const ir::Value leaf = names_.variables.leaf(n.name)) return leaf;
  if (const expr::Value* fields = structure(n.name)) {
    structures_[at_] = {fields, 0, fields->size() == 1, n.name};
    return {};
  }
  auto variable = names_.variables.find(n.name);
  if (!variable) throw UnsupportedFormula{variable.error()};
  if (*variable && (*variable)->is_string()) return text((*variable)->text());
  if (*variable) return constant(**variable);
  const expr::Function* function = expr::find_function(n.name);
  if (!function) {
    std::vector<std::string> known = names_.variables.names();
    for (const auto& [name, value] : names_.inputs) known.push_back(name);
    for (const expr::Function& f : expr::functions()) known.emplace_back(f.name);
    const std::string near = did_you_mean(n.name, known);
    fail("there is no '" + n.name + "'",
         near.empty() ? "give it a value before, or define it among the variables of the model" : near);
  }
  if (function->min_arguments > 0) return {};
  auto value = expr::call(*function, {});
  if (!value) throw UnsupportedFormula{value.error()};
  return constant(*value);
}

ir::Value FormulaWriter::node(const expr::Unary& n) {
  if (holds_end(n.operand)) return {};
  const ir::Value a = need(n.operand);
  set_expanded(expanded(n.operand));
  if (n.op == expr::UnaryOperator::Transpose) return ir::transpose(need_oriented(n.operand));
  if (n.op == expr::UnaryOperator::ConjugateTranspose)
    return ir::transpose(ir::conjugate(need_oriented(n.operand)));
  set_list(is_list(n.operand));
  if (n.op == expr::UnaryOperator::Plus) return a;
  return held(make(*expr::elementary(n.op), a), *expr::elementary(n.op), {n.operand});
}

// Whether a matrix operator is done element by element.
static bool is_of_elements(BinaryOperator op, ir::Value a, ir::Value b) {
  const bool left = a.shape().is_scalar(), right = b.shape().is_scalar();
  if (op == BinaryOperator::MatrixMultiply) return left || right;
  if (op == BinaryOperator::MatrixDivide) return right;
  return op == BinaryOperator::MatrixLeftDivide ? left : left && right;
}

ir::Value FormulaWriter::node(const expr::Binary& n) {
  if (const auto early = decided_early_.find(at_); early != decided_early_.end())
    return graph_.constant(early->second ? 1 : 0);
  if (holds_end(n.left) || holds_end(n.right)) return {};
  if (is_text(n.left) && is_text(n.right)) return compare_texts(n);
  ir::Value a = need(n.left), b = need(n.right);
  if (compares(expr::elementary(n.op))) check_enumerations(n);
  const bool scalars = a.shape().is_scalar() && b.shape().is_scalar();
  const bool fixed =
      (!expanded(n.left) && !a.shape().is_scalar()) || (!expanded(n.right) && !b.shape().is_scalar());
  set_expanded((expanded(n.left) || expanded(n.right)) && !fixed);
  if (expr::is_matrix_operator(n.op) && !is_of_elements(n.op, a, b))
    refuse_integers("matrices of integers are not multiplied or divided", {n.left, n.right});
  switch (n.op) {
    case BinaryOperator::MatrixMultiply:
      if (a.shape().is_scalar() || b.shape().is_scalar()) break;
      a = need_oriented(n.left), b = need_oriented(n.right);
      if (a.shape().cols != b.shape().rows)
        fail("a " + to_text(a.shape()) + " times a " + to_text(b.shape()) + " is not defined",
             "use .* for element-wise products");
      check_size(static_cast<double>(a.shape().rows) * b.shape().cols);
      return ir::matmul(a, b);
    case BinaryOperator::MatrixDivide:
      if (b.shape().is_scalar()) break;
      if (const ir::Value quotient = right_division(need_oriented(n.left), need_oriented(n.right)))
        return quotient;
      fail("one can only divide by a square matrix of as many columns", "use ./ for element-wise quotients");
    case BinaryOperator::MatrixLeftDivide:
      if (!a.shape().is_scalar()) {
        // A list on the right is a column here, as a signal is.
        const ir::Value right =
            is_list(n.right) && b.shape().rows == a.shape().rows ? b : need_oriented(n.right);
        if (const ir::Value quotient = left_division(need_oriented(n.left), right)) return quotient;
        fail("one can only divide by a square matrix of as many rows");
      }
      set_list(is_list(n.right));
      return held(make(Elementary::Divide, b, a), Elementary::Divide, {n.right, n.left});
    case BinaryOperator::MatrixPower:
      if (scalars) break;
      if (b.shape().is_scalar() && is_known(b) && !ir::is_complex(b))
        if (const ir::Value power = matrix_power(need_oriented(n.left), decided(b)[0])) return power;
      fail("only a square matrix has a power, of a known whole number from -100 to 100",
           "use .^ for element-wise powers");
    default:
      break;
  }
  std::vector<ir::Value> operands{a, b};
  join_lists({n.left, n.right}, operands);
  return held(make(expr::elementary(n.op), operands[0], operands[1]), expr::elementary(n.op),
              {n.left, n.right});
}

ir::Value FormulaWriter::node(const expr::Conditional& n) {
  if (is_text(n.yes) && is_text(n.no) && is_known(need(n.condition)))
    return text(texts_.at(decided(need(n.condition))[0] != 0 ? n.yes : n.no));
  std::vector<ir::Value> operands{need(n.condition), need(n.yes), need(n.no)};
  join_lists({n.condition, n.yes, n.no}, operands);
  ir::Value condition = operands[0];
  const ir::Value yes = operands[1], no = operands[2];
  if (!may_be_either(types_.of(n.yes), types_.of(n.no)))
    fail("one branch of a choice is an integer and the other is not of its type", "convert one of them");
  if (condition.shape().complex) fail("the condition of a choice is complex", "compare it, as in z ~= 0");
  if (is_known(condition))
    condition =
        graph_.constant(condition.shape(), decided(ir::make(Op::NotEqual, condition, graph_.constant(0))));
  Shape shape;
  for (ir::Value v : operands) {
    if (v.shape().is_scalar() || real_shape(v.shape()) == shape) continue;
    if (!shape.is_scalar()) fail("the branches have shapes " + to_text(shape) + " and " + to_text(v.shape()));
    shape = real_shape(v.shape());
  }
  set_expanded(yes.shape().count() != no.shape().count() || expanded(n.yes) || expanded(n.no));
  return select(condition, yes, no);
}

}  // namespace sim
