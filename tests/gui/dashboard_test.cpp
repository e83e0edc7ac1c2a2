// Buttons and switches that set numbers on the canvas, and lamps, gauges and words that show them.
#include <QSignalSpy>
#include <QStyleOptionGraphicsItem>

#include "editor/canvas/control_face.h"
#include "editor/canvas/icon_painter.h"
#include "editor/overlays/display_overlay.h"
#include "editor/overlays/display_values.h"
#include "editor/overlays/indicator_face.h"
#include "sim_core/model_run/model_run.h"
#include "tests/gui/canvas_window.h"

namespace fluxion::test {

class DashboardTest : public QObject {
  Q_OBJECT

 private:
  static double reading(CanvasWindow& w, sim::Id id) {
    return sim::read_control(w.diagram(), w.library, id).value;
  }
  static sim::IndicatorSpec spec(CanvasWindow& w, sim::Id id) {
    return sim::read_indicator(w.diagram(), w.library, id);
  }

 private slots:
  void aButtonIsOnWhileItIsPressed() {
    CanvasWindow w;
    const sim::Id button =
        w.add("controls/push_button", 80, 80, "Go", {{"on", "5"}, {"off", "-1"}, {"value", "-1"}});
    const int steps = w.document.undoStack().count();
    const QPoint at = w.at(w.middle(button));
    w.mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton, {});
    QCOMPARE(reading(w, button), 5.0);
    w.mouse(QEvent::MouseMove, at + QPoint(60, 0), Qt::NoButton, Qt::LeftButton, {});
    QCOMPARE(reading(w, button), 5.0);  // pressed, not dragged
    QCOMPARE(w.document.block(button)->position, (sim::Point{80, 80}));
    w.mouse(QEvent::MouseButtonRelease, at + QPoint(60, 0), Qt::LeftButton, Qt::NoButton, {});
    QCOMPARE(reading(w, button), -1.0);
    QCOMPARE(w.document.undoStack().count(), steps);  // it is as it was
    // By its rim it is moved.
    const QRectF r = w.editor.scene().level().block(button)->geometry().rect;
    w.drag(r.topLeft() + QPointF(20, 2), r.topLeft() + QPointF(100, 2));
    QCOMPARE(w.document.block(button)->position.x, 160.0);
  }

  // The second press of two fast ones is a double click for Qt.
  void fastClicksOpenNothing() {
    CanvasWindow w;
    const sim::Id button = w.add("controls/push_button", 80, 80, "Go");
    const sim::Id rocker = w.add("controls/rocker_switch", 300, 80, "Mode");
    const QSignalSpy opened(&w.editor, &DiagramEditor::blockActivated);
    w.mouse(QEvent::MouseButtonDblClick, w.at(w.middle(button)), Qt::LeftButton, Qt::LeftButton, {});
    QCOMPARE(reading(w, button), 1.0);
    w.mouse(QEvent::MouseButtonRelease, w.at(w.middle(button)), Qt::LeftButton, Qt::NoButton, {});
    QCOMPARE(reading(w, button), 0.0);
    w.doubleClick(w.middle(rocker));
    QCOMPARE(reading(w, rocker), 0.0);  // there and back
    QCOMPARE(opened.size(), 0);
  }

  void escapeLetsAButtonGo() {
    CanvasWindow w;
    const sim::Id button = w.add("controls/push_button", 80, 80, "Go");
    w.mouse(QEvent::MouseButtonPress, w.at(w.middle(button)), Qt::LeftButton, Qt::LeftButton, {});
    QCOMPARE(reading(w, button), 1.0);
    w.key(Qt::Key_Escape);
    QCOMPARE(reading(w, button), 0.0);
    // Its value was not written in the model before, and is not now.
    QVERIFY(!w.document.block(button)->parameters.contains("Value"));
  }

  void aSwitchStaysWhereItIsPut() {
    CanvasWindow w;
    const sim::Id gain = w.add("math/gain", 300, 80, "K");
    const sim::Id rocker =
        w.add("controls/rocker_switch", 80, 80, "Mode", {{"off", "2"}, {"on", "-3"}, {"target", "K.k"}});
    QVERIFY(w.document.interfaceOf(rocker).outputs.empty());
    QVERIFY(!sim::is_on(sim::read_control(w.diagram(), w.library, rocker)));  // 1 is nearer to 2
    const QPointF face = w.editor.scene().level().block(rocker)->geometry().rect.center() - QPointF(0, 12);
    w.click(face);
    QCOMPARE(w.document.block(gain)->parameters.at("k"), std::string("-3"));
    w.click(face);
    QCOMPARE(w.document.block(gain)->parameters.at("k"), std::string("2"));
    w.trigger(CommandId::Undo);
    QCOMPARE(w.document.block(gain)->parameters.at("k"), std::string("-3"));
    w.editor.scene().select({rocker});
    w.key(Qt::Key_Minus);
    QCOMPARE(reading(w, rocker), 2.0);
    w.key(Qt::Key_Plus);
    QCOMPARE(reading(w, rocker), -3.0);
    w.key(Qt::Key_Plus);
    QCOMPARE(reading(w, rocker), -3.0);
  }

  void aLampIsLitAboveItsThreshold() {
    CanvasWindow w;
    const sim::Id lamp = w.add("controls/lamp", 80, 80, "L", {{"threshold", "2"}, {"color", "red"}});
    const Theme theme = Theme::current(w.editor.palette());
    const IndicatorFace face(spec(w, lamp), {0, 0, 48, 48}, theme);
    QVERIFY(!face.isLit(std::nullopt) && !face.isLit(2.0) && face.isLit(2.01));
    QVERIFY(!face.isLit(std::nan("")));
    const auto middle = [&](std::optional<double> value) {
      QImage image(48, 48, QImage::Format_ARGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      face.paint(painter, value, true);
      return image.pixelColor(30, 30);
    };
    QVERIFY(middle(3).red() > 200 && middle(3).green() < 120);
    QVERIFY(middle(1).green() > 150);  // pale
  }

  void aNeedleStopsAtTheEnds() {
    CanvasWindow w;
    const sim::Id gauge = w.add("controls/gauge", 80, 80, "G", {{"minimum", "-10"}, {"maximum", "10"}});
    const Theme theme = Theme::current(w.editor.palette());
    const IndicatorFace face(spec(w, gauge), {0, 0, 96, 80}, theme);
    QCOMPARE(face.needleAngle(-10), 135.0);
    QCOMPARE(face.needleAngle(0), 270.0);  // upwards
    QCOMPARE(face.needleAngle(10), 405.0);
    QCOMPARE(face.needleAngle(1e9), 405.0);
    QCOMPARE(face.text(1e9), QLocale().toString(1e9, 'g', 4));
    QCOMPARE(face.text(std::nullopt), QString("–"));
  }

  void wordsForNumbers() {
    CanvasWindow w;
    const sim::Id words = w.add("controls/text_display", 80, 80, "T",
                                {{"values", "[0 1 2]"}, {"texts", "Stopped|Running|Failed"}});
    const sim::IndicatorSpec good = spec(w, words);
    QCOMPARE(sim::text_for(good, 1.2), std::string("Running"));
    QCOMPARE(sim::text_for(good, -7), std::string("Stopped"));
    QCOMPARE(sim::text_for(good, 1e300), std::string("Failed"));
    QCOMPARE(sim::text_for(good, std::nan("")), std::string());
    const sim::Id wrong = w.add("controls/text_display", 80, 200, "U", {{"values", "[0 1 2]"}});
    QVERIFY(spec(w, wrong).problem.find("3 values have 2 texts") != std::string::npos);
    QCOMPARE(IndicatorFace(spec(w, wrong), {0, 0, 99, 30}, Theme::current({})).text(1), QString("?"));
  }

  // Whatever a run makes arrive there, they show the newest.
  void indicatorsShowARun() {
    CanvasWindow w;
    const sim::Id clock = w.add("sources/clock", 0, 80);
    const sim::Id lamp = w.add("controls/lamp", 200, 0, "L", {{"threshold", "9"}});
    const sim::Id gauge = w.add("controls/gauge", 200, 100, "G", {{"maximum", "20"}});
    const sim::Id words = w.add("controls/text_display", 200, 220, "T", {{"values", "[0 10]"}});
    for (sim::Id id : {lamp, gauge, words}) w.wire(clock, id);
    auto prepared = sim::ModelRun::prepare(w.diagram(), w.library);
    QVERIFY2(prepared, prepared ? "" : sim::to_text(prepared.error()).c_str());
    std::shared_ptr<sim::ModelRun> run = *std::move(prepared);
    const DisplayValues values(run->program(), std::shared_ptr<const sim::SignalLog>(run, &run->log()));
    QVERIFY(!values.number(lamp));  // nothing has arrived
    QVERIFY(run->execute().end == sim::RunEnd::Finished);
    for (sim::Id id : {lamp, gauge, words}) QCOMPARE(values.number(id).value_or(-1), 10.0);
    QVERIFY(!values.number(clock));
    QCOMPARE(sim::text_for(spec(w, words), *values.number(words)), std::string("On"));
  }

  // Before the first run, too, one sees what they are.
  void facesAreDrawnWithoutARun() {
    CanvasWindow w;
    w.add("controls/gauge", 80, 80, "G", {{"maximum", "7"}});
    w.add("controls/lamp", 300, 80, "L");
    auto* overlay = new DisplayOverlay(w.editor.scene());
    QImage image(600, 300, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QStyleOptionGraphicsItem option;
    option.exposedRect = QRectF(0, 0, 600, 300);
    overlay->paint(&painter, &option, nullptr);
    painter.end();
    QVERIFY(image != QImage(image.size(), image.format()));
    bool drawn = false;
    for (int x = 300; x < 348 && !drawn; ++x) drawn = image.pixelColor(x, 104) != QColor(Qt::white);
    QVERIFY(drawn);
  }
};

}  // namespace fluxion::test

using fluxion::test::DashboardTest;
QTEST_MAIN(DashboardTest)
#include "dashboard_test.moc"
