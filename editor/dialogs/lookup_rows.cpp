// Rows and columns of a lookup table added, removed, sorted and pasted.
#include <QApplication>
#include <QClipboard>
#include <QRegularExpression>
#include <QTableWidget>
#include <algorithm>
#include <limits>
#include <numeric>

#include "editor/dialogs/lookup_editor.h"
#include "editor/dialogs/matrix_editor.h"
#include "sim_core/block/evaluate_parameter.h"

namespace fluxion {

static constexpr int mostLines = MatrixEditor::most;

// Behind the current row, half way to the next, so that the table stays in order.
void LookupEditor::addRow() {
  if (m_table->rowCount() >= mostLines) return;
  const int last = m_table->rowCount() - 1;
  const int at = m_table->currentRow() < firstRow() ? last : m_table->currentRow();
  m_filling = true;
  m_table->insertRow(at + 1);
  for (int c = 0; c < m_table->columnCount(); ++c) {
    const double before = cell(at, c).toDouble(), behind = cell(at + 2, c).toDouble();
    const double earlier = cell(at - 1, c).toDouble();
    const bool inside = at + 2 < m_table->rowCount();
    const bool grows = c == 0 && !inside && at > firstRow();
    const double step = grows && before > earlier ? before - earlier : c == 0 ? 1 : 0;
    setCell(at + 1, c, QString::number(inside ? (before + behind) / 2 : before + step, 'g', 12));
  }
  m_filling = false;
  m_table->setCurrentCell(at + 1, 0);
  review();
}

void LookupEditor::addColumn() {
  if (m_table->columnCount() >= mostLines) return;
  const int last = m_table->columnCount() - 1;
  m_filling = true;
  m_table->insertColumn(last + 1);
  m_table->setHorizontalHeaderItem(last + 1, new QTableWidgetItem(QString::number(last + 1)));
  for (int r = 0; r < m_table->rowCount(); ++r) {
    const double before = cell(r, last).toDouble(), earlier = cell(r, last - 1).toDouble();
    const double step = last > 1 && before > earlier ? before - earlier : 1;
    setCell(r, last + 1, r == 0 ? QString::number(before + step, 'g', 12) : cell(r, last));
  }
  m_filling = false;
  review();
}

// At least one row and one column of values stay.
void LookupEditor::removeLine(bool row) {
  if (row && m_table->rowCount() > firstRow() + 1)
    m_table->removeRow(m_table->currentRow() < firstRow() ? m_table->rowCount() - 1 : m_table->currentRow());
  if (!row && m_table->columnCount() > 2)
    m_table->removeColumn(m_table->currentColumn() < 1 ? m_table->columnCount() - 1
                                                       : m_table->currentColumn());
  review();
}

void LookupEditor::sortRows() {
  const int first = firstRow(), count = m_table->rowCount() - first;
  std::vector<QStringList> rows;
  const sim::ParameterSpec spec{};
  std::vector<double> keys;
  for (int r = 0; r < count; ++r) {
    rows.emplace_back();
    for (int c = 0; c < m_table->columnCount(); ++c) rows.back() += cell(first + r, c);
    const auto value = sim::evaluate_parameter(spec, rows.back()[0].toStdString(), m_variables);
    keys.push_back(value ? value->number() : std::numeric_limits<double>::infinity());
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  m_filling = true;
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < m_table->columnCount(); ++c)
      setCell(first + r, c, rows[order[static_cast<std::size_t>(r)]][c]);
  m_filling = false;
  review();
}

// From the current cell on; rows are added as they are needed.
void LookupEditor::paste() {
  static const QRegularExpression between(QStringLiteral("[\\t,;]"));
  QStringList lines = QApplication::clipboard()->text().split(u'\n');
  while (!lines.isEmpty() && lines.last().trimmed().isEmpty()) lines.removeLast();
  const int row = std::max(m_table->currentRow(), 0), column = std::max(m_table->currentColumn(), 0);
  m_filling = true;
  for (int i = 0; i < lines.size() && row + i < mostLines; ++i) {
    if (row + i >= m_table->rowCount()) m_table->insertRow(m_table->rowCount());
    const QStringList cells = lines[i].split(between);
    for (int j = 0; j < cells.size() && column + j < m_table->columnCount(); ++j)
      setCell(row + i, column + j, cells[j].trimmed());
  }
  m_filling = false;
  review();
}

}  // namespace fluxion
