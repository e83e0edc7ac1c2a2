#pragma once
// Linear combinations of states that no solution of the model can change: total mass, charge, momentum.
//
// Every derivative is a polynomial of whatever is not arithmetic (linear_terms.h), dx_i/dt = sum_k S_ik
// v_k(t, x), where the v_k are its monomials, the same however they are written. Where the v_k are solutions
// of equations, as in physical networks, these add rows of their own: sum_k R_jk v_k = 0. The y with y' S +
// z' R = 0 for some z are then invariants, y' x = const, whatever the v_k do. Nothing is found that does not
// hold; what holds by an identity of functions, such as sin^2 + cos^2 = 1, or by a limit that is never
// reached, is not found.
//
// Parameters count as constants: tuning one may break an invariant. Runge-Kutta and linear multistep methods
// keep linear invariants to within rounding and what their iterations leave. States that are reset belong to
// none, except those that a network moves onto its new laws: impulses obey its balances as forces do.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/program/program.h"

namespace sim {

struct LinearInvariant {
  std::vector<std::pair<int, double>> terms;  // state and coefficient; whole numbers where they are rational
  // A state that never changes by itself is hardly worth a word.
  bool is_sum() const { return terms.size() > 1; }
};

// A basis of all there are, by their last states; nothing where the model is too large to look (more than
// 2,000 states that might take part).
std::optional<std::vector<LinearInvariant>> linear_invariants(const Program& program);

// "Prey.x + 2 Predators.x".
std::string to_text(const LinearInvariant& invariant, const Program& program);

}  // namespace sim
