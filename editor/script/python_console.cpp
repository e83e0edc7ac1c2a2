#include "editor/script/python_console.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSplitter>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/document/diagram_document.h"
#include "editor/document/member_command.h"
#include "editor/script/script_recorder.h"
#include "editor/theme.h"
#include "sim_core/diagram/file.h"
#include "sim_core/scripting/changed_elements.h"

namespace fluxion {

static const QString prompt = QStringLiteral(">>> "), more = QStringLiteral("... ");
static const QString historyKey = QStringLiteral("console/history");

static QPlainTextEdit* textArea(const QString& name, const QString& what, QWidget* parent) {
  auto* area = new QPlainTextEdit(parent);
  area->setObjectName(name);
  area->setAccessibleName(what);
  area->setReadOnly(true);
  area->setTabChangesFocus(true);
  area->setFrameShape(QFrame::NoFrame);
  constexpr int mostLines = 5000;
  area->setMaximumBlockCount(mostLines);
  area->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  return area;
}

PythonConsole::PythonConsole(DiagramDocument& document, ScriptRecorder& recorder, QAction* record,
                             QWidget* parent)
    : QDockWidget(tr("Python Console"), parent),
      m_document(document),
      m_recorder(recorder),
      m_said(textArea(QStringLiteral("consoleText"), tr("What Python said"), this)),
      m_script(textArea(QStringLiteral("recordedScript"), tr("Recorded script"), this)),
      m_prompt(new QLabel(prompt, this)),
      m_input(new QLineEdit(this)),
      m_stop(new QToolButton(this)),
      m_names(new QStringListModel(this)),
      m_completer(new QCompleter(m_names, this)) {
  setObjectName(QStringLiteral("pythonConsole"));
  m_script->setPlaceholderText(
      tr("Record Script writes what you do in the window here, as lines of Python."));
  buildInput();
  auto* recording = new QToolButton(this);
  recording->setDefaultAction(record);
  recording->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  recording->setAutoRaise(true);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(4, 2, 4, 2);
  line->addWidget(m_prompt);
  line->addWidget(m_input, 1);
  line->addWidget(m_stop);
  line->addWidget(recording);
  auto* texts = new QSplitter(this);
  texts->addWidget(m_said);
  texts->addWidget(m_script);
  texts->setStretchFactor(0, 3);
  texts->setStretchFactor(1, 2);
  auto* body = new QWidget(this);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(texts, 1);
  layout->addLayout(line);
  setWidget(body);
  m_history = QSettings().value(historyKey).toStringList();
  m_at = m_history.size();
  m_patience.setSingleShot(true);
  connect(&m_patience, &QTimer::timeout, this, [this] { m_stop->setText(tr("End Python")); });
  connect(&m_document, &DiagramDocument::changed, this, [this] { m_modelSent = false; });
  connect(&m_document, &DiagramDocument::replaced, this, [this] { m_modelSent = false; });
  connect(&m_document, &DiagramDocument::pathChanged, this, [this] { m_modelSent = false; });
  connect(&m_recorder, &ScriptRecorder::scriptChanged, this, &PythonConsole::showScript);
  connect(&m_python, &PythonProcess::received, this, &PythonConsole::receive);
  connect(&m_python, &PythonProcess::said, this, [this](const QString& text) { say(text); });
  connect(&m_python, &PythonProcess::ended, this, [this](const QString& why) {
    say(why + QLatin1Char('\n'), true);
    m_lines.clear();
    setBusy(false);
  });
  showScript();
}

PythonConsole::~PythonConsole() { QSettings().setValue(historyKey, m_history.mid(m_history.size() - 200)); }

void PythonConsole::buildInput() {
  const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  m_prompt->setFont(fixed);
  m_input->setFont(fixed);
  m_input->setObjectName(QStringLiteral("consoleInput"));
  m_input->setAccessibleName(tr("Statement"));
  m_input->setPlaceholderText(
      tr("A statement of Python; Tab completes, the arrow keys go through what was typed"));
  m_input->setFrame(false);
  m_input->installEventFilter(this);
  m_completer->setWidget(m_input);
  m_completer->setCompletionMode(QCompleter::PopupCompletion);
  connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, [this](const QString& name) {
    const int stem = static_cast<int>(m_completer->completionPrefix().size());
    m_input->setText(m_input->text().left(m_input->cursorPosition() - stem) + name);
  });
  m_stop->setObjectName(QStringLiteral("stopPython"));
  m_stop->setText(tr("Stop"));
  m_stop->setToolTip(tr("Interrupt what Python does (Ctrl+C)"));
  m_stop->setAutoRaise(true);
  m_stop->setEnabled(false);
  connect(m_stop, &QToolButton::clicked, this, &PythonConsole::stop);
}

QString PythonConsole::text() const { return m_said->toPlainText(); }

void PythonConsole::say(const QString& text, bool faint) {
  QTextCharFormat format;
  if (faint) format.setForeground(Theme::current(palette()).hint);
  QTextCursor end(m_said->document());
  end.movePosition(QTextCursor::End);
  end.insertText(text, format);
  m_said->moveCursor(QTextCursor::End);
}

void PythonConsole::setBusy(bool busy) {
  m_busy = busy;
  m_patience.stop();
  m_stop->setText(tr("Stop"));
  m_stop->setEnabled(busy);
  m_prompt->setText(busy ? QStringLiteral("    ") : m_lines.isEmpty() ? prompt : more);
  if (!busy) emit finished();
}

void PythonConsole::enter() {
  const QString line = m_input->text();
  m_input->clear();
  if (!line.trimmed().isEmpty() && (m_history.isEmpty() || m_history.last() != line)) m_history << line;
  m_at = m_history.size();
  execute(line);
}

void PythonConsole::execute(const QString& code) {
  if (m_busy) return;
  say((m_lines.isEmpty() ? prompt : more) + code + QLatin1Char('\n'), true);
  m_lines << code;
  if (!m_python.isRunning()) {
    m_modelSent = false;
    m_runSent = m_run.isEmpty();
    m_python.start();
    if (!m_python.isRunning()) return;
    emit started();
  }
  if (!m_modelSent && m_lines.size() == 1) {
    m_python.send({{"do", "model"},
                   {"text", QString::fromStdString(sim::write_diagram(m_document.diagram()))},
                   {"path", m_document.path()}});
    m_modelSent = true;
  }
  if (!m_runSent) m_python.send({{"do", "run"}, {"path", m_run}});
  m_runSent = true;
  m_label = m_lines.first().simplified().left(40);
  setBusy(true);
  m_python.send({{"do", "execute"}, {"code", m_lines.join(QLatin1Char('\n'))}});
}

void PythonConsole::stop() {
  if (!m_busy) {
    m_lines.clear();
    setBusy(false);
    return;
  }
  if (m_stop->text() == tr("End Python")) {
    m_python.kill();
    say(tr("Python was ended; the next line starts it again.\n"), true);
    m_lines.clear();
    return setBusy(false);
  }
  constexpr int patience = 2000;  // ms
  m_python.interrupt();
  m_patience.start(patience);
}

void PythonConsole::setNewestRun(const QString& path) {
  m_run = path;
  m_runSent = false;
}

void PythonConsole::receive(const QJsonObject& message) {
  if (message.contains(QLatin1String("out"))) {
    say(message["out"].toString());
    if (message["waits"].toBool()) m_python.send({{"do", "go on"}});
  } else if (message.contains(QLatin1String("change"))) {
    change(message["change"].toString());
  } else if (message.contains(QLatin1String("window"))) {
    carryOut(message["window"].toArray());
  } else if (message.contains(QLatin1String("completions"))) {
    complete(message["completions"].toVariant().toStringList(), message["stem"].toString());
  } else if (message.contains(QLatin1String("done"))) {
    if (message["done"].toString() != QLatin1String("more")) m_lines.clear();
    setBusy(false);
  }
}

// What the code did to its copy of the model, done to the document.
void PythonConsole::change(const QString& changes) {
  const auto changed = sim::with_changes(m_document.diagram(), changes.toStdString());
  if (!changed) {
    say(QString::fromStdString(sim::to_text(changed.error())) + QLatin1Char('\n'));
    m_modelSent = false;
    return;
  }
  sim::Edit edit = sim::difference(m_document.diagram(), *changed);
  edit.label = "Python: " + m_label.toStdString();
  if (!edit.empty() && !m_document.apply(std::move(edit)))
    say(tr("The window has refused this change: a library rules what is in linked subsystems.\n"));
  const auto before = m_document.diagram().unknown;
  const auto swap = [this](const std::string& member, std::optional<std::string> value) {
    m_document.undoStack().push(new MemberCommand(m_document, tr("Python"), member, std::move(value)));
  };
  for (const auto& [member, value] : changed->unknown)
    if (!before.contains(member) || before.at(member) != value) swap(member, value);
  for (const auto& [member, value] : before)
    if (!changed->unknown.contains(member)) swap(member, std::nullopt);
}

void PythonConsole::carryOut(const QJsonArray& call) {
  const QString name = call.at(0).toString(), argument = call.at(1).toString();
  if (name == QLatin1String("run")) emit runRequested();
  if (name == QLatin1String("pause")) emit pauseRequested();
  if (name == QLatin1String("stop")) emit stopRequested();
  if (name == QLatin1String("undo")) m_document.undoStack().undo();
  if (name == QLatin1String("redo")) m_document.undoStack().redo();
  if (name == QLatin1String("open")) emit openRequested(argument);
  if (name == QLatin1String("reveal")) {
    const auto block = sim::find_block(m_document.diagram(), argument.toStdString());
    if (block)
      emit revealRequested(*block);
    else
      say(tr("There is no block '%1'.\n").arg(argument));
  }
}

void PythonConsole::complete(const QStringList& names, const QString& stem) {
  if (names.isEmpty()) return;
  m_names->setStringList(names);
  m_completer->setCompletionPrefix(stem);
  if (names.size() == 1)
    m_input->setText(m_input->text().left(m_input->cursorPosition() - stem.size()) + names.first());
  else
    m_completer->complete();
}

// The script as it is now; the end is in sight.
void PythonConsole::showScript() {
  m_script->setPlainText(m_recorder.script());
  m_script->moveCursor(QTextCursor::End);
}

void PythonConsole::browse(int step) {
  m_at = std::clamp<qsizetype>(m_at + step, 0, m_history.size());
  m_input->setText(m_at < m_history.size() ? m_history.at(m_at) : QString());
}

bool PythonConsole::keyPressed(const QKeyEvent& key) {
  if (m_completer->popup()->isVisible()) return false;
  switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      enter();
      return true;
    case Qt::Key_Up:
      browse(-1);
      return true;
    case Qt::Key_Down:
      browse(1);
      return true;
    case Qt::Key_Tab:
      if (m_input->text().isEmpty() && m_lines.isEmpty()) return false;  // on to the next field
      if (m_input->text().trimmed().isEmpty())
        m_input->insert(QStringLiteral("    "));
      else if (m_python.isRunning() && !m_busy)
        m_python.send({{"do", "complete"}, {"code", m_input->text().left(m_input->cursorPosition())}});
      return true;
    case Qt::Key_C:
      if (key.modifiers() != Qt::ControlModifier || m_input->hasSelectedText()) return false;
      stop();
      return true;
    default:
      break;
  }
  // Pasted lines are executed together; a line edit would make one of them.
  const QString pasted =
      key.matches(QKeySequence::Paste) ? QApplication::clipboard()->text().trimmed() : QString();
  if (!pasted.contains(QLatin1Char('\n'))) return false;
  execute(pasted);
  return true;
}

bool PythonConsole::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_input && event->type() == QEvent::KeyPress && keyPressed(*static_cast<QKeyEvent*>(event)))
    return true;
  return QDockWidget::eventFilter(watched, event);
}

}  // namespace fluxion
