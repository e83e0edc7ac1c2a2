// What runs on or close to each other is set apart, and nothing else moves.
#include "editor/canvas/nudging.h"

#include <QTest>

using namespace fluxion::routing;

class NudgingTest : public QObject {
  Q_OBJECT

  // Level, then upright at x, then level again.
  static Polyline step(double top, double bottom, double x = 50) {
    return {{0, top}, {x, top}, {x, bottom}, {100, bottom}};
  }
  static double place(const NudgedWire& wire) { return wire.route[1].x(); }

 private slots:
  void segmentsOfTwoNetsOnEachOtherAreSetApartEvenly() {
    std::vector<NudgedWire> wires = {{1, false, step(0, 100)}, {2, false, step(50, 150)}};
    nudge(wires, {});
    QCOMPARE(std::abs(place(wires[0]) - place(wires[1])), wireDistance);
    QCOMPARE((place(wires[0]) + place(wires[1])) / 2, 50.0);
  }

  // The one that leaves to the right above where the other leaves lies on the right, or they would cross
  // twice.
  void theOrderIsTheOneThatCrossesLeast() {
    std::vector<NudgedWire> wires = {{1, false, step(0, 100)}, {2, false, step(50, 150)}};
    nudge(wires, {});
    QVERIFY(place(wires[0]) > place(wires[1]));
    std::vector<NudgedWire> back = {{1, false, step(100, 0)}, {2, false, step(150, 50)}};
    nudge(back, {});
    QVERIFY(place(back[0]) < place(back[1]));
  }

  void wiresOfOneNetStayOnEachOther() {
    std::vector<NudgedWire> wires = {{1, false, step(0, 100)}, {1, false, step(0, 150)}};
    const auto before = wires;
    nudge(wires, {});
    for (std::size_t k = 0; k < 2; ++k) QVERIFY(wires[k].route == before[k].route);
  }

  void whatIsFixedStaysAndTheOtherMakesRoom() {
    std::vector<NudgedWire> wires = {{1, true, step(0, 100)}, {2, false, step(50, 150)}};
    nudge(wires, {});
    QCOMPARE(place(wires[0]), 50.0);
    QCOMPARE(std::abs(place(wires[1]) - 50), wireDistance);
  }

  void portsAndDirectionsStay() {
    std::vector<NudgedWire> wires = {{1, false, step(0, 100)}, {2, false, step(0, 100, 52)}};
    wires[1].route.front().setX(-20);
    const auto before = wires;
    nudge(wires, {});
    for (std::size_t k = 0; k < wires.size(); ++k) {
      QCOMPARE(wires[k].route.front(), before[k].route.front());
      QCOMPARE(wires[k].route.back(), before[k].route.back());
      for (std::size_t p = 0; p + 1 < wires[k].route.size(); ++p) {
        const QPointF d = wires[k].route[p + 1] - wires[k].route[p];
        QVERIFY(d.x() == 0 || d.y() == 0);
      }
    }
  }

  void farFromEachOtherNothingMoves() {
    std::vector<NudgedWire> wires = {{1, false, step(0, 100, 30)}, {2, false, step(20, 120, 60)}};
    const auto before = wires;
    nudge(wires, {});
    for (std::size_t k = 0; k < 2; ++k) QVERIFY(wires[k].route == before[k].route);
  }

  // Between two blocks there is room for less than the usual distance: they share it, and touch neither
  // block.
  void blocksLimitHowFarSegmentsMove() {
    const std::vector<QRectF> blocks = {QRectF(10, 40, 34, 30), QRectF(56, 60, 34, 30)};
    std::vector<NudgedWire> wires = {{1, false, step(0, 120)}, {2, false, step(20, 140)}};
    nudge(wires, blocks);
    for (const NudgedWire& wire : wires)
      for (const QRectF& block : blocks) QVERIFY(!crosses(wire.route, block));
    QVERIFY(std::abs(place(wires[0]) - place(wires[1])) >= 3);
    QVERIFY(std::abs(place(wires[0]) - place(wires[1])) < wireDistance);
  }

  void aBlockFarAlongTheChannelDoesNotLimit() {
    const std::vector<QRectF> blocks = {QRectF(40, 5000, 20, 30), QRectF(56, -900, 34, 30)};
    std::vector<NudgedWire> wires = {{1, false, step(0, 100)}, {2, false, step(50, 150)}};
    nudge(wires, blocks);
    QCOMPARE(std::abs(place(wires[0]) - place(wires[1])), wireDistance);
  }

  void aBundleKeepsItsDistances() {
    std::vector<NudgedWire> wires;
    for (std::size_t k = 0; k < 5; ++k)
      wires.push_back({k + 1,
                       false,
                       {{0, 10.0 * double(k)},
                        {100, 10.0 * double(k)},
                        {100, 300 + 10.0 * double(k)},
                        {200, 300 + 10.0 * double(k)}}});
    nudge(wires, {});
    std::vector<double> places;
    for (const NudgedWire& wire : wires) places.push_back(place(wire));
    std::sort(places.begin(), places.end());
    for (std::size_t k = 0; k + 1 < places.size(); ++k)
      QVERIFY(places[k + 1] - places[k] >= wireDistance - 1);
  }
};

QTEST_MAIN(NudgingTest)
#include "nudging_test.moc"
