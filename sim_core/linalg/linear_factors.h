#pragma once
// How linear_solver.h sees its methods. Each is prepared for one pattern, which must outlive it.
#include <memory>
#include <span>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

template <class Number>
class LinearFactors {
 public:
  virtual ~LinearFactors() = default;
  // `values` are finite. False: singular.
  virtual bool factor(std::span<const Number> values) = 0;
  virtual void solve(std::span<Number> b) = 0;
  virtual double reciprocal_condition() const = 0;
  // Entries of both factors; before the first factor() what is expected.
  virtual long entries() const = 0;
};

template <class Number>
std::unique_ptr<LinearFactors<Number>> dense_factors(const SparsityPattern& pattern);
// `order[k]` is the row and column that becomes the k-th.
template <class Number>
std::unique_ptr<LinearFactors<Number>> band_factors(const SparsityPattern& pattern,
                                                    std::span<const int> order);
template <class Number>
std::unique_ptr<LinearFactors<Number>> klu_factors(const SparsityPattern& pattern);
// Whether the library can be loaded.
bool has_umfpack();
template <class Number>
std::unique_ptr<LinearFactors<Number>> umfpack_factors(const SparsityPattern& pattern);

// What KLU expects from the pattern.
struct KluEstimate {
  double entries = 0, operations = 0;
};
KluEstimate estimate_klu(const SparsityPattern& pattern);

}  // namespace sim
