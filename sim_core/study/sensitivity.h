#pragma once
// What each variation of a study does to a result, with y_k the result of run k and n variations:
//
//   one_at_a_time   "low", "high": the result with a variation at its low and at its high end, the others in
//                   the middle, where the result is `base`
//   morris          elementary effects e = (y(u + 1/2 e_j) - y(u)) / (1/2), one a trajectory: "mu" their
//                   mean, "mu*" the mean of |e|, "sigma" their standard deviation
//   sobol_indices   "S1": the part of the variance that comes of the variation alone,
//                   mean(y_B (y_AB - y_A)) / V; "ST": what comes of it in any way,
//                   mean((y_A - y_AB)^2) / (2 V), with V the variance of y_A and y_B
//   others          "rank correlation" of Spearman between the values and the result
//
// u are quantiles: e is the change over the whole distribution, as far as it is linear. Intervals are those
// of 95 percent by bootstrap over the trajectories or rows, with numbers of the study's seed. Trajectories
// and rows in which a run failed are left out.
//
// M. D. Morris, Technometrics 33 (1991) 161; F. Campolongo et al., Environ. Model. Softw. 22 (2007) 1509
// (mu*); A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259 (S1 as in table 2, row b); M. J. W. Jansen,
// Comput. Phys. Commun. 117 (1999) 35 (ST).
#include <string>
#include <vector>

#include "sim_core/study/study_runs.h"

namespace sim {

struct SensitivityMeasure {
  std::string name;
  std::vector<double> values;     // by variation; NaN: not defined, such as with a constant result
  std::vector<double> low, high;  // of the 95 percent intervals; empty: it has none
};

struct Sensitivity {
  std::string result;
  std::size_t used = 0, left_out = 0;        // blocks of the design, or runs
  double base = 0;                           // of one_at_a_time
  std::vector<SensitivityMeasure> measures;  // none where no block is whole
};

// Of each result, in their order. `rows`: of the study, in any order; those that are missing count as failed.
std::vector<Sensitivity> sensitivities(const Study& study, const std::vector<StudyRow>& rows);

}  // namespace sim
