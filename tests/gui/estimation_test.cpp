// The Parameter Estimation dock: what is found, what is written and taken back, and how soon it stops.
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QInputDialog>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <cmath>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/estimation/estimation_dock.h"
#include "editor/plots/plot_canvas.h"
#include "editor/shown_number.h"
#include "editor/window/main_window.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/gui/runs_window.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// w' = (u - w)/T, y = K w.
sim::Diagram lag() {
  sim::ModelBuilder m;
  m.variable("T", "0.5").variable("K", "1").variable("idle", "1");
  const sim::Id u = m.block("ports/inport", "u"), error = m.block("math/sum", "error", {{"signs", "+-"}}),
                rate = m.block("math/gain", "rate", {{"k", "1/T"}}),
                w = m.block("continuous/integrator", "w"),
                sensor = m.block("math/gain", "sensor", {{"k", "K"}});
  m.connect(u, error, 0).connect(w, error, 1).connect(error, rate).connect(rate, w).connect(w, sensor);
  m.connect(sensor, m.block("ports/outport", "y"));
  m.set("StopTime", "5");
  return m.diagram;
}

}  // namespace

class EstimationTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { m_window.reset(); }
  void valuesAreFoundAgain();
  void valuesAreWrittenAndTakenBack();
  void boundsAreKeptAndDoubtsAreSaid();
  void whatIsWrongIsSaid();
  void itIsCanceledAtOnce();
  void theModelsValuesAreBesideTheStarts();
  void aKeptRunIsAnExperiment();

 private:
  QString table(const QString& title, int rows, double step);
  void estimate();
  QString text(const char* parameter, int column) const {
    for (int row = 0; row < m_dock->table().rowCount(); ++row)
      if (m_dock->table().item(row, EstimationDock::Name)->text() == QLatin1String(parameter))
        return m_dock->table().item(row, column)->text();
    return {};
  }
  void set(const char* parameter, int column, const QString& text) {
    for (int row = 0; row < m_dock->table().rowCount(); ++row)
      if (m_dock->table().item(row, EstimationDock::Name)->text() == QLatin1String(parameter))
        m_dock->table().item(row, column)->setText(text);
  }
  QPushButton* button(const char* name) const { return m_dock->findChild<QPushButton*>(QLatin1String(name)); }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  EstimationDock* m_dock = nullptr;
  QTemporaryDir m_folder;
};

void EstimationTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->show();
  m_window->newDiagram();
  m_window->document().setDiagram(lag());
  m_window->commands().action(CommandId::ShowEstimation)->trigger();
  m_dock = m_window->findChild<EstimationDock*>();
  QVERIFY(m_dock && m_dock->isVisible());
  QCOMPARE(m_dock->table().rowCount(), 3);
  QVERIFY(!button("estimate")->isEnabled());
}

// y = 3 (1 - exp(-t/2)), with a little noise.
QString EstimationTest::table(const QString& title, int rows, double step) {
  const QString path = m_folder.filePath(QStringLiteral("measured.csv"));
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(title.toUtf8() + '\n');
  for (int k = 0; k < rows; ++k) {
    const double t = step * k, y = 3 * (1 - std::exp(-t / 2)) + (k % 2 ? 1e-3 : -1e-3);
    file.write(QByteArray::number(t) + ",1," + QByteArray::number(y, 'g', 12) + '\n');
  }
  return path;
}

void EstimationTest::estimate() {
  QSignalSpy answered(m_dock, &EstimationDock::answered);
  button("estimate")->click();
  QTRY_VERIFY(!answered.isEmpty() && !m_dock->isBusy());
}

void EstimationTest::valuesAreFoundAgain() {
  m_dock->addData({table("time,u,y", 51, 0.1)});
  m_dock->choose("T");
  m_dock->choose("sensor.k");
  estimate();
  QVERIFY2(m_dock->report(), qPrintable(m_dock->message()));
  QVERIFY(std::abs(m_dock->report()->search.x[0] - 2) < 0.02);
  QVERIFY(!text("T", EstimationDock::Found).isEmpty());
  QVERIFY(text("T", EstimationDock::Interval).contains(" to "));
  QVERIFY(text("K", EstimationDock::Found).isEmpty());
  QVERIFY(m_dock->message().startsWith("Estimated in "));
  QCOMPARE(m_dock->findChild<QComboBox*>("estimationSignal")->currentText(), QString("y of measured.csv"));
  QVERIFY(m_dock->plot().hasCurvesOn(0, PlotCanvas::Side::Left));
}

void EstimationTest::valuesAreWrittenAndTakenBack() {
  m_dock->addData({table("time,u,y", 51, 0.1)});
  m_dock->choose("T");
  m_dock->choose("K");
  const sim::Diagram before = m_window->document().diagram();
  estimate();
  QVERIFY(m_window->document().diagram() == before);
  QVERIFY(button("estimationApply")->isEnabled());
  button("estimationApply")->click();
  for (const auto& [id, variable] : m_window->document().diagram().variables)
    if (variable.name == "T")
      QVERIFY(std::abs(QString::fromStdString(variable.expression).toDouble() - 2) < 0.02);
  m_window->document().undoStack().undo();
  QVERIFY(m_window->document().diagram() == before);
}

void EstimationTest::boundsAreKeptAndDoubtsAreSaid() {
  m_dock->addData({table("time,u,y", 51, 0.1)});
  for (const char* name : {"T", "K", "idle"}) m_dock->choose(name);
  set("T", EstimationDock::Minimum, "0.1");
  set("T", EstimationDock::Maximum, "1.5");
  estimate();
  QVERIFY2(m_dock->report(), qPrintable(m_dock->message()));
  QCOMPARE(text("T", EstimationDock::Found), shownNumber(1.5));
  QVERIFY(text("T", EstimationDock::Interval).isEmpty());
  QVERIFY(m_dock->message().contains("T is at its bound"));
  QVERIFY(m_dock->message().contains("idle has no influence on what was measured"));
}

void EstimationTest::whatIsWrongIsSaid() {
  m_dock->addData({table("time,u,z", 5, 0.1)});
  m_dock->choose("T");
  estimate();
  QVERIFY(!m_dock->report());
  QVERIFY2(m_dock->message().contains("no column has the name of a signal"), qPrintable(m_dock->message()));
  QVERIFY(!button("estimationApply")->isEnabled());
  set("T", EstimationDock::Start, "much");
  button("estimate")->click();
  QVERIFY(m_dock->message().contains("T: “much” is no number"));
}

void EstimationTest::itIsCanceledAtOnce() {
  m_dock->addData({table("time,u,y", 100'000, 1e-4)});
  for (const char* name : {"T", "K"}) m_dock->choose(name);
  QSignalSpy answered(m_dock, &EstimationDock::answered);
  button("estimate")->click();
  QVERIFY(m_dock->isBusy());
  QTest::qWait(20);
  QElapsedTimer timer;
  timer.start();
  button("estimationCancel")->click();
  QTRY_VERIFY(!answered.isEmpty() && !m_dock->isBusy());
  QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  if (!m_dock->report()) QCOMPARE(m_dock->message(), QString("Canceled."));
}

void EstimationTest::theModelsValuesAreBesideTheStarts() {
  QCOMPARE(text("T", EstimationDock::Value), QString("0.5"));
  m_dock->choose("rate.k");
  QCOMPARE(text("rate.k", EstimationDock::Value), QString("1/T"));
  QVERIFY(text("T", EstimationDock::Start).isEmpty());
  QVERIFY(!m_dock->findChild<QComboBox*>("estimationSignal")->isVisible());
  sim::Diagram changed = m_window->document().diagram();
  for (auto& [id, variable] : changed.variables)
    if (variable.name == "T") variable.expression = "0.25";
  m_window->document().setDiagram(changed);
  QCOMPARE(text("T", EstimationDock::Value), QString("0.25"));
}

void EstimationTest::aKeptRunIsAnExperiment() {
  qputenv("XDG_DATA_HOME", m_folder.filePath("data").toUtf8());
  sim::Diagram model = lag();
  for (auto& [id, block] : model.blocks)
    if (block.name == "w") block.parameters["InitialCondition"] = "1";
  const QString path = m_folder.filePath("kept.flx");
  m_window->document().setDiagram(model);
  QVERIFY(m_window->document().save(path).empty());
  // A click without runs says so.
  button("estimationRun")->click();
  QVERIFY2(m_dock->message().contains("There are no kept runs"), qPrintable(m_dock->message()));
  m_window->commands().action(CommandId::ShowRuns)->trigger();
  test::runModel(*m_window);
  QTimer::singleShot(0, this, [] {
    auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
    QVERIFY(dialog);
    QCOMPARE(dialog->comboBoxItems().size(), 1);
    dialog->accept();
  });
  button("estimationRun")->click();
  QVERIFY2(m_dock->message().startsWith("Data: "), qPrintable(m_dock->message()));
  m_dock->choose("T");
  set("T", EstimationDock::Start, "2");
  estimate();
  QVERIFY2(m_dock->report(), qPrintable(m_dock->message()));
  QVERIFY(std::abs(m_dock->report()->search.x[0] - 0.5) < 1e-3);
  QVERIFY(m_dock->findChild<QComboBox*>("estimationSignal")->isVisible());
}

QTEST_MAIN(EstimationTest)
#include "estimation_test.moc"
