#pragma once
// Linear models with fewer states.
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

// Without states that, by the pattern alone, no output depends on, of those that are `removable` (empty:
// all).
LinearModel without_unread_states(const LinearModel& model, const std::vector<char>& removable = {});
// Without states that no input reaches, or no output depends on, by the pattern alone.
LinearModel without_idle_states(const LinearModel& model);

// Of minimal order: what no input reaches is left out, then what no output sees, by orthogonal staircase
// forms. P. Van Dooren, The generalized eigenstructure problem in linear system theory, IEEE Trans. Autom.
// Control 26 (1981) 111-129. `tolerance`: below which a singular value counts as 0, relative to the largest
// entry; modes that are left out although they are unstable are named in the notes. No delays.
Result<LinearModel> minimal_realization(const LinearModel& model, double tolerance = 1e-8);

// Balanced truncation of a stable model. B. C. Moore, Principal component analysis in linear systems, IEEE
// Trans. Autom. Control 26 (1981) 17-32; square root method, M. S. Tombs, I. Postlethwaite, Int. J. Control
// 46 (1987) 1319-1330.
struct BalancedModel {
  LinearModel model;
  std::vector<double> hankel;  // singular values of the whole model, largest first
  double error_bound = 0;      // of the largest singular value of the difference over all frequencies
};
// `order`: states that stay; 0: as many as keep the bound below `relative` times the largest Hankel singular
// value. Errors: an unstable model, or delays.
Result<BalancedModel> balanced_truncation(const LinearModel& model, int order, double relative = 1e-3);

// Controllability and observability Gramians of a stable model, continuous or discrete.
struct Gramians {
  LinearMatrix controllability, observability;
};
Result<Gramians> gramians(const LinearModel& model);

}  // namespace sim
