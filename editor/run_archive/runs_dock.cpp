#include "editor/run_archive/runs_dock.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextOption>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/run_archive/run_filter.h"
#include "editor/run_archive/run_text.h"
#include "editor/run_archive/signal_tree.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

RunsDock::RunsDock(RunLibrary& library, DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Runs"), parent),
      m_library(library),
      m_document(document),
      m_bar(new QToolBar(this)),
      m_table(new QTreeWidget(this)),
      m_details(new QTextBrowser(this)),
      m_pages(new QTabWidget(this)),
      m_signals(new SignalTree(this, SignalTree::Boxes::None)),
      m_words(new QLineEdit(this)),
      m_tags(new QLineEdit(this)),
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
  auto* head = new QHBoxLayout;
  head->setContentsMargins(0, 0, 6, 0);
  head->addWidget(m_bar);
  head->addWidget(m_words, 1);
  layout->addLayout(head);
  layout->addWidget(m_table, 1);
  m_space->setContentsMargins(8, 2, 8, 4);
  m_space->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  layout->addWidget(m_space);
  auto* right = new QWidget(this);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_details, 1);
  auto* fields = new QFormLayout;
  fields->setContentsMargins(8, 4, 6, 4);
  fields->setVerticalSpacing(4);
  fields->setHorizontalSpacing(8);
  fields->addRow(tr("Tags"), m_tags);
  fields->addRow(tr("Notes"), m_notes);
  column->addLayout(fields);
  auto* splitter = new QSplitter(this);
  splitter->addWidget(left);
  m_pages->setObjectName(QStringLiteral("runPages"));
  m_pages->setDocumentMode(true);
  m_pages->addTab(right, tr("&Details"));
  m_pages->addTab(m_signals, tr("&Signals"));
  splitter->addWidget(m_pages);
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
  connect(m_pages, &QTabWidget::currentChanged, this, &RunsDock::showDetails);
  connect(m_signals, &SignalTree::activated, this, &RunsDock::plotRequested);
  rebuild();
}

void RunsDock::buildDetails() {
  m_details->setObjectName(QStringLiteral("runDetails"));
  m_details->setAccessibleName(tr("Details of the run"));
  m_details->setFrameShape(QFrame::NoFrame);
  m_details->setOpenLinks(false);
  m_details->setWordWrapMode(QTextOption::WordWrap);
  m_notes->setObjectName(QStringLiteral("runNotes"));
  m_notes->setAccessibleName(tr("Notes on the run"));
  m_notes->setPlaceholderText(tr("What this run is about"));
  m_notes->setMaxLength(10'000);
  connect(m_notes, &QLineEdit::editingFinished, this, &RunsDock::saveNotes);
  m_tags->setObjectName(QStringLiteral("runTags"));
  m_tags->setAccessibleName(tr("Tags of the run"));
  m_tags->setPlaceholderText(tr("tuned, long run"));
  m_tags->setToolTip(tr("Words to find the run by, with commas between them"));
  m_tags->setMaxLength(1'000);
  connect(m_tags, &QLineEdit::editingFinished, this, &RunsDock::saveTags);
}

Run RunsDock::firstChosen() const {
  const QStringList ids = chosen();
  return ids.isEmpty() ? nullptr : m_library.find(ids.front());
}

void RunsDock::onChosen() {
  if (m_filling) return;
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
  m_notes->setEnabled(count == 1);
  m_tags->setEnabled(count == 1);
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

sim::TimeUnit RunsDock::timeUnit() const {
  return sim::time_unit(sim::setting(m_document.diagram(), "TimeUnit"));
}

void RunsDock::showSignals() {
  std::vector<Run> shown;
  const QStringList ids = chosen();
  for (const Run& run : m_library.runs())
    if (ids.isEmpty() || ids.contains(QString::fromStdString(run->summary.id))) shown.push_back(run);
  m_signals->setRuns(shown, ids.size() == 1 ? ids : QStringList());
}

void RunsDock::showDetails() {
  if (!isVisible()) return;
  if (m_pages->currentWidget() == m_signals) showSignals();
  const QStringList ids = chosen();
  const Run run = firstChosen();
  if (!run || ids.size() > 1) {
    m_shown.clear();
    m_notes->clear();
    m_tags->clear();
    m_details->setHtml(QStringLiteral("<p>%1</p>")
                           .arg(ids.size() > 1 ? tr("%1 runs are chosen.").arg(ids.size())
                                : m_library.runs().empty()
                                    ? tr("Each run of the model appears here when it ends. A run, a CSV "
                                         "table or a MAT file can be dropped here.")
                                    : QString()));
    return;
  }
  if (m_shown != ids.front()) {
    m_notes->setText(QString::fromStdString(run->summary.notes));
    m_tags->setText(tagLine(run->summary));
  } else if (!m_tags->hasFocus()) {
    m_tags->setText(tagLine(run->summary));
  }
  m_shown = ids.front();
  const auto details = detailsOfChosen();
  m_details->setHtml(details ? detailsText(run->summary, *details, m_document.diagram()) : QString());
}

void RunsDock::saveNotes() {
  if (!m_shown.isEmpty()) m_library.setNotes(m_shown, m_notes->text());
}

void RunsDock::saveTags() {
  if (!m_shown.isEmpty()) m_library.setTags(m_shown, tagsOf(m_tags->text()));
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
