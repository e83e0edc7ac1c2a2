// The parts of a canvas that know one level: its items by id and place, what is marked, and the way between
// levels.
#include <QSignalSpy>

#include "editor/canvas/note_item.h"
#include "editor/canvas/scene_marks.h"
#include "editor/tools/level_history.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;

namespace {

struct Level : test::CanvasWindow {
  const LevelItems& items() { return editor.scene().level(); }
};

}  // namespace

class LevelTest : public QObject {
  Q_OBJECT
 private slots:
  void itemsAreFoundByIdAndOnlyOnTheirLevel() {
    Level w;
    const auto top = w.add("ports/subsystem", 80, 80), inside = w.add("math/gain", 40, 40, "In", {}, top);
    QVERIFY(w.items().block(top) && !w.items().block(inside));
    QVERIFY(!w.items().line(top) && !w.items().note(top) && !w.items().item(inside));
    w.editor.showSubsystem(top);
    QVERIFY(!w.items().block(top) && w.items().block(inside));
    QCOMPARE(w.items().blocks().size(), std::size_t{1});
  }

  void allAreListedInTheOrderOfTheirIds() {
    Level w;
    std::vector<sim::Id> ids;
    for (int k = 0; k < 20; ++k) ids.push_back(w.add("math/gain", 400 - 20 * k, 80));
    w.document.apply(sim::remove_blocks(w.diagram(), {ids[7]}));
    ids.erase(ids.begin() + 7);
    QCOMPARE(w.items().blocks().size(), ids.size());
    for (std::size_t k = 0; k < ids.size(); ++k) QCOMPARE(w.items().blocks()[k]->id(), ids[k]);
  }

  // By the index of places as by looking at all.
  void whatIsNearIsWhatMeetsTheRectangle() {
    Level w;
    for (int k = 0; k < 60; ++k) w.add("math/gain", 300.0 * (k % 10), 300.0 * (k / 10));
    for (const QRectF rect : {QRectF(0, 0, 50, 50), QRectF(290, 290, 400, 40), QRectF(-1000, -1000, 1, 1),
                              QRectF(-1e4, -1e4, 3e4, 3e4)}) {
      std::vector<BlockItem*> expected;
      for (BlockItem* item : w.items().blocks())
        if (item->boundingRect().intersects(rect)) expected.push_back(item);
      QCOMPARE(w.items().blocksNear(rect), expected);
    }
  }

  void theTopmostIsThere() {
    Level w;
    const auto below = w.add("math/gain", 80, 80), above = w.add("math/gain", 90, 84);
    const QPointF both = QRectF(90, 84, 10, 10).center();
    QVERIFY(w.items().block(below)->geometry().rect.contains(both));
    QCOMPARE(w.items().blockAt(both)->id(), above);
    QVERIFY(!w.items().blockAt({-50, -50}));
    w.document.apply(sim::remove_blocks(w.diagram(), {above}));
    QCOMPARE(w.items().blockAt(both)->id(), below);
  }

  void theNearestPortIsHit() {
    Level w;
    const auto gain = w.add("math/gain", 80, 80);
    const auto hit = w.items().portAt(w.input(gain) + QPointF(-4, 1), 8);
    QVERIFY(hit && hit->input && hit->port.block == gain);
    QVERIFY(!w.items().portAt(w.input(gain) + QPointF(-40, 0), 8));
    QVERIFY(!w.items().port({gain, 7}, true));
  }

  void theContentGrowsAndShrinks() {
    Level w;
    QVERIFY(w.items().contentRect().isNull());
    const auto a = w.add("math/gain", 0, 0);
    const QRectF one = w.items().contentRect();
    const auto b = w.add("math/gain", 1000, 0);
    QVERIFY(w.items().contentRect().width() > 1000);
    w.document.apply(sim::remove_blocks(w.diagram(), {b}));
    QCOMPARE(w.items().contentRect(), one);
    w.document.apply(sim::remove_blocks(w.diagram(), {a}));
    QVERIFY(w.items().contentRect().isNull());
  }

  // A trace stays while levels change; what is inside a subsystem marks the subsystem.
  void aTraceMarksTheSubsystemThatHoldsIt() {
    Level w;
    const auto top = w.add("ports/subsystem", 80, 80), inside = w.add("math/gain", 40, 40, "In", {}, top);
    const QImage before = picture(w);
    sim::Trace trace;
    trace.blocks = {inside};
    w.editor.scene().marks().setTraced(trace);
    QVERIFY(picture(w) != before);
    w.editor.showSubsystem(top);
    w.editor.showSubsystem(sim::no_id);
    w.editor.scene().select({});
    QVERIFY(w.editor.scene().marks().traced().blocks.contains(inside));
    QVERIFY(picture(w) != before);
    w.editor.scene().marks().setTraced({});
    QCOMPARE(picture(w), before);
  }

  void errorsStayWithTheirBlocks() {
    Level w;
    const auto a = w.add("math/gain", 80, 80);
    const QImage before = picture(w);
    w.editor.scene().marks().setErrors({a});
    QVERIFY(picture(w) != before);
    // An item that is made again is marked too.
    w.document.apply(sim::remove_blocks(w.diagram(), {a}));
    w.document.undoStack().undo();
    QVERIFY(picture(w) != before);
    w.editor.scene().marks().setErrors({});
    QCOMPARE(picture(w), before);
  }

  void levelsAreGoneBackAndForthThrough() {
    Level w;
    const auto a = w.add("ports/subsystem", 80, 80, "A"), b = w.add("ports/subsystem", 80, 80, "B", {}, a);
    int left = 0;
    LevelHistory history({w.document, w.editor.scene(), w.editor.view()}, [&left] { ++left; });
    const auto here = [&w] { return w.editor.scene().subsystem(); };
    QVERIFY(!history.hasBack() && !history.hasForward());
    history.go(sim::no_id);  // it is there
    QVERIFY(!history.hasBack());
    history.go(a);
    history.go(b);
    QCOMPARE(left, 2);
    history.goBack();
    QCOMPARE(here(), a);
    history.goBack();
    QCOMPARE(here(), sim::no_id);
    QCOMPARE(w.editor.scene().selectedBlocks(), std::vector<sim::Id>{a});
    history.goBack();  // there is no more
    QCOMPARE(here(), sim::no_id);
    history.goForward();
    QCOMPARE(here(), a);
    history.goUp();
    QCOMPARE(here(), sim::no_id);
    QVERIFY(history.hasBack() && !history.hasForward());
    history.clear();
    QVERIFY(!history.hasBack());
  }

 private:
  static QImage picture(Level& w) {
    w.editor.scene().select({});
    QCoreApplication::processEvents();
    QImage image(400, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    w.editor.scene().render(&painter, {0, 0, 400, 300}, {0, 0, 400, 300});
    return image;
  }
};

QTEST_MAIN(LevelTest)
#include "level_test.moc"
