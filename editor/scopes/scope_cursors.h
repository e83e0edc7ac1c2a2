#pragma once
// The cursors of a window's scopes and plots of runs as one of them shows them: two lines through all plots
// that can be dragged or moved by keys, in a phase portrait two points, and a table of what the signals are
// there.
#include <QColor>
#include <QObject>
#include <array>
#include <optional>
#include <vector>

#include "editor/scopes/cursor_set.h"
#include "editor/scopes/signal_rows.h"

class QAction;
class QTableWidget;
class QToolBar;

namespace fluxion {

class MeasuredPlot;

class ScopeCursors : public QObject {
  Q_OBJECT
 public:
  // Adds its button to the tool bar. All must outlive this object.
  ScopeCursors(MeasuredPlot& plot, CursorSet& cursors, QToolBar& bar, QObject* parent = nullptr);

  // A row for the time, then one for each visible signal; columns: its name, its values at both cursors,
  // their difference, and that by the difference of the times. To be placed below the plots.
  QTableWidget* table() const { return m_table; }
  // Whether they are shown, and what can be done with them.
  QMenu* menu() const;
  // The table with tabs between columns, in numbers that read back exactly.
  QString text() const;
  // Both at a third and two thirds of what is in view.
  void bringIntoView();
  // Where they are out of sight they come into it.
  void setShown(bool on) { turnOn(on); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row {
    QString name;
    QColor color;
    std::array<std::optional<double>, 2> values;
  };
  void buildActions(QToolBar& bar);
  void turnOn(bool on);
  void update();
  void drawLines();
  void drawPoints();
  void fillTable();
  QString timeTitle() const;
  std::vector<Row> rows() const;
  void drag(int overlay, double value);
  double snapped(double time) const;
  // By so many recorded instants, or by pixels.
  void step(int cursor, int steps);

  MeasuredPlot& m_plot;
  CursorSet& m_cursors;
  QTableWidget* m_table;
  QAction *m_action, *m_show, *m_snap, *m_lock;
  std::array<int, 2> m_lines{-1, -1};
  std::vector<int> m_points;
};

}  // namespace fluxion
