// Each gesture on the canvas, with a synthetic mouse on the standard library's blocks.
#include <QSignalSpy>
#include <QToolButton>

#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class CanvasTest : public QObject {
  Q_OBJECT

 private slots:
  void shiftClickAddsToTheSelection() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.click(w.middle(a));
    w.click(w.middle(b), Qt::ShiftModifier);
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{a, b}));
    w.click(w.middle(b), Qt::ShiftModifier);
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{a}));
  }

  void aRubberBandSelectsWhatLiesInside() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.add("math/gain", 500, 400);
    w.drag({40, 40}, {360, 260});
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{a, b}));
  }

  void aMoveIsOneUndoStepAndKeepsToTheGrid() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const int before = w.document.undoStack().index();
    w.drag(w.middle(a), w.middle(a) + QPointF(101, 50));
    QCOMPARE(w.document.undoStack().index(), before + 1);
    QCOMPARE(w.document.block(a)->position, (sim::Point{184, 128}));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(a)->position, (sim::Point{80, 80}));
  }

  void escapeCancelsAMoveWithoutATrace() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const int before = w.document.undoStack().count();
    w.drag(w.middle(a), w.middle(a) + QPointF(100, 50), Qt::LeftButton, {}, false);
    QTest::keyClick(&w.editor.view(), Qt::Key_Escape);
    w.mouse(QEvent::MouseButtonRelease, {0, 0}, Qt::LeftButton, Qt::NoButton, {});
    QCOMPARE(w.document.block(a)->position, (sim::Point{80, 80}));
    QCOMPARE(w.document.undoStack().count(), before);
  }

  void aMoveBackToWhereItBeganLeavesNoStep() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const int before = w.document.undoStack().count();
    const QPointF p = w.middle(a);
    w.drag(p, p + QPointF(100, 50), Qt::LeftButton, {}, false);
    w.mouse(QEvent::MouseMove, w.at(p), Qt::NoButton, Qt::LeftButton, {});
    w.mouse(QEvent::MouseButtonRelease, w.at(p), Qt::LeftButton, Qt::NoButton, {});
    QCOMPARE(w.document.undoStack().count(), before);
  }

  void aControlDragCopies() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    w.drag(w.middle(a), w.middle(a) + QPointF(160, 80), Qt::LeftButton, Qt::ControlModifier);
    QCOMPARE(w.diagram().blocks.size(), 2u);
    QCOMPARE(w.document.block(a)->position, (sim::Point{80, 80}));
    QCOMPARE(w.diagram().blocks.rbegin()->second.position, (sim::Point{240, 160}));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().blocks.size(), 1u);
  }

  void aCornerResizes() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    w.click(w.middle(a));
    const QRectF r = w.editor.scene().level().block(a)->geometry().rect;
    w.drag(r.bottomRight(), r.bottomRight() + QPointF(40, 24));
    QCOMPARE(w.document.block(a)->position, (sim::Point{80, 80}));
    QVERIFY(w.document.block(a)->size.width >= 96 && w.document.block(a)->size.height >= 56);
  }

  void arrowKeysNudgeByTheGrid() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    w.click(w.middle(a));
    QTest::keyClick(&w.editor.view(), Qt::Key_Right);
    QTest::keyClick(&w.editor.view(), Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(w.document.block(a)->position, (sim::Point{88, 79}));
  }

  void deleteTakesTheLinesAlong() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.wire(a, b);
    w.click(w.middle(b));
    w.trigger(CommandId::Delete);
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QVERIFY(w.diagram().lines.empty());
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().lines.size(), 1u);
  }

  void rotationTurnsThePortsAndFlipMirrorsThem() {
    Window w;
    const auto a = w.add("math/gain", 80, 80);
    w.click(w.middle(a));
    const QPointF before = w.middle(a);
    w.trigger(CommandId::Rotate);
    QCOMPARE(w.editor.scene().level().port({a, 0}, false)->place.direction, QPointF(0, 1));
    QCOMPARE(w.middle(a), before);
    w.trigger(CommandId::Undo);
    w.trigger(CommandId::Flip);
    QCOMPARE(w.editor.scene().level().port({a, 0}, false)->place.direction, QPointF(-1, 0));
  }

  void copyAndPasteKeepsTheLinesBetween() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.wire(a, b);
    w.trigger(CommandId::SelectAll);
    w.trigger(CommandId::Copy);
    w.trigger(CommandId::Paste);
    QCOMPARE(w.diagram().blocks.size(), 4u);
    QCOMPARE(w.diagram().lines.size(), 2u);
    QCOMPARE(w.editor.selectedBlocks().size(), 2u);
  }

  void aDoubleClickOnABlockActivatesIt() {
    Window w;
    const auto a = w.add("math/gain", 80, 80);
    QSignalSpy spy(&w.editor, &DiagramEditor::blockActivated);
    w.doubleClick(w.middle(a));
    QCOMPARE(spy.count(), 1);
  }

  void aDoubleClickOnASubsystemEntersItAndTheBreadcrumbLeadsBack() {
    Window w;
    const auto s = w.add("ports/subsystem", 80, 80, "Plant");
    w.add("math/gain", 80, 80, "Inner", {}, s);
    w.doubleClick(w.middle(s));
    QCOMPARE(w.editor.subsystem(), s);
    QCOMPARE(w.editor.scene().level().blocks().size(), 1u);
    QCoreApplication::processEvents();
    QToolButton* top = nullptr;
    for (QToolButton* part : w.editor.findChildren<QToolButton*>())
      if (part->text() == "Untitled" && part->isVisible()) top = part;
    QVERIFY(top);
    top->click();
    QCOMPARE(w.editor.subsystem(), sim::no_id);
    w.trigger(CommandId::BackSubsystem);
    QCOMPARE(w.editor.subsystem(), s);
  }

  void aSubsystemHasThePortsThatAreInsideIt() {
    Window w;
    const auto s = w.add("ports/subsystem", 80, 80, "Plant");
    w.add("ports/inport", 80, 80, "In", {}, s);
    QCOMPARE(w.editor.scene().level().block(s)->geometry().inputs.size(), 1u);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.editor.scene().level().block(s)->geometry().inputs.size(), 0u);
  }

  void quickInsertFindsABlockByAFewLetters() {
    Window w;
    w.doubleClick({400, 300});
    auto* words = w.editor.findChild<QLineEdit*>("quickInsertWords");
    QVERIFY(words);
    QTest::keyClicks(words, "integ");
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QCOMPARE(w.diagram().blocks.begin()->second.type, std::string("continuous/integrator"));
    QVERIFY((w.middle(w.diagram().blocks.begin()->first) - QPointF(400, 300)).manhattanLength() < 10);
  }

  void renamingInPlaceIsOneUndoStep() {
    Window w;
    const auto a = w.add("math/gain", 80, 80);
    w.click(w.middle(a));
    w.trigger(CommandId::Rename);
    auto* name = w.editor.findChild<QLineEdit*>("nameEditor");
    QVERIFY(name);
    name->selectAll();
    QTest::keyClicks(name, "Damper");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(w.document.block(a)->name, std::string("Damper"));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(a)->name, std::string("Gain"));
  }

  void anUnknownTypeIsShownAndCanBeMoved() {
    Window w;
    const auto a = w.add("nobody/knows", 80, 80, "Mystery");
    w.drag(w.middle(a), w.middle(a) + QPointF(80, 0));
    QCOMPARE(w.document.block(a)->position.x, 160.0);
    w.editor.grab();
  }

  void theWheelZoomsAtTheCursor() {
    Window w;
    w.add("math/gain", 80, 80);
    const QPoint cursor(300, 200);
    const QPointF under = w.editor.view().mapToScene(cursor);
    QWheelEvent wheel(cursor, w.editor.view().viewport()->mapToGlobal(cursor), {}, {0, 240}, {}, {},
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(w.editor.view().viewport(), &wheel);
    QVERIFY(std::abs(w.editor.zoom() - 1.44) < 1e-6);
    QVERIFY((w.editor.view().mapToScene(cursor) - under).manhattanLength() < 2);
    w.editor.zoomToFit();
    QVERIFY(w.editor.zoom() <= 1);
  }

  void revealingABlockGoesToItsLevelAndSelectsIt() {
    Window w;
    const auto s = w.add("ports/subsystem", 80, 80, "Plant");
    const auto g = w.add("math/gain", 5000, 80, "Inner", {}, s);
    w.editor.revealBlock(g);
    QCOMPARE(w.editor.subsystem(), s);
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{g}));
    QVERIFY(w.editor.view().viewport()->rect().contains(w.at(w.middle(g))));
  }
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
