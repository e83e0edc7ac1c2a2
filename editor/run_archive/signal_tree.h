#pragma once
// The signals of all runs, as run > block > signal, with a field that narrows it; with boxes for those of one
// plot, or without. Signals can be dragged out, and activated.
#include <QWidget>

#include "editor/run_archive/plot_arrangement.h"
#include "editor/run_archive/run_library.h"

class QLineEdit;
class QMimeData;
class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class SignalTree : public QWidget {
  Q_OBJECT
 public:
  static constexpr const char* mimeType = "application/x-fluxion-run-signals";

  enum class Boxes { Shown, None };
  explicit SignalTree(QWidget* parent = nullptr, Boxes boxes = Boxes::Shown);

  // Rebuilds all; what was open stays open. Those of `expanded` begin open.
  void setRuns(const std::vector<Run>& runs, const QStringList& expanded);
  // Which have their box checked.
  void setChecked(const std::vector<PlottedSignal>& chosen);
  void setFilter(const QString& words);
  static std::vector<PlottedSignal> dropped(const QMimeData* data);
  QTreeWidget& tree() { return *m_tree; }

 signals:
  void toggled(const PlottedSignal& signal, bool on);
  void activated(const std::vector<PlottedSignal>& chosen);  // those that are selected

 private:
  void addSignals(QTreeWidgetItem& parent, const Run& run, const sim::RunSignal& signal);
  void filter();

  QLineEdit* m_words;
  QTreeWidget* m_tree;
  Boxes m_boxes;
  bool m_filling = false;
};

}  // namespace fluxion
