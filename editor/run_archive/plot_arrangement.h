#pragma once
// Which signals stand in which plot of a grid. A signal is named by where it comes from, so that an
// arrangement of one run serves others.
#include <QString>
#include <optional>
#include <tuple>
#include <vector>

#include "sim_core/run_archive/run_record.h"

namespace fluxion {

struct SignalName {
  QString block;  // path; empty: an imported table
  QString name;
  int element = 0;
  bool operator==(const SignalName&) const = default;
  bool operator<(const SignalName& o) const {
    return std::tie(block, name, element) < std::tie(o.block, o.name, o.element);
  }
};

struct PlottedSignal {
  QString run;  // id
  SignalName signal;
  bool operator==(const PlottedSignal&) const = default;
  bool operator<(const PlottedSignal& o) const { return std::tie(run, signal) < std::tie(o.run, o.signal); }
};

struct PlotArrangement {
  static constexpr int largest = 4;  // rows and columns
  int rows = 1, columns = 1;
  std::vector<std::vector<PlottedSignal>> plots{1};  // row by row

  int count() const { return rows * columns; }
  // Signals of plots that are no more go to the last one.
  void resize(int newRows, int newColumns);
  bool contains(int plot, const PlottedSignal& signal) const;
  void set(int plot, const PlottedSignal& signal, bool shown);

  // Without the runs, as text for the settings.
  QString toView() const;
  // A view with the signals of each of these runs; nothing: the text is no view.
  static std::optional<PlotArrangement> fromView(const QString& text, const QStringList& runs);
};

// Which signal of a run this is, as an index into RunSummary::recorded: by block and name, else by name
// alone; -1: it has none such.
int findSignal(const sim::RunSummary& run, const SignalName& signal);

}  // namespace fluxion
