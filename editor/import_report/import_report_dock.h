#pragma once
// What became of the blocks of a model that comes from a file of another tool: a table by kind or by block
// that leads to the blocks, stays with the model until it is dismissed, and shows what has been dealt with
// since.
#include <QDockWidget>
#include <optional>
#include <vector>

#include "editor/document/id_metatype.h"
#include "sim_core/import/import_report.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QTimer;
class QTreeView;

namespace fluxion {

class DiagramDocument;
class ReportFilter;
class ReportModel;

class ImportReportDock : public QDockWidget {
  Q_OBJECT
 public:
  // The document must outlive it.
  explicit ImportReportDock(DiagramDocument& document, QWidget* parent = nullptr);

  // Nothing: the model was not imported, or its report was dismissed.
  const std::optional<sim::importing::ImportReport>& report() const { return m_report; }
  // Those of the report that nothing defines yet.
  std::vector<sim::importing::UndefinedName> namesWithoutValue() const;
  // The lines that are selected, or all that are shown, with tabs between the columns.
  QString text() const;

 signals:
  void blockRequested(sim::Id block);
  void namesRequested();
  void reportChanged(bool there);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeBar();
  void makeTable();
  void read();
  void fill();
  void fitColumns();
  void fillKinds();
  void follow(bool restyle = false);
  void filter();
  void activate(const QModelIndex& line);
  QString summary() const;

  DiagramDocument& m_document;
  std::optional<sim::importing::ImportReport> m_report;
  ReportModel* m_model;
  ReportFilter* m_filter;
  QTimer* m_following;
  QLabel* m_summary;
  QComboBox* m_kinds;
  QLineEdit* m_words;
  QCheckBox* m_byKind;
  QPushButton *m_define, *m_dismiss;
  QTreeView* m_table;
  bool m_ownWidths = false;  // of columns: somebody chose them
};

}  // namespace fluxion
