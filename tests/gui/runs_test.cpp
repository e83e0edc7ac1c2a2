// Runs that are kept: the dock, what it does with them, and comparisons.
#include <QApplication>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeWidget>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/plots_window.h"
#include "editor/run_archive/run_plot.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/run_archive/signal_tree.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/run_archive/csv_import.h"
#include "tests/gui/canvas_window.h"
#include "tests/gui/runs_window.h"

using namespace fluxion;

static const QString example = QStringLiteral(FLUXION_SOURCE_DIR "/examples/van_der_pol/van_der_pol.flx");

class RunsTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void aRunIsKeptAndThereAfterARestart();
  void runsOfAnUnsavedModelAreWrittenWhenItIsSaved();
  void aNewRunIsChosenAloneWhileCtrlIsHeld();
  void renamingPinningAndNotesLast();
  void deletingCanBeUndone();
  void pinnedRunsAreAskedFor();
  void theConfigurationIsRestored();
  void detailsTellWhatHasChanged();
  void theModelOfARunIsShown();
  void aTableIsARun();
  void aRunIsSavedAndOpened();
  void theDiskIsNotFilled();
  void twoRunsAreCompared();
  void tolerancesOfOneSignal();
  void signalsOfSeveralRunsAreLaidOver();
  void anArrangementServesOtherRuns();
  void signalsAreDraggedIntoPlots();

 private:
  std::unique_ptr<MainWindow> open();
  static void run(MainWindow& window);
  static void settle(RunLibrary& library);
  static QTreeWidgetItem* row(RunsDock& dock, int k) { return dock.table().topLevelItem(k); }

  sim::BlockLibrary m_library = test::allBlocks();
  std::unique_ptr<QTemporaryDir> m_folder;
};

void RunsTest::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  QVERIFY(test::useFolder(*m_folder, example));
}

std::unique_ptr<MainWindow> RunsTest::open() {
  return test::openModel(m_library, m_folder->filePath("model.flx"));
}
void RunsTest::settle(RunLibrary& library) { test::settle(library); }
void RunsTest::run(MainWindow& window) { test::runModel(window); }

void RunsTest::aRunIsKeptAndThereAfterARestart() {
  QString id;
  {
    const auto window = open();
    RunsDock& dock = window->runsDock();
    QCOMPARE(dock.table().topLevelItemCount(), 0);
    run(*window);
    run(*window);
    QCOMPARE(dock.table().topLevelItemCount(), 2);
    QCOMPARE(row(dock, 0)->text(0), QStringLiteral("Run 2"));
    QCOMPARE(row(dock, 1)->text(0), QStringLiteral("Run 1"));
    QVERIFY(!dock.library().runs()[0]->file.empty());
    id = dock.chosen().front();
    QVERIFY(dock.library().bytesUsed() > 0);
  }
  const auto window = open();
  RunsDock& dock = window->runsDock();
  QCOMPARE(dock.table().topLevelItemCount(), 2);
  const Run kept = dock.library().find(id);
  QVERIFY(kept && !kept->log);
  const auto log = sim::run_log(*kept);
  QVERIFY(log);
  QCOMPARE((*log)->size(), std::size_t(kept->summary.rows));
  run(*window);
  QCOMPARE(row(dock, 0)->text(0), QStringLiteral("Run 3"));
}

void RunsTest::runsOfAnUnsavedModelAreWrittenWhenItIsSaved() {
  const auto window = open();
  window->document().setDiagram(window->document().diagram());
  run(*window);
  RunLibrary& library = window->runsDock().library();
  QCOMPARE(library.runs().size(), std::size_t(1));
  QVERIFY(library.runs()[0]->file.empty());
  QVERIFY(window->document().save(m_folder->filePath("other.flx")).empty());
  settle(library);
  QVERIFY(!library.runs()[0]->file.empty());
  library.setModel(m_folder->filePath("other.flx"));
  settle(library);
  QCOMPARE(library.runs().size(), std::size_t(1));
}

void RunsTest::aNewRunIsChosenAloneWhileCtrlIsHeld() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  run(*window);
  QTest::keyPress(window->windowHandle(), Qt::Key_Control, Qt::ControlModifier);
  QCOMPARE(QGuiApplication::keyboardModifiers(), Qt::ControlModifier);
  run(*window);
  QTest::keyRelease(window->windowHandle(), Qt::Key_Control);
  QCOMPARE(dock.table().topLevelItemCount(), 2);
  QCOMPARE(dock.chosen(), QStringList(row(dock, 0)->data(0, Qt::UserRole).toString()));
}

void RunsTest::renamingPinningAndNotesLast() {
  {
    const auto window = open();
    RunsDock& dock = window->runsDock();
    run(*window);
    dock.table().setFocus();
    dock.table().setCurrentItem(row(dock, 0));
    QTest::keyClick(&dock.table(), Qt::Key_F2);
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field);
    field->selectAll();
    QTest::keyClicks(field, "stiff & tight");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(row(dock, 0)->text(0), QStringLiteral("stiff & tight"));
    dock.findChild<QAction*>(QStringLiteral("runsPin"))->trigger();
    auto* notes = dock.findChild<QLineEdit*>(QStringLiteral("runNotes"));
    notes->setFocus();
    QTest::keyClicks(notes, "as measured");
    QTest::keyClick(notes, Qt::Key_Return);
    settle(dock.library());
  }
  const auto window = open();
  const sim::RunSummary& kept = window->runsDock().library().runs().front()->summary;
  QCOMPARE(kept.name, std::string("stiff & tight"));
  QCOMPARE(kept.notes, std::string("as measured"));
  QVERIFY(kept.pinned);
}

void RunsTest::deletingCanBeUndone() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  for (int k = 0; k < 3; ++k) run(*window);
  dock.table().clearSelection();
  row(dock, 0)->setSelected(true);
  row(dock, 1)->setSelected(true);
  dock.table().setFocus();
  QTest::keyClick(&dock.table(), Qt::Key_Delete);
  QCOMPARE(dock.table().topLevelItemCount(), 1);
  QCOMPARE(row(dock, 0)->text(0), QStringLiteral("Run 1"));
  dock.findChild<QAction*>(QStringLiteral("runsUndo"))->trigger();
  QCOMPARE(dock.table().topLevelItemCount(), 3);
  QCOMPARE(row(dock, 0)->text(0), QStringLiteral("Run 3"));
  dock.library().setModel(window->document().path());
  settle(dock.library());
  QCOMPARE(dock.table().topLevelItemCount(), 3);
}

void RunsTest::pinnedRunsAreAskedFor() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  run(*window);
  dock.library().setPinned(dock.chosen().front(), true);
  QTimer::singleShot(0, [] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (box) box->reject();
  });
  dock.removeChosen();
  QCOMPARE(dock.table().topLevelItemCount(), 1);
}

void RunsTest::theConfigurationIsRestored() {
  const auto window = open();
  DiagramDocument& document = window->document();
  run(*window);
  const sim::Diagram before = document.diagram();
  sim::Edit edit{"Change", {}};
  edit.set_setting("Solver", "ode15s");
  edit.set_setting("RelTol", "1e-7");
  document.apply(edit);
  run(*window);
  RunsDock& dock = window->runsDock();
  QCOMPARE(row(dock, 0)->text(3), QStringLiteral("ode15s"));
  dock.table().setCurrentItem(row(dock, 1));
  dock.restoreConfiguration();
  QCOMPARE(document.diagram().settings, before.settings);
  document.undoStack().undo();
  QCOMPARE(sim::setting(document.diagram(), "Solver"), std::string("ode15s"));
}

void RunsTest::detailsTellWhatHasChanged() {
  const auto window = open();
  run(*window);
  RunsDock& dock = window->runsDock();
  QVERIFY(dock.details().toPlainText().contains(QStringLiteral("The model is as it was in this run.")));
  sim::Edit edit{"Change", {}};
  edit.set_setting("StopTime", "77");
  window->document().apply(edit);
  QVERIFY(dock.details().toPlainText().contains(QStringLiteral("The model has changed since")));
  QVERIFY(dock.details().toPlainText().contains(QStringLiteral("77")));
}

void RunsTest::theModelOfARunIsShown() {
  const auto window = open();
  run(*window);
  const sim::Diagram before = window->document().diagram();
  sim::Edit edit{"Change", {}};
  edit.set_setting("StopTime", "77");
  window->document().apply(edit);
  const auto known = QApplication::topLevelWidgets();
  window->runsDock().findChild<QAction*>(QStringLiteral("runsSnapshot"))->trigger();
  MainWindow* shown = nullptr;
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* other = qobject_cast<MainWindow*>(widget); other && !known.contains(other)) shown = other;
  QVERIFY(shown);
  QCOMPARE(shown->document().diagram(), before);
  QVERIFY(shown->document().path().isEmpty());
  shown->close();
}

void RunsTest::aTableIsARun() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  QFile table(m_folder->filePath("measured.csv"));
  QVERIFY(table.open(QIODevice::WriteOnly));
  table.write("time;speed [m/s]\n0;1,5\n1;2,5\n");
  table.close();
  dock.library().open(table.fileName());
  settle(dock.library());
  QCOMPARE(dock.table().topLevelItemCount(), 1);
  QCOMPARE(row(dock, 0)->text(0), QStringLiteral("measured"));
  QCOMPARE(dock.library().runs()[0]->summary.recorded[0].unit, std::string("m/s"));
  QVERIFY(!dock.findChild<QAction*>(QStringLiteral("runsRestore"))->isEnabled());
  QSignalSpy said(&dock, &RunsDock::said);
  QVERIFY(table.open(QIODevice::WriteOnly));
  table.write("time;speed\n0;1\n1;fast\n");
  table.close();
  dock.library().open(table.fileName());
  settle(dock.library());
  QCOMPARE(said.count(), 1);
  QVERIFY(
      said[0][0].toString().contains(QStringLiteral("line 3: 'fast' in column 2 (speed) is not a number")));
}

void RunsTest::aRunIsSavedAndOpened() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  run(*window);
  for (const char* name : {"copy.flxrun", "copy.csv"}) {
    dock.exportTo(dock.chosen().front(), m_folder->filePath(name));
    settle(dock.library());
    dock.library().open(m_folder->filePath(name));
    settle(dock.library());
  }
  const auto& runs = dock.library().runs();
  QCOMPARE(runs.size(), std::size_t(3));
  for (int k : {1, 2}) QVERIFY(sim::compare_runs(*runs[0], *runs[std::size_t(k)], {}).within());
}

void RunsTest::theDiskIsNotFilled() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  run(*window);
  dock.library().setPinned(dock.chosen().front(), true);
  settle(dock.library());
  dock.library().setLimit(dock.library().bytesUsed() * 5 / 2);
  for (int k = 0; k < 3; ++k) run(*window);
  QCOMPARE(dock.table().topLevelItemCount(), 2);
  QCOMPARE(row(dock, 0)->text(0), QStringLiteral("Run 4"));
  QCOMPARE(row(dock, 1)->text(0), QStringLiteral("Run 1"));
  QVERIFY(dock.library().bytesUsed() <= dock.library().limit());
}

void RunsTest::twoRunsAreCompared() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  run(*window);
  sim::Edit edit{"Change", {}};
  edit.set_setting("RelTol", "1e-8");
  window->document().apply(edit);
  run(*window);
  emit dock.compareRequested(dock.chosen().front(),
                             QString::fromStdString(dock.library().runs()[0]->summary.id));
  auto* compare = window->findChild<CompareWindow*>();
  QVERIFY(compare && compare->isVisible());
  QTRY_VERIFY(!compare->isBusy());
  settle(dock.library());
  QVERIFY(!compare->comparison().within());
  QVERIFY(compare->table().topLevelItemCount() > 0);
  QVERIFY(compare->plot().curveCount() > 0);
  QVERIFY(compare->table().topLevelItem(0)->text(2).contains(QStringLiteral("out of tolerance")));
  const AxisRange before = compare->plot().canvas().horizontal().range();
  QTest::keyClick(compare, Qt::Key_F3);
  QVERIFY(compare->plot().canvas().horizontal().range().span() < before.span());
  QVERIFY(compare->reportText().contains(QStringLiteral("not within tolerance")));
  auto* absolute = compare->findChild<QLineEdit*>(QStringLiteral("compareAbsolute"));
  absolute->setFocus();
  absolute->selectAll();
  QTest::keyClicks(absolute, "1e9");
  QTest::keyClick(absolute, Qt::Key_Return);
  QTRY_VERIFY(!compare->isBusy() && compare->comparison().within());
  QVERIFY(compare->table().topLevelItem(0)->text(2).contains(QStringLiteral("within tolerance")));
}

void RunsTest::tolerancesOfOneSignal() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  const auto table = [&](const char* text) { return library.add(*sim::import_csv_text(text, "t.csv")); };
  const Run a = table("t,x,y\n0,0,0\n1,1,1\n"), b = table("t,x,y\n0,0,0\n1,1.5,1.5\n");
  CompareWindow window(library);
  window.compare(a, b);
  QTRY_VERIFY(!window.isBusy());
  QCOMPARE(window.comparison().count(sim::Verdict::Out), 2);
  window.table().topLevelItem(0)->setText(6, QStringLiteral("0.6"));
  QTRY_VERIFY(window.comparison().count(sim::Verdict::Out) == 1);
  QCOMPARE(window.comparison().verdicts.back().tolerance.absolute, 0.6);
}

static QTreeWidgetItem* itemNamed(QTreeWidget& tree, const QString& run, const QString& signal) {
  for (int k = 0; k < tree.topLevelItemCount(); ++k)
    if (tree.topLevelItem(k)->text(0).startsWith(run))
      for (int c = 0; c < tree.topLevelItem(k)->childCount(); ++c)
        if (tree.topLevelItem(k)->child(c)->text(0) == signal) return tree.topLevelItem(k)->child(c);
  return nullptr;
}

static sim::RunRecord table(const char* name, const char* text) {
  return *sim::import_csv_text(text, std::string(name) + ".csv");
}

void RunsTest::signalsOfSeveralRunsAreLaidOver() {
  const auto window = open();
  RunsDock& dock = window->runsDock();
  dock.library().add(table("first", "t,x,y\n0,0,0\n1,1,2\n"));
  dock.library().add(table("second", "t,x,y\n0,0,5\n1,3,4\n"));
  settle(dock.library());
  dock.table().selectAll();
  emit dock.inspectRequested(dock.chosen());
  auto* plots = window->findChild<PlotsWindow*>();
  QVERIFY(plots && plots->isVisible());
  QTRY_COMPARE(plots->plot().curveCount(), 2);
  plots->setGrid(2, 1);
  plots->choosePlot(1);
  QTreeWidget& tree = plots->signalTree().tree();
  QCOMPARE(itemNamed(tree, "first", "x")->checkState(0), Qt::Unchecked);
  itemNamed(tree, "first", "y")->setCheckState(0, Qt::Checked);
  itemNamed(tree, "second", "y")->setCheckState(0, Qt::Checked);
  QTRY_COMPARE(plots->plot().curveCount(), 4);
  PlotCanvas& canvas = plots->plot().canvas();
  QCOMPARE(canvas.axesCount(), 2);
  QVERIFY(canvas.vertical(1).range().high > 5 && canvas.vertical(0).range().high < 4);
  QCOMPARE(canvas.horizontal(0).range(), canvas.horizontal(1).range());
  // One color for a signal, a dash for each run.
  QCOMPARE(canvas.curveColor(2), canvas.curveColor(3));
  QVERIFY(canvas.curveColor(0) != canvas.curveColor(2));
  QVERIFY(canvas.style(2).dash != canvas.style(3).dash);
  QCOMPARE(canvas.style(0).dash, canvas.style(3).dash);
  plots->choosePlot(0);
  QCOMPARE(itemNamed(tree, "first", "x")->checkState(0), Qt::Checked);
  itemNamed(tree, "first", "x")->setCheckState(0, Qt::Unchecked);
  QTRY_COMPARE(plots->plot().curveCount(), 3);
  plots->signalTree().setFilter(QStringLiteral("y"));
  QVERIFY(itemNamed(tree, "first", "x")->isHidden());
  QVERIFY(!itemNamed(tree, "first", "y")->isHidden());
  dock.library().remove({QString::fromStdString(dock.library().runs()[0]->summary.id)});
  QTRY_COMPARE(plots->plot().curveCount(), 2);
}

void RunsTest::anArrangementServesOtherRuns() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  const Run a = library.add(table("a", "t,x,y\n0,0,0\n1,1,2\n")),
            b = library.add(table("b", "t,y,x\n0,0,0\n1,1,2\n"));
  const QString first = QString::fromStdString(a->summary.id), second = QString::fromStdString(b->summary.id);
  PlotsWindow window(library);
  window.setGrid(2, 2);
  window.setShown({first, {{}, "x", 0}}, 0, true);
  window.setShown({first, {{}, "y", 0}}, 3, true);
  window.saveView(QStringLiteral("both & more/less"));
  QCOMPARE(window.views(), QStringList{QStringLiteral("both & more/less")});
  PlotsWindow other(library);
  other.inspect({second});
  QVERIFY(other.applyView(QStringLiteral("both & more/less")));
  QCOMPARE(other.arrangement().rows, 2);
  QVERIFY(other.arrangement().contains(0, {second, {{}, "x", 0}}));
  QVERIFY(other.arrangement().contains(3, {second, {{}, "y", 0}}));
  QTRY_COMPARE(other.plot().curveCount(), 2);
  QVERIFY(!other.applyView(QStringLiteral("none")));
  other.setGrid(1, 1);
  QCOMPARE(other.arrangement().plots[0].size(), std::size_t(2));
  QVERIFY(!PlotArrangement::fromView(QStringLiteral("{\"rows\": 99, \"columns\": 1}"), {}));
}

void RunsTest::signalsAreDraggedIntoPlots() {
  RunLibrary library(m_folder->filePath("elsewhere"));
  const Run a = library.add(table("a", "t,x,y\n0,0,0\n1,1,2\n"));
  PlotsWindow window(library);
  window.setGrid(2, 1);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QTreeWidget& tree = window.signalTree().tree();
  std::unique_ptr<QMimeData> data(
      tree.model()->mimeData({tree.model()->index(1, 0, tree.model()->index(0, 0))}));
  QCOMPARE(SignalTree::dropped(data.get()).size(), std::size_t(1));
  PlotCanvas& canvas = window.plot().canvas();
  QTRY_VERIFY(canvas.axesAt(canvas.axesRect(1).center()) == 1);
  const QPoint place = canvas.axesRect(1).center();
  QDragEnterEvent enter(place, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&canvas, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(place, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&canvas, &drop);
  QVERIFY(window.arrangement().contains(1, {QString::fromStdString(a->summary.id), {{}, "y", 0}}));
  QCOMPARE(window.chosenPlot(), 1);
}

QTEST_MAIN(RunsTest)
#include "runs_test.moc"
