#pragma once
// Models of a few equations.
#include <map>
#include <string>
#include <vector>

#include "tests/support/model_builder.h"

namespace sim {

// x' = the expression of the vector x (x1 = u(1), ...), recorded as x1, x2, ...
inline Diagram equations(const std::vector<std::string>& rates, const std::vector<std::string>& initial,
                         const std::map<std::string, std::string>& variables,
                         const std::string& output = {}) {
  ModelBuilder m;
  for (const auto& [name, value] : variables) m.variable(name, value);
  const Id all = m.block("routing/mux", "all", {{"inputs", std::to_string(rates.size())}});
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const std::string name = "x" + std::to_string(k + 1);
    const Id rate = m.block("user_defined/fcn", "rate of " + name, {{"expression", rates[k]}}),
             x = m.block("continuous/integrator", name, {{"x0", initial[k]}});
    m.connect(all, rate).connect(rate, x).connect(x, all, static_cast<int>(k));
    m.connect(x, m.block("ports/outport", "out " + name, {{"port", std::to_string(k + 1)}}));
  }
  if (!output.empty()) {
    const Id y = m.block("user_defined/fcn", "formula", {{"expression", output}});
    m.connect(all, y).connect(y, m.block("ports/outport", "y", {{"port", "9"}}));
  }
  m.set("RelTol", "1e-10").set("AbsTol", "1e-12").set("Solver", "ode45");
  return m.diagram;
}

}  // namespace sim
