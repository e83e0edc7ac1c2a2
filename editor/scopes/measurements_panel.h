#pragma once
// A table below the plots of a scope or of runs: for each visible signal what is measured of it over the part
// in view, between the cursors or over the whole run. It is computed in the background, a few times a second
// while a run goes on, and only while the table can be seen.
#include <QTimer>
#include <QWidget>

#include "editor/background.h"
#include "editor/scopes/measurement_columns.h"
#include "editor/scopes/signal_rows.h"

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QTableWidget;

namespace fluxion {

class CursorSet;
class MeasuredPlot;

class MeasurementsPanel : public QWidget {
  Q_OBJECT
 public:
  enum class Range { View, Cursors, Run };

  // Both must outlive the panel.
  MeasurementsPanel(MeasuredPlot& plot, CursorSet& cursors, QWidget* parent = nullptr);

  void setRange(Range range);
  void setColumnShown(const QString& id, bool shown);
  bool isColumnShown(const QString& id) const;
  // The text of a cell by the column's id; empty where there is none.
  QString cell(int row, const QString& id) const;
  QTableWidget* table() const { return m_table; }
  // An answer is on its way.
  bool isBusy() const { return m_background.isBusy() || m_pause.isActive(); }

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Question {
    std::vector<MeasuredSignal> signalsAsked;
    sim::analysis::Window window;
    bool transitions = false;
  };
  struct Answer {
    std::vector<MeasuredSignal> signalsAsked;
    std::vector<Measurement> measured;
    std::optional<std::size_t> fewest;  // points of one of them that is not held
  };
  void buildHeader();
  void outdate();
  void ask();
  void fill(const Answer& answer);
  std::optional<sim::analysis::Window> window() const;

  MeasuredPlot& m_plot;
  CursorSet& m_cursors;
  QComboBox* m_range;
  QLabel* m_note;
  QMenu* m_columns;
  QTableWidget* m_table;
  QTimer m_pause;
  Background<Question, Answer> m_background;
};

}  // namespace fluxion
