#include "editor/code_generation/code_dialog.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "sim_core/block/block_type.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/solvers/methods/registry.h"

namespace fluxion {

constexpr int BlockRole = Qt::UserRole;

// Those by which code can be generated.
static std::vector<const sim::Method*> codeMethods() {
  std::vector<const sim::Method*> found;
  for (const sim::Method& method : sim::methods())
    if (method.kind == sim::StepKind::Fixed || method.needs_no_states) found.push_back(&method);
  return found;
}

static QString toQt(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

CodeDialog::CodeDialog(DiagramDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_library(sharedCopy(document.library())),
      m_part(new QComboBox(this)),
      m_target(new QComboBox(this)),
      m_precision(new QComboBox(this)),
      m_tasks(new QComboBox(this)),
      m_solver(new QComboBox(this)),
      m_folder(new QLineEdit(this)),
      m_note(new QLabel(this)),
      m_state(new QLabel(this)),
      m_tree(new QTreeWidget(this)),
      m_progress(new QProgressBar(this)) {
  setObjectName(QStringLiteral("codeDialog"));
  setWindowTitle(tr("Generate Code"));
  m_tree->setObjectName(QStringLiteral("codePreview"));
  m_tree->setAccessibleName(tr("What will be generated"));
  m_tree->setHeaderLabels({tr("What"), tr("Details")});
  m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  m_tree->setWordWrap(true);
  m_tree->setTextElideMode(Qt::ElideNone);
  m_state->setObjectName(QStringLiteral("codeState"));
  m_state->setWordWrap(true);
  m_progress->setRange(0, 0);
  m_progress->setTextVisible(false);
  m_progress->setMaximumHeight(fontMetrics().height() / 2);
  QSizePolicy kept = m_progress->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(kept);
  m_progress->hide();
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(makeForm());
  layout->addWidget(m_state);
  layout->addWidget(m_progress);
  layout->addWidget(m_tree, 1);
  layout->addLayout(makeButtons());
  resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 36);
  m_delay.setSingleShot(true);
  m_delay.setInterval(200);
  m_patience.setSingleShot(true);
  m_patience.setInterval(250);
  connect(&m_delay, &QTimer::timeout, this, [this] { ask(false); });
  connect(&m_patience, &QTimer::timeout, m_progress, &QWidget::show);
  connect(&m_inquiry, &CodeInquiry::answered, this, &CodeDialog::take);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    fillSubsystems();
    changeSoon();
  });
  connect(&m_document, &DiagramDocument::replaced, this, &QDialog::reject);
  connect(m_tree, &QTreeWidget::itemClicked, this, &CodeDialog::activate);
  connect(m_tree, &QTreeWidget::itemActivated, this, &CodeDialog::activate);
  fillSubsystems();
  suggestFolder();
  ask(false);
}

QLayout* CodeDialog::makeForm() {
  const auto add = [](QComboBox* combo, const char* name) {
    combo->setObjectName(QLatin1String(name));
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(40);
  };
  add(m_part, "codePart");
  add(m_target, "codeTarget");
  add(m_precision, "codePrecision");
  add(m_tasks, "codeTasks");
  add(m_solver, "codeSolver");
  for (const sim::CodeTargetInfo& info : sim::code_targets)
    m_target->addItem(toQt(info.label), static_cast<int>(info.target));
  for (const sim::PrecisionInfo& info : sim::code_precisions)
    m_precision->addItem(toQt(info.label), static_cast<int>(info.precision));
  for (const sim::CodeTasksInfo& info : sim::code_tasks)
    m_tasks->addItem(toQt(info.label), static_cast<int>(info.tasks));
  fillSolvers();
  m_folder->setObjectName(QStringLiteral("codeFolder"));
  auto* browse = new QPushButton(tr("B&rowse…"), this);
  browse->setObjectName(QStringLiteral("browseFolder"));
  browse->setAutoDefault(false);
  auto* folder = new QHBoxLayout;
  folder->addWidget(m_folder, 1);
  folder->addWidget(browse);
  auto* form = new QFormLayout;
  form->addRow(tr("&What:"), m_part);
  form->addRow(tr("&Target:"), m_target);
  form->addRow(tr("&Precision:"), m_precision);
  form->addRow(tr("Step f&unctions:"), m_tasks);
  form->addRow(tr("&Solver:"), m_solver);
  form->addRow(QString(), m_note);
  form->addRow(tr("&Folder:"), folder);
  if (auto* label = qobject_cast<QLabel*>(form->labelForField(folder))) label->setBuddy(m_folder);
  for (QComboBox* combo : {m_part, m_target, m_precision, m_tasks, m_solver})
    connect(combo, &QComboBox::currentIndexChanged, this, &CodeDialog::changeSoon);
  connect(m_part, &QComboBox::currentIndexChanged, this, &CodeDialog::suggestFolder);
  connect(m_folder, &QLineEdit::textEdited, this, [this] {
    m_ownFolder = true;
    updateButtons();
  });
  connect(browse, &QPushButton::clicked, this, &CodeDialog::chooseFolder);
  return form;
}

// The model's own one where code can take it, else ode4.
void CodeDialog::fillSolvers() {
  const QString own = QString::fromStdString(sim::setting(m_document.diagram(), "Solver"));
  for (const sim::Method* method : codeMethods())
    m_solver->addItem(tr("%1 (%2)").arg(toQt(method->name), toQt(method->title)), toQt(method->name));
  const bool has = m_solver->findData(own) >= 0;
  m_solver->setCurrentIndex(m_solver->findData(has ? own : QStringLiteral("ode4")));
  QString note = tr("Generated code takes fixed steps of the length in the model's settings.");
  if (!has) note = tr("The model's own solver, %1, cannot be generated.").arg(own) + QLatin1Char(' ') + note;
  m_note->setWordWrap(true);
  m_note->setText(note);
}

QLayout* CodeDialog::makeButtons() {
  const auto button = [this](const QString& text, const char* name) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
  };
  m_openReport = button(tr("Open &Report"), "openReport");
  m_openFolder = button(tr("Open Fol&der"), "openFolder");
  m_generate = button(tr("&Generate"), "generateCode");
  m_generate->setDefault(true);
  m_cancel = button(tr("Close"), "cancelCode");
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_openReport);
  buttons->addWidget(m_openFolder);
  buttons->addStretch(1);
  buttons->addWidget(m_generate);
  buttons->addWidget(m_cancel);
  const auto open = [](const QString& path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); };
  connect(m_openReport, &QPushButton::clicked, this, [this, open] { open(m_report); });
  connect(m_openFolder, &QPushButton::clicked, this,
          [this, open] { open(QFileInfo(m_report).absolutePath()); });
  connect(m_generate, &QPushButton::clicked, this, [this] { ask(true); });
  connect(m_cancel, &QPushButton::clicked, this, &CodeDialog::cancel);
  updateButtons();
  return buttons;
}

// Keeps what is chosen, where it is still there.
void CodeDialog::fillSubsystems() {
  const QString chosen = m_part->currentData().toString();
  const sim::Diagram& diagram = m_document.diagram();
  QStringList paths;
  for (const auto& [id, block] : diagram.blocks) {
    const sim::BlockType* type = m_document.library().find(block.type);
    if (type && type->role == sim::BlockRole::Subsystem)
      paths.append(QString::fromStdString(sim::block_path(diagram, id)));
  }
  paths.sort();
  const QSignalBlocker quiet(m_part);
  m_part->clear();
  m_part->addItem(tr("The whole model"), QString());
  for (const QString& path : paths) m_part->addItem(tr("Subsystem %1").arg(path), path);
  m_part->setCurrentIndex(std::max(0, m_part->findData(chosen)));
}

// Beside the model, until somebody chooses another one.
void CodeDialog::suggestFolder() {
  if (m_ownFolder) return;
  const QString part = m_part->currentData().toString().section(QLatin1Char('/'), -1);
  QString name = QFileInfo(m_document.path()).completeBaseName();
  if (name.isEmpty()) name = QStringLiteral("model");
  if (!part.isEmpty()) name += QLatin1Char('_') + part;
  for (QChar& c : name)
    if (!c.isLetterOrNumber() && c != QLatin1Char('-')) c = QLatin1Char('_');
  const QString home = m_document.home();
  const QDir folder = home.isEmpty() ? QDir::home() : QFileInfo(home).absoluteDir();
  m_folder->setText(QDir::toNativeSeparators(folder.filePath(name + QStringLiteral("_code"))));
}

void CodeDialog::chooseFolder() {
  const QString chosen =
      QFileDialog::getExistingDirectory(this, tr("Folder for Generated Code"), m_folder->text());
  if (chosen.isEmpty()) return;
  m_ownFolder = true;
  m_folder->setText(QDir::toNativeSeparators(chosen));
  updateButtons();
}

sim::CodeTarget CodeDialog::target() const {
  return static_cast<sim::CodeTarget>(m_target->currentData().toInt());
}

// What is being written is written to its end, or until somebody cancels.
void CodeDialog::changeSoon() {
  if (m_writing) return;
  m_possible = false;
  m_delay.start();
  updateButtons();
}

void CodeDialog::ask(bool write) {
  CodeQuestion question;
  question.library = m_library;
  question.diagram = m_document.diagram();
  question.request.model = QFileInfo(m_document.path()).fileName().toStdString();
  if (question.request.model.empty()) question.request.model = "model.flx";
  question.request.target = target();
  question.request.precision = static_cast<sim::c_source::Precision>(m_precision->currentData().toInt());
  question.request.tasks = static_cast<sim::CodeTasks>(m_tasks->currentData().toInt());
  question.request.subsystem = m_part->currentData().toString().toStdString();
  question.diagram.settings["Solver"] = m_solver->currentData().toString().toStdString();
  if (write) question.folder = QDir(m_folder->text()).absolutePath().toStdString();
  m_writing = write;
  m_report.clear();
  m_patience.start();
  say(write ? tr("Generating code…") : tr("Looking at the model…"));
  m_inquiry.ask(std::move(question));
  updateButtons();
}

// Of what is being done; where nothing is, it closes the dialog.
void CodeDialog::cancel() {
  if (!m_writing) return reject();
  m_inquiry.cancel();
  m_writing = false;
  m_patience.stop();
  m_progress->hide();
  say(tr("Canceled. Files that were written before stay."));
  updateButtons();
}

void CodeDialog::done(int result) {
  m_inquiry.cancel();
  QDialog::done(result);
}

void CodeDialog::take(const CodeAnswer& answer) {
  m_patience.stop();
  m_progress->hide();
  const bool wrote = std::exchange(m_writing, false);
  m_possible = answer.answered && (answer.problems.empty() || wrote);
  if (!answer.answered)
    say(tr("The work was stopped."));
  else if (!answer.problems.empty())
    showProblems(answer.problems);
  else
    showPreview(answer);
  if (answer.written)
    m_report = QDir(QDir(m_folder->text()).absolutePath()).filePath(QStringLiteral("report.html"));
  if (answer.written) say(tr("Written to %1").arg(m_folder->text()));
  updateButtons();
}

void CodeDialog::showProblems(const sim::Diagnostics& problems) {
  m_tree->clear();
  m_tree->setRootIsDecorated(false);
  for (const sim::Diagnostic& problem : problems) addProblem(new QTreeWidgetItem(m_tree), problem);
  say(problems.size() == 1 ? tr("Nothing is generated: 1 problem.")
                           : tr("Nothing is generated: %1 problems.").arg(problems.size()));
}

// A click on its path shows the block.
void CodeDialog::addProblem(QTreeWidgetItem* item, const sim::Diagnostic& problem) {
  const QString remedy = QString::fromStdString(problem.remedy);
  QString text = QString::fromStdString(problem.message);
  if (!remedy.isEmpty()) text = tr("%1 (%2)").arg(text, remedy);
  item->setText(0, QString::fromStdString(problem.path));
  item->setText(1, text);
  item->setToolTip(1, plainTip(text));
  if (problem.element == sim::no_id) return;
  item->setData(0, BlockRole, static_cast<qulonglong>(to_number(problem.element)));
  QFont font = item->font(0);
  font.setUnderline(true);
  item->setFont(0, font);
  item->setForeground(0, palette().link());
}

QTreeWidgetItem* CodeDialog::addGroup(const QString& title) {
  auto* group = new QTreeWidgetItem(m_tree, {title});
  group->setExpanded(true);
  return group;
}

void CodeDialog::showPreview(const CodeAnswer& answer) {
  m_tree->clear();
  m_tree->setRootIsDecorated(true);
  auto* files = addGroup(tr("Files"));
  for (const auto& file : answer.files) {
    const auto lines = std::count(file.text.begin(), file.text.end(), '\n');
    new QTreeWidgetItem(
        files, {QString::fromStdString(file.name), lines == 1 ? tr("1 line") : tr("%1 lines").arg(lines)});
  }
  new QTreeWidgetItem(files,
                      {QStringLiteral("report.html"), tr("blocks and lines, sizes, what was left out")});
  if (!answer.library.empty())
    new QTreeWidgetItem(
        files, {QString::fromStdString(answer.library), tr("built by the C compiler that is there")});
  const auto members = [&](const QString& title, const std::vector<sim::c_source::Member>& all) {
    auto* group = addGroup(title);
    group->setText(1, all.empty() ? tr("none") : QString::number(all.size()));
    for (const auto& member : all) {
      QString details = QString::fromStdString(member.label);
      if (member.count() > 1) details += tr(", %1 numbers").arg(member.count());
      if (!member.unit.empty()) details += QStringLiteral(", ") + QString::fromStdString(member.unit);
      new QTreeWidgetItem(group, {QString::fromStdString(member.name), details});
    }
  };
  members(tr("Inputs"), answer.interface.inputs);
  members(tr("Outputs"), answer.interface.outputs);
  members(tr("Parameters that can be set"), answer.interface.parameters);
  auto* sizes = addGroup(tr("Sizes"));
  new QTreeWidgetItem(sizes, {tr("An instance"), tr("%1 bytes").arg(answer.summary.model_bytes)});
  new QTreeWidgetItem(sizes, {tr("Parameters in it"), tr("%1 bytes").arg(answer.summary.parameter_bytes)});
  new QTreeWidgetItem(sizes, {tr("Operations a step"), QString::number(answer.summary.operations)});
  showTasks(answer);
  if (!answer.left_out.empty()) {
    auto* group = addGroup(tr("Left out"));
    for (const std::string& sentence : answer.left_out)
      new QTreeWidgetItem(group, {QString(), QString::fromStdString(sentence)});
  }
  say(tr("This can be generated."));
}

void CodeDialog::showTasks(const CodeAnswer& answer) {
  if (answer.tasks.empty()) return;
  auto* group = addGroup(tr("Step functions of slower rates"));
  for (const sim::c_source::WrittenTask& task : answer.tasks)
    new QTreeWidgetItem(group, {QString::fromStdString(task.function), tr("every %1 s").arg(task.period)});
  for (const sim::Diagnostic& warning : answer.warnings) addProblem(new QTreeWidgetItem(group), warning);
}

void CodeDialog::say(const QString& text) { m_state->setText(text); }

void CodeDialog::updateButtons() {
  if (!m_generate) return;
  m_generate->setEnabled(m_possible && !m_writing && !m_folder->text().trimmed().isEmpty());
  m_cancel->setText(m_writing ? tr("Cancel") : tr("Close"));
  for (QWidget* choice :
       std::initializer_list<QWidget*>{m_part, m_target, m_precision, m_tasks, m_solver, m_folder})
    choice->setEnabled(!m_writing);
  m_openReport->setEnabled(!m_report.isEmpty());
  m_openFolder->setEnabled(!m_report.isEmpty());
}

void CodeDialog::activate(QTreeWidgetItem* item) {
  const QVariant block = item->data(0, BlockRole);
  if (block.isValid()) emit blockRequested(sim::Id{block.toULongLong()});
}

}  // namespace fluxion
