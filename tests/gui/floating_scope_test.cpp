// The floating scope: the signals of selected lines, in a run that goes on, in one that is over, and in the
// next one; and what becomes of it as a Scope block.
#include <QMenu>
#include <QStatusBar>
#include <QTableWidget>

#include "editor/scopes/scope_actions.h"
#include "editor/simulation/breakpoints_dock.h"
#include "editor/window/scope_docks.h"
#include "tests/gui/floating_window.h"

using namespace fluxion;

class FloatingScopeTest : public QObject, private FloatingWindow {
  Q_OBJECT
 private slots:
  void init() { open(); }
  void cleanup() { m_window.reset(); }
  void aRunThatIsOverIsRepeatedForASignalItDidNotRecord();
  void itFollowsTheSelectionUnlessItIsLocked();
  void aRunRecordsWhatIsShownFromItsStart();
  void aRunThatGoesOnRecordsFromNowOnAndIsCompletedAfterwards();
  void aRunWithOtherParametersOnItsWayIsNotRepeated();
  void itBecomesAScopeInOneStep();
  void breakpointsMayBeExpressions();
  void runToTimeHere();
};

void FloatingScopeTest::aRunThatIsOverIsRepeatedForASignalItDidNotRecord() {
  show(oscillator("10"));
  run();
  const auto before = runs().run()->log()->size();
  select({"v"});
  trigger(CommandId::ShowInFloatingScope);
  QVERIFY(dock()->isVisible());
  QTRY_COMPARE(panel().curveCount(), 1);
  QVERIFY(error(0, minusSine) < 1e-6);
  QCOMPARE(panel().curves().at(0).time.get()->log()->size(), before);  // the same steps
  QCOMPARE(panel().curves().at(0).signal, QString("v"));
  QVERIFY2(notice().isEmpty(), qPrintable(notice()));
  QCOMPARE(runs().run()->log()->size(), before);
  picture("repeated");
  // What is recorded anyway is there at once; what Mux gives as well.
  select({"x"});
  QCOMPARE(panel().curveCount(), 1);
  QCOMPARE(panel().curves().at(0).time.get()->log(), runs().run()->log());
  select({"state"});
  QTRY_COMPARE(panel().curveCount(), 2);
  QCOMPARE(panel().curves().at(1).signal, QString("state[2]"));
  QVERIFY(error(0, cosine) < 1e-6 && error(1, minusSine) < 1e-6);
}

void FloatingScopeTest::itFollowsTheSelectionUnlessItIsLocked() {
  show(oscillator("10"));
  trigger(CommandId::ShowInFloatingScope);
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
  QCOMPARE(panel().curves().at(0).signal, QString("x"));
  m_window->editor().scene().select({});  // a click on the canvas does not empty it
  QCOMPARE(panel().curveCount(), 1);
}

void FloatingScopeTest::aRunRecordsWhatIsShownFromItsStart() {
  show(oscillator("10"));
  trigger(CommandId::ShowInFloatingScope);
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
  trigger(CommandId::ShowInFloatingScope);
  runs().runTo(4);
  QTRY_VERIFY(runs().isPaused());
  const double now = runs().run()->state().progress.time;
  select({"v"});
  runs().stepForward();
  QTRY_VERIFY(runs().isPaused());
  QTRY_VERIFY(panel().curveCount() == 1 && panel().curves().at(0).time.get()->log()->size() > 1);
  QVERIFY(error(0, minusSine, now) < 1e-6);
  QVERIFY2(notice().contains("from t = 4"), qPrintable(notice()));
  trigger(CommandId::Run);
  finish();
  QTRY_VERIFY(error(0, minusSine) < 1e-6);  // from the start
  QVERIFY(notice().isEmpty());
  QCOMPARE(panel().curveCount(), 1);
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
  trigger(CommandId::Run);
  finish();
  select({"v"});
  trigger(CommandId::ShowInFloatingScope);
  QVERIFY2(notice().contains("Parameters were changed"), qPrintable(notice()));
  QCOMPARE(panel().curveCount(), 0);
}

void FloatingScopeTest::itBecomesAScopeInOneStep() {
  show(oscillator("10"));
  trigger(CommandId::ShowInFloatingScope);
  select({"v", "spring"});
  run();
  const std::size_t blocks = m_window->document().diagram().blocks.size();
  dock()->findChild<QAction*>("floatingKeep")->trigger();
  const auto made = sim::find_block(m_window->document().diagram(), "Scope1");
  QVERIFY(made);
  QCOMPARE(m_window->document().block(*made)->parameters.at("Inputs"), std::string("2"));
  run();
  ScopePanel* scope = m_window->scopes().panel(*made);
  QVERIFY(scope);
  QCOMPARE(scope->curveCount(), 2);
  QCOMPARE(scope->canvas().axesCount(), 1);  // as it looked
  picture("kept");
  trigger(CommandId::Undo);
  QCOMPARE(m_window->editor().selectedLines().size(), std::size_t{2});
  QCOMPARE(m_window->document().diagram().blocks.size(), blocks);
  QVERIFY(!m_window->isWindowModified());
}

void FloatingScopeTest::breakpointsMayBeExpressions() {
  show(oscillator("10"));
  Breakpoint b;
  b.signal = {*sim::find_block(m_window->document().diagram(), "x"), 0};
  b.relation = sim::Relation::Below;
  const int id = runs().breakpoints().add(b);
  trigger(CommandId::ShowBreakpoints);
  QTableWidget* table = m_window->findChild<BreakpointsDock*>()->table();
  table->item(0, 2)->setText("limit");
  QTRY_COMPARE(runs().breakpoints().find(id)->expression, QString("limit"));
  QVERIFY(table->item(0, 2)->toolTip().contains("0.5"));
  trigger(CommandId::Run);
  QTRY_VERIFY(runs().isPaused());
  QVERIFY(std::abs(runs().run()->state().progress.time - std::acos(0.5)) < 0.051);
  QVERIFY(runs().run()->model()->was_compiled());
  runs().abandon();
  table->item(0, 2)->setText("limits");
  QTRY_VERIFY(table->item(0, 2)->toolTip().contains("limits"));
  trigger(CommandId::Run);
  finish();
  runs().breakpoints().clear();
}

void FloatingScopeTest::runToTimeHere() {
  show(oscillator("10"));
  run();
  ScopePanel* scope = m_window->scopes().panel(*sim::find_block(m_window->document().diagram(), "Scope"));
  QAction* here = nullptr;
  for (QAction* action : scope->actions().contextMenu().actions())
    if (action->objectName() == "scopeRunTo") here = action;
  QVERIFY(here);
  emit scope->canvas().pointerMoved(0, 3.25, 0);
  emit scope->canvas().menuRequested(scope->mapToGlobal(QPoint(50, 50)), 0);
  scope->actions().contextMenu().hide();
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
