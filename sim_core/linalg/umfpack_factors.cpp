#include <umfpack.h>

#include <complex>
#include <vector>

#include "sim_core/base/lazy_library.h"
#include "sim_core/linalg/linear_factors.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

// It pulls in CHOLMOD, METIS and LAPACK.
struct Umfpack {
  LazyLibrary library{FLUXION_UMFPACK};
  SIM_FUNCTION(library, umfpack_di_defaults)
  SIM_FUNCTION(library, umfpack_di_symbolic)
  SIM_FUNCTION(library, umfpack_di_numeric)
  SIM_FUNCTION(library, umfpack_di_wsolve)
  SIM_FUNCTION(library, umfpack_di_free_numeric)
  SIM_FUNCTION(library, umfpack_di_free_symbolic)
  SIM_FUNCTION(library, umfpack_zi_defaults)
  SIM_FUNCTION(library, umfpack_zi_symbolic)
  SIM_FUNCTION(library, umfpack_zi_numeric)
  SIM_FUNCTION(library, umfpack_zi_wsolve)
  SIM_FUNCTION(library, umfpack_zi_free_numeric)
  SIM_FUNCTION(library, umfpack_zi_free_symbolic)
};

const Umfpack& umfpack() {
  static const Umfpack library;
  return library;
}

// Complex numbers are given as pairs of doubles; UMFPACK knows them by the missing array of imaginary parts.
const double* doubles(const Complex* values) { return reinterpret_cast<const double*>(values); }

template <class Number>
class UmfpackFactors final : public LinearFactors<Number> {
 public:
  static constexpr bool complex = std::is_same_v<Number, Complex>;

  explicit UmfpackFactors(const SparsityPattern& pattern) : pattern_(pattern) {
    const int n = pattern.cols;
    const auto size = static_cast<std::size_t>(n);
    if constexpr (complex) {
      umfpack().umfpack_zi_defaults(control_);
      if (n)
        umfpack().umfpack_zi_symbolic(n, n, columns(), rows(), nullptr, nullptr, &symbolic_, control_, info_);
    } else {
      umfpack().umfpack_di_defaults(control_);
      if (n) umfpack().umfpack_di_symbolic(n, n, columns(), rows(), nullptr, &symbolic_, control_, info_);
    }
    control_[UMFPACK_IRSTEP] = 0;  // iterations of Newton's kind refine by themselves
    entries_ = n ? static_cast<long>(info_[UMFPACK_LNZ_ESTIMATE] + info_[UMFPACK_UNZ_ESTIMATE]) : 0;
    solution_.resize(size);
    integers_.resize(size);
    reals_.resize(complex ? 4 * size : size);
  }
  ~UmfpackFactors() override {
    free_numeric();
    if constexpr (complex)
      umfpack().umfpack_zi_free_symbolic(&symbolic_);
    else
      umfpack().umfpack_di_free_symbolic(&symbolic_);
  }
  UmfpackFactors(const UmfpackFactors&) = delete;
  UmfpackFactors& operator=(const UmfpackFactors&) = delete;

  bool factor(std::span<const Number> values) override {
    if (pattern_.cols == 0) return true;
    if (!symbolic_) return false;
    free_numeric();
    int status;
    if constexpr (complex)
      status = umfpack().umfpack_zi_numeric(columns(), rows(), doubles(values.data()), nullptr, symbolic_,
                                            &numeric_, control_, info_);
    else
      status = umfpack().umfpack_di_numeric(columns(), rows(), values.data(), symbolic_, &numeric_, control_,
                                            info_);
    if (status != UMFPACK_OK) return false;  // a singular matrix is a warning, and no good to us either
    entries_ = static_cast<long>(info_[UMFPACK_LNZ] + info_[UMFPACK_UNZ]);
    condition_ = info_[UMFPACK_RCOND];
    return condition_ > 0;
  }

  void solve(std::span<Number> b) override {
    if (b.empty()) return;
    if constexpr (complex) {
      umfpack().umfpack_zi_wsolve(UMFPACK_A, columns(), rows(), nullptr, nullptr,
                                  reinterpret_cast<double*>(solution_.data()), nullptr, doubles(b.data()),
                                  nullptr, numeric_, control_, info_, integers_.data(), reals_.data());
    } else {
      umfpack().umfpack_di_wsolve(UMFPACK_A, columns(), rows(), nullptr, solution_.data(), b.data(), numeric_,
                                  control_, info_, integers_.data(), reals_.data());
    }
    std::copy(solution_.begin(), solution_.end(), b.begin());
  }

  double reciprocal_condition() const override { return pattern_.cols == 0 ? 1 : condition_; }
  long entries() const override { return entries_; }

 private:
  const int* columns() const { return pattern_.column_start.data(); }
  const int* rows() const { return pattern_.row_index.data(); }
  void free_numeric() {
    if constexpr (complex)
      umfpack().umfpack_zi_free_numeric(&numeric_);
    else
      umfpack().umfpack_di_free_numeric(&numeric_);
  }

  const SparsityPattern& pattern_;
  double control_[UMFPACK_CONTROL], info_[UMFPACK_INFO];
  void *symbolic_ = nullptr, *numeric_ = nullptr;
  long entries_ = 0;
  double condition_ = 0;
  std::vector<Number> solution_;
  std::vector<int> integers_;
  std::vector<double> reals_;
};

}  // namespace

bool has_umfpack() { return static_cast<bool>(umfpack().library); }

template <class Number>
std::unique_ptr<LinearFactors<Number>> umfpack_factors(const SparsityPattern& pattern) {
  return std::make_unique<UmfpackFactors<Number>>(pattern);
}
template std::unique_ptr<LinearFactors<double>> umfpack_factors(const SparsityPattern&);
template std::unique_ptr<LinearFactors<Complex>> umfpack_factors(const SparsityPattern&);

}  // namespace sim
