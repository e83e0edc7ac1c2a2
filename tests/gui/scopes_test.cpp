// Scopes read their data back: whole, while it grows, decimated, on a logarithmic axis.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <ctime>
#include <random>

#include "editor/scopes/axis_fit.h"
#include "editor/scopes/phase_curve_data.h"
#include "editor/scopes/scope_export.h"
#include "editor/scopes/scope_panel.h"
#include "tests/gui/circle_log.h"

using namespace fluxion;
using namespace fluxion::test;

class ScopesTest : public QObject {
  Q_OBJECT
 private slots:
  void rowsAreAllThereWhereTheyAreFew();
  void noPeakIsLost_data();
  void noPeakIsLost();
  void curvesAreFine();
  void extremesMatchASearch();
  void appendingInPiecesEqualsTheWhole();
  void crowdedRowsLeaveTheOthersTheirPoints();
  void gapsStayGaps();
  void valueIsInterpolated();
  void phaseCurveKeepsItsShape();
  void panelShowsWhatTheLogHolds();
  void panelGrowsWithTheLog();
  void magnitudeGoesOnALogarithmicAxis();
  void signalsCanBeHidden();
  void userZoomEndsFollowingAndFitResumesIt();
  void exportsEveryFormat();
  void axesFitTheirData();
  void emptyPlotsShareTheWidth();
  void millionRowsAreDrawnInAFrame();
};

void ScopesTest::rowsAreAllThereWhereTheyAreFew() {
  MinMaxPyramid pyramid;
  const std::vector<double> values(100, 1.0);
  pyramid.append(values);
  const auto rows = pyramid.rows(10, 60, 64);
  QCOMPARE(rows.size(), std::size_t{50});
  QCOMPARE(rows.front(), std::size_t{10});
  QCOMPARE(rows.back(), std::size_t{59});
}

void ScopesTest::noPeakIsLost_data() {
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("peak");
  for (int rows : {1000, 4097, 100000, 1000003})
    for (double where : {0.0, 0.1, 0.5, 0.77, 1.0}) {
      const int peak = static_cast<int>(where * (rows - 1));
      QTest::addRow("%d of %d", peak, rows) << rows << peak;
    }
}

void ScopesTest::noPeakIsLost() {
  QFETCH(int, rows);
  QFETCH(int, peak);
  std::vector<double> values(static_cast<std::size_t>(rows));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(0.01 * static_cast<double>(k));
  values[static_cast<std::size_t>(peak)] = 7;
  MinMaxPyramid pyramid;
  pyramid.append(values);
  const auto p = static_cast<std::size_t>(peak);
  const auto check = [&](std::size_t first, std::size_t last) {
    const auto drawn = pyramid.rows(first, last, 800);
    QVERIFY(drawn.size() <= 1100);
    QVERIFY(std::is_sorted(drawn.begin(), drawn.end()));
    QVERIFY(std::adjacent_find(drawn.begin(), drawn.end()) == drawn.end());
    QVERIFY(std::find(drawn.begin(), drawn.end(), p) != drawn.end());
    QCOMPARE(drawn.front(), first);
    QCOMPARE(drawn.back(), last - 1);
  };
  check(0, values.size());
  // Windows whose edges cut buckets, with the peak right at either edge.
  check(p, std::min(values.size(), p + 5003));
  check(p > 5003 ? p - 5003 : 0, p + 1);
}

// A curve is as fine as there is room for, however many rows it has.
void ScopesTest::curvesAreFine() {
  for (std::size_t rows : {8000, 12345, 30000, 123456, 500000}) {
    MinMaxPyramid pyramid;
    std::vector<double> values(rows);
    for (std::size_t k = 0; k < rows; ++k)
      values[k] = std::sin(300.0 * static_cast<double>(k) / static_cast<double>(rows));
    pyramid.append(values);
    const std::size_t drawn = pyramid.rows(0, rows, 800).size();
    QVERIFY2(drawn >= 320 && drawn <= 804, qPrintable(QStringLiteral("%1 of %2").arg(drawn).arg(rows)));
  }
}

void ScopesTest::extremesMatchASearch() {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> values(20000);
  for (double& v : values) v = normal(random);
  MinMaxPyramid pyramid;
  pyramid.append(values);
  std::uniform_int_distribution<std::size_t> row(0, values.size());
  for (int trial = 0; trial < 200; ++trial) {
    std::size_t a = row(random), b = row(random);
    if (a > b) std::swap(a, b);
    const auto found = pyramid.extremes(a, b, [&](std::size_t k) { return values[k]; });
    QCOMPARE(found.has_value(), a < b);
    if (!found) continue;
    const auto [low, high] =
        std::minmax_element(values.begin() + static_cast<long>(a), values.begin() + static_cast<long>(b));
    QCOMPARE(found->low, *low);
    QCOMPARE(found->high, *high);
  }
}

void ScopesTest::appendingInPiecesEqualsTheWhole() {
  auto whole = makeLog({"x", "y"}), pieces = makeLog({"x", "y"});
  fillCircle(*whole, 50000, 100);
  CurveData grown(pieces, 0, Measure::Value);
  PhaseCurveData grownPhase(pieces, 0, 1);
  grownPhase.setResolution(0.001, 0.001);
  std::mt19937 random(3);
  for (std::size_t row = 0; row < whole->size();) {
    for (std::size_t k = random() % 700 + 1; k-- > 0 && row < whole->size(); ++row) {
      const double values[] = {whole->value(0, row), whole->value(1, row)};
      pieces->append(whole->time(row), values);
    }
    QVERIFY(grown.update());
    QVERIFY(grownPhase.update());
  }
  CurveData at_once(whole, 0, Measure::Value);
  at_once.update();
  PhaseCurveData phaseAtOnce(whole, 0, 1);
  phaseAtOnce.update();
  phaseAtOnce.setResolution(0.001, 0.001);
  for (auto [from, to] : {std::pair{0.0, 100.0}, {3.3, 71.0}, {50.0, 50.5}})
    QVERIFY(grown.points(from, to, 1000) == at_once.points(from, to, 1000));
  QVERIFY(grownPhase.points() == phaseAtOnce.points());
}

// A ball that bounces without end at t = 20 must not take the points from its flights before.
void ScopesTest::crowdedRowsLeaveTheOthersTheirPoints() {
  auto log = makeLog({"x"});
  for (int k = 0; k <= 200; ++k) {
    const double v[] = {std::sin(0.1 * k)};
    log->append(0.1 * k, v);
  }
  for (int k = 1; k <= 5000; ++k) {
    const double v[] = {std::sin(k)};
    log->append(20 + 1e-9 * k, v);
  }
  const double v[] = {0};
  log->append(25, v);
  CurveData curve(log, 0, Measure::Value);
  curve.update();
  const auto points = curve.points(0, 25, 800);
  QVERIFY(points.size() < 1200);
  QVERIFY(std::is_sorted(points.begin(), points.end(), [](auto a, auto b) { return a.x < b.x; }));
  const auto before = std::count_if(points.begin(), points.end(), [](auto p) { return p.x < 19; });
  QVERIFY(before >= 190);
  QCOMPARE(points.back().x, 25.0);
}

void ScopesTest::gapsStayGaps() {
  auto log = makeLog({"x"});
  for (int k = 0; k < 5; ++k) {
    const double v[] = {k == 2 ? INFINITY : k};
    log->append(k, v);
  }
  CurveData curve(log, 0, Measure::Value);
  curve.update();
  const auto points = curve.points(0, 4, 100);
  QCOMPARE(points.size(), std::size_t{5});
  QVERIFY(std::isnan(points[2].y));
  QCOMPARE(curve.extremes(0, 4)->high, 4.0);
}

void ScopesTest::valueIsInterpolated() {
  auto log = makeLog({"x"});
  for (double t : {0.0, 1.0, 1.0, 3.0}) {
    const double v[] = {10 * t + static_cast<double>(log->size())};
    log->append(t, v);
  }
  CurveData curve(log, 0, Measure::Value);
  curve.update();
  QCOMPARE(*curve.valueAt(2), (12.0 + 33.0) / 2);
  QVERIFY(!curve.valueAt(-0.1));
  QVERIFY(!curve.valueAt(3.1));
}

void ScopesTest::phaseCurveKeepsItsShape() {
  auto log = makeLog({"x", "y"});
  fillCircle(*log, 200000, 2 * M_PI);
  PhaseCurveData curve(log, 0, 1);
  curve.setResolution(0.01, 0.01);
  const auto points = curve.points();
  QVERIFY2(points.size() > 500 && points.size() < 2500, qPrintable(QString::number(points.size())));
  for (const CurvePoint& p : points) QVERIFY(std::abs(std::hypot(p.x, p.y) - 1) < 1e-9);
  QCOMPARE(points.back().x, log->value(0, log->size() - 1));
}

void ScopesTest::panelShowsWhatTheLogHolds() {
  auto log = makeLog({"x", "y"});
  fillCircle(*log, 200, 10);
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(source(log, "run 1"));
  panel.finish();
  QCOMPARE(panel.curveCount(), 2);
  QCOMPARE(panel.curves().at(1).signal, QStringLiteral("y"));
  const auto drawn = panel.curves().at(1).drawn;
  QCOMPARE(drawn.size(), log->size());
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    QCOMPARE(drawn[k].x, log->time(k));
    QCOMPARE(drawn[k].y, log->value(1, k));
  }
  QCOMPARE(panel.canvas().horizontal().range().high, log->time(199));
}

void ScopesTest::panelGrowsWithTheLog() {
  auto log = makeLog({"x", "y"});
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(source(log, "run 1"));
  QCOMPARE(panel.canvas().horizontal().range().high, 10.0);  // the whole of what will be
  double row[] = {1, 2};
  log->append(0, row);
  panel.refresh();
  QCOMPARE(panel.curves().at(0).drawn.size(), std::size_t{1});
  row[0] = 100;
  log->append(4, row);
  panel.refresh();
  QCOMPARE(panel.curves().at(0).drawn.size(), std::size_t{2});
  QVERIFY(panel.canvas().vertical(0).range().high > 100);
  QCOMPARE(panel.canvas().horizontal().range().high, 10.0);
  panel.finish();  // stopped early: the axes fit what there is
  QCOMPARE(panel.canvas().horizontal().range().high, 4.0);
}

void ScopesTest::magnitudeGoesOnALogarithmicAxis() {
  auto log = makeLog({"x", "y"});
  for (int k = 0; k <= 20; ++k) {
    const double row[] = {k == 7 ? 0 : -std::pow(10.0, k - 20), 1};
    log->append(k, row);
  }
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(source(log, "run 1"));
  panel.finish();
  panel.edits().setMagnitude(true);
  const auto drawn = panel.curves().at(0).drawn;
  QCOMPARE(drawn[20].y, 1.0);
  QCOMPARE(drawn[7].y, zeroMagnitude);
  const AxisRange range = panel.canvas().vertical(0).range();
  QVERIFY(range.low > 1e-22 && range.low < 1e-20);
  QVERIFY(range.high > 1 && range.high < 10);
  panel.edits().setMagnitude(false);
  QCOMPARE(panel.curves().at(0).drawn[20].y, -1.0);
}

void ScopesTest::signalsCanBeHidden() {
  auto log = makeLog({"x", "y"});
  fillCircle(*log, 50, 10);
  ScopeSource both = source(log, "run 1");
  both.axes[0].curves.push_back({QStringLiteral("y"), 1});
  both.axes.pop_back();
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(both);
  panel.edits().setVisible(1, false);
  QVERIFY(!panel.curves().isShown(1));
  panel.edits().setVisible(1, true);
  panel.canvas().redrawNow();
  QWidget* plot = panel.canvas().findChild<QWidget*>();
  const QPoint entry = panel.canvas().legendEntryRect(0).center();
  QTest::mouseClick(plot, Qt::LeftButton, {}, entry);
  QVERIFY(!panel.curves().isShown(0));
  panel.canvas().redrawNow();
  QTest::mouseClick(plot, Qt::LeftButton, {}, entry);
  QVERIFY(panel.curves().isShown(0));
  panel.edits().setVisible(1, false);
  panel.setSource(both);  // stays hidden in the next run, its ghost does not
  QVERIFY(!panel.curves().isShown(1));
  QVERIFY(panel.curves().isShown(0));
}

void ScopesTest::userZoomEndsFollowingAndFitResumesIt() {
  auto log = makeLog({"x", "y"});
  fillCircle(*log, 500, 10);
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  QVERIFY(QTest::qWaitForWindowExposed(&panel));
  panel.setSource(source(log, "run 1"));
  panel.finish();
  panel.canvas().redrawNow();
  const AxisRange before = panel.canvas().horizontal().range();
  QWidget* plot = panel.canvas().findChild<QWidget*>();
  const QPoint middle = plot->rect().center() - QPoint(0, plot->height() / 4);
  QWheelEvent wheel(middle, plot->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                    Qt::NoScrollPhase, false);
  const AxisRange upBefore = panel.canvas().vertical(0).range();
  QCoreApplication::sendEvent(plot, &wheel);
  QCoreApplication::processEvents();
  QVERIFY(panel.canvas().horizontal().range().span() < before.span());
  QCOMPARE(panel.canvas().vertical(0).range().span(), upBefore.span());  // Ctrl: only along the time axis
  const AxisRange zoomed = panel.canvas().horizontal().range();
  panel.refresh();
  QCOMPARE(panel.canvas().horizontal().range().span(), zoomed.span());
  // A rectangle drawn with the right button.
  QTest::mousePress(plot, Qt::RightButton, {}, middle);
  QMouseEvent drag(QEvent::MouseMove, middle + QPoint(60, 40), plot->mapToGlobal(middle + QPoint(60, 40)),
                   Qt::NoButton, Qt::RightButton, Qt::NoModifier);
  QCoreApplication::sendEvent(plot, &drag);
  QTest::mouseRelease(plot, Qt::RightButton, {}, middle + QPoint(60, 40));
  QVERIFY(panel.canvas().horizontal().range().span() < zoomed.span());
  QVERIFY(panel.canvas().vertical(0).range().span() < upBefore.span());
  panel.views().fit();
  QCOMPARE(panel.canvas().horizontal().range().span(), before.span());
}

void ScopesTest::exportsEveryFormat() {
  auto log = makeLog({"x", "a \"b\", c"});
  fillCircle(*log, 10, 1);
  ScopePanel panel;
  panel.resize(600, 400);
  panel.setSource(source(log, "run 1"));
  panel.finish();
  QTemporaryDir folder;
  const std::pair<const char*, QByteArray> formats[] = {
      {"png", "\x89PNG"}, {"pdf", "%PDF"}, {"svg", "<?xml"}, {"csv", "time,x,\"a \"\"b\"\", c\"\n0,0,1\n"}};
  for (const auto& [ending, start] : formats) {
    const QString path = folder.filePath(QStringLiteral("out.") + ending);
    QVERIFY(!exportScope(panel, path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY2(file.read(start.size()) == start, ending);
  }
  QVERIFY(exportScope(panel, folder.filePath("out.xyz")).has_value());
  QVERIFY(exportScope(panel, QStringLiteral("/nowhere/out.csv")).has_value());
  QVERIFY(exportScope(panel, QStringLiteral("/nowhere/out.svg")).has_value());
}

// Neither a title nor a legend without entries holds its column narrow.
void ScopesTest::emptyPlotsShareTheWidth() {
  PlotCanvas canvas;
  canvas.resize(900, 600);
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) canvas.addAxes("y", PlotCell{row, column});
  canvas.setTitle(0, "Plot 1: checked signals go here");
  canvas.show();
  QVERIFY(QTest::qWaitForWindowExposed(&canvas));
  canvas.redrawNow();
  for (int k = 0; k < 4; ++k) {
    const QRect place = canvas.axesRect(k);
    QVERIFY2(place.width() > 350, qPrintable(QString::number(place.width())));
    QVERIFY2(place.height() > 200, qPrintable(QString::number(place.height())));
  }
}

void ScopesTest::axesFitTheirData() {
  const AxisRange constant = linearFit({5, 5});
  QVERIFY(constant.low < 5 && constant.high > 5 && constant.span() > 0.5);
  const AxisRange roundOff = linearFit({1, 1 + 1e-15});
  QVERIFY(roundOff.span() > 0.1);
  QVERIFY(logarithmicFit({}).low > 0);
  const AxisRange decade = logarithmicFit({1e-3, 1.1e-3});
  QVERIFY(decade.high / decade.low > 9.9);
  QCOMPARE(growingEnd(0, 10, 12), 12.0);
  QCOMPARE(growingEnd(0, 14, 12), 21.0);
}

void ScopesTest::millionRowsAreDrawnInAFrame() {
  auto log = makeLog({"x", "y"});
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 1000000; ++k) {
    const double row[] = {normal(random), normal(random)};
    log->append(1e-5 * k, row);
  }
  ScopePanel panel;
  panel.resize(1000, 600);
  panel.show();
  panel.setSource(source(log, "run 1"));
  panel.canvas().redrawNow();
  std::vector<double> frames;
  for (int frame = 0; frame < 20; ++frame) {
    for (int k = 0; k < 1000; ++k) {
      const double row[] = {normal(random), normal(random)};
      log->append(10 + 1e-5 * (1000 * frame + k), row);
    }
    const std::clock_t start = std::clock();  // processor time: the machine may be busy
    panel.refresh();
    panel.canvas().redrawNow();
    frames.push_back(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::sort(frames.begin(), frames.end());
  const double median = frames[frames.size() / 2];
  qInfo("a frame of two noisy curves of a million rows: %.1f ms, %.1f ms at worst", median, frames.back());
  QVERIFY2(median < 40, qPrintable(QString::number(median)));
}

QTEST_MAIN(ScopesTest)
#include "scopes_test.moc"
