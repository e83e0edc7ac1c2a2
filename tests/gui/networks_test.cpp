// Drawing physical networks: lines between conserving ports.
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class NetworksTest : public QObject {
  Q_OBJECT

 private slots:
  void aDragBetweenConservingPortsConnectsThem() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80),
                  body = w.add("driveline/inertia", 320, 80);
    w.drag(w.conserving(damper, 1), w.conserving(body, 0));
    const auto lines = w.lines();
    QCOMPARE(lines.size(), std::size_t{1});
    QVERIFY(lines[0].conserving() && lines[0].source && lines[0].target);
    QCOMPARE(lines[0].source->block, damper);
    QCOMPARE(lines[0].target->block, body);
    w.document.undoStack().undo();
    QVERIFY(w.lines().empty());
  }

  // Down from a node it stands upright, its first pole above; the ground stands upright whatever way it
  // hangs.
  void aComponentAtTheEndOfALineIsTurnedTheWayTheLineComes() {
    const auto rotation = [](const char* words, QPointF way) {
      Window w;
      const sim::Id source = w.add("electrical/resistor", 300, 300);
      const QPointF from = w.conserving(source, 1);
      w.drag(from, from + way);
      [&] { QVERIFY(w.quickInsert()); }();
      w.quickInsert()->setText(QString::fromLatin1(words));
      QTest::keyClick(w.quickInsert(), Qt::Key_Return);
      const auto& [id, added] = *w.diagram().blocks.rbegin();
      [&] {
        QVERIFY(id != source);
        QVERIFY(w.onlyLine().source && w.onlyLine().target);
      }();
      return added.rotation;
    };
    QCOMPARE(rotation("capacitor", {120, 10}), 0);
    QCOMPARE(rotation("capacitor", {30, 120}), 1);
    QCOMPARE(rotation("capacitor", {-160, 20}), 2);
    QCOMPARE(rotation("capacitor", {0, -120}), 3);
    QCOMPARE(rotation("ground", {30, 120}), 0);
    QCOMPARE(rotation("ground", {120, 10}), 0);
  }

  void sourcesAndVoltmetersStandUprightWithPlusAbove() {
    for (const char* words : {"dc voltage source", "sine voltage source", "voltage sensor"}) {
      Window w;
      w.doubleClick({300, 300});
      w.quickInsert()->setText(QString::fromLatin1(words));
      QTest::keyClick(w.quickInsert(), Qt::Key_Return);
      const auto& [id, block] = *w.diagram().blocks.begin();
      QVERIFY2(block.type.starts_with("electrical/voltage") || block.type == "electrical/sine_voltage_source",
               block.type.c_str());
      const BlockGeometry& geometry = w.editor.scene().level().block(id)->geometry();
      QCOMPARE(geometry.conserving[0].direction, QPointF(0, -1));
      QCOMPARE(geometry.conserving[1].direction, QPointF(0, 1));
      if (!geometry.outputs.empty()) QCOMPARE(geometry.outputs[0].direction, QPointF(1, 0));
      QVERIFY((geometry.rect.center() - QPointF(300, 300)).manhattanLength() <= 16);
      w.trigger(CommandId::Rotate);  // one key: level again
      QCOMPARE(w.editor.scene().level().block(id)->geometry().conserving[0].direction.y(), 0.0);
    }
  }

  void manyLinesMayMeetAtAPort() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80);
    const sim::Id first = w.add("driveline/inertia", 320, 80), second = w.add("driveline/inertia", 320, 200);
    w.drag(w.conserving(damper, 1), w.conserving(first, 0));
    w.drag(w.conserving(second, 0), w.conserving(damper, 1));
    QCOMPARE(w.lines().size(), std::size_t{2});
  }

  void droppedOnALineItJoinsItsNetwork() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80);
    const sim::Id first = w.add("driveline/inertia", 400, 80), second = w.add("driveline/inertia", 320, 240);
    w.drag(w.conserving(damper, 1), w.conserving(first, 0));
    w.drag(w.conserving(second, 0), (w.conserving(damper, 1) + w.conserving(first, 0)) / 2);
    const auto lines = w.lines();
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[1].source->block, damper);
    QCOMPARE(lines[1].target->block, second);
  }

  void portsOfOtherKindsAreNoTarget() {
    Window w;
    const sim::Id damper = w.add("driveline/rotational_damper", 80, 80);
    const sim::Id resistor = w.add("electrical/resistor", 320, 80), gain = w.add("math/gain", 320, 240);
    w.drag(w.conserving(damper, 1), w.conserving(resistor, 0));
    w.drag(w.conserving(damper, 1), w.editor.scene().level().port({gain, 0}, true)->place.position);
    for (const sim::Line& line : w.lines()) QVERIFY(!line.target);
  }

  void aSubsystemHasThePortsThatAreInsideIt() {
    Window w;
    const sim::Id subsystem = w.add("ports/subsystem", 80, 80);
    w.add("ports/connection_port", 40, 40, nullptr, {}, subsystem);
    const auto& geometry = w.editor.scene().level().block(subsystem)->geometry();
    QCOMPARE(geometry.conserving.size(), std::size_t{1});
    QCOMPARE(geometry.conserving[0].direction, QPointF(-1, 0));
  }
};

QTEST_MAIN(NetworksTest)
#include "networks_test.moc"
