#pragma once
// Opaque functions of one number, for tests of what evaluates them.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim_core/ir/external_function.h"

namespace sim {

class NumberFunction : public ir::ExternalFunction {
 public:
  std::vector<Shape> output_shapes() const override { return {{1, 1}}; }
  bool depends(int, int, int, int) const override { return true; }
  std::shared_ptr<const ExternalFunction> tangent() const override { return nullptr; }
};

// Its argument; counts how often it is called.
class CountingFunction final : public NumberFunction {
 public:
  std::string name() const override { return "counting"; }
  EvalStatus evaluate(std::span<const double* const> a, std::span<double* const> out) const override {
    ++calls;
    out[0][0] = a[0][0];
    return EvalStatus::Ok;
  }
  mutable int calls = 0;
};

}  // namespace sim
