// What was recorded, listed beside the runs; their times in the unit of the model; messages about a signal.
#include <QLabel>
#include <QStatusBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "editor/plots/plot_canvas.h"
#include "editor/problems/problems_dock.h"
#include "editor/profiler/profiler_dock.h"
#include "editor/profiler/step_plot.h"
#include "editor/run_archive/plots_window.h"
#include "editor/run_archive/run_plot.h"
#include "editor/run_archive/signal_tree.h"
#include "editor/shown_number.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/signal_of_finding.h"
#include "sim_core/diagram/signal_properties.h"
#include "sim_core/files/mat_file.h"
#include "tests/gui/canvas_window.h"
#include "tests/gui/runs_window.h"

using namespace fluxion;

class RunSignalsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> open() { return test::openModel(m_library, m_folder->filePath("model.flx")); }
  static QTreeWidgetItem* row(RunsDock& dock, int k) { return dock.table().topLevelItem(k); }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<QTemporaryDir> m_folder;

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(test::useFolder(*m_folder,
                            QStringLiteral(FLUXION_SOURCE_DIR "/examples/van_der_pol/van_der_pol.flx")));
  }

  void allSignalsAreListedBesideTheRuns() {
    const auto window = open();
    test::runModel(*window);
    test::runModel(*window);
    RunsDock& dock = window->runsDock();
    auto* pages = dock.findChild<QTabWidget*>(QStringLiteral("runPages"));
    pages->setCurrentIndex(1);
    QTreeWidget& tree = dock.signalTree().tree();
    QVERIFY(tree.isVisible());
    QCOMPARE(tree.topLevelItemCount(), 1);  // of the run that is chosen
    dock.table().clearSelection();
    QCOMPARE(tree.topLevelItemCount(), 2);
    const auto leaves = [&] {
      QList<QTreeWidgetItem*> all;
      for (QTreeWidgetItemIterator it(&tree, QTreeWidgetItemIterator::NotHidden); *it; ++it)
        if ((*it)->childCount() == 0) all << *it;
      return all;
    };
    int recorded = 0;
    for (const Run& run : dock.library().runs())
      for (const sim::RunSignal& signal : run->summary.recorded) recorded += signal.count();
    QCOMPARE(leaves().size(), recorded);
    QVERIFY(leaves().front()->data(0, Qt::CheckStateRole).isNull());
    dock.signalTree().setFilter(QStringLiteral("no such signal"));
    QVERIFY(leaves().isEmpty());
    dock.signalTree().setFilter(QString());
    // A double click plots the signal, a second one beside it.
    QTreeWidgetItem *first = leaves().front(), *last = leaves().back();
    tree.setCurrentItem(first);
    emit tree.itemActivated(first, 0);
    auto* plots = window->findChild<PlotsWindow*>();
    QVERIFY(plots && plots->isVisible());
    QCOMPARE(plots->arrangement().plots.front().size(), std::size_t(1));
    tree.setCurrentItem(last);
    emit tree.itemActivated(last, 0);
    QCOMPARE(plots->arrangement().plots.front().size(), std::size_t(2));
    QTRY_COMPARE(plots->plot().curveCount(), 2);
    tree.setCurrentItem(tree.topLevelItem(0));
    emit tree.itemActivated(tree.topLevelItem(0), 0);  // a run is no signal
    QCOMPARE(plots->arrangement().plots.front().size(), std::size_t(2));
  }

  void timesOfRunsAreInTheModelsUnit() {
    const auto window = open();
    sim::Edit edit{"Minutes", {}};
    edit.set_setting("TimeUnit", "min");
    window->document().apply(std::move(edit));
    test::runModel(*window);
    RunsDock& dock = window->runsDock();
    const double end = dock.library().runs().front()->summary.end_time;
    const QString shown = shownNumber(end / 60) + QStringLiteral(" min");
    QCOMPARE(window->findChild<QLabel*>(QStringLiteral("runTime"))->text(), QString("t = " + shown));
    QVERIFY(window->statusBar()->currentMessage().startsWith(
        QStringLiteral("Finished: t = %1 min").arg(shownNumber(end / 60, 8))));
    QCOMPARE(row(dock, 0)->text(5), shown);
    QVERIFY2(dock.details().toPlainText().contains(QStringLiteral("0 to ") + shown),
             qPrintable(dock.details().toPlainText()));
    window->commands().action(CommandId::PlotRuns)->trigger();
    auto* plots = window->findChild<PlotsWindow*>();
    QCOMPARE(plots->plot().timeUnit().name, std::string("min"));
    QTRY_COMPARE(plots->plot().curveCount(), 1);
    QCOMPARE(plots->plot().canvas().horizontal(0).label(), QString("time (min)"));
    QCOMPARE(plots->plot().canvas().horizontal().range().high, end);  // in seconds inside
    auto* profiler = window->findChild<ProfilerDock*>();
    QCOMPARE(profiler->plot().canvas().horizontal(0).label(), QString("time (min)"));
    const QString file = m_folder->filePath("run.mat");
    dock.exportTo(QString::fromStdString(dock.library().runs().front()->summary.id), file);
    test::settle(dock.library());
    const auto written = sim::read_mat_file(file.toStdString());
    QVERIFY(written);
    QCOMPARE(written->front().name, std::string("time [min]"));
    QCOMPARE(written->front().values.back(), end / 60);
  }

  void aMessageOfARangeLeadsToTheLine() {
    const auto window = open();
    DiagramDocument& document = window->document();
    sim::PortRef output;
    for (const auto& [id, line] : document.diagram().lines)
      if (line.source && document.block(line.source->block)->type == "continuous/integrator")
        output = *line.source;
    QVERIFY(output.block != sim::no_id);
    sim::SignalProperties properties;
    properties.maximum = "0.01";
    document.apply(sim::change_signal(document.diagram(), output, properties));
    sim::Edit edit{"Check", {}};
    edit.set_setting("SignalRangeChecking", "warning");
    document.apply(std::move(edit));
    test::runModel(*window);
    const sim::Diagnostics& found = window->problems().diagnostics();
    const auto about = std::find_if(found.begin(), found.end(), [&](const sim::Diagnostic& d) {
      return d.element != sim::no_id && !document.block(d.element);
    });
    QVERIFY(about != found.end());
    QCOMPARE(signalOfFinding(document.diagram(), *about), std::optional(output));
    window->editor().scene().select({});
    emit window->problems().blockRequested(about->element);
    const auto lines = window->editor().selectedLines();
    QVERIFY(!lines.empty());
    for (const sim::Id line : lines)
      QCOMPARE(document.diagram().lines.at(line).source, std::optional(output));
    // Where the model is another one by now, nothing wrong is shown.
    document.apply(sim::change_signal(document.diagram(), output, {}));
    QVERIFY(!signalOfFinding(document.diagram(), *about));
  }
};

QTEST_MAIN(RunSignalsTest)
#include "run_signals_test.moc"
