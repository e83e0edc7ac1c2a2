#pragma once
// Partial differential equations by finite differences, as diagrams: what implicit solvers and their
// Jacobians are measured with.
#include <string>
#include <vector>

#include "tests/support/model_builder.h"

namespace sim {

// u_t = u_xx on (0, 1) with u = 0 at both ends, `points` inside: an Integrator, two Gains and a Sum for each.
inline Diagram heat_diagram(int points) {
  ModelBuilder m;
  std::vector<Id> u;
  const std::string scale = std::to_string(points + 1) + "^2";
  for (int i = 1; i <= points; ++i)
    u.push_back(m.block("continuous/integrator", "u" + std::to_string(i),
                        {{"x0", "sin(" + std::to_string(i) + "*pi/" + std::to_string(points + 1) + ")"}}));
  for (std::size_t i = 0; i < u.size(); ++i) {
    const bool left = i > 0, right = i + 1 < u.size();
    const std::string name = std::to_string(i + 1);
    const Id twice = m.block("math/gain", "twice" + name, {{"k", "-2"}});
    const Id sum = m.block("math/sum", "sum" + name,
                           {{"signs", std::string(std::size_t{1} + (left ? 1 : 0) + (right ? 1 : 0), '+')}});
    const Id slope = m.block("math/gain", "slope" + name, {{"k", scale}});
    m.connect(u[i], twice).connect(twice, sum, 0);
    int input = 1;
    if (left) m.connect(u[i - 1], sum, input++);
    if (right) m.connect(u[i + 1], sum, input);
    m.connect(sum, slope).connect(slope, u[i]);
  }
  m.connect(u.back(), m.block("sinks/scope", "Scope"));
  return m.diagram;
}

// The same with one Integrator of all points, which Selectors shift to the left and to the right.
inline Diagram heat_vector_diagram(int points) {
  ModelBuilder m;
  const std::string n = std::to_string(points), last = std::to_string(points - 1);
  const Id u = m.block("continuous/integrator", "u", {{"x0", "sin((1:" + n + ")'*pi/(" + n + "+1))"}});
  const Id zero = m.block("sources/constant", "zero", {{"value", "0"}});
  const Id head = m.block("routing/selector", "head", {{"Indices", "1:" + last}});
  const Id tail = m.block("routing/selector", "tail", {{"Indices", "2:" + n}});
  const Id left = m.block("routing/mux", "left"), right = m.block("routing/mux", "right");
  m.connect(u, head).connect(u, tail);
  m.connect(zero, left, 0).connect(head, left, 1).connect(tail, right, 0).connect(zero, right, 1);
  const Id twice = m.block("math/gain", "twice", {{"k", "-2"}});
  const Id sum = m.block("math/sum", "sum", {{"signs", "+++"}});
  const Id slope = m.block("math/gain", "slope", {{"k", "(" + n + "+1)^2"}});
  m.connect(u, twice).connect(left, sum, 0).connect(twice, sum, 1).connect(right, sum, 2);
  m.connect(sum, slope).connect(slope, u);
  m.connect(u, m.block("sinks/scope", "Scope"));
  return m.diagram;
}

// The Brusselator with diffusion on the unit square, no flux through its border, side x side points:
// u' = 1 + u^2 v - 4.4 u + a lap u, v' = 3.4 u - u^2 v + a lap v, a = 0.002.
inline Diagram brusselator_diagram(int side) {
  ModelBuilder m;
  const std::string cells = std::to_string(side * side), scale = "0.002*(" + std::to_string(side) + "-1)^2";
  const auto neighbors = [&](int right, int up) {
    std::string list = "[";
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        const int row = i + up, column = j + right;
        const bool mirrored = row < 0 || row >= side || column < 0 || column >= side;
        list += std::to_string((mirrored ? (i - up) * side + j - right : row * side + column) + 1) + " ";
      }
    return list + "]";
  };
  const std::string shifts[] = {neighbors(1, 0), neighbors(-1, 0), neighbors(0, 1), neighbors(0, -1)};
  const Id u = m.block("continuous/integrator", "u", {{"x0", "0.5 + sin((1:" + cells + ")'/7)/3"}});
  const Id v = m.block("continuous/integrator", "v", {{"x0", "1 + cos((1:" + cells + ")'/5)/3"}});
  const auto diffusion = [&](Id field, const std::string& name) {
    const Id sum = m.block("math/sum", "around " + name, {{"signs", "+++++"}});
    const Id here = m.block("math/gain", "here " + name, {{"k", "-4"}});
    m.connect(field, here).connect(here, sum, 4);
    for (int k = 0; k < 4; ++k) {
      const Id shifted = m.block("routing/selector", name + std::to_string(k),
                                 {{"Indices", shifts[static_cast<std::size_t>(k)]}});
      m.connect(field, shifted).connect(shifted, sum, k);
    }
    const Id scaled = m.block("math/gain", "diffusion " + name, {{"k", scale}});
    m.connect(sum, scaled);
    return scaled;
  };
  const Id one = m.block("sources/constant", "one", {{"value", "1"}});
  const Id reaction = m.block("math/product", "u^2 v", {{"operations", "3"}});
  const Id u_loss = m.block("math/gain", "4.4 u", {{"k", "4.4"}}),
           v_gain = m.block("math/gain", "3.4 u", {{"k", "3.4"}});
  const Id du = m.block("math/sum", "du", {{"signs", "++-+"}}),
           dv = m.block("math/sum", "dv", {{"signs", "+-+"}});
  m.connect(u, reaction, 0)
      .connect(u, reaction, 1)
      .connect(v, reaction, 2)
      .connect(u, u_loss)
      .connect(u, v_gain);
  m.connect(one, du, 0).connect(reaction, du, 1).connect(u_loss, du, 2).connect(diffusion(u, "u"), du, 3);
  m.connect(v_gain, dv, 0).connect(reaction, dv, 1).connect(diffusion(v, "v"), dv, 2);
  m.connect(du, u).connect(dv, v).connect(u, m.block("sinks/scope", "Scope"));
  return m.diagram;
}

}  // namespace sim
