#pragma once
// The linear system of a body under constraints: y (n numbers) and the multipliers z (m numbers) with
//
//   M y = F + A^T z,   A y = c,     M: n x n, symmetric, not negative;  A: m x n
//
// which is the minimum of 1/2 y^T M y - F^T y under A y = c. With M the mass matrix, F the forces and c =
// db/dt it gives the accelerations of bodies held to A v = b, and A^T z the forces that hold them. With F = M
// x0 and c = b it gives the state next to x0, in the energy norm, that satisfies A x = b: the energy
// projection.
//
// Rows of A may repeat one another or vanish, and M may be singular: what the equations leave open is chosen
// smallest, in a scaling in which M has ones on its diagonal and rows of A have 1 for their largest; what
// they exclude is satisfied in the sense of least squares. With K = [M -A^T; A 0], scaled: the symmetric part
// of K is not negative, so its null space N is that of its transpose too, and the smallest solution nearest
// to K u = f is any solution of K u = f - P f, less P of itself, P being the projection onto N. K is factored
// as a sparse matrix with its rank revealed (sparse_elimination.h), which gives N as sparse vectors.
//
// C. C. Paige, M. A. Saunders, Solution of sparse indefinite systems of linear equations, SIAM J. Numer.
// Anal. 12 (1975) 617-629; M. Benzi, G. H. Golub, J. Liesen, Numerical solution of saddle point problems,
// Acta Numerica 14 (2005) 1-137, sections 3 and 5.
#include <memory>
#include <span>
#include <vector>

namespace sim {

class ConstrainedSystem {
 public:
  struct Entry {
    int row = 0, column = 0;
  };
  // Where M and A may be non-zero. Entries of M come for both triangles; repeated entries are added up.
  ConstrainedSystem(int unknowns, int constraints, std::vector<Entry> mass, std::vector<Entry> constraint);
  ~ConstrainedSystem();

  // One value for each entry, those of M first. The factors of the last few sets of values are kept. False: a
  // value is not a finite number.
  bool factor(std::span<const double> values);

  enum class Outcome {
    Solved,
    Contradiction,  // the constraints exclude each other; see worst()
    Unbounded       // a force acts on what has neither mass nor constraint; see worst()
  };
  // right: F, then c. solution: y, then z. The same right side as before costs a comparison.
  Outcome solve(std::span<const double> right, std::span<double> solution);
  // The constraints, or the unknowns, that the last solve could not satisfy, the worst first.
  std::span<const int> worst() const;
  // Of the last factors: in how many independent directions the equations leave the solution open.
  std::size_t open_directions() const;
  // Of the last factors, beside their pivots: what a solution costs.
  std::size_t factor_entries() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sim
