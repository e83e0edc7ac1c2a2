#pragma once
// Parameter estimation: tables of measurements, the parameters to be found, and a plot of measured and
// simulated signals that moves while the search comes closer. What is found is written into the model when
// somebody says so.
#include <QDockWidget>
#include <QStringList>
#include <memory>

#include "editor/dock_status.h"
#include "editor/estimation/estimation_inquiry.h"

class QBoxLayout;
class QComboBox;
class QPushButton;
class QTableWidget;

namespace fluxion {

class DiagramDocument;
class PlotCanvas;

class EstimationDock : public QDockWidget {
  Q_OBJECT
 public:
  enum Column { Name, Value, Start, Minimum, Maximum, Found, Interval, ColumnCount };

  // The document must outlive the dock; `models` are what it is compiled to.
  EstimationDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
                 QWidget* parent = nullptr);

  void addData(const QStringList& files);
  void forgetData();
  // Checks the row of a parameter, which is added where it is not there: a variable, or Block/path.parameter.
  void choose(const QString& parameter);
  void estimate();
  void stop();
  void apply();

  void say(const QString& text) { m_status->say(text); }
  bool isBusy() const { return m_inquiry.isBusy(); }
  const sim::EstimationReport* report() const { return m_report.get(); }
  QString message() const { return m_status->text(); }
  QTableWidget& table() { return *m_table; }
  PlotCanvas& plot() { return *m_plot; }

 signals:
  void answered();
  void runWanted();  // a kept run is to be chosen as an experiment

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildTools(QBoxLayout* row);
  void buildTable();
  void listParameters();
  int rowOf(const QString& parameter) const;
  int addRow(const QString& parameter);
  void showValues();
  bool readParameters(std::vector<sim::VariedParameter>& parameters);
  void look();
  void draw();
  void take(const EstimationAnswer& answer);
  void fillFound();
  void updateTools();

  DiagramDocument& m_document;
  EstimationInquiry m_inquiry;
  DockStatus* m_status;  // its pause is the one between two looks at the search
  QStringList m_files;
  std::shared_ptr<EstimationProgress> m_progress;
  std::vector<sim::EstimationFit> m_fits;
  std::shared_ptr<const sim::EstimationReport> m_report;
  QTableWidget* m_table;
  PlotCanvas* m_plot;
  QComboBox* m_signals;
  QPushButton *m_estimate, *m_stop, *m_apply, *m_forget;
};

}  // namespace fluxion
