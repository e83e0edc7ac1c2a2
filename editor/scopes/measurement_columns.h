#pragma once
// What can be measured of a signal: one row of this table is one column of a measurements panel.
#include <QString>
#include <optional>
#include <vector>

#include "sim_core/signal_analysis/statistics.h"
#include "sim_core/signal_analysis/transitions.h"

namespace fluxion {

struct Measurement {
  std::optional<sim::analysis::Statistics> statistics;
  std::optional<sim::analysis::Transitions> transitions;
};

struct MeasurementColumn {
  const char* id;     // in settings
  const char* title;  // translated where it is shown
  const char* tip;
  bool shownAtFirst;
  bool ofTransitions;  // else of the statistics
  std::optional<double> (*value)(const Measurement&);
};

const std::vector<MeasurementColumn>& measurementColumns();

}  // namespace fluxion
