#pragma once
// What a study varies and asks of its runs, as tables and fields of the Study dock. What is edited is checked
// here; a study that differs is given to whoever listens.
#include <QObject>
#include <QStringList>

#include "sim_core/study/study.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QTableWidget;

namespace fluxion {

class DiagramDocument;
class DockStatus;

// A table of the dock: its titles, and rows that are selected as a whole.
void setStudyTableLook(QTableWidget& table, const char* name, const QString& accessible,
                       const QStringList& titles);

class StudyForm : public QObject {
  Q_OBJECT
 public:
  enum VariationColumn { VariationName, Distribution, Values, VariationColumnCount };
  enum ResultColumn { ResultName, Expression, ResultColumnCount };

  // `status` says what is wrong; `owner` is the widget that everything here belongs to.
  StudyForm(DiagramDocument& document, DockStatus& status, QWidget& owner);

  QWidget* makeTables();
  void addSampling(QBoxLayout* row);
  void setStudy(const sim::Study& study);
  // What results may name.
  void setSignalNames(const QStringList& names);
  void setEditable(bool editable);

  void addVariation(const QString& name);
  void addResult(const QString& expression);
  void askForVariation();
  void askForResult();
  void removeSelected();

  QTableWidget& variations() { return *m_variations; }
  QTableWidget& results() { return *m_results; }

 signals:
  void edited(const sim::Study& study);

 private:
  void fill();
  void fillVariations();
  void fillResults();
  void takeVariationCell(int row, int column);
  void takeDistribution(int row, int index);
  void takeResultCell(int row, int column);
  void takeSampling();
  void change(const sim::Study& study);

  DiagramDocument& m_document;
  DockStatus& m_status;
  QWidget& m_owner;
  sim::Study m_study;
  QStringList m_signalNames;
  bool m_filling = false;
  QTableWidget *m_variations, *m_results;
  QComboBox* m_sampling = nullptr;
  QLineEdit *m_samples = nullptr, *m_seed = nullptr, *m_correlations = nullptr;
  QLabel* m_count = nullptr;
};

}  // namespace fluxion
