#include "sim_core/program/linear_terms.h"

#include <algorithm>
#include <cmath>

#include "sim_core/ir/reachable.h"

namespace sim {

namespace {

void add(LinearForm& sum, const LinearForm& form, double factor) {
  for (const auto& [term, value] : form) {
    const auto [at, fresh] = sum.try_emplace(term, 0.0);
    at->second += factor * value;
    if (at->second == 0) sum.erase(at);
  }
}

// Element k of an operand that may be a scalar for all.
template <class Elements>
const auto& element(const Elements& elements, std::size_t k) {
  return elements.size() == 1 ? elements[0] : elements[k];
}

}  // namespace

bool LinearTerms::find(std::span<const ir::NodeId> nodes) {
  forms_.assign(static_cast<std::size_t>(graph_.size()), {});
  std::size_t terms = 0;
  for (ir::NodeId id : ir::reachable(graph_, nodes)) {
    known_.add(id);
    auto& forms = forms_[static_cast<std::size_t>(id)] = compute(id);
    for (const LinearForm& form : forms) terms += form.size();
    if (terms > most_terms) return false;
  }
  return true;
}

// The values of a node that is known, where they can be factors.
std::span<const double> LinearTerms::factors(ir::NodeId id) const {
  const auto values = known_(id);
  const bool finite = std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  return finite ? values : std::span<const double>();
}

std::vector<LinearForm> LinearTerms::compute(ir::NodeId id) const {
  const ir::Node& n = graph_.node(id);
  const auto count = static_cast<std::size_t>(n.shape.size());
  std::vector<LinearForm> forms(count);
  if (const auto values = factors(id); !values.empty()) {
    for (std::size_t k = 0; k < count; ++k)
      if (values[k] != 0) forms[k] = {{constant_term, values[k]}};
    return forms;
  }
  const auto& a = n.a == ir::no_node ? forms_[0] : forms_[static_cast<std::size_t>(n.a)];
  switch (n.op) {
    case ir::Op::State:
      for (std::size_t k = 0; k < count; ++k) forms[k] = {{state_term(n.slot + static_cast<int>(k)), 1.0}};
      return forms;
    case ir::Op::Neg:
      for (std::size_t k = 0; k < count; ++k) add(forms[k], element(a, k), -1);
      return forms;
    case ir::Op::Add:
    case ir::Op::Sub: {
      const auto& b = forms_[static_cast<std::size_t>(n.b)];
      for (std::size_t k = 0; k < count; ++k) {
        forms[k] = element(a, k);
        add(forms[k], element(b, k), n.op == ir::Op::Add ? 1 : -1);
      }
      return forms;
    }
    case ir::Op::Mul:
    case ir::Op::Div: {
      auto scaled = product(n);
      return scaled.empty() ? atoms(id) : scaled;
    }
    case ir::Op::MatMul: {
      auto combined = matrix_product(n);
      return combined.empty() ? atoms(id) : combined;
    }
    default:
      return structure(id);
  }
}

std::vector<LinearForm> LinearTerms::structure(ir::NodeId id) const {
  const ir::Node& n = graph_.node(id);
  std::vector<LinearForm> forms;
  const auto of = [&](ir::NodeId operand) -> const std::vector<LinearForm>& {
    return forms_[static_cast<std::size_t>(operand)];
  };
  switch (n.op) {
    case ir::Op::Slice:
      return {of(n.a).begin() + n.slot, of(n.a).begin() + n.slot + n.shape.size()};
    case ir::Op::Gather:
      for (std::int32_t k : graph_.list(n.slot)) forms.push_back(of(n.a)[static_cast<std::size_t>(k)]);
      return forms;
    case ir::Op::Concat:
      for (ir::NodeId part : graph_.operands(id)) forms.insert(forms.end(), of(part).begin(), of(part).end());
      return forms;
    case ir::Op::Total:
      forms.resize(1);
      for (const LinearForm& form : of(n.a)) add(forms[0], form, 1);
      return forms;
    case ir::Op::Transpose: {
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

// By what is known; nothing where neither side is, or where it divides by zero.
std::vector<LinearForm> LinearTerms::product(const ir::Node& n) const {
  const bool divides = n.op == ir::Op::Div;
  ir::NodeId moving = n.a;
  auto known = factors(n.b);
  if (known.empty() && !divides) known = factors(n.a), moving = n.b;
  if (known.empty() || (divides && std::find(known.begin(), known.end(), 0.0) != known.end())) return {};
  std::vector<LinearForm> forms(static_cast<std::size_t>(n.shape.size()));
  for (std::size_t k = 0; k < forms.size(); ++k)
    for (const auto& [term, value] : element(forms_[static_cast<std::size_t>(moving)], k)) {
      const double factor = element(known, k), scaled = divides ? value / factor : value * factor;
      if (scaled != 0) forms[k].emplace(term, scaled);
    }
  return forms;
}

std::vector<LinearForm> LinearTerms::matrix_product(const ir::Node& n) const {
  const Shape left = graph_.node(n.a).shape, right = graph_.node(n.b).shape;
  const auto a = factors(n.a), b = factors(n.b);
  if (a.empty() && b.empty()) return {};
  std::vector<LinearForm> forms(static_cast<std::size_t>(n.shape.size()));
  for (int j = 0; j < right.cols; ++j)
    for (int i = 0; i < left.rows; ++i)
      for (int k = 0; k < left.cols; ++k) {
        const auto in_a = static_cast<std::size_t>(k * left.rows + i),
                   in_b = static_cast<std::size_t>(j * right.rows + k);
        const double factor = a.empty() ? b[in_b] : a[in_a];
        if (factor == 0) continue;
        const auto& moving = a.empty() ? forms_[static_cast<std::size_t>(n.a)][in_a]
                                       : forms_[static_cast<std::size_t>(n.b)][in_b];
        add(forms[static_cast<std::size_t>(j * left.rows + i)], moving, factor);
      }
  return forms;
}

std::vector<LinearForm> LinearTerms::atoms(ir::NodeId id) const {
  std::vector<LinearForm> forms;
  for (int k = 0; k < graph_.node(id).shape.size(); ++k)
    forms.push_back({{(static_cast<Term>(id) << 32) + k, 1.0}});
  return forms;
}

}  // namespace sim
