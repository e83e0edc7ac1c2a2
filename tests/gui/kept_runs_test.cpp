// What is done with runs that are kept: which lie below scopes, how they are found again, what they cost, and
// tables that become runs.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableWidget>
#include <QTextBrowser>
#include <QTreeWidget>

#include "editor/dialogs/configuration_comparison.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/preset_menu.h"
#include "editor/profiler/cost_tables.h"
#include "editor/profiler/profiler_dock.h"
#include "editor/profiler/step_plot.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/import_dialog.h"
#include "editor/run_archive/plots_window.h"
#include "editor/run_archive/run_color.h"
#include "editor/run_archive/run_filter.h"
#include "editor/run_archive/run_plot.h"
#include "editor/run_palette.h"
#include "editor/scopes/measurements_panel.h"
#include "editor/scopes/scope_cursors.h"
#include "editor/window/scope_docks.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/run_archive/csv_import.h"
#include "tests/gui/canvas_window.h"
#include "tests/gui/runs_window.h"

using namespace fluxion;

static const QString example = QStringLiteral(FLUXION_SOURCE_DIR "/examples/van_der_pol/van_der_pol.flx");

// Columns of the dock's table.
static constexpr int nameColumn = 0, scopesColumn = 1, tagsColumn = 8;

class KeptRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void theDockRulesWhatLiesBelowScopes();
  void runsBelowScopesComeFromFilesToo();
  void runsAreFoundByWordsAndTags();
  void aFilterIsALineOfWords();
  void theProfileOfAKeptRunIsShown();
  void changesDuringARunAreTold();
  void configurationsAreComparedWithAnyRun();
  void cursorsAndMeasurementsInPlots();
  void plotsMayBeColoredByRun();
  void aTableIsLookedAtBeforeItIsOpened();
  void aMatFileIsARun();
  void aTableWithFewRowsIsSaidToBeCoarse();

 private:
  std::unique_ptr<MainWindow> open() { return test::openModel(m_library, m_folder->filePath("model.flx")); }
  static QTreeWidgetItem* row(RunsDock& dock, int k) { return dock.table().topLevelItem(k); }
  static ScopePanel* scope(MainWindow& window) {
    for (ScopePanel* panel : window.scopes().panels())
      if (panel->source() && !panel->isPhase()) return panel;
    return nullptr;
  }
  // Of earlier runs in the scope: their colors, the nearest run first.
  static std::vector<QColor> ghosts(const ScopePanel& panel) {
    std::vector<QColor> all;
    for (int k = 0; k < panel.curveCount(); ++k)
      if (const QColor color = panel.canvas().curveColor(panel.curves().at(k).canvas);
          panel.curves().at(k).isGhost() && (all.empty() || all.back() != color))
        all.push_back(color);
    return all;
  }

  sim::BlockLibrary m_library = test::allBlocks();
  std::unique_ptr<QTemporaryDir> m_folder;
};

void KeptRunsTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  QVERIFY(test::useFolder(*m_folder, example));
}

void KeptRunsTest::theDockRulesWhatLiesBelowScopes() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  for (int k = 0; k < 6; ++k) test::runModel(*window);
  ScopePanel* panel = scope(*window);
  QVERIFY(panel);
  // In a plot of one signal, earlier runs have the colors of the dock.
  while (panel->measuredSignals().size() > 1) panel->edits().remove(1);
  // Unasked, the run before.
  const auto color = [&](int k) {
    return runPaletteColor(runColor(dock.library().runs()[std::size_t(k)]->summary), window->palette());
  };
  QTRY_COMPARE(ghosts(*panel), (std::vector<QColor>{color(4)}));
  QVERIFY(color(4) != color(3) && color(3) != color(2));
  QCOMPARE(row(dock, 1)->checkState(scopesColumn), Qt::Checked);    // Run 5
  QCOMPARE(row(dock, 4)->checkState(scopesColumn), Qt::Unchecked);  // Run 2
  // What is checked is shown, what is not is not; the others stay.
  row(dock, 5)->setCheckState(scopesColumn, Qt::Checked);
  row(dock, 1)->setCheckState(scopesColumn, Qt::Unchecked);
  QTRY_COMPARE(ghosts(*panel), (std::vector<QColor>{color(3), color(0)}));
  // Another color.
  dock.choose(QString::fromStdString(dock.library().runs()[0]->summary.id));
  dock.findChild<QAction*>(QStringLiteral("runsColor7"))->trigger();
  QTRY_COMPARE(ghosts(*panel).back(), runPaletteColor(7, window->palette()));
  // The next run: the choice stands, and the run before has come below.
  test::runModel(*window);
  QTRY_COMPARE(ghosts(*panel), (std::vector<QColor>{color(5), color(0)}));
  // Names in the legend are those of the dock.
  QCOMPARE(panel->source()->run, row(dock, 0)->text(nameColumn));
  test::settle(dock.library());
  dock.library().remove({QString::fromStdString(dock.library().runs()[5]->summary.id)});
  QTRY_VERIFY(std::ranges::count(ghosts(*panel), color(5)) == 0);
}

void KeptRunsTest::runsBelowScopesComeFromFilesToo() {
  {
    const auto window = open();
    test::runModel(*window);
    window->runsDock().library().setUnderScopes(window->runsDock().chosen().front(), true);
    test::settle(window->runsDock().library());
  }
  const auto window = open();
  RunsDock& dock = window->runsDock();
  QVERIFY(!dock.library().runs().front()->log);
  QCOMPARE(row(dock, 0)->checkState(scopesColumn), Qt::Checked);
  // A table of measurements too, where its names are those of signals.
  const sim::RunSignal signal = dock.library().runs().front()->summary.recorded.front();
  const Run measured =
      dock.library().add(*sim::import_csv_text("t," + signal.name + "\n0,0\n1,1\n", "measured.csv"));
  dock.library().setUnderScopes(QString::fromStdString(measured->summary.id), true);
  test::runModel(*window);
  ScopePanel* panel = scope(*window);
  QTRY_COMPARE(ghosts(*panel).size(), std::size_t(2));
}

void KeptRunsTest::runsAreFoundByWordsAndTags() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  for (int k = 0; k < 3; ++k) test::runModel(*window);
  dock.table().setCurrentItem(row(dock, 1));
  auto* tags = dock.findChild<QLineEdit*>(QStringLiteral("runTags"));
  tags->setFocus();
  QTest::keyClicks(tags, "tuned, long  run,tuned");
  QTest::keyClick(tags, Qt::Key_Return);
  QTRY_COMPARE(row(dock, 1)->text(tagsColumn), QStringLiteral("tuned, long run"));
  test::settle(dock.library());
  dock.setFilter(QStringLiteral("tag:tuned"));
  QVERIFY(row(dock, 0)->isHidden() && !row(dock, 1)->isHidden() && row(dock, 2)->isHidden());
  // What is hidden is not meant by what one does.
  QCOMPARE(dock.chosen().size(), 1);
  dock.table().selectAll();
  QCOMPARE(dock.chosen().size(), 1);
  dock.setFilter(QStringLiteral("tag:other"));
  QVERIFY(dock.chosen().isEmpty());
  dock.setFilter({});
  QVERIFY(!row(dock, 0)->isHidden());
  const auto again = open();
  QCOMPARE(row(again->runsDock(), 1)->text(tagsColumn), QStringLiteral("tuned, long run"));
}

void KeptRunsTest::aFilterIsALineOfWords() {
  sim::RunSummary run;
  run.name = "Clutch, stiff";
  run.notes = "as measured on Monday";
  run.tags = {"long run", "tuned"};
  run.solver = "ode15s";
  run.end = sim::RunEnd::Stopped;
  for (const char* line : {"", "clutch", "STIFF monday", "tag:tuned solver:ode15s", "tag:\"long run\"",
                           "end:stop", "tag:", "solver:ode name:clutch ode15s", "stopped"})
    QVERIFY2(RunFilter(QString::fromUtf8(line)).matches(run), line);
  for (const char* line :
       {"ode45", "tag:clutch", "clutch tag:other", "solver:tuned", "end:failed", "name:ode"})
    QVERIFY2(!RunFilter(QString::fromUtf8(line)).matches(run), line);
  QCOMPARE(tagsOf(QStringLiteral(" a ,, b  c,")), (QStringList{"a", "b c"}));
}

void KeptRunsTest::theProfileOfAKeptRunIsShown() {
  QString id;
  {
    const auto window = open();
    test::runModel(*window);
    id = window->runsDock().chosen().front();
  }
  const auto window = open();
  auto* profiler = window->findChild<ProfilerDock*>();
  RunsDock& dock = window->runsDock();
  dock.choose(id);
  dock.findChild<QAction*>(QStringLiteral("runsProfile"))->trigger();
  QVERIFY(profiler->isVisible());
  const sim::RunSummary& run = dock.library().find(id)->summary;
  QVERIFY2(profiler->summary().startsWith(QStringLiteral("Run 1, ode45: %1 steps").arg(run.steps)),
           qPrintable(profiler->summary()));
  QVERIFY(profiler->blocks().rowCount() > 0);
  QVERIFY(profiler->totals().rowCount() > 5);
  QCOMPARE(profiler->plot().canvas().horizontal().range().high, run.end_time);
  // The next run takes its place.
  test::runModel(*window);
  QVERIFY(!profiler->summary().startsWith(QStringLiteral("Run 1")));
}

void KeptRunsTest::changesDuringARunAreTold() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  test::runModel(*window);
  sim::RunRecord record = *dock.library().runs().front();
  auto details = std::make_shared<sim::RunDetails>(**sim::run_details(record));
  record.log = *sim::run_log(record);
  details->statistics.changes = {{2.5, "Damping", "k", "1", "<3>"}};
  record.details = details;
  record.file.clear();
  record.summary.id = sim::new_run_id();
  dock.library().add(std::move(record));
  test::settle(dock.library());
  const QString told = dock.details().toPlainText();
  QVERIFY2(told.contains(QStringLiteral("Changed during the run")), qPrintable(told));
  QVERIFY(told.contains(QStringLiteral("Damping: k")) && told.contains(QStringLiteral("<3>")));
}

void KeptRunsTest::configurationsAreComparedWithAnyRun() {
  const auto window = open();
  test::runModel(*window);
  sim::Edit edit{"Change", {}};
  edit.set_setting("RelTol", "1e-9");
  window->document().apply(edit);
  test::runModel(*window);
  test::settle(window->runsDock().library());
  bool compared = false;
  QTimer::singleShot(0, window.get(), [&] {
    auto* dialog = qobject_cast<ConfigurationDialog*>(QApplication::activeModalWidget());
    QVERIFY(dialog);
    QTimer::singleShot(0, dialog, [&, dialog] {
      auto* comparison = dialog->findChild<ConfigurationComparison*>();
      QVERIFY(comparison);
      auto* others = comparison->findChild<QComboBox*>(QStringLiteral("otherConfiguration"));
      const int first = others->findText(QStringLiteral("Run 1"), Qt::MatchStartsWith);
      QVERIFY(first >= 0);
      others->setCurrentIndex(first);
      QCOMPARE(comparison->table().rowCount(), 1);
      QVERIFY(comparison->table().item(0, 2)->text().contains(QStringLiteral("1e-9")));
      others->setCurrentIndex(others->findText(QStringLiteral("Run 2"), Qt::MatchStartsWith));
      QCOMPARE(comparison->note(), QStringLiteral("There is no difference."));
      compared = true;
      comparison->reject();
      dialog->reject();
    });
    emit dialog->presets().comparisonRequested(-1);
  });
  window->commands().action(CommandId::Configuration)->trigger();
  QVERIFY(compared);
}

static sim::RunRecord table(const char* name, const char* text) {
  return *sim::import_csv_text(text, std::string(name) + ".csv");
}

void KeptRunsTest::cursorsAndMeasurementsInPlots() {
  const auto window = open();
  RunLibrary& library = window->runsDock().library();
  const Run a = library.add(table("a", "t,x\n0,0\n1,1\n2,4\n3,9\n")),
            b = library.add(table("b", "t,x\n0,10\n1.5,11.5\n3,13\n"));
  test::settle(library);
  emit window->runsDock().inspectRequested(
      {QString::fromStdString(a->summary.id), QString::fromStdString(b->summary.id)});
  auto* plots = window->findChild<PlotsWindow*>();
  QVERIFY(plots);
  QTRY_COMPARE(plots->plot().curveCount(), 2);
  CursorSet& cursors = plots->cursorSet();
  QCOMPARE(&cursors, &window->scopes().cursors());  // the same times as in scopes
  plots->findChild<QAction*>(QStringLiteral("scopeCursors"))->trigger();
  QVERIFY(cursors.isOn());
  const QTableWidget* values = plots->cursors().table();
  QVERIFY(values->isVisible());
  QCOMPARE(values->rowCount(), 3);
  cursors.place(1, 3);
  QCOMPARE(values->item(0, 3)->text(), QStringLiteral("2"));
  QCOMPARE(values->item(0, 4)->text(), QStringLiteral("1/Δt = %1 Hz").arg(QLocale().toString(0.5)));
  QCOMPARE(values->item(1, 3)->text(), QStringLiteral("8"));  // x of a: 1 to 9
  QCOMPARE(values->item(1, 4)->text(), QStringLiteral("4"));
  QCOMPARE(values->item(2, 4)->text(), QStringLiteral("1"));
  // Keys move to the next instant that any of the runs has recorded.
  cursors.setActive(0);
  QTest::keyClick(&plots->plot().canvas(), Qt::Key_Right);
  QCOMPARE(cursors.time(0), 1.5);
  QTest::keyClick(&plots->plot().canvas(), Qt::Key_Right);
  QCOMPARE(cursors.time(0), 2.0);
  plots->findChild<QAction*>(QStringLiteral("plotsMeasurements"))->trigger();
  MeasurementsPanel& measured = plots->measurements();
  QTRY_COMPARE(measured.cell(0, QStringLiteral("maximum")), QStringLiteral("9"));
  QCOMPARE(measured.cell(1, QStringLiteral("mean")), QLocale().toString(11.5));
  cursors.place(0, 2);
  measured.setRange(MeasurementsPanel::Range::Cursors);
  QTRY_COMPARE(measured.cell(0, QStringLiteral("maximum")), QStringLiteral("4"));
}

void KeptRunsTest::plotsMayBeColoredByRun() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  const Run a = library.add(table("a", "t,x,y\n0,0,0\n1,1,2\n")),
            b = library.add(table("b", "t,x\n0,0\n1,2\n"));
  PlotsWindow window(library);
  window.setShown({QString::fromStdString(a->summary.id), {{}, "x", 0}}, 0, true);
  window.setShown({QString::fromStdString(a->summary.id), {{}, "y", 0}}, 0, true);
  window.setShown({QString::fromStdString(b->summary.id), {{}, "x", 0}}, 0, true);
  QTRY_COMPARE(window.plot().curveCount(), 3);
  const PlotCanvas& canvas = window.plot().canvas();
  QCOMPARE(canvas.curveColor(0), canvas.curveColor(2));
  window.findChild<QAction*>(QStringLiteral("plotsByRun"))->trigger();
  QCOMPARE(canvas.curveColor(0), canvas.curveColor(1));
  QCOMPARE(canvas.curveColor(2), runPaletteColor(runColor(b->summary), window.palette()));
  QCOMPARE(canvas.style(2).dash, Qt::SolidLine);
}

void KeptRunsTest::aTableIsLookedAtBeforeItIsOpened() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  QFile file(m_folder->filePath("measured.csv"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("x [m];when;y\n5;0;1,5\n6;1;2,5\n7;2;3,5\n");
  file.close();
  ImportDialog dialog(library, file.fileName());
  QTRY_VERIFY(!dialog.isBusy());
  QCOMPARE(dialog.table().columnCount(), 3);
  QCOMPARE(dialog.table().rowCount(), 3);
  QCOMPARE(dialog.table().horizontalHeaderItem(0)->text(), QStringLiteral("x (m)"));
  QCOMPARE(dialog.table().item(1, 2)->text(), QStringLiteral("2,5"));
  QVERIFY(dialog.note().contains(QStringLiteral("semicolons")));
  QCOMPARE(dialog.time().currentText(), QStringLiteral("x"));
  dialog.time().setCurrentIndex(dialog.time().findText(QStringLiteral("when")));
  QVERIFY(dialog.table().item(0, 1)->font().bold() && !dialog.table().item(0, 0)->font().bold());
  dialog.accept();
  test::settle(library);
  QCOMPARE(library.runs().size(), std::size_t(1));
  QCOMPARE(library.runs()[0]->summary.end_time, 2.0);
  QCOMPARE(library.runs()[0]->summary.recorded[0].name, std::string("x"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.close();
  ImportDialog empty(library, file.fileName());
  QTRY_VERIFY(!empty.isBusy());
  QVERIFY(empty.note().contains(QStringLiteral("there is nothing in this file")));
  empty.accept();
  QVERIFY(!library.isBusy());
}

void KeptRunsTest::aMatFileIsARun() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  const QString path = m_folder->filePath("measured.mat");
  sim::MatWriter writer(path.toStdString());
  const double clock[] = {0, 1, 2}, x[] = {1, 2, 3, 4, 5, 6}, rate[] = {42};
  writer.add("clock", 3, 1, clock);
  writer.add("x", 3, 2, x);
  writer.add("rate", 1, 1, rate);
  QVERIFY(writer.finish());
  ImportDialog dialog(library, path);
  QTRY_VERIFY(!dialog.isBusy());
  QCOMPARE(dialog.time().currentText(), QStringLiteral("clock"));
  QVERIFY(dialog.note().contains(QStringLiteral("rate")));
  dialog.accept();
  test::settle(library);
  QCOMPARE(library.runs().size(), std::size_t(1));
  QCOMPARE(library.runs()[0]->summary.recorded[0].count(), 2);
}

void KeptRunsTest::aTableWithFewRowsIsSaidToBeCoarse() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  const auto table = [&](int steps) {
    QString text = QStringLiteral("t,x\n");
    for (int k = 0; k <= steps; ++k)
      text += QStringLiteral("%1,%2\n").arg(double(k) / steps).arg(double(k) / steps * k / steps);
    return library.add(*sim::import_csv_text(text.toStdString(), "t.csv"));
  };
  CompareWindow window(library);
  window.compare(table(2), table(64));
  window.show();
  QTRY_VERIFY(!window.isBusy());
  auto* said = window.findChild<QLabel*>("compareCoarse");
  QVERIFY(said->isVisible());
  QVERIFY2(said->text().contains("the baseline has only 3 rows"), qPrintable(said->text()));
  QVERIFY2(said->text().endsWith("largest difference is 0."), qPrintable(said->text()));
  window.compare(table(32), table(64));
  QTRY_VERIFY(!window.isBusy());
  QVERIFY(!window.comparison().within());
  QVERIFY(!said->isVisible());
}

QTEST_MAIN(KeptRunsTest)
#include "kept_runs_test.moc"
