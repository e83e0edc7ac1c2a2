#include "sim_core/block/formula.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "sim_core/base/text.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/parser.h"

namespace sim {

namespace {

using expr::Elementary;
using ir::Op;

// The operation of the equations that does what an operation of the language does; none for the few it lacks.
std::optional<Op> operation(Elementary e) {
  switch (e) {
    case Elementary::Negate:
      return Op::Neg;
    case Elementary::Add:
      return Op::Add;
    case Elementary::Subtract:
      return Op::Sub;
    case Elementary::Multiply:
      return Op::Mul;
    case Elementary::Divide:
      return Op::Div;
    case Elementary::Power:
      return Op::Pow;
    case Elementary::Sin:
      return Op::Sin;
    case Elementary::Cos:
      return Op::Cos;
    case Elementary::Tan:
      return Op::Tan;
    case Elementary::Asin:
      return Op::Asin;
    case Elementary::Acos:
      return Op::Acos;
    case Elementary::Atan:
      return Op::Atan;
    case Elementary::Sinh:
      return Op::Sinh;
    case Elementary::Cosh:
      return Op::Cosh;
    case Elementary::Tanh:
      return Op::Tanh;
    case Elementary::Asinh:
      return Op::Asinh;
    case Elementary::Acosh:
      return Op::Acosh;
    case Elementary::Atanh:
      return Op::Atanh;
    case Elementary::Atan2:
      return Op::Atan2;
    case Elementary::Exp:
      return Op::Exp;
    case Elementary::Expm1:
      return Op::Expm1;
    case Elementary::Log:
      return Op::Log;
    case Elementary::Log2:
      return Op::Log2;
    case Elementary::Log10:
      return Op::Log10;
    case Elementary::Log1p:
      return Op::Log1p;
    case Elementary::Sqrt:
      return Op::Sqrt;
    case Elementary::Cbrt:
      return Op::Cbrt;
    case Elementary::Abs:
      return Op::Abs;
    case Elementary::Sign:
      return Op::Sign;
    case Elementary::Floor:
      return Op::Floor;
    case Elementary::Ceil:
      return Op::Ceil;
    case Elementary::Round:
      return Op::Round;
    case Elementary::Fix:
      return Op::Trunc;
    case Elementary::Minimum:
      return Op::Min;
    case Elementary::Maximum:
      return Op::Max;
    case Elementary::Mod:
      return Op::Mod;
    case Elementary::Rem:
      return Op::Rem;
    case Elementary::Hypot:
      return Op::Hypot;
    case Elementary::Erf:
      return Op::Erf;
    case Elementary::Not:
      return Op::Not;
    case Elementary::Equal:
      return Op::Equal;
    case Elementary::NotEqual:
      return Op::NotEqual;
    case Elementary::Less:
      return Op::Less;
    case Elementary::LessEqual:
      return Op::LessEqual;
    case Elementary::And:
      return Op::And;
    case Elementary::Or:
      return Op::Or;
    case Elementary::IsNan:
      return Op::IsNan;
    case Elementary::IsFinite:
      return Op::IsFinite;
    default:
      return std::nullopt;
  }
}

struct Unsupported {
  Diagnostic why;
};

class FormulaWriter {
 public:
  FormulaWriter(const expr::Ast& ast, ir::Graph& graph, const std::map<std::string, ir::Value>& inputs,
                const expr::Scope& variables)
      : ast_(ast), graph_(graph), inputs_(inputs), variables_(variables), values_(ast.nodes().size()) {}

  // Operands come before what uses them; names of functions and whole dimensions are no values by themselves.
  ir::Value write() {
    for (std::size_t k = 0; k < ast_.nodes().size(); ++k) {
      at_ = static_cast<expr::NodeId>(k);
      values_[k] = std::visit([&](const auto& content) { return node(content); }, ast_.nodes()[k].content);
    }
    return need(ast_.root());
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const {
    throw Unsupported{error({}, what + " at column " + std::to_string(ast_[at_].column), remedy)};
  }
  ir::Value need(expr::NodeId id) const {
    const ir::Value v = values_[static_cast<std::size_t>(id)];
    if (!v)
      fail("this cannot stand in a formula", "use numbers, inputs, operators and element-wise functions");
    return v;
  }
  ir::Value constant(const expr::Value& v) {
    if (v.is_string() || v.is_empty()) fail("a formula works on numbers, not on " + expr::describe(v));
    const ir::Value re = graph_.constant(v.shape(), v.real());
    return v.is_complex() ? ir::complex(re, graph_.constant(v.shape(), v.imaginary())) : re;
  }
  ir::Value make(Elementary e, ir::Value a, ir::Value b = {}) {
    if (b && !a.shape().is_scalar() && !b.shape().is_scalar() && a.shape() != b.shape())
      fail("operands of shapes " + to_text(a.shape()) + " and " + to_text(b.shape()) + " do not match");
    if (e == Elementary::Greater) return ir::make(Op::Less, b, a);
    if (e == Elementary::GreaterEqual) return ir::make(Op::LessEqual, b, a);
    if (e == Elementary::Power)
      if (const ir::Node& n = graph_.node(b.id);
          n.op == Op::Constant && n.shape.is_scalar() && graph_.constant_values(b.id)[0] == 2)
        return ir::make(Op::Square, a);
    if (e == Elementary::RealPart) return ir::real_part(a);
    if (e == Elementary::ImaginaryPart) return ir::imaginary_part(a);
    if (e == Elementary::Conjugate) return ir::conjugate(a);
    if (e == Elementary::Angle) return ir::make(Op::Atan2, ir::imaginary_part(a), ir::real_part(a));
    const auto op = operation(e);
    if (!op) fail("'" + std::string(expr::info(e).name) + "' is not available in formulas");
    return ir::make(*op, a, b);
  }

  ir::Value node(const expr::Number& n) {
    return n.imaginary ? ir::complex(graph_.constant(0), graph_.constant(n.value)) : graph_.constant(n.value);
  }
  ir::Value node(const expr::StringLiteral&) { return {}; }
  ir::Value node(const expr::WholeDimension&) { return {}; }
  ir::Value node(const expr::End&) { return {}; }
  ir::Value node(const expr::Name& n) {
    if (auto input = inputs_.find(n.name); input != inputs_.end()) return input->second;
    auto variable = variables_.find(n.name);
    if (!variable) throw Unsupported{variable.error()};
    if (*variable) return constant(**variable);
    const expr::Function* function = expr::find_function(n.name);
    if (!function) {
      std::vector<std::string> known = variables_.names();
      for (const auto& [name, value] : inputs_) known.push_back(name);
      for (const expr::Function& f : expr::functions()) known.emplace_back(f.name);
      fail("there is no '" + n.name + "'", did_you_mean(n.name, known));
    }
    if (function->min_arguments > 0) return {};
    auto value = expr::call(*function, {});
    if (!value) throw Unsupported{value.error()};
    return constant(*value);
  }
  ir::Value node(const expr::Unary& n) {
    const ir::Value a = need(n.operand);
    if (n.op == expr::UnaryOperator::Plus) return a;
    if (n.op == expr::UnaryOperator::Transpose) return ir::transpose(a);
    if (n.op == expr::UnaryOperator::ConjugateTranspose) return ir::transpose(ir::conjugate(a));
    return make(*expr::elementary(n.op), a);
  }
  ir::Value node(const expr::Binary& n) {
    const ir::Value a = need(n.left), b = need(n.right);
    const bool scalars = a.shape().is_scalar() && b.shape().is_scalar();
    switch (n.op) {
      case expr::BinaryOperator::MatrixMultiply:
        if (a.shape().is_scalar() || b.shape().is_scalar()) break;
        if (a.shape().cols != b.shape().rows)
          fail("a " + to_text(a.shape()) + " times a " + to_text(b.shape()) + " is not defined",
               "use .* for element-wise products");
        return ir::matmul(a, b);
      case expr::BinaryOperator::MatrixDivide:
        if (!b.shape().is_scalar())
          fail("formulas cannot divide by a matrix", "use ./ for element-wise quotients");
        break;
      case expr::BinaryOperator::MatrixLeftDivide:
        if (!a.shape().is_scalar()) fail("formulas cannot divide by a matrix");
        return make(Elementary::Divide, b, a);
      case expr::BinaryOperator::MatrixPower:
        if (!scalars) fail("formulas have no powers of matrices", "use .^ for element-wise powers");
        break;
      default:
        break;
    }
    return make(expr::elementary(n.op), a, b);
  }
  ir::Value node(const expr::Conditional& n) {
    const ir::Value condition = need(n.condition), yes = need(n.yes), no = need(n.no);
    Shape shape;
    for (ir::Value v : {condition, yes, no}) {
      if (v.shape().is_scalar() || v.shape() == shape) continue;
      if (!shape.is_scalar())
        fail("the branches have shapes " + to_text(shape) + " and " + to_text(v.shape()));
      shape = v.shape();
    }
    return select(condition, yes, no);
  }
  ir::Value node(const expr::Range&) { return {}; }
  ir::Value node(const expr::Matrix& m) {
    std::vector<std::vector<ir::Value>> rows;
    for (const auto& row : m.rows) {
      rows.emplace_back();
      for (expr::NodeId id : row) rows.back().push_back(need(id));
    }
    if (rows.size() == 1 ||
        std::all_of(rows.begin(), rows.end(), [](const auto& r) { return r.size() == 1; })) {
      std::vector<ir::Value> parts;
      int count = 0;
      for (const auto& row : rows)
        for (ir::Value v : row) {
          if (!v.shape().is_vector()) fail("a vector is made of scalars and vectors");
          parts.push_back(v);
          count += v.shape().count();
        }
      if (count == 0) fail("an empty array", "a formula needs numbers");
      return ir::concat(parts, vector_shape(count));
    }
    fail("a formula may hold vectors, [a, b] or [a; b], but no matrices");
  }
  // An index that is a constant, or a call.
  ir::Value node(const expr::Apply& n) {
    const auto* name = std::get_if<expr::Name>(&ast_[n.target].content);
    const ir::Value target = values_[static_cast<std::size_t>(n.target)];
    if (target) return element(target, n);
    const expr::Function* function = name ? expr::find_function(name->name) : nullptr;
    if (!function) fail("this cannot be indexed");
    std::vector<ir::Value> arguments;
    for (expr::NodeId id : n.arguments) arguments.push_back(need(id));
    return call(*function, arguments);
  }
  ir::Value element(ir::Value target, const expr::Apply& n) {
    if (n.arguments.empty()) return target;
    int at[2] = {0, 0};
    if (n.arguments.size() > 2) fail("too many indices");
    for (std::size_t k = 0; k < n.arguments.size(); ++k) {
      const int length = n.arguments.size() == 1 ? target.shape().count()
                         : k == 0                ? target.shape().rows
                                                 : target.shape().cols;
      at[k] = index(n.arguments[k], length);
    }
    return ir::slice(target, at[0] + (n.arguments.size() == 2 ? at[1] * target.shape().rows : 0),
                     scalar_shape);
  }
  int index(expr::NodeId id, int length) {
    if (std::holds_alternative<expr::End>(ast_[id].content)) return length - 1;
    const ir::Value v = values_[static_cast<std::size_t>(id)];
    if (!v || graph_.node(v.id).op != Op::Constant || !v.shape().is_scalar())
      fail("an index in a formula must be a number");
    const double k = graph_.constant_values(v.id)[0];
    if (k != std::floor(k) || k < 1 || k > length)
      fail("index " + to_text(k) + " is not between 1 and " + std::to_string(length));
    return static_cast<int>(k) - 1;
  }
  ir::Value call(const expr::Function& function, const std::vector<ir::Value>& arguments) {
    const int count = static_cast<int>(arguments.size());
    if (count < function.min_arguments || count > function.max_arguments)
      fail("'" + std::string(function.name) + "' is written " + std::string(function.signature));
    if (function.elementary && count == expr::info(*function.elementary).arity)
      return make(*function.elementary, arguments[0], count > 1 ? arguments[1] : ir::Value{});
    if (function.reduction && count == 1) return reduce(*function.reduction, arguments[0]);
    std::vector<expr::Value> values;  // of constants anything may be computed
    for (ir::Value v : arguments) {
      if (graph_.node(v.id).op != Op::Constant)
        fail("'" + std::string(function.name) + "' is not available in formulas");
      auto numbers = graph_.constant_values(v.id);
      values.push_back(expr::Value::matrix(v.shape(), {numbers.begin(), numbers.end()}));
    }
    auto value = expr::call(function, values);
    if (!value) throw Unsupported{value.error()};
    return constant(*value);
  }
  ir::Value reduce(expr::Reduction reduction, ir::Value v) {
    if (!v.shape().is_vector()) fail("formulas reduce vectors only");
    const int count = v.shape().count();
    if (reduction == expr::Reduction::Sum) return ir::total(v);
    if (reduction == expr::Reduction::Mean) return ir::total(v) / graph_.constant(count);
    Op op = Op::Mul;
    if (reduction == expr::Reduction::Minimum) op = Op::Min;
    if (reduction == expr::Reduction::Maximum) op = Op::Max;
    if (reduction == expr::Reduction::Any) op = Op::Or;
    if (reduction == expr::Reduction::All) op = Op::And;
    ir::Value result = ir::slice(v, 0, scalar_shape);
    for (int k = 1; k < count; ++k) result = ir::make(op, result, ir::slice(v, k, scalar_shape));
    return result;
  }

  const expr::Ast& ast_;
  ir::Graph& graph_;
  const std::map<std::string, ir::Value>& inputs_;
  const expr::Scope& variables_;
  std::vector<ir::Value> values_;
  expr::NodeId at_ = 0;
};

}  // namespace

Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs,
                                const expr::Scope& variables) {
  auto ast = expr::parse(text);
  if (!ast) return ast.errors();
  try {
    return FormulaWriter(*ast, graph, inputs, variables).write();
  } catch (const Unsupported& unsupported) {
    return unsupported.why;
  }
}

}  // namespace sim
