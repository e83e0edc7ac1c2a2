#pragma once
// Breakpoints and values of a lookup table, or of a signal over time, edited together, with a plot of what
// they give. The first column holds the breakpoints of the rows; of a table of two variables the first row
// holds those of the columns. Cells hold expressions; those that are not numbers by themselves are shown as
// they are worth where that is known. Text as from a spreadsheet can be pasted, and every change taken back.
// Points of a table of one variable are also moved, added and drawn by hand in the plot.
#include <QDialog>

#include "sim_core/block/parameters.h"
#include "sim_core/expr/evaluate.h"

class QDialogButtonBox;
class QHBoxLayout;
class QLabel;
class QTableWidget;

namespace fluxion {

class PlotCanvas;
class PointDrawing;
class TableHistory;
struct CurvePoint;

class LookupEditor : public QDialog {
  Q_OBJECT
 public:
  struct Texts {
    QString rows, columns, values;  // as the block has them
  };
  struct Values {
    sim::ParameterValue rows, columns, values;  // what they are worth
  };
  enum class Breakpoints { OfInput, Instants };  // what they are called

  // `variables` must outlive the dialog. A table of one variable has no text for columns.
  LookupEditor(const QString& title, const Texts& texts, const Values& values,
               const sim::expr::Scope& variables, Breakpoints breakpoints = Breakpoints::OfInput,
               QWidget* parent = nullptr);

  Texts texts() const;
  bool isValid() const { return m_valid; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fill(const Texts& texts, const Values& values);
  void review();
  void plot(const std::vector<std::vector<double>>& numbers);
  void paste();
  void drawByHand(QHBoxLayout& tools);
  void movePoint(int curve, int point, double x, double y);
  double worth(int row, int column) const;  // 0 where it is no number
  int insertBreakpoint(double x);           // its row; -1: there are as many as there may be
  void addPoint(int curve, double x, double y);
  void takeStroke(const std::vector<CurvePoint>& points);
  void addRow();
  void addColumn();
  void removeLine(bool row);
  void sortRows();
  void setCell(int row, int column, const QString& text);
  QString cell(int row, int column) const;
  int firstRow() const { return m_twoVariables ? 1 : 0; }  // of the values

  const sim::expr::Scope& m_variables;
  Breakpoints m_breakpoints;
  bool m_twoVariables, m_valid = false, m_filling = false;
  QTableWidget* m_table;
  TableHistory* m_history;
  PlotCanvas* m_plot;
  PointDrawing* m_hand = nullptr;  // in a table of one variable
  QLabel* m_problem;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
