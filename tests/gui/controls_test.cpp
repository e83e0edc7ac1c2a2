// Sliders, knobs and spin boxes on the canvas, and Display blocks.
#include <QMenu>

#include "editor/canvas/control_face.h"
#include "editor/overlays/display_values.h"
#include "editor/tools/control_menu.h"
#include "sim_core/model_run/model_run.h"
#include "tests/gui/canvas_window.h"

namespace fluxion::test {

class ControlsTest : public QObject {
  Q_OBJECT

 private:
  static double reading(CanvasWindow& w, sim::Id id) {
    return sim::read_control(w.diagram(), w.library, id).value;
  }
  // The middle of a part, found by looking for it as the pointer does.
  static QPointF place(CanvasWindow& w, sim::Id id, ControlPart part) {
    const BlockItem* item = w.editor.scene().level().block(id);
    const QRectF r = item->geometry().rect;
    const ControlFace face(*item->control(), r);
    QPointF sum;
    int count = 0;
    for (double y = r.top() + 0.5; y < r.bottom(); ++y)
      for (double x = r.left() + 0.5; x < r.right(); ++x)
        if (face.partAt({x, y}) == part) sum += QPointF(x, y), ++count;
    return count > 0 ? sum / count : QPointF();
  }

 private slots:
  void aSliderFollowsThePointerInOneUndoStep() {
    CanvasWindow w;
    const sim::Id slider = w.add("controls/slider", 80, 80, "Slider", {{"maximum", "10"}});
    const QRectF before = w.editor.scene().level().block(slider)->geometry().rect;
    const QPointF middle = place(w, slider, ControlPart::Dial);
    const int steps = w.document.undoStack().count();
    w.drag(middle, middle + QPointF(200, 30));
    QCOMPARE(reading(w, slider), 10.0);
    w.drag(middle, middle - QPointF(200, 0));
    QCOMPARE(reading(w, slider), 0.0);
    QCOMPARE(w.document.undoStack().count(), steps + 2);
    QCOMPARE(w.editor.scene().level().block(slider)->geometry().rect, before);  // it was set, not moved
    w.trigger(CommandId::Undo);
    QCOMPARE(reading(w, slider), 10.0);
    w.click(middle);
    QCOMPARE(reading(w, slider), 5.0);
  }

  void escapeTakesADragBack() {
    CanvasWindow w;
    const sim::Id slider = w.add("controls/slider", 80, 80, "Slider", {{"value", "0.25"}});
    const QPointF middle = place(w, slider, ControlPart::Dial);
    w.drag(middle, middle + QPointF(200, 0), Qt::LeftButton, Qt::NoModifier, false);
    QCOMPARE(reading(w, slider), 1.0);
    w.key(Qt::Key_Escape);
    QCOMPARE(reading(w, slider), 0.25);
  }

  void aKnobTurnsAndStopsAtItsEnds() {
    CanvasWindow w;
    const sim::Id knob = w.add("controls/knob", 80, 80, "Knob", {{"minimum", "-1"}});
    const QPointF center = w.editor.scene().level().block(knob)->geometry().rect.center();
    const QPointF dial = place(w, knob, ControlPart::Dial);
    w.drag(dial + QPointF(-10, 0), dial + QPointF(0, -20));
    QCOMPARE(reading(w, knob), 0.0);  // upwards: the middle of its range
    w.drag(dial + QPointF(0, -10), dial + QPointF(20, 20));
    QCOMPARE(reading(w, knob), 1.0);
    // Across the gap below it stays at its end.
    w.drag(dial + QPointF(10, 10), dial + QPointF(-15, 20));
    QCOMPARE(reading(w, knob), 1.0);
    QCOMPARE(w.editor.scene().level().block(knob)->geometry().rect.center(), center);
  }

  void arrowsAndKeysGoByOneStep() {
    CanvasWindow w;
    const sim::Id box =
        w.add("controls/spin_box", 80, 80, "Box", {{"value", "3"}, {"maximum", "5"}, {"step", "0.5"}});
    w.click(place(w, box, ControlPart::Up));
    QCOMPARE(reading(w, box), 3.5);
    w.click(place(w, box, ControlPart::Down));
    w.click(place(w, box, ControlPart::Down));
    QCOMPARE(reading(w, box), 2.5);
    w.editor.scene().select({box});
    w.key(Qt::Key_Plus);
    w.key(Qt::Key_Plus);
    w.key(Qt::Key_Minus);
    QCOMPARE(reading(w, box), 3.0);
  }

  void aNumberCanBeTyped() {
    CanvasWindow w;
    w.document.apply([&] {
      sim::Edit edit{"Add k", {}};
      edit.set(w.document.newId(), sim::Variable{"k", "2", {}, {}, {}});
      return edit;
    }());
    const sim::Id box = w.add("controls/spin_box", 80, 80, "Box", {{"maximum", "10"}, {"target", "k"}});
    w.doubleClick(place(w, box, ControlPart::Number));
    auto* editor = w.editor.findChild<QLineEdit*>(QStringLiteral("controlNumberEditor"));
    QVERIFY(editor);
    QCOMPARE(editor->text(), QStringLiteral("2"));
    editor->setText(QStringLiteral("nothing"));
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(editor->isVisible());  // it says what is wrong, and stays
    editor->setText(QStringLiteral("3*k"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(reading(w, box), 6.0);
    QCOMPARE(w.diagram().variables.begin()->second.expression, std::string("6"));
  }

  void whatElseSetsTheTargetShowsOnTheControl() {
    CanvasWindow w;
    const sim::Id gain = w.add("math/gain", 300, 80, "K");
    const sim::Id slider = w.add("controls/slider", 80, 80, "Slider", {{"target", "K.k"}, {"maximum", "10"}});
    QVERIFY(w.document.interfaceOf(slider).outputs.empty());
    sim::Block changed = *w.document.block(gain);
    changed.parameters["k"] = "8";
    sim::Edit edit{"Change K", {}};
    edit.set(gain, changed);
    w.document.apply(std::move(edit));
    QCOMPARE(w.editor.scene().level().block(slider)->control()->value, 8.0);
    sim::Edit removal{"Remove K", {}};
    removal.remove<sim::Block>(gain);
    w.document.apply(std::move(removal));
    QVERIFY(!w.editor.scene().level().block(slider)->control()->problem.empty());
  }

  void theMenuOfABlockAddsASliderForAParameter() {
    CanvasWindow w;
    const sim::Id gain = w.add("math/gain", 300, 80, "K", {{"k", "3"}});
    w.editor.scene().select({gain});
    Canvas canvas{w.document, w.editor.scene(), w.editor.view()};
    QMenu menu;
    QMenu* sliders = addControlMenu(menu, canvas);
    QVERIFY(sliders);
    QCOMPARE(sliders->actions().size(), 1);
    sliders->actions().front()->trigger();
    const sim::Id slider = w.diagram().blocks.rbegin()->first;
    const sim::ControlReading shown = sim::read_control(w.diagram(), w.library, slider);
    QCOMPARE(shown.target, std::string("K.k"));
    QCOMPARE(shown.value, 3.0);
    QCOMPARE(shown.low, 0.0);
    QCOMPARE(shown.high, 6.0);
  }

  void aDisplayShowsTheNewestValueInItsFormat() {
    CanvasWindow w;
    const sim::Id source = w.add("sources/constant", 40, 80, "Source", {{"value", "[pi; -2; 1e6]"}});
    const sim::Id display = w.add("sinks/display", 200, 80, "Display");
    w.wire(source, display);
    auto prepared = sim::ModelRun::prepare(w.diagram(), w.library);
    QVERIFY(prepared);
    std::shared_ptr<sim::ModelRun> run = *std::move(prepared);
    const DisplayValues values(run->program(), std::shared_ptr<const sim::SignalLog>(run, &run->log()));
    QVERIFY(values.lines(display, "short", 5).isEmpty());
    const QLocale locale;
    run->execute();
    QCOMPARE(values.lines(display, "short", 5),
             QStringList({locale.toString(3.1416, 'g', 5), "-2", locale.toString(1e6, 'g', 5)}));
    QCOMPARE(values.lines(display, "long", 1),
             QStringList({locale.toString(3.14159265358979, 'g', 15) + "  …"}));
    QCOMPARE(displayText(255, "hex", false), QStringLiteral("0xFF"));
    QCOMPARE(displayText(2.0 / 3, "fixed", false), locale.toString(0.67, 'f', 2));
    QCOMPARE(displayText(1000000, "short", true), QStringLiteral("1000000"));
  }
};

}  // namespace fluxion::test

QTEST_MAIN(fluxion::test::ControlsTest)
#include "controls_test.moc"
