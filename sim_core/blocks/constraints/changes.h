#pragma once
// What the blocks that project their states have in common.
#include "sim_core/block/equations.h"

namespace sim::blocks {

inline ir::Value any(ir::Value truths) { return ir::total(truths) > truths.graph->constant(0); }

// 1 for the elements of `signal` that differ, by more than rounding, from what they were when the step ended.
inline ir::Value jumps(Equations& e, ir::Value signal) {
  constexpr double rounding = 0x1p-40;
  const auto size = [](ir::Value v) { return ir::make(ir::Op::Abs, v); };
  const ir::Value before = e.memory(e.graph().constant(
      signal.shape(), std::vector<double>(static_cast<std::size_t>(signal.shape().size()), 0.0)));
  e.follow(before, signal);
  e.store(before, signal);
  return size(signal - before) > (size(signal) + size(before)) * rounding;
}

// Whether v' M v is below 0 by more than rounding.
inline ir::Value has_negative_energy(ir::Value mass, ir::Value v) {
  const auto size = [](ir::Value u) { return ir::make(ir::Op::Abs, u); };
  return ir::total(v * ir::matmul(mass, v)) < ir::total(size(v) * ir::matmul(size(mass), size(v))) * -1e-12;
}

// `v` as a column of `count` numbers; a scalar stands for all.
inline ir::Value filled(ir::Value v, int count) {
  return ir::repeated(v.shape().is_scalar() ? v : ir::slice(v, 0, vector_shape(v.shape().count())),
                      vector_shape(count));
}

}  // namespace sim::blocks
