// The Configuration dialog: what it shows, what it writes, and one step of undo.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QtTest>

#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/configuration_variables.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/solvers/methods/registry.h"

using namespace fluxion;

class ConfigurationTest : public QObject {
  Q_OBJECT
 private slots:
  void everySettingHasAField();
  void changesAreOneStepOfUndo();
  void nothingChangedIsNoStep();
  void aWrongExpressionStaysWithItsMessage();
  void expressionsShowTheirValue();
  void theSolverDecidesWhatApplies();
  void eachPageIsListedOnce();
  void defaultsAreTakenOutOfTheModel();
  void variablesRoundTrip();
  void variablesAreSeenBySettings();
  void aNameThatStandsTwiceIsRefused();
  void whatTheEquationsConserveIsListed();

 private:
  sim::BlockLibrary m_library = sim::standard_library();
};

void ConfigurationTest::everySettingHasAField() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  for (const sim::SettingSpec& spec : sim::all_settings()) {
    const QString name = QString::fromStdString(std::string(spec.name));
    QVERIFY2(dialog.findChild<QWidget*>(name), qPrintable(name));
    QCOMPARE(dialog.text(name), QString());
  }
  // Each solver that may be chosen is known, and says what it is for.
  for (std::string_view solver : sim::find_setting("Solver")->choices) {
    if (sim::find_method(solver) == nullptr) continue;
    dialog.setText("Solver", QString::fromStdString(std::string(solver)));
    QVERIFY2(!dialog.findChild<QLabel*>("SolverNote")->text().isEmpty(), std::string(solver).c_str());
  }
}

void ConfigurationTest::changesAreOneStepOfUndo() {
  DiagramDocument document(m_library);
  const sim::Diagram before = document.diagram();
  ConfigurationDialog dialog(document);
  dialog.setText("StopTime", "20");
  dialog.setText("Projection", "off");
  dialog.setText("RelTol", "1e-6");
  QVERIFY(dialog.apply());
  QCOMPARE(sim::setting(document.diagram(), "StopTime"), std::string("20"));
  QCOMPARE(sim::setting(document.diagram(), "Projection"), std::string("off"));
  QCOMPARE(document.undoStack().count(), 1);
  document.undoStack().undo();
  QVERIFY(document.diagram() == before);
  document.undoStack().redo();
  ConfigurationDialog again(document);
  QCOMPARE(again.text("StopTime"), QString("20"));
  QCOMPARE(again.text("Projection"), QString("off"));
  QCOMPARE(again.text("RelTol"), QString("1e-6"));
  QCOMPARE(again.text("StartTime"), QString());
}

void ConfigurationTest::nothingChangedIsNoStep() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("StopTime", "10");  // the default, written out
  QVERIFY(dialog.apply());
  QCOMPARE(document.undoStack().count(), 0);
}

void ConfigurationTest::aWrongExpressionStaysWithItsMessage() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("StopTime", "2*nonsense");
  QVERIFY2(dialog.problem("StopTime").contains("nonsense"), qPrintable(dialog.problem("StopTime")));
  QVERIFY(!dialog.apply());
  QCOMPARE(document.undoStack().count(), 0);
  dialog.setText("StopTime", "[1 2]");
  QVERIFY(!dialog.problem("StopTime").isEmpty());
  dialog.setText("StopTime", "");
  QVERIFY(dialog.apply());
  dialog.setText("OutputTimes", "[1 2]");
  dialog.setText("MinStep", "[1e-6 3]");
  QVERIFY2(dialog.apply(), qPrintable(dialog.problem("OutputTimes") + dialog.problem("MinStep")));
}

void ConfigurationTest::expressionsShowTheirValue() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("StopTime", "4*5");
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 20"));
  dialog.setText("StopTime", "20");
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString());
  dialog.setText("StopTime", "inf");
  QCOMPARE(dialog.problem("StopTime"), QString());
}

void ConfigurationTest::theSolverDecidesWhatApplies() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("Solver", "ode45");
  QVERIFY(dialog.isApplicable("RelTol"));
  QVERIFY(!dialog.isApplicable("FixedStep"));
  const auto* tolerance = dialog.findChild<QLineEdit*>("RelTol");
  QVERIFY(tolerance->toolTip().contains("Largest local error"));
  dialog.setText("Solver", "ode4");
  QVERIFY(!dialog.isApplicable("RelTol"));
  QCOMPARE(tolerance->toolTip(), QString("ode4 takes fixed steps and estimates no error"));
  QVERIFY(!dialog.isApplicable("MaxStep"));
  QVERIFY(dialog.isApplicable("FixedStep"));
  QVERIFY(dialog.isApplicable("Projection"));
  QVERIFY(!dialog.isApplicable("SolverJacobianMethodControl"));
  dialog.setText("Solver", "ode15s");
  QVERIFY(dialog.isApplicable("SolverJacobianMethodControl"));
  QVERIFY(dialog.isApplicable("MaxOrder"));
  QVERIFY(!dialog.isApplicable("ExtrapolationOrder"));
  dialog.setText("Solver", "odeN");
  QVERIFY(!dialog.isApplicable("ExtrapolationOrder"));
  dialog.setText("ODENIntegrationMethod", "ode14x");
  QVERIFY(dialog.isApplicable("ExtrapolationOrder"));
  QVERIFY(!dialog.isApplicable("RelTol"));
}

void ConfigurationTest::eachPageIsListedOnce() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  QStringList pages;
  const auto* list = dialog.findChild<QListWidget*>("configurationPages");
  for (int row = 0; row < list->count(); ++row) pages += list->item(row)->text();
  QCOMPARE(pages.removeDuplicates(), 0);
}

void ConfigurationTest::defaultsAreTakenOutOfTheModel() {
  DiagramDocument document(m_library);
  sim::Edit edit;
  edit.set_setting("StopTime", "30");
  edit.set_setting("Solver", "ode4");
  document.apply(edit);
  ConfigurationDialog dialog(document);
  QCOMPARE(dialog.text("Solver"), QString("ode4"));
  dialog.resetToDefaults();
  QVERIFY(dialog.apply());
  QVERIFY(document.diagram().settings.empty());
}

void ConfigurationTest::variablesRoundTrip() {
  DiagramDocument document(m_library);
  {
    ConfigurationDialog dialog(document);
    VariablesPage& page = dialog.variables();
    const int row = page.addVariable();
    page.setCell(row, VariablesPage::Name, "m");
    page.setCell(row, VariablesPage::Expression, "2*k");
    page.setCell(row, VariablesPage::Unit, "kg");
    QVERIFY(page.cell(row, VariablesPage::Value).contains("k"));  // not known yet
    const int second = page.addVariable();
    page.setCell(second, VariablesPage::Name, "k");
    page.setCell(second, VariablesPage::Expression, "3");
    QCOMPARE(page.cell(row, VariablesPage::Value), QString("6"));
    QVERIFY(dialog.apply());
    QVERIFY(dialog.apply());  // again: nothing is added twice
  }
  QCOMPARE(document.undoStack().count(), 1);
  QCOMPARE(document.diagram().variables.size(), std::size_t{2});
  ConfigurationDialog dialog(document);
  VariablesPage& page = dialog.variables();
  QCOMPARE(page.cell(0, VariablesPage::Unit), QString("kg"));
  page.removeRow(0);
  QVERIFY(dialog.apply());
  QCOMPARE(document.diagram().variables.begin()->second.name, std::string("k"));
  document.undoStack().undo();
  document.undoStack().undo();
  QVERIFY(document.diagram().variables.empty());
}

void ConfigurationTest::variablesAreSeenBySettings() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("StopTime", "5*T");
  QVERIFY(!dialog.problem("StopTime").isEmpty());
  VariablesPage& page = dialog.variables();
  const int row = page.addVariable();
  page.setCell(row, VariablesPage::Name, "T");
  page.setCell(row, VariablesPage::Expression, "2");
  QCOMPARE(dialog.problem("StopTime"), QString());
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 10"));
}

void ConfigurationTest::aNameThatStandsTwiceIsRefused() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  VariablesPage& page = dialog.variables();
  page.addVariable();
  const int row = page.addVariable();
  page.setCell(row, VariablesPage::Name, page.cell(0, VariablesPage::Name));
  QVERIFY(!dialog.apply());
  page.setCell(row, VariablesPage::Name, "2x");
  QVERIFY(!dialog.apply());
  page.setCell(row, VariablesPage::Name, "x2");
  QVERIFY(dialog.apply());
}

// x' = -x, y' = x: their sum stays.
void ConfigurationTest::whatTheEquationsConserveIsListed() {
  DiagramDocument document(m_library);
  sim::Edit edit{"Draw", {}};
  const auto add = [&](const char* type, const char* name) {
    sim::Block block;
    block.type = type, block.name = name;
    const sim::Id id = document.newId();
    edit.set<sim::Block>(id, block);
    return id;
  };
  const auto connect = [&](sim::Id from, sim::Id to) {
    sim::Line line;
    line.source = sim::PortRef{from, 0}, line.target = sim::PortRef{to, 0};
    edit.set<sim::Line>(document.newId(), line);
  };
  const sim::Id x = add("continuous/integrator", "x"), y = add("continuous/integrator", "y"),
                minus = add("math/unary_minus", "minus"), scope = add("sinks/scope", "scope");
  connect(x, minus);
  connect(minus, x);
  connect(x, y);
  connect(y, scope);
  document.apply(std::move(edit));
  ConfigurationDialog dialog(document);
  dialog.showPage("Projection");
  dialog.show();
  auto* list = dialog.findChild<QLabel*>("conservedList");
  QVERIFY(list);
  QTRY_VERIFY2(list->text().contains("x.x + y.x"), qPrintable(list->text()));
  dialog.setText("LinearInvariants", "enforce");
  QVERIFY(dialog.apply());
  QCOMPARE(sim::setting(document.diagram(), "LinearInvariants"), std::string("enforce"));
}

QTEST_MAIN(ConfigurationTest)
#include "configuration_test.moc"
