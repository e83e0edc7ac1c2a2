#pragma once
// The rows of an import report as a tree: those that say the same of several blocks have these below them,
// and a name without a value has its uses. And the filter on it.
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <optional>
#include <vector>

#include "editor/document/id_metatype.h"
#include "editor/import_report/report_rows.h"

namespace fluxion {

struct Theme;

class ReportModel : public QStandardItemModel {
  Q_OBJECT
 public:
  enum Column { Place, Source, Kind, What, Instead, ColumnCount };

  explicit ReportModel(QObject* parent = nullptr);

  void fill(const sim::importing::ImportReport& report, const sim::Diagram& diagram, bool byKind);
  // Names of blocks, and which rows have been dealt with; the rows stay. `restyle`: the theme is another.
  void update(const sim::Diagram& diagram, const Theme& theme, const QColor& link, bool restyle = false);

  // Of any column of a row; block: no_id where it concerns none that is there.
  sim::Id blockOf(const QModelIndex& index) const;
  ReportKind kindOf(const QModelIndex& index) const;
  bool isDone(const QModelIndex& index) const;
  // Of the report, not of lines of the tree.
  const std::vector<ReportRow>& rows() const { return m_rows; }

 private:
  QList<QStandardItem*> line(const ReportRow& row) const;
  void addUses(QStandardItem& parent, const std::vector<std::string>& uses, const sim::Diagram& diagram);

  std::vector<ReportRow> m_rows;
};

class ReportFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit ReportFilter(ReportModel& model, QObject* parent = nullptr);

  // Every word has to be in a row, in any column. `kind`: nothing: all but what is exact or has no effect.
  void set(const QString& text, bool all, std::optional<ReportKind> kind);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  const ReportModel& m_model;
  QStringList m_words;
  bool m_all = false;
  std::optional<ReportKind> m_kind;
};

}  // namespace fluxion
