// What becomes of a line that is dropped on a block's body, and of lines that hang.
#include <QToolTip>
#include <random>

#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class LineDropTest : public QObject {
  Q_OBJECT

  static std::string parameter(const Window& w, sim::Id block, const char* name) {
    const auto& all = w.document.block(block)->parameters;
    return all.contains(name) ? all.at(name) : std::string();
  }

 private slots:
  void blocksOfAnyNumberOfInputsGetAnotherOneWhereNoneIsFree() {
    struct Case {
      const char *type, *name, *grown;
    };
    for (const Case& c : {Case{"sinks/scope", "Inputs", "2"}, Case{"routing/mux", "Inputs", "3"},
                          Case{"math/sum", "signs", "+++"}, Case{"routing/bus_creator", "Inputs", "3"},
                          Case{"math/product", "Operations", "***"}}) {
      Window w;
      const auto a = w.add("sources/constant", 80, 80), b = w.add(c.type, 320, 200);
      const int inputs = static_cast<int>(w.editor.scene().level().block(b)->geometry().inputs.size());
      for (int k = 0; k < inputs; ++k) w.wire(a, b, 0, k);
      const auto other = w.add("sources/clock", 80, 320);
      const sim::Diagram before = w.diagram();
      const int steps = w.document.undoStack().index();
      w.drag(w.output(other), w.middle(b));
      QCOMPARE(parameter(w, b, c.name), std::string(c.grown));
      QCOMPARE(static_cast<int>(w.diagram().lines.size()), inputs + 1);
      QCOMPARE(w.editor.scene().wiring().linesAt({b, inputs}, true).size(), 1u);
      QVERIFY(test::consistent(w.diagram()));
      QCOMPARE(w.document.undoStack().index(), steps + 1);
      w.trigger(CommandId::Undo);
      QVERIFY(w.diagram() == before);
    }
  }

  // A free input is taken before another one is added.
  void aFreeInputIsTakenFirst() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), mux = w.add("routing/mux", 320, 80);
    w.wire(a, mux, 0, 0);
    w.drag(w.output(a), w.middle(mux));
    QCOMPARE(w.editor.scene().wiring().linesAt({mux, 1}, true).size(), 1u);
    QVERIFY(w.document.block(mux)->parameters.empty());
  }

  void besideATakenPortOfASlimBlockTheOtherOneIsTaken() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), mux = w.add("routing/mux", 320, 80);
    for (int k = 0; k < 4; ++k) w.drag(w.output(a), w.input(mux) + QPointF(4, 7));
    QCOMPARE(w.diagram().lines.size(), 4u);
    QVERIFY(test::consistent(w.diagram()));
    const auto clock = w.add("sources/clock", 80, 320);
    w.drag(w.output(clock), w.input(mux) + QPointF(-8, 3));  // in front of the port: that one
    QCOMPARE(w.document.line(w.editor.scene().wiring().linesAt({mux, 0}, true)[0])->source->block, clock);
    QCOMPARE(w.diagram().lines.size(), 4u);
  }

  void theNearestOfTheFreeInputsIsTaken() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), product = w.add("math/product", 320, 80);
    const QRectF rect = w.editor.scene().level().block(product)->geometry().rect;
    w.drag(w.output(a), {rect.center().x(), rect.bottom() - 2});
    QCOMPARE(w.onlyLine().target, (sim::PortRef{product, 1}));
  }

  void aBlockGrowsSoThatTheInputsItHasStayInPlace() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), scope = w.add("sinks/scope", 320, 80);
    for (int k = 0; k < 6; ++k) {
      std::vector<QPointF> before;
      for (int port = 0; port < k; ++port) before.push_back(w.input(scope, port));
      w.drag(w.output(a), w.middle(scope));
      for (int port = 0; port < k; ++port)
        QCOMPARE(w.input(scope, port), before[static_cast<std::size_t>(port)]);
    }
    QCOMPARE(w.diagram().lines.size(), 6u);
    QVERIFY(w.input(scope, 1).y() - w.input(scope, 0).y() >= 12);
  }

  void whatAGrownBlockWouldLieOnMovesAside() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), scope = w.add("sinks/scope", 320, 80);
    const auto below = w.add("math/gain", 310, 150);
    w.wire(a, scope);
    const sim::Diagram before = w.diagram();
    const int steps = w.document.undoStack().index();
    for (int k = 0; k < 3; ++k) w.drag(w.output(a), w.middle(scope));
    const auto rect = [&](sim::Id id) { return w.editor.scene().level().block(id)->geometry().rect; };
    QVERIFY(rect(below).top() >= rect(scope).bottom() + 18);
    QCOMPARE(w.document.undoStack().index(), steps + 3);
    for (int k = 0; k < 3; ++k) w.trigger(CommandId::Undo);
    QVERIFY(w.diagram() == before);
  }

  void aBlockThatHasNoFreeInputIsLeftAsItIsAndSaysSo() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), c = w.add("sources/clock", 80, 240),
               g = w.add("math/gain", 320, 160, "Drive");
    w.wire(a, g);
    const sim::Diagram before = w.diagram();
    const int steps = w.document.undoStack().count();
    w.drag(w.output(c), w.middle(g));
    QVERIFY(w.diagram() == before);
    QCOMPARE(w.document.undoStack().count(), steps);
    QCOMPARE(QToolTip::text(), QStringLiteral("No input of Drive is free"));
    w.drag(w.output(c), w.middle(a));
    QVERIFY(w.diagram() == before);
    QCOMPARE(QToolTip::text(), QStringLiteral("Constant has no inputs"));
    QVERIFY(!w.quickInsert());
    w.drag(w.output(c), w.input(g));  // aimed at the port, it is replaced
    QCOMPARE(w.onlyLine().source->block, c);
  }

  void aLineFromAnInputDroppedOnABlockWithoutOutputsIsNotDrawn() {
    Window w;
    const auto g = w.add("math/gain", 320, 160), scope = w.add("sinks/scope", 80, 160);
    w.drag(w.input(g), w.middle(scope));
    QVERIFY(w.diagram().lines.empty());
    QCOMPARE(QToolTip::text(), QStringLiteral("Scope has no outputs"));
  }

  void aLineLetGoOverItsOwnBlockIsNotDrawn() {
    Window w;
    const auto g = w.add("math/gain", 320, 160);
    w.drag(w.output(g), w.middle(g));
    QVERIFY(w.diagram().lines.empty());
  }

  void theEndOfALinePutBackOnItsBlockGoesWhereItWas() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), scope = w.add("sinks/scope", 320, 160);
    w.wire(a, scope);
    const sim::Diagram before = w.diagram();
    w.drag(w.input(scope), w.middle(scope));
    QVERIFY(w.diagram() == before);
  }

  void anExpressionForTheNumberOfInputsIsNotOverwritten() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80),
               mux = w.add("routing/mux", 320, 80, "Mux", {{"inputs", "1 + 1"}});
    w.wire(a, mux, 0, 0);
    w.wire(a, mux, 0, 1);
    const sim::Diagram before = w.diagram();
    w.drag(w.output(a), w.middle(mux));
    QVERIFY(w.diagram() == before);
  }

  // Over random blocks, hanging anywhere: never through a block but one that it hangs on.
  void hangingLinesGoAroundBlocks() {
    std::mt19937 random(3);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<QRectF> blocks;
      while (blocks.size() < 14) {
        const QRectF block(8 * upTo(100), 8 * upTo(60), 60, 40);
        if (std::ranges::none_of(blocks, [&](const QRectF& other) {
              return other.adjusted(-24, -24, 24, 24).intersects(block);
            }))
          blocks.push_back(block);
      }
      const QPointF at(8 * upTo(100), 8 * upTo(60)), other(8 * upTo(100), 8 * upTo(60));
      const routing::End port{{blocks[0].right(), blocks[0].center().y()}, {1, 0}};
      for (const routing::End& source : {port, routing::End{other, {}}}) {
        const auto line = routing::route({source, {at, {}}, blocks, {}, {}});
        for (const QRectF& block : blocks) {
          const QRectF around = block.adjusted(-3, -3, 3, 3);
          if (around.contains(at) || (source.direction.isNull() && around.contains(other))) continue;
          QVERIFY2(!routing::crosses(line, block), qPrintable(QString::number(trial)));
        }
      }
    }
  }
};

QTEST_MAIN(LineDropTest)
#include "line_drop_test.moc"
