// Where wires cross, kept up to date while they change.
#include "editor/canvas/crossings.h"

#include <QTest>
#include <random>

using namespace fluxion;

class CrossingsTest : public QObject {
  Q_OBJECT

  static sim::Id id(int k) { return static_cast<sim::Id>(k); }
  static routing::Polyline upright(double x) { return {{x, 0}, {x, 200}}; }
  static routing::Polyline level(double y) { return {{0, y}, {400, y}}; }

 private slots:
  void theUprightWireHasThePointTheLevelOneNot() {
    Crossings c;
    c.set(id(1), id(1), upright(100));
    c.set(id(2), id(2), level(50));
    QCOMPARE(c.update(), std::set<sim::Id>{id(1)});
    QCOMPARE(c.of(id(1)), std::vector<QPointF>{QPointF(100, 50)});
    QVERIFY(c.of(id(2)).empty());
    QVERIFY(c.update().empty());
  }

  void wiresOfOneNetDoNotCross() {
    Crossings c;
    c.set(id(1), id(1), upright(100));
    c.set(id(2), id(1), level(50));
    c.update();
    QVERIFY(c.of(id(1)).empty());
    c.set(id(2), id(2), level(50));
    QCOMPARE(c.update(), std::set<sim::Id>{id(1)});
  }

  void nearAnEndThereIsNoGap() {
    Crossings c;
    c.set(id(1), id(1), upright(100));
    c.set(id(2), id(2), level(3));
    c.set(id(3), id(3), {{0, 60}, {101, 60}});
    c.update();
    QVERIFY(c.of(id(1)).empty());
  }

  void whatMovesAwayOrGoesLeavesNoGap() {
    Crossings c;
    c.set(id(1), id(1), upright(100));
    c.set(id(2), id(2), level(50));
    c.set(id(3), id(3), level(80));
    c.update();
    QCOMPARE(c.of(id(1)).size(), std::size_t{2});
    c.set(id(2), id(2), level(500));
    QCOMPARE(c.update(), std::set<sim::Id>{id(1)});
    QCOMPARE(c.of(id(1)), std::vector<QPointF>{QPointF(100, 80)});
    c.remove(id(3));
    QCOMPARE(c.update(), std::set<sim::Id>{id(1)});
    QVERIFY(c.of(id(1)).empty());
    c.remove(id(1));
    QVERIFY(c.update().empty());
    QVERIFY(c.of(id(1)).empty());
  }

  void twoWiresOfANetOnEachOtherAreOneGap() {
    Crossings c;
    c.set(id(1), id(1), upright(100));
    c.set(id(2), id(2), level(50));
    c.set(id(3), id(2), level(50));
    c.update();
    QCOMPARE(c.of(id(1)).size(), std::size_t{1});
  }

  // However it came about, it is what a fresh look at everything gives.
  void changesLeadToWhatAFreshLookGives() {
    std::mt19937 random(11);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    Crossings kept;
    std::map<int, std::pair<sim::Id, routing::Polyline>> wires;
    for (int round = 0; round < 300; ++round) {
      const int k = 1 + upTo(40);
      if (upTo(5) == 0) {
        kept.remove(id(k));
        wires.erase(k);
      } else {
        routing::Polyline route{QPointF(8 * upTo(100), 8 * upTo(100))};
        for (int corner = 0; corner < 4; ++corner) {
          QPointF next = route.back();
          corner % 2 ? next.setX(8 * upTo(100)) : next.setY(8 * upTo(100));
          route.push_back(next);
        }
        wires[k] = {id(1 + k / 2), route};
        kept.set(id(k), id(1 + k / 2), route);
      }
      if (upTo(3) > 0) continue;
      kept.update();
      Crossings fresh;
      for (const auto& [wire, what] : wires) fresh.set(id(wire), what.first, what.second);
      fresh.update();
      for (const auto& [wire, what] : wires) QCOMPARE(kept.of(id(wire)), fresh.of(id(wire)));
    }
  }
};

QTEST_MAIN(CrossingsTest)
#include "crossings_test.moc"
