#pragma once
// Two runs compared: a verdict for each signal, the worst first, and the chosen signal with its band and its
// difference. Tolerances hold for all signals, or for one where its row says so.
#include <QWidget>

#include "editor/run_archive/run_library.h"
#include "sim_core/run_archive/comparison_report.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fluxion {

class RunPlot;

class CompareWindow : public QWidget {
  Q_OBJECT
 public:
  // The library must outlive the window.
  explicit CompareWindow(RunLibrary& library, QWidget* parent = nullptr);

  void compare(const Run& baseline, const Run& other);
  void swap();
  const sim::RunComparison& comparison() const { return m_comparison; }
  bool isBusy() const { return m_busy; }
  void goToDifference(bool forward);
  QString reportText() const;
  QTreeWidget& table() { return *m_table; }
  RunPlot& plot() { return *m_plot; }

 signals:
  void compared();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void build();
  QPushButton* button(const char* name, const QString& text, const QString& tip);
  QLineEdit* toleranceField(const char* name, const QString& label);
  void showError(QLineEdit* field, const sim::Diagnostic* error);
  void readTolerances();
  void start();
  void take(const sim::RunComparison& comparison);
  QString coarseness() const;
  void fill(QTreeWidgetItem& item, const sim::SignalVerdict& verdict);
  void onEdited(QTreeWidgetItem* item, int column);
  void plotChosen();
  void draw(const sim::DifferenceCurves& curves, const sim::SignalVerdict& verdict);
  void saveReport();
  sim::ReportTitle title() const;
  const sim::SignalVerdict* chosen() const;

  RunLibrary& m_library;
  Run m_baseline, m_other;
  sim::CompareOptions m_options;
  sim::RunComparison m_comparison;
  int m_generation = 0, m_plotGeneration = 0;
  bool m_busy = false, m_filling = false;
  double m_place = 0;  // the difference that was gone to
  QLabel *m_title, *m_conclusion, *m_coarse;
  QLineEdit *m_absolute, *m_relative, *m_time;
  QPushButton *m_previous, *m_next;
  QTreeWidget* m_table;
  RunPlot* m_plot;
};

}  // namespace fluxion
