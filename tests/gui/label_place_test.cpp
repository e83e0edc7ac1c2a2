// Names of signals: beside their wire, clear of blocks, other names and wires. Blocks dropped on lines: with
// room.
#include "editor/canvas/label_place.h"

#include <random>

#include "editor/overlays/facts_overlay.h"
#include "sim_core/diagram/wiring_edits.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class LabelPlaceTest : public QObject {
  Q_OBJECT

  static constexpr QSizeF size{40, 14};
  static void name(Window& w, sim::Id block, const char* signal, int port = 0) {
    auto edit = w.document.plan([&](sim::Diagram& d) { return sim::name_signal(d, {block, port}, signal); });
    w.document.apply(std::move(*edit));
  }
  static QRectF label(Window& w, sim::Id line) { return w.editor.scene().level().line(line)->labelRect(); }

  // What the label covers: blocks, their names, other labels, wires.
  static QString whatIsCovered(Window& w, sim::Id line) {
    const QRectF rect = label(w, line);
    if (rect.isEmpty()) return QStringLiteral("no label");
    for (const BlockItem* block : w.editor.scene().level().blocks())
      if (block->geometry().rect.intersects(rect) || block->nameRect().intersects(rect))
        return QString::fromStdString(block->block().name);
    for (const LineItem* item : w.editor.scene().level().lines()) {
      if (item->id() != line && item->labelRect().intersects(rect)) return QStringLiteral("another label");
      if (routing::crosses(item->route(), rect)) return QStringLiteral("a wire");
    }
    return {};
  }

 private slots:
  void aboveTheMiddleOfTheLongestLevelSegmentWhereThatIsFree() {
    const QRectF rect = placeLabel({{0, 0}, {40, 0}, {40, 80}, {240, 80}}, size, {});
    QCOMPARE(rect.center().x(), 140.0);
    QVERIFY(rect.bottom() <= 79 && rect.bottom() >= 76);
  }

  void besideItsOwnCornersAndOtherWires() {
    // A wire runs up through the middle: the label stands to one side of it.
    LabelSurroundings around;
    around.wires = {QLineF(100, -60, 100, 60)};
    const QRectF rect = placeLabel({{0, 0}, {200, 0}}, size, around);
    QVERIFY(rect.right() < 100 || rect.left() > 100);
    // One closely above: below.
    around.wires = {QLineF(0, -8, 200, -8)};
    QVERIFY(placeLabel({{0, 0}, {200, 0}}, size, around).top() > 0);
  }

  void onAShortLineAboveTheBlocksOrBelowTheirNames() {
    LabelSurroundings around;
    around.blocks = {QRectF(0, -20, 60, 40), QRectF(84, -20, 60, 40), QRectF(10, 22, 40, 14)};
    const QRectF rect = placeLabel({{60, 0}, {84, 0}}, size, around);
    for (const QRectF& block : around.blocks) QVERIFY(!block.intersects(rect));
    QVERIFY(rect.intersects(QRectF(40, -60, 64, 120)));
  }

  void labelsOnShortLinesAreBesideThem() {
    Window w;
    const auto a = w.add("math/gain", 80, 80), b = w.add("math/gain", 164, 80),
               c = w.add("math/gain", 248, 80);
    const auto first = w.wire(a, b), second = w.wire(b, c);
    name(w, a, "angular velocity");
    name(w, b, "torque of the motor");
    QCOMPARE(whatIsCovered(w, first), QString());
    QCOMPARE(whatIsCovered(w, second), QString());
    QVERIFY(std::abs(label(w, first).center().y() - w.output(a).y()) < 60);
  }

  void aLabelMakesWayForABlockThatIsMovedThere() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 480, 80),
               g = w.add("math/gain", 280, 240);
    const auto line = w.wire(a, b);
    name(w, a, "speed");
    const QRectF before = label(w, line);
    w.drag(w.middle(g), before.center() + QPointF(0, -18));
    QCOMPARE(whatIsCovered(w, line), QString());
    w.trigger(CommandId::Undo);
    QCOMPARE(label(w, line), before);
  }

  void labelsOfRandomDiagramsCoverNothing() {
    std::mt19937 random(9);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    int covered = 0, all = 0;
    for (int trial = 0; trial < 40; ++trial) {
      Window w;
      std::vector<sim::Id> blocks;
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 5; ++column)
          blocks.push_back(w.add("math/gain", 40 + 120 * column + 8 * upTo(3), 40 + 110 * row + 8 * upTo(3)));
      for (int k = 0; k < 14; ++k) {
        const sim::Id from = blocks[static_cast<std::size_t>(upTo(15))],
                      to = blocks[static_cast<std::size_t>(upTo(15))];
        if (from != to) w.wire(from, to);
      }
      for (sim::Id block : blocks)
        if (!w.editor.scene().wiring().linesAt({block, 0}, false).empty())
          name(w, block, trial % 2 ? "v" : "velocity");
      for (const LineItem* item : w.editor.scene().level().lines()) {
        if (!item->hasLabel()) continue;
        ++all;
        covered += !whatIsCovered(w, item->id()).isEmpty();
      }
    }
    QVERIFY(all > 200);
    QVERIFY2(covered * 50 <= all, qPrintable(QStringLiteral("%1 of %2").arg(covered).arg(all)));
  }

  void aBlockDroppedOnAShortLineGetsRoom() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 188, 80),
               s = w.add("sinks/scope", 320, 80);
    const auto g = w.add("math/gain", 140, 240);
    w.wire(a, b);
    w.wire(b, s);
    const sim::Diagram before = w.diagram();
    const int steps = w.document.undoStack().index();
    w.drag(w.middle(g), {164, w.output(a).y() + 4});
    QCOMPARE(w.diagram().lines.size(), 3u);
    const auto rect = [&](sim::Id id) { return w.editor.scene().level().block(id)->geometry().rect; };
    QVERIFY(rect(g).left() - rect(a).right() >= 24);
    QVERIFY(rect(b).left() - rect(g).right() >= 24);
    QVERIFY(rect(s).left() - rect(b).right() >= 24);
    QCOMPARE(w.input(g).y(), w.output(a).y());
    QCOMPARE(w.document.undoStack().index(), steps + 1);
    for (const LineItem* item : w.editor.scene().level().lines()) QCOMPARE(item->route().size(), 2u);
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram() == before);
  }

  void ofAVectorAsManyWholeNumbersAreShownAsFit() {
    const QFontMetricsF metrics((QFont()));
    const QString text = QStringLiteral("double  [1.25 -3 4.5 1e-07 …]");
    QCOMPARE(fittedFacts(text, metrics, 1e6), text);
    const auto width = [&](const char* shorter) {
      return metrics.horizontalAdvance(QString::fromUtf8(shorter));
    };
    QCOMPARE(fittedFacts(text, metrics, width("double  [1.25 -3 …]") + 1),
             QStringLiteral("double  [1.25 -3 …]"));
    QCOMPARE(fittedFacts(text, metrics, width("double  [1.25 …]") - 1), QString());
    QCOMPARE(fittedFacts(QStringLiteral("[123 456]"), metrics, width("[123 …]") + 1),
             QStringLiteral("[123 …]"));
    // A part of a number would be another number.
    for (const char* whole : {"-1.2346e-07", "double", "[3]"})
      QCOMPARE(fittedFacts(QString::fromUtf8(whole), metrics, width(whole) - 1), QString());
  }
};

QTEST_MAIN(LabelPlaceTest)
#include "label_place_test.moc"
