#include "sim_core/solvers/jacobian_choice.h"

namespace sim {

std::string_view to_text(JacobianMethod method) {
  static constexpr std::string_view names[] = {"auto", "Sparse perturbation", "Full perturbation",
                                               "Sparse analytical", "Full analytical"};
  return names[static_cast<int>(method)];
}

static JacobianMethod method_of(bool sparse, bool analytical) {
  if (sparse) return analytical ? JacobianMethod::SparseAnalytical : JacobianMethod::SparsePerturbation;
  return analytical ? JacobianMethod::FullAnalytical : JacobianMethod::FullPerturbation;
}

static JacobianChoice automatic(const JacobianFacts& facts) {
  const std::string limit = std::to_string(sparse_from_states);
  const bool large = facts.states >= sparse_from_states;
  JacobianChoice choice;
  choice.method = method_of(large || facts.new_each_step, facts.analytical);
  choice.reason = large                 ? "the model has " + limit + " states or more"
                  : facts.new_each_step ? "the solver takes a new Jacobian in every step"
                                        : "the model has fewer than " + limit + " states";
  choice.reason += facts.analytical ? ", and every block gives its derivatives"
                                    : ", and " + facts.without_jacobian + " gives no derivatives";
  return choice;
}

JacobianChoice choose_jacobian(JacobianMethod asked, const JacobianFacts& facts) {
  if (asked == JacobianMethod::Auto) return automatic(facts);
  JacobianChoice choice{asked, "it was asked for", {}};
  bool sparse = is_sparse(asked), analytical = is_analytical(asked);
  if (analytical && !facts.analytical) {
    analytical = false;
    choice.concern = facts.without_jacobian + " gives no derivatives";
  }
  if (!sparse && facts.states > most_full_states) {
    sparse = true;
    if (!choice.concern.empty()) choice.concern += ", and ";
    choice.concern +=
        "a full matrix of " + std::to_string(facts.states) + " states would not fit into the memory";
  }
  choice.method = method_of(sparse, analytical);
  if (!choice.concern.empty()) choice.reason = choice.concern;
  return choice;
}

LinearSolverKind linear_solver_for(JacobianMethod method, LinearSolverKind asked) {
  if (asked != LinearSolverKind::Auto || is_sparse(method)) return asked;
  return LinearSolverKind::Dense;
}

}  // namespace sim
