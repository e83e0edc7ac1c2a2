#pragma once
// Undo and redo of a table of texts. Each step is the whole table; rows that stay as they were are shared by
// the steps.
#include <QObject>
#include <QStringList>
#include <vector>

class QAction;
class QTableWidget;

namespace fluxion {

class TableHistory : public QObject {
  Q_OBJECT
 public:
  // Its actions answer to their keys anywhere in the window of the table.
  explicit TableHistory(QTableWidget& table);

  QAction* undoAction() { return m_undo; }
  QAction* redoAction() { return m_redo; }

  // What the table holds now becomes a step, unless nothing has changed.
  void record();

 signals:
  // The table holds what it held before, or held again.
  void restored();

 private:
  using Table = std::vector<QStringList>;

  Table table() const;
  void go(std::size_t step);
  void show(const Table& table);
  void updateActions();

  QTableWidget& m_table;
  QAction *m_undo, *m_redo;
  std::vector<Table> m_steps;
  std::size_t m_now = 0;  // the step that the table shows
};

}  // namespace fluxion
