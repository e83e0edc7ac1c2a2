// Each gesture on the canvas, with a synthetic mouse on the standard library's blocks.
#include <QLineEdit>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <random>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/diagram_editor.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"

using namespace fluxion;

class CanvasTest : public QObject {
  Q_OBJECT

  struct Window {
    sim::BlockLibrary library = sim::standard_library();
    DiagramDocument document{library};
    CommandSet commands;
    DiagramEditor editor{document, commands};

    Window() {
      editor.resize(900, 600);
      editor.show();
      editor.view().setZoom(1, {0, 0});
    }
    sim::Id add(const char* type, double x, double y, const char* name = nullptr,
                std::map<std::string, std::string> parameters = {}, sim::Id parent = sim::no_id) {
      const sim::BlockType* t = library.find(type);
      sim::Block b;
      b.parent = parent, b.type = type, b.name = name ? name : t ? t->label : "Block";
      b.position = {x, y};
      if (t) b.size = {double(t->default_width), double(t->default_height)};
      b.parameters = std::move(parameters);
      auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(b)); });
      document.apply(std::move(insertion.edit));
      return insertion.id;
    }
    void wire(sim::Id from, sim::Id to, int output = 0, int input = 0) {
      auto edit = document.plan([&](sim::Diagram& d) {
        return sim::connect(d, {from, output}, {to, input});
      });
      QVERIFY(edit);
      document.apply(std::move(*edit));
    }
    QPoint at(QPointF p) { return editor.view().mapFromScene(p); }
    QPointF middle(sim::Id block) { return editor.scene().blockItem(block)->geometry().rect.center(); }
    QPointF output(sim::Id block, int port = 0) {
      return editor.scene().port({block, port}, false)->place.position;
    }
    QPointF input(sim::Id block, int port = 0) {
      return editor.scene().port({block, port}, true)->place.position;
    }

    void mouse(QEvent::Type type, QPoint p, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers keys) {
      QWidget* target = editor.view().viewport();
      QMouseEvent event(type, p, target->mapToGlobal(p), button, held, keys);
      QCoreApplication::sendEvent(target, &event);
    }
    void drag(QPointF from, QPointF to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers keys = Qt::NoModifier, bool release = true) {
      mouse(QEvent::MouseButtonPress, at(from), button, button, keys);
      for (int k = 1; k <= 5; ++k)
        mouse(QEvent::MouseMove, at(from + (to - from) * k / 5), Qt::NoButton, button, keys);
      if (release) mouse(QEvent::MouseButtonRelease, at(to), button, Qt::NoButton, keys);
    }
    void click(QPointF p, Qt::KeyboardModifiers keys = Qt::NoModifier) {
      mouse(QEvent::MouseButtonPress, at(p), Qt::LeftButton, Qt::LeftButton, keys);
      mouse(QEvent::MouseButtonRelease, at(p), Qt::LeftButton, Qt::NoButton, keys);
    }
    void doubleClick(QPointF p) {
      click(p);
      mouse(QEvent::MouseButtonDblClick, at(p), Qt::LeftButton, Qt::LeftButton, {});
      mouse(QEvent::MouseButtonRelease, at(p), Qt::LeftButton, Qt::NoButton, {});
    }
    void trigger(CommandId id) { commands.action(id)->trigger(); }
    const sim::Diagram& diagram() { return document.diagram(); }
    const sim::Line& onlyLine() { return diagram().lines.begin()->second; }
  };

  static bool consistent(const sim::Diagram& d) {
    for (const auto& [id, line] : d.lines) {
      if (line.source && !d.blocks.contains(line.source->block)) return false;
      if (line.target && !d.blocks.contains(line.target->block)) return false;
      int drivers = 0;
      for (const auto& [other, l] : d.lines) drivers += line.target && l.target == line.target;
      if (line.target && drivers != 1) return false;
    }
    return true;
  }

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

  void controlClickConnectsTheSelectedBlock() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 240, 160);
    w.click(w.middle(a));
    w.click(w.middle(b), Qt::ControlModifier);
    QCOMPARE(w.diagram().lines.size(), 1u);
  }

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
    const QRectF r = w.editor.scene().blockItem(a)->geometry().rect;
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

  void aSegmentIsShapedByHandAndUndone() {
    Window w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 320, 200);
    w.wire(a, b);
    const sim::Id line = w.diagram().lines.begin()->first;
    const auto route = w.editor.scene().lineItem(line)->route();
    QCOMPARE(route.size(), 4u);
    const QPointF middle = (route[1] + route[2]) / 2;
    w.drag(middle, middle + QPointF(40, 0));
    QCOMPARE(w.onlyLine().waypoints.size(), 2u);
    QCOMPARE(w.onlyLine().waypoints[0].x, std::round((middle.x() + 40) / 8) * 8);
    w.trigger(CommandId::Undo);
    QVERIFY(w.onlyLine().waypoints.empty());
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
    QCOMPARE(w.editor.scene().port({a, 0}, false)->place.direction, QPointF(0, 1));
    QCOMPARE(w.middle(a), before);
    w.trigger(CommandId::Undo);
    w.trigger(CommandId::Flip);
    QCOMPARE(w.editor.scene().port({a, 0}, false)->place.direction, QPointF(-1, 0));
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
    QCOMPARE(w.editor.scene().blockItems().size(), 1u);
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
    QCOMPARE(w.editor.scene().blockItem(s)->geometry().inputs.size(), 1u);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.editor.scene().blockItem(s)->geometry().inputs.size(), 0u);
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

  void randomGesturesKeepTheDiagramWholeAndUndoToTheStart() {
    Window w;
    const std::vector<const char*> types = {
        "math/gain", "math/sum", "sources/constant", "continuous/integrator", "sinks/scope", "routing/mux"};
    w.add("math/gain", 80, 80);
    w.document.undoStack().clear();
    const sim::Diagram start = w.diagram();
    std::mt19937 random(7);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const auto place = [&] { return QPointF(20 + upTo(800), 20 + upTo(480)); };
    const auto someBlock = [&]() -> sim::Id {
      const auto items = w.editor.scene().blockItems();
      return items.empty() ? sim::no_id
                           : items[static_cast<std::size_t>(upTo(static_cast<int>(items.size())))]->id();
    };
    for (int step = 0; step < 300; ++step) {
      const sim::Id block = someBlock();
      if (block == sim::no_id || w.diagram().blocks.size() < 4) {
        w.editor.insertBlock(types[static_cast<std::size_t>(upTo(6))]);
        continue;
      }
      const QPointF from = w.middle(block);
      switch (upTo(10)) {
        case 0:
          if (w.diagram().blocks.size() < 14) w.editor.insertBlock(types[static_cast<std::size_t>(upTo(6))]);
          break;
        case 1:
          w.drag(from, place());
          break;
        case 2:
        case 3:
          if (!w.editor.scene().blockItem(block)->geometry().outputs.empty())
            w.drag(w.output(block), upTo(3) ? w.middle(someBlock()) : place());
          break;
        case 4:
          w.drag(place(), place(), upTo(2) ? Qt::LeftButton : Qt::RightButton);
          break;
        case 5:
          w.click(from);
          w.trigger(upTo(2) ? CommandId::Rotate : CommandId::Flip);
          break;
        case 6:
          if (upTo(3) == 0) w.trigger(CommandId::Delete);
          break;
        case 7:
          w.trigger(upTo(2) ? CommandId::Undo : CommandId::Redo);
          break;
        case 8:
          w.click(from);
          if (w.diagram().blocks.size() < 14) w.trigger(CommandId::Duplicate);
          break;
        default:
          w.drag(from, place(), Qt::LeftButton, {}, false);
          QTest::keyClick(&w.editor.view(), Qt::Key_Escape);
      }
      QVERIFY2(consistent(w.diagram()), qPrintable(QString("after step %1").arg(step)));
    }
    QUndoStack& stack = w.document.undoStack();
    const sim::Diagram end = w.diagram();
    const int reached = stack.index();
    QVERIFY(reached > 50);
    stack.setIndex(0);
    QVERIFY(w.diagram() == start);
    stack.setIndex(reached);
    QVERIFY(w.diagram() == end);
    QCOMPARE(w.editor.scene().blockItems().size(), w.diagram().blocks.size());
  }
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
