// A run under the hand of whoever watches it: stepped, paced, stopped where something happens, changed while
// it goes on, and two windows that run side by side.
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QInputDialog>
#include <QLabel>
#include <QProgressBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/simulation/breakpoints_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/breakpoint_marks.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/dashboard/control.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/diagram/settings.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// x' = k x with x(0) = 1 and k = -1, recorded.
sim::Diagram decay(const char* stop) {
  sim::ModelBuilder m;
  const sim::Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
                gain = m.block("math/gain", "gain", {{"k", "-1"}}), scope = m.block("sinks/scope", "Scope");
  m.connect(x, gain).connect(gain, x).connect(x, scope);
  m.set("StopTime", stop).set("MaxStep", "0.01");
  return m.diagram;
}

sim::Diagram endless() {
  sim::Diagram d = decay("inf");
  d.settings["Decimation"] = "1000";
  return d;
}

}  // namespace

class RunControlTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup() { m_window.reset(); }
  void steppingFromIdleBeginsPaused();
  void steppingForwardAndBackThroughTheSameStates();
  void runToATimeAndOn();
  void pacingFollowsTheModelDuringARun();
  void aParameterChangedDuringARunTakesEffect();
  void aSliderSetsAVariableOfAFormulaDuringARun();
  void runAlwaysGoesOn();
  void whatIsFixedIsSaidAndComesWithTheNextRun();
  void anUnchangedModelIsNotCompiledAgain();
  void aBreakpointOnALinePausesTheRun();
  void breakpointsAreListedChangedAndRemembered();
  void progressAndSummary();
  void smallWindowsShowLess();
  void twoWindowsRunSideBySide();

 private:
  QAction* command(CommandId id) { return m_window->commands().action(id); }
  RunController& runs() { return m_window->runs(); }
  double now() { return runs().run()->state().progress.time; }
  quint64 steps() { return runs().run()->state().progress.steps; }
  void show(sim::Diagram diagram, const QString& path = {});
  void change(const char* block, const char* parameter, const char* text);
  void pauseAt(double time, const char* until);
  void waitPaused();
  void finish();
  void picture(const char* name);

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;
};

void RunControlTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
}

void RunControlTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->questions().setAsk([](Questions::Question question, const QString&) {
    return question == Questions::Question::RunIsActive ? Questions::Answer::Stop
                                                        : Questions::Answer::Discard;
  });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void RunControlTest::show(sim::Diagram diagram, const QString& path) {
  const QString file = path.isEmpty() ? m_folder.filePath("model.flx") : path;
  QVERIFY(!sim::has_errors(sim::save_model(file.toStdString(), diagram)));
  QVERIFY(m_window->opening().openFile(file));
  runs().breakpoints().clear();  // of a test before, remembered
}

void RunControlTest::change(const char* block, const char* parameter, const char* text) {
  DiagramDocument& document = m_window->document();
  const sim::Id id = *sim::find_block(document.diagram(), block);
  sim::Block changed = *document.block(id);
  changed.parameters[parameter] = text;
  sim::Edit edit{"Change", {}};
  edit.set(id, changed);
  QVERIFY(document.apply(edit));
}

void RunControlTest::waitPaused() { QTRY_VERIFY(runs().isPaused()); }

void RunControlTest::finish() {
  if (!runs().isActive()) return;
  QSignalSpy finished(&runs(), &RunController::finished);
  QVERIFY(finished.wait(20000));
}

// Pictures for people, where they are asked for.
void RunControlTest::picture(const char* name) {
  const QString folder = qEnvironmentVariable("FLUXION_PICTURES");
  if (!folder.isEmpty()) m_window->grab().save(folder + u'/' + QLatin1String(name) + QStringLiteral(".png"));
}

void RunControlTest::steppingFromIdleBeginsPaused() {
  show(decay("10"));
  QVERIFY(command(CommandId::StepForward)->isEnabled());
  QVERIFY(!command(CommandId::StepBack)->isEnabled());
  command(CommandId::StepForward)->trigger();
  waitPaused();
  QCOMPARE(now(), 0.0);
  QCOMPARE(steps(), quint64{0});
  command(CommandId::StepForward)->trigger();
  QTRY_COMPARE(steps(), quint64{1});
  waitPaused();
  QVERIFY(now() > 0);
  command(CommandId::Run)->trigger();
  finish();
  QCOMPARE(runs().run()->result().end, sim::RunEnd::Finished);
}

void RunControlTest::steppingForwardAndBackThroughTheSameStates() {
  Stepping{true, 20, 1, 3}.remember();
  show(decay("10"));
  command(CommandId::StepForward)->trigger();
  waitPaused();
  std::vector<double> times{now()};
  for (quint64 k = 1; k <= 4; ++k) {
    command(CommandId::StepForward)->trigger();
    QTRY_COMPARE(steps(), 3 * k);
    waitPaused();
    times.push_back(now());
  }
  const auto log = runs().run()->log();
  for (int k = 3; k >= 0; --k) {
    QVERIFY(command(CommandId::StepBack)->isEnabled());
    command(CommandId::StepBack)->trigger();
    QTRY_COMPARE(now(), times[static_cast<std::size_t>(k)]);
    QTRY_COMPARE(log->time(log->size() - 1), now());
    waitPaused();  // the window hears of it after the states are there
  }
  QVERIFY(log->generation() > 0);
  command(CommandId::StepBack)->trigger();  // there is nothing before the start
  command(CommandId::Run)->trigger();
  finish();
  QCOMPARE(log->value(0, log->size() - 1), log->value(0, log->size() - 1));
  QVERIFY(std::abs(log->value(0, log->size() - 1) - std::exp(-10.0)) < 1e-4);
  Stepping{}.remember();
}

void RunControlTest::runToATimeAndOn() {
  show(decay("10"));
  command(CommandId::RunToTime)->trigger();
  auto* dialog = m_window->findChild<QInputDialog*>("runToDialog");
  QVERIFY(dialog);
  QCOMPARE(dialog->doubleValue(), 5.0);
  dialog->setDoubleValue(2.5);
  dialog->accept();
  waitPaused();
  QVERIFY(now() >= 2.5 && now() < 2.6);
  QTRY_VERIFY(m_window->statusBar()->currentMessage().startsWith("Paused at t = 2.5"));
  QVERIFY(runs().breakpoints().all().empty());
  command(CommandId::Run)->trigger();
  finish();
  QCOMPARE(now(), 10.0);
}

void RunControlTest::pacingFollowsTheModelDuringARun() {
  show(decay("inf"));
  auto* pace = m_window->findChild<QDoubleSpinBox*>("paceFactor");
  QVERIFY(pace);
  pace->setValue(0.5);
  QCOMPARE(sim::setting(m_window->document().diagram(), "EnablePacing"), std::string("off"));
  command(CommandId::Pacing)->trigger();
  QCOMPARE(sim::setting(m_window->document().diagram(), "PacingRate"), std::string("0.5"));
  QElapsedTimer clock;
  clock.start();  // before the run: however long a busy machine takes to get here, the run is not ahead of it
  command(CommandId::Run)->trigger();
  QTRY_VERIFY(runs().run() && runs().run()->model());
  QTest::qWait(300);
  QVERIFY(now() < 0.5 * static_cast<double>(clock.elapsed()) / 1000 + 0.1);
  command(CommandId::Pacing)->trigger();  // off: as fast as it goes
  QTRY_VERIFY(now() > 20);
  command(CommandId::Stop)->trigger();
  finish();
  m_window->document().undoStack().undo();
  QVERIFY(command(CommandId::Pacing)->isChecked());
}

// A run of a decay until this time, in s, has come to `time`.
void RunControlTest::pauseAt(double time, const char* until) {
  show(decay(until));
  command(CommandId::StepForward)->trigger();
  waitPaused();
  runs().runTo(time);
  QTRY_VERIFY(now() >= time);
  waitPaused();
}

void RunControlTest::aParameterChangedDuringARunTakesEffect() {
  pauseAt(1, "2");
  const double t = now();
  QSignalSpy noticed(&runs(), &RunController::noticed);
  change("gain", "k", "0.5");
  QVERIFY(noticed.wait(5000));
  QCOMPARE(noticed.front().front().toString(), QString("gain.k = 0.5"));
  command(CommandId::Run)->trigger();
  finish();
  const auto log = runs().run()->log();
  QVERIFY(std::abs(log->value(0, log->size() - 1) - std::exp(-t + 0.5 * (2 - t))) < 1e-3);
  const auto& changes = runs().run()->result().statistics.changes;
  QCOMPARE(changes.size(), std::size_t{1});
  QCOMPARE(changes[0].time, t);
}

// x' = a sin(t); a slider sets a. What decides on the formula waits for the next run, and is named.
void RunControlTest::aSliderSetsAVariableOfAFormulaDuringARun() {
  sim::ModelBuilder m;
  const sim::Id clock = m.block("sources/clock", "clock"),
                fcn = m.block("user_defined/fcn", "force", {{"Expression", "(n > 2 ? a : -a)*sin(u)"}}),
                x = m.block("continuous/integrator", "x"), scope = m.block("sinks/scope", "Scope"),
                a = m.block("controls/slider", "Amplitude", {{"target", "a"}, {"Maximum", "10"}}),
                n = m.block("controls/slider", "Side", {{"target", "n"}, {"Maximum", "10"}});
  m.connect(clock, fcn).connect(fcn, x).connect(x, scope);
  m.variable("a", "2").variable("n", "3").set("StopTime", "2").set("MaxStep", "0.01").set("RelTol", "1e-8");
  show(m.diagram);
  const auto set = [&](sim::Id slider, double value) {
    auto& document = m_window->document();
    document.apply(sim::set_control(document.diagram(), document.library(), slider, value));
  };
  command(CommandId::StepForward)->trigger();
  waitPaused();
  runs().runTo(1);
  QTRY_VERIFY(now() >= 1);
  waitPaused();
  const double t = now();
  QSignalSpy noticed(&runs(), &RunController::noticed);
  set(a, 7);
  QVERIFY(noticed.wait(5000));
  QCOMPARE(noticed.takeFirst().front().toString(), QString("force.a = 7"));
  set(n, 1);
  QVERIFY(noticed.wait(5000));
  QCOMPARE(noticed.takeFirst().front().toString(),
           QString("force: 'n' in its formula decides an index, a size or a branch; the change takes effect "
                   "with the next run."));
  command(CommandId::Run)->trigger();
  finish();
  const auto end = [&] {
    const auto log = runs().run()->log();
    return log->value(0, log->size() - 1);
  };
  QVERIFY(std::abs(end() - 2 * (1 - std::cos(t)) - 7 * (std::cos(t) - std::cos(2))) < 1e-6);
  command(CommandId::Run)->trigger();
  finish();
  QVERIFY(std::abs(end() + 7 * (1 - std::cos(2))) < 1e-6);
}

// Also while the run still takes over a parameter.
void RunControlTest::runAlwaysGoesOn() {
  show(decay("2"));
  for (int k = 0; k < 8; ++k) {
    command(CommandId::StepForward)->trigger();
    waitPaused();
    change("gain", "k", k % 2 ? "-1" : "-2");
    QTest::qWait(30 + k);  // some are being taken over now, some have been
    command(CommandId::Run)->trigger();
    finish();
    QVERIFY(!runs().isActive());
    QCOMPARE(now(), 2.0);
  }
}

void RunControlTest::whatIsFixedIsSaidAndComesWithTheNextRun() {
  show(endless());
  command(CommandId::Run)->trigger();
  QTRY_VERIFY(runs().run() && runs().run()->model());
  QSignalSpy noticed(&runs(), &RunController::noticed);
  change("gain", "multiplication", "matrix K*u");
  QVERIFY(noticed.wait(5000));
  const QString text = noticed.front().front().toString();
  QVERIFY2(text.contains("gain") && text.contains("next run"), qPrintable(text));
  QVERIFY(runs().isActive());
  command(CommandId::Stop)->trigger();
  finish();
}

void RunControlTest::anUnchangedModelIsNotCompiledAgain() {
  show(decay("1"));
  command(CommandId::Run)->trigger();
  finish();
  QVERIFY(runs().run()->model()->was_compiled());
  change("gain", "k", "-2");
  command(CommandId::Run)->trigger();
  finish();
  QVERIFY(!runs().run()->model()->was_compiled());
  const auto log = runs().run()->log();
  QVERIFY(std::abs(log->value(0, log->size() - 1) - std::exp(-2.0)) < 1e-3);
  change("gain", "multiplication", "matrix K*u");
  command(CommandId::Run)->trigger();
  finish();
  QVERIFY(runs().run()->model()->was_compiled());
}

void RunControlTest::aBreakpointOnALinePausesTheRun() {
  show(decay("10"));
  DiagramScene& scene = m_window->editor().scene();
  const sim::Id x = *sim::find_block(m_window->document().diagram(), "x");
  for (const auto& [id, line] : m_window->document().diagram().lines)
    if (line.source->block == x) {
      scene.select({id});
      break;
    }
  QVERIFY(command(CommandId::AddBreakpoint)->isEnabled());
  command(CommandId::AddBreakpoint)->trigger();
  auto* dock = m_window->findChild<BreakpointsDock*>();
  QVERIFY(dock && dock->isVisible());
  QCOMPARE(dock->table()->rowCount(), 1);
  Breakpoint b = runs().breakpoints().all().front();
  b.relation = sim::Relation::Below;
  b.value = 0.5;
  runs().breakpoints().set(b);
  auto* marks = m_window->editor().findChild<BreakpointMarks*>();
  QCOMPARE(marks->marks().size(), std::size_t{1});
  command(CommandId::Run)->trigger();
  waitPaused();
  QVERIFY(std::abs(now() - std::log(2.0)) < 0.011);
  QTRY_VERIFY(m_window->statusBar()->currentMessage().contains("x < 0.5"));
  QVERIFY(marks->marks().front().met);
  QCOMPARE(dock->table()->item(0, 3)->text(), QString("1"));
  picture("breakpoint");
  command(CommandId::Run)->trigger();
  finish();
  QCOMPARE(now(), 10.0);
}

void RunControlTest::breakpointsAreListedChangedAndRemembered() {
  const QString file = m_folder.filePath("remembered.flx");
  show(decay("10"), file);
  command(CommandId::ShowBreakpoints)->trigger();
  m_window->findChild<QAction*>("breakAtTime")->trigger();
  m_window->findChild<QAction*>("breakAtRejection")->trigger();
  Breakpoint onSignal;
  onSignal.signal = {*sim::find_block(m_window->document().diagram(), "gain"), 0};
  runs().breakpoints().add(onSignal);
  QTableWidget* table = m_window->findChild<BreakpointsDock*>()->table();
  QCOMPARE(table->rowCount(), 3);
  table->item(0, 2)->setText("7.5");
  QTRY_COMPARE(runs().breakpoints().all()[0].value, 7.5);
  table->item(1, 0)->setCheckState(Qt::Unchecked);
  QTRY_VERIFY(!runs().breakpoints().all()[1].enabled);
  auto* choice = qobject_cast<QComboBox*>(table->cellWidget(2, 1));
  QVERIFY(choice);
  choice->setCurrentIndex(5);
  emit choice->activated(5);
  QTRY_COMPARE(runs().breakpoints().all()[2].relation, sim::Relation::Crosses);
  picture("breakpoints");
  const std::size_t undoSteps = static_cast<std::size_t>(m_window->document().undoStack().count());
  QCOMPARE(undoSteps, std::size_t{0});
  m_window.reset();
  init();
  QVERIFY(m_window->opening().openFile(file));
  const auto& all = runs().breakpoints().all();
  QCOMPARE(all.size(), std::size_t{3});
  QCOMPARE(all[0].value, 7.5);
  QVERIFY(!all[1].enabled);
  QCOMPARE(all[2].relation, sim::Relation::Crosses);
  table = m_window->findChild<BreakpointsDock*>()->table();
  table->selectRow(1);
  QTest::keyClick(table, Qt::Key_Delete);
  QCOMPARE(runs().breakpoints().all().size(), std::size_t{2});
  runs().breakpoints().clear();
}

void RunControlTest::progressAndSummary() {
  pauseAt(5, "10");
  auto* progress = m_window->findChild<QProgressBar*>("runProgress");
  QTRY_VERIFY(std::abs(progress->value() - 500) <= 2);
  QVERIFY(progress->isTextVisible());
  picture("paused");
  command(CommandId::Run)->trigger();
  finish();
  const QString text = m_window->statusBar()->currentMessage();
  QVERIFY2(QRegularExpression("^Finished: t = 10 s, 1.?\\d+ steps, .* m?s$").match(text).hasMatch(),
           qPrintable(text));
  QVERIFY(!progress->isVisible());
}

void RunControlTest::smallWindowsShowLess() {
  show(decay("1"));
  command(CommandId::Run)->trigger();
  finish();
  auto* rejected = m_window->findChild<QLabel*>("runRejected");
  auto* time = m_window->findChild<QLabel*>("runTime");
  QVERIFY(rejected->isVisible());
  m_window->resize(760, 600);
  QTRY_VERIFY(!rejected->isVisible());
  QVERIFY(time->isVisible());
  picture("small");
}

void RunControlTest::twoWindowsRunSideBySide() {
  show(endless());
  MainWindow other(m_library);
  other.questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Stop; });
  other.show();
  QVERIFY(other.opening().openFile(m_folder.filePath("model.flx")));
  command(CommandId::Run)->trigger();
  other.commands().action(CommandId::Run)->trigger();
  const auto time = [](MainWindow& window) {
    const SimulationRun* run = window.runs().run();
    return run && run->model() ? run->state().progress.time : 0.0;
  };
  QTRY_VERIFY(time(*m_window) > 1 && time(other) > 1);
  // Both go on at once.
  const double a = time(*m_window), b = time(other);
  QTRY_VERIFY(time(*m_window) > a + 1 && time(other) > b + 1);
  QElapsedTimer clock;
  clock.start();
  command(CommandId::Stop)->trigger();
  finish();
  QVERIFY2(clock.elapsed() < 500,
           qPrintable(QString::number(clock.elapsed())));  // 100 ms, on a machine at rest
  QVERIFY(other.runs().isActive());
  const double later = time(other);
  QTRY_VERIFY(time(other) > later + 1);
  command(CommandId::Run)->trigger();
  QTRY_VERIFY(time(*m_window) > 1);
  other.close();
  QVERIFY(!other.runs().isActive());
  QVERIFY(runs().isActive());
  const double still = time(*m_window);
  QTRY_VERIFY(time(*m_window) > still + 1);
  command(CommandId::Stop)->trigger();
  finish();
}

QTEST_MAIN(RunControlTest)
#include "run_control_test.moc"
