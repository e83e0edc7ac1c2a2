// How scopes are set up: triggers are found where they are, settings come back as they were, curves move and
// change their looks, time spans scroll and wrap, views come back.
#include <QMenu>
#include <QSignalSpy>
#include <QToolBar>
#include <QtTest>
#include <cmath>

#include "editor/scopes/phase_curve_data.h"
#include "editor/scopes/scope_actions.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/trigger_bar.h"

using namespace fluxion;

namespace {

std::vector<double> triggersOf(const TriggerSettings& settings,
                               const std::vector<std::pair<double, double>>& rows, bool held = false) {
  TriggerSearch search(settings, held);
  std::vector<double> found;
  for (const auto& [t, y] : rows)
    if (const auto at = search.take(t, y)) found.push_back(*at);
  return found;
}

std::vector<std::pair<double, double>> sine(double end, double step) {
  std::vector<std::pair<double, double>> rows;
  for (double t = 0; t <= end; t += step) rows.emplace_back(t, std::sin(t));
  return rows;
}

std::shared_ptr<sim::SignalLog> sineLog(double end, double step = 0.01) {
  auto log = std::make_shared<sim::SignalLog>(std::vector<std::string>{"a", "b", "c"});
  for (const auto& [t, y] : sine(end, step)) {
    const double row[] = {y, 10 * std::cos(t), std::floor(t)};
    log->append(t, row);
  }
  return log;
}

// Input 1: a and b; input 2: c, which is held.
ScopeSource source(std::shared_ptr<sim::SignalLog> log, double stop = 20) {
  ScopeSource s;
  s.title = QStringLiteral("Scope");
  s.log = std::move(log);
  s.run = QStringLiteral("run 1");
  s.stopTime = stop;
  s.axes = {{QStringLiteral("ab"), {{QStringLiteral("a"), 0}, {QStringLiteral("b"), 1}}},
            {QStringLiteral("c"), {{QStringLiteral("c"), 2, true}}}};
  return s;
}

using Kind = TriggerSettings::Kind;

}  // namespace

class ScopeSettingsTest : public QObject {
  Q_OBJECT
 private slots:
  void edgesAreFoundBetweenRows();
  void hysteresisAndHoldoffSkip();
  void windowsAreEnteredAndLeft();
  void heldSignalsTriggerAtTheirRow();
  void theNewestWholeViewIsShown();
  void settingsComeBackAsTheyWere();
  void unreadableSettingsAreNotSaid();
  void curvesMoveAndChangeTheirLooks();
  void removedCurvesComeBackFromTheList();
  void theLayoutIsAGrid();
  void timeSpansScrollAndWrap();
  void frozenPicturesStand();
  void viewsComeBack();
  void valuesFitWhenTheyAreToldTo();
  void logarithmicAxesSayWhereTheyHaveGaps();
  void aTriggerHoldsThePicture();
  void steppingBackIsFollowed();
};

void ScopeSettingsTest::edgesAreFoundBetweenRows() {
  TriggerSettings t{.kind = Kind::Rising, .level = 0.5};
  const auto rising = triggersOf(t, sine(20, 0.001));
  QCOMPARE(rising.size(), std::size_t{4});  // asin(0.5) + 2 pi k: 0.52, 6.81, 13.09, 19.37
  for (std::size_t k = 0; k < rising.size(); ++k)
    QVERIFY(std::abs(rising[k] - (M_PI / 6 + 2 * M_PI * static_cast<double>(k))) < 1e-6);
  t.kind = Kind::Falling;
  const auto falling = triggersOf(t, sine(20, 0.001));
  QCOMPARE(falling.size(), std::size_t{3});
  QVERIFY(std::abs(falling[1] - (M_PI * 5 / 6 + 2 * M_PI)) < 1e-6);
  t.kind = Kind::Either;
  QCOMPARE(triggersOf(t, sine(20, 0.001)).size(), rising.size() + falling.size());
  // A straight line is crossed where it is, whatever the rows.
  QCOMPARE(triggersOf({.kind = Kind::Rising, .level = 3}, {{0, 0}, {8, 12}}), std::vector<double>{2});
  // What touches the level and turns back triggers once.
  QCOMPARE(triggersOf({.kind = Kind::Rising, .level = 1}, {{0, 0}, {1, 1}, {2, 1}, {3, 2}}),
           std::vector<double>{1});
}

void ScopeSettingsTest::hysteresisAndHoldoffSkip() {
  // A sine with a ripple: without hysteresis each slope triggers several times.
  std::vector<std::pair<double, double>> rows;
  for (double t = 0; t < 20; t += 0.001) rows.emplace_back(t, std::sin(t) + 0.05 * std::sin(100 * t));
  TriggerSettings t{.kind = Kind::Rising, .level = 0};
  QVERIFY(triggersOf(t, rows).size() > 6);
  t.hysteresis = 0.3;
  QCOMPARE(triggersOf(t, rows).size(), std::size_t{3});
  t.hysteresis = 0;
  t.holdoff = 3;
  const auto spread = triggersOf(t, rows);
  for (std::size_t k = 1; k < spread.size(); ++k) QVERIFY(spread[k] - spread[k - 1] >= 3);
  t.holdoff = 7;
  for (const auto found = triggersOf(t, rows); std::size_t k : {1, 2})
    if (k < found.size()) QVERIFY(found[k] - found[k - 1] >= 7);
}

void ScopeSettingsTest::windowsAreEnteredAndLeft() {
  const TriggerSettings enters{.kind = Kind::Enters, .low = 1, .high = 2};
  const TriggerSettings leaves{.kind = Kind::Leaves, .low = 1, .high = 2};
  const std::vector<std::pair<double, double>> rows{{0, 0}, {1, 1.5}, {2, 3}, {3, 0}};
  const auto in = triggersOf(enters, rows), out = triggersOf(leaves, rows);
  QCOMPARE(in.size(), std::size_t{2});
  QVERIFY(std::abs(in[0] - 2.0 / 3) < 1e-12);
  QVERIFY(std::abs(in[1] - (2 + 1.0 / 3)) < 1e-12);  // passes through from above
  QCOMPARE(out.size(), std::size_t{2});
  QVERIFY(std::abs(out[0] - (1 + 1.0 / 3)) < 1e-12);
  QVERIFY(std::abs(out[1] - (2 + 2.0 / 3)) < 1e-12);
}

void ScopeSettingsTest::heldSignalsTriggerAtTheirRow() {
  QCOMPARE(triggersOf({.kind = Kind::Rising, .level = 0.5}, {{0, 0}, {1, 0}, {2, 1}}, true),
           std::vector<double>{2});
  // A gap is no edge.
  QVERIFY(triggersOf({.kind = Kind::Rising, .level = 0.5}, {{0, 0}, {1, NAN}, {2, 1}}).empty());
}

void ScopeSettingsTest::theNewestWholeViewIsShown() {
  TriggerSettings t{.kind = Kind::Rising, .position = 0.25};
  const std::vector<double> found{1, 3, 5};
  const auto view = triggerView(found, t, 4, 7);  // 5 has not had 3 seconds yet
  QVERIFY(view);
  QCOMPARE(view->trigger, 3.0);
  QCOMPARE(view->from, 2.0);
  QCOMPARE(view->to, 6.0);
  t.mode = TriggerSettings::Mode::Single;
  QCOMPARE(triggerView(found, t, 4, 100)->trigger, 1.0);
  QVERIFY(!triggerView(found, t, 4, 2));
}

void ScopeSettingsTest::settingsComeBackAsTheyWere() {
  ScopeSettings s;
  s.rows = 2;
  s.columns = 3;
  s.timeSpan = 0.1;
  s.overrun = ScopeSettings::Overrun::Wrap;
  s.scaling = ScopeSettings::Scaling::GrowOnly;
  s.logarithmicTime = true;
  s.logarithmic = {0, 4};
  s.trigger = {.kind = Kind::Leaves,
               .mode = TriggerSettings::Mode::Single,
               .low = -0.1,
               .high = 1.0 / 3,
               .holdoff = 2,
               .position = 0.5,
               .input = 1,
               .element = 2};
  s.curves[{0, 1}] = {.plot = 3, .side = PlotCanvas::Side::Right, .hidden = true};
  s.curves[{1, 0}] = {.style = CurveStyle{.line = CurveStyle::Line::Stairs,
                                          .dash = Qt::DotLine,
                                          .marker = CurveStyle::Marker::Cross,
                                          .width = 2.5,
                                          .color = QColor(QStringLiteral("#c00010"))}};
  s.curves[{2, 0}] = {.removed = true};
  QVERIFY(toSettings(toParameters(s, false)) == s);
  QVERIFY(toParameters(ScopeSettings{}, false).empty());
  ScopeSettings plane;
  plane.direction = plane.ends = false;
  plane.equalScales = true;
  QVERIFY(toSettings(toParameters(plane, true)) == plane);
  for (const auto& [name, text] : toParameters(s, false)) QVERIFY(scopeParameterNames(false).contains(name));
}

void ScopeSettingsTest::unreadableSettingsAreNotSaid() {
  const ScopeSettings plain;
  QVERIFY(toSettings({{"layout", "axb"},
                      {"time_span", "-3"},
                      {"overrun", "?"},
                      {"log_axes", "0 -1 x"},
                      {"trigger", "nonsense level=nan"},
                      {"curves", ";;1;0.0 hidden;1.x right; 1.1"}}) == plain);
  const ScopeSettings large = toSettings({{"layout", "1000000x1000000"}, {"curves", "1.1 plot=99999999"}});
  QVERIFY(large.rows <= 8 && large.columns <= 8);
  QVERIFY(large.curves.empty());
}

void ScopeSettingsTest::curvesMoveAndChangeTheirLooks() {
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(source(sineLog(20)));
  panel.finish();
  QSignalSpy edits(&panel, &ScopePanel::settingsChanged);
  QCOMPARE(panel.canvas().style(0).line, CurveStyle::Line::Straight);
  QCOMPARE(panel.canvas().style(2).line, CurveStyle::Line::Stairs);  // it is held
  panel.edits().move(1, 0, PlotCanvas::Side::Right);
  QCOMPARE(panel.curves().at(1).side, PlotCanvas::Side::Right);
  QVERIFY(panel.canvas().vertical(0, PlotCanvas::Side::Right).range().high > 10);
  QVERIFY(panel.canvas().vertical(0, PlotCanvas::Side::Left).range().high < 2);
  panel.edits().move(1, 1, PlotCanvas::Side::Left);
  QCOMPARE(panel.curves().at(1).axes, 1);
  QVERIFY(panel.canvas().vertical(1).range().low < -10);
  panel.edits().move(1, 2, PlotCanvas::Side::Left);  // a new plot below
  QCOMPARE(panel.canvas().axesCount(), 3);
  panel.edits().setStyle(2, CurveStyle{.width = 3, .color = Qt::red});
  QCOMPARE(panel.canvas().curveColor(2), QColor(Qt::red));
  panel.edits().setStyle(2, std::nullopt);
  QCOMPARE(panel.canvas().style(2).line, CurveStyle::Line::Stairs);
  panel.edits().showOnly(0);
  QVERIFY(panel.curves().isShown(0));
  QCOMPARE(edits.count(), 5);
  // The same signals of the next run stand where these stood.
  panel.setSource(source(sineLog(5)));
  QCOMPARE(panel.curves().at(1).axes, 2);
}

void ScopeSettingsTest::removedCurvesComeBackFromTheList() {
  ScopePanel panel;
  panel.resize(600, 400);
  panel.setSource(source(sineLog(20)));
  panel.edits().remove(0);
  QCOMPARE(panel.curveCount(), 2);
  QCOMPARE(panel.curves().at(0).signal, QStringLiteral("b"));
  QAction* list = panel.actions().toolBar().findChild<QAction*>(QStringLiteral("scopeSignals"));
  QVERIFY(list && list->menu());
  QAction* entry = list->menu()->actions().first();
  QCOMPARE(entry->text(), QStringLiteral("a"));
  QVERIFY(!entry->isChecked());
  entry->trigger();
  QTRY_COMPARE(panel.curveCount(), 3);
}

void ScopeSettingsTest::theLayoutIsAGrid() {
  ScopePanel panel;
  panel.resize(700, 500);
  panel.show();
  QVERIFY(QTest::qWaitForWindowExposed(&panel));
  panel.setSource(source(sineLog(20)));
  panel.edits().setLayout(2, 2);
  panel.canvas().redrawNow();
  QCOMPARE(panel.canvas().axesCount(), 4);
  const QRect first = panel.canvas().axesRect(0), second = panel.canvas().axesRect(1),
              third = panel.canvas().axesRect(2);
  QVERIFY(first.right() < second.left());
  QVERIFY(first.bottom() < third.top());
  QCOMPARE(first.top(), second.top());
  QCOMPARE(first.left(), third.left());
  // An entry of the legend is dragged to the empty plot below.
  QWidget* plot = panel.canvas().findChild<QWidget*>();
  const QPoint from = panel.canvas().legendEntryRect(1).center(), to = third.center();
  QTest::mousePress(plot, Qt::LeftButton, {}, from);
  for (int k = 1; k <= 4; ++k) {
    const QPoint at = from + (to - from) * k / 4;
    QMouseEvent move(QEvent::MouseMove, at, plot->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(plot, &move);
  }
  QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
  QCOMPARE(panel.curves().at(1).axes, 2);
  panel.edits().setLayout(1, 1);
  for (int k = 0; k < panel.curveCount(); ++k) QCOMPARE(panel.curves().at(k).axes, 0);
}

void ScopeSettingsTest::timeSpansScrollAndWrap() {
  auto log = sineLog(7);
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  ScopeSettings settings;
  settings.timeSpan = 5;
  panel.setSettings(settings);
  panel.setSource(source(log));
  panel.refresh();
  const double now = log->time(log->size() - 1);
  QCOMPARE(panel.canvas().horizontal().range().high, now);
  QCOMPARE(panel.canvas().horizontal().range().low, now - 5);
  settings.overrun = ScopeSettings::Overrun::Wrap;
  panel.setSettings(settings);
  QCOMPARE(panel.canvas().horizontal().range().low, 5.0);
  QCOMPARE(panel.canvas().horizontal().range().high, 10.0);
  const auto drawn = panel.curves().at(0).drawn;
  const auto gap = std::ranges::find_if(drawn, [](CurvePoint p) { return std::isnan(p.y); });
  QVERIFY(gap != drawn.end());
  for (auto it = drawn.begin(); it != gap; ++it) QVERIFY(it->x <= now);
  // Behind the gap is what was recorded a span earlier.
  QVERIFY(drawn.end() - gap > 50);
  for (auto it = gap + 1; it != drawn.end(); ++it) QVERIFY(std::abs(it->y - std::sin(it->x - 5)) < 1e-6);
}

void ScopeSettingsTest::frozenPicturesStand() {
  auto log = sineLog(2);
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(source(log));
  panel.refresh();
  const std::size_t before = panel.curves().at(0).drawn.size();
  panel.setFrozen(true);
  for (int k = 1; k <= 100; ++k) {
    const double row[] = {1, 1, 1};
    log->append(2 + 0.01 * k, row);
  }
  panel.refresh();
  QCOMPARE(panel.curves().at(0).drawn.size(), before);
  panel.setFrozen(false);
  QCOMPARE(panel.curves().at(0).drawn.size(), log->size());
}

void ScopeSettingsTest::viewsComeBack() {
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  panel.setSource(source(sineLog(20)));
  panel.finish();
  const AxisRange whole = panel.canvas().horizontal().range();
  panel.canvas().setHorizontalRange({2, 3});
  emit panel.canvas().rangeChangedByUser();
  QTest::qWait(700);
  panel.canvas().setHorizontalRange({2.5, 2.6});
  emit panel.canvas().rangeChangedByUser();
  panel.views().goBack();
  QCOMPARE(panel.canvas().horizontal().range(), (AxisRange{2, 3}));
  panel.views().goBack();
  QCOMPARE(panel.canvas().horizontal().range(), whole);
  panel.views().goForward();
  QCOMPARE(panel.canvas().horizontal().range(), (AxisRange{2, 3}));
  panel.canvas().setFocus();
  QTest::keyClick(&panel.canvas(), Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(panel.canvas().horizontal().range(), whole);
}

void ScopeSettingsTest::valuesFitWhenTheyAreToldTo() {
  using Scaling = ScopeSettings::Scaling;
  for (const Scaling scaling : {Scaling::GrowOnly, Scaling::AtEnd, Scaling::Manual}) {
    auto log = sineLog(1);
    ScopePanel panel;
    panel.resize(600, 400);
    panel.show();
    ScopeSettings settings;
    settings.scaling = scaling;
    settings.timeSpan = 1;
    panel.setSettings(settings);
    panel.setSource(source(log));
    panel.refresh();
    const auto append = [&](double level, double from) {
      for (int k = 1; k <= 300; ++k) {
        const double row[] = {level, level, level};
        log->append(from + 0.01 * k, row);
      }
      panel.refresh();
    };
    const AxisRange start = panel.canvas().vertical(0).range();
    append(1000, 1);
    const AxisRange grown = panel.canvas().vertical(0).range();
    QCOMPARE(grown.high > 1000, scaling == Scaling::GrowOnly);
    if (scaling != Scaling::GrowOnly) QCOMPARE(grown, start);
    append(0, 4);
    QCOMPARE(panel.canvas().vertical(0).range().high, grown.high);
    panel.finish();
    QCOMPARE(panel.canvas().vertical(0).range() == start, scaling == Scaling::Manual);
    panel.views().fit();
    QVERIFY(panel.canvas().vertical(0).range().high < 20);
  }
}

void ScopeSettingsTest::logarithmicAxesSayWhereTheyHaveGaps() {
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  ScopeSettings settings;
  settings.logarithmic = {0};
  panel.setSettings(settings);
  panel.setSource(source(sineLog(20)));
  panel.finish();
  panel.setSettings({});
  panel.setSettings(settings);
  QVERIFY(panel.canvas().vertical(0).range().low > 0);
  QVERIFY(panel.canvas().vertical(1).range().low < 0);  // the other plot stays linear
  const auto drawn = panel.curves().at(0).drawn;
  QVERIFY(std::ranges::any_of(drawn, [](CurvePoint p) { return std::isnan(p.y); }));
  QVERIFY(std::ranges::none_of(drawn, [](CurvePoint p) { return p.y <= 0; }));
  auto* readout = panel.findChild<QWidget*>(QStringLiteral("scopeReadout"));
  QVERIFY(readout->property("text").toString().contains(QStringLiteral("not positive")));
}

void ScopeSettingsTest::aTriggerHoldsThePicture() {
  auto log = sineLog(20);
  ScopePanel panel;
  panel.resize(600, 400);
  panel.show();
  ScopeSettings settings;
  settings.timeSpan = 2;
  settings.trigger = {.kind = Kind::Rising, .mode = TriggerSettings::Mode::Normal, .position = 0.5};
  panel.setSettings(settings);
  panel.setSource(source(log));
  panel.refresh();
  // sin rises through 0 at 6 pi = 18.85; one second after it has been recorded.
  QVERIFY(std::abs(panel.canvas().horizontal().range().low - (6 * M_PI - 1)) < 1e-3);
  QVERIFY(std::abs(panel.canvas().horizontal().range().high - (6 * M_PI + 1)) < 1e-3);
  auto* bar = panel.findChild<TriggerBar*>();
  QVERIFY(bar && bar->isVisible());
  settings.trigger.level = 2;  // never
  settings.trigger.mode = TriggerSettings::Mode::Auto;
  panel.setSettings(settings);
  QCOMPARE(panel.canvas().horizontal().range().high, log->time(log->size() - 1));
}

void ScopeSettingsTest::steppingBackIsFollowed() {
  auto log = sineLog(10);
  CurveData data(log, 0, Measure::Value);
  PhaseCurveData phase(log, 0, 1);
  data.update();
  phase.update();
  log->truncate(300);
  for (int k = 0; k < 100; ++k) {
    const double row[] = {7, 7, 7};
    log->append(3 + 0.1 * k, row);
  }
  QVERIFY(!data.upToDate());
  QVERIFY(data.update());
  QVERIFY(phase.update());
  QCOMPARE(data.size(), std::size_t{400});
  QCOMPARE(phase.size(), std::size_t{400});
  QCOMPARE(data.extremes(0, 100)->high, 7.0);
  QCOMPARE(data.points(0, 100, 4000).back().y, 7.0);
  // What was seen stays whole until it is looked at again; then in pieces.
  log->truncate(10);
  QCOMPARE(data.size(), std::size_t{400});
  QCOMPARE(data.extremes(0, 100)->high, 7.0);
  QVERIFY(data.update(4));
  QCOMPARE(data.size(), std::size_t{4});
  while (!data.upToDate()) data.update(4);
  QCOMPARE(data.size(), std::size_t{10});
  QVERIFY(data.extremes(0, 100)->high < 1);
}

QTEST_MAIN(ScopeSettingsTest)
#include "scope_settings_test.moc"
