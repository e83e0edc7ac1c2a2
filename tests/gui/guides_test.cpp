// Smart guides, and resizing.
#include <QTest>

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
  void aBlockIsPulledToTheEdgeOfANeighbour() {
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
    const QPointF corner = w.editor.scene().blockItem(a)->geometry().rect.bottomRight();
    w.drag(corner, corner + QPointF(0, 50));
    const double apart = w.input(a, 1).y() - w.input(a, 0).y();
    QCOMPARE(std::fmod(apart, 8.0), 0.0);
  }
};

QTEST_MAIN(GuidesTest)
#include "guides_test.moc"
