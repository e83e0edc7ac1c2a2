#include <Eigen/LU>
#include <complex>

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
    lu_.compute(a_);
    const auto pivots = lu_.matrixLU().diagonal().array();
    return (pivots != Number(0)).all() && lu_.matrixLU().allFinite();
  }

  void solve(std::span<Number> b) override {
    if (b.empty()) return;
    Eigen::Map<Eigen::Matrix<Number, Eigen::Dynamic, 1>> x(b.data(), static_cast<Eigen::Index>(b.size()));
    x.applyOnTheLeft(lu_.permutationP());
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(x);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(x);
  }

  double reciprocal_condition() const override { return pattern_.rows == 0 ? 1 : lu_.rcond(); }
  long entries() const override { return static_cast<long>(pattern_.rows) * pattern_.cols; }

 private:
  using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  const SparsityPattern& pattern_;
  Matrix a_;
  Eigen::PartialPivLU<Matrix> lu_;
};

}  // namespace

template <class Number>
std::unique_ptr<LinearFactors<Number>> dense_factors(const SparsityPattern& pattern) {
  return std::make_unique<DenseFactors<Number>>(pattern);
}
template std::unique_ptr<LinearFactors<double>> dense_factors(const SparsityPattern&);
template std::unique_ptr<LinearFactors<std::complex<double>>> dense_factors(const SparsityPattern&);

}  // namespace sim
