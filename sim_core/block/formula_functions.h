#pragma once
// Functions of signals beyond those of single elements: of matrices, of dimensions, of orders. Inside this
// folder only. Rows and columns are those of the arguments; shapes that do not fit give no value, as does
// what is not here.
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim_core/ir/values.h"

namespace sim {

struct SignalFunction {
  ir::Value value;       // none: there is no such function of signals
  const char* why = "";  // none, because: what the arguments must be; empty: it is not known here
};

// The `result`-th of `results`, from 1. `number(k)` is what the k-th argument is worth, where it is known.
struct SignalArguments {
  std::span<const ir::Value> values;
  std::function<std::optional<double>(std::size_t)> number;
  std::function<std::vector<double>(std::size_t)> numbers;  // empty: it is not known
  int result = 1, results = 1;
};
SignalFunction signal_function(std::string_view name, const SignalArguments& arguments);

// Of magnitudes; no value for what there is not: of a matrix there are the orders 1, inf and Frobenius'.
ir::Value norm_of_signals(ir::Value magnitudes, double order, bool frobenius);

// A A A ...; no value where A is not square or the exponent is no whole number from -100 to 100.
ir::Value matrix_power(ir::Value a, double exponent);
// A^-1 b, and a B^-1; A and B are square. No value where they do not fit.
ir::Value left_division(ir::Value a, ir::Value b);
ir::Value right_division(ir::Value a, ir::Value b);

}  // namespace sim
