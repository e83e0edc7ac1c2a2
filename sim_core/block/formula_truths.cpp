#include "sim_core/block/formula_truths.h"

#include <optional>
#include <variant>

#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/elementary.h"

namespace sim {

static Truth truth_if(bool boolean) { return boolean ? Truth::Yes : Truth::No; }

static Truth truth_of(std::optional<expr::Elementary> op) { return truth_if(op && expr::info(*op).truth); }

struct FormulaTruths::Rules {
  const FormulaTruths& all;
  std::vector<std::string>& by;

  // An input, a variable of a script, or a function of its own.
  bool is_own(const std::string& name) const {
    return all.names_.inputs.contains(name) || (all.names_.functions && all.names_.functions->has(name));
  }
  const expr::Value* variable(const std::string& name) const { return all.names_.variables.look_at(name); }
  Truth as(expr::NodeId id) const {
    const Kind& kind = all.kinds_[static_cast<std::size_t>(id)];
    by.insert(by.end(), kind.by.begin(), kind.by.end());
    return kind.truth;
  }

  Truth operator()(const expr::Name& n) const {
    if (all.names_.inputs.contains(n.name)) {
      const auto* truths = all.names_.truths;
      if (!truths) return Truth::Unknown;
      const auto known = truths->find(n.name);
      return known == truths->end() ? Truth::Unknown : known->second;
    }
    if (is_own(n.name)) return Truth::Unknown;
    const expr::Value* value = variable(n.name);
    if (!value) return truth_if(n.name == "true" || n.name == "false");
    by.push_back(n.name);
    return truth_if(value->is_boolean());
  }
  Truth operator()(const expr::Unary& n) const {
    using enum expr::UnaryOperator;
    if (n.op == Transpose || n.op == ConjugateTranspose) return as(n.operand);
    return n.op == Plus ? Truth::No : truth_of(expr::elementary(n.op));
  }
  Truth operator()(const expr::Binary& n) const { return truth_of(expr::elementary(n.op)); }
  Truth operator()(const expr::Conditional& n) const {
    const Truth yes = as(n.yes), no = as(n.no);
    return yes == no ? yes : Truth::Unknown;
  }
  // Boolean where all of its elements are.
  Truth operator()(const expr::Matrix& m) const {
    bool unknown = false, number = false;
    for (const auto& row : m.rows)
      for (const expr::NodeId id : row) {
        const Truth truth = as(id);
        unknown |= truth == Truth::Unknown;
        number |= truth == Truth::No;
      }
    return number ? Truth::No : unknown ? Truth::Unknown : Truth::Yes;
  }
  Truth operator()(const expr::Apply& n) const {
    const auto* name = std::get_if<expr::Name>(&all.ast_[n.target].content);
    const bool called = name && !is_own(name->name) && !variable(name->name);
    const expr::Function* function = called ? expr::find_function(name->name) : nullptr;
    if (!function) return as(n.target);  // an index, or a call of an own function
    if (function->reduction)
      return truth_if(*function->reduction == expr::Reduction::Any ||
                      *function->reduction == expr::Reduction::All);
    return truth_of(function->elementary);
  }
  Truth operator()(const expr::Member&) const { return Truth::Unknown; }
  Truth operator()(const auto&) const { return Truth::No; }  // numbers, strings, ranges, : and end
};

FormulaTruths::FormulaTruths(const expr::Ast& ast, const FormulaNames& names)
    : ast_(ast), names_(names), kinds_(ast.nodes().size()) {}

void FormulaTruths::decide(expr::NodeId id) {
  Kind& kind = kinds_[static_cast<std::size_t>(id)];
  if (!kind.given) kind.truth = std::visit(Rules{*this, kind.by}, ast_[id].content);
}

void FormulaTruths::set(expr::NodeId id, Truth truth) {
  Kind& kind = kinds_[static_cast<std::size_t>(id)];
  kind.truth = truth;
  kind.given = true;
  Rules rules{*this, kind.by};
  if (const auto* call = std::get_if<expr::Apply>(&ast_[id].content))
    for (const expr::NodeId argument : call->arguments) rules.as(argument);
}

void FormulaTruths::depend_on(expr::NodeId id) const {
  for (const std::string& name : kinds_[static_cast<std::size_t>(id)].by) (void)names_.variables.find(name);
}

}  // namespace sim
