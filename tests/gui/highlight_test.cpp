// Following signals, partners of tags, colors of blocks, and pasting.
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QTest>

#include "editor/canvas/scene_marks.h"
#include "editor/tools/clipboard.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/name_place.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class HighlightTest : public QObject {
  Q_OBJECT

  // Whether the picture has a clear touch of this color around the block.
  static bool glows(CanvasWindow& w, sim::Id block, const QColor& color) {
    const QImage picture = w.editor.view().viewport()->grab().toImage();
    const QRectF r = w.editor.scene().level().block(block)->geometry().rect;
    const QPoint p = w.at({r.left() + 3, r.top() - 2});
    const QColor seen = picture.pixelColor(p), plain = w.editor.scene().theme().canvas;
    const auto distance = [](const QColor& a, const QColor& b) {
      return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
    };
    return distance(seen, plain) > 30 && distance(seen, color) < distance(plain, color);
  }

 private slots:
  void aSignalIsFollowedToItsSourceUntilEscape() {
    CanvasWindow w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 80),
               c = w.add("sinks/scope", 400, 80);
    w.wire(a, b);
    w.wire(b, c);
    const QColor traced = w.editor.scene().theme().traced;
    w.editor.scene().select({c});
    w.trigger(CommandId::TraceToSource);
    QVERIFY(w.editor.scene().marks().traced().blocks.contains(b));
    QVERIFY(!w.editor.scene().marks().traced().blocks.contains(a));
    w.trigger(CommandId::TraceToSource);
    QVERIFY(w.editor.scene().marks().traced().blocks.contains(a));
    w.editor.scene().select({});
    QVERIFY(glows(w, a, traced));
    w.key(Qt::Key_Escape);
    QVERIFY(w.editor.scene().marks().traced().empty());
    QVERIFY(!glows(w, a, traced));
  }

  void whatIsInsideASubsystemMakesItGlow() {
    CanvasWindow w;
    const auto s = w.add("ports/subsystem", 240, 80, "Plant");
    const auto in = w.add("ports/inport", 80, 80, "In", {}, s),
               g = w.add("math/gain", 240, 80, "Gain", {}, s);
    w.wire(in, g);
    const auto a = w.add("sources/constant", 80, 80);
    w.wire(a, s);
    w.editor.scene().select({a});
    w.trigger(CommandId::TraceToDestinations);
    w.editor.scene().select({});
    QVERIFY(glows(w, s, w.editor.scene().theme().traced));
    w.editor.showSubsystem(s);
    w.editor.view().setZoom(1, {0, 0});
    QVERIFY(glows(w, g, w.editor.scene().theme().traced));
  }

  void theFromBlocksOfASelectedGotoGlow() {
    CanvasWindow w;
    const auto to = w.add("routing/goto", 80, 80), from = w.add("routing/from", 240, 200);
    const auto other = w.add("routing/from", 400, 200, "Other", {{"GotoTag", "B"}});
    const QColor traced = w.editor.scene().theme().traced;
    w.click(w.middle(to));
    QVERIFY(glows(w, from, traced));
    QVERIFY(!glows(w, other, traced));
    w.click({600, 400});
    QVERIFY(!glows(w, from, traced));
  }

  void aColorIsOneUndoStepAndStaysInTheFile() {
    CanvasWindow w;
    const auto a = w.add("math/gain", 80, 80), b = w.add("math/gain", 240, 80);
    w.editor.scene().select({a, b});
    QMenu menu;
    w.editor.addLooksMenus(menu);
    menu.findChild<QMenu*>("colorMenu")->actions().at(4)->trigger();
    QCOMPARE(w.document.block(b)->color, sim::BlockColor::Green);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(a)->color, sim::BlockColor::None);
    QCOMPARE(w.document.block(b)->color, sim::BlockColor::None);
  }

  void theNameOfABlockStandsWhereItIsPut() {
    CanvasWindow w;
    const auto a = w.add("math/gain", 80, 80), b = w.add("math/sum", 240, 80);
    const auto name = [&](sim::Id id) { return w.editor.scene().level().block(id)->nameRect(); };
    const auto box = [&](sim::Id id) { return w.editor.scene().level().block(id)->geometry().rect; };
    QVERIFY(name(a).top() > box(a).bottom());
    QVERIFY(name(b).isEmpty());  // nobody has named the sum
    QMenu menu;
    w.editor.addLooksMenus(menu);
    const auto choose = [&](int k) {
      w.editor.scene().select({a, b});
      menu.findChild<QMenu*>("namePlaceMenu")->actions().at(k)->trigger();
    };
    for (const sim::Id id : {a, b}) {
      choose(1);
      QVERIFY(name(id).top() > box(id).bottom());
      choose(2);
      QVERIFY(!name(id).isEmpty() && name(id).bottom() < box(id).top());
      choose(3);
      QVERIFY(name(id).right() < box(id).left());
      choose(4);
      QVERIFY(name(id).left() > box(id).right());
      choose(5);
      QVERIFY(name(id).isEmpty());
    }
    const auto kept = sim::read_diagram(sim::write_diagram(w.diagram()), "m");
    QCOMPARE(sim::name_place(kept->diagram.blocks.at(b)), sim::NamePlace::Hidden);
    w.trigger(CommandId::Undo);
    QCOMPARE(sim::name_place(*w.document.block(a)), sim::NamePlace::Right);
    QCOMPARE(sim::name_place(*w.document.block(b)), sim::NamePlace::Right);
    menu.findChild<QMenu*>("namePlaceMenu")->popup({});
    QVERIFY(menu.findChild<QMenu*>("namePlaceMenu")->actions().at(4)->isChecked());
    menu.findChild<QMenu*>("namePlaceMenu")->close();
  }

  void pastingAtAPlacePutsTheMiddleThere() {
    CanvasWindow w;
    const auto a = w.add("math/gain", 80, 80), b = w.add("math/gain", 240, 80);
    w.wire(a, b);
    w.trigger(CommandId::SelectAll);
    w.trigger(CommandId::Copy);
    const Canvas canvas{w.document, w.editor.scene(), w.editor.view()};
    QVERIFY(pasteClipboard(canvas, QPointF(500, 400)));
    QRectF box;
    for (sim::Id id : w.editor.selectedBlocks()) box = box.united(blockRect(*w.document.block(id)));
    QVERIFY((box.center() - QPointF(500, 400)).manhattanLength() <= 16);
    QVERIFY(consistent(w.diagram()));
  }

  void textFromAnotherProgramIsPasted() {
    CanvasWindow w;
    QGuiApplication::clipboard()->setText(
        R"({"fluxion": 1, "blocks": [{"id": 1, "type": "math/gain", "name": "G", "at": [40, 40]}]})");
    w.trigger(CommandId::Paste);
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QGuiApplication::clipboard()->setText("just words");
    w.trigger(CommandId::Paste);
    QCOMPARE(w.diagram().blocks.size(), 1u);
  }

  void whatIsCopiedIsPastedInAnotherWindow() {
    CanvasWindow w, other;
    w.add("math/gain", 80, 80, "Spring", {{"k", "7"}});
    w.trigger(CommandId::SelectAll);
    w.trigger(CommandId::Copy);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasText());
    other.trigger(CommandId::Paste);
    QCOMPARE(other.diagram().blocks.begin()->second.parameters.at("k"), std::string("7"));
  }
};

QTEST_MAIN(HighlightTest)
#include "highlight_test.moc"
