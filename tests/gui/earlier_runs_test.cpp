// Earlier runs below what a scope shows: as many as it is given, in colors that tell them or their signals
// apart.
#include <QtTest>
#include <cmath>
#include <map>

#include "editor/run_palette.h"
#include "editor/scopes/scope_panel.h"
#include "editor/theme.h"
#include "tests/gui/circle_log.h"

using namespace fluxion;
using namespace fluxion::test;

class EarlierRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void earlierRunsBecomeGhosts();
  void earlierRunsKeepTheHuesOfTheirSignals();
};

void EarlierRunsTest::earlierRunsBecomeGhosts() {
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  std::vector<ScopeSource> runs;
  for (int run = 1; run <= 4; ++run) {
    auto log = makeLog({"x", "y"});
    fillCircle(*log, 50, 10.0 * run);
    runs.push_back(source(log, QStringLiteral("run %1").arg(run)));
    runs.back().color = run;
  }
  panel.setSource(runs[3]);
  panel.finish();
  QCOMPARE(panel.curveCount(), 2);
  ScopeSource partly = runs[1];
  partly.axes[1].curves[0].column = -1;  // that run has not recorded it
  panel.setGhosts({runs[0], partly, runs[2]});
  QCOMPARE(panel.curveCount(), 7);
  QVERIFY(!panel.curves().at(0).isGhost());
  QVERIFY(panel.curves().at(2).isGhost());
  QCOMPARE(panel.curves().at(2).drawn.back().x, 10.0 * 3 * 49 / 50);
  // All lines of a run have its color, whatever the curve's own is.
  const Theme theme = Theme::current(panel.palette());
  QCOMPARE(panel.canvas().curveColor(panel.curves().at(2).canvas), runPaletteColor(3, panel.palette()));
  QCOMPARE(panel.canvas().curveColor(panel.curves().at(3).canvas), runPaletteColor(3, panel.palette()));
  QCOMPARE(panel.canvas().curveColor(panel.curves().at(4).canvas), runPaletteColor(2, panel.palette()));
  QCOMPARE(panel.canvas().curveColor(panel.curves().at(0).canvas), theme.plotCurves[0]);
  panel.setGhostsShown(false);
  QVERIFY(!panel.curves().isShown(2));
  QVERIFY(panel.curves().isShown(0));
  // Other inputs cannot be laid over these.
  ScopeSource other = source(makeLog({"x", "y"}), "run 7");
  other.axes.pop_back();
  panel.setSource(other);
  QCOMPARE(panel.curveCount(), 1);
}

// Five temperatures of an older run are five curves.
void EarlierRunsTest::earlierRunsKeepTheHuesOfTheirSignals() {
  const std::vector<std::string> names{"T1", "T2", "T3", "T4", "T5"};
  const auto run = [&](double shift) {
    auto log = makeLog(names);
    for (int k = 0; k < 20; ++k) {
      const double row[] = {1 + shift, 2 + shift, 3 + shift, 4 + shift, 5 + shift};
      log->append(k, row);
    }
    ScopeSource s;
    s.log = log;
    s.run = QStringLiteral("Run %1").arg(shift);
    s.axes = {{QStringLiteral("T"), {}}};
    for (int k = 0; k < 5; ++k)
      s.axes[0].curves.push_back({QString::fromStdString(names[std::size_t(k)]), k});
    return s;
  };
  ScopePanel panel;
  panel.setSource(run(2));
  ScopeSource partly = run(1);
  partly.axes[0].curves[1].column = -1;  // not recorded: the others keep their hues
  panel.setGhosts({run(0), partly});
  QCOMPARE(panel.curveCount(), 14);
  std::map<QString, int> newest;
  for (int k = 0; k < panel.curveCount(); ++k) {
    const QColor color = panel.canvas().curveColor(panel.curves().at(k).canvas);
    if (!panel.curves().at(k).isGhost()) {
      newest[panel.curves().at(k).signal] = color.hslHue();
    } else {
      const int off = std::abs(color.hslHue() - newest.at(panel.curves().at(k).signal));
      QVERIFY2(std::min(off, 360 - off) <= 6, qPrintable(panel.curves().at(k).signal));
      QVERIFY(color.lightness() > 120);  // paler on white
    }
  }
  QCOMPARE(newest.size(), std::size_t{5});
  // A plot of one signal has a curve a run, in the color of the run.
  for (const int k : {1, 2, 3, 4}) panel.edits().move(k, k, PlotCanvas::Side::Left);
  bool found = false;
  for (int k = 0; k < panel.curveCount(); ++k)
    if (panel.curves().at(k).isGhost() && panel.curves().at(k).signal == QLatin1String("T1")) {
      QCOMPARE(panel.canvas().curveColor(panel.curves().at(k).canvas), runPaletteColor(0, panel.palette()));
      found = true;
    }
  QVERIFY(found);
}

QTEST_MAIN(EarlierRunsTest)
#include "earlier_runs_test.moc"
