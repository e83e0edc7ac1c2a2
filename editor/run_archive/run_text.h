#pragma once
// What is said of a run: in the columns of the Runs dock, and in its details.
#include <QString>
#include <optional>

#include "editor/run_archive/run_library.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

QString endText(sim::RunEnd end);
QString bytesText(quint64 bytes);
QString timeText(std::int64_t milliseconds);  // "14:03:22", with the date if it was another day
QString numberText(double value);
// "1.5 h", of seconds.
QString timeInUnit(double seconds, const sim::TimeUnit& unit);

// The model as it was run; nothing: there was none, or it cannot be read any more.
std::optional<sim::Diagram> snapshotOf(const sim::RunDetails& details);

// Rich text: what the run cost, what was reported, and in what the model differs by now.
QString detailsText(const sim::RunSummary& summary, const sim::RunDetails& details, const sim::Diagram& now);

}  // namespace fluxion
