#include "sim_core/import/xcos/mapping/polynomial_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim_core/base/text.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/parser.h"
#include "sim_core/import/xcos/scilab_expression.h"

namespace sim::importing::xcos {

namespace {

constexpr std::size_t most_coefficients = 101;
constexpr std::size_t longest = 20'000;

// Of the lowest power first; a coefficient that is a number is kept as one.
struct Coefficient {
  std::string text;
  std::optional<double> number;
};
using Polynomial = std::vector<Coefficient>;

Coefficient of_number(double v) { return {sim::to_text(v), v}; }
bool is_zero(const Coefficient& c) { return c.number == 0.0; }

Coefficient combined(const Coefficient& a, char op, const Coefficient& b) {
  if (a.number && b.number) {
    const double x = *a.number, y = *b.number;
    return of_number(op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y);
  }
  if (op == '+' && is_zero(a)) return b;
  if ((op == '+' || op == '-') && is_zero(b)) return a;
  if (op == '*' && (is_zero(a) || is_zero(b))) return of_number(0);
  if (op == '*' && a.number == 1.0) return b;
  if ((op == '*' || op == '/') && b.number == 1.0) return a;
  return {"(" + a.text + op + b.text + ")", {}};
}

struct Reading {
  const expr::Ast& ast;
  const std::string& variable;
  std::vector<std::optional<Polynomial>> of;

  const std::optional<Polynomial>& at(expr::NodeId id) const { return of[static_cast<std::size_t>(id)]; }

  static std::optional<Polynomial> sum(const Polynomial& a, const Polynomial& b, char op) {
    Polynomial out;
    for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k)
      out.push_back(combined(k < a.size() ? a[k] : of_number(0), op, k < b.size() ? b[k] : of_number(0)));
    return out;
  }
  static std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b) {
    if (a.size() + b.size() > most_coefficients) return std::nullopt;
    Polynomial out(a.size() + b.size() - 1, of_number(0));
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t k = 0; k < b.size(); ++k)
        out[i + k] = combined(out[i + k], '+', combined(a[i], '*', b[k]));
    for (const Coefficient& c : out)
      if (c.text.size() > longest) return std::nullopt;
    return out;
  }
  static std::optional<Polynomial> power(const Polynomial& a, const Polynomial& exponent) {
    if (exponent.size() != 1 || !exponent[0].number) return std::nullopt;
    const double n = *exponent[0].number;
    if (!(n >= 0 && n <= 50) || n != static_cast<int>(n)) {
      if (a.size() != 1 || !a[0].number) return std::nullopt;
      return Polynomial{of_number(std::pow(*a[0].number, n))};
    }
    std::optional<Polynomial> out = Polynomial{of_number(1)};
    for (int k = 0; k < static_cast<int>(n) && out; ++k) out = product(*out, a);
    return out;
  }

  std::optional<Polynomial> binary(const expr::Binary& b) const {
    const auto &left = at(b.left), &right = at(b.right);
    if (!left || !right) return std::nullopt;
    using enum expr::BinaryOperator;
    switch (b.op) {
      case Add:
        return sum(*left, *right, '+');
      case Subtract:
        return sum(*left, *right, '-');
      case Multiply:
      case MatrixMultiply:
        return product(*left, *right);
      case Divide:
      case MatrixDivide: {
        if (right->size() != 1) return std::nullopt;
        Polynomial out;
        for (const Coefficient& c : *left) out.push_back(combined(c, '/', right->front()));
        return out;
      }
      case Power:
      case MatrixPower:
        return power(*left, *right);
      default:
        return std::nullopt;
    }
  }

  std::optional<Polynomial> node(const expr::Node& n) const {
    if (const auto* number = std::get_if<expr::Number>(&n.content))
      return number->imaginary ? std::nullopt : std::optional(Polynomial{of_number(number->value)});
    if (const auto* name = std::get_if<expr::Name>(&n.content))
      return name->name == variable ? Polynomial{of_number(0), of_number(1)} : Polynomial{{name->name, {}}};
    if (const auto* b = std::get_if<expr::Binary>(&n.content)) return binary(*b);
    if (const auto* u = std::get_if<expr::Unary>(&n.content); u && at(u->operand)) {
      if (u->op == expr::UnaryOperator::Plus) return at(u->operand);
      if (u->op == expr::UnaryOperator::Minus) return sum({of_number(0)}, *at(u->operand), '-');
    }
    // [1] is 1.
    if (const auto* m = std::get_if<expr::Matrix>(&n.content);
        m && m->rows.size() == 1 && m->rows[0].size() == 1)
      return at(m->rows[0][0]);
    return std::nullopt;
  }
};

}  // namespace

std::optional<std::string> polynomial_text(const std::string& scilab, const std::string& variable) {
  const Result<expr::Ast> ast = expr::parse(translate_scilab(scilab).text);
  if (!ast) return std::nullopt;
  Reading reading{*ast, variable, {}};
  for (const expr::Node& node : ast->nodes()) reading.of.push_back(reading.node(node));
  std::optional<Polynomial> polynomial = reading.of.back();
  if (!polynomial) return std::nullopt;
  while (polynomial->size() > 1 && is_zero(polynomial->back())) polynomial->pop_back();
  std::string out;
  for (auto c = polynomial->rbegin(); c != polynomial->rend(); ++c)
    out += (out.empty() ? "[" : " ") + c->text;
  return out + "]";
}

}  // namespace sim::importing::xcos
