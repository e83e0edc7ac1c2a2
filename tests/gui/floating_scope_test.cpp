// The floating scope: the signals of selected lines, in a run that goes on, in one that is over, and in the
// next one; and what becomes of it as a Scope block.
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolBar>
#include <QtTest>
#include <cmath>

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/run/breakpoints_dock.h"
#include "editor/scopes/curve_data.h"
#include "editor/scopes/floating_scope.h"
#include "editor/scopes/scope_panel.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

// x' = v, v' = -x from (1, 0), and a gain that nothing needs. Only x is recorded.
static sim::Diagram oscillator(const char* stop) {
  sim::ModelBuilder m;
  const sim::Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
                v = m.block("continuous/integrator", "v"),
                spring = m.block("math/gain", "spring", {{"k", "-1"}}), mux = m.block("routing/mux", "state"),
                both = m.block("continuous/integrator", "both"), idle = m.block("math/gain", "idle"),
                nowhere = m.block("sinks/terminator", "nowhere"), scope = m.block("sinks/scope", "Scope");
  m.connect(v, x).connect(x, spring).connect(spring, v).connect(x, scope);
  m.connect(x, mux, 0).connect(v, mux, 1).connect(mux, both).connect(v, idle).connect(idle, nowhere);
  m.variable("limit", "1/2");
  double at = 40;
  for (auto& [id, block] : m.diagram.blocks) block.position = {at, at}, at += 80;
  m.set("StopTime", stop).set("RelTol", "1e-8").set("MaxStep", "0.05");
  return m.diagram;
}

class FloatingScopeTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup() { m_window.reset(); }
  void aRunThatIsOverIsRepeatedForASignalItDidNotRecord();
  void itFollowsTheSelectionUnlessItIsLocked();
  void aRunRecordsWhatIsShownFromItsStart();
  void aRunThatGoesOnRecordsFromNowOnAndIsCompletedAfterwards();
  void whatIsLeftOutIsSaidInWords();
  void aRunWithOtherParametersOnItsWayIsNotRepeated();
  void itBecomesAScopeInOneStep();
  void breakpointsMayBeExpressions();
  void runToTimeHere();

 private:
  FloatingScope* dock() { return m_window->findChild<FloatingScope*>(); }
  ScopePanel& panel() { return dock()->panel(); }
  QString notice() { return dock()->findChild<QLabel*>("floatingNotice")->text(); }
  RunController& runs() { return m_window->runs(); }
  void show(const sim::Diagram& diagram);
  sim::Id lineFrom(const char* block);
  void select(std::initializer_list<const char*> blocks);
  void finish();
  void run() {
    m_window->commands().action(CommandId::Run)->trigger();
    finish();
  }
  // The largest difference of a curve to f(t) at all its rows; what is missing counts as well.
  double error(int curve, const std::function<double(double)>& f, double from = 0);
  void picture(const char* name);

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;
};

void FloatingScopeTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
}

void FloatingScopeTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->setAsk([](MainWindow::Question question, const QString&) {
    return question == MainWindow::Question::RunIsActive ? MainWindow::Answer::Stop
                                                         : MainWindow::Answer::Discard;
  });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void FloatingScopeTest::show(const sim::Diagram& diagram) {
  const QString file = m_folder.filePath("model.flx");
  QVERIFY(!sim::has_errors(sim::save_model(file.toStdString(), diagram)));
  QVERIFY(m_window->openFile(file));
  runs().breakpoints().clear();
}

sim::Id FloatingScopeTest::lineFrom(const char* name) {
  const sim::Id block = *sim::find_block(m_window->document().diagram(), name);
  for (const auto& [id, line] : m_window->document().diagram().lines)
    if (line.source->block == block) return id;
  return sim::no_id;
}

void FloatingScopeTest::select(std::initializer_list<const char*> blocks) {
  std::vector<sim::Id> lines;
  for (const char* name : blocks) lines.push_back(lineFrom(name));
  m_window->editor().scene().select(lines);
}

void FloatingScopeTest::finish() {
  if (!runs().isActive()) return;
  QSignalSpy finished(&runs(), &RunController::finished);
  QVERIFY(finished.wait(20000));
}

double FloatingScopeTest::error(int curve, const std::function<double(double)>& f, double from) {
  const CurveData* data = panel().timeData(curve);
  const sim::SignalLog& log = *data->log();
  double worst = log.size() > 0 ? std::abs(log.time(0) - from) : 1e9;
  for (std::size_t row = 0; row < log.size(); ++row)
    worst = std::max(worst, std::abs(log.value(data->column(), row) - f(log.time(row))));
  return worst;
}

// Pictures for people, where they are asked for.
void FloatingScopeTest::picture(const char* name) {
  const QString folder = qEnvironmentVariable("FLUXION_PICTURES");
  if (folder.isEmpty()) return;
  QTest::qWait(50);
  m_window->grab().save(QDir(folder).filePath(QLatin1String("floating-") + name + ".png"));
}

static double minusSine(double t) { return -std::sin(t); }
static double cosine(double t) { return std::cos(t); }

void FloatingScopeTest::aRunThatIsOverIsRepeatedForASignalItDidNotRecord() {
  show(oscillator("10"));
  run();
  const auto before = runs().run()->log()->size();
  select({"v"});
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  QVERIFY(dock()->isVisible());
  QTRY_COMPARE(panel().curveCount(), 1);
  QVERIFY(error(0, minusSine) < 1e-6);
  QCOMPARE(panel().timeData(0)->log()->size(), before);  // the same steps
  QCOMPARE(panel().curveName(0), QString("v"));
  QVERIFY2(notice().isEmpty(), qPrintable(notice()));
  QCOMPARE(runs().run()->log()->size(), before);
  picture("repeated");
  // What is recorded anyway is there at once; what Mux gives as well.
  select({"x"});
  QCOMPARE(panel().curveCount(), 1);
  QCOMPARE(panel().timeData(0)->log(), runs().run()->log());
  select({"state"});
  QTRY_COMPARE(panel().curveCount(), 2);
  QCOMPARE(panel().curveName(1), QString("state[2]"));
  QVERIFY(error(0, cosine) < 1e-6 && error(1, minusSine) < 1e-6);
}

void FloatingScopeTest::itFollowsTheSelectionUnlessItIsLocked() {
  show(oscillator("10"));
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  QVERIFY(notice().contains("Select a line"));
  select({"v"});
  QVERIFY(notice().contains("Run the model"));
  run();
  QTRY_COMPARE(panel().curveCount(), 1);
  select({"v", "spring"});
  QTRY_COMPARE(panel().curveCount(), 2);
  QCOMPARE(panel().canvas().axesCount(), 1);  // together, until the layout says otherwise
  QVERIFY(error(1, [](double t) { return -std::cos(t); }) < 1e-6);
  auto* lock = dock()->findChild<QAction*>("floatingLock");
  lock->trigger();
  select({"x"});
  QCOMPARE(panel().curveCount(), 2);
  m_window->editor().scene().select({});
  QCOMPARE(panel().curveCount(), 2);
  picture("locked");
  select({"x"});
  lock->trigger();
  QCOMPARE(panel().curveCount(), 1);
  QCOMPARE(panel().curveName(0), QString("x"));
  m_window->editor().scene().select({});  // a click on the canvas does not empty it
  QCOMPARE(panel().curveCount(), 1);
}

void FloatingScopeTest::aRunRecordsWhatIsShownFromItsStart() {
  show(oscillator("10"));
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  select({"v"});
  run();
  QCOMPARE(panel().curveCount(), 1);
  QCOMPARE(runs().run()->taps().size(), std::size_t{1});
  QVERIFY(error(0, minusSine) < 1e-6);
  run();
  QCOMPARE(panel().curveCount(), 1);
  dock()->hide();
  run();
  QVERIFY(runs().run()->taps().empty());
}

void FloatingScopeTest::aRunThatGoesOnRecordsFromNowOnAndIsCompletedAfterwards() {
  show(oscillator("10"));
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  runs().runTo(4);
  QTRY_VERIFY(runs().isPaused());
  const double now = runs().run()->state().progress.time;
  select({"v"});
  runs().stepForward();
  QTRY_VERIFY(runs().isPaused());
  QTRY_VERIFY(panel().curveCount() == 1 && panel().timeData(0)->log()->size() > 1);
  QVERIFY(error(0, minusSine, now) < 1e-6);
  QVERIFY2(notice().contains("from t = 4"), qPrintable(notice()));
  m_window->commands().action(CommandId::Run)->trigger();
  finish();
  QTRY_VERIFY(error(0, minusSine) < 1e-6);  // from the start
  QVERIFY(notice().isEmpty());
  QCOMPARE(panel().curveCount(), 1);
}

void FloatingScopeTest::whatIsLeftOutIsSaidInWords() {
  show(oscillator("1"));
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  select({"idle"});
  run();
  QVERIFY2(notice().contains("idle drives nothing"), qPrintable(notice()));
  QCOMPARE(panel().curveCount(), 0);
  picture("reduced");
}

void FloatingScopeTest::aRunWithOtherParametersOnItsWayIsNotRepeated() {
  show(oscillator("10"));
  runs().runTo(4);
  QTRY_VERIFY(runs().isPaused());
  DiagramDocument& document = m_window->document();
  const sim::Id spring = *sim::find_block(document.diagram(), "spring");
  sim::Block changed = *document.block(spring);
  changed.parameters["k"] = "-4";
  sim::Edit edit{"Change", {}};
  edit.set(spring, changed);
  QSignalSpy noticed(&runs(), &RunController::noticed);
  QVERIFY(document.apply(edit));
  QVERIFY(noticed.wait(5000));
  m_window->commands().action(CommandId::Run)->trigger();
  finish();
  select({"v"});
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  QVERIFY2(notice().contains("Parameters were changed"), qPrintable(notice()));
  QCOMPARE(panel().curveCount(), 0);
}

void FloatingScopeTest::itBecomesAScopeInOneStep() {
  show(oscillator("10"));
  m_window->commands().action(CommandId::ShowInFloatingScope)->trigger();
  select({"v", "spring"});
  run();
  const std::size_t blocks = m_window->document().diagram().blocks.size();
  dock()->findChild<QAction*>("floatingKeep")->trigger();
  const auto made = sim::find_block(m_window->document().diagram(), "Scope1");
  QVERIFY(made);
  QCOMPARE(m_window->document().block(*made)->parameters.at("inputs"), std::string("2"));
  run();
  ScopePanel* scope = m_window->scopes().panel(*made);
  QVERIFY(scope);
  QCOMPARE(scope->curveCount(), 2);
  QCOMPARE(scope->canvas().axesCount(), 1);  // as it looked
  picture("kept");
  m_window->commands().action(CommandId::Undo)->trigger();
  QCOMPARE(m_window->document().diagram().blocks.size(), blocks);
  QVERIFY(!m_window->isWindowModified());
}

void FloatingScopeTest::breakpointsMayBeExpressions() {
  show(oscillator("10"));
  Breakpoint b;
  b.signal = {*sim::find_block(m_window->document().diagram(), "x"), 0};
  b.relation = sim::Relation::Below;
  const int id = runs().breakpoints().add(b);
  m_window->commands().action(CommandId::ShowBreakpoints)->trigger();
  QTableWidget* table = m_window->findChild<BreakpointsDock*>()->table();
  table->item(0, 2)->setText("limit");
  QTRY_COMPARE(runs().breakpoints().find(id)->expression, QString("limit"));
  QVERIFY(table->item(0, 2)->toolTip().contains("0.5"));
  m_window->commands().action(CommandId::Run)->trigger();
  QTRY_VERIFY(runs().isPaused());
  QVERIFY(std::abs(runs().run()->state().progress.time - std::acos(0.5)) < 0.051);
  QVERIFY(runs().run()->model()->was_compiled());
  runs().abandon();
  table->item(0, 2)->setText("limits");
  QTRY_VERIFY(table->item(0, 2)->toolTip().contains("limits"));
  m_window->commands().action(CommandId::Run)->trigger();
  finish();
  runs().breakpoints().clear();
}

void FloatingScopeTest::runToTimeHere() {
  show(oscillator("10"));
  run();
  ScopePanel* scope = m_window->scopes().panel(*sim::find_block(m_window->document().diagram(), "Scope"));
  QAction* here = nullptr;
  for (QAction* action : scope->contextMenu().actions())
    if (action->objectName() == "scopeRunTo") here = action;
  QVERIFY(here);
  emit scope->canvas().pointerMoved(0, 3.25, 0);
  emit scope->canvas().menuRequested(scope->mapToGlobal(QPoint(50, 50)), 0);
  scope->contextMenu().hide();
  QVERIFY(here->isEnabled());
  here->trigger();
  QTRY_VERIFY(runs().isPaused());
  QVERIFY(std::abs(runs().run()->state().progress.time - 3.25) < 0.051);
  here->trigger();
  QVERIFY(m_window->statusBar()->currentMessage().contains("beyond"));
  runs().stop();
  finish();
}

QTEST_MAIN(FloatingScopeTest)
#include "floating_scope_test.moc"
