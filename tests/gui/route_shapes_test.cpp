// The shapes that need no search: which is chosen, and where none is.
#include "editor/canvas/route_shapes.h"

#include <QTest>

using namespace fluxion::routing;

class RouteShapesTest : public QObject {
  Q_OBJECT

  static constexpr QPointF right{1, 0}, left{-1, 0}, down{0, 1}, up{0, -1};
  static Request from(QPointF a, QPointF leaving, QPointF b, QPointF facing) {
    return {{a, leaving}, {b, facing}, {}, {}, {}, {}};
  }

 private slots:
  void portsThatFaceEachOtherAreJoinedStraight() {
    QCOMPARE(simpleShape(from({0, 0}, right, {100, 0}, left)), (Polyline{{0, 0}, {100, 0}}));
  }

  void onTwoRowsThereAreTwoCornersInTheMiddle() {
    QCOMPARE(simpleShape(from({0, 0}, right, {96, 40}, left)),
             (Polyline{{0, 0}, {48, 0}, {48, 40}, {96, 40}}));
  }

  void whereTheMiddleIsTakenTheCornersAreBesideIt() {
    Request r = from({0, 0}, right, {96, 40}, left);
    r.obstacles = {QRectF(46, 18, 4, 4)};
    const Polyline line = simpleShape(r);
    QCOMPARE(line.size(), std::size_t{4});
    QVERIFY(line[1].x() != 48);
    QCOMPARE(line[1].x(), line[2].x());
    QVERIFY(!crosses(line, r.obstacles[0]));
  }

  void aWireThereIsAvoidedToo() {
    Request r = from({0, 0}, right, {96, 40}, left);
    r.foreign = {QLineF(48, 10, 48, 30)};
    QVERIFY(simpleShape(r)[1].x() != 48);
  }

  void portsAtARightAngleAreJoinedByOneCorner() {
    QCOMPARE(simpleShape(from({0, 0}, right, {80, 60}, up)), (Polyline{{0, 0}, {80, 0}, {80, 60}}));
    QCOMPARE(simpleShape(from({0, 0}, down, {80, 60}, left)), (Polyline{{0, 0}, {0, 60}, {80, 60}}));
  }

  void portsThatLookTheSameWayAreJoinedBeyondTheFarther() {
    const Polyline line = simpleShape(from({0, 0}, right, {40, 60}, right));
    QCOMPARE(line.size(), std::size_t{4});
    QVERIFY(line[1].x() >= 40 + 8);
    QCOMPARE(line[1].x(), line[2].x());
  }

  void aLooseEndIsReachedWithOneCornerAtMost() {
    QCOMPARE(simpleShape(from({0, 0}, right, {60, 30}, {})), (Polyline{{0, 0}, {60, 0}, {60, 30}}));
    QCOMPARE(simpleShape(from({0, 0}, right, {60, 0}, {})), (Polyline{{0, 0}, {60, 0}}));
  }

  void whatNeedsASearchHasNoShape() {
    QVERIFY(simpleShape(from({100, 0}, right, {0, 0}, left)).empty());  // behind the source
    QVERIFY(simpleShape(from({0, 0}, right, {10, 40}, left)).empty());  // too close for two corners
    Request blocked = from({0, 0}, right, {100, 0}, left);
    blocked.obstacles = {QRectF(40, -20, 20, 40)};
    QVERIFY(simpleShape(blocked).empty());
    Request branch = from({0, 0}, right, {100, 0}, left);
    branch.trunks = {{{0, 0}, {60, 0}}};
    QVERIFY(simpleShape(branch).empty());
  }

  // A straight wire through a name is better than a bump around it.
  void aStraightLineRunsThroughANameButNotThroughABlock() {
    Request r = from({0, 0}, right, {100, 0}, left);
    r.obstacles = {QRectF(40, -2, 20, 4)};
    QCOMPARE(simpleShape(r).size(), std::size_t{2});
  }
};

QTEST_MAIN(RouteShapesTest)
#include "route_shapes_test.moc"
