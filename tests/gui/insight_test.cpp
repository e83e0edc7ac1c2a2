// What the canvas says of a diagram: overlays from the compiler, values of a run, cards, badges, the minimap.
#include <QHelpEvent>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>
#include <QtTest>

#include "editor/background.h"
#include "editor/canvas/minimap.h"
#include "editor/canvas/zoom_control.h"
#include "editor/compiled/compiled_models.h"
#include "editor/overlays/fact_display.h"
#include "editor/overlays/finding_badges.h"
#include "editor/overlays/hover_cards.h"
#include "editor/overlays/sample_time_colors.h"
#include "sim_core/compile/compile.h"
#include "sim_core/model_run/model_run.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using fluxion::test::CanvasWindow;

namespace {

// A sine of three elements and a constant, each sampled at its own rate, and a scope behind the first.
struct Sampled : CanvasWindow {
  sim::Id sine = add("sources/sine_wave", 0, 0, "Sine", {{"amplitude", "[1 2 3]"}});
  sim::Id gain = add("math/gain", 120, 0, "Double", {{"k", "2"}});
  sim::Id fast = add("discrete/zero_order_hold", 240, 0, "Fast", {{"SampleTime", "0.1"}});
  sim::Id slow = add("discrete/zero_order_hold", 240, 120, "Slow", {{"SampleTime", "0.5"}});
  sim::Id scope = add("sinks/scope", 360, 0, "Scope");
  sim::Id other = add("sinks/scope", 360, 120, "Other");
  FactDisplay facts{editor.scene(), editor.view(),
                    std::make_shared<CompiledModels>(sharedCopy(document.library()))};
  FindingBadges badges{editor.scene(), editor.view()};
  HoverCards cards{editor.scene(), editor.view(), facts, badges};

  Sampled() {
    wire(sine, gain);
    wire(gain, fast);
    wire(gain, slow);
    wire(fast, scope);
    wire(slow, other);
  }
  void compile(const ShownFacts& shown) {
    facts.setShown(shown);
    QTRY_VERIFY(facts.inquiry().facts() && !facts.inquiry().isStale());
  }
  void run(bool watching = false) {
    auto prepared = sim::ModelRun::prepare(diagram(), library);
    QVERIFY(prepared);
    std::shared_ptr<sim::ModelRun> model = std::move(*prepared);
    if (watching) model->watched_values().ask();
    QVERIFY(model->execute().end == sim::RunEnd::Finished);
    facts.setValues(
        std::make_shared<SignalValues>(diagram(), model->program(),
                                       std::shared_ptr<const sim::SignalLog>(model, &model->log()),
                                       std::shared_ptr<sim::WatchedValues>(model, &model->watched_values())),
        nullptr);
    facts.refreshValues();
  }
};

}  // namespace

class InsightTest : public QObject {
  Q_OBJECT
 private slots:
  void dimensionsTypesAndUnitsStandOnTheLines() {
    Sampled w;
    w.compile({.dimensions = true});
    QCOMPARE(w.facts.overlay()->label({w.gain, 0}), QStringLiteral("[3]"));
    w.compile({.dimensions = true, .types = true});
    QCOMPARE(w.facts.overlay()->label({w.gain, 0}), QStringLiteral("double  [3]"));
    QCOMPARE(dimensionsText({1, 1}), QString());
    QCOMPARE(dimensionsText({2, 3, true}), QStringLiteral("complex [2x3]"));
    QCOMPARE(typeText(sim::ElementType::Int8), QStringLiteral("int8"));
    QCOMPARE(typeText(sim::ElementType::Boolean), QStringLiteral("boolean"));
  }
  void factsAreStaleUntilThePauseAfterAChange() {
    Sampled w;
    w.compile({.dimensions = true});
    QSignalSpy changed(&w.facts.inquiry(), &FactsInquiry::changed);
    w.document.apply([&] {
      sim::Edit edit{"Change", {}};
      sim::Block block = *w.document.block(w.sine);
      block.parameters["Amplitude"] = "[1 2 3 4]";
      edit.changes.push_back(sim::Set<sim::Block>{w.sine, block});
      return edit;
    }());
    QVERIFY(w.facts.inquiry().isStale());
    QCOMPARE(w.facts.overlay()->label({w.gain, 0}), QStringLiteral("[3]"));
    QTRY_VERIFY(!w.facts.inquiry().isStale());
    QCOMPARE(w.facts.overlay()->label({w.gain, 0}), QStringLiteral("[4]"));
  }
  void nothingIsCompiledWhileNobodyLooks() {
    Sampled w;
    w.facts.setShown({.values = true});
    QTest::qWait(600);
    QVERIFY(!w.facts.inquiry().facts());
  }
  void blocksAreNumberedInTheOrderTheyAreComputed() {
    Sampled w;
    w.compile({.order = true});
    const auto facts = w.facts.inquiry().facts();
    QVERIFY(facts->block(w.sine)->order > 0);
    QVERIFY(facts->block(w.sine)->order < facts->block(w.gain)->order);
    QVERIFY(facts->block(w.gain)->order < facts->block(w.fast)->order);
  }
  void sampleTimesHaveTheirConventionalColorsAndALegend() {
    Sampled w;
    w.compile({.sampleTimes = true});
    const auto facts = w.facts.inquiry().facts();
    QCOMPARE(facts->rates().size(), std::size_t{2});
    QCOMPARE(facts->rate(facts->block(w.fast)->sampleTime), 0);
    const Theme& theme = w.editor.scene().theme();
    const auto color = [&](sim::Id id) {
      return sampleTimeColor(*facts, facts->block(id)->sampleTime, facts->block(id)->hybrid, theme);
    };
    QVERIFY(color(w.fast).red() > 2 * color(w.fast).green());  // D1 red, D2 green
    QVERIFY(color(w.slow).green() > 2 * color(w.slow).red());
    QCOMPARE(color(w.sine), theme.blockText);
    QVERIFY(w.facts.legend()->isVisible());
    for (const char* text : {"D1", "every 0.1 s", "D2", "every 0.5 s", "Continuous"})
      QVERIFY2(w.facts.legend()->text().contains(QLatin1String(text)), text);
    w.facts.setShown({});
    QVERIFY(!w.facts.legend()->isVisible());
  }
  void theOverlayFollowsIntoASubsystem() {
    Sampled w;
    const sim::Id sub = w.add("ports/subsystem", 480, 0, "Inside");
    w.compile({.dimensions = true});
    w.editor.showSubsystem(sub);
    QVERIFY(w.facts.overlay());
    w.editor.showSubsystem(sim::no_id);
    QCOMPARE(w.facts.overlay()->label({w.gain, 0}), QStringLiteral("[3]"));
  }
  void whatDoesNotCompileSaysSo() {
    Sampled w;
    w.document.apply([&] {
      sim::Edit edit{"Break", {}};
      sim::Block block = *w.document.block(w.gain);
      block.parameters["k"] = "nowhere";
      edit.changes.push_back(sim::Set<sim::Block>{w.gain, block});
      return edit;
    }());
    w.facts.setShown({.types = true});
    QTRY_VERIFY(w.facts.legend()->isVisible());
    QVERIFY(w.facts.legend()->text().contains("does not compile"));
    QVERIFY(!w.facts.inquiry().facts());
  }
  void valuesAreThoseOfTheLastRunWhereTheyAreRecorded() {
    Sampled w;
    w.facts.setShown({.values = true});
    QVERIFY(w.cards.portCard(*w.editor.scene().level().port({w.fast, 0}, false)).contains("no run yet"));
    w.run();
    const QString value = w.facts.overlay()->label({w.fast, 0});
    QVERIFY2(value.startsWith('[') && value.split(' ').size() == 3, qPrintable(value));
    QVERIFY(w.cards.portCard(*w.editor.scene().level().port({w.fast, 0}, false)).contains(value));
    QVERIFY(w.facts.overlay()->label({w.sine, 0}).isEmpty());
    QVERIFY(w.cards.portCard(*w.editor.scene().level().port({w.sine, 0}, false)).contains("not known"));
  }
  void aRunThatIsWatchedHasTheValuesOfAllSignals() {
    Sampled w;
    w.facts.setShown({.values = true});
    w.run(true);
    const QString value = w.facts.overlay()->label({w.sine, 0});
    // sin(10), 2 sin(10), 3 sin(10)
    const QLocale locale;
    QCOMPARE(value, QString("[%1 %2 %3]")
                        .arg(locale.toString(-0.54402, 'g', 5), locale.toString(-1.088, 'g', 5),
                             locale.toString(-1.6321, 'g', 5)));
    const QString card = w.cards.portCard(*w.editor.scene().level().port({w.sine, 0}, false));
    QVERIFY2(card.contains(value + " at t = 10 s"), qPrintable(card));
  }
  void aBlocksCardSaysWhatItDoesAndWhatWasChanged() {
    Sampled w;
    const QString card = w.cards.blockCard(w.gain);
    QVERIFY(card.contains("<b>Double</b>"));
    QVERIFY(card.contains("Gain"));
    QVERIFY(card.contains("<b>2</b>"));
    QVERIFY(!w.cards.blockCard(w.scope).contains("<table>"));
    QCOMPARE(w.cards.cardAt(w.middle(w.gain)), card);
    QVERIFY(w.cards.cardAt({-400, -400}).isEmpty());
  }
  void portsAndLinesSayWhatIsKnownOfTheirSignal() {
    Sampled w;
    w.compile({.types = true});
    for (const QString& card : {w.cards.cardAt(w.output(w.gain) + QPointF(2, 0)),
                                w.cards.cardAt(w.input(w.fast) - QPointF(2, 0))}) {
      QVERIFY2(card.contains("[3]"), qPrintable(card));
      QVERIFY(card.contains("double"));
    }
    const sim::Id line = w.onlyLineId();
    const auto& route = w.route(line);
    const QString card = w.cards.cardAt((route[0] + route[1]) / 2);
    QVERIFY2(card.contains("Sine → Double"), qPrintable(card));
    const sim::Id free = w.add("math/gain", 0, 300, "Free");
    QVERIFY(
        w.cards.portCard(*w.editor.scene().level().port({free, 0}, true)).contains("Nothing is connected"));
  }
  void textOfTheModelIsNoMarkup() {
    Sampled w;
    const sim::Id odd = w.add("math/gain", 0, 300, "<b>&", {{"k", "<i>"}});
    QVERIFY(w.cards.blockCard(odd).contains("&lt;b&gt;&amp;"));
    QVERIFY(!w.cards.blockCard(odd).contains("<i>"));
  }
  void badgesExplainThemselvesAndLeadToTheList() {
    Sampled w;
    w.badges.setFindings({sim::warning("Sine", "it is slow", "make it fast", w.sine),
                          sim::error("Double", "it is broken", "fix it", w.gain)});
    QCOMPARE(w.badges.badgeAt(w.badges.place(w.gain)), w.gain);
    QVERIFY(w.badges.text(w.gain).contains("it is broken"));
    QVERIFY(w.badges.text(w.gain).contains("fix it"));
    QVERIFY(w.cards.cardAt(w.badges.place(w.gain)).contains("fix it"));
    QSignalSpy clicked(&w.badges, &FindingBadges::clicked);
    w.click(w.badges.place(w.gain));
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][0].toInt(), 1);
    QVERIFY(w.editor.selectedBlocks().empty());
    w.click(w.middle(w.gain));
    QCOMPARE(w.editor.selectedBlocks().size(), std::size_t{1});
    w.badges.setFindings({});
    QCOMPARE(w.badges.badgeAt(w.badges.place(w.gain)), sim::no_id);
  }
  void whatIsWrongInsideMarksTheSubsystem() {
    Sampled w;
    const sim::Id sub = w.add("ports/subsystem", 480, 0, "Plant");
    const sim::Id inner = w.add("math/gain", 0, 0, "Inner", {}, sub);
    w.badges.setFindings({sim::error("Plant/Inner", "it is broken", {}, inner)});
    QVERIFY(w.badges.text(sub).contains("Plant/Inner"));
    w.editor.showSubsystem(sub);
    QCOMPARE(w.badges.badgeAt(w.badges.place(inner)), inner);
  }
  void theMinimapShowsWhereOneIsAndGoesThere() {
    Sampled w;
    w.add("math/gain", 4000, 3000, "Far");
    Minimap map(w.editor.scene(), w.editor.view());
    map.show();
    QCoreApplication::processEvents();
    const QRectF before = map.frame();
    QVERIFY(before.isValid() && before.width() < map.width() / 2.0);
    QTest::mouseClick(&map, Qt::LeftButton, {}, {map.width() - 12, map.height() - 12});
    QVERIFY(w.editor.view().center().x() > 3000);
    QVERIFY(map.frame().center().x() > before.center().x());
    QVERIFY(w.editor.selectedBlocks().empty());
  }
  void theZoomControlFollowsAndLeads() {
    Sampled w;
    ZoomControl control(w.editor.view());
    auto* slider = control.findChild<QSlider*>("zoomSlider");
    auto* percent = control.findChild<QToolButton*>("zoomPercent");
    QCOMPARE(percent->text(), QStringLiteral("100 %"));
    slider->setValue(slider->maximum());
    QCOMPARE(w.editor.zoom(), 10.0);
    QCOMPARE(percent->text(), QStringLiteral("1000 %"));
    slider->setValue(0);
    QVERIFY(std::abs(w.editor.zoom() - 0.05) < 1e-9);
    w.editor.view().setZoom(1, {0, 0});
    QCOMPARE(percent->text(), QStringLiteral("100 %"));
    zoomTo(w.editor.view(), w.editor.scene().level().block(w.fast)->geometry().rect, 4);
    QCOMPARE(w.editor.zoom(), 4.0);
    QVERIFY(QLineF(w.editor.view().center(), w.middle(w.fast)).length() < 2);
  }
};

QTEST_MAIN(InsightTest)
#include "insight_test.moc"
