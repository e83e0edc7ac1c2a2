#pragma once
// Named variables, each defined by an expression or a value, in levels: those of the model, then for each
// masked subsystem its parameters. An inner variable hides an outer one of its name.
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/ast.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/value.h"

namespace sim::expr {

struct Variable {
  std::string name;
  std::variant<Result<Ast>, Value> definition;  // a text that does not parse fails where it is used
};

class Workspace {
 public:
  // Where the definitions of this level look up names. Inside: among each other, in any order, then
  // outside; a variable that uses its own name means the outer one. Outside: in the outer levels only, as
  // a mask's parameters, whose values are written where the block stands; K defined as K is the outer K.
  enum class Definitions { Inside, Outside };

  explicit Workspace(std::shared_ptr<const Workspace> outer = nullptr,
                     Definitions definitions = Definitions::Inside);

  // A new variable at the end, or a new definition of one there is.
  void define(std::string name, std::string_view expression);
  void define(std::string name, Value value);
  // [a, b] = f(x).
  void define(std::span<const std::string_view> names, std::string_view expression);
  bool remove(std::string_view name);

  const std::vector<Variable>& variables() const { return variables_; }  // of this level
  const Variable* find(std::string_view name) const;                     // of this level; null when none
  const Workspace* outer() const { return outer_.get(); }
  Definitions definitions() const { return definitions_; }

 private:
  void put(Variable variable);

  std::vector<Variable> variables_;
  std::map<std::string, std::size_t, std::less<>> positions_;
  std::shared_ptr<const Workspace> outer_;
  Definitions definitions_;
};

// A workspace as a scope that evaluates each variable when it is first used and keeps the value: make one
// for many expressions. The workspace must stay as it is meanwhile. For one thread.
// Variables that refer to each other in a circle are a diagnostic that names the circle; so is one
// through a branch of ?: that is not taken.
class WorkspaceScope : public Scope {
 public:
  explicit WorkspaceScope(const Workspace& workspace) : workspace_(workspace) {}

  Result<const Value*> find(std::string_view name) const override;
  std::vector<std::string> names() const override;
  // As seen from an outer level of the workspace.
  Result<const Value*> find_from(const Workspace& level, std::string_view name) const;

  const Workspace& workspace() const { return workspace_; }

 private:
  class Level;
  struct Place;
  struct Pending;
  static Place locate(const Workspace* from, std::string_view name, const Variable* not_this = nullptr);
  void evaluate_with_dependencies(const Place& wanted) const;
  void close_circle(std::vector<Pending>& stack, const Variable* again) const;
  Result<Value> evaluate_one(const Place& place) const;

  const Workspace& workspace_;
  mutable std::unordered_map<const Variable*, Result<Value>> values_;
};

// One expression. Of many, evaluate(text, WorkspaceScope) does not evaluate the variables again each time.
Result<Value> evaluate(std::string_view text, const Workspace& workspace);

}  // namespace sim::expr
