#include "editor/operating_point/signal_table.h"

#include <QHeaderView>
#include <algorithm>

#include "editor/shown_number.h"

namespace fluxion {

enum Column { Signal, Port, Value, Unit, ColumnCount };

SignalTable::SignalTable(QWidget* parent) : QTableWidget(parent) {
  setObjectName(QStringLiteral("signalValues"));
  setAccessibleName(tr("Signals"));
  setColumnCount(ColumnCount);
  setHorizontalHeaderLabels({tr("Block"), tr("Output"), tr("Value"), tr("Unit")});
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  horizontalHeader()->setStretchLastSection(true);
  const int character = fontMetrics().averageCharWidth();
  setColumnWidth(Signal, 34 * character);
  setColumnWidth(Port, 14 * character);
  setColumnWidth(Value, 30 * character);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setTabKeyNavigation(false);
  connect(this, &QTableWidget::cellDoubleClicked, this, [this](int row, int) {
    const auto& signal = m_program->watched[static_cast<std::size_t>(row)];
    emit blockRequested(m_program->blocks[static_cast<std::size_t>(signal.block)].id);
  });
}

void SignalTable::setSignals(const sim::Program* program, std::shared_ptr<sim::WatchedValues> board) {
  m_program = program;
  m_board = std::move(board);
  setRowCount(0);
  if (!program) return;
  setRowCount(static_cast<int>(program->watched.size()));
  for (int row = 0; row < rowCount(); ++row) {
    const sim::WatchedSignal& signal = program->watched[static_cast<std::size_t>(row)];
    const sim::BlockInfo& block = program->blocks[static_cast<std::size_t>(signal.block)];
    const auto port = static_cast<std::size_t>(signal.port);
    const bool known = port < block.outputs.size();
    const QString name = known && !block.outputs[port].name.empty()
                             ? QString::fromStdString(block.outputs[port].name)
                             : QString::number(signal.port + 1);
    setItem(row, Signal, new QTableWidgetItem(QString::fromStdString(block.path)));
    setItem(row, Port, new QTableWidgetItem(name));
    setItem(row, Value, new QTableWidgetItem);
    setItem(row, Unit,
            new QTableWidgetItem(known ? QString::fromStdString(block.outputs[port].unit) : QString()));
  }
  refresh();
}

void SignalTable::refresh() {
  constexpr int most = 4;
  double time = 0;
  std::vector<double> values;
  if (!m_board || !m_program || !m_board->read(time, values)) return;
  for (int row = 0; row < rowCount(); ++row) {
    const sim::WatchedSignal& signal = m_program->watched[static_cast<std::size_t>(row)];
    QStringList numbers;
    for (int k = 0; k < std::min(signal.count, most); ++k)
      numbers << shownNumber(values[static_cast<std::size_t>(signal.first + k)], 8);
    if (signal.total > most) numbers << QStringLiteral("…");
    item(row, Value)->setText(signal.total == 1 ? numbers.value(0) : u'[' + numbers.join(u' ') + u']');
  }
}

void SignalTable::setFilter(const QString& words) {
  for (int row = 0; row < rowCount(); ++row) {
    const QString text = item(row, Signal)->text() + u' ' + item(row, Port)->text();
    const QStringList all = words.split(u' ', Qt::SkipEmptyParts);
    setRowHidden(row, !std::ranges::all_of(all, [&](const QString& word) {
                   return text.contains(word, Qt::CaseInsensitive);
                 }));
  }
}

}  // namespace fluxion
