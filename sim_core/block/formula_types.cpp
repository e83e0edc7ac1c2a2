#include "sim_core/block/formula_types.h"

#include <utility>
#include <variant>

#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/integers.h"

namespace sim {

bool may_be_either(const NumberType& a, const NumberType& b) {
  return a == b || !(is_integer(a) || is_integer(b));
}

std::vector<expr::NodeId> parts_of(const expr::Matrix& matrix) {
  std::vector<expr::NodeId> parts;
  for (const auto& row : matrix.rows) parts.insert(parts.end(), row.begin(), row.end());
  return parts;
}

std::vector<expr::NodeId> parts_of(const expr::Range& range) {
  return {range.first, range.step.value_or(range.first), range.last};
}

static ElementType boolean_if(bool boolean) { return boolean ? ElementType::Boolean : ElementType::Double; }

// Where the operands do not mix, the writer has refused them.
static NumberType result_of(std::optional<expr::Elementary> op, const NumberType& a,
                            const NumberType& b = ElementType::Boolean) {
  if (!op) return ElementType::Double;
  const auto type = expr::result_type(*op, a.value_or(ElementType::Double), b.value_or(ElementType::Double));
  return type ? *type : ElementType::Double;
}

struct FormulaTypes::Rules {
  const FormulaTypes& all;
  std::vector<std::string>& by;

  // An input, a variable of a script, or a function of its own.
  bool is_own(const std::string& name) const {
    return all.names_.inputs.contains(name) || (all.names_.functions && all.names_.functions->has(name));
  }
  const expr::Value* variable(const std::string& name) const { return all.names_.variables.look_at(name); }
  NumberType as(expr::NodeId id) const {
    const Kind& kind = all.kinds_[static_cast<std::size_t>(id)];
    by.insert(by.end(), kind.by.begin(), kind.by.end());
    return kind.type;
  }

  NumberType operator()(const expr::Name& n) const {
    if (all.names_.inputs.contains(n.name)) {
      const auto* types = all.names_.types;
      if (!types) return std::nullopt;
      const auto known = types->find(n.name);
      return known == types->end() ? std::nullopt : known->second;
    }
    if (is_own(n.name)) return std::nullopt;
    const expr::Value* value = variable(n.name);
    if (!value) return boolean_if(n.name == "true" || n.name == "false");
    by.push_back(n.name);
    return {value->type(), value->enumeration()};
  }
  NumberType operator()(const expr::Unary& n) const {
    using enum expr::UnaryOperator;
    if (n.op == Transpose || n.op == ConjugateTranspose) return as(n.operand);
    if (n.op == Plus) return integer_or_double(n.operand);
    return result_of(expr::elementary(n.op), as(n.operand));
  }
  NumberType operator()(const expr::Binary& n) const {
    return result_of(expr::elementary(n.op), as(n.left), as(n.right));
  }
  NumberType operator()(const expr::Conditional& n) const {
    const NumberType yes = as(n.yes), no = as(n.no);
    return yes == no ? yes : std::nullopt;
  }
  // Boolean where all of its elements are.
  NumberType operator()(const expr::Matrix& m) const {
    bool unknown = false, number = false;
    NumberType integer;
    for (const expr::NodeId id : parts_of(m)) {
      const NumberType type = as(id);
      unknown |= !type;
      number |= type == ElementType::Double;
      if (is_integer(type)) integer = type;
    }
    if (integer) return integer;
    return number    ? NumberType(ElementType::Double)
           : unknown ? std::nullopt
                     : NumberType(ElementType::Boolean);
  }
  NumberType operator()(const expr::Range& r) const {
    for (const expr::NodeId id : parts_of(r))
      if (is_integer(as(id))) return as(id);
    return ElementType::Double;
  }
  NumberType operator()(const expr::Apply& n) const {
    const auto* name = std::get_if<expr::Name>(&all.ast_[n.target].content);
    const bool called = name && !is_own(name->name) && !variable(name->name);
    const expr::Function* function = called ? expr::find_function(name->name) : nullptr;
    if (!function) return as(n.target);  // an index, or a call of an own function
    return of_function(*function, n.arguments);
  }
  NumberType of_function(const expr::Function& function, const std::vector<expr::NodeId>& arguments) const {
    if (function.elementary && static_cast<int>(arguments.size()) == expr::info(*function.elementary).arity)
      return arguments.size() == 1 ? result_of(function.elementary, as(arguments[0]))
                                   : result_of(function.elementary, as(arguments[0]), as(arguments[1]));
    if (function.reduction == expr::Reduction::Any || function.reduction == expr::Reduction::All)
      return ElementType::Boolean;
    const bool extreme =
        function.reduction == expr::Reduction::Minimum || function.reduction == expr::Reduction::Maximum;
    if ((function.moves || extreme) && !arguments.empty()) return integer_or_double(arguments[0]);
    if (const auto type = element_type(function.name); is_integer(NumberType(type))) return type;  // int8(x)
    return ElementType::Double;
  }
  NumberType integer_or_double(expr::NodeId id) const {
    const NumberType type = as(id);
    return is_integer(type) ? type : ElementType::Double;
  }
  NumberType operator()(const expr::Member&) const { return std::nullopt; }
  NumberType operator()(const auto&) const { return ElementType::Double; }  // numbers, strings, : and end
};

FormulaTypes::FormulaTypes(const expr::Ast& ast, const FormulaNames& names)
    : ast_(ast), names_(names), kinds_(ast.nodes().size()) {}

void FormulaTypes::decide(expr::NodeId id) {
  Kind& kind = kinds_[static_cast<std::size_t>(id)];
  if (!kind.given) kind.type = std::visit(Rules{*this, kind.by}, ast_[id].content);
}

void FormulaTypes::set(expr::NodeId id, NumberType type) {
  Kind& kind = kinds_[static_cast<std::size_t>(id)];
  kind.type = std::move(type);
  kind.given = true;
  Rules rules{*this, kind.by};
  if (const auto* call = std::get_if<expr::Apply>(&ast_[id].content))
    for (const expr::NodeId argument : call->arguments) rules.as(argument);
}

NumberType FormulaTypes::of_call(const expr::Function& function,
                                 const std::vector<expr::NodeId>& arguments) const {
  std::vector<std::string> by;
  return Rules{*this, by}.of_function(function, arguments);
}

Result<ElementType> FormulaTypes::joined(const std::vector<expr::NodeId>& parts) const {
  ElementType type = parts.empty() ? ElementType::Double : of(parts.front()).value_or(ElementType::Double);
  for (const expr::NodeId id : parts) {
    auto both = expr::joined_type(type, of(id).value_or(ElementType::Double));
    if (!both) return both;
    type = *both;
  }
  return type;
}

void FormulaTypes::depend_on(expr::NodeId id) const {
  for (const std::string& name : kinds_[static_cast<std::size_t>(id)].by) (void)names_.variables.find(name);
}

}  // namespace sim
