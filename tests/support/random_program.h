#pragma once
// Programs of random graphs, and points to evaluate them at.
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "sim_core/backends/executable.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"
#include "tests/support/random_graph.h"

namespace sim {

inline void add(Kernel& kernel, ir::Value v) {
  kernel.results.push_back(v.id);
  kernel.size += v.shape().size();
}

// Random values of a random graph as results of several kernels.
inline std::shared_ptr<Program> random_program(unsigned seed) {
  RandomGraph r(seed, 20 + static_cast<int>(seed % 80), false);
  auto program = std::make_shared<Program>();
  std::mt19937 random(seed + 1);
  ir::Tangents tangents(r.graph);
  std::vector<ir::Value> picked;
  for (int k = 0; k < 12; ++k) picked.push_back(r.values[random() % r.values.size()]);
  // What only one side of a mode needs, some of it in two ways, or on both sides.
  for (std::size_t k = 0; k < 12; ++k) {
    const ir::Value mode = r.graph.leaf(ir::Op::Mode, static_cast<int>(k) % RandomGraph::modes, scalar_shape);
    const ir::Value other = r.values[random() % r.values.size()];
    if (other.shape() == picked[k].shape()) picked[k] = select(mode, sin(picked[k]), cos(other));
  }
  std::vector<ir::Value> derivatives;
  for (int k = 0; k < 4; ++k)
    if (ir::Value d = tangents(picked[static_cast<std::size_t>(k)])) derivatives.push_back(d);
  program->graph = std::move(r.graph);
  for (auto* list : {&picked, &derivatives})
    for (ir::Value& v : *list) v.graph = &program->graph;
  for (std::size_t k = 0; k < picked.size(); ++k)
    add(program->kernel(k % 2 ? KernelKind::Derivatives : KernelKind::Logged), picked[k]);
  for (ir::Value d : derivatives) add(program->kernel(KernelKind::Tangents), d);
  program->state_count = RandomGraph::states;
  program->parameters.resize(RandomGraph::parameters);
  program->mode_count = RandomGraph::modes;
  program->blocks.resize(10);
  return program;
}

struct Point {
  double t;
  std::vector<double> x, p, m, s;
  mutable TestHistory history;
  explicit Point(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> draw(-2, 2);
    t = draw(random);
    for (auto [v, n] : {std::pair{&x, 6}, {&p, 4}, {&s, 6}})
      for (int k = 0; k < n; ++k) v->push_back(draw(random));
    for (int k = 0; k < 3; ++k) m.push_back(static_cast<double>(random() % 2));
  }
  Frame frame() const { return {t, x.data(), p.data(), m.data(), nullptr, s.data(), &history}; }
};

}  // namespace sim
