#include <Eigen/LU>
#include <complex>
#include <type_traits>

#include "sim_core/linalg/dense_lu.h"
#include "sim_core/linalg/linear_factors.h"

namespace sim {

namespace {

template <class Number>
class DenseFactors final : public LinearFactors<Number> {
 public:
  explicit DenseFactors(const SparsityPattern& pattern) : pattern_(pattern), a_(pattern.rows, pattern.cols) {}

  bool factor(std::span<const Number> values) override {
    if (pattern_.rows == 0) return true;
    a_.setZero();
    for (int j = 0, at = 0; j < pattern_.cols; ++j)
      for (int i : pattern_.column(j)) a_(i, j) = values[static_cast<std::size_t>(at++)];
    if constexpr (is_real)
      if (is_small()) return small_.factor(pattern_.rows, {a_.data(), static_cast<std::size_t>(a_.size())});
    lu_.compute(a_);
    const auto pivots = lu_.matrixLU().diagonal().array();
    return (pivots != Number(0)).all() && lu_.matrixLU().allFinite();
  }

  void solve(std::span<Number> b) override {
    if (b.empty()) return;
    if constexpr (is_real)
      if (is_small()) return small_.solve(b);
    Eigen::Map<Eigen::Matrix<Number, Eigen::Dynamic, 1>> x(b.data(), static_cast<Eigen::Index>(b.size()));
    x.applyOnTheLeft(lu_.permutationP());
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(x);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(x);
  }

  double reciprocal_condition() const override {
    if (pattern_.rows == 0) return 1;
    return is_real && is_small() ? Lu(a_).rcond() : lu_.rcond();
  }
  long entries() const override { return static_cast<long>(pattern_.rows) * pattern_.cols; }

 private:
  using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  using Lu = Eigen::PartialPivLU<Matrix>;
  static constexpr bool is_real = std::is_same_v<Number, double>;
  bool is_small() const { return pattern_.rows <= DenseLu::largest_plain; }

  const SparsityPattern& pattern_;
  Matrix a_;
  DenseLu small_;
  Lu lu_;
};

}  // namespace

template <class Number>
std::unique_ptr<LinearFactors<Number>> dense_factors(const SparsityPattern& pattern) {
  return std::make_unique<DenseFactors<Number>>(pattern);
}
template std::unique_ptr<LinearFactors<double>> dense_factors(const SparsityPattern&);
template std::unique_ptr<LinearFactors<std::complex<double>>> dense_factors(const SparsityPattern&);

}  // namespace sim
