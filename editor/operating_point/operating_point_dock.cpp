#include "editor/operating_point/operating_point_dock.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/operating_point/point_filter.h"
#include "editor/operating_point/point_model.h"
#include "editor/operating_point/signal_table.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"

namespace fluxion {

namespace {

bool writeWhole(const QString& path, const std::string& text) {
  QSaveFile file(path);
  const QByteArray bytes = QByteArray::fromStdString(text);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

std::shared_ptr<const sim::Program> programOf(const std::shared_ptr<const sim::ModelRun>& run) {
  return {run, &run->program()};
}

}  // namespace

OperatingPointDock::OperatingPointDock(DiagramDocument& document, std::shared_ptr<CompiledModels> models,
                                       QWidget* parent)
    : QDockWidget(tr("Operating Point"), parent),
      m_document(document),
      m_inquiry(this, pointWork(std::move(models)),
                [this](const InitialPoint& answer) { onInitial(answer); }),
      m_model(new PointModel(document, this)),
      m_filter(new PointFilter(this)),
      m_view(new QTableView(this)),
      m_signals(new SignalTable(this)),
      m_tabs(new QTabWidget(this)),
      m_words(new QLineEdit(this)),
      m_what(new QLabel(this)),
      m_message(new QLabel(this)) {
  setObjectName(QStringLiteral("operatingPointDock"));
  auto* content = new QWidget(this);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(6, 4, 6, 4);
  layout->setSpacing(4);
  auto* tools = new QHBoxLayout;
  tools->setSpacing(2);
  buildTools(tools);
  layout->addLayout(tools);
  auto* line = new QHBoxLayout;
  m_what->setObjectName(QStringLiteral("pointTitle"));
  m_words->setObjectName(QStringLiteral("pointFilter"));
  m_words->setPlaceholderText(tr("Filter"));
  m_words->setAccessibleName(tr("Filter of states and signals"));
  m_words->setToolTip(tr("Words that a row has to contain"));
  m_words->setClearButtonEnabled(true);
  m_words->setMaximumWidth(fontMetrics().averageCharWidth() * 32);
  line->addWidget(m_what, 1);
  line->addWidget(m_words);
  layout->addLayout(line);
  m_tabs->setObjectName(QStringLiteral("pointTabs"));
  m_tabs->setDocumentMode(true);
  m_tabs->tabBar()->setAccessibleName(tr("States or signals"));
  m_tabs->addTab(buildStates(), tr("States"));
  m_tabs->addTab(m_signals, tr("Signals"));
  layout->addWidget(m_tabs, 1);
  m_message->setObjectName(QStringLiteral("pointMessage"));
  m_message->setWordWrap(true);
  layout->addWidget(m_message);
  setWidget(content);
  connect(m_words, &QLineEdit::textChanged, this, [this](const QString& words) {
    static_cast<PointFilter*>(m_filter)->setWords(words);
    m_signals->setFilter(words);
  });
  connect(m_model, &PointModel::refused, this, [this](const QString& why) { say(why, true); });
  connect(m_model, &PointModel::edited, this, [this] {
    say({});
    if (m_startHere->isChecked()) startFromHere(true);
    updateTools();
  });
  connect(m_signals, &SignalTable::blockRequested, this, &OperatingPointDock::blockRequested);
  clear();
}

void OperatingPointDock::buildTools(QBoxLayout* row) {
  const auto button = [&](QAction* action, const QString& name, const QString& tip) {
    action->setObjectName(name);
    action->setToolTip(tip);
    auto* tool = new QToolButton(this);
    tool->setDefaultAction(action);
    tool->setAutoRaise(true);
    tool->setFocusPolicy(Qt::StrongFocus);
    tool->setAccessibleName(action->text());
    row->addWidget(tool);
    return tool;
  };
  const auto action = [&](const QString& text, auto&& done) {
    auto* made = new QAction(text, this);
    connect(made, &QAction::triggered, this, done);
    return made;
  };
  m_fromRun = action(tr("From the Run"), [this] { showRun(); });
  button(m_fromRun, QStringLiteral("pointFromRun"), tr("Where the run is, which has ended or is paused"));
  button(action(tr("Initial"), [this] { showInitial(); }), QStringLiteral("pointInitial"),
         tr("Where a run of the model begins"));
  button(action(tr("Open…"), [this] { chooseFile(false); }), QStringLiteral("pointOpen"),
         tr("An operating point from a file"));
  m_save = action(tr("Save…"), [this] {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save Operating Point"), {}, tr("Operating points (*.json)"));
    if (!path.isEmpty()) saveFile(path);
  });
  button(m_save, QStringLiteral("pointSave"), tr("Write the operating point to a file, exactly"));
  m_export = action(tr("Export…"), [this] {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export Table"), {}, tr("Tables (*.csv)"));
    if (!path.isEmpty()) exportFile(path);
  });
  button(m_export, QStringLiteral("pointExport"), tr("Write the table as CSV"));
  auto* compare = new QMenu(tr("Compare"), this);
  compare->addAction(tr("With the &Initial States"), this,
                     [this] { withModel([this] { compareWith(m_initial, tr("the initial states")); }); });
  compare->addAction(tr("With a &File…"), this, [this] { chooseFile(true); });
  m_noComparison = compare->addAction(tr("With &Nothing"), this, [this] { compareWith({}, {}); });
  QToolButton* comparing = button(compare->menuAction(), QStringLiteral("pointCompare"),
                                  tr("Shows another operating point and the difference beside"));
  comparing->setPopupMode(QToolButton::InstantPopup);
  row->addStretch(1);
  m_write = action(tr("Write Into Blocks"), [this] { writeIntoBlocks(); });
  button(m_write, QStringLiteral("pointWrite"),
         tr("Makes the selected values, or all, the initial conditions of their blocks"));
  m_startHere = new QAction(tr("Start From Here"), this);
  m_startHere->setCheckable(true);
  connect(m_startHere, &QAction::toggled, this, &OperatingPointDock::startFromHere);
  button(
      m_startHere, QStringLiteral("pointStart"),
      tr("The next runs begin at this operating point and its time; off: at the model's own initial states"));
}

QWidget* OperatingPointDock::buildStates() {
  m_filter->setSourceModel(m_model);
  m_view->setModel(m_filter);
  m_view->setObjectName(QStringLiteral("pointTable"));
  m_view->setAccessibleName(tr("States"));
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);
  m_view->setShowGrid(false);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setTabKeyNavigation(false);
  m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
  m_view->verticalHeader()->hide();
  m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  m_view->horizontalHeader()->setHighlightSections(false);
  m_view->horizontalHeader()->setStretchLastSection(true);
  const int character =
      fontMetrics().horizontalAdvance(u'0');  // all 17 digits of a number, sign and exponent
  const int widths[] = {28, 12, 25, 8, 8, 25, 25};
  for (int column = 0; column < PointModel::ColumnCount; ++column)
    m_view->setColumnWidth(column, widths[column] * character);
  connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (index.column() != PointModel::Block) return;
    const int row = m_filter->mapToSource(index).row();
    emit blockRequested(m_model->entries()[static_cast<std::size_t>(row)].id);
  });
  return m_view;
}

QString OperatingPointDock::message() const { return m_message->text(); }

void OperatingPointDock::say(const QString& text, bool wrong) {
  const Theme theme = Theme::current(palette());
  QPalette colors = m_message->palette();
  colors.setColor(QPalette::WindowText, wrong ? theme.error : theme.hint);
  m_message->setPalette(colors);
  m_message->setText(text);
  m_message->setVisible(!text.isEmpty());
}

void OperatingPointDock::updateTools() {
  const bool shown = m_model->hasPoint();
  for (QAction* action : {m_save, m_export, m_write, m_startHere}) action->setEnabled(shown);
  m_startHere->setEnabled(shown || m_startHere->isChecked());
  m_noComparison->setEnabled(m_model->compares());
  for (int column : {PointModel::Other, PointModel::Difference})
    m_view->setColumnHidden(column, !m_model->compares());
}

void OperatingPointDock::clear() {
  m_run = m_shown = nullptr;
  m_next = nullptr;
  m_initial.reset();
  m_model->clear();
  m_signals->setSignals(nullptr, nullptr);
  m_fromRun->setEnabled(false);
  m_what->setText(tr("No operating point yet"));
  m_startHere->setChecked(false);
  say(tr("Run the model, or look at where it begins (Initial)."));
  updateTools();
}

void OperatingPointDock::setRun(std::shared_ptr<const sim::ModelRun> run,
                                std::shared_ptr<sim::WatchedValues> board) {
  m_signals->setSignals(run ? &run->program() : nullptr, std::move(board));
  m_run = std::move(run);
  m_fromRun->setEnabled(false);
}

void OperatingPointDock::refresh(bool standsStill) {
  if (!m_run) return;
  if (isVisible() && m_tabs->currentWidget() == m_signals) m_signals->refresh();
  if (standsStill == m_fromRun->isEnabled()) return;
  m_fromRun->setEnabled(standsStill);
  // What nobody has edited follows the run.
  if (standsStill && isVisible() && !m_model->isEdited() && !m_startHere->isChecked()) showRun();
}

void OperatingPointDock::take(const sim::OperatingPoint& point, std::shared_ptr<const sim::ModelRun> model,
                              const QString& what) {
  if (m_shown != model) m_initial.reset();
  m_shown = std::move(model);
  m_model->setPoint(point, programOf(m_shown));
  m_what->setText(tr("%1, t = %2 s").arg(what, QString::fromStdString(sim::to_text(point.time))));
  say(m_model->rowCount() == 0 ? tr("The model has no states.") : QString());
  if (m_startHere->isChecked()) startFromHere(true);
  updateTools();
}

void OperatingPointDock::showRun() {
  const auto point = m_run ? m_run->operating_point() : std::nullopt;
  if (!point) return say(tr("The run gives no operating point: it failed or is still running."), true);
  take(*point, m_run, tr("The run"));
}

// Compiles the model as it is now, then goes on.
void OperatingPointDock::withModel(std::function<void()> next) {
  withModel(m_document.diagram(), std::move(next));
}

void OperatingPointDock::withModel(const sim::Diagram& diagram, std::function<void()> next) {
  m_next = std::move(next);
  say(tr("Compiling the model…"));
  m_inquiry.ask(std::make_shared<const sim::Diagram>(diagram));
}

void OperatingPointDock::onInitial(const InitialPoint& initial) {
  const auto next = std::exchange(m_next, nullptr);
  if (!initial.model)
    return say(initial.problems.empty()
                   ? QString()
                   : tr("The model cannot run: %1")
                         .arg(QString::fromStdString(sim::to_text(initial.problems.front()))),
               true);
  // What is shown stays; its program is as good where the model has not changed.
  if (!m_shown) m_shown = initial.model;
  m_initial = initial.point;
  m_shown = m_model->hasPoint() ? m_shown : initial.model;
  say({});
  if (next) next();
}

void OperatingPointDock::showInitial() {
  m_model->clear();
  m_shown = nullptr;
  withModel([this] { take(sim::OperatingPoint(*m_initial), m_shown, tr("Initial states")); });
}

std::optional<sim::OperatingPoint> OperatingPointDock::readFile(const QString& path) {
  constexpr std::size_t most = std::size_t{1} << 30;
  const auto text =
      sim::read_text_file(path.toStdString(), most, "choose an operating point", "choose a smaller file");
  if (!text) {
    say(QString::fromStdString(sim::to_text(text.error())), true);
    return {};
  }
  auto point = sim::read_operating_point(*text, m_shown->program());
  if (point) return *std::move(point);
  say(QString::fromStdString(sim::to_text(point.error())), true);
  return {};
}

void OperatingPointDock::startFrom(const QString& operatingPoint, const QString& what,
                                   const std::function<void()>& then) {
  const std::string text = operatingPoint.toStdString();
  const auto inputs = sim::read_point_inputs(text);
  if (!inputs) return say(QString::fromStdString(sim::to_text(inputs.error())), true);
  m_model->clear();
  m_shown = nullptr;
  withModel(sim::with_held_inputs(m_document.diagram(), *inputs), [this, text, what, then] {
    const auto point = sim::read_operating_point(text, m_shown->program());
    if (!point) return say(QString::fromStdString(sim::to_text(point.error())), true);
    take(*point, m_shown, what);
    startFromHere(true);
    if (then) then();
  });
}

// False: not now; the model is compiled first, or the file is wrong.
bool OperatingPointDock::openFile(const QString& path) {
  if (!m_shown) {
    withModel([this, path] { openFile(path); });
    return false;
  }
  const auto point = readFile(path);
  if (point) take(*point, m_shown, QFileInfo(path).fileName());
  return point.has_value();
}

void OperatingPointDock::chooseFile(bool compare) {
  const QString path =
      QFileDialog::getOpenFileName(this, compare ? tr("Compare With") : tr("Open Operating Point"), {},
                                   tr("Operating points (*.json);;All files (*)"));
  if (path.isEmpty()) return;
  if (!compare) {
    openFile(path);
    return;
  }
  if (!m_shown) return;
  if (const auto point = readFile(path)) compareWith(point, QFileInfo(path).fileName());
}

bool OperatingPointDock::saveFile(const QString& path) {
  if (!m_model->hasPoint()) return false;
  const bool done = writeWhole(path, sim::write_operating_point(m_model->point(), *m_model->program()));
  say(done ? tr("Saved %1.").arg(path) : tr("%1 could not be written.").arg(path), !done);
  return done;
}

bool OperatingPointDock::exportFile(const QString& path) {
  const bool done = writeWhole(path, sim::operating_point_csv(m_model->entries()));
  say(done ? tr("Exported %1.").arg(path) : tr("%1 could not be written.").arg(path), !done);
  return done;
}

void OperatingPointDock::compareWith(const std::optional<sim::OperatingPoint>& other, const QString& what) {
  m_model->compareWith(other);
  say(!other                 ? QString()
      : !m_model->compares() ? tr("That is an operating point of another model.")
                             : tr("Compared with %1.").arg(what),
      other && !m_model->compares());
  updateTools();
}

void OperatingPointDock::startFromHere(bool on) {
  if (on && m_model->hasPoint())
    m_start = QString::fromStdString(sim::write_operating_point(m_model->point(), *m_model->program()));
  else
    m_start.clear();
  if (m_startHere->isChecked() != on) m_startHere->setChecked(on);
  say(m_start.isEmpty() ? QString()
                        : tr("The next runs begin here, at t = %1 s.")
                              .arg(QString::fromStdString(sim::to_text(m_model->point().time))));
  emit startChanged(m_start);
}

int OperatingPointDock::writeIntoBlocks() {
  if (!m_model->hasPoint()) return 0;
  std::vector<std::size_t> picked;
  for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
    picked.push_back(static_cast<std::size_t>(m_filter->mapToSource(index).row()));
  const bool all = picked.empty();
  for (std::size_t row = 0; all && row < m_model->entries().size(); ++row)
    if (m_model->entries()[row].editable()) picked.push_back(row);
  sim::InitialValues values = sim::initial_values(m_document.diagram(), m_document.library(),
                                                  *m_model->program(), m_model->entries(), picked);
  if (!values.edit.empty()) m_document.apply(std::move(values.edit));
  QString text = tr("Initial conditions of %1 blocks written.").arg(values.written.size());
  if (!values.left_out.empty()) {
    QStringList paths;
    for (const std::string& path : values.left_out) paths << QString::fromStdString(path);
    constexpr qsizetype most = 5;
    if (paths.size() > most) paths = paths.mid(0, most) << tr("and more");
    text += u' ' + tr("These have none to write: %1.").arg(paths.join(tr(", ")));
  }
  say(text);
  return static_cast<int>(values.written.size());
}

}  // namespace fluxion
