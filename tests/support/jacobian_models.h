#pragma once
// Models whose df/dx has a known pattern.
#include <string>
#include <vector>

#include "tests/support/model_builder.h"

namespace sim {

// x1' = x1 x3, x2' = sin x2, x3' = x2^2: [1 0 1; 0 1 0; 0 1 0], in two groups.
inline ModelBuilder three_states() {
  ModelBuilder m;
  std::vector<Id> x;
  for (int k = 1; k <= 3; ++k)
    x.push_back(m.block("continuous/integrator", "x" + std::to_string(k), {{"x0", "0.5"}}));
  const Id product = m.block("math/product", "f1", {{"operations", "**"}});
  const Id sine = m.block("user_defined/fcn", "f2", {{"expression", "sin(u)"}});
  const Id square = m.block("user_defined/fcn", "f3", {{"expression", "u^2"}});
  m.connect(x[0], product, 0).connect(x[2], product, 1).connect(product, x[0]);
  m.connect(x[1], sine).connect(sine, x[1]).connect(x[1], square).connect(square, x[2]);
  m.connect(x[0], m.block("sinks/scope", "Scope"));
  return m;
}

// u_t = u_xx in n elements of one state, with no flow through the ends: tridiagonal, 3n - 2 nonzeros, three
// groups.
inline ModelBuilder rod(int n) {
  ModelBuilder m;
  const std::string size = std::to_string(n);
  const Id u = m.block("continuous/integrator", "u", {{"x0", "ones(" + size + ", 1)"}});
  const Id twice = m.block("math/gain", "twice", {{"k", "-2"}});
  const Id left = m.block("routing/selector", "left", {{"Indices", "[1 1:" + size + "-1]"}});
  const Id right = m.block("routing/selector", "right", {{"Indices", "[2:" + size + " " + size + "]"}});
  const Id sum = m.block("math/sum", "sum", {{"signs", "+++"}});
  m.connect(u, twice).connect(u, left).connect(u, right);
  m.connect(left, sum, 0).connect(twice, sum, 1).connect(right, sum, 2).connect(sum, u);
  m.connect(u, m.block("sinks/scope", "Scope"));
  return m;
}

}  // namespace sim
