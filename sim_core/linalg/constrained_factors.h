#pragma once
// The factors of K = [M -A^T; A 0] (constrained_system.h) for one set of values.
#include <span>
#include <vector>

#include "sim_core/linalg/peeled_elimination.h"
#include "sim_core/linalg/sparse_cholesky.h"

namespace sim {

// Where K may be non-zero, by row; rows of M first.
struct ConstrainedPattern {
  int unknowns = 0, constraints = 0;
  std::vector<int> row_start, column;
  int size() const { return unknowns + constraints; }
};

class ConstrainedFactors {
 public:
  // `values`: by the pattern.
  ConstrainedFactors(const ConstrainedPattern& pattern, std::span<const double> values);

  // The smallest u nearest to K u = f, in the scaling; u takes the place of f.
  void apply(std::span<double> f) const;
  // What is left of each equation under u, f - K u, and its largest term, for the equations of `checked`:
  // that of the others is rounding. True where it is more than rounding somewhere where K u = f has a
  // solution for every f.
  bool find_remainder(std::span<const double> f, std::span<const double> u, std::span<double> remainder,
                      std::span<double> terms) const;
  std::span<const int> checked() const { return checked_; }
  std::size_t entries() const { return factors_.entries(); }
  std::size_t open_directions() const { return null_.size(); }
  double scale(std::size_t row) const { return scale_[row]; }

 private:
  void find_scales(int unknowns);
  void factor();
  void find_null_space();
  void remove_null_part(std::span<double> v, std::span<const double> scale,
                        std::span<const double> unscale) const;
  std::size_t size() const { return scale_.size(); }

  std::vector<int> row_start_;
  std::vector<SparseElimination::Part> matrix_;  // its entries that are not 0, by row
  std::vector<double> scale_, unscale_;          // unscale_: 1 / scale_
  PeeledElimination factors_;
  std::vector<SparseElimination::Vector> null_;  // scaled
  SparseCholesky gram_;                          // of null_
  std::vector<char> redundant_;                  // rows that null_ has a part in
  std::vector<int> checked_;                     // these, and those that are not satisfied by construction
  mutable std::vector<double> parts_;
};

}  // namespace sim
