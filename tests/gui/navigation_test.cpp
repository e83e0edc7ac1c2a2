// Finding text in the model, and the tree of its subsystems.
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "editor/document/diagram_document.h"
#include "editor/navigation/find_dock.h"
#include "editor/navigation/model_tree_dock.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"

using namespace fluxion;

class NavigationTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = sim::standard_library();

  static sim::Id add(DiagramDocument& document, const char* name, const char* type,
                     sim::Id parent = sim::no_id, std::map<std::string, std::string> parameters = {}) {
    sim::Block block;
    block.name = name, block.type = type, block.parent = parent, block.parameters = std::move(parameters);
    auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, block); });
    document.apply(insertion.edit);
    return insertion.id;
  }

 private slots:
  void enterGoesToTheResult() {
    DiagramDocument document(m_library);
    const auto plant = add(document, "Plant", "ports/subsystem");
    const auto spring = add(document, "Spring", "math/gain", plant, {{"k", "stiffness"}});
    FindDock dock(document);
    dock.start();
    QSignalSpy requested(&dock, &FindDock::elementRequested);
    auto* words = dock.findChild<QLineEdit*>("findWords");
    QTest::keyClicks(words, "stiff");
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested[0][0].value<sim::Id>(), spring);
    auto* list = dock.findChild<QTreeWidget*>("findResults");
    QCOMPARE(list->topLevelItem(0)->text(0), QString("Plant/Spring"));
    QCOMPARE(list->topLevelItem(0)->text(1), QString("k"));
  }

  void aTypeIsFoundByWhatPeopleCallIt() {
    DiagramDocument document(m_library);
    add(document, "A", "continuous/transfer_fcn");
    FindDock dock(document);
    dock.start("Transfer Fcn");
    QCOMPARE(dock.results().size(), 1u);
  }

  void replacingAllIsOneUndoStep() {
    DiagramDocument document(m_library);
    const auto a = add(document, "A", "math/gain", sim::no_id, {{"k", "old + 1"}});
    const auto b = add(document, "B", "math/gain", sim::no_id, {{"k", "2*old"}});
    FindDock dock(document);
    dock.start("old");
    dock.findChild<QLineEdit*>("findReplacement")->setText("new");
    dock.findChild<QPushButton*>("findReplaceAll")->click();
    QCOMPARE(document.block(a)->parameters.at("k"), std::string("new + 1"));
    QCOMPARE(document.block(b)->parameters.at("k"), std::string("2*new"));
    QVERIFY(dock.results().empty());
    document.undoStack().undo();
    QCOMPARE(document.block(a)->parameters.at("k"), std::string("old + 1"));
    QCOMPARE(document.block(b)->parameters.at("k"), std::string("2*old"));
  }

  void resultsFollowTheDocument() {
    DiagramDocument document(m_library);
    FindDock dock(document);
    dock.start("Spring");
    QVERIFY(dock.results().empty());
    add(document, "Spring", "math/gain");
    QTRY_COMPARE(dock.results().size(), 1u);
  }

  void theTreeHasTheSubsystemsAndFollowsTheCanvas() {
    DiagramDocument document(m_library);
    const auto plant = add(document, "Plant", "ports/subsystem");
    add(document, "Gain", "math/gain", plant);
    const auto motor = add(document, "Motor", "ports/subsystem", plant);
    ModelTreeDock dock(document);
    auto* tree = dock.findChild<QTreeWidget*>("modelTree");
    QTreeWidgetItem* top = tree->topLevelItem(0);
    QCOMPARE(top->childCount(), 1);
    QCOMPARE(top->child(0)->text(0), QString("Plant"));
    QCOMPARE(top->child(0)->child(0)->text(0), QString("Motor"));
    QSignalSpy requested(&dock, &ModelTreeDock::subsystemRequested);
    dock.setSubsystem(plant);
    QCOMPARE(tree->currentItem()->text(0), QString("Plant"));
    QCOMPARE(requested.count(), 0);
    tree->setCurrentItem(tree->topLevelItem(0)->child(0)->child(0));
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested[0][0].value<sim::Id>(), motor);
    add(document, "Second", "ports/subsystem");
    QCOMPARE(tree->topLevelItem(0)->childCount(), 2);
    QCOMPARE(tree->currentItem()->text(0), QString("Plant"));
  }
};

QTEST_MAIN(NavigationTest)
#include "navigation_test.moc"
