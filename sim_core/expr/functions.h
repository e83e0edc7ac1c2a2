#pragma once
// The functions and constants of the language: one table, functions.def, read by the evaluator, by
// other backends, by completion and by the help.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/elementary.h"
#include "sim_core/expr/value.h"

namespace sim::expr {

// What a function of one array argument without a dimension does to all elements of a vector.
enum class Reduction { Sum, Product, Minimum, Maximum, Mean, Any, All };

struct Function {
  std::string_view name;
  int min_arguments;
  int max_arguments;
  // Set for an element-wise function, when called with as many arguments as the operation has: min and
  // max of two arguments are element-wise, of one they are reductions. Two operands are expanded to a
  // common shape along dimensions of length 1.
  std::optional<Elementary> elementary;
  // Set for a reduction, when called with one argument.
  std::optional<Reduction> reduction;
  std::string_view signature;                           // "atan2(y, x)"
  std::string_view summary;                             // one line
  Value (*evaluate)(std::span<const Value> arguments);  // use call()

  // How many results it has, as in [q, r] = deconv(p, d). Where there are several, only `evaluate_results` is
  // set: it gives at least as many as are asked for, and more than that are dropped.
  int max_results = 1;
  std::vector<Value> (*evaluate_results)(std::span<const Value> arguments, int results) = nullptr;

  // Of what an argument may be besides numbers and booleans; otherwise it is an error.
  enum class Takes { Numbers, Integers, Anything };
  Takes takes = Takes::Numbers;
  bool moves = false;  // elements only: the result has the type of the first argument

  bool is_constant() const { return max_arguments == 0; }
};

// In the order of the help: by subject.
std::span<const Function> functions();

// Null when there is none of that name.
const Function* find_function(std::string_view name);

// A wrong number, shape or kind of arguments, or a result beyond the limits, is a diagnostic.
Result<Value> call(const Function& function, std::span<const Value> arguments);

// The `result`-th, from 1, of `results` that are asked for. What the first is may depend on how many there
// are: eig(A) gives eigenvalues, [V, D] = eig(A) vectors first.
Result<Value> call(const Function& function, std::span<const Value> arguments, int result, int results);

}  // namespace sim::expr
