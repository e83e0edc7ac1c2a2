#include "sim_core/study/study_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/expr/evaluate.h"

namespace sim {

double quantile_of_sorted(const std::vector<double>& sorted, double u) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = u * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

double number_of(const std::string& value) {
  if (const auto number = parse_number(value)) return *number;
  const auto evaluated = expr::evaluate(value, expr::ValueScope());
  const auto number = evaluated ? evaluated->as_scalar() : std::nullopt;
  return number.value_or(std::numeric_limits<double>::quiet_NaN());
}

static ResultStatistics statistics(std::string name, std::vector<double> y) {
  ResultStatistics made;
  made.result = std::move(name);
  made.runs = y.size();
  if (y.empty()) return made;
  std::ranges::sort(y);
  const double count = static_cast<double>(y.size());
  for (const double value : y) made.mean += value / count;
  if (y.size() > 1) {
    double squares = 0;
    for (const double value : y) squares += (value - made.mean) * (value - made.mean);
    made.deviation = std::sqrt(squares / (count - 1));
  }
  made.minimum = y.front();
  made.low = quantile_of_sorted(y, 0.05);
  made.median = quantile_of_sorted(y, 0.5);
  made.high = quantile_of_sorted(y, 0.95);
  made.maximum = y.back();
  return made;
}

std::vector<ResultStatistics> statistics_of(const Study& study, const std::vector<StudyRow>& rows) {
  std::vector<ResultStatistics> all;
  for (std::size_t k = 0; k < study.results.size(); ++k) {
    std::vector<double> y;
    for (const StudyRow& row : rows)
      if (k < row.results.size() && std::isfinite(row.results[k])) y.push_back(row.results[k]);
    all.push_back(statistics(study.results[k].name, std::move(y)));
  }
  return all;
}

}  // namespace sim
