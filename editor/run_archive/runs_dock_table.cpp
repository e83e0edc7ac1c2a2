// The table of the Runs dock: its rows, what can be edited in them, and the line of words that narrows it.
#include "editor/run_archive/runs_dock.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QTreeWidget>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/duration_text.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/run_archive/run_color.h"
#include "editor/run_archive/run_filter.h"
#include "editor/run_archive/run_text.h"

namespace fluxion {

enum Column { Name, Scopes, Time, Solver, End, Simulated, Steps, Duration, Tags, ColumnCount };
static constexpr int idRole = Qt::UserRole;

void RunsDock::buildTable() {
  m_table->setObjectName(QStringLiteral("runsTable"));
  m_table->setAccessibleName(tr("Runs of the model"));
  m_table->setHeaderLabels({tr("Run"), tr("Scopes"), tr("Time"), tr("Solver"), tr("End"), tr("Simulated"),
                            tr("Steps"), tr("Took"), tr("Tags")});
  m_table->headerItem()->setToolTip(
      Scopes, tr("Checked runs lie below what scopes show, in this color. Double-click to change it"));
  m_table->setIconSize({14, 14});
  m_table->setRootIsDecorated(false);
  m_table->setUniformRowHeights(true);
  m_table->setAlternatingRowColors(true);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setContextMenuPolicy(Qt::CustomContextMenu);
  m_table->installEventFilter(this);
  m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->header()->setStretchLastSection(true);
  for (int column : {Simulated, Steps, Duration})
    m_table->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  connect(m_table, &QTreeWidget::itemSelectionChanged, this, &RunsDock::onChosen);
  connect(m_table, &QTreeWidget::customContextMenuRequested, this,
          [this](QPoint at) { m_menu->popup(m_table->viewport()->mapToGlobal(at)); });
  connect(m_table, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
    if (!m_filling) onEdited(item, column);
  });
  connect(m_table, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem*, int column) {
    if (column != Scopes) return emit inspectRequested(chosen());
    const QRect cell = m_table->visualRect(m_table->currentIndex().siblingAtColumn(Scopes));
    m_colors->popup(m_table->viewport()->mapToGlobal(cell.bottomLeft()));
  });
  m_words->setObjectName(QStringLiteral("runsFilter"));
  m_words->setAccessibleName(tr("Filter of the runs"));
  m_words->setToolTip(
      tr("Words in names, notes and tags; tag:, solver:, name: and end: look at one of these alone"));
  m_words->setPlaceholderText(tr("Filter: words, tag:…, solver:…"));
  m_words->setClearButtonEnabled(true);
  m_words->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  connect(m_words, &QLineEdit::textChanged, this, &RunsDock::filter);
}

// Not inside of the view's own editing: the table is filled again.
void RunsDock::onEdited(QTreeWidgetItem* item, int column) {
  const QString id = item->data(Name, idRole).toString();
  const auto later = [this](auto change) {
    QMetaObject::invokeMethod(
        this,
        [this, change] {
          change();
          rebuild();
        },
        Qt::QueuedConnection);
  };
  if (column == Name) later([this, id, name = item->text(Name)] { m_library.rename(id, name); });
  if (column == Tags) later([this, id, tags = tagsOf(item->text(Tags))] { m_library.setTags(id, tags); });
  if (column == Scopes)
    later([this, id, on = item->checkState(Scopes) == Qt::Checked] { m_library.setUnderScopes(id, on); });
}

void RunsDock::fill(QTreeWidgetItem& item, const Run& run) {
  const sim::RunSummary& s = run->summary;
  item.setData(Name, idRole, QString::fromStdString(s.id));
  item.setText(Name, QString::fromStdString(s.name));
  item.setIcon(Name, s.pinned ? lineIcon(QStringLiteral("pin")) : QIcon());
  item.setIcon(Scopes, runSwatch(runColor(s), palette()));
  item.setCheckState(Scopes, m_library.isUnderScopes(s) ? Qt::Checked : Qt::Unchecked);
  item.setData(Scopes, Qt::AccessibleTextRole, tr("below scopes, %1").arg(runColorName(runColor(s))));
  item.setToolTip(Scopes, m_library.inScopes() == item.data(Name, idRole).toString()
                              ? tr("The run that scopes show; it stays below them from the next run on")
                              : tr("Lies below what scopes show"));
  item.setText(Tags, tagLine(s));
  item.setText(Time, timeText(s.created));
  item.setText(Solver, s.solver.empty() ? tr("imported") : QString::fromStdString(s.solver));
  item.setText(End, endText(s.end));
  item.setText(Simulated, timeInUnit(s.end_time, timeUnit()));
  if (!s.solver.empty()) {
    item.setText(Steps, QLocale().toString(static_cast<qulonglong>(s.steps)));
    item.setText(Duration, durationText(s.run_seconds));
  }
  for (int column : {Simulated, Steps, Duration})
    item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  item.setFlags(item.flags() | Qt::ItemIsEditable);
  QString tip = QString::fromStdString(s.notes);
  if (s.pinned) tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Pinned");
  item.setToolTip(Name, plainTip(tip));
  if (s.pinned) item.setData(Name, Qt::AccessibleTextRole, tr("%1, pinned").arg(item.text(Name)));
}

// The newest first; what was chosen stays so.
void RunsDock::rebuild() {
  const QStringList ids = chosen();
  const int place = m_table->indexOfTopLevelItem(m_table->currentItem());
  m_filling = true;
  m_table->clear();
  QTreeWidgetItem* current = nullptr;
  const auto& runs = m_library.runs();
  for (auto it = runs.rbegin(); it != runs.rend(); ++it) {
    auto* item = new QTreeWidgetItem(m_table);
    fill(*item, *it);
    if (!ids.contains(item->data(Name, idRole).toString())) continue;
    item->setSelected(true);
    if (!current) current = item;
  }
  if (!current && m_table->topLevelItemCount() > 0)
    current = m_table->topLevelItem(std::clamp(place, 0, m_table->topLevelItemCount() - 1));
  if (current) m_table->setCurrentItem(current, Name, QItemSelectionModel::NoUpdate);
  if (current && ids.isEmpty()) current->setSelected(true);
  m_filling = false;
  filter();
  const QString used = bytesText(m_library.bytesUsed());
  m_space->setText(!m_library.isKeeping() ? tr("Not kept on disk")
                   : m_document.path().isEmpty()
                       ? tr("Kept on disk once the model is saved")
                       : tr("%1 of %2 on disk").arg(used, bytesText(m_library.limit())));
  m_space->setToolTip(
      tr("Runs of all models together; the oldest that are not pinned go first. Dis&k Space in the "
         "menu of the table changes it.")
          .remove(u'&'));
  onChosen();
}

QStringList RunsDock::chosen() const {
  QStringList ids;
  for (int row = 0; row < m_table->topLevelItemCount(); ++row)
    if (const QTreeWidgetItem* item = m_table->topLevelItem(row); item->isSelected() && !item->isHidden())
      ids += item->data(Name, idRole).toString();
  return ids;
}

void RunsDock::choose(const QString& id) {
  for (int row = 0; row < m_table->topLevelItemCount(); ++row)
    if (QTreeWidgetItem* item = m_table->topLevelItem(row); item->data(Name, idRole).toString() == id)
      m_table->setCurrentItem(item);
}

void RunsDock::setFilter(const QString& words) { m_words->setText(words); }

void RunsDock::filter() {
  const RunFilter wanted(m_words->text());
  for (int row = 0; row < m_table->topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = m_table->topLevelItem(row);
    const Run run = m_library.find(item->data(Name, idRole).toString());
    item->setHidden(!run || !wanted.matches(run->summary));
  }
  onChosen();
}

}  // namespace fluxion
