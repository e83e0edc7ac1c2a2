#pragma once
// What the results of a study's runs are like as numbers.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/study/study_runs.h"

namespace sim {

struct ResultStatistics {
  std::string result;
  std::size_t runs = 0;            // that have it as a finite number; the others do not count
  double mean = 0, deviation = 0;  // of the sample, with runs - 1; 0 for one run
  double minimum = 0, low = 0, median = 0, high = 0, maximum = 0;  // low, high: quantiles of 5, 95 percent
};

// Of each result, in their order.
std::vector<ResultStatistics> statistics_of(const Study& study, const std::vector<StudyRow>& rows);

// Interpolated between the numbers, which ascend: the first at 0, the last at 1. NaN without numbers.
double quantile_of_sorted(const std::vector<double>& sorted, double u);

// Of the text of a variation; NaN where it is no real number.
double number_of(const std::string& value);

}  // namespace sim
