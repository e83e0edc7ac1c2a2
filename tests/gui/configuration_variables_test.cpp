// The variables in the Configuration dialog: renamed with their uses, and defined where they are missed.
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>
#include <QtTest>

#include "editor/dialogs/configuration_dialog.h"
#include "editor/dialogs/configuration_inputs.h"
#include "editor/dialogs/configuration_variables.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class ConfigurationVariablesTest : public QObject {
  Q_OBJECT

 private slots:
  // As in the Model Explorer: every use follows, in the fields of the dialog at once.
  void aVariableIsRenamedWithItsUses() {
    DiagramDocument document(m_library);
    sim::Diagram model;
    const auto variable = [&](const char* name, const char* expression) {
      model.variables[model.new_id()] = {name, expression, {}, {}, {}};
    };
    variable("a", "2"), variable("b", "3"), variable("c", "a*b");
    const sim::Id gain = model.new_id();
    model.blocks[gain].type = "math/gain", model.blocks[gain].name = "Gain";
    model.blocks[gain].parameters["k"] = "a - b + late";
    const sim::Id input = model.new_id();
    model.blocks[input].type = "ports/inport", model.blocks[input].name = "u";
    model.blocks[input].parameters["ModelInput"] = "a*t";
    model.settings["StopTime"] = "5*a";
    document.setDiagram(std::move(model));
    ConfigurationDialog dialog(document);
    VariablesPage& page = dialog.variables();
    page.setCell(0, VariablesPage::Name, "2x");  // none: nothing changes
    QCOMPARE(dialog.text("StopTime"), QString("5*a"));
    QVERIFY(!dialog.apply());
    page.setCell(0, VariablesPage::Name, "mass");
    QCOMPARE(dialog.text("StopTime"), QString("5*mass"));
    QCOMPARE(page.cell(2, VariablesPage::Expression), QString("mass*b"));
    QCOMPARE(dialog.inputs().given(0), QString("mass*t"));
    QVERIFY(dialog.apply());
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.block(gain)->parameters.at("k"), std::string("mass - b + late"));
    QCOMPARE(document.block(input)->parameters.at("ModelInput"), std::string("mass*t"));
    QCOMPARE(document.diagram().settings.at("StopTime"), std::string("5*mass"));
    // Two that exchange their names keep their meaning.
    page.setCell(0, VariablesPage::Name, "b1");
    page.setCell(1, VariablesPage::Name, "mass");
    page.setCell(0, VariablesPage::Name, "b");
    QVERIFY(dialog.apply());
    QCOMPARE(document.block(gain)->parameters.at("k"), std::string("b - mass + late"));
    QCOMPARE(page.cell(2, VariablesPage::Expression), QString("b*mass"));
    // One that is removed makes room for its name; what meant it means the other now.
    page.removeRow(1);
    page.setCell(0, VariablesPage::Name, "late");
    QVERIFY(dialog.apply());
    QCOMPARE(document.block(gain)->parameters.at("k"), std::string("late - mass + late"));
    document.undoStack().undo();
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(document.block(gain)->parameters.at("k"), std::string("a - b + late"));
    // What it would mean already is refused, with the reason in its row.
    ConfigurationDialog again(document);
    again.variables().setCell(0, VariablesPage::Name, "t");
    QVERIFY(!again.apply());
    QVERIFY(again.variables().cell(0, VariablesPage::Value).contains("input of the formula"));
  }

  void aNameThatIsNotKnownCanBeDefinedOnTheSpot() {
    DiagramDocument document(m_library);
    ConfigurationDialog dialog(document);
    dialog.show();
    auto* define = dialog.findChild<QToolButton*>("define_StopTime");
    QVERIFY(define && !define->isVisible());
    dialog.setText("StopTime", "10*T");
    QVERIFY(define->isVisible());
    define->click();
    QVERIFY(!define->isVisible());
    QCOMPARE(dialog.problem("StopTime"), QString());
    VariablesPage& page = dialog.variables();
    QCOMPARE(page.rowCount(), 1);
    page.setCell(0, VariablesPage::Expression, "2*w");
    auto* inPage = dialog.findChild<QPushButton*>("defineVariable");
    page.findChild<QTableWidget*>()->setCurrentCell(0, VariablesPage::Expression);
    QVERIFY(!inPage->isHidden());
    inPage->click();
    QCOMPARE(page.cell(0, VariablesPage::Value), QString("2"));
    QVERIFY(dialog.apply());
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.diagram().variables.size(), std::size_t{2});
  }

 private:
  sim::BlockLibrary m_library = sim::standard_library();
};

QTEST_MAIN(ConfigurationVariablesTest)
#include "configuration_variables_test.moc"
