#include "editor/runs/runs_dock.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/runs/run_text.h"

namespace fluxion {

enum Column { Name, Time, Solver, End, Simulated, Steps, Duration, ColumnCount };
static constexpr int idRole = Qt::UserRole;

RunsDock::RunsDock(RunLibrary& library, DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Runs"), parent),
      m_library(library),
      m_document(document),
      m_bar(new QToolBar(this)),
      m_table(new QTreeWidget(this)),
      m_details(new QTextBrowser(this)),
      m_notes(new QLineEdit(this)),
      m_space(new QLabel(this)),
      m_compareMenu(new QMenu(this)),
      m_menu(new QMenu(this)) {
  setObjectName(QStringLiteral("runsDock"));
  setAcceptDrops(true);
  buildTable();
  buildDetails();
  buildActions();
  auto* left = new QWidget(this);
  auto* layout = new QVBoxLayout(left);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_bar);
  layout->addWidget(m_table, 1);
  m_space->setContentsMargins(8, 2, 8, 4);
  m_space->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  layout->addWidget(m_space);
  auto* right = new QWidget(this);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_details, 1);
  column->addWidget(m_notes);
  auto* splitter = new QSplitter(this);
  splitter->addWidget(left);
  splitter->addWidget(right);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setChildrenCollapsible(false);
  setWidget(splitter);
  connect(&library, &RunLibrary::changed, this, &RunsDock::rebuild);
  connect(&library, &RunLibrary::added, this, &RunsDock::choose);
  connect(&library, &RunLibrary::failed, this, &RunsDock::said);
  connect(&document, &DiagramDocument::changed, this, [this] {
    if (isVisible()) showDetails();
  });
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible) showDetails();
  });
  rebuild();
}

void RunsDock::buildTable() {
  m_table->setObjectName(QStringLiteral("runsTable"));
  m_table->setAccessibleName(tr("Runs of the model"));
  m_table->setHeaderLabels(
      {tr("Run"), tr("Time"), tr("Solver"), tr("End"), tr("Simulated"), tr("Steps"), tr("Took")});
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
    if (m_filling || column != Name) return;
    // Not inside of the view's own editing: the table is filled anew.
    QMetaObject::invokeMethod(
        this,
        [this, id = item->data(Name, idRole).toString(), name = item->text(Name)] {
          m_library.rename(id, name);
          rebuild();
        },
        Qt::QueuedConnection);
  });
  connect(m_table, &QTreeWidget::itemActivated, this, [this] { emit inspectRequested(chosen()); });
}

void RunsDock::buildDetails() {
  m_details->setObjectName(QStringLiteral("runDetails"));
  m_details->setAccessibleName(tr("Details of the run"));
  m_details->setFrameShape(QFrame::NoFrame);
  m_details->setOpenLinks(false);
  m_notes->setObjectName(QStringLiteral("runNotes"));
  m_notes->setAccessibleName(tr("Notes on the run"));
  m_notes->setPlaceholderText(tr("Notes on this run"));
  m_notes->setMaxLength(10'000);
  connect(m_notes, &QLineEdit::editingFinished, this, &RunsDock::saveNotes);
}

void RunsDock::fill(QTreeWidgetItem& item, const Run& run) {
  const sim::RunSummary& s = run->summary;
  item.setData(Name, idRole, QString::fromStdString(s.id));
  item.setText(Name, QString::fromStdString(s.name));
  item.setIcon(Name, s.pinned ? lineIcon(QStringLiteral("pin")) : QIcon());
  item.setText(Time, timeText(s.created));
  item.setText(Solver, s.solver.empty() ? tr("imported") : QString::fromStdString(s.solver));
  item.setText(End, endText(s.end));
  item.setText(Simulated, tr("%1 s").arg(numberText(s.end_time)));
  if (!s.solver.empty()) {
    item.setText(Steps, QLocale().toString(static_cast<qulonglong>(s.steps)));
    item.setText(Duration, durationText(s.run_seconds));
  }
  for (int column : {Simulated, Steps, Duration})
    item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  item.setFlags(item.flags() | Qt::ItemIsEditable);
  QString tip = QString::fromStdString(s.notes);
  if (s.pinned) tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + tr("Pinned");
  item.setToolTip(Name, tip);
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
    if (const QTreeWidgetItem* item = m_table->topLevelItem(row); item->isSelected())
      ids += item->data(Name, idRole).toString();
  return ids;
}

Run RunsDock::firstChosen() const {
  const QStringList ids = chosen();
  return ids.isEmpty() ? nullptr : m_library.find(ids.front());
}

void RunsDock::choose(const QString& id) {
  for (int row = 0; row < m_table->topLevelItemCount(); ++row)
    if (QTreeWidgetItem* item = m_table->topLevelItem(row); item->data(Name, idRole).toString() == id)
      m_table->setCurrentItem(item);
}

void RunsDock::onChosen() {
  if (m_filling) return;
  const Run run = firstChosen();
  const auto count = chosen().size();
  for (QAction* action : {m_inspect, m_remove, m_pin}) action->setEnabled(count > 0);
  for (QAction* action : {m_rename, m_export}) action->setEnabled(count == 1);
  for (QAction* action : {m_snapshot, m_restore})
    action->setEnabled(count == 1 && !run->summary.solver.empty());
  m_compare->setEnabled(count > 0 && count <= 2 && m_library.runs().size() > 1);
  m_undo->setEnabled(m_library.canUndoRemove());
  m_pin->setChecked(run && run->summary.pinned);
  m_notes->setEnabled(count == 1);
  showDetails();
}

std::shared_ptr<const sim::RunDetails> RunsDock::detailsOfChosen() {
  const Run run = firstChosen();
  if (!run) return nullptr;
  auto details = sim::run_details(*run);
  if (details) return *details;
  emit said(QString::fromStdString(to_text(details.error())));
  return nullptr;
}

void RunsDock::showDetails() {
  if (!isVisible()) return;
  const QStringList ids = chosen();
  const Run run = firstChosen();
  if (!run || ids.size() > 1) {
    m_shown.clear();
    m_notes->clear();
    m_details->setHtml(QStringLiteral("<p>%1</p>")
                           .arg(ids.size() > 1 ? tr("%1 runs are chosen.").arg(ids.size())
                                : m_library.runs().empty()
                                    ? tr("Each run of the model appears here when it ends. A run or a CSV "
                                         "table can be dropped here.")
                                    : QString()));
    return;
  }
  if (m_shown != ids.front()) m_notes->setText(QString::fromStdString(run->summary.notes));
  m_shown = ids.front();
  const auto details = detailsOfChosen();
  m_details->setHtml(details ? detailsText(run->summary, *details, m_document.diagram()) : QString());
}

void RunsDock::saveNotes() {
  if (!m_shown.isEmpty()) m_library.setNotes(m_shown, m_notes->text());
}

static QStringList droppedFiles(const QMimeData* data) {
  QStringList paths;
  for (const QUrl& url : data->urls()) {
    const QString path = url.isLocalFile() ? url.toLocalFile() : QString();
    for (const char* ending : {".flxrun", ".csv", ".txt", ".tsv"})
      if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) paths += path;
  }
  return paths;
}

void RunsDock::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void RunsDock::dropEvent(QDropEvent* event) {
  for (const QString& path : droppedFiles(event->mimeData())) m_library.open(path);
  event->acceptProposedAction();
}

// F2 and Delete are the diagram's elsewhere in the window.
bool RunsDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_table) return QDockWidget::eventFilter(watched, event);
  const bool asked = event->type() == QEvent::ShortcutOverride;
  if (!asked && event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() != Qt::Key_Delete && key->key() != Qt::Key_F2) return false;
  if (asked) {
    event->accept();
  } else if (key->key() == Qt::Key_Delete) {
    m_remove->trigger();
  } else {
    m_rename->trigger();
  }
  return true;
}

}  // namespace fluxion
