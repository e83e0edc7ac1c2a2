// The router's shapes, without widgets.
#include <QElapsedTimer>
#include <QTest>
#include <random>

#include "editor/canvas/routing.h"
#include "editor/canvas/svg_path.h"
#include "sim_core/interfaces/port_layout.h"

using namespace fluxion;
using routing::End;
using routing::Polyline;
using routing::Request;

class RoutingTest : public QObject {
  Q_OBJECT

  static bool orthogonal(const Polyline& line) {
    for (std::size_t k = 0; k + 1 < line.size(); ++k) {
      const QPointF d = line[k + 1] - line[k];
      if (std::abs(d.x()) > 0.01 && std::abs(d.y()) > 0.01) return false;
    }
    return true;
  }
  static QPointF direction(QPointF from, QPointF to) {
    const QPointF d = to - from;
    return {d.x() > 0.01 ? 1.0 : d.x() < -0.01 ? -1.0 : 0, d.y() > 0.01 ? 1.0 : d.y() < -0.01 ? -1.0 : 0};
  }
  static bool crossesAny(const Polyline& line, const std::vector<QRectF>& blocks) {
    return std::any_of(blocks.begin(), blocks.end(),
                       [&](const QRectF& r) { return routing::crosses(line, r); });
  }
  static Request facing(const QRectF& a, const QRectF& b, std::vector<QRectF> others = {}) {
    Request r{{{a.right(), a.center().y()}, {1, 0}}, {{b.left(), b.center().y()}, {-1, 0}}, {a, b}, {}, {}};
    r.obstacles.insert(r.obstacles.end(), others.begin(), others.end());
    return r;
  }

 private slots:
  void portsOnOneRowAreJoinedByAStraightLine() {
    const Polyline line = routing::route(facing({0, 0, 60, 40}, {200, 0, 60, 40}));
    QCOMPARE(line, (Polyline{{60, 20}, {200, 20}}));
  }

  void portsOnTwoRowsAreJoinedByThreeSegmentsThatTurnInTheMiddle() {
    const Polyline line = routing::route(facing({0, 0, 60, 40}, {200, 80, 60, 40}));
    QCOMPARE(line.size(), 4u);
    QVERIFY(std::abs(line[1].x() - 130) <= 4);
    QVERIFY(orthogonal(line));
  }

  void aTargetBehindTheSourceIsReachedByFiveSegmentsThatCrossNoBlock() {
    const std::vector<QRectF> blocks = {{200, 0, 60, 40}, {0, 100, 60, 40}};
    const Polyline line = routing::route(facing(blocks[0], blocks[1]));
    QCOMPARE(line.size(), 6u);
    QVERIFY(!crossesAny(line, blocks));
  }

  // A block whose edge, at some distance, is a fraction of a pixel beside the port's row.
  void noStepIsTooSmallToBeSeen() {
    const QRectF from(0, 0, 60, 40), to(300, 95.625, 60, 40);
    for (const double beside : {-0.4, -0.0234, 0.0234, 0.2, 0.4})
      for (int distance = 1; distance <= 24; ++distance) {
        const double bottom = to.center().y() + beside - distance;
        const Polyline line = routing::route(facing(from, to, {QRectF(120, bottom - 90, 150, 90)}));
        QVERIFY(orthogonal(line));
        for (std::size_t k = 0; k + 1 < line.size(); ++k)
          QVERIFY2((line[k + 1] - line[k]).manhattanLength() >= 0.5, qPrintable(QString::number(distance)));
      }
  }

  void aBlockBetweenThePortsIsGoneAround() {
    const std::vector<QRectF> blocks = {{0, 0, 60, 40}, {300, 0, 60, 40}, {150, -20, 60, 80}};
    const Polyline line = routing::route(facing(blocks[0], blocks[1], {blocks[2]}));
    QVERIFY(!crossesAny(line, blocks));
    QVERIFY(line.size() <= 6);
  }

  void aTurnedTargetIsEnteredInItsDirection() {
    Request r{{{60, 20}, {1, 0}}, {{200, 120}, {0, -1}}, {{0, 0, 60, 40}, {180, 120, 40, 60}}, {}, {}};
    const Polyline line = routing::route(r);
    QCOMPARE(line, (Polyline{{60, 20}, {200, 20}, {200, 120}}));
  }

  // A round Sum with any signs, and the source on any side: the line arrives from outside, straight for 8
  // pixels, and is nowhere else inside the block.
  void linesReachThePortsOfARoundBlockFromOutside() {
    const QRectF sum(200, 200, 48, 32);
    for (const char* signs : {"++", "|+-", "|+--", "+-+", "++++", "-|+|-", "|++|-+"}) {
      const int ports = static_cast<int>(QString(signs).remove(u'|').size());
      for (double angle : sim::round_port_angles(signs, ports)) {
        const QPointF out(std::cos(angle * M_PI / 180), -std::sin(angle * M_PI / 180));
        const QPointF port(sum.center().x() + 24 * out.x(), sum.center().y() + 16 * out.y());
        const QPointF direction = std::abs(out.x()) > 0.7 ? QPointF(-1, 0) : QPointF(0, out.y() > 0 ? 1 : -1);
        for (const QPointF from : {QPointF(20, 216), QPointF(420, 216), QPointF(420, 340), QPointF(224, 420),
                                   QPointF(20, 20), QPointF(224, 20), QPointF(60, 400)}) {
          const QRectF source = from.x() > 300 ? QRectF(from.x(), from.y() - 20, 60, 40)
                                               : QRectF(from.x() - 60, from.y() - 20, 60, 40);
          Request r{{from, {from.x() > 300 ? -1.0 : 1.0, 0}}, {port, direction}, {sum, source}, {}, {}};
          const Polyline line = routing::route(r);
          QVERIFY(orthogonal(line) && line.back() == port && line.front() == from);
          const QPointF arrives = line[line.size() - 2] - line.back();
          QVERIFY2(QPointF::dotProduct(arrives, direction) >= 8, signs);
          Polyline before = line;
          before.back() = direction.x() != 0
                              ? QPointF(sum.left(), port.y())
                              : QPointF(port.x(), direction.y() > 0 ? sum.bottom() : sum.top());
          QVERIFY2(!crossesAny(before, {sum, source}), signs);
        }
      }
    }
  }

  void aBranchSharesTheTrunk() {
    const QRectF a(0, 0, 60, 40), b(300, 0, 60, 40), c(300, 120, 60, 40);
    const Polyline trunk = routing::route(facing(a, b, {c}));
    Request r = facing(a, c, {b});
    r.trunks = {trunk};
    const Polyline branch = routing::route(r);
    QCOMPARE(branch.front(), trunk.front());
    const auto dot = routing::divergence(trunk, branch);
    QVERIFY(dot);
    QVERIFY(routing::nearest(trunk, *dot).distance < 0.01);
    QVERIFY(dot->x() > 60 && dot->x() < 290);
  }

  void aForeignWireIsNotRunOnTopOf() {
    Request r = facing({0, 0, 60, 40}, {200, 80, 60, 40});
    r.foreign = {QLineF(130, -100, 130, 300)};
    const Polyline line = routing::route(r);
    for (std::size_t k = 0; k + 1 < line.size(); ++k)
      if (std::abs(line[k].x() - line[k + 1].x()) < 0.01) QVERIFY(std::abs(line[k].x() - 130) > 3);
  }

  void cornersFixedByHandStayAndTheEndsStretch() {
    const End source{{60, 36}, {1, 0}}, target{{200, 100}, {-1, 0}};
    const Polyline line = routing::routeThrough(source, {{90, 20}, {90, 100}}, target);
    QCOMPARE(line, (Polyline{{60, 36}, {90, 36}, {90, 100}, {200, 100}}));
  }

  void randomLayoutsGiveWiresThatKeepTheRules() {
    std::mt19937 random(11);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    int crossing = 0;
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<QRectF> blocks;
      while (blocks.size() < 12) {
        const QRectF block(8 * upTo(100), 8 * upTo(70), 60, 40);
        const bool free = std::none_of(blocks.begin(), blocks.end(), [&](const QRectF& other) {
          return other.adjusted(-24, -24, 24, 24).intersects(block);
        });
        if (free) blocks.push_back(block);
      }
      const Request r = facing(blocks[0], blocks[1], {blocks.begin() + 2, blocks.end()});
      const Polyline line = routing::route(r);
      QVERIFY(orthogonal(line));
      QCOMPARE(line.front(), r.source.point);
      QCOMPARE(line.back(), r.target.point);
      QCOMPARE(direction(line[0], line[1]), QPointF(1, 0));
      QCOMPARE(direction(line[line.size() - 2], line.back()), QPointF(1, 0));
      QCOMPARE(routing::route(r), line);
      crossing += crossesAny(line, blocks);
    }
    QCOMPARE(crossing, 0);
  }

  void aWireAmongManyBlocksTakesAFewMilliseconds() {
    Request r = facing({0, 0, 60, 40}, {1200, 700, 60, 40});
    for (int k = 1; k < 160; ++k) r.obstacles.emplace_back((k % 13) * 90, (k / 13) * 60, 60, 40);
    QElapsedTimer clock;
    clock.start();
    for (int k = 0; k < 10; ++k) routing::route(r);
    QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
  }

  void svgPathsKeepTheirArcsAndCurves() {
    const QRectF circle = svgPath("M.5,.1 A.4,.4 0 1 1 .499,.1").boundingRect();
    QVERIFY(std::abs(circle.width() - 0.8) < 0.01 && std::abs(circle.center().y() - 0.5) < 0.01);
    QCOMPARE(svgPath("m1,1 l2,0 v3 h-2 z").boundingRect(), QRectF(1, 1, 2, 3));
    QVERIFY(svgPath("M0,0 L1,1 nonsense 3").elementCount() == 2);
    QVERIFY(svgPath("A nan").elementCount() <= 1);
  }
};

QTEST_APPLESS_MAIN(RoutingTest)
#include "routing_test.moc"
