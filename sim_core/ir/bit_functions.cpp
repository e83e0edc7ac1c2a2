#include "sim_core/ir/bit_functions.h"

#include <algorithm>
#include <cmath>

#include "sim_core/ir/external_function.h"
#include "sim_core/ir/scalar_functions.h"
#include "sim_core/ir/values.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::ir {

namespace {

constexpr int word = 64;

std::int64_t bits_of_number(double a) {
  return static_cast<std::int64_t>(wrapped(std::floor(a), -0x1p63, 0x1p64));
}

double result_of(BitOperation operation, double a, double b) {
  const std::int64_t u = bits_of_number(a), v = bits_of_number(b);
  switch (operation) {
    case BitOperation::And:
      return static_cast<double>(u & v);
    case BitOperation::Or:
      return static_cast<double>(u | v);
    case BitOperation::Xor:
      return static_cast<double>(u ^ v);
    default:
      break;
  }
  if (v >= word) return 0;
  if (v >= 0) return static_cast<double>(static_cast<std::int64_t>(static_cast<std::uint64_t>(u) << v));
  return static_cast<double>(u >> std::min<std::int64_t>(-v, word - 1));
}

// The same as C.
constexpr const char* c_bits_of_numbers = R"c(    int64_t bits[2];
    for (int n = 0; n < 2; ++n) {
      double v = isfinite(numbers[n]) ? fmod(floor(numbers[n]), 0x1p64) : 0.0;
      if (v >= 0x1p63)
        v -= 0x1p64;
      else if (v < -0x1p63)
        v += 0x1p64;
      bits[n] = (int64_t)v;
    }
)c";
constexpr const char* c_shift = R"c(    if (bits[1] >= 64)
      out0[k] = 0.0;
    else if (bits[1] >= 0)
      out0[k] = (double)(int64_t)((uint64_t)bits[0] << bits[1]);
    else
      out0[k] = (double)(bits[0] >> (bits[1] < -63 ? 63 : -bits[1]));
  }
)c";

class NoSlopeOfBits final : public ExternalFunction, public WrittenInC {
 public:
  explicit NoSlopeOfBits(Shape shape) : shape_(shape) {}
  std::string name() const override { return "zero"; }
  std::vector<Shape> output_shapes() const override { return {shape_}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const>, std::span<double* const> outputs) const override {
    std::fill_n(outputs[0], shape_.size(), 0.0);
    return EvalStatus::Ok;
  }
  std::string c_body() const override { return c_zeros("out0", shape_.size()); }

 private:
  Shape shape_;
};

class BitFunction final : public ExternalFunction, public WrittenInC {
 public:
  BitFunction(BitOperation operation, Shape a, Shape b)
      : operation_(operation),
        shape_(a.is_scalar() ? b : a),
        step_a_(!a.is_scalar()),
        step_b_(!b.is_scalar()) {}
  std::string name() const override {
    static constexpr const char* names[] = {"bitand", "bitor", "bitxor", "bitshift"};
    return names[static_cast<std::size_t>(operation_)];
  }
  std::vector<Shape> output_shapes() const override { return {shape_}; }
  bool depends(int, int row, int argument, int column) const override {
    return column == (argument == 0 ? step_a_ : step_b_) * row;
  }
  std::shared_ptr<const ExternalFunction> tangent() const override {
    return std::make_shared<NoSlopeOfBits>(shape_);
  }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    for (int k = 0; k < shape_.size(); ++k)
      outputs[0][k] = result_of(operation_, arguments[0][step_a_ * k], arguments[1][step_b_ * k]);
    return EvalStatus::Ok;
  }
  std::string c_body() const override {
    static constexpr const char* results[] = {"(double)(bits[0] & bits[1])", "(double)(bits[0] | bits[1])",
                                              "(double)(bits[0] ^ bits[1])", nullptr};
    const char* result = results[static_cast<std::size_t>(operation_)];
    return "  for (int k = 0; k < " + std::to_string(shape_.size()) +
           "; ++k) {\n    const double numbers[2] = {in0[" + (step_a_ ? "k" : "0") + "], in1[" +
           (step_b_ ? "k" : "0") + "]};\n" + c_bits_of_numbers +
           (result ? "    out0[k] = " + std::string(result) + ";\n  }\n" : std::string(c_shift));
  }

 private:
  BitOperation operation_;
  Shape shape_;
  int step_a_, step_b_;  // 0 for what is repeated
};

}  // namespace

Value bitwise(BitOperation operation, Value a, Value b) {
  a = real_only(a, "bits");
  b = real_only(b, "bits");
  const Value arguments[] = {a, b};
  return a.graph->call(std::make_shared<BitFunction>(operation, a.shape(), b.shape()), arguments).front();
}

bool is_bitwise(const Graph& graph, NodeId id) {
  if (graph.node(id).op == Op::Slice || graph.node(id).op == Op::Gather) id = graph.node(id).a;
  if (graph.node(id).op != Op::Call) return false;
  const auto* function = graph.call_site(graph.node(id).slot).function.get();
  return dynamic_cast<const BitFunction*>(function) != nullptr;
}

}  // namespace sim::ir
