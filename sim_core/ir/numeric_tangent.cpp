#include "sim_core/ir/numeric_tangent.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim::ir {

namespace {

class NumericTangent final : public ExternalFunction {
 public:
  NumericTangent(std::shared_ptr<const ExternalFunction> f, std::vector<int> sizes)
      : f_(std::move(f)), sizes_(std::move(sizes)) {}
  std::string name() const override { return f_->name() + " (differenced)"; }
  std::vector<Shape> output_shapes() const override { return f_->output_shapes(); }
  bool depends(int output, int row, int argument, int column) const override {
    return f_->depends(output, row, argument % static_cast<int>(sizes_.size()), column);
  }
  std::shared_ptr<const ExternalFunction> tangent() const override { return nullptr; }

  EvalStatus evaluate(std::span<const double* const> a, std::span<double* const> out) const override {
    const std::size_t n = sizes_.size();
    double size = 0, length = 0;
    for (std::size_t k = 0; k < n; ++k)
      for (int i = 0; i < sizes_[k]; ++i) {
        size = std::max(size, std::fabs(a[k][i]));
        length = std::max(length, std::fabs(a[n + k][i]));
      }
    const auto shapes = f_->output_shapes();
    if (length == 0) {
      for (std::size_t o = 0; o < shapes.size(); ++o) std::fill_n(out[o], shapes[o].size(), 0.0);
      return EvalStatus::Ok;
    }
    const double h = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(size, 1.0) / length;
    std::vector<std::vector<double>> low;
    std::vector<double*> low_out;
    for (const Shape& s : shapes) low.emplace_back(static_cast<std::size_t>(s.size()));
    for (auto& l : low) low_out.push_back(l.data());
    const EvalStatus first = evaluate_at(a, -h, low_out), second = evaluate_at(a, h, out);
    for (std::size_t o = 0; o < shapes.size(); ++o)
      for (int i = 0; i < shapes[o].size(); ++i)
        out[o][i] = (out[o][i] - low[o][static_cast<std::size_t>(i)]) / (2 * h);
    return std::max(first, second);
  }

 private:
  EvalStatus evaluate_at(std::span<const double* const> a, double h, std::span<double* const> out) const {
    const std::size_t n = sizes_.size();
    std::vector<std::vector<double>> moved;
    std::vector<const double*> arguments;
    for (std::size_t k = 0; k < n; ++k) {
      moved.emplace_back(a[k], a[k] + sizes_[k]);
      for (int i = 0; i < sizes_[k]; ++i) moved.back()[static_cast<std::size_t>(i)] += h * a[n + k][i];
    }
    for (const auto& m : moved) arguments.push_back(m.data());
    return f_->evaluate(arguments, out);
  }

  std::shared_ptr<const ExternalFunction> f_;
  std::vector<int> sizes_;
};

}  // namespace

std::shared_ptr<const ExternalFunction> numeric_tangent(std::shared_ptr<const ExternalFunction> function,
                                                        std::vector<int> argument_sizes) {
  return std::make_shared<NumericTangent>(std::move(function), std::move(argument_sizes));
}

}  // namespace sim::ir
