#pragma once
// Models that are one vector of states and a formula for its derivative, with invariants over it.
#include <cmath>

#include "tests/support/model_builder.h"

namespace sim {

using Parameters = std::map<std::string, std::string>;

// dx/dt = `rate`, a formula of u = x and of t. The scope shows x and the first output of each block.
inline ModelBuilder ode_model(const std::string& x0, const std::string& rate,
                              const std::vector<Parameters>& invariants,
                              const std::string& type = "invariants/invariant") {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", x0}}),
           f = m.block("user_defined/fcn", "f", {{"expression", rate}}),
           scope = m.block("sinks/scope", "Scope", {{"inputs", std::to_string(1 + invariants.size())}});
  m.connect(x, f).connect(f, x).connect(x, scope, 0);
  int k = 0;
  for (const Parameters& parameters : invariants) {
    const Id block = m.block(type, "Invariant" + std::to_string(++k), parameters);
    m.connect(x, block).connect(block, scope, k);
  }
  return m;
}

inline const char* const predator_prey_rate = "[u(1)*(1 - u(2)); -2*u(2)*(1 - u(1))]";
inline const char* const predator_prey_invariant = "u(1)^(-2)*exp(2*u(1))*u(2)^(-1)*exp(u(2))";

inline ModelBuilder predator_prey_model(Parameters invariant = {}) {
  invariant.try_emplace("expression", predator_prey_invariant);
  return ode_model("[3; 1]", predator_prey_rate, {invariant});
}

inline ModelBuilder circle_model(Parameters invariant = {}) {
  invariant.try_emplace("expression", "u(1)^2 + u(2)^2");
  return ode_model("[1; 0]", "[-u(2); u(1)]", {invariant});
}

inline double largest_magnitude(const std::vector<double>& values) {
  double most = 0;
  for (double v : values) most = std::isnan(v) ? v : std::max(most, std::fabs(v));
  return most;
}

}  // namespace sim
