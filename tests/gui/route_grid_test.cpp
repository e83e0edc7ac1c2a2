// What steps on the grid cost, and where it has none.
#include "editor/canvas/route_grid.h"

#include <QTest>

#include "editor/canvas/route_cost.h"

using namespace fluxion::routing;

class RouteGridTest : public QObject {
  Q_OBJECT

  static RouteGrid grid(const Request& request) { return {request, {0, 0}, {200, 0}, clearance, 60}; }
  static Request between() { return {{{0, 0}, {}}, {{200, 0}, {}}, {}, {}, {}, {}}; }
  // The charges of all steps of a row, between two columns.
  static float along(const RouteGrid& g, double y, double from, double to) {
    float sum = 0;
    for (int i = g.column(from); i < g.column(to); ++i) sum += g.stepRight(i, g.row(y));
    return sum;
  }

 private slots:
  void itHasTheRowsAndColumnsOfTheEnds() {
    const RouteGrid g = grid(between());
    QVERIFY(g.column(0) >= 0);
    QVERIFY(g.column(200) > g.column(0));
    QVERIFY(g.row(0) >= 0);
    QCOMPARE(g.column(7.3), -1);
    QCOMPARE(g.point(g.column(200), g.row(0)), QPointF(200, 0));
  }

  void anObstacleHasLinesAtItsClearanceAndBlocksWhatLiesBetween() {
    Request r = between();
    r.obstacles = {QRectF(80, -20, 40, 40)};
    const RouteGrid g = grid(r);
    for (double x : {72.0, 128.0}) QVERIFY(g.column(x) >= 0);
    for (double y : {-28.0, 28.0}) QVERIFY(g.row(y) >= 0);
    bool blocked = false;
    for (int i = g.column(72); i < g.column(128); ++i) blocked = blocked || g.stepRight(i, g.row(0)) < 0;
    QVERIFY(blocked);
    QCOMPARE(along(g, -28, 0, 200), 0.0F);
    QVERIFY(!g.isFree({100, 0}));
    QVERIFY(!g.isFree({74, 0}));
    QVERIFY(g.isFree({100, -28}));
  }

  void whatIsOutsideTheWindowIsNotThere() {
    Request r = between();
    r.obstacles = {QRectF(80, 400, 40, 40)};
    const RouteGrid g = grid(r);
    QCOMPARE(g.row(392), -1);
    QCOMPARE(g.column(72), -1);
  }

  void crossingAWireIsPaidOnceInEachRow() {
    Request r = between();
    r.foreign = {QLineF(50, -100, 50, 100)};
    r.obstacles = {QRectF(80, -20, 40, 40)};
    const RouteGrid g = grid(r);
    for (double y : {-28.0, 28.0}) QCOMPARE(along(g, y, 0, 200), static_cast<float>(crossingCost));
  }

  void aWireElsewhereCostsNothing() {
    Request r = between();
    r.foreign = {QLineF(50, 500, 50, 900), QLineF(-900, 0, -400, 0)};
    const RouteGrid g = grid(r);
    for (int j = 0; j < g.rows(); ++j)
      for (int i = 0; i + 1 < g.columns(); ++i) QCOMPARE(g.stepRight(i, j), 0.0F);
  }

  void runningOnAWireIsPaidByLengthMoreWhereItCannotMove() {
    Request r = between();
    r.foreign = {QLineF(0, 0, 200, 0)};
    const RouteGrid fixed = grid(r);
    const int steps = fixed.column(200) - fixed.column(0);
    QCOMPARE(along(fixed, 0, 0, 200), static_cast<float>(fixedOverlap * 200 + 4 * steps));
    QCOMPARE(along(fixed, 8, 0, 200), 0.0F);
    std::swap(r.foreign, r.movable);
    QCOMPARE(along(grid(r), 0, 0, 200), static_cast<float>(movableOverlap * 200 + 4 * steps));
  }

  void namesGiveNoLinesAboveOrBesideThem() {
    Request r = between();
    r.obstacles = {QRectF(80, 30, 40, 3)};
    const RouteGrid g = grid(r);
    QCOMPARE(g.column(72), -1);
    QCOMPARE(g.row(22), -1);
    QVERIFY(g.row(41) >= 0);
  }
};

QTEST_MAIN(RouteGridTest)
#include "route_grid_test.moc"
