// Subsystems from the selection and back, and placing blocks in order.
#include <QTest>

#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class StructureTest : public QObject {
  Q_OBJECT

  struct Chain : CanvasWindow {
    sim::Id a = add("sources/constant", 80, 80), b = add("math/gain", 200, 96),
            c = add("math/gain", 320, 160, "Second"), d = add("sinks/scope", 440, 90);
    Chain() { wire(a, b), wire(b, c), wire(c, d); }
  };

 private slots:
  void theSelectionBecomesASubsystemAndComesBackOut() {
    Chain w;
    const sim::Diagram before = w.diagram();
    w.editor.scene().select({w.b, w.c});
    w.trigger(CommandId::CreateSubsystem);
    QCOMPARE(w.editor.selectedBlocks().size(), 1u);
    const sim::Id s = w.editor.selectedBlocks().front();
    QCOMPARE(w.document.block(w.b)->parent, s);
    QCOMPARE(w.editor.scene().level().block(s)->geometry().inputs.size(), 1u);
    QCOMPARE(w.lines().size(), 5u);
    QVERIFY(consistent(w.diagram()));
    QVERIFY(w.commands.action(CommandId::ExpandSubsystem)->isEnabled());
    w.trigger(CommandId::ExpandSubsystem);
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{w.b, w.c}));
    QCOMPARE(w.diagram().blocks, before.blocks);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(w.b)->parent, s);
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram() == before);
  }

  void inportsStandInARowWithWhatTheyDrive() {
    Chain w;
    w.editor.scene().select({w.b, w.c});
    w.trigger(CommandId::CreateSubsystem);
    w.editor.showSubsystem(w.document.block(w.b)->parent);
    for (const auto& [id, line] : w.diagram().lines)
      if (line.source && w.document.typeOf(line.source->block)->role == sim::BlockRole::Inport)
        QCOMPARE(w.route(id).size(), 2u);
  }

  void aSelectionOfPortsIsRefusedInWords() {
    CanvasWindow w;
    const auto in = w.add("ports/inport", 80, 80);
    w.editor.scene().select({in});
    w.trigger(CommandId::CreateSubsystem);
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QVERIFY(!w.commands.action(CommandId::ExpandSubsystem)->isEnabled());
  }

  void aligningIsOneUndoStep() {
    Chain w;
    w.editor.scene().select({w.a, w.b, w.c});
    w.trigger(CommandId::AlignTop);
    QCOMPARE(w.document.block(w.c)->position.y, 80.0);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(w.c)->position.y, 160.0);
    w.editor.scene().select({w.a});
    QVERIFY(!w.commands.action(CommandId::AlignTop)->isEnabled());
  }

  void arrangingMakesTheWiresOfAChainStraight() {
    Chain w;
    w.trigger(CommandId::ArrangeDiagram);
    for (const auto& [id, line] : w.diagram().lines) QCOMPARE(w.route(id).size(), 2u);
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(w.c)->position, (sim::Point{320, 160}));
  }
};

QTEST_MAIN(StructureTest)
#include "structure_test.moc"
