// The PID Tuning dock: from the dialog of a block to gains that are written, and taken back.
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QTreeWidget>
#include <QUndoStack>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/dialogs/block_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/linear/linear_dock.h"
#include "editor/linear/linear_plot.h"
#include "editor/pid_tuning/pid_dock.h"
#include "editor/shown_number.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

namespace {

// r - y -> C -> gain/(s^3 + 3 s^2 + 3 s + 1) -> y, and another controller that nothing is connected to.
sim::Diagram loop() {
  sim::ModelBuilder m;
  m.variable("gain", "2").variable("kp", "1");
  const sim::Id r = m.block("sources/step", "r"), error = m.block("math/sum", "error", {{"signs", "+-"}}),
                c = m.block("continuous/pid", "C", {{"Controller", "PI"}, {"P", "kp"}, {"I", "0.5"}}),
                plant = m.block("continuous/transfer_fcn", "plant",
                                {{"Numerator", "gain"}, {"Denominator", "[1 3 3 1]"}});
  m.connect(r, error, 0).connect(plant, error, 1).connect(error, c).connect(c, plant);
  m.connect(plant, m.block("sinks/scope", "Scope"));
  m.block("continuous/pid_2dof", "spare");
  return m.diagram;
}

}  // namespace

// As this locale writes it.
static QString halfRadian() { return shownNumber(0.5) + QStringLiteral(" rad/s"); }

class PidTuningTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() { m_window.reset(); }
  void theDialogOpensTheDock();
  void gainsComeToTheTarget();
  void slidersMoveThePlots();
  void gainsAreWrittenAndTakenBack();
  void theModelIsFollowed();
  void whatIsRefusedIsSaid();
  void anotherKindIsAnotherTarget();
  void theLinearAnalysisOpensIt();

 private:
  sim::Id idOf(const char* name) const {
    for (const auto& [id, block] : m_window->document().diagram().blocks)
      if (block.name == name) return id;
    return sim::no_id;
  }
  void open();
  void settle() { QTRY_VERIFY(!m_dock->isBusy()); }
  QString fact(const char* name, int column) const {
    const auto found = m_dock->facts().findItems(QString::fromUtf8(name), Qt::MatchExactly);
    return found.isEmpty() ? QString() : found.front()->text(column);
  }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  PidDock* m_dock = nullptr;
};

void PidTuningTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->show();
  m_window->newDiagram();
  m_window->document().setDiagram(loop());
}

void PidTuningTest::open() {
  m_window->commands().action(CommandId::ShowPidTuning)->trigger();
  m_dock = m_window->findChild<PidDock*>();
  QVERIFY(m_dock && m_dock->isVisible());
  QTRY_VERIFY(m_dock->answer().tuning);
  settle();
}

void PidTuningTest::theDialogOpensTheDock() {
  const auto dialogOf = [&](const char* name) {
    emit m_window->findChild<DiagramEditor*>()->parametersRequested(idOf(name));
    return m_window->findChild<BlockDialog*>();
  };
  BlockDialog* dialog = dialogOf("spare");
  QVERIFY(dialog);
  auto* button = dialog->findChild<QPushButton*>("tunePid");
  QVERIFY(button && button->isEnabled());
  button->click();
  m_dock = m_window->findChild<PidDock*>();
  QVERIFY(m_dock && m_dock->isVisible());
  QCOMPARE(m_dock->block(), idOf("spare"));
  settle();
  QTRY_VERIFY(m_dock->message().contains("spare: nothing is connected to its set point"));
  QVERIFY(!m_dock->findChild<QPushButton*>("pidApply")->isEnabled());
  delete dialog;
  dialog = dialogOf("plant");
  QVERIFY(dialog && !dialog->findChild<QPushButton*>("tunePid"));
}

void PidTuningTest::gainsComeToTheTarget() {
  open();
  QCOMPARE(m_dock->block(), idOf("C"));
  m_dock->setResponseTime(4);
  m_dock->setPhaseMargin(65);
  settle();
  QVERIFY(m_dock->answer().tuning);
  QCOMPARE(fact("Crossover", 2), halfRadian());
  QCOMPARE(fact("Phase margin", 2), QString("65 °"));
  QCOMPARE(fact("P", 1), QString("1"));
  QCOMPARE(fact("Closed loop", 2), QString("stable"));
  QVERIFY(!fact("Rise time", 1).isEmpty());
  QCOMPARE(m_dock->stepPlot().curveCount(), 2);
  QCOMPARE(m_dock->bodePlot().curveCount(), 4);
}

void PidTuningTest::slidersMoveThePlots() {
  open();
  const double before = m_dock->answer().tuning->target.crossover;
  auto* speed = m_dock->findChild<QSlider*>("pidSpeed");
  speed->setValue(speed->value() - 50);
  settle();
  QVERIFY(m_dock->answer().tuning->target.crossover < before);
  m_dock->findChild<QSlider*>("pidRobustness")->setValue(75);
  settle();
  QCOMPARE(m_dock->answer().tuning->target.phase_margin, 75.0);
  m_dock->findChild<QPushButton*>("pidSuggest")->click();
  settle();
  QCOMPARE(m_dock->answer().tuning->target.crossover, before);
  auto* response = m_dock->findChild<QComboBox*>("pidResponse");
  for (int k = 1; k < response->count(); ++k) {
    response->setCurrentIndex(k);
    emit response->activated(k);
    settle();
    QCOMPARE(m_dock->stepPlot().curveCount(), 2);
  }
}

void PidTuningTest::gainsAreWrittenAndTakenBack() {
  open();
  m_dock->setResponseTime(4);
  m_dock->setPhaseMargin(65);
  settle();
  const sim::Diagram before = m_window->document().diagram();
  const double p = m_dock->answer().tuning->gains.p;
  m_dock->findChild<QPushButton*>("pidApply")->click();
  const sim::Diagram& now = m_window->document().diagram();
  QCOMPARE(now.blocks.at(idOf("C")).parameters.at("P"), std::string("kp"));
  for (const auto& [id, variable] : now.variables)
    if (variable.name == "kp")
      QVERIFY(std::abs(QString::fromStdString(variable.expression).toDouble() - p) < 1e-5 * p);
  QVERIFY(m_dock->message().contains("Gains written into C"));
  settle();
  QTRY_COMPARE(fact("Crossover", 1), halfRadian());  // now
  m_window->document().undoStack().undo();
  QVERIFY(m_window->document().diagram() == before);
  settle();
  QTRY_VERIFY(fact("Crossover", 1) != halfRadian());
}

void PidTuningTest::theModelIsFollowed() {
  open();
  m_dock->setResponseTime(4);
  settle();
  const double p = m_dock->answer().tuning->gains.p;
  sim::Edit edit{"Variable", {}};
  for (const auto& [id, old] : m_window->document().diagram().variables)
    if (old.name == "gain") edit.set(id, sim::Variable{"gain", "4", {}, {}, {}});
  m_window->document().apply(std::move(edit));
  settle();
  QTRY_VERIFY(std::abs(m_dock->answer().tuning->gains.p - p / 2) < 1e-9 * p);
}

void PidTuningTest::whatIsRefusedIsSaid() {
  open();
  m_dock->setResponseTime(1);
  settle();
  QVERIFY(!m_dock->answer().tuning);
  QVERIFY2(m_dock->message().contains("a PI controller turns it by -90 to 0"), qPrintable(m_dock->message()));
  QVERIFY(!m_dock->findChild<QPushButton*>("pidApply")->isEnabled());
  m_dock->setResponseTime(5);
  settle();
  QVERIFY(m_dock->answer().tuning);
  auto* time = m_dock->findChild<QLineEdit*>("pidTime");
  time->setFocus();
  QTest::keyClicks(time, "soon");
  QTest::keyClick(time, Qt::Key_Return);
  QVERIFY(m_dock->message().contains("“soon” is no time"));
  m_window->document().setDiagram({});
  m_dock->show();
  QTRY_VERIFY(m_dock->message().contains("The model has no PID controller"));
}

void PidTuningTest::anotherKindIsAnotherTarget() {
  open();
  const double pi = m_dock->answer().tuning->target.crossover;
  auto* kinds = m_dock->findChild<QComboBox*>("pidKind");
  QCOMPARE(kinds->currentText(), QString("PI"));
  kinds->setCurrentIndex(0);
  emit kinds->activated(0);
  settle();
  QVERIFY(m_dock->answer().tuning->gains.d > 0);
  QVERIFY(m_dock->answer().tuning->target.crossover >= pi);
  m_dock->apply();
  QCOMPARE(m_window->document().diagram().blocks.at(idOf("C")).parameters.at("Controller"),
           std::string("PID"));
  settle();
}

void PidTuningTest::theLinearAnalysisOpensIt() {
  m_window->commands().action(CommandId::ShowLinear)->trigger();
  auto* linear = m_window->findChild<LinearDock*>();
  QVERIFY(linear);
  linear->findChild<QPushButton*>("linearTune")->click();
  m_dock = m_window->findChild<PidDock*>();
  QVERIFY(m_dock && m_dock->isVisible());
  settle();
  QTRY_VERIFY(!linear->isBusy());
}

QTEST_MAIN(PidTuningTest)
#include "pid_tuning_test.moc"
