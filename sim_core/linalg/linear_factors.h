#pragma once
// How linear_solver.h sees its methods. Each is prepared for one pattern, which must outlive it.
#include <memory>
#include <span>
#include <vector>

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

struct Supernodes;
std::unique_ptr<LinearFactors<double>> multifrontal_factors(const SparsityPattern& pattern,
                                                            std::shared_ptr<const Supernodes> supernodes);

// An order of rows and columns with little fill-in, where pivots are taken from the diagonal. P. R. Amestoy,
// T. A. Davis, I. S. Duff, Algorithm 837: AMD, ACM Trans. Math. Softw. 30 (2004) 381-388.
std::vector<int> minimum_degree_order(const SparsityPattern& pattern);

// What KLU expects from the pattern.
struct KluEstimate {
  double entries = 0, operations = 0;
};
KluEstimate estimate_klu(const SparsityPattern& pattern);

}  // namespace sim
