// The Configuration dialog: what it shows, what it writes, and one step of undo.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSettings>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/configuration_inputs.h"
#include "editor/dialogs/configuration_variables.h"
#include "editor/dialogs/preset_menu.h"
#include "editor/dialogs/user_presets.h"
#include "editor/jacobian/jacobian_facts.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
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
  void solversStandInTwoGroups();
  void variablesAreSeenBySettings();
  void inputsAreGivenExpressionsAndTables();
  void aNameThatStandsTwiceIsRefused();
  void whatTheEquationsConserveIsListed();
  void timesMayHaveUnits();
  void presetsShowWhatTheyChange();
  void ownPresetsAreKeptAndDeleted();
  void modelsAreComparedRowByRow();
  void theLastRunIsOnTheJacobianPage();
  void looks();

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
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 20 s"));
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
  // Folded away, with what is given all the same and the reason.
  QVERIFY(!tolerance->isVisibleTo(&dialog));
  auto* idle = tolerance->window()->findChild<QToolButton*>("idleHeading");
  QVERIFY(idle->text().startsWith("Not used with ode4: "));
  auto* reasons = idle->parentWidget()->findChild<QLabel*>("idleSettings");
  QVERIFY(!reasons->isVisibleTo(idle->parentWidget()));
  idle->click();
  QVERIFY(reasons->isVisibleTo(idle->parentWidget()));
  QVERIFY(reasons->text().contains("ode4 takes fixed steps and estimates no error"));
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

void ConfigurationTest::solversStandInTwoGroups() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  auto* box = dialog.findChild<QComboBox*>("Solver");
  const int variable = box->findText("Variable steps"), fixed = box->findText("Fixed steps");
  QCOMPARE(variable, 0);
  QVERIFY(!(box->model()->flags(box->model()->index(fixed, 0)) & Qt::ItemIsEnabled));
  for (const sim::Method& method : sim::methods()) {
    const int at = box->findData(QString::fromUtf8(method.name.data(), int(method.name.size())));
    QVERIFY(at > variable && at != fixed);
    QCOMPARE(at < fixed, method.kind == sim::StepKind::Variable);
  }
  dialog.setText("StopTime", "0.1 + 0.2");
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 0.3 s"));
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
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 10 s"));
}

void ConfigurationTest::inputsAreGivenExpressionsAndTables() {
  DiagramDocument document(m_library);
  sim::Diagram model;
  const auto inport = [&](const char* name, const char* port) {
    const sim::Id id = model.new_id();
    sim::Block& block = model.blocks[id];
    block.type = "ports/inport", block.name = name, block.parameters["port"] = port;
    return id;
  };
  const sim::Id speed = inport("speed", "2"), torque = inport("torque", "1");
  document.setDiagram(std::move(model));
  {
    ConfigurationDialog dialog(document);
    InputsPage& page = dialog.inputs();
    QCOMPARE(page.rowCount(), 2);
    page.setGiven(0, "sin(2*t)");
    page.setGiven(1, "/measured/speed.csv");
    QVERIFY(dialog.apply());
    QVERIFY(dialog.apply());  // again: nothing changes
  }
  QCOMPARE(document.undoStack().count(), 1);
  QCOMPARE(document.block(torque)->parameters.at("ModelInput"), std::string("sin(2*t)"));
  QCOMPARE(document.block(speed)->parameters.at("FileName"), std::string("/measured/speed.csv"));
  ConfigurationDialog dialog(document);
  QCOMPARE(dialog.inputs().given(1), QString("/measured/speed.csv"));
  dialog.inputs().setGiven(1, "");
  QVERIFY(dialog.apply());
  QVERIFY(!document.block(speed)->parameters.contains("FileName"));
  QCOMPARE(document.block(torque)->parameters.at("ModelInput"), std::string("sin(2*t)"));
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

void ConfigurationTest::timesMayHaveUnits() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("StopTime", "2 min");
  QCOMPARE(dialog.findChild<QLabel*>("StopTimeNote")->text(), QString("= 120 s"));
  dialog.setText("MaxStep", "5 ms");
  QCOMPARE(dialog.problem("MaxStep"), QString());
  dialog.setText("MaxStep", "5 kg");
  QVERIFY2(dialog.problem("MaxStep").contains("measured in s"), qPrintable(dialog.problem("MaxStep")));
  QVERIFY(!dialog.apply());
  dialog.setText("RelTol", "1 s");
  QVERIFY2(dialog.problem("RelTol").contains("none is expected"), qPrintable(dialog.problem("RelTol")));
  dialog.setText("RelTol", "");
  dialog.setText("MaxStep", "5 ms");
  QVERIFY(dialog.apply());
  // The text stays, and a run reads it.
  QCOMPARE(sim::setting(document.diagram(), "StopTime"), std::string("2 min"));
  const auto run = sim::ModelRun::prepare(document.diagram(), m_library);
  QVERIFY(run);
  QCOMPARE((*run)->stop_time(), 120.0);
}

// Answers the comparison that comes up: `look` sees it, then it is accepted.
static void whenCompared(const std::function<void(ConfigurationComparison&)>& look) {
  QTimer::singleShot(0, qApp, [look] {
    auto* comparison = qobject_cast<ConfigurationComparison*>(QApplication::activeModalWidget());
    if (!comparison) return;
    look(*comparison);
    comparison->accept();
  });
}

void ConfigurationTest::presetsShowWhatTheyChange() {
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.show();
  dialog.setText("StopTime", "7");
  QVERIFY(dialog.apply());
  QAction* stiff = nullptr;
  for (QAction* action : dialog.presets().menu()->actions())
    if (action->text().startsWith("Stiff — ")) stiff = action;
  QVERIFY(stiff);
  bool seen = false;
  whenCompared([&](ConfigurationComparison& comparison) {
    seen = true;
    QCOMPARE(comparison.table().rowCount(), 2);
    QCOMPARE(comparison.table().item(0, 0)->text(), QString("Solver"));
    QCOMPARE(comparison.table().item(0, 2)->text(), QString("ode45"));
    QCOMPARE(comparison.table().item(0, 3)->text(), QString("ode15s"));
    comparison.table().item(1, 0)->setCheckState(Qt::Unchecked);  // RelTol stays
    QCOMPARE(comparison.taken().size(), 1);
  });
  stiff->trigger();
  QVERIFY(seen);
  QCOMPARE(dialog.text("Solver"), QString("ode15s"));
  QCOMPARE(dialog.text("RelTol"), QString());
  // Marked until it is applied.
  const auto label = [&](const QString& text) {
    for (auto* l : dialog.findChildren<QLabel*>())
      if (l->text() == text && l->buddy()) return l;
    return static_cast<QLabel*>(nullptr);
  };
  QVERIFY(label("Solver")->font().bold());
  QVERIFY(!label("Stop time")->font().bold());
  QVERIFY(dialog.apply());
  QVERIFY(!label("Solver")->font().bold());
  QCOMPARE(sim::setting(document.diagram(), "StopTime"), std::string("7"));
}

void ConfigurationTest::ownPresetsAreKeptAndDeleted() {
  QTemporaryDir folder;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
  DiagramDocument document(m_library);
  ConfigurationDialog dialog(document);
  dialog.setText("RelTol", "2e-5");
  dialog.setText("StopTime", "99");
  QVERIFY(dialog.presets().save("Mine & yours", "for a test"));
  QVERIFY(QFile::exists(userPresetsFile()));
  QVERIFY(userPresetsFile().startsWith(folder.path()));
  ConfigurationDialog again(document);
  const auto presets = again.presets().presets();
  QCOMPARE(presets.back().name, QString("Mine & yours"));
  QCOMPARE(presets.back().settings.at("RelTol"), std::string("2e-5"));
  QVERIFY(!presets.back().settings.contains("StopTime"));  // not a preset's business
  QVERIFY(deleteUserPreset("Mine & yours"));
  QVERIFY(userPresets().empty());
  // A damaged file is not written over.
  QFile file(userPresetsFile());
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{ my notes") > 0);
  file.close();
  QVERIFY(!dialog.presets().save("Mine", "again"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray("{ my notes"));
}

void ConfigurationTest::modelsAreComparedRowByRow() {
  const Settings ours{{"Solver", "ode113"}, {"StopTime", "5"}};
  ConfigurationComparison comparison(ours, {}, -1);
  QVERIFY(!comparison.note().isEmpty());
  QVERIFY(comparison.addModel(FLUXION_SOURCE_DIR "/examples/clutch/clutch.flx"));
  QVERIFY(comparison.table().rowCount() >= 2);
  QVERIFY(comparison.taken().isEmpty());
  int solver = -1;
  for (int row = 0; row < comparison.table().rowCount(); ++row)
    if (comparison.table().item(row, 0)->text() == "Solver") solver = row;
  QVERIFY(solver >= 0);
  comparison.table().item(solver, 0)->setCheckState(Qt::Checked);
  QCOMPARE(comparison.taken().keys(), QStringList{"Solver"});
  QVERIFY(!comparison.addModel("/nowhere.flx"));
  QVERIFY(comparison.note().contains("nowhere"));
}

void ConfigurationTest::theLastRunIsOnTheJacobianPage() {
  sim::JacobianReport report;
  QVERIFY(JacobianFacts::text(JacobianFacts::LastRun, report).isEmpty());
  sim::RunStatistics last;
  last.solver = "ode15s";
  last.steps = 120;
  last.jacobians = 7;
  last.factorizations = 31;
  last.newton_iterations = 260;
  const QString text = JacobianFacts::text(JacobianFacts::LastRun, report, &last);
  QVERIFY2(text.contains("7 Jacobians in 120 steps"), qPrintable(text));
  last.profile.timed = true;
  QVERIFY(JacobianFacts::text(JacobianFacts::LastRun, report, &last).contains("linear algebra"));
}

// Pictures to look at, where a folder for them is given.
void ConfigurationTest::looks() {
  const QString folder = qEnvironmentVariable("FLUXION_PICTURES");
  if (folder.isEmpty()) return;
  DiagramDocument document(m_library);
  QVERIFY(!sim::has_errors(document.open(FLUXION_SOURCE_DIR "/examples/clutch/clutch.flx")));
  ConfigurationDialog dialog(document);
  const auto run = sim::ModelRun::prepare(document.diagram(), m_library);
  QVERIFY(run);
  dialog.setLastRun((*run)->execute().statistics, {{"Solver", "ode23"}});
  dialog.show();
  dialog.setText("StopTime", "2 min");
  dialog.setText("MaxStep", "5 ms");
  dialog.setText("Solver", "ode15s");
  auto* pages = dialog.findChild<QListWidget*>("configurationPages");
  for (int page = 0; page < pages->count(); ++page) {
    pages->setCurrentRow(page);
    QTest::qWait(1500);
    QVERIFY(dialog.grab().save(QStringLiteral("%1/configuration_%2.png").arg(folder).arg(page)));
  }
  QMenu* menu = dialog.presets().menu();
  menu->popup(QPoint(0, 0));
  QVERIFY(menu->grab().save(folder + "/presets.png"));
  menu->hide();
  ConfigurationComparison comparison(dialog.settings(), dialog.presets().presets(), 5);
  comparison.QDialog::show();
  QTest::qWait(100);
  QVERIFY(comparison.grab().save(folder + "/comparison.png"));
}

QTEST_MAIN(ConfigurationTest)
#include "configuration_test.moc"
