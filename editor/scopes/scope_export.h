#pragma once
// What leaves a scope: its numbers as a table, its picture.
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "sim_core/base/time_unit.h"
#include "sim_core/model_run/log_rows.h"

namespace fluxion {

class ScopePanel;

// Which part of what a scope shows.
struct ScopeExport {
  bool inView = false;       // of the time; else the whole run
  bool visibleOnly = false;  // of the signals of its newest run; else all
};

// A table: time, then the signals, from these rows of what the log had when it was asked for.
struct DataExport {
  QString path;  // ends in .csv or .mat
  std::shared_ptr<const sim::SignalLog> log;
  sim::LogView recorded;
  std::vector<sim::LogVariable> signalsOf;
  sim::LogRows rows;
  sim::TimeUnit timeUnit;
};

// None where the scope has shown no run yet.
std::optional<DataExport> dataOf(const ScopePanel& scope, const ScopeExport& wish);
// Any thread. What went wrong, or nothing.
std::optional<QString> writeData(const DataExport& data);
// With tabs between columns, as spreadsheets paste it; null for more than ten million numbers.
QString dataText(const DataExport& data);

// By the ending of the name: png, svg, pdf, csv or mat; the numbers of the whole run. What went wrong, or
// nothing.
std::optional<QString> exportScope(ScopePanel& scope, const QString& path);
void copyPicture(ScopePanel& scope);
void chooseExport(ScopePanel& scope);

}  // namespace fluxion
