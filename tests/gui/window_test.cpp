// The window as a person uses it: from the start page through a run to a saved file, and what is asked on the
// way.
#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/scopes/scope_panel.h"
#include "editor/start/examples.h"
#include "editor/start/start_page.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/headless_run.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/recent_files.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/settings.h"

using namespace fluxion;

static const QString predatorPrey =
    QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx");

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup();
  void startPageShowsTheExamples();
  void anExampleOpensByAClick();
  void examplesAndFilesThatCannotBeWrittenOpenAsCopies();
  void openRunReadDragWireUndoRedoSaveReopen();
  void projectionTogglesTheNextRunAndLeavesAGhost();
  void aFileThatCannotBeOpenedLeavesTheDocumentAlone();
  void unsavedChangesAreAskedFor();
  void closingDuringARunAsksAndStops();
  void problemsOfAModelAreShown();
  void stopTimeIsEditedInTheToolbar();
  void commandsFollowTheRun();
  void recentFilesAreRemembered();
  void severalWindowsLiveSideBySide();
  void controlWInAFloatingDockClosesTheDockOnly();
  void headlessWritesWhatTheScopesShow();

 private:
  QAction* command(CommandId id) { return m_window->commands().action(id); }
  sim::Id block(const char* path) { return *sim::find_block(m_window->document().diagram(), path); }
  void mouse(QEvent::Type type, QPointF scenePoint, Qt::MouseButton button, Qt::MouseButtons held);
  void drag(QPointF from, QPointF to);
  void runToTheEnd();

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;
  QStringList m_told;
  std::vector<Questions::Question> m_asked;
  Questions::Answer m_answer = Questions::Answer::Discard;
};

void WindowTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
}

void WindowTest::init() {
  m_told.clear();
  m_asked.clear();
  m_answer = Questions::Answer::Discard;
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->questions().setTell(
      [this](const QString& title, const QString& text) { m_told << title << text; });
  m_window->questions().setAsk([this](Questions::Question question, const QString&) {
    m_asked.push_back(question);
    return question == Questions::Question::RunIsActive ? Questions::Answer::Stop : m_answer;
  });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void WindowTest::cleanup() { m_window.reset(); }

void WindowTest::mouse(QEvent::Type type, QPointF scenePoint, Qt::MouseButton button, Qt::MouseButtons held) {
  DiagramView& view = m_window->editor().view();
  const QPoint at = view.mapFromScene(scenePoint);
  QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
  QCoreApplication::sendEvent(view.viewport(), &event);
}

void WindowTest::drag(QPointF from, QPointF to) {
  mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
  for (int k = 1; k <= 5; ++k)
    mouse(QEvent::MouseMove, from + (to - from) * k / 5, Qt::NoButton, Qt::LeftButton);
  mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

void WindowTest::runToTheEnd() {
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  command(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  const sim::RunResult& result = m_window->runs().run()->result();
  QVERIFY2(result.end == sim::RunEnd::Finished,
           result.diagnostics.empty() ? "" : sim::to_text(result.diagnostics.front()).c_str());
}

void WindowTest::startPageShowsTheExamples() {
  QVERIFY(m_window->isStartPageShown());
  const auto examples = findExamples(QStringLiteral(FLUXION_SOURCE_DIR "/examples"));
  QVERIFY(!examples.empty());
  QVERIFY(examples.front().path.endsWith("predator_prey_projected.flx"));
  for (const Example& example : examples) {
    QVERIFY2(!example.title.isEmpty() && !example.line.isEmpty(), qPrintable(example.path));
    QVERIFY2(!example.line.contains(u'*'), qPrintable(example.line));
  }
  QVERIFY(!command(CommandId::Run)->isEnabled());
  QVERIFY(!command(CommandId::Save)->isEnabled());
}

void WindowTest::anExampleOpensByAClick() {
  auto* card = m_window->findChild<QAbstractButton*>("example:predator_prey_elementary");
  QVERIFY(card);
  card->click();
  QVERIFY(!m_window->isStartPageShown());
  QVERIFY(m_window->windowTitle().startsWith("predator_prey_elementary"));
  QVERIFY(!m_window->isWindowModified());
}

void WindowTest::examplesAndFilesThatCannotBeWrittenOpenAsCopies() {
  QVERIFY(m_window->opening().openCopy(predatorPrey, "example"));
  DiagramDocument& document = m_window->document();
  QCOMPARE(document.title(), QString("predator_prey_elementary (example)"));
  QVERIFY(document.path().isEmpty() && !document.isModified());
  QCOMPARE(document.home(), QString(predatorPrey));
  // Saved elsewhere it is a model like any other.
  const QString saved = m_folder.filePath("mine.flx");
  QVERIFY(!sim::has_errors(document.save(saved)));
  QCOMPARE(document.title(), QString("mine"));
  QCOMPARE(document.home(), saved);

  const QString locked = m_folder.filePath("locked.flx");
  QVERIFY(QFile::copy(predatorPrey, locked));
  QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::ReadUser));
  QVERIFY(m_window->opening().openFile(locked));
  QCOMPARE(document.title(), QString("locked (read-only)"));
  QVERIFY(document.path().isEmpty());
  m_window->newDiagram();
  QCOMPARE(document.title(), QString("Untitled"));
  QVERIFY(document.home().isEmpty());
}

void WindowTest::openRunReadDragWireUndoRedoSaveReopen() {
  QVERIFY(m_window->opening().openFile(predatorPrey));
  const sim::Diagram opened = m_window->document().diagram();
  runToTheEnd();
  ScopePanel* scope = m_window->scopes().panel(block("Populations"));
  QVERIFY(scope);
  QCOMPARE(scope->curveCount(), 2);
  const auto points = scope->curves().at(0).drawn;
  QCOMPARE(points.front().y, 3.0);  // as many prey as the model starts with
  QCOMPARE(points.back().x, 20.0);
  QVERIFY(m_window->scopes().panel(block("Phase portrait")));

  // Drag a block, then wire two ports.
  DiagramScene& scene = m_window->editor().scene();
  const sim::Id prey = block("Prey");
  const QPointF center = scene.level().block(prey)->geometry().rect.center();
  drag(center, center + QPointF(40, -80));
  QVERIFY(!(m_window->document().block(prey)->position == opened.blocks.at(prey).position));
  m_window->editor().insertBlock("math/gain");
  m_window->editor().insertBlock("sinks/terminator");
  const sim::Id gain = block("Gain"), end = block("Terminator");
  sim::Edit apart{"Move", {}};
  sim::Block moved = *m_window->document().block(gain);
  moved.position = {40, 480};
  apart.set(gain, moved);
  moved = *m_window->document().block(end);
  moved.position = {300, 480};
  apart.set(end, moved);
  m_window->document().apply(apart);
  m_window->editor().zoomToFit();
  const std::size_t lines = m_window->document().diagram().lines.size();
  drag(scene.level().port({gain, 0}, false)->place.position,
       scene.level().port({end, 0}, true)->place.position);
  QCOMPARE(m_window->document().diagram().lines.size(), lines + 1);
  QVERIFY(m_window->isWindowModified());

  const sim::Diagram edited = m_window->document().diagram();
  while (command(CommandId::Undo)->isEnabled()) command(CommandId::Undo)->trigger();
  QVERIFY(m_window->document().diagram() == opened);
  while (command(CommandId::Redo)->isEnabled()) command(CommandId::Redo)->trigger();
  QVERIFY(m_window->document().diagram() == edited);

  const QString copy = m_folder.filePath("copy.flx");
  QVERIFY(m_window->document().save(copy).empty());
  QVERIFY(!m_window->isWindowModified());
  const auto reread = sim::load_file(copy.toStdString());
  QVERIFY(reread && reread->diagram == edited);
  QVERIFY(m_window->opening().openFile(copy));
  QVERIFY(m_window->document().diagram() == edited);
  QVERIFY(m_asked.empty());
}

void WindowTest::projectionTogglesTheNextRunAndLeavesAGhost() {
  QVERIFY(m_window->opening().openFile(predatorPrey));
  const auto residual = [this](bool ghost) {
    ScopePanel* scope = m_window->scopes().panel(block("Residual"));
    double largest = 0;
    for (int k = 0; k < scope->curveCount(); ++k)
      if (scope->curves().at(k).isGhost() == ghost)
        for (const CurvePoint& p : scope->curves().at(k).drawn) largest = std::max(largest, std::abs(p.y));
    return largest;
  };
  QVERIFY(command(CommandId::Projection)->isChecked());
  runToTheEnd();
  const double projected = residual(false);
  command(CommandId::Projection)->trigger();
  QCOMPARE(sim::setting(m_window->document().diagram(), "Projection"), std::string("off"));
  runToTheEnd();
  QCOMPARE(residual(true), projected);
  QVERIFY2(residual(false) > 1000 * projected,
           qPrintable(QStringLiteral("%1 %2").arg(residual(false)).arg(projected)));
  command(CommandId::Undo)->trigger();
  QVERIFY(command(CommandId::Projection)->isChecked());
}

void WindowTest::aFileThatCannotBeOpenedLeavesTheDocumentAlone() {
  QVERIFY(m_window->opening().openFile(predatorPrey));
  const sim::Diagram before = m_window->document().diagram();
  const QString bad = m_folder.filePath("bad.flx");
  QFile file(bad);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("{\n  \"fluxion\": 1,\n  \"blocks\": [{\"id\": }]\n}");
  file.close();
  QVERIFY(!m_window->opening().openFile(bad));
  QVERIFY2(m_told.join(' ').contains("line 3"), qPrintable(m_told.join(' ')));
  QVERIFY(!m_window->opening().openFile(m_folder.filePath("missing.flx")));
  QVERIFY(m_window->document().diagram() == before);
  QVERIFY(!m_window->isStartPageShown());
}

void WindowTest::unsavedChangesAreAskedFor() {
  m_window->newDiagram();
  m_window->editor().insertBlock("math/gain");
  m_answer = Questions::Answer::Cancel;
  QVERIFY(!m_window->close());
  QVERIFY(!m_window->opening().openFile(predatorPrey));
  QCOMPARE(m_asked.size(), std::size_t{2});
  QCOMPARE(m_window->document().diagram().blocks.size(), std::size_t{1});
  m_answer = Questions::Answer::Discard;
  QVERIFY(m_window->closeDocument());
  QVERIFY(m_window->isStartPageShown());
}

void WindowTest::closingDuringARunAsksAndStops() {
  QVERIFY(m_window->opening().openFile(predatorPrey));
  m_window->findChild<QLineEdit*>("stopTime")->setText("inf");
  emit m_window->findChild<QLineEdit*>("stopTime")->editingFinished();
  command(CommandId::Run)->trigger();
  QTRY_VERIFY(m_window->runs().run()->state().progress.steps > 100);
  QVERIFY(command(CommandId::Stop)->isEnabled());
  QVERIFY(m_window->close());
  // Whether to save comes first: who cancels there has not lost the run.
  QCOMPARE(m_asked.front(), Questions::Question::UnsavedChanges);
  QCOMPARE(m_asked.back(), Questions::Question::RunIsActive);
  QVERIFY(!m_window->runs().isActive());
  // And a window that goes without being asked takes its run along.
  command(CommandId::Run)->trigger();
  m_window.reset();
}

void WindowTest::problemsOfAModelAreShown() {
  m_window->newDiagram();
  m_window->editor().insertBlock("math/gain");
  sim::Edit edit;
  sim::Block gain = *m_window->document().block(block("Gain"));
  gain.parameters["k"] = "nonsense";
  edit.set(block("Gain"), gain);
  m_window->document().apply(edit);
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  command(CommandId::UpdateDiagram)->trigger();
  QVERIFY(finished.wait(5000));
  QVERIFY(m_window->problems().isVisible());
  QVERIFY(sim::has_errors(m_window->problems().diagnostics()));
  const auto& found = m_window->problems().diagnostics();
  QVERIFY(std::any_of(found.begin(), found.end(), [&](const auto& d) { return d.element == block("Gain"); }));
}

void WindowTest::stopTimeIsEditedInTheToolbar() {
  m_window->newDiagram();
  auto* field = m_window->findChild<QLineEdit*>("stopTime");
  QCOMPARE(field->text(), QString("10"));
  field->setText("2*pi");
  emit field->editingFinished();
  QCOMPARE(sim::setting(m_window->document().diagram(), "StopTime"), std::string("2*pi"));
  command(CommandId::Undo)->trigger();
  QCOMPARE(field->text(), QString("10"));
}

void WindowTest::commandsFollowTheRun() {
  QVERIFY(m_window->opening().openFile(predatorPrey));
  QVERIFY(command(CommandId::Run)->isEnabled());
  QVERIFY(!command(CommandId::Stop)->isEnabled());
  m_window->findChild<QLineEdit*>("stopTime")->setText("inf");
  emit m_window->findChild<QLineEdit*>("stopTime")->editingFinished();
  command(CommandId::Run)->trigger();
  QTRY_VERIFY(m_window->runs().run()->phase() == SimulationRun::Phase::Running);
  QVERIFY(!command(CommandId::Run)->isEnabled());
  command(CommandId::Pause)->trigger();
  QTRY_VERIFY(m_window->runs().isPaused());
  QVERIFY(command(CommandId::Run)->isEnabled());
  command(CommandId::Run)->trigger();  // goes on
  QVERIFY(!m_window->runs().isPaused());
  command(CommandId::Stop)->trigger();
  QTRY_VERIFY(!m_window->runs().isActive());
  QVERIFY(m_window->runs().run()->result().end == sim::RunEnd::Stopped);
  QVERIFY(m_window->findChild<QLabel*>("runSteps")->text().contains("steps"));
}

void WindowTest::recentFilesAreRemembered() {
  const QString copy = m_folder.filePath("recent.flx");
  QVERIFY(QFile::copy(predatorPrey, copy));
  QVERIFY(m_window->opening().openFile(predatorPrey));
  QVERIFY(m_window->opening().openFile(copy));
  QCOMPARE(recentFiles().front(), copy);
  QVERIFY(QFile::remove(copy));
  QVERIFY(!recentFiles().contains(copy));
  for (int k = 0; k < 15; ++k) {
    const QString one = m_folder.filePath(QStringLiteral("r%1.flx").arg(k));
    QVERIFY(QFile::copy(predatorPrey, one));
    rememberFile(one);
  }
  QCOMPARE(recentFiles().size(), 10);
}

void WindowTest::controlWInAFloatingDockClosesTheDockOnly() {
  QVERIFY(m_window->opening().openFile(predatorPrey));
  auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("libraryDock"));
  dock->setFloating(true);
  dock->show();
  dock->activateWindow();
  QTRY_COMPARE(QApplication::activeWindow(), dock);
  command(CommandId::Close)->trigger();
  QVERIFY(!dock->isVisible());
  QVERIFY(!m_window->isStartPageShown());
  m_window->activateWindow();
  QTRY_COMPARE(QApplication::activeWindow(), m_window.get());
  command(CommandId::Close)->trigger();
  QVERIFY(m_window->isStartPageShown());
}

void WindowTest::severalWindowsLiveSideBySide() {
  MainWindow other(m_library);
  other.show();
  QVERIFY(other.opening().openFile(predatorPrey));
  QVERIFY(m_window->isStartPageShown());
  m_window->newDiagram();
  QVERIFY(m_window->document().diagram().blocks.empty());
  QVERIFY(!other.document().diagram().blocks.empty());
}

void WindowTest::headlessWritesWhatTheScopesShow() {
  const QString out = m_folder.filePath("out");
  QCOMPARE(runHeadless(m_library, predatorPrey, out), 0);
  for (const char* name : {"log.csv", "Populations.png", "Residual.png", "Phase_portrait.png"})
    QVERIFY2(QFile::exists(out + '/' + name), name);
  QFile table(out + "/log.csv");
  QVERIFY(table.open(QIODevice::ReadOnly));
  QVERIFY(table.readLine().startsWith("time,"));
  QCOMPARE(runHeadless(m_library, m_folder.filePath("missing.flx"), out), 2);
}

QTEST_MAIN(WindowTest)
#include "window_test.moc"
