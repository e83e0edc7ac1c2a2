// The animation of mechanisms: what it draws is where bodies are, during a run and after it; pictures and
// GIFs.
#include <QImageReader>
#include <QMovie>
#include <QSlider>
#include <QToolButton>

#include "editor/animation/animation_dock.h"
#include "editor/animation/gif_file.h"
#include "tests/gui/floating_window.h"

using namespace fluxion;

namespace {

// A rod of 1 m falls around its end A at the origin.
sim::Diagram pendulum(const char* recorded = "on") {
  sim::ModelBuilder m;
  const sim::Id world = m.block("planar/world", "World", {{"Animation", recorded}}),
                pivot = m.block("planar/revolute_joint", "Pivot"),
                rod = m.block("planar/body", "Rod", {{"x0", "0.5"}, {"Width", "0.1"}});
  m.join(world, 0, pivot, 0).join(pivot, 1, rod, 0);
  double at = 40;
  for (auto& [id, block] : m.diagram.blocks) {
    block.position = {at, 40};
    block.size = {60, 60};
    at += 120;
  }
  m.set("StopTime", "1").set("RelTol", "1e-9").set("UnconnectedOutput", "none");
  return m.diagram;
}

}  // namespace

class AnimationTest : public QObject, private FloatingWindow {
  Q_OBJECT

  AnimationDock* animation() { return m_window->findChild<AnimationDock*>(); }
  AnimationView& view() { return animation()->view(); }
  void showRun() {
    show(pendulum());
    run();
    trigger(CommandId::ShowAnimation);
  }
  const SceneItem& rod() {
    const auto& items = view().scene()->items();
    return *std::find_if(items.begin(), items.end(), [](const SceneItem& item) { return item.isBody(); });
  }
  Pose rodPose(double time) {
    const auto poses = view().scene()->poses(time);
    std::size_t next = 0;
    for (const SceneItem& item : view().scene()->items()) {
      if (&item == &rod()) return poses.at(next);
      next += item.columns.size();
    }
    return {};
  }
  double end() { return view().scene()->span()->second; }

 private slots:
  void init() { open(); }
  void cleanup() { m_window.reset(); }

  void itDrawsWhereBodiesAre() {
    showRun();
    QVERIFY(animation()->isVisible());
    QCOMPARE(view().scene()->items().size(), std::size_t(3));
    QCOMPARE(view().time(), 1.0);
    const Pose start = rodPose(0), later = rodPose(0.5);
    QCOMPARE(start.origin(), QPointF(0.5, 0));
    QVERIFY(later.y < -0.3);
    QVERIFY(std::abs(std::hypot(later.x, later.y) - 0.5) < 1e-3);  // on its circle, also between rows
    // All that it went through is in sight.
    const QRectF extent = view().scene()->extent();
    QVERIFY(extent.contains(QRectF(QPointF(-0.7, -1), QPointF(1, 0))));
    QVERIFY2(extent.width() < 2.2, qPrintable(QString::number(extent.width())));
  }

  // A frame beside the line between A and B makes a triangle of the rod; one on another body is a bar of its
  // own.
  void aFurtherFrameIsACorner() {
    sim::Diagram diagram = pendulum();
    sim::ModelBuilder m;
    m.diagram = diagram;
    const sim::Id rod = *sim::find_block(m.diagram, "Rod"),
                  corner = m.block("planar/frame_offset", "Corner", {{"y", "0.25"}}),
                  further = m.block("planar/frame_offset", "Further", {{"x", "0.1"}}),
                  sensor = m.block("planar/motion_sensor", "Sensor");
    m.join(rod, 2, corner, 0).join(corner, 1, further, 0).join(further, 1, sensor, 0);
    show(m.diagram);
    run();
    trigger(CommandId::ShowAnimation);
    const auto& items = view().scene()->items();
    QCOMPARE(items.size(), std::size_t(4));
    const SceneItem& body = this->rod();
    QCOMPARE(body.columns.size(), std::size_t(2));
    QCOMPARE(std::ranges::count(items, sim::SceneKind::Link, &SceneItem::kind), 1);
    QVERIFY(view().scene()->extent().contains(QPointF(0.5, 0.25)));
  }

  void itPlaysAndIsMovedByHand() {
    showRun();
    auto* slider = animation()->findChild<QSlider*>("animationTime");
    QCOMPARE(slider->value(), slider->maximum());
    slider->setValue(slider->maximum() / 4);
    QCOMPARE(view().time(), 0.25);
    animation()->play();
    QVERIFY(animation()->isPlaying());
    QTRY_VERIFY(view().time() > 0.3);
    animation()->pause();
    const double paused = view().time();
    QVERIFY(paused <= 1);
    QTest::qWait(60);
    QCOMPARE(view().time(), paused);
    QVERIFY(slider->value() > slider->maximum() / 4);
    animation()->setTime(0.999);
    animation()->play();
    QTRY_VERIFY(!animation()->isPlaying());  // it ends by itself
    QCOMPARE(view().time(), 1.0);
    animation()->play();  // and begins again
    QVERIFY(view().time() < 0.5);
    // The next run is shown as it comes.
    run();
    QVERIFY(!animation()->isPlaying());
    QCOMPARE(view().time(), 1.0);
  }

  void theWheelZoomsAndADoubleClickFits() {
    showRun();
    view().resize(500, 400);
    QVERIFY(view().isFitted());
    animation()->setTime(0);
    QSignalSpy asked(&view(), &AnimationView::blockRequested);
    // The rod lies along the x axis: its end A is at the origin, its end B at 1 m.
    QPointF tip;
    for (int x = 499; x > 0 && tip.isNull(); --x)
      for (int y = 0; y < 400; ++y)
        if (const SceneItem* item = view().itemAt(QPointF(x, y)); item && item->isBody()) tip = QPointF(x, y);
    QVERIFY(!tip.isNull());
    QTest::mouseClick(&view(), Qt::LeftButton, {}, tip.toPoint() - QPoint(12, 0));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].value<sim::Id>(), rod().block);
    QWheelEvent wheel(tip, view().mapToGlobal(tip), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view(), &wheel);
    QVERIFY(!view().isFitted());
    QVERIFY(view().itemAt(tip - QPointF(12, 0)));  // what is under the pointer stays there
    const QPoint from = tip.toPoint() - QPoint(0, 150);
    QTest::mousePress(&view(), Qt::LeftButton, {}, from);
    for (int k = 1; k <= 5; ++k) QTest::mouseMove(&view(), from + QPoint(0, 12 * k));
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, from + QPoint(0, 60));
    QVERIFY(view().itemAt(tip - QPointF(12, 0) + QPointF(0, 60)));
    QCOMPARE(asked.size(), 1);
    QTest::mouseDClick(&view(), Qt::LeftButton, {}, QPoint(5, 5));
    QVERIFY(view().isFitted());
  }

  void picturesAndGifs() {
    showRun();
    QTemporaryDir folder;
    for (const char* name : {"a.png", "a.svg"}) {
      const QString path = folder.filePath(QLatin1String(name));
      QCOMPARE(animation()->writePicture(path, {320, 240}), QString());
      QVERIFY(QImageReader(path).canRead());
    }
    QVERIFY(
        animation()->writePicture(folder.filePath("none/a.png"), {320, 240}).contains("cannot be written"));
    if (!GifFile::isSupported()) QSKIP("built without giflib");
    QString problem;
    const QString path = folder.filePath("a.gif");
    QVERIFY2(animation()->writeGif(path, {320, 240}, problem), qPrintable(problem));
    QMovie movie(path);
    QVERIFY(movie.isValid());
    QCOMPARE(movie.frameCount(), 26);  // one second, 25 a second
    QCOMPARE(movie.loopCount(), -1);
    QImageReader reader(path);
    QImage read;
    for (int k = 0; k <= 12; ++k) read = reader.read();
    QCOMPARE(reader.nextImageDelay(), 40);
    // A frame looks as the view does at that time.
    const QImage shown = view().picture({320, 240}, 0.48);
    QCOMPARE(read.size(), shown.size());
    double off = 0;
    for (int y = 0; y < 240; ++y)
      for (int x = 0; x < 320; ++x) off += std::abs(qGreen(shown.pixel(x, y)) - qGreen(read.pixel(x, y)));
    QVERIFY2(off / (320 * 240) < 2, qPrintable(QString::number(off / (320 * 240))));
    QVERIFY(!animation()->writeGif(folder.filePath("none/a.gif"), {320, 240}, problem));
    QVERIFY(problem.contains("cannot be written"));
  }

  void aModelWithoutBodiesSaysSo() {
    show(oscillator("1"));
    run();
    trigger(CommandId::ShowAnimation);
    QVERIFY(!view().scene());
    QVERIFY(!animation()->findChild<QToolButton*>("playAnimation")->isEnabled());
    show(pendulum("off"));
    run();
    QVERIFY(!view().scene());
    show(pendulum());
    QVERIFY(!view().scene());
    run();
    QVERIFY(view().scene());
  }
};

QTEST_MAIN(AnimationTest)
#include "animation_test.moc"
