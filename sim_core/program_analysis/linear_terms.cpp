#include "sim_core/program_analysis/linear_terms.h"

#include <algorithm>
#include <cmath>

#include "sim_core/ir/reachable.h"

namespace sim {

using ir::Op;

namespace {

// What the first number of an atom's key says; others are operations, for functions and leaves.
enum KeyStart : std::int64_t { ElementOf = -2, ImpulseOf = -3, TruthOf = -4, ProductOf = -5 };

bool is_truth(Op op) { return ir::gives_truth(op) || op == Op::Mode; }

}  // namespace

bool LinearTerms::find(std::span<const ir::NodeId> nodes) {
  forms_.assign(static_cast<std::size_t>(graph_.size()), {});
  std::size_t terms = 0;
  for (ir::NodeId id : ir::reachable(graph_, nodes)) {
    known_.add(id);
    auto forms = compute(id);
    for (const Polynomial& form : forms) terms += form.size();
    forms_[static_cast<std::size_t>(id)] = std::move(forms);
    relate(id);
    if (terms > most_terms || relations_.size() > most_terms) return false;
  }
  return true;
}

// The values of a node that is known, where they can be factors.
std::span<const double> LinearTerms::factors(ir::NodeId id) const {
  const auto values = known_(id);
  const bool finite = std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  return finite ? values : std::span<const double>();
}

// Element k of an operand that may be a scalar for all.
const Polynomial& LinearTerms::element(ir::NodeId id, std::size_t k) const {
  const auto& elements = forms_[static_cast<std::size_t>(id)];
  return elements.size() == 1 ? elements[0] : elements[k];
}

std::vector<Polynomial> LinearTerms::compute(ir::NodeId id) {
  const ir::Node& n = graph_.node(id);
  const auto count = static_cast<std::size_t>(n.shape.size());
  std::vector<Polynomial> forms(count);
  if (const auto values = factors(id); !values.empty()) {
    for (std::size_t k = 0; k < count; ++k) forms[k] = Polynomials::constant(values[k]);
    return forms;
  }
  if (ir::is_leaf(n.op) && n.op != Op::Constant && n.op != Op::Parameter) {
    for (std::size_t k = 0; k < count; ++k)
      forms[k] = polynomials_.atom({static_cast<std::int64_t>(n.op), n.slot + static_cast<std::int64_t>(k)},
                                   is_truth(n.op));
    return forms;
  }
  if (n.op == Op::MatMul) return matrix_product(n);
  if (!ir::is_elementwise(n.op)) return structure(id);
  for (std::size_t k = 0; k < count; ++k) forms[k] = elementwise(n, k);
  return forms;
}

Polynomial LinearTerms::elementwise(const ir::Node& n, std::size_t k) {
  Polynomial form;
  switch (n.op) {
    case Op::Neg:
      Polynomials::add(form, element(n.a, k), -1);
      return form;
    case Op::Add:
    case Op::Sub:
      form = element(n.a, k);
      Polynomials::add(form, element(n.b, k), n.op == Op::Add ? 1 : -1);
      return form;
    case Op::Mul:
      return multiplied(element(n.a, k), element(n.b, k));
    case Op::Div:
      return element(n.b, k).empty() ? function(n, k)
                                     : multiplied(element(n.a, k), raised(element(n.b, k), -1));
    case Op::Square:
      return raised(element(n.a, k), 2);
    case Op::Pow: {
      const auto power = factors(n.b);
      const double of = power.empty() ? 0.5 : power[power.size() > 1 ? k : 0];
      const bool whole = of == std::round(of) && std::fabs(of) <= 10 && !element(n.a, k).empty();
      return whole ? raised(element(n.a, k), static_cast<int>(of)) : function(n, k);
    }
    case Op::Select:
      return chosen(n, k);
    case Op::Not:
      form = Polynomials::constant(1);
      Polynomials::add(form, truth(n.a, k), -1);
      return form;
    case Op::And:
      return multiplied(truth(n.a, k), truth(n.b, k));
    default:
      return function(n, k);
  }
}

Polynomial LinearTerms::multiplied(const Polynomial& a, const Polynomial& b) {
  if (auto product = polynomials_.product(a, b)) return *std::move(product);
  std::int64_t left = polynomials_.identity(a), right = polynomials_.identity(b);
  return polynomials_.atom({ProductOf, std::min(left, right), std::max(left, right)});
}

Polynomial LinearTerms::raised(const Polynomial& a, int n) {
  if (auto power = polynomials_.power(a, n)) return *std::move(power);
  return polynomials_.atom({static_cast<std::int64_t>(Op::Pow), polynomials_.identity(a), n});
}

// Whether an element is not 0, as a number.
Polynomial LinearTerms::truth(ir::NodeId condition, std::size_t k) {
  const Polynomial& form = element(condition, k);
  const bool known = form.empty() || (form.size() == 1 && form.begin()->first == constant_term);
  if (known) return Polynomials::constant(form.empty() ? 0 : 1);
  if (is_truth(graph_.node(condition).op)) return form;
  return polynomials_.atom({TruthOf, polynomials_.identity(form)}, true);
}

Polynomial LinearTerms::chosen(const ir::Node& n, std::size_t k) {
  const Polynomial condition = truth(n.a, k);
  Polynomial difference = element(n.b, k), form = element(n.c, k);
  Polynomials::add(difference, form, -1);
  Polynomials::add(form, multiplied(condition, difference));
  return form;
}

Polynomial LinearTerms::function(const ir::Node& n, std::size_t k) {
  Polynomials::Key key{static_cast<std::int64_t>(n.op)};
  const ir::Symmetry symmetry = ir::rules_of(n.op).symmetry;
  double sign = 1;
  for (ir::NodeId operand : {n.a, n.b, n.c}) {
    if (operand == ir::no_node) continue;
    Polynomial form = element(operand, k);
    if ((symmetry == ir::Symmetry::Even || symmetry == ir::Symmetry::Odd) && !form.empty() &&
        form.begin()->second < 0) {
      Polynomial turned;
      Polynomials::add(turned, form, -1);
      form = std::move(turned);
      if (symmetry == ir::Symmetry::Odd) sign = -1;
    }
    key.push_back(polynomials_.identity(form));
  }
  if (symmetry == ir::Symmetry::Commutes) std::sort(key.begin() + 1, key.end());
  Polynomial form = polynomials_.atom(key, is_truth(n.op));
  form.begin()->second = sign;
  return form;
}

std::vector<Polynomial> LinearTerms::structure(ir::NodeId id) {
  const ir::Node& n = graph_.node(id);
  std::vector<Polynomial> forms;
  const auto of = [&](ir::NodeId operand) -> const std::vector<Polynomial>& {
    return forms_[static_cast<std::size_t>(operand)];
  };
  switch (n.op) {
    case Op::Slice:
      return {of(n.a).begin() + n.slot, of(n.a).begin() + n.slot + n.shape.size()};
    case Op::Gather:
      for (std::int32_t k : graph_.list(n.slot)) forms.push_back(of(n.a)[static_cast<std::size_t>(k)]);
      return forms;
    case Op::Concat:
      for (ir::NodeId part : graph_.operands(id)) forms.insert(forms.end(), of(part).begin(), of(part).end());
      return forms;
    case Op::Total:
      forms.resize(1);
      for (const Polynomial& form : of(n.a)) Polynomials::add(forms[0], form);
      return forms;
    case Op::Transpose: {
      const Shape from = graph_.node(n.a).shape;
      for (int i = 0; i < from.rows; ++i)
        for (int j = 0; j < from.cols; ++j)
          forms.push_back(of(n.a)[static_cast<std::size_t>(j * from.rows + i)]);
      return forms;
    }
    default:
      return atoms(id);
  }
}

std::vector<Polynomial> LinearTerms::matrix_product(const ir::Node& n) {
  const Shape left = graph_.node(n.a).shape, right = graph_.node(n.b).shape;
  std::vector<Polynomial> forms(static_cast<std::size_t>(n.shape.size()));
  for (int j = 0; j < right.cols; ++j)
    for (int i = 0; i < left.rows; ++i)
      for (int k = 0; k < left.cols; ++k) {
        const Polynomial
            &a = forms_[static_cast<std::size_t>(n.a)][static_cast<std::size_t>(k * left.rows + i)],
            &b = forms_[static_cast<std::size_t>(n.b)][static_cast<std::size_t>(j * right.rows + k)];
        if (!a.empty() && !b.empty())
          Polynomials::add(forms[static_cast<std::size_t>(j * left.rows + i)], multiplied(a, b));
      }
  return forms;
}

std::vector<Polynomial> LinearTerms::atoms(ir::NodeId id) {
  std::vector<Polynomial> forms;
  for (int k = 0; k < graph_.node(id).shape.size(); ++k)
    forms.push_back(polynomials_.atom({ElementOf, id, k}));
  return forms;
}

void LinearTerms::relate(ir::NodeId id) {
  if (!factors(id).empty()) return;
  if (graph_.node(id).op == Op::Constrained) relate_constrained(id);
  if (graph_.node(id).op == Op::LinearSolve) relate_linear_solve(id);
}

// M y - A' z - F = 0 and A y - c = 0, a row each.
void LinearTerms::relate_constrained(ir::NodeId id) {
  const ir::Node& n = graph_.node(id);
  const ir::ConstrainedSite& site = graph_.constrained_site(n.slot);
  const auto size = static_cast<std::size_t>(site.size()), unknowns = static_cast<std::size_t>(site.unknowns);
  const auto& values = forms_[static_cast<std::size_t>(n.a)];
  const auto& right = forms_[static_cast<std::size_t>(n.b)];
  const auto& solution = forms_[static_cast<std::size_t>(id)];
  std::vector<Relation> rows(size);
  for (std::size_t row = 0; row < size; ++row) {
    rows[row].solution = id;
    rows[row].balance = row >= unknowns && right[row].empty();
    Polynomials::add(rows[row].zero, right[row], -1);
  }
  std::size_t at = 0;
  const auto enter = [&](std::size_t row, std::size_t column, double factor) {
    const Polynomial& value = values[at];
    const bool constant = value.size() == 1 && value.begin()->first == constant_term;
    rows[row].balance = rows[row].balance && (constant || value.empty());
    Polynomials::add(rows[row].zero, multiplied(value, solution[column]), factor);
  };
  for (const auto& e : site.mass) {
    enter(static_cast<std::size_t>(e.row), static_cast<std::size_t>(e.column), 1);
    ++at;
  }
  for (const auto& e : site.constraint) {
    const auto row = unknowns + static_cast<std::size_t>(e.row), column = static_cast<std::size_t>(e.column);
    enter(row, column, 1);
    enter(column, row, -1);
    ++at;
  }
  relations_.insert(relations_.end(), rows.begin(), rows.end());
}

// a x - b = 0, column by column.
void LinearTerms::relate_linear_solve(ir::NodeId id) {
  const ir::Node& n = graph_.node(id);
  const auto rows = static_cast<std::size_t>(n.shape.rows), cols = static_cast<std::size_t>(n.shape.cols);
  const auto& a = forms_[static_cast<std::size_t>(n.a)];
  const auto& b = forms_[static_cast<std::size_t>(n.b)];
  const auto& x = forms_[static_cast<std::size_t>(id)];
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < rows; ++i) {
      Relation relation{{}, id, false};
      for (std::size_t k = 0; k < rows; ++k)
        Polynomials::add(relation.zero, multiplied(a[i + k * rows], x[k + j * rows]));
      Polynomials::add(relation.zero, b[i + j * rows], -1);
      relations_.push_back(std::move(relation));
    }
}

std::optional<Polynomial> LinearTerms::impulses(const Polynomial& p) {
  Polynomial out;
  for (const auto& [monomial, coefficient] : p) {
    const auto of_solution = [&](const Polynomials::Factor& factor) {
      const Polynomials::Key& key = polynomials_.key(factor.atom);
      return key[0] == ElementOf && graph_.node(static_cast<ir::NodeId>(key[1])).op == Op::Constrained;
    };
    const std::vector<Polynomials::Factor> factors = polynomials_.factors(monomial);
    if (std::none_of(factors.begin(), factors.end(), of_solution)) continue;
    if (factors.size() > 1 || factors[0].power != 1) return std::nullopt;
    Polynomials::Key key = polynomials_.key(factors[0].atom);
    key[0] = ImpulseOf;
    Polynomials::add(out, polynomials_.atom(key), coefficient);
  }
  return out;
}

}  // namespace sim
