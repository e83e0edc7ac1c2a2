#pragma once
// The numerical value of an expression. Numbers follow IEEE arithmetic: 1/0 is inf, 0/0 nan, neither an
// error. Where a real function has no real value, as sqrt(-1), the result is complex.
//
// Its value is numbers or a string; a structure is a diagnostic that asks for one of its fields.
//
// A name is looked up first among the variables of the scope, then among the functions and constants.
// c ? a : b, && and || evaluate only what they need. An unknown name, shapes that do not match, an index
// beyond the end, or a result beyond limits.h is a diagnostic whose message ends in "at column 7".
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/ast.h"
#include "sim_core/expr/value.h"

namespace sim::expr {

// What names mean.
class Scope {
 public:
  virtual ~Scope() = default;
  // Null when there is no variable of that name; valid as long as the scope.
  virtual Result<const Value*> find(std::string_view name) const = 0;
  // All variables, to suggest near names.
  virtual std::vector<std::string> names() const = 0;
};

// Variables with known values: ValueScope{{{"u", Value::scalar(1)}}}. Empty, only the language's own names.
class ValueScope : public Scope {
 public:
  using Variables = std::map<std::string, Value, std::less<>>;
  ValueScope() = default;
  explicit ValueScope(Variables variables) : variables_(std::move(variables)) {}

  Result<const Value*> find(std::string_view name) const override;
  std::vector<std::string> names() const override;

 private:
  Variables variables_;
};

Result<Value> evaluate(const Ast& ast, const Scope& scope);
Result<Value> evaluate(std::string_view text, const Scope& scope);
// The same where the value may be a structure.
Result<Value> evaluate_any(const Ast& ast, const Scope& scope);
Result<Value> evaluate_any(std::string_view text, const Scope& scope);

}  // namespace sim::expr
