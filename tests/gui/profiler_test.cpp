// The Profiler: what it says of a run that shows it, while it goes on and behind it.
#include <QLabel>
#include <QTabWidget>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/plots/plot_canvas.h"
#include "editor/profiler/cost_tables.h"
#include "editor/profiler/finding_list.h"
#include "editor/profiler/profiler_dock.h"
#include "editor/profiler/step_plot.h"
#include "editor/profiler/step_points.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// A relay that switches an integrator to and fro, and a fast lag beside it.
sim::Diagram relayLoop(const std::string& stop) {
  sim::ModelBuilder m;
  const sim::Id x = m.block("continuous/integrator", "x"), back = m.block("math/gain", "back", {{"k", "-1"}}),
                relay = m.block("discontinuities/relay", "Relay",
                                {{"OnSwitchValue", "1e-3"},
                                 {"OffSwitchValue", "-1e-3"},
                                 {"OnOutputValue", "1"},
                                 {"OffOutputValue", "-1"}});
  m.connect(x, relay).connect(relay, back).connect(back, x);
  m.connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", stop);
  return m.diagram;
}

}  // namespace

class ProfilerTest : public QObject {
  Q_OBJECT
 private slots:
  void pointsKeepExtremes();
  void tellsOfARun();
  void measuresPhasesWhereAsked();
  void tellsWhileTheRunGoesOn();
  void looks();

 private:
  sim::BlockLibrary m_library = sim::standard_library();
};

void ProfilerTest::pointsKeepExtremes() {
  sim::StepTrace trace(1, 1);
  for (int k = 1; k <= 10'000; ++k) {
    sim::StepRecord step;
    step.t = k;
    step.shortest = step.longest = k == 7777 ? 1e-9 : 1;
    step.rejected_by_error = k == 7777;
    step.order = 3;
    trace.add(step);
  }
  const StepPoints points = stepPoints(trace, 0, 1e4, 500);
  QVERIFY(points.size.size() < 1100);
  QVERIFY(std::ranges::any_of(points.size, [](const CurvePoint& p) { return p.y == 1e-9; }));
  QCOMPARE(points.error.size(), std::size_t{1});
  QCOMPARE(points.error[0].y, 1e-9);
  const StepPoints few = stepPoints(trace, 100, 110, 500);
  QCOMPARE(few.size.size(), std::size_t{12});
  QCOMPARE(few.order[0].y, 3.0);
}

void ProfilerTest::tellsOfARun() {
  MainWindow window(m_library);
  window.show();
  window.newDiagram();
  window.document().setDiagram(relayLoop("1"));
  auto* dock = window.findChild<ProfilerDock*>();
  QVERIFY(dock);
  QAction* show = window.commands().action(CommandId::ShowProfiler);
  show->trigger();
  QVERIFY(dock->isVisible());
  show->trigger();
  QVERIFY(!dock->isVisible());
  show->trigger();
  QVERIFY(dock->isVisible());
  QSignalSpy finished(&window.runs(), &RunController::finished);
  window.commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(10'000));
  QVERIFY2(dock->summary().startsWith("ode45: "), qPrintable(dock->summary()));
  QVERIFY2(dock->findings().texts().join(' ').contains("Relay"),
           qPrintable(dock->findings().texts().join('\n')));
  QVERIFY(dock->totals().rowCount() > 5);
  QVERIFY(dock->blocks().rowCount() >= 1);
  QCOMPARE(dock->phases().rowCount(), 0);
  // A name leads to its block.
  QSignalSpy asked(dock, &ProfilerDock::blockRequested);
  int row = 0;
  while (row < dock->blocks().rowCount() && dock->blocks().item(row, 0)->text() != "Relay") ++row;
  QVERIFY(row < dock->blocks().rowCount());
  QCOMPARE(dock->blocks().item(row, 2)->data(Qt::DisplayRole).toULongLong(), 500ull);
  dock->findChild<QTabWidget*>("profilerTabs")->setCurrentIndex(2);
  const QRect cell = dock->blocks().visualItemRect(dock->blocks().item(row, 0));
  QTest::mouseClick(dock->blocks().viewport(), Qt::LeftButton, {}, cell.center());
  QCOMPARE(asked.count(), 1);
  // Another model: nothing is left.
  window.document().setDiagram({});
  QCOMPARE(dock->totals().rowCount(), 0);
}

void ProfilerTest::measuresPhasesWhereAsked() {
  MainWindow window(m_library);
  window.show();
  window.newDiagram();
  window.document().setDiagram(relayLoop("1"));
  auto* dock = window.findChild<ProfilerDock*>();
  window.commands().action(CommandId::ProfileRuns)->setChecked(true);
  QSignalSpy finished(&window.runs(), &RunController::finished);
  window.commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(10'000));
  QCOMPARE(dock->phases().rowCount(), 11);
  double sum = 0;
  for (int row = 0; row < dock->phases().rowCount(); ++row)
    sum += dock->phases().item(row, 2)->data(Qt::DisplayRole).toDouble();
  QVERIFY2(std::abs(sum - 100) < 1e-6, qPrintable(QString::number(sum)));
  // The model is as it was.
  QVERIFY(!window.document().diagram().settings.contains("Profile"));
  window.commands().action(CommandId::ProfileRuns)->setChecked(false);
}

void ProfilerTest::tellsWhileTheRunGoesOn() {
  MainWindow window(m_library);
  window.show();
  window.newDiagram();
  sim::Diagram endless = relayLoop("inf");
  endless.settings["MaxStep"] = "0.1";
  endless.settings["Decimation"] = "100000";
  window.document().setDiagram(endless);
  auto* dock = window.findChild<ProfilerDock*>();
  dock->show();
  QSignalSpy finished(&window.runs(), &RunController::finished);
  window.commands().action(CommandId::Run)->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(dock->states().rowCount() + dock->blocks().rowCount() > 0 &&
                               dock->findings().texts().join(' ').contains("Relay"),
                           10'000);
  QVERIFY(window.runs().isActive());
  window.commands().action(CommandId::Stop)->trigger();
  QVERIFY(finished.wait(10'000));
}

// Pictures to look at, where a folder for them is given.
void ProfilerTest::looks() {
  const QString folder = qEnvironmentVariable("FLUXION_PICTURES");
  if (folder.isEmpty()) return;
  MainWindow window(m_library);
  window.show();
  for (const char* example : {"van_der_pol", "bouncing_ball"}) {
    QVERIFY(window.opening().openFile(QStringLiteral(FLUXION_SOURCE_DIR "/examples/%1/%1.flx").arg(example)));
    window.commands().action(CommandId::ProfileRuns)->setChecked(true);
    auto* dock = window.findChild<ProfilerDock*>();
    dock->show();
    QSignalSpy finished(&window.runs(), &RunController::finished);
    window.commands().action(CommandId::Run)->trigger();
    QVERIFY(finished.wait(10'000));
    auto* tabs = dock->findChild<QTabWidget*>("profilerTabs");
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      QTest::qWait(100);
      QVERIFY(dock->grab().save(QStringLiteral("%1/profiler_%2_%3.png").arg(folder, example).arg(tab)));
    }
  }
}

QTEST_MAIN(ProfilerTest)
#include "profiler_test.moc"
