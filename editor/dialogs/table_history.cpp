#include "editor/dialogs/table_history.h"

#include <QAction>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <utility>

#include "editor/line_icon.h"

namespace fluxion {

static constexpr std::size_t mostSteps = 100;

TableHistory::TableHistory(QTableWidget& table)
    : QObject(&table), m_table(table), m_undo(new QAction(this)), m_redo(new QAction(this)) {
  const auto prepare = [&](QAction* action, const char* icon, const QString& text,
                           const QList<QKeySequence>& keys) {
    action->setIcon(lineIcon(QLatin1String(icon)));
    action->setText(text);
    action->setShortcuts(keys);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys.first().toString(QKeySequence::NativeText)));
    table.window()->addAction(action);
  };
  prepare(m_undo, "undo", tr("Undo"), {QKeySequence(Qt::CTRL | Qt::Key_Z)});
  prepare(m_redo, "redo", tr("Redo"),
          {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  connect(m_undo, &QAction::triggered, this, [this] { go(m_now - 1); });
  connect(m_redo, &QAction::triggered, this, [this] { go(m_now + 1); });
  updateActions();
}

TableHistory::Table TableHistory::table() const {
  Table rows(static_cast<std::size_t>(m_table.rowCount()));
  for (int r = 0; r < m_table.rowCount(); ++r)
    for (int c = 0; c < m_table.columnCount(); ++c) {
      const QTableWidgetItem* item = m_table.item(r, c);
      rows[static_cast<std::size_t>(r)] += item ? item->text() : QString();
    }
  return rows;
}

void TableHistory::record() {
  Table now = table();
  if (!m_steps.empty()) {
    const Table& before = m_steps[m_now];
    if (now == before) return;
    // The rows before and behind what was inserted, removed or changed.
    const auto [here, there] = std::mismatch(now.begin(), now.end(), before.begin(), before.end());
    std::copy(before.begin(), there, now.begin());
    auto from = before.rbegin();
    for (auto to = now.rbegin(); to.base() != here && from.base() != there && *to == *from; ++to)
      *to = *from++;
  }
  m_steps.resize(m_steps.empty() ? 0 : m_now + 1);
  m_steps.push_back(std::move(now));
  if (m_steps.size() > mostSteps) m_steps.erase(m_steps.begin());
  m_now = m_steps.size() - 1;
  updateActions();
}

void TableHistory::go(std::size_t step) {
  if (step >= m_steps.size()) return;
  m_now = step;
  show(m_steps[step]);
  updateActions();
  emit restored();
}

// The current cell goes to the first that is different.
void TableHistory::show(const Table& wanted) {
  const QSignalBlocker quiet(m_table);
  const Table before = table();
  m_table.setRowCount(static_cast<int>(wanted.size()));
  m_table.setColumnCount(wanted.empty() ? 0 : static_cast<int>(wanted.front().size()));
  bool found = false;
  for (int r = 0; r < m_table.rowCount(); ++r)
    for (int c = 0; c < m_table.columnCount(); ++c) {
      const QString& text = wanted[static_cast<std::size_t>(r)][c];
      QTableWidgetItem* item = m_table.item(r, c);
      if (!item) m_table.setItem(r, c, item = new QTableWidgetItem);
      const bool same =
          static_cast<std::size_t>(r) < before.size() && before[static_cast<std::size_t>(r)].value(c) == text;
      if (same) continue;
      item->setText(text);
      if (!std::exchange(found, true)) m_table.setCurrentCell(r, c);
    }
}

void TableHistory::updateActions() {
  m_undo->setEnabled(m_now > 0);
  m_redo->setEnabled(m_now + 1 < m_steps.size());
}

}  // namespace fluxion
