#pragma once
// A vector or matrix as a table. Each cell holds an expression; text with tabs or commas, as from a
// spreadsheet, can be pasted, and every change taken back. The result is the text of a matrix: "[1 2; 3 K]".
#include <QDialog>
#include <optional>

#include "sim_core/block/parameters.h"

class QLabel;
class QSpinBox;
class QTableWidget;

namespace fluxion {

class TableHistory;

class MatrixEditor : public QDialog {
  Q_OBJECT
 public:
  // `text` as it stands, and what it is worth now.
  MatrixEditor(const QString& title, const QString& text, const sim::ParameterValue& value,
               QWidget* parent = nullptr);

  QString text() const;

  static constexpr int most = 1000;  // rows or columns

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void fill(const sim::ParameterValue& value);
  void resizeTable();
  void takeSize();
  void paste();

  QTableWidget* m_table;
  TableHistory* m_history;
  bool m_filling = true;
  QSpinBox *m_rows, *m_columns;
};

// The cells of "[a b; c d]" where that is all the text is: a bracket around rows of terms without brackets,
// quotes or spaces of their own.
std::optional<std::vector<QStringList>> matrixCells(const QString& text);
// Only where each is one number of a value of this shape: "[v 1]" has two elements and, where v is a vector
// of two, three numbers.
std::optional<std::vector<QStringList>> matrixCells(const QString& text, sim::Shape shape);

}  // namespace fluxion
