// Branches begin where they are pulled and stay on their segment; corners keep away from ports and arrow
// heads.
#include <random>

#include "sim_core/diagram/file.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class BranchTest : public QObject {
  Q_OBJECT

  static sim::Id newest(const Window& w) { return w.diagram().lines.rbegin()->first; }
  static QPointF onlyJunction(Window& w, sim::Id line) {
    const auto& dots = w.editor.scene().wiring().junctions(line);
    return dots.size() == 1 ? dots[0] : QPointF(-1, -1);
  }
  static bool near(QPointF a, QPointF b, double by = 4) { return (a - b).manhattanLength() <= by; }

  // A line with two corners: level, upright, level.
  struct Bent {
    Window w;
    sim::Id a = w.add("sources/constant", 80, 80), b = w.add("math/gain", 560, 320),
            c = w.add("math/gain", 560, 480);
    sim::Id trunk = w.wire(a, b);
    // A branch from there to c.
    sim::Id branchFrom(QPointF at) {
      w.drag(at, w.input(c), Qt::RightButton);
      return newest(w);
    }
  };

 private slots:
  void aBranchBeginsWhereItIsPulled() {
    for (double x : {184.0, 240.0, 400.0}) {
      Window w;
      const auto a = w.add("sources/constant", 80, 80);
      const auto b = w.add("math/gain", 480, 80), c = w.add("math/gain", 480, 240);
      w.wire(a, b);
      const QPointF at(x, w.output(a).y());
      w.drag(at, w.input(c), Qt::RightButton);
      QCOMPARE(w.diagram().lines.size(), 2u);
      QCOMPARE(onlyJunction(w, newest(w)), at);
      const auto& route = w.route(newest(w));
      QCOMPARE(route.front(), w.output(a));
      QCOMPARE(route.back(), w.input(c));
    }
  }

  void fromAnUprightSegmentToo() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    QCOMPARE(trunk.size(), 4u);
    const QPointF at(trunk[1].x(), 200);
    d.w.drag(at, d.w.input(d.c), Qt::LeftButton, Qt::ControlModifier);
    QCOMPARE(onlyJunction(d.w, newest(d.w)), at);
  }

  void aLineFromAnInputEndsOnTheOtherWhereItIsDropped() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    const QPointF at(trunk[1].x(), 264);
    d.w.drag(d.w.input(d.c), at);
    QCOMPARE(d.w.diagram().lines.size(), 2u);
    QCOMPARE(onlyJunction(d.w, newest(d.w)), at);
    QCOMPARE(d.w.document.line(newest(d.w))->target, (sim::PortRef{d.c, 0}));
  }

  void itStaysOnItsSegmentWhenBlocksMove() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    const double x = trunk[2].x() + 80;
    d.w.drag({x, trunk[2].y()}, d.w.input(d.c), Qt::RightButton);
    const sim::Id branch = newest(d.w);
    QCOMPARE(onlyJunction(d.w, branch).y(), trunk[2].y());
    // The target up and down: the last segment goes along, and the branch with it.
    for (double y : {-200.0, 120.0, 280.0}) {
      d.w.drag(d.w.middle(d.b), d.w.middle(d.b) + QPointF(0, y));
      const QPointF dot = onlyJunction(d.w, branch);
      QCOMPARE(dot.y(), d.w.input(d.b).y());
      QVERIFY(near(dot, {x, dot.y()}));
      d.w.trigger(CommandId::Undo);
    }
    // The source: the other segments move.
    d.w.drag(d.w.middle(d.a), d.w.middle(d.a) + QPointF(80, 40));
    QCOMPARE(onlyJunction(d.w, branch).y(), d.w.input(d.b).y());
    // The branch's target: the branch point stays.
    const QPointF before = onlyJunction(d.w, branch);
    d.w.drag(d.w.middle(d.c), d.w.middle(d.c) + QPointF(-160, 40));
    QCOMPARE(onlyJunction(d.w, branch), before);
  }

  void whereTheSegmentIsGoneTheNearestOneOfTheNetIsTaken() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    const sim::Id branch = d.branchFrom({trunk[2].x() + 80, trunk[2].y()});
    d.w.drag(d.w.middle(d.b), {d.w.middle(d.b).x(), d.w.output(d.a).y()});  // now straight
    QCOMPARE(d.w.route(d.trunk).size(), 2u);
    QCOMPARE(onlyJunction(d.w, branch).y(), d.w.output(d.a).y());
    d.w.click({200, d.w.output(d.a).y()});
    d.w.trigger(CommandId::Delete);
    QCOMPARE(d.w.diagram().lines.size(), 1u);
    const auto& alone = d.w.route(d.w.onlyLineId());
    QCOMPARE(alone.back(), d.w.input(d.w.onlyLine().target->block));
  }

  void theFileKeepsTheBranch() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    d.w.drag({trunk[1].x(), 264}, d.w.input(d.c), Qt::RightButton);
    const auto route = d.w.route(newest(d.w));
    Window other;
    auto read = sim::read_diagram(sim::write_diagram(d.w.diagram()), "branch.flx");
    QVERIFY(read);
    other.document.setDiagram(std::move(read->diagram));
    QCOMPARE(other.route(newest(d.w)), route);
    other.trigger(CommandId::SelectAll);
    other.trigger(CommandId::ResetLineShape);
    QVERIFY(other.document.line(newest(d.w))->waypoints.empty());
  }

  void aHangingBranchKeepsItsPlaceWhenItIsConnected() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    const QPointF at(trunk[1].x(), 200);
    d.w.drag(at, {400, 480}, Qt::RightButton);
    d.w.key(Qt::Key_Escape);
    const sim::Id branch = newest(d.w);
    QCOMPARE(onlyJunction(d.w, branch), at);
    d.w.drag({400, 480}, d.w.input(d.c));
    QCOMPARE(d.w.document.line(branch)->target, (sim::PortRef{d.c, 0}));
    QCOMPARE(onlyJunction(d.w, branch), at);
  }

  void aBranchShapedByHandStaysOnTheLineItLeaves() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    const sim::Id branch = d.branchFrom({trunk[2].x() + 80, trunk[2].y()});
    const auto own = routing::from(d.w.route(branch), onlyJunction(d.w, branch));
    QCOMPARE(own.size(), 3u);
    const QPointF below = (own[0] + own[1]) / 2;
    d.w.drag(below, below + QPointF(40, 0));
    QVERIFY(onlyJunction(d.w, branch).y() == d.w.input(d.b).y());
    QVERIFY(std::ranges::any_of(d.w.route(branch), [&](QPointF p) { return p.x() == own[0].x() + 40; }));
    d.w.drag(d.w.middle(d.b), d.w.middle(d.b) + QPointF(0, -120));
    QCOMPARE(onlyJunction(d.w, branch).y(), d.w.input(d.b).y());
    QCOMPARE(d.w.document.line(d.trunk)->waypoints.size(), 0u);
  }

  void aDragOnWhatBothShareShapesTheLineThatOwnsIt() {
    Bent d;
    const auto trunk = d.w.route(d.trunk);
    const sim::Id branch = d.branchFrom({trunk[2].x() + 80, trunk[2].y()});
    const QPointF upright(trunk[1].x(), 160);
    d.w.drag(upright, upright + QPointF(-48, 0));
    QCOMPARE(d.w.document.line(d.trunk)->waypoints.size(), 2u);
    QCOMPARE(d.w.route(branch)[1], d.w.route(d.trunk)[1]);
    QCOMPARE(onlyJunction(d.w, branch).y(), d.w.input(d.b).y());
  }

  // Random targets: the last corner leaves room for the arrow head, and branch points keep away from the
  // corners of the line they are on.
  void cornersKeepAwayFromArrowHeadsPortsAndBranches() {
    std::mt19937 random(5);
    const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int trial = 0; trial < 150; ++trial) {
      Window w;
      const auto a = w.add("sources/constant", 80, 200);
      std::vector<sim::Id> targets;
      std::vector<QRectF> taken{{80, 200, 60, 40}};
      while (targets.size() < 2) {
        const QRectF place(184 + 8 * upTo(70), 8 * upTo(60), 60, 40);
        if (std::ranges::any_of(taken, [&](const QRectF& other) {
              return other.adjusted(-40, -40, 40, 40).intersects(place);
            }))
          continue;
        taken.push_back(place);
        targets.push_back(w.add("math/gain", place.x(), place.y()));
      }
      const sim::Id trunk = w.wire(a, targets[0]);
      const auto before = w.route(trunk);
      const auto segment = static_cast<std::size_t>(upTo(static_cast<int>(before.size()) - 1));
      const QPointF at = before[segment] + (before[segment + 1] - before[segment]) * (1 + upTo(9)) / 10;
      if ((before[segment + 1] - before[segment]).manhattanLength() < 32) continue;  // no room to keep away
      w.drag(at, w.input(targets[1]), Qt::RightButton);
      for (const auto& [id, line] : w.diagram().lines) {
        const auto& route = w.route(id);
        const QPointF last = route.back() - route[route.size() - 2];
        // A branch that is pulled right before the port goes straight there: where it begins is for the user.
        const double room = id == trunk ? 14.9 : 7.9;
        QVERIFY2(last.x() >= room && std::abs(last.y()) < 0.01, qPrintable(QString::number(trial)));
        QVERIFY(route.size() == 2 || route[1].x() - route[0].x() >= 7.9);
        const auto& corners = w.route(trunk);
        for (QPointF dot : w.editor.scene().wiring().junctions(id))
          for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
            const double distance = (dot - corners[k]).manhattanLength();
            QVERIFY2(distance < 0.1 || distance >= 7.9, qPrintable(QString::number(trial)));
          }
      }
    }
  }
};

QTEST_MAIN(BranchTest)
#include "branch_test.moc"
