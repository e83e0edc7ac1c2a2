#include "sim_core/blocks/routing/element_at.h"

#include <algorithm>

#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

// (u, index) -> the elements; with `slope` (u, index, du, ...) -> those of du.
class ElementAt final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  ElementAt(int size, int count, bool slope) : size_(size), count_(count), slope_(slope) {}
  std::string name() const override { return slope_ ? "slope of elements" : "elements"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int row, int argument, int column) const override {
    return argument == 1 ? row == column : argument == (slope_ ? 2 : 0);
  }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return slope_ ? nullptr : std::make_shared<ElementAt>(size_, count_, true);
  }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    for (int k = 0; k < count_; ++k) {
      const double index = arguments[1][k];
      outputs[0][k] =
          arguments[slope_ ? 2 : 0][index > 0 ? static_cast<int>(std::min(index, size_ - 1.0)) : 0];
    }
    return EvalStatus::Ok;
  }

  std::string c_body() const override {
    const std::string last = ir::c_number(size_ - 1.0);
    return "  for (int k = 0; k < " + std::to_string(count_) +
           "; ++k) {\n    const double index = in1[k];\n" +
           ir::c_with("    out0[k] = in" + std::string(slope_ ? "2" : "0") +
                          "[index > 0 ? (int)(index < @ ? index : @) : 0];\n  }\n",
                      last);
  }

 private:
  int size_, count_;
  bool slope_;
};

}  // namespace

ir::Value element_at(Equations& e, ir::Value u, ir::Value index) {
  if (is_complex(u))
    return ir::complex(element_at(e, ir::real_part(u), index), element_at(e, ir::imaginary_part(u), index));
  const int size = u.shape().count(), count = index.shape().count();
  const ir::Value arguments[] = {ir::slice(u, 0, vector_shape(size)),
                                 ir::slice(index, 0, vector_shape(count))};
  const ir::Value found = e.graph().call(std::make_shared<ElementAt>(size, count, false), arguments).front();
  return ir::slice(found, 0, index.shape());
}

}  // namespace sim::blocks
