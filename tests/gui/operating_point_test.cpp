// The Operating Point: looked at, edited, saved, compared, started from, written into the blocks.
#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/operating_point/operating_point_dock.h"
#include "editor/operating_point/point_model.h"
#include "editor/operating_point/signal_table.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// x' = -rate x from 2, and y' = 1.
sim::Diagram decay() {
  sim::ModelBuilder m;
  m.variable("rate", "1");
  const sim::Id x = m.block("continuous/integrator", "Decay", {{"x0", "2"}}),
                back = m.block("math/gain", "back", {{"k", "-rate"}}),
                one = m.block("sources/constant", "one"), y = m.block("continuous/integrator", "Ramp");
  m.connect(x, back).connect(back, x).connect(one, y);
  m.connect(x, m.block("sinks/scope", "Scope")).connect(y, m.block("sinks/scope", "Other"));
  m.set("StopTime", "1").set("RelTol", "1e-8");
  return m.diagram;
}

}  // namespace

class OperatingPointTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void initialStatesAreListed();
  void theRunIsFollowed();
  void valuesAreEditedAsExpressions();
  void theNextRunStartsHere();
  void filesRoundTrip();
  void pointsAreCompared();
  void valuesGoIntoTheBlocks();
  void signalsAreWatched();
  void aPausedRunIsLookedAt();

 private:
  void run(sim::RunEnd expected = sim::RunEnd::Finished);
  int rowOf(const QString& block) const;
  QModelIndex cell(int row, int column) const { return m_dock->model().index(row, column); }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  OperatingPointDock* m_dock = nullptr;
  QTemporaryDir m_folder;
};

void OperatingPointTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->show();
  m_window->newDiagram();
  m_window->document().setDiagram(decay());
  m_window->commands().action(CommandId::ShowOperatingPoint)->trigger();
  m_dock = m_window->findChild<OperatingPointDock*>();
  QVERIFY(m_dock);
  QVERIFY(m_dock->isVisible());
}

void OperatingPointTest::cleanup() { m_window.reset(); }

void OperatingPointTest::run(sim::RunEnd expected) {
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  m_window->commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(10'000));
  QCOMPARE(static_cast<int>(m_window->runs().run()->result().end), static_cast<int>(expected));
}

int OperatingPointTest::rowOf(const QString& block) const {
  for (int row = 0; row < m_dock->model().rowCount(); ++row)
    if (cell(row, PointModel::Block).data().toString() == block) return row;
  return -1;
}

void OperatingPointTest::initialStatesAreListed() {
  m_dock->showInitial();
  QTRY_COMPARE(m_dock->model().rowCount(), 2);
  const int row = rowOf("Decay");
  QVERIFY(row >= 0);
  QCOMPARE(cell(row, PointModel::Value).data().toString(), QString("2"));
  QCOMPARE(cell(row, PointModel::Kind).data().toString(), QString("state"));
  m_dock->findChild<QLineEdit*>("pointFilter")->setText("ramp st");
  QCOMPARE(m_dock->view().model()->rowCount(), 1);
}

void OperatingPointTest::theRunIsFollowed() {
  run();
  QTRY_COMPARE(m_dock->model().rowCount(), 2);
  QVERIFY(std::abs(cell(rowOf("Decay"), PointModel::Value).data().toString().toDouble() - 2 * std::exp(-1)) <
          1e-6);
  QVERIFY(std::abs(cell(rowOf("Ramp"), PointModel::Value).data().toString().toDouble() - 1) < 1e-9);
}

void OperatingPointTest::valuesAreEditedAsExpressions() {
  run();
  PointModel& model = m_dock->model();
  QVERIFY(model.setData(cell(rowOf("Decay"), PointModel::Value), "3*rate", Qt::EditRole));
  QCOMPARE(cell(rowOf("Decay"), PointModel::Value).data().toString(), QString("3"));
  QVERIFY(model.isEdited());
  QVERIFY(!model.setData(cell(rowOf("Decay"), PointModel::Value), "nonsense", Qt::EditRole));
  QVERIFY2(m_dock->message().contains("nonsense"), qPrintable(m_dock->message()));
  QVERIFY(!model.setData(cell(rowOf("Decay"), PointModel::Value), "1/0", Qt::EditRole));
}

void OperatingPointTest::theNextRunStartsHere() {
  run();
  m_dock->model().setData(cell(rowOf("Decay"), PointModel::Value), "10", Qt::EditRole);
  m_dock->startFromHere(true);
  sim::Edit later{"later", {}};
  later.set_setting("StopTime", "2");
  m_window->document().apply(later);
  run();
  QCOMPARE(m_window->runs().run()->result().statistics.start_time, 1.0);
  m_dock->showRun();
  QVERIFY(std::abs(cell(rowOf("Decay"), PointModel::Value).data().toString().toDouble() - 10 * std::exp(-1)) <
          1e-5);
  // Back to the model's own; showRun() has moved the start along with what is shown.
  m_dock->startFromHere(false);
  run();
  QCOMPARE(m_window->runs().run()->result().statistics.start_time, 0.0);
  // A point that no longer fits says so.
  m_dock->showRun();
  m_dock->startFromHere(true);
  m_window->document().setDiagram(decay());
  QVERIFY(m_dock->start().isEmpty());
}

void OperatingPointTest::filesRoundTrip() {
  run();
  const QString path = m_folder.filePath("point.json");
  QVERIFY(m_dock->saveFile(path));
  const double kept = m_dock->model().point().states[0];
  m_dock->model().setData(cell(0, PointModel::Value), "0", Qt::EditRole);
  QVERIFY(m_dock->openFile(path));
  QCOMPARE(m_dock->model().point().states[0], kept);
  QVERIFY(m_dock->exportFile(m_folder.filePath("point.csv")));
  QFile csv(m_folder.filePath("point.csv"));
  QVERIFY(csv.open(QIODevice::ReadOnly));
  QVERIFY(csv.readAll().startsWith("block,name,element,value,unit,kind\n"));
  QVERIFY(!m_dock->openFile(m_folder.filePath("nothing.json")));
  QVERIFY(!m_dock->message().isEmpty());
}

void OperatingPointTest::pointsAreCompared() {
  run();
  auto* menu = m_dock->findChild<QAction*>("pointCompare");
  QVERIFY(menu);
  PointModel& model = m_dock->model();
  sim::OperatingPoint other = model.point();
  other.states[0] += 1;
  model.compareWith(other);
  QVERIFY(model.compares());
  QCOMPARE(cell(0, PointModel::Difference).data().toString(), QString("-1"));
}

void OperatingPointTest::valuesGoIntoTheBlocks() {
  run();
  QCOMPARE(m_dock->writeIntoBlocks(), 2);
  QCOMPARE(m_window->document().undoStack().count(), 1);
  const double kept = m_dock->model().point().states[0];
  m_dock->showInitial();
  QTRY_VERIFY(m_dock->model().hasPoint());
  QCOMPARE(m_dock->model().point().states[0], kept);
  m_window->document().undoStack().undo();
  m_dock->showInitial();
  QTRY_VERIFY(m_dock->model().hasPoint());
  QCOMPARE(cell(rowOf("Decay"), PointModel::Value).data().toString(), QString("2"));
}

void OperatingPointTest::signalsAreWatched() {
  m_dock->findChild<QTabWidget*>("pointTabs")->setCurrentIndex(1);
  run();
  auto* table = m_dock->findChild<SignalTable*>();
  QTRY_COMPARE(table->rowCount(), 4);
  QTRY_VERIFY(!table->item(0, 2)->text().isEmpty());
  m_dock->findChild<QTabWidget*>("pointTabs")->setCurrentIndex(0);
}

void OperatingPointTest::aPausedRunIsLookedAt() {
  sim::Edit endless{"endless", {}};
  endless.set_setting("StopTime", "inf");
  endless.set_setting("MaxStep", "0.1");
  endless.set_setting("Decimation", "100000");
  m_window->document().apply(endless);
  m_window->commands().action(CommandId::Run)->trigger();
  QTRY_VERIFY(m_window->runs().run()->model() != nullptr);
  m_window->commands().action(CommandId::Pause)->trigger();
  QTRY_VERIFY(m_window->runs().isPaused());
  QTRY_COMPARE(m_dock->model().rowCount(), 2);
  QVERIFY(m_window->runs().isActive());
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  m_window->commands().action(CommandId::Stop)->trigger();
  QVERIFY(finished.wait(10'000));
}

QTEST_MAIN(OperatingPointTest)
#include "operating_point_test.moc"
