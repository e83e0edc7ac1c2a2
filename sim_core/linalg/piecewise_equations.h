#pragma once
// Solves r(z) = 0 where r is smooth piece by piece: branches b, 0 or 1 each, say which piece, and branch k is
// 1 where its function c_k(z, b) is >= 0. First Newton's method on r(z, b(z)) itself, from the start; then,
// each only where the one before finds nothing:
//
//   one branch at a time   along the Newton direction of a piece to its edge, over it, and on with the next
//                          piece. The residual stays on the ray from where it was to zero, so that maps whose
//                          pieces are oriented alike are always solved. J. Katzenelson, An algorithm for
//                          solving nonlinear resistor networks, Bell Syst. Tech. J. 44 (1965) 1605-1620.
//   all branches           up to 12 of them in every combination, nearest to the present one first
//   other starts           Newton's method again; a single unknown is searched for over all doubles
//
// A branch is consistent either way where its function is zero to within rounding.
#include <functional>
#include <span>
#include <vector>

#include "sim_core/linalg/nonlinear_equations.h"

namespace sim {

struct PiecewiseEquations {
  int size = 0, branches = 0;
  // As of NonlinearEquations, on the piece that the branches say.
  std::function<EvalStatus(std::span<const double> z, std::span<const double> b, std::span<double> r)>
      residual;
  std::function<EvalStatus(std::span<const double> z, std::span<const double> b, std::span<double> jacobian)>
      jacobian;
  std::function<void(std::span<const double> z, std::span<const double> b, std::span<double> bound)> rounding;
  // The functions c of the branches, and bounds of the rounding errors in them.
  std::function<EvalStatus(std::span<const double> z, std::span<const double> b, std::span<double> c)>
      functions;
  std::function<void(std::span<const double> z, std::span<const double> b, std::span<double> bound)>
      function_rounding;
  double tolerance = 0;
};

struct PiecewiseReport {
  NonlinearReport newton;
  // Not converged: a branch that is inconsistent either way, and its function with the branch at 1 and at 0;
  // -1: not known.
  int contradiction = -1;
  double at_one = 0, at_zero = 0;
  bool exhausted = false;  // not converged: every combination of branches has been tried
};

class PiecewiseSolver {
 public:
  // From the guess `z` and branches `b` to a solution and its branches; where there is none, `z` becomes the
  // best point.
  PiecewiseReport solve(const PiecewiseEquations& equations, GlobalMethod method, std::span<double> z,
                        std::span<double> b);

 private:
  bool newton(GlobalMethod method, int starts);
  bool follow(std::span<const double> z);
  bool along_pieces();
  bool over_the_edge(std::span<const double> step);
  bool try_all();
  bool try_piece(const std::vector<double>& from);
  bool consistent();
  NonlinearEquations on_piece() const;
  void note_contradiction();

  const PiecewiseEquations* equations_ = nullptr;
  GlobalMethod method_ = GlobalMethod::Auto;
  NonlinearSolver solver_;
  NonlinearReport report_;
  DenseLu lu_;
  std::size_t n_ = 0, count_ = 0;
  std::vector<double> z_, b_, r_, c_, step_, trial_, jacobian_, start_, start_branches_;
  bool stopped_ = false;
  PiecewiseReport result_;
};

}  // namespace sim
