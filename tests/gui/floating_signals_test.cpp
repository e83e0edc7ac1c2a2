// Which signals the floating scope can show, how long they are recorded, and what it says where there is
// nothing to be seen.
#include <QAction>
#include <QStatusBar>

#include "editor/canvas/diagram_view.h"
#include "tests/gui/floating_window.h"

using namespace fluxion;

class FloatingSignalsTest : public QObject, private FloatingWindow {
  Q_OBJECT
 private slots:
  void init() { open(); }
  void cleanup() { m_window.reset(); }
  void aLineThatIsLookedAtIsComputed();
  void whatARunLeavesOutIsSaidWhileItGoesOn();
  void whatIsRecordedOnceStaysRecordedUntilTheRunEnds();
  void theOldestOfManySignalsIsDropped();
  void theLockEndsWithTheModel();
  void aSignalThatIsGoneIsSaidToBe();
  void aConservingLineHasNoSignal();
  void keepingItMovesNothingThatIsInSight();
};

void FloatingSignalsTest::aLineThatIsLookedAtIsComputed() {
  show(oscillator("4"));
  trigger(CommandId::ShowInFloatingScope);
  select({"idle"});
  run();
  QVERIFY2(notice().isEmpty(), qPrintable(notice()));
  QCOMPARE(panel().curveCount(), 1);
  QVERIFY(error(0, minusSine) < 1e-6);
  // Chosen later, the run that left it out is made again; its own log stays as it is.
  select({"x"});
  run();
  const auto log = runs().run()->log();
  select({"idle", "v"});
  QTRY_COMPARE(panel().curveCount(), 2);
  QVERIFY2(notice().isEmpty(), qPrintable(notice()));
  QVERIFY(error(0, minusSine) < 1e-6 && error(1, minusSine) < 1e-6);
  QCOMPARE(runs().run()->log(), log);
  select({"idle"});
  QCOMPARE(panel().curveCount(), 1);  // it is known by now
  QVERIFY(error(0, minusSine) < 1e-6);
}

void FloatingSignalsTest::whatARunLeavesOutIsSaidWhileItGoesOn() {
  show(oscillator("4"));
  trigger(CommandId::ShowInFloatingScope);
  runs().runTo(1);
  QTRY_VERIFY(runs().isPaused());
  select({"idle"});
  QVERIFY2(notice().contains("idle drives nothing") && notice().contains("next run"), qPrintable(notice()));
  QCOMPARE(panel().curveCount(), 0);
  picture("reduced");
  trigger(CommandId::Run);
  finish();
  QTRY_COMPARE(panel().curveCount(), 1);
  QVERIFY(error(0, minusSine) < 1e-6);
}

void FloatingSignalsTest::whatIsRecordedOnceStaysRecordedUntilTheRunEnds() {
  show(oscillator("10"));
  trigger(CommandId::ShowInFloatingScope);
  select({"v", "spring"});
  const auto goTo = [this](double t) {
    runs().runTo(t);
    QTRY_VERIFY(runs().isPaused() && runs().run()->state().progress.time >= t);
  };
  goTo(2);
  select({"spring"});  // one of two that are recorded from the start
  QVERIFY(error(0, minusCosine) < 1e-6);
  QVERIFY2(notice().isEmpty(), qPrintable(notice()));
  select({"state"});
  const double begun = runs().run()->state().progress.time;
  goTo(4);
  QCOMPARE(panel().curves().at(0).time.get()->log()->time(0), begun);
  select({"v"});  // it was recorded meanwhile
  QVERIFY(error(0, minusSine) < 1e-6);
  QVERIFY(panel().curves().at(0).time.get()->log()->time(panel().curves().at(0).time.get()->log()->size() -
                                                         1) >= 4);
  select({"state", "v"});  // each as far as it is known
  QCOMPARE(panel().curveCount(), 3);
  QCOMPARE(panel().curves().at(1).time.get()->log()->time(0), begun);
  QVERIFY(error(0, minusSine) < 1e-6);
  QVERIFY2(notice().startsWith("state") && notice().contains("from t = 2"), qPrintable(notice()));
  QCOMPARE(runs().run()->taps().size(), std::size_t{2});
  picture("mixed");
  trigger(CommandId::Run);
  finish();
  QTRY_VERIFY(panel().curves().at(1).time.get()->log()->time(0) == 0);
  QVERIFY(notice().isEmpty());
}

// 64 columns; what is looked at now is not dropped, however wide.
void FloatingSignalsTest::theOldestOfManySignalsIsDropped() {
  sim::ModelBuilder m;
  const sim::Id clock = m.block("sources/clock", "Clock"), scope = m.block("sinks/scope", "Scope");
  m.connect(clock, scope);
  for (const char* name : {"a", "b", "c"}) {
    const sim::Id gain = m.block("math/gain", name, {{"k", "ones(30,1)"}});
    m.connect(clock, gain).connect(gain, m.block("continuous/integrator", std::string("of ") + name));
  }
  const sim::Id wide = m.block("math/gain", "wide", {{"k", "ones(300,1)"}});
  m.connect(clock, wide).connect(wide, m.block("continuous/integrator", "of wide"));
  show(m.set("StopTime", "10").set("MaxStep", "0.1").diagram);
  trigger(CommandId::ShowInFloatingScope);
  select({"a"});
  runs().runTo(2);
  QTRY_VERIFY(runs().isPaused());
  select({"b"});
  select({"a"});
  select({"c"});
  QCOMPARE(runs().run()->taps().size(), std::size_t{2});  // b was not seen for longer
  select({"a"});
  QCOMPARE(panel().curves().at(0).time.get()->log()->time(0), 0.0);
  select({"wide"});
  QVERIFY2(notice().contains("300") && notice().contains("256"), qPrintable(notice()));
  QCOMPARE(panel().curveCount(), 0);
}

void FloatingSignalsTest::theLockEndsWithTheModel() {
  show(oscillator("4"));
  trigger(CommandId::ShowInFloatingScope);
  auto* lock = dock()->findChild<QAction*>("floatingLock");
  lock->trigger();
  QVERIFY2(notice().contains("Locked"), qPrintable(notice()));
  lock->trigger();
  QVERIFY(notice().contains("Select a line"));
  select({"v"});
  lock->trigger();
  show(oscillator("5"));
  QVERIFY(!lock->isChecked());
  QVERIFY(notice().contains("Select a line"));
  select({"v"});
  QVERIFY(notice().contains("Run the model"));
  lock->trigger();
  m_window->document().setDiagram({});
  QVERIFY(!lock->isChecked());
}

void FloatingSignalsTest::aSignalThatIsGoneIsSaidToBe() {
  show(oscillator("4"));
  trigger(CommandId::ShowInFloatingScope);
  select({"idle"});
  auto *lock = dock()->findChild<QAction*>("floatingLock"),
       *keep = dock()->findChild<QAction*>("floatingKeep");
  lock->trigger();
  const auto remove = [this] {
    m_window->editor().scene().select({*sim::find_block(m_window->document().diagram(), "idle")});
    trigger(CommandId::Delete);
  };
  remove();
  QVERIFY2(notice().contains("deleted"), qPrintable(notice()));
  QVERIFY(!keep->isEnabled());
  trigger(CommandId::Undo);
  QVERIFY(keep->isEnabled());
  run();
  QCOMPARE(panel().curveCount(), 1);
  remove();
  QVERIFY2(notice().contains("idle is gone"), qPrintable(notice()));
  QVERIFY(!keep->isEnabled());
  QCOMPARE(panel().curveCount(), 1);  // the run has it
  picture("gone");
}

void FloatingSignalsTest::aConservingLineHasNoSignal() {
  sim::ModelBuilder m;
  const sim::Id a = m.block("electrical/resistor", "a"), b = m.block("electrical/resistor", "b"),
                clock = m.block("sources/clock", "Clock");
  m.connect(clock, m.block("sinks/scope", "Scope")).join(a, 1, b, 0);
  show(m.diagram);
  trigger(CommandId::ShowInFloatingScope);
  select({"a"});
  QVERIFY2(notice().contains("conserving") && notice().contains("sensor"), qPrintable(notice()));
  picture("conserving");
  select({"Clock", "a"});  // what has a signal is shown
  QVERIFY2(notice().contains("Run the model"), qPrintable(notice()));
  select({"a"});
  QVERIFY(notice().contains("conserving"));
}

void FloatingSignalsTest::keepingItMovesNothingThatIsInSight() {
  show(oscillator("4"));
  trigger(CommandId::ShowInFloatingScope);
  QTest::qWait(20);
  trigger(CommandId::ZoomFit);
  select({"v"});
  const DiagramView& view = m_window->editor().view();
  const QPointF before = view.mapToScene(QPoint(0, 0));
  dock()->findChild<QAction*>("floatingKeep")->trigger();
  QCOMPARE(view.mapToScene(QPoint(0, 0)), before);
  QCOMPARE(m_window->editor().selectedBlocks().size(), std::size_t{1});
  QVERIFY(m_window->statusBar()->currentMessage().contains("next run"));
  picture("kept-in-sight");
  trigger(CommandId::Undo);
  QCOMPARE(m_window->statusBar()->currentMessage(), QString());
  QCOMPARE(m_window->editor().selectedLines(), std::vector<sim::Id>{lineFrom("v")});
}

QTEST_MAIN(FloatingSignalsTest)
#include "floating_signals_test.moc"
