#pragma once
// Linear combinations of states that no solution of the model can change: total mass, charge, momentum.
//
// Every derivative is a sum of terms with constant factors, dx_i/dt = sum_k S_ik v_k(t, x), where the v_k are
// whatever is not a constant factor, a sum or a rearrangement, the same where the same value goes. The y with
// y' S = 0 are then invariants, y' x = const, whatever the v_k do. Parameters count as constants: tuning one
// may break an invariant. Runge-Kutta and linear multistep methods keep linear invariants to within rounding
// and what their iterations leave. States that are reset belong to none.
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
