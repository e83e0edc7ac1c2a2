#pragma once
// The triggers of one curve while its log grows, and which of them is shown.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "editor/scopes/curve_data.h"
#include "editor/scopes/trigger.h"

namespace fluxion {

class TriggerTrack {
 public:
  TriggerTrack(const TriggerSettings& settings, const CurveData& source);

  // Searches the rows the log has grown by; starts over where a run has stepped back.
  void update();
  // What to show by `now`; none: nothing has triggered. Auto forgets triggers that are more than two spans
  // ago.
  std::optional<TriggerView> view(double span, double now);
  // Single: triggers up to here are forgotten.
  void rearm(double now);
  // The trigger that view() last gave.
  std::optional<double> shown() const { return m_shown; }

 private:
  TriggerSettings m_settings;
  std::shared_ptr<const sim::SignalLog> m_log;
  int m_column;
  bool m_held;
  TriggerSearch m_search;
  std::uint64_t m_generation;
  std::size_t m_rows = 0;  // that have been searched
  std::vector<double> m_triggers;
  std::optional<double> m_shown;
};

}  // namespace fluxion
