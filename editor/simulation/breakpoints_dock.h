#pragma once
// The list of breakpoints: what pauses a run, switched on and off, changed, removed, and how often it was
// met.
#include <QDockWidget>

#include "editor/simulation/breakpoints.h"

class QTableWidget;
class QTableWidgetItem;
class QToolButton;

namespace fluxion {

class DiagramDocument;

class BreakpointsDock : public QDockWidget {
  Q_OBJECT
 public:
  BreakpointsDock(DiagramDocument& document, Breakpoints& breakpoints, QWidget* parent = nullptr);

  QTableWidget* table() const { return m_table; }
  // Lets the value of this one be typed.
  void edit(int id);
  // The row that has been met; -1: none.
  void mark(int id);

 signals:
  void blockRequested(sim::Id block);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  QTableWidgetItem* valueCell(const Breakpoint& b, bool has) const;
  void fillRow(int row, const Breakpoint& breakpoint);
  void onItemChanged(int row, int column);
  void removeSelected();
  const Breakpoint* at(int row) const;

  DiagramDocument& m_document;
  Breakpoints& m_breakpoints;
  QTableWidget* m_table;
  QToolButton* m_remove;
  int m_marked = -1;
  bool m_filling = false;
};

}  // namespace fluxion
