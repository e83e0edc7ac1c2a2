// Smart guides, and resizing.
#include <QTest>

#include "editor/tools/equal_spacing.h"
#include "editor/tools/smart_guides.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class GuidesTest : public QObject {
  Q_OBJECT

  // Where a block is after it was dragged by this, without wires that pull it.
  static sim::Point dragged(CanvasWindow& w, sim::Id block, QPointF by, Qt::KeyboardModifiers keys = {}) {
    w.drag(w.middle(block), w.middle(block) + by, Qt::LeftButton, keys);
    return w.document.block(block)->position;
  }

 private slots:
  void aBlockIsPulledToTheEdgeOfANeighbor() {
    CanvasWindow w;
    w.add("sources/constant", 83, 80);
    const auto b = w.add("sources/constant", 160, 240);
    QCOMPARE(dragged(w, b, {-79, 0}).x, 83.0);
  }

  void aBlockIsPulledToTheMiddleOfALargerOne() {
    CanvasWindow w;
    const auto a = w.add("sources/constant", 80, 80);
    sim::Block tall = *w.document.block(a);
    tall.size = {90, 110};
    sim::Edit edit;
    edit.set(a, tall);
    w.document.apply(edit);
    const auto b = w.add("sources/constant", 400, 80);
    dragged(w, b, {0, 32});
    QCOMPARE(w.middle(b).y(), w.middle(a).y());
  }

  void aRowOfPortsMeetsARowOfPorts() {
    CanvasWindow w;
    const auto b = w.add("math/gain", 240, 304);
    const auto a = w.add("routing/mux", 80, 80, "Mux", {{"inputs", "3"}});
    // Three pixels from where the grid would put the block.
    const double onGrid = w.input(b).y() - 200;
    sim::Block moved = *w.document.block(a);
    moved.position.y += onGrid + 3 - w.input(a).y();
    sim::Edit edit;
    edit.set(a, moved);
    w.document.apply(edit);
    dragged(w, b, {0, -200});
    QCOMPARE(w.input(b).y(), w.input(a, 0).y());
  }

  void altLeavesTheBlockWhereItIsPut() {
    CanvasWindow w;
    w.add("sources/constant", 83, 80);
    const auto b = w.add("sources/constant", 160, 240);
    QCOMPARE(dragged(w, b, {-79, 0}, Qt::AltModifier).x, 81.0);
  }

  void aGuideSpansBothBlocks() {
    CanvasWindow w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("sources/constant", 80, 240);
    SmartGuides guides(w.editor.scene(), {b});
    QCOMPARE(guides.snap({2, 0}, true, true), QPointF(-2, 0));
    QVERIFY(!guides.lines().empty());
    const QLineF line = guides.lines().front();
    QCOMPARE(line.x1(), line.x2());
    QVERIFY(line.y1() <= w.middle(a).y() && line.y2() >= w.middle(b).y());
    QCOMPARE(guides.snap({2, 0}, false, true).x(), 0.0);
  }

  void aBlockBetweenTwoIsPulledToTheMiddle() {
    const std::vector<QRectF> still = {QRectF(0, 0, 40, 40), QRectF(200, 0, 40, 40)};
    const auto spacing = equalSpacing(QRectF(103, 10, 40, 40), still, true, 4);
    QVERIFY(spacing);
    QCOMPARE(spacing->pull, -3.0);
    QCOMPARE(spacing->gaps.size(), std::size_t{2});
    QCOMPARE(spacing->gaps[0].length(), 60.0);
    QCOMPARE(spacing->gaps[1].length(), 60.0);
    QVERIFY(!equalSpacing(QRectF(110, 10, 40, 40), still, true, 4));
    QVERIFY(!equalSpacing(QRectF(103, 60, 40, 40), still, true, 4));  // beside neither
  }

  void aBlockAfterTwoKeepsTheirDistance() {
    const std::vector<QRectF> still = {QRectF(0, 0, 40, 40), QRectF(80, 0, 40, 40)};
    QCOMPARE(equalSpacing(QRectF(162, 0, 40, 40), still, true, 4)->pull, -2.0);
    QCOMPARE(equalSpacing(QRectF(-81, 0, 40, 40), still, true, 4)->pull, 1.0);
    const std::vector<QRectF> column = {QRectF(0, 0, 40, 40), QRectF(0, 100, 40, 40)};
    QCOMPARE(equalSpacing(QRectF(8, 199, 40, 40), column, false, 4)->pull, 1.0);
  }

  void equalDistancesAreShownWhileABlockIsDragged() {
    CanvasWindow w;
    w.add("sources/constant", 80, 80);
    w.add("sources/constant", 320, 84);
    const auto b = w.add("sources/constant", 201, 240);
    SmartGuides guides(w.editor.scene(), {b});
    const QPointF pull = guides.snap({0, -157}, true, false);
    QCOMPARE(pull.x(), -1.0);
    QCOMPARE(guides.gaps().size(), std::size_t{2});
    QCOMPARE(guides.gaps()[0].length(), guides.gaps()[1].length());
  }

  void aCornerIsPulledToTheEdgeOfANeighbor() {
    CanvasWindow w;
    const auto a = w.add("sources/constant", 83, 80), b = w.add("sources/constant", 80, 240);
    w.click(w.middle(b));
    const QPointF corner = w.editor.scene().level().block(b)->handle(2);
    const double right = w.editor.scene().level().block(a)->geometry().rect.right();
    w.drag(corner, {right + 2, corner.y() + 30});
    QCOMPARE(w.editor.scene().level().block(b)->geometry().rect.right(), right);
    w.trigger(CommandId::Undo);
    w.drag(corner, {right + 2, corner.y() + 30}, Qt::LeftButton, Qt::AltModifier);
    QCOMPARE(w.editor.scene().level().block(b)->geometry().rect.right(), right + 2);
  }

  void arrowsThatFollowOneAnotherAreOneUndoStep() {
    CanvasWindow w;
    const auto a = w.add("sources/constant", 80, 80);
    w.click(w.middle(a));
    for (int k = 0; k < 4; ++k) w.key(Qt::Key_Right);
    w.key(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(w.document.block(a)->position, (sim::Point{112, 81}));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(a)->position, (sim::Point{80, 80}));
  }

  void resizingKeepsThePortsOnTheGrid() {
    CanvasWindow w;
    const auto a = w.add("routing/vector_concatenate", 80, 80, "C", {{"NumInputs", "3"}});
    w.click(w.middle(a));
    const QPointF corner = w.editor.scene().level().block(a)->geometry().rect.bottomRight();
    w.drag(corner, corner + QPointF(0, 50));
    const double apart = w.input(a, 1).y() - w.input(a, 0).y();
    QCOMPARE(std::fmod(apart, 8.0), 0.0);
  }
};

QTEST_MAIN(GuidesTest)
#include "guides_test.moc"
