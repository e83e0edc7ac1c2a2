// Each wiring gesture on the canvas, with a synthetic mouse.
#include <QListWidget>

#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class WiringTest : public QObject {
  Q_OBJECT

  static sim::PortRef signal(sim::Id block, int port = 0) { return {block, port}; }
  static sim::PortRef joint(sim::Id block, int port) { return {block, port, sim::PortKind::Conserving}; }

 private slots:
  void aDragFromOutputToInputDrawsALine() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.drag(w.output(a), w.input(b));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(*w.onlyLine().source, (sim::PortRef{a, 0}));
    QCOMPARE(*w.onlyLine().target, (sim::PortRef{b, 0}));
  }

  void aDragFromInputToOutputDrawsALineToo() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.drag(w.input(b), w.output(a));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(*w.onlyLine().source, (sim::PortRef{a, 0}));
  }

  void aLineDroppedOnABlockTakesItsNextFreeInput() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/product", 240, 160);
    w.drag(w.output(a), w.middle(b));
    w.drag(w.output(a), w.middle(b));
    QCOMPARE(w.diagram().lines.size(), 2u);
    QVERIFY(w.diagram().lines.begin()->second.target != w.diagram().lines.rbegin()->second.target);
  }

  void aLineDroppedOnEmptyCanvasHangs() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    w.drag(w.output(a), {300, 300});
    QCOMPARE(w.diagram().lines.size(), 1u);
    QVERIFY(!w.onlyLine().target);
    QCOMPARE(w.onlyLine().loose_target, (sim::Point{304, 304}));
  }

  void aHangingLineCanBeTakenToAPort() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 400, 80);
    w.drag(w.output(a), {304, 304});
    w.drag({304, 304}, w.input(b));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(*w.onlyLine().target, (sim::PortRef{b, 0}));
  }

  void aNewLineTakesTheOldDriversPlace() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), c = w.add("sources/clock", 80, 240);
    const auto b = w.add("math/gain", 240, 160);
    w.wire(a, b);
    w.drag(w.output(c), w.input(b));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(w.onlyLine().source->block, c);
  }

  void theEndOfALineMovesToAnotherInput() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const auto b = w.add("math/gain", 240, 80), c = w.add("math/gain", 240, 200);
    w.wire(a, b);
    w.drag(w.input(b), w.input(c));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(*w.onlyLine().target, (sim::PortRef{c, 0}));
  }

  void aRightDragFromALineBranches() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const auto b = w.add("math/gain", 320, 80), c = w.add("math/gain", 320, 200);
    w.wire(a, b);
    w.drag((w.output(a) + w.input(b)) / 2, w.input(c), Qt::RightButton);
    QCOMPARE(w.diagram().lines.size(), 2u);
    const sim::Id branch = w.diagram().lines.rbegin()->first;
    QCOMPARE(w.editor.scene().wiring().junctions(branch).size(), 1u);
  }

  void aSegmentIsShapedByHandAndUndone() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 200);
    w.wire(a, b);
    const sim::Id line = w.diagram().lines.begin()->first;
    const auto route = w.editor.scene().level().line(line)->route();
    QCOMPARE(route.size(), 4u);
    const QPointF middle = (route[1] + route[2]) / 2;
    w.drag(middle, middle + QPointF(40, 0));
    QCOMPARE(w.onlyLine().waypoints.size(), 2u);
    QCOMPARE(w.onlyLine().waypoints[0].x, std::round((middle.x() + 40) / 8) * 8);
    w.trigger(CommandId::Undo);
    QVERIFY(w.onlyLine().waypoints.empty());
  }

  void aBlockDroppedOnALineIsInsertedIntoIt() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("sinks/scope", 400, 80);
    const auto g = w.add("math/gain", 220, 240);
    w.wire(a, b);
    w.drag(w.middle(g), QPointF(w.middle(g).x(), w.output(a).y()));
    QCOMPARE(w.diagram().lines.size(), 2u);
    QVERIFY(w.editor.scene().wiring().linesAt({g, 0}, true).size() == 1);
    QVERIFY(w.editor.scene().wiring().linesAt({b, 0}, true).size() == 1);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(w.document.block(g)->position.y, 240.0);
  }

  void aLineDroppedOnEmptyCanvasOffersBlocksAndTheChosenOneIsConnectedInOneStep() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const int before = w.document.undoStack().index();
    w.drag(w.output(a), {304, 200});
    QLineEdit* words = w.quickInsert();
    QVERIFY(words);
    QTest::keyClicks(words, "gain");
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(w.diagram().blocks.size(), 2u);
    const sim::Id gain = w.diagram().blocks.rbegin()->first;
    QCOMPARE(w.onlyLine().target, signal(gain));
    QCOMPARE(w.input(gain), QPointF(304, 200));
    QCOMPARE(w.document.undoStack().index(), before + 1);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QVERIFY(w.diagram().lines.empty());
  }

  void aLineDrawnBackwardsToEmptyCanvasOffersBlocksThatCanDriveIt() {
    Window w;
    const auto g = w.add("math/gain", 400, 80);
    w.drag(w.input(g), {240, 160});
    QLineEdit* words = w.quickInsert();
    QVERIFY(words);
    auto* matches = w.editor.findChild<QListWidget*>("quickInsertMatches");
    QVERIFY(matches->findItems("Scope", Qt::MatchExactly).isEmpty());
    QVERIFY(!matches->findItems("Constant", Qt::MatchExactly).isEmpty());
    QTest::keyClicks(words, "constant");
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(w.diagram().blocks.size(), 2u);
    QCOMPARE(w.onlyLine().source->block, w.diagram().blocks.rbegin()->first);
    QCOMPARE(w.output(w.onlyLine().source->block), QPointF(240, 160));
  }

  void escapeInTheOfferKeepsTheHangingLine() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    w.drag(w.output(a), {304, 200});
    QLineEdit* words = w.quickInsert();
    QVERIFY(words);
    QTest::keyClick(words, Qt::Key_Escape);
    QVERIFY(!w.quickInsert());
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QCOMPARE(w.diagram().lines.size(), 1u);
    QVERIFY(!w.onlyLine().target);
  }

  void aControlDragFromALineBranchesToo() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const auto b = w.add("math/gain", 320, 80), c = w.add("math/gain", 320, 200);
    w.wire(a, b);
    w.drag((w.output(a) + w.input(b)) / 2, w.input(c), Qt::LeftButton, Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 2u);
    QCOMPARE(w.diagram().lines.rbegin()->second.source, signal(a));
  }

  void aRightDragOntoALineFromAnInputBranchesFromIt() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const auto b = w.add("math/gain", 320, 80), c = w.add("math/gain", 320, 200);
    w.wire(a, b);
    w.drag(w.input(c), (w.output(a) + w.input(b)) / 2);
    QCOMPARE(w.diagram().lines.size(), 2u);
    QCOMPARE(w.diagram().lines.rbegin()->second.source, signal(a));
    QCOMPARE(w.diagram().lines.rbegin()->second.target, signal(c));
  }

  void theSourceEndOfTheSelectedLineMovesToAnotherOutput() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), c = w.add("sources/constant", 80, 200);
    const auto b = w.add("math/gain", 320, 80);
    w.wire(a, b);
    const sim::Id line = w.onlyLineId();
    w.click((w.output(a) + w.input(b)) / 2);
    QCOMPARE(w.editor.selectedLines(), (std::vector<sim::Id>{line}));
    w.drag(w.output(a), w.output(c));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(w.onlyLineId(), line);
    QCOMPARE(w.onlyLine().source, signal(c));
    QCOMPARE(w.onlyLine().target, signal(b));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.onlyLine().source, signal(a));
  }

  void bothEndsOfAHangingLineCanBeTakenToPorts() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 400, 80);
    sim::Edit edit{"Hang", {}};
    const sim::Id line = w.document.newId();
    edit.set(line, sim::Line{sim::no_id, {}, {}, {200, 240}, {320, 240}, {}, {}});
    w.document.apply(std::move(edit));
    w.drag({200, 240}, w.output(a));
    QCOMPARE(w.onlyLine().source, signal(a));
    w.drag({320, 240}, w.input(b));
    QCOMPARE(w.onlyLine().target, signal(b));
    QCOMPARE(w.onlyLineId(), line);
  }

  void anEndPulledOffItsPortHangsAndIsNotLost() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 80);
    w.wire(a, b);
    w.drag(w.input(b), {280, 240});
    QCOMPARE(w.diagram().lines.size(), 1u);
    QVERIFY(w.onlyLine().source && !w.onlyLine().target);
    QVERIFY(!w.quickInsert());
  }

  void anEndPutBackOnItsPortLeavesNoStep() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 80);
    w.wire(a, b);
    const int before = w.document.undoStack().count();
    w.drag(w.input(b), w.input(b) + QPointF(3, 4));
    w.drag(w.input(b), {280, 240}, Qt::LeftButton, {}, false);
    w.mouse(QEvent::MouseButtonRelease, w.at(w.input(b)), Qt::LeftButton, Qt::NoButton, {});
    QCOMPARE(w.document.undoStack().count(), before);
    QVERIFY(w.editor.scene().level().line(w.onlyLineId())->isVisible());
  }

  void escapeWhileDrawingLeavesEverythingAsItWas() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 80);
    w.wire(a, b);
    const int before = w.document.undoStack().count();
    w.drag(w.input(b), {280, 240}, Qt::LeftButton, {}, false);
    w.key(Qt::Key_Escape);
    w.mouse(QEvent::MouseButtonRelease, w.at({280, 240}), Qt::LeftButton, Qt::NoButton, {});
    QCOMPARE(w.document.undoStack().count(), before);
    QVERIFY(w.editor.scene().level().line(w.onlyLineId())->isVisible());
  }

  void aShiftDragTakesABlockOutOfItsLineAndHealsIt() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), g = w.add("math/gain", 240, 80),
               b = w.add("sinks/scope", 400, 80);
    w.wire(a, g);
    w.wire(g, b);
    const int before = w.document.undoStack().index();
    w.drag(w.middle(g), w.middle(g) + QPointF(0, 160), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(w.onlyLine().source, signal(a));
    QCOMPARE(w.onlyLine().target, signal(b));
    QCOMPARE(w.document.undoStack().index(), before + 1);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().lines.size(), 2u);
    QCOMPARE(w.document.block(g)->position, (sim::Point{240, 80}));
  }

  void aShiftDragOfABlockWithTwoInputsLeavesTheOtherDriverHanging() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), c = w.add("sources/constant", 80, 200);
    const auto s = w.add("math/product", 240, 120), b = w.add("sinks/scope", 400, 120);
    w.wire(a, s, 0, 0);
    w.wire(c, s, 0, 1);
    w.wire(s, b);
    w.drag(w.middle(s), w.middle(s) + QPointF(0, 200), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(w.diagram().lines.size(), 2u);
    int hanging = 0;
    for (const sim::Line& line : w.lines())
      if (line.target)
        QCOMPARE(line.source, signal(a));
      else
        hanging += line.source == signal(c);
    QCOMPARE(hanging, 1);
    QVERIFY(test::consistent(w.diagram()));
  }

  void escapeDuringAShiftDragPutsTheLinesBack() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), g = w.add("math/gain", 240, 80),
               b = w.add("sinks/scope", 400, 80);
    w.wire(a, g);
    w.wire(g, b);
    const sim::Diagram before = w.diagram();
    w.drag(w.middle(g), w.middle(g) + QPointF(0, 160), Qt::LeftButton, Qt::ShiftModifier, false);
    w.key(Qt::Key_Escape);
    w.mouse(QEvent::MouseButtonRelease, {0, 0}, Qt::LeftButton, Qt::NoButton, {});
    QVERIFY(w.diagram() == before);
  }

  void aTakenOutBlockGoesIntoAnotherLineItIsDroppedOn() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), g = w.add("math/gain", 240, 80),
               b = w.add("sinks/scope", 400, 80);
    const auto c = w.add("sources/constant", 80, 240), d = w.add("sinks/scope", 400, 240);
    w.wire(a, g);
    w.wire(g, b);
    w.wire(c, d);
    w.drag(w.middle(g), QPointF(w.middle(g).x(), w.output(c).y()), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(w.diagram().lines.size(), 3u);
    QVERIFY(!w.editor.scene().wiring().linesAt(signal(g), true).empty());
    QCOMPARE(w.document.line(w.editor.scene().wiring().linesAt(signal(g), true)[0])->source, signal(c));
  }

  void deleteAndReconnectJoinsWhatTheBlockLeaves() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), g = w.add("math/gain", 240, 80),
               b = w.add("sinks/scope", 400, 80);
    w.wire(a, g);
    w.wire(g, b);
    w.click(w.middle(g));
    w.trigger(CommandId::DeleteAndReconnect);
    QCOMPARE(w.diagram().blocks.size(), 2u);
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(w.onlyLine().source, signal(a));
    QCOMPARE(w.onlyLine().target, signal(b));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().lines.size(), 2u);
  }

  void aHangingEndNearAPortSnapsToItWhenTheBlockIsPutThere() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), g = w.add("math/gain", 400, 300);
    w.drag(w.output(a), {304, 200});
    w.key(Qt::Key_Escape);
    w.drag(w.middle(g), w.middle(g) + QPointF(304, 200) - w.input(g) + QPointF(5, 4));
    QCOMPARE(w.onlyLine().target, signal(g));
    w.trigger(CommandId::Undo);
    QVERIFY(!w.onlyLine().target);
  }

  void aDoubleClickOnALineNamesItsSignalInOneStep() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 80);
    w.wire(a, b);
    const int before = w.document.undoStack().index();
    w.doubleClick((w.output(a) + w.input(b)) / 2);
    auto* name = w.editor.findChild<QLineEdit*>("signalNameEditor");
    QVERIFY(name);
    QTest::keyClicks(name, "speed");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(w.document.block(a)->signal_names.at(0), std::string("speed"));
    QCOMPARE(w.document.undoStack().index(), before + 1);
    QVERIFY(!w.editor.scene().level().line(w.onlyLineId())->labelRect().isEmpty());
    QCOMPARE(w.diagram().blocks.size(), 2u);
    w.trigger(CommandId::Undo);
    QVERIFY(w.document.block(a)->signal_names.empty());
    QVERIFY(w.editor.scene().level().line(w.onlyLineId())->labelRect().isEmpty());
  }

  void resetLineShapeForgetsTheCornersFixedByHand() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 200);
    w.wire(a, b);
    const auto automatic = w.route(w.onlyLineId());
    const QPointF middle = (automatic[1] + automatic[2]) / 2;
    w.drag(middle, middle + QPointF(40, 0));
    QVERIFY(!w.onlyLine().waypoints.empty());
    w.click(middle + QPointF(40, 0));
    w.trigger(CommandId::ResetLineShape);
    QVERIFY(w.onlyLine().waypoints.empty());
    QCOMPARE(w.route(w.onlyLineId()), automatic);
    w.trigger(CommandId::Undo);
    QVERIFY(!w.onlyLine().waypoints.empty());
  }

  void aHandShapedLineKeepsItsSegmentWhenABlockMoves() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 200);
    w.wire(a, b);
    const auto automatic = w.route(w.onlyLineId());
    const QPointF middle = (automatic[1] + automatic[2]) / 2;
    w.drag(middle, middle + QPointF(40, 0));
    const double x = w.onlyLine().waypoints[0].x;
    w.drag(w.middle(b), w.middle(b) + QPointF(40, 80));
    const auto& route = w.route(w.onlyLineId());
    QCOMPARE(route.size(), 4u);
    QCOMPARE(route[1].x(), x);
    QCOMPARE(route[2].x(), x);
    QCOMPARE(route.back(), w.input(b));
  }

  void aComponentDroppedOnALineOfANetworkIsPutInSeries() {
    Window w;
    const auto first = w.add("driveline/rotational_spring", 80, 80),
               second = w.add("driveline/rotational_spring", 480, 80);
    const auto damper = w.add("driveline/rotational_damper", 260, 240);
    w.wire(joint(first, 1), joint(second, 0));
    w.drag(w.middle(damper), QPointF(w.middle(damper).x(), w.conserving(first, 1).y()));
    QCOMPARE(w.diagram().lines.size(), 2u);
    QVERIFY(test::consistent(w.diagram()));
    QCOMPARE(w.onlyLine().target, joint(damper, 0));
    w.drag(w.middle(damper), w.middle(damper) + QPointF(0, 160), Qt::LeftButton, Qt::ShiftModifier);
    QCOMPARE(w.diagram().lines.size(), 1u);
    QCOMPARE(w.onlyLine().source, joint(first, 1));
    QCOMPARE(w.onlyLine().target, joint(second, 0));
  }

  void aLineOfANetworkOffersComponentsOfItsDomain() {
    Window w;
    const auto body = w.add("driveline/rotational_spring", 80, 80);
    w.drag(w.conserving(body, 1), {304, 200});
    QLineEdit* words = w.quickInsert();
    QVERIFY(words);
    auto* matches = w.editor.findChild<QListWidget*>("quickInsertMatches");
    QVERIFY(matches->findItems("Resistor", Qt::MatchExactly).isEmpty());
    QTest::keyClicks(words, "rotational damper");
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(w.diagram().blocks.size(), 2u);
    QVERIFY(w.onlyLine().source && w.onlyLine().target);
  }

  void aHangingEndOfANetworkIsReconnectedAndCompleted() {
    Window w;
    const auto first = w.add("driveline/rotational_spring", 80, 80),
               second = w.add("driveline/rotational_spring", 480, 80);
    w.drag(w.conserving(first, 1), {304, 240});
    w.key(Qt::Key_Escape);
    QVERIFY(!w.onlyLine().target);
    w.drag({304, 240}, w.conserving(second, 0));
    QCOMPARE(w.diagram().lines.size(), 1u);
    QVERIFY(w.onlyLine().source && w.onlyLine().target);
    w.click((w.route(w.onlyLineId())[0] + w.route(w.onlyLineId())[1]) / 2);
    w.drag(w.conserving(second, 0), {304, 240});
    QVERIFY(!w.onlyLine().source || !w.onlyLine().target);
    w.drag(w.conserving(second, 0), {304, 240});
    QCOMPARE(w.diagram().lines.size(), 1u);
    QVERIFY(w.onlyLine().source && w.onlyLine().target);
  }
};

QTEST_MAIN(WiringTest)
#include "wiring_test.moc"
