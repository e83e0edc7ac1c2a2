#pragma once
// Response optimization: goals on signals, the parameters to be varied, and a plot that moves while the
// search gets on. Goals and parameters are the model's (sim_core/optimization/kept_problem.h); what is found
// is written into the model when somebody says so.
#include <QDockWidget>
#include <QStringList>
#include <memory>
#include <vector>

#include "editor/dock_status.h"
#include "editor/optimization/optimization_inquiry.h"

class QBoxLayout;
class QComboBox;
class QPushButton;
class QTableWidget;

namespace fluxion {

class DiagramDocument;
class PlotCanvas;

class OptimizationDock : public QDockWidget {
  Q_OBJECT
 public:
  enum Column { Name, Start, Minimum, Maximum, Found, ColumnCount };
  enum GoalColumn { GoalText, AtStart, Now, Kept, GoalColumnCount };

  // The document must outlive the dock; `models` are what it is compiled to.
  OptimizationDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
                   QWidget* parent = nullptr);

  // One undo step each.
  void addGoal(const sim::Goal& goal);
  void replaceGoal(int row, const sim::Goal& goal);
  void removeGoal(int row);
  // Varies a variable of the model, or Block/path.parameter, or no longer.
  void vary(const QString& parameter, bool varied = true);

  void optimize();
  // Ends the search with what it has.
  void stop();
  void apply();

  bool isBusy() const { return m_searching; }
  const sim::OptimizationProblem& problem() const { return m_problem; }
  const sim::OptimizationReport* report() const { return m_report.get(); }
  QString message() const { return m_status->text(); }
  QTableWidget& parameterTable() { return *m_parameters; }
  QTableWidget& goalTable() { return *m_goals; }
  PlotCanvas& plot() { return *m_plot; }

 signals:
  void answered();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildTools(QBoxLayout* row, QBoxLayout* second);
  void buildTables();
  void editGoal(int row);
  void keep(const sim::OptimizationProblem& problem);
  // The model's goals and parameters, where they are others than those shown.
  void readModel();
  void forgetFound();
  void fillParameters();
  void fillGoals();
  void takeEditedCell(int row, int column);
  void look();
  void take(const OptimizationAnswer& answer);
  void tellResult();
  void fillFound();
  void draw();
  void drawSteps(int which);
  void drawSignal(std::size_t goal);
  void updateTools();

  DiagramDocument& m_document;
  OptimizationInquiry m_inquiry;
  DockStatus* m_status;  // its pause is the one between two looks at the search
  sim::OptimizationProblem m_problem;
  QStringList m_signalNames;
  std::shared_ptr<OptimizationProgress> m_progress;
  std::vector<sim::OptimizationStep> m_steps;  // of the search that goes on or is over
  sim::OptimizationProblem m_searched;         // what it was asked for
  std::shared_ptr<const sim::OptimizationReport> m_report;
  bool m_searching = false, m_filling = false;
  QTableWidget *m_parameters, *m_goals;
  PlotCanvas* m_plot;
  std::vector<int> m_areas;  // overlays of the plot
  QComboBox* m_shown;
  QPushButton *m_optimize, *m_stop, *m_apply, *m_edit, *m_remove;
};

}  // namespace fluxion
