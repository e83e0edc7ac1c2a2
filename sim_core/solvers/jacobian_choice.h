#pragma once
// Which method gives the solver Jacobian df/dx. Perturbation takes differences of f, analytical methods exact
// derivatives; full ones treat the matrix as dense, sparse ones evaluate columns that share no row together
// and solve with sparse factors.
//
// `Auto` is sparse from 50 states on, and for methods that need a new Jacobian in each step whatever the
// size; analytical where every block gives its derivatives. An analytical method that is asked for where a
// block gives none is replaced by perturbation, and a full one whose n^2 numbers would not fit by its sparse
// fellow.
#include <string>
#include <string_view>

#include "sim_core/linalg/linear_solver.h"

namespace sim {

enum class JacobianMethod { Auto, SparsePerturbation, FullPerturbation, SparseAnalytical, FullAnalytical };

std::string_view to_text(JacobianMethod method);  // "auto", "Sparse perturbation", ...

constexpr bool is_sparse(JacobianMethod m) {
  return m == JacobianMethod::SparsePerturbation || m == JacobianMethod::SparseAnalytical;
}
constexpr bool is_analytical(JacobianMethod m) {
  return m == JacobianMethod::SparseAnalytical || m == JacobianMethod::FullAnalytical;
}

// What the user says about it.
struct JacobianOptions {
  JacobianMethod method = JacobianMethod::Auto;
  LinearSolverKind linear_solver = LinearSolverKind::Auto;  // Auto: dense for full methods
};

struct JacobianFacts {
  int states = 0;
  bool new_each_step = false;         // the solver takes a Jacobian in every step, as ode23s does
  bool analytical = true;             // every block on the way to a derivative gives its own
  std::string without_jacobian = {};  // otherwise: a block that does not
};

struct JacobianChoice {
  JacobianMethod method = JacobianMethod::FullPerturbation;  // never Auto
  std::string
      reason;  // why, as a clause: "the model has 50 states or more, and every block gives its derivatives"
  std::string concern;  // empty, or why it is not what was asked for, as a sentence without its full stop
};

JacobianChoice choose_jacobian(JacobianMethod asked, const JacobianFacts& facts);

// The linear solver for matrices of a Jacobian by `method`.
LinearSolverKind linear_solver_for(JacobianMethod method, LinearSolverKind asked);

inline constexpr int sparse_from_states = 50;
inline constexpr int most_full_states = 10'000;  // 0.8 GB a matrix, of which a run has several

}  // namespace sim
