// Ctrl+click: whole blocks are connected, without aiming at ports.
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class ConnectBlocksTest : public QObject {
  Q_OBJECT

  static sim::PortRef signal(sim::Id block, int port = 0) { return {block, port}; }

 private slots:
  void controlClickConnectsTheSelectedBlock() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.click(w.middle(a));
    w.click(w.middle(b), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 1u);
  }

  // A, B, C is a chain; a Scope on the way, which nothing leaves, does not end it.
  void controlClicksChain() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80);
    const auto b = w.add("math/gain", 240, 80), scope = w.add("sinks/scope", 240, 240),
               c = w.add("math/gain", 400, 80);
    w.click(w.middle(a));
    for (sim::Id target : {b, scope, c}) w.click(w.middle(target), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 3u);
    const auto lines = w.lines();
    QVERIFY(lines[0].source == signal(a) && lines[0].target == signal(b));
    QVERIFY(lines[1].source == signal(b) && lines[1].target == signal(scope));
    QVERIFY(lines[2].source == signal(b) && lines[2].target == signal(c));
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{c}));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().lines.size(), 2u);
  }

  // At a round Sum the input is taken that faces the source; the main chain is not subtracted for that.
  void aRoundSumTakesTheInputThatFacesTheSource() {
    const auto input = [](const char* signs, double dx, double dy) {
      Window w;
      const auto sum = w.add("math/sum", 320, 120, "Sum", {{"signs", signs}});
      const auto a = w.add("math/gain", 320 + dx, 120 + dy);
      w.click(w.middle(a));
      w.click(w.middle(sum), Qt::ControlModifier);
      return w.onlyLine().target->port;
    };
    QCOMPARE(input("-+-", -200, -4), 1);  // from the left to the left
    QCOMPARE(input("+--", -200, -4), 0);  // its left one is subtracted
    QCOMPARE(input("+-", -200, -4), 0);
    QCOMPARE(input("+-", 200, 150), 1);  // feedback from below
    QCOMPARE(input("-+-", 200, 150), 2);
    QCOMPARE(input("-+-", 200, -150), 0);  // and from above
    QCOMPARE(input("++", 200, -150), 0);   // none faces it
  }

  void severalBlocksGoToAScopeWithOneInput() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("sources/clock", 80, 200),
               scope = w.add("sinks/scope", 320, 120);
    w.click(w.middle(a));
    w.click(w.middle(b), Qt::ShiftModifier);
    w.click(w.middle(scope), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 2u);
    QCOMPARE(w.document.block(scope)->parameters.at("Inputs"), std::string("2"));
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram().lines.empty() && w.document.block(scope)->parameters.empty());
  }

  void severalSourcesGoToTheFreeInputsFromTopToBottom() {
    Window w;
    const auto low = w.add("sources/constant", 80, 200), high = w.add("sources/constant", 80, 80);
    const auto sum = w.add("math/product", 320, 120);
    w.click(w.middle(low));
    w.click(w.middle(high), Qt::ShiftModifier);
    w.click(w.middle(sum), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 2u);
    for (const sim::Line& line : w.lines()) QCOMPARE(line.target->port, line.source->block == high ? 0 : 1);
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram().lines.empty());
  }

  void controlClickJoinsComponentsOfOneDomain() {
    Window w;
    const auto first = w.add("driveline/rotational_spring", 80, 80),
               second = w.add("driveline/rotational_spring", 320, 80);
    const auto resistor = w.add("electrical/resistor", 320, 240);
    w.click(w.middle(first));
    w.click(w.middle(second), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 1u);
    w.click(w.middle(first));
    w.click(w.middle(resistor), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 1u);
  }
};

QTEST_MAIN(ConnectBlocksTest)
#include "connect_blocks_test.moc"
