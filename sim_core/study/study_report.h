#pragma once
// The statistics and sensitivities of a study as text and as JSON.
#include <string>
#include <vector>

#include "sim_core/study/sensitivity.h"
#include "sim_core/study/study_statistics.h"

namespace sim {

struct StudyReport {
  std::size_t runs = 0, failed = 0;
  std::vector<ResultStatistics> statistics;
  std::vector<Sensitivity> sensitivities;
};

StudyReport study_report(const Study& study, const std::vector<StudyRow>& rows);
// Tables with a line for each result and for each variation.
std::string study_report_text(const Study& study, const StudyReport& report);
// {"runs", "failed", "statistics": [...], "sensitivities": [...]}; null: not defined.
std::string study_report_json(const Study& study, const StudyReport& report);

}  // namespace sim
