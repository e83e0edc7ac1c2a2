#pragma once
// An EditableTable with a filter above it and, below, a field that sets all selected rows at once and the
// place where problems are said.
#include <QWidget>
#include <functional>

#include "editor/document/id_metatype.h"
#include "editor/explorer/table_filter.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QToolButton;

namespace fluxion {

class CellDelegate;

class TablePage : public QWidget {
  Q_OBJECT
 public:
  // `name`: of the table, for people and for tests: "Parameters", "parameters".
  TablePage(const QString& title, const QString& name, QWidget* parent = nullptr);

  // The table is not owned. Columns take widths in characters.
  void setTable(EditableTable* table, const QList<int>& widths);
  EditableTable* table() const { return m_filter->table(); }
  TableFilter& filter() { return *m_filter; }
  QTableView& view() { return *m_view; }
  QLineEdit& filterField() { return *m_words; }
  // Where further controls go: behind the filter, and behind the field below.
  QHBoxLayout* top() const { return m_top; }
  QHBoxLayout* bottom() const { return m_bottom; }

  std::vector<int> selectedRows() const;  // of the table
  int currentRow() const;                 // of the table; -1: none
  void selectRow(int tableRow, int column);
  // What the field below does. What was wrong; empty: done.
  QString setSelected(const QString& text);
  // `unknown`: a name that can be defined on the spot; may be empty.
  void say(const QString& problem, const QString& unknown = {});

 signals:
  void rowActivated(int tableRow, int column);  // double-clicked or Enter, in a cell that is not edited
  void selectionChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void activate(const QModelIndex& index);
  void define();
  QString unknownIn(const QString& text) const;
  void onSelection();
  void count();

  TableFilter* m_filter;
  QTableView* m_view;
  CellDelegate* m_delegate;
  QLineEdit *m_words, *m_text;
  QPushButton* m_set;
  QLabel *m_count, *m_setLabel, *m_problem;
  QToolButton* m_define;  // beside the message that a name is not known
  QString m_unknown;
  QHBoxLayout *m_top, *m_bottom;
  QString m_key;  // of the current row, while the table is rebuilt
  int m_column = 0;
};

}  // namespace fluxion
