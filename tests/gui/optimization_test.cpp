// The Response Optimization dock: goals in the model, what is found, what is written and taken back, goals
// drawn in scopes, and how soon it stops.
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>
#include <cmath>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/optimization/goal_dialog.h"
#include "editor/optimization/optimization_dock.h"
#include "editor/plots/plot_canvas.h"
#include "editor/scopes/scope_panel.h"
#include "editor/shown_number.h"
#include "editor/window/goal_overlay.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/optimization/kept_problem.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// y'' + 2 d y' + y = 1, shown by a scope.
sim::Diagram secondOrder(const char* stop = "20") {
  sim::ModelBuilder m;
  m.variable("d", "0.3").variable("idle", "1");
  const sim::Id one = m.block("sources/constant", "one"),
                sum = m.block("math/sum", "force", {{"signs", "+--"}}),
                speed = m.block("continuous/integrator", "speed"), y = m.block("continuous/integrator", "y"),
                damper = m.block("math/gain", "damper", {{"k", "2*d"}}),
                scope = m.block("sinks/scope", "Scope");
  m.connect(one, sum, 0).connect(damper, sum, 1).connect(y, sum, 2).connect(sum, speed).connect(speed, y);
  m.connect(speed, damper).connect(y, scope);
  m.set("StopTime", stop);
  return m.diagram;
}

sim::Goal goal(const char* line) {
  const auto read = sim::read_goal(line);
  return read ? *read : sim::Goal{};
}

constexpr const char* overshoot = "y: overshoot <= 5 initial 0 final 1";
constexpr const char* rise = "minimize y: rise time initial 0 final 1";

}  // namespace

class OptimizationTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { m_window.reset(); }
  void goalsAreTheModels();
  void valuesAreFoundWrittenAndTakenBack();
  void whatIsNotKeptIsSaid();
  void whatIsWrongIsSaid();
  void theDialogMakesGoals();
  void goalsAreDrawnInScopes();
  void goalsAreDraggedInScopes();
  void itStopsWithWhatItHas();

 private:
  void optimize();
  QString cell(const char* parameter, int column) const {
    for (int row = 0; row < m_dock->parameterTable().rowCount(); ++row)
      if (m_dock->parameterTable().item(row, OptimizationDock::Name)->text() == QLatin1String(parameter))
        return m_dock->parameterTable().item(row, column)->text();
    return {};
  }
  QString goalCell(int row, int column) const { return m_dock->goalTable().item(row, column)->text(); }
  QPushButton* button(const char* name) const { return m_dock->findChild<QPushButton*>(QLatin1String(name)); }
  DiagramDocument& document() const { return m_window->document(); }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  OptimizationDock* m_dock = nullptr;
  QTemporaryDir m_folder;
};

void OptimizationTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->show();
  m_window->newDiagram();
  document().setDiagram(secondOrder());
  m_window->commands().action(CommandId::ShowOptimization)->trigger();
  m_dock = m_window->findChild<OptimizationDock*>();
  QVERIFY(m_dock && m_dock->isVisible());
  QCOMPARE(m_dock->parameterTable().rowCount(), 2);
  QVERIFY(!button("optimize")->isEnabled());
}

void OptimizationTest::optimize() {
  QSignalSpy answered(m_dock, &OptimizationDock::answered);
  button("optimize")->click();
  QTRY_VERIFY_WITH_TIMEOUT(!answered.isEmpty() && !m_dock->isBusy(), 60'000);
}

// They survive save and open, and are undone one by one.
void OptimizationTest::goalsAreTheModels() {
  const sim::Diagram before = document().diagram();
  m_dock->addGoal(goal(overshoot));
  m_dock->vary("d");
  m_dock->parameterTable().item(0, OptimizationDock::Minimum)->setText(shownNumber(0.05));
  QCOMPARE(goalCell(0, OptimizationDock::GoalText), QString(overshoot));
  QVERIFY(button("optimize")->isEnabled());
  const sim::OptimizationProblem kept = sim::kept_optimization(document().diagram());
  QCOMPARE(kept.parameters.size(), 1u);
  QCOMPARE(kept.parameters[0].minimum, 0.05);
  const QString path = m_folder.filePath("kept.flx");
  QVERIFY(document().save(path).empty());
  QTRY_VERIFY(!document().isModified());
  QVERIFY(sim::kept_optimization(document().diagram()) == kept);
  for (int k = 0; k < 3; ++k) document().undoStack().undo();
  QVERIFY(document().diagram() == before);
  QCOMPARE(m_dock->goalTable().rowCount(), 0);
  document().undoStack().redo();
  QCOMPARE(m_dock->goalTable().rowCount(), 1);
  document().open(path);
  QTRY_COMPARE(m_dock->goalTable().rowCount(), 1);
  QVERIFY(m_dock->problem() == kept);
}

void OptimizationTest::valuesAreFoundWrittenAndTakenBack() {
  m_dock->addGoal(goal(overshoot));
  m_dock->addGoal(goal(rise));
  m_dock->vary("d");
  const sim::Diagram before = document().diagram();
  optimize();
  QVERIFY2(m_dock->report(), qPrintable(m_dock->message()));
  QVERIFY(std::abs(m_dock->report()->x[0] - 0.690107) < 1e-4);
  QVERIFY2(m_dock->message().startsWith("All goals are kept, after "), qPrintable(m_dock->message()));
  QVERIFY(cell("d", OptimizationDock::Found).startsWith(shownNumber(0.69)));
  QVERIFY(cell("idle", OptimizationDock::Found).isEmpty());
  QCOMPARE(goalCell(0, OptimizationDock::Kept), QString("yes"));
  QCOMPARE(goalCell(1, OptimizationDock::Kept), QString());
  QVERIFY(m_dock->plot().hasCurvesOn(0, PlotCanvas::Side::Left));
  auto* shown = m_dock->findChild<QComboBox*>("optimizationShown");
  QCOMPARE(shown->currentText(), QString("Signal y"));
  for (int k = 0; k < shown->count(); ++k) {
    shown->setCurrentIndex(k);
    emit shown->activated(k);
    QVERIFY2(m_dock->plot().hasCurvesOn(0, PlotCanvas::Side::Left), qPrintable(shown->currentText()));
  }
  QVERIFY(document().diagram() == before);
  button("optimizationApply")->click();
  QVERIFY(!(document().diagram() == before));
  QVERIFY(
      std::abs(QString::fromStdString(document().diagram().variables.begin()->second.expression).toDouble() -
               0.690107) < 1e-4);
  document().undoStack().undo();
  QVERIFY(document().diagram() == before);
}

void OptimizationTest::whatIsNotKeptIsSaid() {
  m_dock->addGoal(goal(overshoot));
  m_dock->addGoal(goal("y: rise time <= 1 initial 0 final 1"));
  m_dock->vary("d");
  optimize();
  QVERIFY(m_dock->report());
  QVERIFY2(m_dock->message().contains("y: rise time <= 1 initial 0 final 1 is not kept: it is "),
           qPrintable(m_dock->message()));
  QCOMPARE(goalCell(1, OptimizationDock::Kept), QString("no"));
}

void OptimizationTest::whatIsWrongIsSaid() {
  m_dock->addGoal(goal("z: maximum <= 1"));
  m_dock->vary("d");
  optimize();
  QVERIFY(!m_dock->report());
  QVERIFY2(m_dock->message().contains("'z': no signal of this name is recorded"),
           qPrintable(m_dock->message()));
  QVERIFY(!button("optimizationApply")->isEnabled());
  m_dock->parameterTable().item(0, OptimizationDock::Start)->setText("much");
  QVERIFY(m_dock->message().contains("d: “much” is no number"));
  QCOMPARE(cell("d", OptimizationDock::Start), QString());
  m_dock->removeGoal(0);
  m_dock->vary("d", false);
  QVERIFY(!button("optimize")->isEnabled());
  QVERIFY(!document().diagram().unknown.contains(sim::optimization_member));
}

void OptimizationTest::theDialogMakesGoals() {
  GoalDialog dialog({"y", "u"}, std::nullopt, m_window.get());
  QVERIFY(dialog.goal());
  const auto field = [&](const char* name) { return dialog.findChild<QLineEdit*>(QLatin1String(name)); };
  const auto box = [&](const char* name) { return dialog.findChild<QComboBox*>(QLatin1String(name)); };
  QCOMPARE(box("goalQuantity")->count(), static_cast<int>(std::size(sim::goal_quantity_names)));
  box("goalQuantity")->setCurrentText("settling time");
  field("goalLimit")->setText("2");
  field("goalInitial")->setText("0");
  field("goalFinal")->setText("1");
  QCOMPARE(QString::fromStdString(to_text(*dialog.goal())),
           QString("y: settling time <= 2 initial 0 final 1"));
  field("goalFinal")->setText("0");
  QVERIFY(!dialog.goal());
  box("goalSignal")->setCurrentText("u");
  box("goalQuantity")->setCurrentText("upper bound");
  QVERIFY(!dialog.goal());
  field("goalPoints")->setText("0 1; 2 1; 2 0.5; 5 0.5");
  QVERIFY(dialog.goal());
  QCOMPARE(QString::fromStdString(to_text(*dialog.goal())),
           QString("u: upper bound [0 1; 2 1; 2 0.5; 5 0.5]"));
  box("goalQuantity")->setCurrentText("tracking");
  box("goalUse")->setCurrentIndex(2);
  field("goalWeight")->setText("3");
  box("goalReference")->setCurrentText("y");
  QCOMPARE(QString::fromStdString(to_text(*dialog.goal())), QString("minimize u: tracking y weight 3"));
  // What a goal says is shown again.
  GoalDialog again({"y"}, dialog.goal(), m_window.get());
  QVERIFY(again.goal() == dialog.goal());
}

void OptimizationTest::goalsAreDrawnInScopes() {
  auto* overlay = m_window->findChild<GoalOverlay*>();
  QVERIFY(overlay);
  m_dock->addGoal(goal(overshoot));
  m_dock->addGoal(goal("y: settling time <= 6 initial 0 final 1"));
  m_dock->addGoal(goal("other: maximum <= 6"));
  m_window->commands().action(CommandId::Run)->trigger();
  QTRY_COMPARE(overlay->areaCount(), 3);
  m_dock->removeGoal(1);
  QTRY_COMPARE(overlay->areaCount(), 1);
  document().undoStack().undo();
  QTRY_COMPARE(overlay->areaCount(), 3);
}

// Press, several moves, release: the goal is another one, the picture follows, and one undo takes it back.
void OptimizationTest::goalsAreDraggedInScopes() {
  auto* overlay = m_window->findChild<GoalOverlay*>();
  m_dock->addGoal(goal("y: upper bound [0 1.5; 4 1.5; 4 1.1; 10 1.1]"));
  m_dock->addGoal(goal(overshoot));
  QSignalSpy finished(&m_window->runs(), &RunController::finished);  // scopes fit their axes once more
  m_window->commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  QTRY_COMPARE(overlay->areaCount(), 2);
  ScopePanel* panel = nullptr;
  for (ScopePanel* each : m_window->findChildren<ScopePanel*>())
    if (each->isVisible() && each->curveCount() > 0) panel = each;
  QVERIFY(panel);
  PlotCanvas& canvas = panel->canvas();
  canvas.setHorizontalRange({0, 10});
  canvas.vertical(0).setRange({0, 2});
  canvas.redrawNow();
  QWidget* plot = canvas.childAt(canvas.axesRect(0).center());
  QVERIFY(plot);
  const auto pixel = [&](double t, double y) {
    const QRect inside = canvas.axesRect(0);
    const QPointF at(inside.left() + t / 10 * inside.width(), inside.bottom() + 1 - y / 2 * inside.height());
    return plot->mapFrom(&canvas, at.toPoint());
  };
  const auto drag = [&](QPoint from, QPoint to) {
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
      QMouseEvent event(type, at, plot->mapToGlobal(at), button, held, Qt::NoModifier);
      QApplication::sendEvent(plot, &event);
    };
    send(QEvent::MouseMove, from, Qt::NoButton, Qt::NoButton);
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    for (int k = 1; k <= 5; ++k)
      send(QEvent::MouseMove, from + (to - from) * k / 5, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
  };
  const auto goals = [&] { return sim::kept_optimization(document().diagram()).goals; };
  const auto before = goals();
  drag(pixel(4, 1.1), pixel(6, 1.2));
  QVERIFY(std::abs(goals()[0].points[2].time - 6) < 0.1);
  QVERIFY(std::abs(goals()[0].points[2].value - 1.2) < 0.03);
  QVERIFY(goals()[0].points[1] == before[0].points[1] && goals()[1] == before[1]);
  QCOMPARE(QString::fromStdString(to_text(m_dock->problem().goals[0])),
           QString::fromStdString(to_text(goals()[0])));
  document().undoStack().undo();
  QVERIFY(goals() == before);
  QTRY_COMPARE(overlay->areaCount(), 2);
  QTest::qWait(20);  // the picture follows
  // An edge of the bound moves across; the level of the other goal is its limit.
  drag(pixel(2, 1.5), pixel(2.5, 1.8));
  QVERIFY(std::abs(goals()[0].points[0].value - 1.8) < 0.03);
  QVERIFY(std::abs(goals()[0].points[1].value - 1.8) < 0.03);
  QCOMPARE(goals()[0].points[1].time, 4.0);
  const sim::Goal kept = goals()[1];
  QTest::qWait(20);
  // Beside the lines the picture is dragged, and no goal changes.
  drag(pixel(2, 0.5), pixel(4, 0.6));
  QVERIFY(goals()[1] == kept && std::abs(goals()[0].points[0].value - 1.8) < 0.03);
}

void OptimizationTest::itStopsWithWhatItHas() {
  document().setDiagram(secondOrder("1e5"));
  m_dock->addGoal(goal("minimize y: tracking [0 1; 100000 1]"));
  m_dock->vary("d");
  button("optimize")->click();
  QVERIFY(m_dock->isBusy());
  QTRY_VERIFY(m_dock->message().startsWith("Optimizing: run ") || !m_dock->isBusy());
  QSignalSpy answered(m_dock, &OptimizationDock::answered);
  QElapsedTimer timer;
  timer.start();
  button("optimizationStop")->click();
  QTRY_VERIFY(!m_dock->isBusy());
  QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  QVERIFY2(m_dock->report(), qPrintable(m_dock->message()));
  if (m_dock->report()->stopped) QVERIFY(m_dock->message().startsWith("Stopped after "));
}

QTEST_MAIN(OptimizationTest)
#include "optimization_test.moc"
