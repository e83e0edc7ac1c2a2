#pragma once
// Solves A x = b for many matrices A of one sparsity pattern: what follows from the pattern alone (orders of
// rows and columns, room for the factors) is found once, in the constructor. Factors follow from the values
// alone, not from what was factored before.
//
//   LinearSolver solver(pattern);                       // picks a method
//   if (solver.factor(values)) solver.solve(b);         // b becomes A^-1 b
//
// The methods:
//   Dense    LU with partial pivoting, blocked; n^2 numbers
//   Band     rows and columns in reverse Cuthill-McKee order (bandwidth.h), then banded LU with partial
//            pivoting
//   Klu      block triangular form, minimum degree, left-looking LU. T. A. Davis, E. Palamadai Natarajan,
//            Algorithm 907: KLU, ACM Trans. Math. Softw. 37 (2010) 36.
//   Multifrontal  minimum degree, LU by dense blocks with pivots from the diagonal (supernodes.h); KLU where
//            one is small beside its column, and for complex numbers
//   Umfpack  multifrontal LU. T. A. Davis, Algorithm 832: UMFPACK V4.3, ACM Trans. Math. Softw. 30 (2004)
//            196-199.
#include <complex>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim_core/base/memory_budget.h"
#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

enum class LinearSolverKind { Auto, Dense, Band, Klu, Multifrontal, Umfpack };

std::string_view to_text(LinearSolverKind kind);  // "dense", "band", "KLU", "multifrontal", ...

struct LinearSolverReport {
  LinearSolverKind kind = LinearSolverKind::Auto;  // the method at work; never Auto
  std::string reason;                              // why, as a clause: "its band is 3 wide"
  int size = 0;
  long nonzeros = 0;         // entries of the pattern
  long factor_nonzeros = 0;  // entries of L and U together; an estimate until the first factor()
  int lower = 0, upper = 0;  // widths of the band below and above the diagonal, after reordering
  // How many times more entries the factors have than the matrix.
  double fill_in() const {
    return nonzeros ? static_cast<double>(factor_nonzeros) / static_cast<double>(nonzeros) : 0;
  }
};

// What a method needs to do for one kind of number; see linear_factors.h.
template <class Number>
class LinearFactors;

// Number: double or std::complex<double>.
template <class Number>
class BasicLinearSolver {
 public:
  // The pattern is square. Auto chooses by size, band and expected fill-in. Throws OverBudget where the
  // factors are more than the work of this thread may hold (base/work.h).
  explicit BasicLinearSolver(SparsityPattern pattern, LinearSolverKind kind = LinearSolverKind::Auto);
  ~BasicLinearSolver();
  BasicLinearSolver(BasicLinearSolver&&) noexcept;
  BasicLinearSolver& operator=(BasicLinearSolver&&) noexcept;

  // One value for each entry of the pattern, in its order. False: the matrix is singular, or holds what is
  // not a finite number; solve() is then not allowed. Throws WorkStopped where the work of this thread is
  // asked to stop meanwhile; the solver is of no use behind that.
  bool factor(std::span<const Number> values);

  // Replaces b by A^-1 b.
  void solve(std::span<Number> b);

  // A rough measure of how regular the last matrix was: 1 / (|A| |A^-1|) in the 1-norm for Dense, the ratio
  // of the smallest pivot to the largest for the others. 0: singular.
  double reciprocal_condition() const;

  const SparsityPattern& pattern() const { return *pattern_; }
  const LinearSolverReport& report() const { return report_; }

 private:
  bool compute(std::span<const Number> values);

  // Shared with a factorization that was left because of a stop.
  std::shared_ptr<const SparsityPattern> pattern_;
  LinearSolverReport report_;
  MemoryCharge charge_;
  std::shared_ptr<LinearFactors<Number>> factors_;
  bool regular_ = false;
  bool slow_ = false;  // the next factorization may take longer than somebody waits who stops it
};

using LinearSolver = BasicLinearSolver<double>;
using ComplexLinearSolver = BasicLinearSolver<std::complex<double>>;

extern template class BasicLinearSolver<double>;
extern template class BasicLinearSolver<std::complex<double>>;

}  // namespace sim
