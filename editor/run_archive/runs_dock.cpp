#include "editor/run_archive/runs_dock.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSplitter>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/run_archive/run_details_page.h"
#include "editor/run_archive/run_text.h"
#include "editor/run_archive/runs_table.h"
#include "editor/run_archive/signal_tree.h"

namespace fluxion {

RunsDock::RunsDock(RunLibrary& library, DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Runs"), parent),
      m_library(library),
      m_document(document),
      m_bar(new QToolBar(this)),
      m_table(new RunsTable(library, document, this)),
      m_pages(new QTabWidget(this)),
      m_details(new RunDetailsPage(library, document, this)),
      m_signals(new SignalTree(this, SignalTree::Boxes::None)),
      m_words(new QLineEdit(this)),
      m_space(new QLabel(this)),
      m_compareMenu(new QMenu(this)),
      m_menu(new QMenu(this)) {
  setObjectName(QStringLiteral("runsDock"));
  setAcceptDrops(true);
  buildTable();
  buildActions();
  auto* splitter = new QSplitter(this);
  splitter->addWidget(makeLeftSide());
  m_pages->setObjectName(QStringLiteral("runPages"));
  m_pages->setDocumentMode(true);
  m_pages->addTab(m_details, tr("&Details"));
  m_pages->addTab(m_signals, tr("&Signals"));
  splitter->addWidget(m_pages);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setChildrenCollapsible(false);
  setWidget(splitter);
  connect(&library, &RunLibrary::changed, this, &RunsDock::rebuild);
  connect(&library, &RunLibrary::added, this, &RunsDock::choose);
  connect(&library, &RunLibrary::failed, this, &RunsDock::said);
  connect(&document, &DiagramDocument::changed, this, &RunsDock::showDetails);
  connect(this, &QDockWidget::visibilityChanged, this, &RunsDock::showDetails);
  connect(m_pages, &QTabWidget::currentChanged, this, &RunsDock::showDetails);
  connect(m_details, &RunDetailsPage::said, this, &RunsDock::said);
  connect(m_signals, &SignalTree::activated, this, &RunsDock::plotRequested);
  rebuild();
}

void RunsDock::buildTable() {
  connect(m_table, &RunsTable::chosenChanged, this, &RunsDock::onChosen);
  connect(m_table, &RunsTable::inspectRequested, this, [this] { emit inspectRequested(chosen()); });
  connect(m_table, &RunsTable::colorsRequested, this, [this](QPoint at) { m_colors->popup(at); });
  connect(m_table, &RunsTable::renameRequested, this, [this] { m_rename->trigger(); });
  connect(m_table, &RunsTable::removeRequested, this, [this] { m_remove->trigger(); });
  connect(m_table, &QWidget::customContextMenuRequested, this,
          [this](QPoint at) { m_menu->popup(m_table->viewport()->mapToGlobal(at)); });
  m_words->setObjectName(QStringLiteral("runsFilter"));
  m_words->setAccessibleName(tr("Filter of the runs"));
  m_words->setToolTip(
      tr("Words in names, notes and tags; tag:, solver:, name: and end: look at one of these alone"));
  m_words->setPlaceholderText(tr("Filter: words, tag:…, solver:…"));
  m_words->setClearButtonEnabled(true);
  m_words->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  connect(m_words, &QLineEdit::textChanged, m_table, &RunsTable::setFilter);
}

QWidget* RunsDock::makeLeftSide() {
  auto* left = new QWidget(this);
  auto* layout = new QVBoxLayout(left);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(0, 0, 6, 0);
  head->addWidget(m_bar);
  head->addWidget(m_words, 1);
  layout->addLayout(head);
  layout->addWidget(m_table, 1);
  m_space->setContentsMargins(8, 2, 8, 4);
  m_space->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  layout->addWidget(m_space);
  return left;
}

QTreeWidget& RunsDock::table() { return *m_table; }
QTextBrowser& RunsDock::details() { return m_details->browser(); }
QStringList RunsDock::chosen() const { return m_table->chosen(); }
void RunsDock::choose(const QString& id) { m_table->choose(id); }
void RunsDock::setFilter(const QString& words) { m_words->setText(words); }

void RunsDock::rebuild() {
  m_table->rebuild();
  showSpace();
}

void RunsDock::showSpace() {
  const QString used = bytesText(m_library.bytesUsed());
  m_space->setText(!m_library.isKeeping() ? tr("Not kept on disk")
                   : m_document.path().isEmpty()
                       ? tr("Kept on disk once the model is saved")
                       : tr("%1 of %2 on disk").arg(used, bytesText(m_library.limit())));
  m_space->setToolTip(
      tr("Runs of all models together; the oldest that are not pinned go first. Dis&k Space in the "
         "menu of the table changes it.")
          .remove(u'&'));
}

Run RunsDock::firstChosen() const {
  const QStringList ids = chosen();
  return ids.isEmpty() ? nullptr : m_library.find(ids.front());
}

void RunsDock::onChosen() {
  const Run run = firstChosen();
  const auto count = chosen().size();
  for (QAction* action : {m_inspect, m_remove, m_pin}) action->setEnabled(count > 0);
  for (QAction* action : {m_rename, m_export}) action->setEnabled(count == 1);
  for (QAction* action : {m_snapshot, m_restore, m_profile})
    action->setEnabled(count == 1 && !run->summary.solver.empty());
  m_compare->setEnabled(count > 0 && count <= 2 && m_library.runs().size() > 1);
  m_undo->setEnabled(m_library.canUndoRemove());
  m_pin->setChecked(run && run->summary.pinned);
  m_under->setEnabled(count > 0);
  m_under->setChecked(run && m_library.isUnderScopes(run->summary));
  m_colors->setEnabled(count > 0);
  showDetails();
}

void RunsDock::showDetails() {
  if (!isVisible()) return;
  const QStringList ids = chosen();
  std::vector<Run> runs;
  for (const Run& run : m_library.runs())
    if (ids.contains(QString::fromStdString(run->summary.id))) runs.push_back(run);
  m_details->showRuns(runs);
  if (m_pages->currentWidget() == m_signals)
    m_signals->setRuns(ids.isEmpty() ? m_library.runs() : runs, ids.size() == 1 ? ids : QStringList());
}

// Swatches have the theme's colors.
void RunsDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) rebuild();
}

QStringList RunsDock::importable(const QMimeData* data) {
  QStringList paths;
  for (const QUrl& url : data->urls()) {
    const QString path = url.isLocalFile() ? url.toLocalFile() : QString();
    for (const char* ending : {".flxrun", ".csv", ".txt", ".tsv", ".mat"})
      if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) paths += path;
  }
  return paths;
}

void RunsDock::dragEnterEvent(QDragEnterEvent* event) {
  if (!importable(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void RunsDock::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  for (const QString& path : importable(event->mimeData())) import(path);
}

}  // namespace fluxion
