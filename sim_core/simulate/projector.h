#pragma once
// Moves a state X* onto invariants G(t, X) = target by the smallest change: with the k x n gradient J = dG/dX
// and the residual R = target - G(X*),
//
//   X = X* + W^-1 J^T (J W^-1 J^T)^+ R,
//
// W = I, or W = diag(1 / weight_i^2) with the solver's error weights, so that "smallest" is relative to the
// tolerances.
// ^+ is the pseudo-inverse, from a rank-revealing factorization of J W^-1/2 with its rows scaled to length 1:
// dependent invariants do no harm, and where a gradient vanishes its invariant moves nothing. Purely numeric.
//
// L. F. Shampine, Conservation laws and the numerical solution of ODEs, Comput. Math. Appl. 12B (1986)
// 1287-1296; E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, 2nd ed. (2006), IV.4; E. Eich,
// Convergence results for a coordinate projection method, SIAM J. Numer. Anal. 30 (1993) 1467-1482.
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/solvers/ode_problem.h"

namespace sim {

enum class ProjectionMethod {
  None,
  Taylor,      // one step of the formula
  Standard,    // repeated with the residual renewed, J and its factorization kept
  Newton,      // repeated with both renewed
  Symmetric,   // of whole steps: see SymmetricProjection; where a state alone is projected: Standard
  Relaxation,  // of whole steps: see relaxation_factor(); where a state alone is projected: Standard
};

struct ProjectorOptions {
  ProjectionMethod method = ProjectionMethod::Standard;
  bool weighted = true;  // W = diag(1 / weight^2); otherwise I
  int max_iterations = 10;
  // |R_i| that is good enough, relative to the size of G_i and its terms, max(|target_i|, |level_i|,
  // sum_j |J_ij x_j|). Residuals within rounding of that (4 eps) always are.
  double tolerance = 0;
  // Singular directions of J W^-1/2 (rows of length 1) below this are taken for dependent.
  double rank_tolerance = 1e-10;
};

// k invariants of n states.
struct Invariants {
  int count = 0;
  int states = 0;
  std::function<EvalStatus(double t, std::span<const double> x, std::span<double> values)> values;
  // k x n, row by row: the gradient of each invariant.
  std::function<EvalStatus(double t, std::span<const double> x, std::span<double> gradient)> gradient;
  // By row, or empty. Bounds want G >= target: the change is then the smallest that satisfies them and the
  // other rows, by an active-set method.
  std::vector<char> bounds = {};
  // Where rows contradict one another, their residuals are made small in the sense of least squares, with
  // rows scaled to these lengths; empty: 1.
  std::vector<double> row_weights = {};
  std::vector<double> tolerances = {};  // over ProjectorOptions::tolerance; -1, or empty: that one
};

// |R_i| that is good enough in this row, relative to the size of G_i and its terms: as asked for, but never
// below what rounding leaves of them.
double relative_tolerance(const Invariants& invariants, const ProjectorOptions& options, int row);

struct ProjectionResult {
  enum class Status {
    Satisfied,         // the residual was within tolerance already; nothing moved
    Projected,         // x was moved (by Taylor: one step, whatever residual it leaves)
    GradientVanished,  // an invariant with a residual has no gradient; it moved nothing (others may have)
    Contradictory,     // x was moved to where the weighted residuals are smallest, which is not 0
    NotConverged,      // x is as it was
    EvaluationFailed,  // x is as it was; see `evaluation`
    Disabled           // method None
  };
  Status status = Status::Satisfied;
  EvalStatus evaluation = EvalStatus::Ok;
  int iterations = 0;
  int rank = 0;              // of the last J, of rows that take part
  double residual = 0;       // largest |R_i| after the last evaluation of G
  int worst_row = -1;        // that is furthest from its tolerance then
  double perturbation = 0;   // largest |X_i - X*_i| / weight_i; more than 1 exceeds the solver's tolerance
  int worst_component = -1;  // that attains it
};

// Owns its work memory: with one invariant, project() allocates nothing.
class Projector {
 public:
  Projector(Invariants invariants, ProjectorOptions options);
  ~Projector();
  Projector(Projector&&) noexcept;
  Projector& operator=(Projector&&) noexcept;

  // `weight`: the error weights at x (see tolerances()). A non-empty `error_estimate` loses its part across
  // the invariants (e - W^-1 J^T (J W^-1 J^T)^+ J e), which the projection has removed.
  ProjectionResult project(double t, std::span<double> x, std::span<const double> target,
                           std::span<const double> weight, std::span<double> error_estimate = {});

  // The size of what each row is a difference of, where `values` are small differences: rounding is judged by
  // it. None until it is said.
  void set_levels(std::span<const double> levels);

  // Of the last project(): how far R_i before, alone, would move a component, in units of the weights.
  std::span<const double> row_sizes() const;

  const Invariants& invariants() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sim
