// Annotations on the canvas: written, moved, resized, copied and deleted, each in one undo step.
#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

#include "editor/canvas/note_item.h"
#include "editor/tools/note_editor.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class AnnotationsTest : public QObject {
  Q_OBJECT

  struct Notes : CanvasWindow {
    sim::Id note(double x, double y, const char* text = "A note") {
      sim::Annotation a;
      a.position = {x, y};
      a.text = text;
      sim::Edit edit;
      const sim::Id id = document.newId();
      edit.set(id, a);
      document.apply(edit);
      return id;
    }
    const sim::Annotation& at(sim::Id id) { return diagram().annotations.at(id); }
    QPointF center(sim::Id id) { return editor.scene().level().note(id)->rect().center(); }
    NoteEditor* open() {
      for (auto* e : editor.findChildren<NoteEditor*>())
        if (e->isVisible()) return e;
      return nullptr;
    }
  };

 private slots:
  void aDoubleClickAndTextWriteAnAnnotation() {
    Notes w;
    w.doubleClick({400, 300});
    QTest::keyClicks(w.quickInsert(), "zzz to do");
    QTest::keyClick(w.quickInsert(), Qt::Key_Return);
    QCOMPARE(w.diagram().annotations.size(), 1u);
    QCOMPARE(w.diagram().annotations.begin()->second.text, std::string("zzz to do"));
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram().annotations.empty());
  }

  void theCommandOpensAnEditorAndEscapeLeavesNothing() {
    Notes w;
    w.trigger(CommandId::InsertAnnotation);
    QVERIFY(w.open());
    QTest::keyClicks(w.open(), "lost");
    QTest::keyClick(w.open(), Qt::Key_Escape);
    QVERIFY(w.diagram().annotations.empty());
    w.trigger(CommandId::InsertAnnotation);
    QTest::keyClicks(w.open(), "kept");
    QTest::keyClick(w.open(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(w.diagram().annotations.begin()->second.text, std::string("kept"));
  }

  void aDoubleClickEditsItInPlace() {
    Notes w;
    const auto n = w.note(200, 200);
    w.doubleClick(w.center(n));
    QVERIFY(w.open());
    w.open()->setPlainText("Changed");
    QTest::keyClick(w.open(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(w.at(n).text, std::string("Changed"));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.at(n).text, std::string("A note"));
  }

  void oneWithoutTextGoes() {
    Notes w;
    const auto n = w.note(200, 200);
    w.doubleClick(w.center(n));
    w.open()->setPlainText(" ");
    QTest::keyClick(w.open(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(w.diagram().annotations.empty());
  }

  void itIsDraggedWithTheSelectedBlocks() {
    Notes w;
    const auto n = w.note(200, 200);
    const auto g = w.add("math/gain", 400, 200);
    w.editor.scene().select({n, g});
    w.drag(w.center(n), w.center(n) + QPointF(40, 24), Qt::LeftButton, Qt::AltModifier);
    QCOMPARE(w.at(n).position, (sim::Point{240, 224}));
    QCOMPARE(w.document.block(g)->position, (sim::Point{440, 224}));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.at(n).position, (sim::Point{200, 200}));
  }

  void aCornerResizesIt() {
    Notes w;
    const auto n = w.note(200, 200);
    w.click(w.center(n));
    const QPointF corner = w.editor.scene().level().note(n)->rect().bottomRight();
    w.drag(corner, corner + QPointF(40, 40));
    QCOMPARE(w.at(n).size, (sim::Size{200, 80}));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.at(n).size, (sim::Size{160, 40}));
  }

  void arrowsNudgeAndDeleteRemoves() {
    Notes w;
    const auto n = w.note(200, 200);
    w.click(w.center(n));
    w.key(Qt::Key_Right);
    QCOMPARE(w.at(n).position.x, 208.0);
    w.trigger(CommandId::Delete);
    QVERIFY(w.diagram().annotations.empty());
    w.trigger(CommandId::Undo);
    QCOMPARE(w.diagram().annotations.size(), 1u);
  }

  void copyAndPastePutsACopyBesideIt() {
    Notes w;
    const auto n = w.note(200, 200);
    w.click(w.center(n));
    w.trigger(CommandId::Copy);
    w.trigger(CommandId::Paste);
    QCOMPARE(w.diagram().annotations.size(), 2u);
    const sim::Id copy = w.editor.scene().selectedNotes().at(0);
    QVERIFY(copy != n);
    QVERIFY(w.at(copy).position != w.at(n).position);
  }

  void aRectangleSelectsItAndBlocksLieAbove() {
    Notes w;
    const auto n = w.note(200, 200);
    const auto g = w.add("math/gain", 220, 200);
    w.drag({150, 150}, {500, 400});
    QCOMPARE(w.editor.scene().selectedNotes(), (std::vector<sim::Id>{n}));
    w.click(w.middle(g));
    QCOMPARE(w.editor.selectedBlocks(), (std::vector<sim::Id>{g}));
    QVERIFY(w.editor.scene().selectedNotes().empty());
  }

  void itGoesIntoASubsystemWithTheBlocksAroundIt() {
    Notes w;
    const auto n = w.note(200, 100);
    const auto g = w.add("math/gain", 220, 200);
    w.editor.scene().select({n, g});
    w.trigger(CommandId::CreateSubsystem);
    QCOMPARE(w.at(n).parent, w.document.block(g)->parent);
    QVERIFY(w.editor.scene().level().notes().empty());
    w.trigger(CommandId::Undo);
    QCOMPARE(w.editor.scene().level().notes().size(), 1u);
  }
};

QTEST_MAIN(AnnotationsTest)
#include "annotations_test.moc"
