// Systems in other forms: ss, tf2ss, ss2tf, zp2ss, zp2tf, tf2zp.
#include <algorithm>
#include <cmath>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/control/systems.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

namespace {

struct ZeroPole {
  Numbers zeros, poles;
  double gain;
};

Numbers list_of(const Value& value, const std::string& name) {
  require_numeric(value);
  require_finite(value, name);
  if (!value.is_empty() && !value.is_vector()) fail(name + " must be a vector, not " + describe(value));
  Numbers out = numbers(value);
  if (!in_pairs(out))
    fail("the complex numbers in " + name + " are not in conjugate pairs",
         "write both, such as [-1+2i -1-2i]");
  return out;
}

ZeroPole zero_pole(Arguments arguments) {
  const auto gain = arguments[2].as_scalar();
  if (!gain || !std::isfinite(*gain)) fail("k must be a real number, not " + describe(arguments[2]));
  ZeroPole out{list_of(arguments[0], "z"), list_of(arguments[1], "p"), *gain};
  constexpr std::size_t most = 5000;
  if (out.zeros.size() > most || out.poles.size() > most) fail("there are more than 5000 zeros or poles");
  return out;
}

}  // namespace

Values system_matrices(Arguments arguments, int) {
  const Values given(arguments.begin(), arguments.end());
  if (given.size() == 2) return realization(given);
  if (given.size() == 3)
    fail("three matrices are no system", "write ss(A, B, C, D), with 0 for D where there is none");
  return checked_system(given);
}

Values realized_transfer_function(Arguments arguments, int) {
  return realization(Values(arguments.begin(), arguments.end()));
}

Values transfer_function_of(Arguments arguments, int) {
  int input = 1;
  if (arguments.size() > 4) input = static_cast<int>(std::min(whole_number(arguments[4], "the input"), 1e9));
  const Values abcd = checked_system({arguments[0], arguments[1], arguments[2], arguments[3]});
  const int inputs = abcd[1].cols();
  if (input < 1 || input > inputs)
    fail("there is no input " + std::to_string(input) + ": B has " + std::to_string(inputs) +
         (inputs == 1 ? " column" : " columns"));
  if (arguments.size() == 4 && inputs > 1)
    fail("B has " + std::to_string(inputs) + " columns", "say from which input: ss2tf(A, B, C, D, 1)");
  return transfer_function(abcd, input - 1);
}

Values realized_zeros(Arguments arguments, int) {
  ZeroPole given = zero_pole(arguments);
  return realization_of_zeros(std::move(given.zeros), std::move(given.poles), given.gain);
}

Values multiplied_zeros(Arguments arguments, int) {
  const ZeroPole given = zero_pole(arguments);
  Numbers num = polynomial(given.zeros);
  for (auto& coefficient : num) coefficient *= given.gain;
  return {row(num, given.poles.size() + 1), row(polynomial(given.poles))};
}

Values zeros_of_transfer_function(Arguments arguments, int) {
  for (const Value& value : arguments)
    if (!value.is_vector()) fail("num and den must be vectors, not " + describe(value));
  const Values tf = checked_transfer_function(arguments[0], arguments[1]);
  const Numbers num = numbers(tf[0]), den = numbers(tf[1]);
  std::size_t first = 0;
  while (first + 1 < num.size() && num[first] == 0.0) ++first;
  return {column(roots_of(num)), column(roots_of(den)), Value::scalar((num[first] / den[0]).real())};
}

}  // namespace sim::expr
