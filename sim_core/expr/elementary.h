#pragma once
// The element-wise operations: what the operators and the element-wise functions of the language have
// in common, and what another backend maps to its own operations. One row each in elementary.def.
#include <complex>
#include <string_view>

namespace sim::expr {

enum class Elementary {
#define NUMERIC(name, ...) name,
#define REAL_ONLY(name, ...) name,
#define TRUTH(name, ...) name,
#include "sim_core/expr/elementary.def"
#undef NUMERIC
#undef REAL_ONLY
#undef TRUTH
};

// Less, equal, and the like.
constexpr bool compares(Elementary e) {
  using enum Elementary;
  return e == Less || e == LessEqual || e == Greater || e == GreaterEqual || e == Equal || e == NotEqual;
}

struct ElementaryInfo {
  std::string_view name;  // "Sin"
  int arity;              // 1 or 2
  bool truth;             // the result is boolean
  double (*real)(double a, double b);
  // Null when the operation has no meaning for complex numbers.
  std::complex<double> (*complex)(std::complex<double> z, std::complex<double> w);
  // Whether the result for real arguments is complex, as sqrt(-1); null when it never is. `real`
  // is nan there, save for powers of -inf.
  bool (*leaves_reals)(double a, double b);
};

const ElementaryInfo& info(Elementary op);

// Floored modulus, with the sign of b: mod(-1, 3) = 2, mod(a, 0) = a.
double floored_modulus(double a, double b);
// Gamma function; inf at zero and the negative integers.
double gamma_function(double a);
// -1, 0, 1; nan for nan.
double sign_of(double a);

}  // namespace sim::expr
