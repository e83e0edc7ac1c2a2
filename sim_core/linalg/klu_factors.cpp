#include <klu.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <vector>

#include "sim_core/linalg/linear_factors.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

// KLU takes complex numbers as pairs of doubles.
double* doubles(const double* values) { return const_cast<double*>(values); }
double* doubles(const Complex* values) {
  return const_cast<double*>(reinterpret_cast<const double*>(values));
}

template <class Number>
constexpr bool is_complex = std::is_same_v<Number, Complex>;

template <class Number>
class KluFactors final : public LinearFactors<Number> {
 public:
  explicit KluFactors(const SparsityPattern& pattern) : pattern_(pattern) {
    klu_defaults(&common_);
    if (pattern.cols > 0) symbolic_ = klu_analyze(pattern.cols, columns(), rows(), &common_);
  }
  ~KluFactors() override {
    free_numeric();
    klu_free_symbolic(&symbolic_, &common_);
  }
  KluFactors(const KluFactors&) = delete;
  KluFactors& operator=(const KluFactors&) = delete;

  bool factor(std::span<const Number> values) override {
    if (pattern_.cols == 0) return true;
    if (!symbolic_) return false;
    if (diagonal_ && factor_again(values) && measure()) return true;
    free_numeric();
    if constexpr (is_complex<Number>)
      numeric_ = klu_z_factor(columns(), rows(), doubles(values.data()), symbolic_, &common_);
    else
      numeric_ = klu_factor(columns(), rows(), doubles(values.data()), symbolic_, &common_);
    diagonal_ = numeric_ && common_.status == KLU_OK && common_.noffdiag == 0;
    return numeric_ && common_.status == KLU_OK && measure();
  }

  void solve(std::span<Number> b) override {
    if (b.empty()) return;
    if constexpr (is_complex<Number>)
      klu_z_solve(symbolic_, numeric_, pattern_.cols, 1, doubles(b.data()), &common_);
    else
      klu_solve(symbolic_, numeric_, pattern_.cols, 1, doubles(b.data()), &common_);
  }

  double reciprocal_condition() const override { return pattern_.cols == 0 ? 1 : condition_; }
  long entries() const override {
    if (numeric_) return static_cast<long>(numeric_->lnz) + numeric_->unz + symbolic_->nzoff;
    return symbolic_ && symbolic_->lnz > 0
               ? static_cast<long>(symbolic_->lnz + symbolic_->unz) + symbolic_->nzoff
               : pattern_.nonzeros();
  }

 private:
  int* columns() { return const_cast<int*>(pattern_.column_start.data()); }
  int* rows() { return const_cast<int*>(pattern_.row_index.data()); }

  // With the pivots of before, where these are the diagonal and KLU would take them again: then the factors
  // are those that it would find, to the last bit, and the search for pivots is saved: on the Brusselator's
  // grid a quarter of the instructions.
  bool factor_again(std::span<const Number> values) {
    if constexpr (is_complex<Number>)
      klu_z_refactor(columns(), rows(), doubles(values.data()), symbolic_, numeric_, &common_);
    else
      klu_refactor(columns(), rows(), doubles(values.data()), symbolic_, numeric_, &common_);
    return common_.status == KLU_OK && takes_the_diagonal();
  }

  // KLU takes an entry of the diagonal that is at least `tol` times the largest of its column, so L has no
  // larger ones than 1 / tol. A little less, to be sure.
  bool takes_the_diagonal() {
    const auto entries = static_cast<std::size_t>(numeric_->lnz);
    starts_.resize(static_cast<std::size_t>(pattern_.cols) + 1);
    indices_.resize(entries);
    lower_.resize(entries);
    if constexpr (is_complex<Number>) {
      imaginary_.resize(entries);
      klu_z_extract(numeric_, symbolic_, starts_.data(), indices_.data(), lower_.data(), imaginary_.data(),
                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                    nullptr, nullptr, &common_);
      for (std::size_t k = 0; k < entries; ++k) lower_[k] = std::hypot(lower_[k], imaginary_[k]);
    } else {
      klu_extract(numeric_, symbolic_, starts_.data(), indices_.data(), lower_.data(), nullptr, nullptr,
                  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &common_);
    }
    const double largest = 0.99 / common_.tol;
    return std::all_of(lower_.begin(), lower_.end(), [&](double l) { return std::fabs(l) <= largest; });
  }

  void free_numeric() {
    diagonal_ = false;
    if constexpr (is_complex<Number>)
      klu_z_free_numeric(&numeric_, &common_);
    else
      klu_free_numeric(&numeric_, &common_);
  }

  bool measure() {
    if constexpr (is_complex<Number>)
      klu_z_rcond(symbolic_, numeric_, &common_);
    else
      klu_rcond(symbolic_, numeric_, &common_);
    condition_ = common_.rcond;
    return condition_ > 0;
  }

  const SparsityPattern& pattern_;
  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  bool diagonal_ = false;  // its pivots are those of symbolic_
  double condition_ = 0;
  std::vector<int> starts_, indices_;  // of L
  std::vector<double> lower_, imaginary_;
};

}  // namespace

template <class Number>
std::unique_ptr<LinearFactors<Number>> klu_factors(const SparsityPattern& pattern) {
  return std::make_unique<KluFactors<Number>>(pattern);
}
template std::unique_ptr<LinearFactors<double>> klu_factors(const SparsityPattern&);
template std::unique_ptr<LinearFactors<Complex>> klu_factors(const SparsityPattern&);

// KLU takes it from AMD, which nothing else here is linked with.
std::vector<int> minimum_degree_order(const SparsityPattern& pattern) {
  std::vector<int> order(static_cast<std::size_t>(pattern.cols));
  std::iota(order.begin(), order.end(), 0);
  if (pattern.cols == 0) return order;
  klu_common common;
  klu_defaults(&common);
  common.btf = 0;
  klu_symbolic* symbolic = klu_analyze(pattern.cols, const_cast<int*>(pattern.column_start.data()),
                                       const_cast<int*>(pattern.row_index.data()), &common);
  if (symbolic) std::copy_n(symbolic->Q, order.size(), order.begin());
  klu_free_symbolic(&symbolic, &common);
  return order;
}

KluEstimate estimate_klu(const SparsityPattern& pattern) {
  if (pattern.cols == 0) return {};
  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(pattern.cols, const_cast<int*>(pattern.column_start.data()),
                                       const_cast<int*>(pattern.row_index.data()), &common);
  KluEstimate estimate;
  if (symbolic && symbolic->lnz > 0)
    estimate = {symbolic->lnz + symbolic->unz + symbolic->nzoff, symbolic->est_flops};
  klu_free_symbolic(&symbolic, &common);
  return estimate;
}

}  // namespace sim
