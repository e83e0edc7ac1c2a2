#pragma once
// The models that are measured, as diagrams and written by hand.
#include <cmath>
#include <span>

#include "sim_core/solvers/ode_problem.h"
#include "tests/support/model_builder.h"

namespace sim {

inline Diagram predator_prey_diagram() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "Prey", {{"x0", "3"}});
  const Id y = m.block("continuous/integrator", "Predator", {{"x0", "1"}});
  const Id one = m.block("sources/constant", "One");
  const Id less_y = m.block("math/sum", "1 - y", {{"signs", "+-"}});
  const Id less_x = m.block("math/sum", "1 - x", {{"signs", "+-"}});
  const Id growth = m.block("math/product", "x(1 - y)"), decay = m.block("math/product", "y(1 - x)");
  const Id a = m.block("math/gain", "a", {{"k", "1"}}), c = m.block("math/gain", "-c", {{"k", "-2"}});
  m.connect(one, less_y, 0).connect(y, less_y, 1).connect(one, less_x, 0).connect(x, less_x, 1);
  m.connect(x, growth, 0).connect(less_y, growth, 1).connect(y, decay, 0).connect(less_x, decay, 1);
  m.connect(growth, a).connect(decay, c).connect(a, x).connect(c, y);
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(x, scope, 0).connect(y, scope, 1);
  m.set("StopTime", "1000").set("RelTol", "1e-6").set("AbsTol", "1e-6").set("MaxStep", "inf");
  return m.diagram;
}

inline EvalStatus predator_prey(double, std::span<const double> x, std::span<double> dx) {
  dx[0] = x[0] * (1 - x[1]);
  dx[1] = -2 * x[1] * (1 - x[0]);
  return EvalStatus::Ok;
}

// Lags behind `before`, x_i' = 2 (x_{i-1} - x_i): one Sum, Gain and Integrator each. Returns the last.
inline Id add_lags(ModelBuilder& m, Id before, int count, Id parent = no_id) {
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    const Id sum = m.block("math/sum", "Error" + n, {{"signs", "+-"}}, parent);
    const Id gain = m.block("math/gain", "Rate" + n, {{"k", "2"}}, parent);
    const Id lag = m.block("continuous/integrator", "Lag" + n, {}, parent);
    m.connect(before, sum, 0).connect(lag, sum, 1).connect(sum, gain).connect(gain, lag);
    before = lag;
  }
  return before;
}

// A chain of lags behind a sine, `blocks` in all.
inline Diagram lag_diagram(int blocks) {
  ModelBuilder m;
  const Id last = add_lags(m, m.block("sources/sine_wave", "Source"), blocks / 3);
  m.connect(last, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "20").set("RelTol", "1e-6").set("AbsTol", "1e-6").set("MaxStep", "inf");
  return m.diagram;
}

// The same chain cut into subsystems, of which `depth` are nested in each other.
inline Diagram lag_diagram_in_subsystems(int blocks, int subsystems, int depth) {
  ModelBuilder m;
  Id before = m.block("sources/sine_wave", "Source");
  for (int k = 0; k < subsystems; k += depth) {
    const Id outermost = m.block("ports/subsystem", "Part" + std::to_string(k));
    m.connect(before, outermost);
    std::vector<Id> nest{outermost};
    for (int level = 0; level < depth; ++level) {
      const Id here = nest.back(), in = m.block("ports/inport", "in", {}, here);
      const Id last = add_lags(m, in, blocks / 3 / subsystems, here);
      const bool innermost = level + 1 == depth;
      nest.push_back(m.block(innermost ? "ports/outport" : "ports/subsystem", "inner", {}, here));
      m.connect(last, nest.back());
    }
    nest.pop_back();
    for (; nest.size() > 1; nest.pop_back()) {
      const Id out = m.block("ports/outport", "out", {}, nest[nest.size() - 2]);
      m.connect(nest.back(), out);
    }
    before = outermost;
  }
  m.connect(before, m.block("sinks/scope", "Scope"));
  return m.diagram;
}

inline EvalStatus lags(double t, std::span<const double> x, std::span<double> dx) {
  double before = std::sin(t);
  for (std::size_t k = 0; k < x.size(); ++k) {
    dx[k] = 2 * (before - x[k]);
    before = x[k];
  }
  return EvalStatus::Ok;
}

}  // namespace sim
