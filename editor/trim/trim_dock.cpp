#include "editor/trim/trim_dock.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/trim/trim_grid_dialog.h"
#include "editor/trim/trim_table.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/text_file.h"

namespace fluxion {

namespace {

constexpr int followDelay = 150;  // ms behind an edit

QString firstHint() {
  return TrimDock::tr("Say what is known, and press Trim. Without more, all states are to be at rest.");
}

// Without what has no influence on its numbers.
sim::Diagram withoutLooks(sim::Diagram diagram) {
  for (auto& [id, block] : diagram.blocks) {
    block.position = {}, block.size = {};
    block.rotation = 0, block.flipped = false;
    block.color = {};
  }
  for (auto& [id, line] : diagram.lines) line.waypoints.clear(), line.loose_source = line.loose_target = {};
  diagram.annotations.clear();
  diagram.unknown.erase(sim::trim_member);  // what is asked is no part of what is looked at
  return diagram;
}

}  // namespace

TrimDock::TrimDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models, QWidget* parent)
    : QDockWidget(tr("Trim"), parent),
      m_document(document),
      m_models(models),
      m_inquiry(this, trimWork(models), [this](const TrimAnswer& answer) { take(answer); }),
      m_status(new DockStatus(*this, QStringLiteral("trimMessage"), followDelay)),
      m_table(new TrimTable(document, this)),
      m_view(new QTreeView(this)),
      m_what(new QLabel(this)),
      m_trim(new QPushButton(tr("&Trim"), this)),
      m_stop(new QPushButton(tr("&Cancel"), this)) {
  setObjectName(QStringLiteral("trimDock"));
  auto* row = new QHBoxLayout;
  buildTools(row);
  auto* layout = makeDockContent(*this, {row}, *m_status);
  buildView();
  layout->addWidget(m_view, 1);
  connect(m_status, &DockStatus::waited, this, &TrimDock::onEdited);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    m_table->readWishes();
    if (isVisible() && m_asked) m_status->wait();
  });
  connect(&m_document, &DiagramDocument::replaced, this, &TrimDock::clear);
  connect(m_table, &TrimTable::refused, this, [this](const QString& why) { say(why, true); });
  connect(m_table, &TrimTable::wished, this, [this] { say({}); });
  connect(m_table, &QAbstractItemModel::modelReset, m_view, [this] {
    m_view->expandAll();
    for (int group = 0; group < m_table->rowCount(); ++group) m_view->setFirstColumnSpanned(group, {}, true);
  });
  clear();
}

void TrimDock::buildTools(QBoxLayout* row) {
  m_trim->setObjectName(QStringLiteral("trim"));
  m_trim->setToolTip(tr("Looks for an operating point that is as the table says"));
  connect(m_trim, &QPushButton::clicked, this, &TrimDock::trim);
  m_stop->setObjectName(QStringLiteral("trimCancel"));
  connect(m_stop, &QPushButton::clicked, this, &TrimDock::stop);
  row->addWidget(m_trim);
  row->addWidget(m_stop);
  row->addSpacing(10);
  const auto button = [&](const QString& text, const char* name, const QString& tip, auto&& done) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, done);
    auto* tool = new QToolButton(this);
    tool->setDefaultAction(action);
    tool->setAutoRaise(true);
    tool->setFocusPolicy(Qt::StrongFocus);
    tool->setAccessibleName(text);
    row->addWidget(tool);
    return action;
  };
  m_what->setObjectName(QStringLiteral("trimStart"));
  row->addWidget(m_what);
  button(tr("Initial"), "trimInitial", tr("Begin the search where a run of the model begins"),
         [this] { beginInitially(); });
  m_fromRun =
      button(tr("From the Run"), "trimFromRun",
             tr("Begin the search where the run is, which has ended or is paused"), [this] { beginAtRun(); });
  button(tr("Open…"), "trimOpen", tr("Begin the search at an operating point from a file"), [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open Operating Point"), {},
                                                      tr("Operating points (*.json);;All files (*)"));
    if (!path.isEmpty()) beginAtFile(path);
  });
  row->addStretch(1);
  button(tr("Grid…"), "trimGrid", tr("An operating point for each combination of some values of the model"),
         [this] { TrimGridDialog(m_document, m_models, this).exec(); });
  m_save = button(tr("Save…"), "trimSave", tr("Write what was found to a file, exactly"), [this] {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save Operating Point"), {}, tr("Operating points (*.json)"));
    if (!path.isEmpty()) saveFile(path);
  });
  m_write = button(tr("Write Into Blocks"), "trimWrite",
                   tr("Makes what was found the initial conditions and inputs of the model"),
                   [this] { writeIntoBlocks(); });
  m_startThere = button(tr("Start There"), "trimRun",
                        tr("Runs the model from what was found; the Operating Point shows it"),
                        [this] { startThere(); });
  m_linearize =
      button(tr("Linearize There"), "trimLinearize",
             tr("Shows the responses of the model near what was found"), [this] { linearizeThere(); });
}

void TrimDock::buildView() {
  m_view->setModel(m_table);
  m_view->setObjectName(QStringLiteral("trimTable"));
  m_view->setAccessibleName(tr("What is asked of the operating point, and what was found"));
  m_view->setRootIsDecorated(false);
  m_view->setItemsExpandable(false);
  m_view->setUniformRowHeights(true);
  m_view->setAlternatingRowColors(true);
  m_view->setSelectionBehavior(QAbstractItemView::SelectItems);
  m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
  m_view->header()->setHighlightSections(false);
  m_view->header()->setStretchLastSection(true);
  m_view->header()->setSectionsMovable(false);
  m_view->setIndentation(14);
  const int character = fontMetrics().horizontalAdvance(u'0');
  const int widths[] = {26, 8, 8, 18, 12, 12, 18, 14, 8};
  for (int column = 0; column < TrimTable::ColumnCount; ++column)
    m_view->setColumnWidth(column, widths[column] * character);
}

void TrimDock::updateTools() {
  const bool found = m_answer.model && !m_stale;
  for (QAction* action : {m_save, m_write, m_startThere, m_linearize}) action->setEnabled(found);
  m_stop->setEnabled(m_inquiry.isBusy());
}

void TrimDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  if (!m_asked)
    read();
  else
    m_status->wait();
}

void TrimDock::clear() {
  m_status->stopWaiting();
  m_asked.reset();
  m_answer = {};
  m_start = {};
  m_run.reset();
  m_stale = false;
  m_fromRun->setEnabled(false);
  m_table->clear();
  m_what->setText(tr("Begin at:"));
  say(firstHint());
  updateTools();
  if (isVisible()) read();
}

void TrimDock::setRun(std::shared_ptr<const sim::ModelRun> run, bool standsStill) {
  m_run = std::move(run);
  m_fromRun->setEnabled(m_run && standsStill);
}

void TrimDock::begin(TrimStart start, const QString& what) {
  m_start = std::move(start);
  m_what->setText(what);
  ask(false);
}

void TrimDock::beginInitially() { begin({}, tr("Begin at: initial values")); }

void TrimDock::beginAtRun() {
  const auto point = m_run ? m_run->operating_point() : std::nullopt;
  if (!point) return say(tr("The run gives no operating point: it failed or is still running."), true);
  begin({m_run, *point, {}},
        tr("Begin at: the run, t = %1 s").arg(QString::fromStdString(sim::to_text(point->time))));
}

bool TrimDock::beginAtFile(const QString& path) {
  constexpr std::size_t most = std::size_t{1} << 30;
  auto text =
      sim::read_text_file(path.toStdString(), most, "choose an operating point", "choose a smaller file");
  if (!text) {
    say(QString::fromStdString(sim::to_text(text.error())), true);
    return false;
  }
  begin({nullptr, {}, *std::move(text)}, tr("Begin at: %1").arg(QFileInfo(path).fileName()));
  return true;
}

void TrimDock::read() { ask(false); }

void TrimDock::trim() {
  m_status->stopWaiting();
  ask(true);
}

void TrimDock::stop() {
  if (m_inquiry.isBusy()) m_inquiry.drop();
}

void TrimDock::ask(bool solve) {
  if (!m_asked || *m_asked != m_document.diagram())
    m_asked = std::make_shared<const sim::Diagram>(m_document.diagram());
  m_solving = solve;
  say(solve ? tr("Trimming…") : tr("Reading the model…"));
  m_inquiry.ask({m_asked, m_start, m_table->wishes(), solve});
  updateTools();
}

void TrimDock::onEdited() {
  if (!m_asked || *m_asked == m_document.diagram()) return;
  if (withoutLooks(*m_asked) == withoutLooks(m_document.diagram())) return;
  m_stale = true;
  m_table->setReport(m_answer.report, true);
  ask(false);
}

void TrimDock::take(const TrimAnswer& answer) {
  const bool solving = std::exchange(m_solving, false);
  updateTools();
  if (answer.stopped) {
    say(tr("Canceled."));
    emit answered();
    return;
  }
  if (answer.start) m_table->setStart(answer.start);
  const auto start = answer.start ? answer.start : m_answer.start;
  if (solving || (answer.start && !haveSameNames(answer.start.get(), m_answer.start.get()))) {
    m_answer = answer;
    m_stale = false;
    m_table->setReport(answer.report);
  }
  m_answer.start = start;
  say(m_stale ? tr("The model has changed: press Trim again.") : m_answer.report ? QString() : firstHint());
  if (!answer.problems.empty()) {
    say(QString::fromStdString(to_text(answer.problems.back())), true);
  } else if (answer.report) {
    tell(*answer.report);
  } else if (answer.start && answer.start->states.empty() && answer.start->inputs.empty()) {
    say(tr("The model has neither states nor inputs: there is nothing to look for."));
  }
  updateTools();
  emit answered();
}

}  // namespace fluxion
