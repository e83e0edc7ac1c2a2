#include "editor/run_archive/runs_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/duration_text.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/run_archive/run_color.h"
#include "editor/run_archive/run_filter.h"
#include "editor/run_archive/run_text.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

enum Column { Name, Scopes, Time, Solver, End, Simulated, Steps, Duration, Tags, ColumnCount };
static constexpr int idRole = Qt::UserRole;

RunsTable::RunsTable(RunLibrary& library, const DiagramDocument& document, QWidget* parent)
    : QTreeWidget(parent), m_library(library), m_document(document) {
  setObjectName(QStringLiteral("runsTable"));
  setAccessibleName(tr("Runs of the model"));
  setIconSize({14, 14});
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setAlternatingRowColors(true);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::EditKeyPressed);
  setFrameShape(QFrame::NoFrame);
  setContextMenuPolicy(Qt::CustomContextMenu);
  buildColumns();
  connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (!m_filling) emit chosenChanged();
  });
  connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
    if (!m_filling) onEdited(item, column);
  });
  connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem*, int column) {
    if (column != Scopes) return emit inspectRequested();
    const QRect cell = visualRect(currentIndex().siblingAtColumn(Scopes));
    emit colorsRequested(viewport()->mapToGlobal(cell.bottomLeft()));
  });
}

void RunsTable::buildColumns() {
  setHeaderLabels({tr("Run"), tr("Scopes"), tr("Time"), tr("Solver"), tr("End"), tr("Simulated"), tr("Steps"),
                   tr("Took"), tr("Tags")});
  headerItem()->setToolTip(
      Scopes, tr("Checked runs lie below what scopes show, in this color. Double-click to change it"));
  header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  header()->setStretchLastSection(true);
  for (int column : {Simulated, Steps, Duration})
    headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

// F2 and Delete are the diagram's elsewhere in the window.
bool RunsTable::event(QEvent* event) {
  const bool asked = event->type() == QEvent::ShortcutOverride;
  if (!asked && event->type() != QEvent::KeyPress) return QTreeWidget::event(event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key != Qt::Key_Delete && key != Qt::Key_F2) return QTreeWidget::event(event);
  if (asked)
    event->accept();
  else if (key == Qt::Key_Delete)
    emit removeRequested();
  else
    emit renameRequested();
  return true;
}

// Not inside of the view's own editing: the table is filled again.
void RunsTable::onEdited(QTreeWidgetItem* item, int column) {
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

void RunsTable::fill(QTreeWidgetItem& item, const Run& run) {
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
  item.setText(Simulated, timeInUnit(s.end_time, sim::time_unit(m_document.diagram())));
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

void RunsTable::rebuild() {
  const QStringList ids = chosen();
  const int place = indexOfTopLevelItem(currentItem());
  m_filling = true;
  clear();
  QTreeWidgetItem* current = nullptr;
  const auto& runs = m_library.runs();
  for (auto it = runs.rbegin(); it != runs.rend(); ++it) {
    auto* item = new QTreeWidgetItem(this);
    fill(*item, *it);
    if (!ids.contains(item->data(Name, idRole).toString())) continue;
    item->setSelected(true);
    if (!current) current = item;
  }
  if (!current && topLevelItemCount() > 0)
    current = topLevelItem(std::clamp(place, 0, topLevelItemCount() - 1));
  if (current) setCurrentItem(current, Name, QItemSelectionModel::NoUpdate);
  if (current && ids.isEmpty()) current->setSelected(true);
  m_filling = false;
  narrow();
}

QStringList RunsTable::chosen() const {
  QStringList ids;
  for (int row = 0; row < topLevelItemCount(); ++row)
    if (const QTreeWidgetItem* item = topLevelItem(row); item->isSelected() && !item->isHidden())
      ids += item->data(Name, idRole).toString();
  return ids;
}

// It alone, whatever keys are held: Ctrl+T has perhaps begun the run.
void RunsTable::choose(const QString& id) {
  for (int row = 0; row < topLevelItemCount(); ++row)
    if (QTreeWidgetItem* item = topLevelItem(row); item->data(Name, idRole).toString() == id)
      setCurrentItem(item, Name, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunsTable::setFilter(const QString& words) {
  m_words = words;
  narrow();
}

void RunsTable::narrow() {
  const RunFilter wanted(m_words);
  for (int row = 0; row < topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = topLevelItem(row);
    const Run run = m_library.find(item->data(Name, idRole).toString());
    item->setHidden(!run || !wanted.matches(run->summary));
  }
  emit chosenChanged();
}

}  // namespace fluxion
