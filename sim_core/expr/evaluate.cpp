#include "sim_core/expr/evaluate.h"

#include <new>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/cells.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/index.h"
#include "sim_core/expr/integers.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/structures.h"

namespace sim::expr {

Result<const Value*> ValueScope::find(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

std::vector<std::string> ValueScope::names() const {
  std::vector<std::string> out;
  for (const auto& [name, value] : variables_) out.push_back(name);
  return out;
}

namespace {

template <class T>
T checked(Result<T> result) {
  if (!result) fail(result.error().message, result.error().remedy);
  return *std::move(result);
}

class Evaluator {
  // Gives a failure without a place that of the node.
  template <class F>
  static auto placed(const Node& node, F f) {
    try {
      return f();
    } catch (Failure& failure) {
      if (failure.column == Failure::unplaced) failure.column = node.column;
      throw;
    }
  }

 public:
  Evaluator(const Ast& ast, const Scope& scope) : ast_(ast), scope_(scope) {}

  // A structure is an error.
  Value value_of(NodeId id) {
    Value value = any_of(id);
    if (value.is_structure())
      placed(ast_[id], [&] {
        const auto* name = std::get_if<Name>(&ast_[id].content);
        refuse_structure(value, name ? name->name : std::string_view());
      });
    return value;
  }

  // Its recursion is as deep as the tree is nested (limits.h); chains of operators are a loop.
  Value any_of(NodeId id) {
    const Node& node = ast_[id];
    Value value = placed(node, [&] {
      return std::visit([&](const auto& content) { return this->of(content, id); }, node.content);
    });
    produced_ += value.is_numeric() ? value.size() : 0;
    if (produced_ > max_produced) fail("the intermediate results are too large together", {}, node.column);
    return value;
  }

 private:
  // The array an `end` refers to.
  struct Indexed {
    const Value* array;
    std::size_t position, count;
  };

  Value of(const Number& number, NodeId) {
    return number.imaginary ? Value::complex({0, number.value}) : Value::scalar(number.value);
  }

  Value of(const StringLiteral& string, NodeId) { return Value::string(string.value); }

  Value of(const Name& name, NodeId) {
    if (const Value* variable = find_variable(name.name)) return *variable;
    const Function& function = function_named(name.name);
    if (function.min_arguments > 0) {
      fail(name.name + " is a function and needs arguments", "write " + std::string(function.signature));
    }
    return checked(call(function, {}));
  }

  Value of(const WholeDimension&, NodeId) { fail("':' alone is an index, not an argument of a function"); }

  Value of(const End&, NodeId) {
    if (!indexed_) fail("end has a meaning only inside the index of a variable");
    const Value& array = *indexed_->array;
    if (indexed_->count == 1) return Value::scalar(array.size());
    return Value::scalar(indexed_->position == 0 ? array.rows() : indexed_->position == 1 ? array.cols() : 1);
  }

  Value of(const Unary& unary, NodeId) { return apply(unary.op, value_of(unary.operand)); }

  Value of(const Binary&, NodeId id) {
    std::vector<NodeId> chain;
    NodeId leftmost = id;
    while (const auto* binary = std::get_if<Binary>(&ast_[leftmost].content)) {
      chain.push_back(leftmost);
      leftmost = binary->left;
    }
    Value left = value_of(leftmost);
    for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
      left = placed(ast_[*link], [&] { return combine(std::get<Binary>(ast_[*link].content), left); });
      produced_ += left.size();
      if (produced_ > max_produced)
        fail("the intermediate results are too large together", {}, ast_[*link].column);
    }
    return left;
  }

  Value combine(const Binary& binary, const Value& left) {
    const bool either = binary.op == BinaryOperator::ShortCircuitOr;
    if (!either && binary.op != BinaryOperator::ShortCircuitAnd)
      return apply(binary.op, left, value_of(binary.right));
    if (truth(left) == either) return Value::boolean(either);
    return Value::boolean(truth(value_of(binary.right)));
  }

  Value of(const Conditional& conditional, NodeId) {
    return any_of(truth(value_of(conditional.condition)) ? conditional.yes : conditional.no);
  }

  double end_of_range(NodeId id, ElementType& type) {
    const Value value = value_of(id);
    const auto number = value.as_scalar();
    if (!number) fail("expected a real scalar in a range, found " + describe(value));
    type = checked(joined_type(type, value.is_boolean() ? ElementType::Double : value.type()));
    return *number;
  }

  Value of(const Range& parts, NodeId) {
    ElementType type = ElementType::Double;
    const double first = end_of_range(parts.first, type);
    const double step = parts.step ? end_of_range(*parts.step, type) : 1;
    const Value numbers = range(first, step, end_of_range(parts.last, type));
    if (!is_integer(type)) return numbers;
    for (const double x : numbers.real())
      if (as_integer(x, type) != x)
        fail("a range of " + std::string(name_of(type)) + " has the element " + sim::to_text(x),
             "convert its ends with double(x)");
    return Value::integers(type, numbers.shape(), numbers.real());
  }

  Value of(const Matrix& matrix, NodeId) {
    if (matrix.cell) return cell(matrix);
    std::vector<Value> rows;
    for (const auto& nodes : matrix.rows) {
      std::vector<Value> parts;
      parts.reserve(nodes.size());
      for (NodeId id : nodes) parts.push_back(any_of(id));
      rows.push_back(horizontal(parts));
    }
    return vertical(rows);
  }

  Value cell(const Matrix& matrix) {
    std::vector<std::vector<Value>> rows;
    for (const auto& nodes : matrix.rows) {
      rows.emplace_back();
      for (NodeId id : nodes) rows.back().push_back(any_of(id));
    }
    return cell_of(rows);
  }

  Value of(const Member& member, NodeId id) {
    if (const Value* value = stored(id)) return *value;
    return member_of(any_of(member.target), member.name);
  }

  // A variable, or a field in one, where it is kept: a large table is not copied to take one of its elements.
  // Null: the node is something else.
  const Value* stored(NodeId id) {
    if (const auto* name = std::get_if<Name>(&ast_[id].content)) return find_variable(name->name);
    const auto* member = std::get_if<Member>(&ast_[id].content);
    const Value* of = member ? stored(member->target) : nullptr;
    return of ? placed(ast_[id], [&] { return &member_of(*of, member->name); }) : nullptr;
  }

  Value of(const Apply& apply, NodeId) {
    const Name* name = std::get_if<Name>(&ast_[apply.target].content);
    if (apply.braces) return content(apply);
    if (!name) {
      const Value* array = stored(apply.target);
      return array ? index(*array, apply.arguments) : index(any_of(apply.target), apply.arguments);
    }
    if (const Value* variable = find_variable(name->name)) {
      if (apply.results > 1)
        fail("'" + name->name + "' is a variable, and has one value, not " + std::to_string(apply.results),
             "write one line for each name, or give the variable another name");
      return index(*variable, apply.arguments);
    }
    const Function& function = function_named(name->name);
    std::vector<Value> arguments;
    arguments.reserve(apply.arguments.size());
    for (NodeId id : apply.arguments) arguments.push_back(any_of(id));
    return checked(call(function, arguments, apply.result, apply.results));
  }

  Value content(const Apply& apply) {
    if (apply.arguments.empty()) fail("{ } needs the number of an element", "write c{1}");
    const Value* array = stored(apply.target);
    return cell_content(array ? index(*array, apply.arguments)
                              : index(any_of(apply.target), apply.arguments));
  }

  Value index(const Value& array, const std::vector<NodeId>& nodes) {
    if (nodes.empty()) return array;
    std::vector<Index> indices;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const Indexed here{&array, k, nodes.size()};
      const Indexed* outer = std::exchange(indexed_, &here);
      if (std::holds_alternative<WholeDimension>(ast_[nodes[k]].content)) {
        indices.emplace_back(All{});
      } else {
        indices.emplace_back(value_of(nodes[k]));
      }
      indexed_ = outer;
    }
    return element_at(array, indices);
  }

  const Value* find_variable(std::string_view name) {
    Result<const Value*> found = scope_.find(name);
    if (!found) fail(found.error().message, found.error().remedy, Failure::placed_elsewhere);
    return *found;
  }

  const Function& function_named(const std::string& name) {
    if (const Function* function = find_function(name)) return *function;
    std::vector<std::string> known = scope_.names();
    for (const Function& function : functions()) known.emplace_back(function.name);
    const std::string shown = name.size() <= 80 ? name : name.substr(0, 77) + "...";
    const std::string near = did_you_mean(name, known);
    fail("unknown name '" + shown + "'", near.empty() ? "define it among the variables of the model" : near);
  }

  const Ast& ast_;
  const Scope& scope_;
  const Indexed* indexed_ = nullptr;
  double produced_ = 0;  // elements of all results so far
};

}  // namespace

static Result<Value> evaluate(const Ast& ast, const Scope& scope, bool structures) {
  try {
    Evaluator evaluator(ast, scope);
    return structures ? evaluator.any_of(ast.root()) : evaluator.value_of(ast.root());
  } catch (const Failure& failure) {
    return failure.diagnostic();
  } catch (const OverBudget& asked) {
    return error({}, asked.what(), OverBudget::remedy());
  } catch (const std::bad_alloc&) {
    return error({}, "not enough memory for the expression");
  }
}

Result<Value> evaluate(const Ast& ast, const Scope& scope) { return evaluate(ast, scope, false); }
Result<Value> evaluate_any(const Ast& ast, const Scope& scope) { return evaluate(ast, scope, true); }

// Most parameters are nothing but a number; names such as inf may be the scope's.
static std::optional<double> plain_number(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !is_digit(text.back()) || (!is_digit(text.front()) && text.front() != '-')) return {};
  return parse_number(text);
}

static Result<Value> evaluate(std::string_view text, const Scope& scope, bool structures) {
  if (const auto number = plain_number(text)) return Value::scalar(*number);
  Result<Ast> ast = parse(text);
  if (!ast) return ast.errors();
  return evaluate(*ast, scope, structures);
}

Result<Value> evaluate(std::string_view text, const Scope& scope) { return evaluate(text, scope, false); }
Result<Value> evaluate_any(std::string_view text, const Scope& scope) { return evaluate(text, scope, true); }

}  // namespace sim::expr
