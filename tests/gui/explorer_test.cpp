// The Model Explorer: what its tables show, what is edited in place, and that they follow the document.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>
#include <ctime>
#include <utility>

#include "editor/explorer/blocks_page.h"
#include "editor/explorer/editable_table.h"
#include "editor/explorer/explorer_dock.h"
#include "editor/explorer/parameter_table.h"
#include "editor/explorer/setting_table.h"
#include "editor/explorer/settings_panel.h"
#include "editor/explorer/table_page.h"
#include "editor/explorer/variable_table.h"
#include "editor/explorer/variables_panel.h"
#include "sim_core/diagram/settings.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;
using test::CanvasWindow;

class ExplorerTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup() {
    m_dock.reset();
    m_window.reset();
  }
  void filterWordsNameColumns();
  void numbersInNamesSortAsNumbers();
  void everyParameterHasARow();
  void theFilterNarrows();
  void aCellIsEditedInOneStep();
  void aWrongTextIsRefusedInWords();
  void manyRowsAreSetAtOnce();
  void changesOfTheDocumentAreShownAtOnce();
  void nestedSubsystemsMayBeLeftOut();
  void oneTypeHasAColumnAParameter();
  void enterOnAPathShowsTheBlock();
  void variablesShowTheirUses();
  void aNameIsChangedWhereverItIsMeant();
  void aNameThatIsNotKnownCanBeDefinedOnTheSpot();
  void variablesThatAreUsedAreAskedFor();
  void settingsAreCheckedAsInTheDialog();
  void tenThousandBlocksStayQuick();

 private:
  const sim::Diagram& diagram() { return m_window->diagram(); }
  QString cell(TablePage& page, int row, int column) {
    return page.filter().index(row, column).data().toString();
  }
  int rowOf(TablePage& page, int column, const QString& text) {
    for (int row = 0; row < page.filter().rowCount(); ++row)
      if (cell(page, row, column) == text) return row;
    return -1;
  }
  void setFilter(TablePage& page, const QString& text) {
    page.filterField().setText(text);
    page.filter().setFilter(text);
  }
  // Types into the cell as a person does.
  void type(TablePage& page, int row, int column, const QString& text) {
    page.view().setCurrentIndex(page.filter().index(row, column));
    page.view().setFocus();
    QTest::keyClick(&page.view(), Qt::Key_Return);
    auto* field = page.view().findChild<QLineEdit*>();
    QVERIFY(field);
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    settle();
  }
  sim::Id variable(const char* name, const char* expression) {
    const sim::Id id = m_window->document.newId();
    sim::Edit edit{"v", {}};
    edit.set(id, sim::Variable{name, expression, {}, {}, {}});
    m_window->document.apply(std::move(edit));
    return id;
  }
  // Cells are taken, and their editors go, once the keys have been dealt with.
  void settle() {
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

  std::unique_ptr<CanvasWindow> m_window;
  std::unique_ptr<ExplorerDock> m_dock;
  sim::Id m_gain, m_plant, m_inner;
};

void ExplorerTest::init() {
  m_window = std::make_unique<CanvasWindow>();
  variable("k", "2");
  m_gain = m_window->add("math/gain", 0, 0, "Gain", {{"k", "3*k"}});
  m_plant = m_window->add("ports/subsystem", 200, 0, "Plant");
  m_inner = m_window->add("math/gain", 0, 0, "Inner", {{"k", "k"}}, m_plant);
  m_window->document.undoStack().clear();
  m_dock = std::make_unique<ExplorerDock>(m_window->document);
  m_dock->setFloating(true);
  m_dock->resize(1000, 500);
  m_dock->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_dock.get()));
}

void ExplorerTest::filterWordsNameColumns() {
  const QStringList keys = {"path", "type"};
  const auto words = filterWords(QStringLiteral("type:gain \"left wheel\" path:\"a b\" x:y"), keys);
  QCOMPARE(words.size(), std::size_t{4});
  QCOMPARE(words[0].column, 1);
  QCOMPARE(words[0].text, QStringLiteral("gain"));
  QCOMPARE(words[1].column, -1);
  QCOMPARE(words[1].text, QStringLiteral("left wheel"));
  QCOMPARE(words[2].column, 0);
  QCOMPARE(words[2].text, QStringLiteral("a b"));
  QCOMPARE(words[3].text, QStringLiteral("x:y"));
  QVERIFY(filterWords(QStringLiteral("  type: \"\""), keys).empty());
}

void ExplorerTest::numbersInNamesSortAsNumbers() {
  QStringList names = {"Gain10", "gain2", "Gain", "Gain1", "Gain02b", "A/9", "A/10"};
  std::sort(names.begin(), names.end(),
            [](const QString& a, const QString& b) { return compareNaturally(a, b) < 0; });
  QCOMPARE(names, (QStringList{"A/9", "A/10", "Gain", "Gain1", "gain2", "Gain02b", "Gain10"}));
}

void ExplorerTest::everyParameterHasARow() {
  TablePage& page = m_dock->blocks().table();
  const auto count = m_window->library.find("math/gain")->parameters.size();
  setFilter(page, QStringLiteral("type:math/gain"));
  QCOMPARE(page.filter().rowCount(), static_cast<int>(2 * count));
  setFilter(page, QStringLiteral("path:Plant/Inner parameter:k"));
  const int row = rowOf(page, ParameterTable::Expression, QStringLiteral("k"));
  QVERIFY(row >= 0);
  QCOMPARE(cell(page, row, ParameterTable::Path), QStringLiteral("Plant/Inner"));
  QCOMPARE(cell(page, row, ParameterTable::Value), QStringLiteral("2"));
}

void ExplorerTest::theFilterNarrows() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("3*K"));
  QCOMPARE(page.filter().rowCount(), 1);
  setFilter(page, QStringLiteral("value:6"));
  QCOMPARE(page.filter().rowCount(), 1);
  setFilter(page, QStringLiteral("path:3*k"));
  QCOMPARE(page.filter().rowCount(), 0);
}

void ExplorerTest::aCellIsEditedInOneStep() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("3*k"));
  type(page, 0, ParameterTable::Expression, QStringLiteral("k^2"));
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("k^2"));
  QCOMPARE(m_window->document.undoStack().count(), 1);
  m_window->document.undoStack().undo();
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("3*k"));
  QCOMPARE(cell(page, 0, ParameterTable::Expression), QStringLiteral("3*k"));
}

void ExplorerTest::aWrongTextIsRefusedInWords() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("3*k"));
  type(page, 0, ParameterTable::Expression, QStringLiteral("3*nothing"));
  auto* field = page.view().findChild<QLineEdit*>();
  QVERIFY2(field && field->isVisible(), "the editor stays open");
  const auto* problem = page.findChild<QLabel*>(QStringLiteral("parametersProblem"));
  QVERIFY2(problem->text().contains(QStringLiteral("nothing")), qPrintable(problem->text()));
  QTest::keyClick(field, Qt::Key_Escape);
  settle();
  QCOMPARE(m_window->document.undoStack().count(), 0);
  QCOMPARE(cell(page, 0, ParameterTable::Expression), QStringLiteral("3*k"));
}

void ExplorerTest::manyRowsAreSetAtOnce() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("type:gain parameter:gain"));
  setFilter(page, QStringLiteral("type:math/gain expression:k"));
  QCOMPARE(page.filter().rowCount(), 2);
  page.view().selectAll();
  QVERIFY(!page.setSelected(QStringLiteral("nothing")).isEmpty());
  QCOMPARE(m_window->document.undoStack().count(), 0);
  QCOMPARE(page.setSelected(QStringLiteral("7*k")), QString());
  QCOMPARE(m_window->document.undoStack().count(), 1);
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("7*k"));
  QCOMPARE(diagram().blocks.at(m_inner).parameters.at("k"), std::string("7*k"));
}

void ExplorerTest::changesOfTheDocumentAreShownAtOnce() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("3*k"));
  QCOMPARE(cell(page, 0, ParameterTable::Value), QStringLiteral("6"));
  const auto [id, k] = *diagram().variables.begin();
  sim::Variable changed = k;
  changed.expression = "5";
  sim::Edit edit{"k", {}};
  edit.set(id, changed);
  m_window->document.apply(std::move(edit));
  QCOMPARE(cell(page, 0, ParameterTable::Value), QStringLiteral("15"));
  const int before = page.table()->rowCount();
  m_window->add("math/gain", 0, 200, "Another");
  QVERIFY(page.table()->rowCount() > before);
  auto renamed = sim::rename_block(diagram(), m_gain, "Renamed");
  m_window->document.apply(std::move(*renamed));
  QCOMPARE(cell(page, 0, ParameterTable::Path), QStringLiteral("Renamed"));
  m_window->document.apply(sim::remove_blocks(diagram(), {m_gain}));
  QCOMPARE(page.filter().rowCount(), 0);
}

void ExplorerTest::nestedSubsystemsMayBeLeftOut() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("path:Inner"));
  QVERIFY(page.filter().rowCount() > 0);
  m_dock->findChild<QCheckBox*>(QStringLiteral("explorerNested"))->setChecked(false);
  QCOMPARE(page.filter().rowCount(), 0);
  m_dock->showLevel(m_plant);
  QVERIFY(page.filter().rowCount() > 0);
}

void ExplorerTest::oneTypeHasAColumnAParameter() {
  auto* types = m_dock->findChild<QComboBox*>(QStringLiteral("explorerTypes"));
  types->setCurrentIndex(types->findData(QStringLiteral("math/gain")));
  TablePage& page = m_dock->blocks().table();
  QCOMPARE(page.filter().rowCount(), 2);
  QCOMPARE(page.filter().columnCount(),
           1 + static_cast<int>(m_window->library.find("math/gain")->parameters.size()));
  type(page, rowOf(page, 0, QStringLiteral("Gain")), 1, QStringLiteral("11"));
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("11"));
  page.view().selectAll();
  QCOMPARE(page.setSelected(QStringLiteral("12")), QString());
  QCOMPARE(diagram().blocks.at(m_inner).parameters.at("k"), std::string("12"));
}

void ExplorerTest::enterOnAPathShowsTheBlock() {
  TablePage& page = m_dock->blocks().table();
  setFilter(page, QStringLiteral("path:Inner"));
  QSignalSpy asked(m_dock.get(), &ExplorerDock::elementRequested);
  page.view().setCurrentIndex(page.filter().index(0, ParameterTable::Path));
  page.view().setFocus();
  QTest::keyClick(&page.view(), Qt::Key_Return);
  QCOMPARE(asked.count(), 1);
  QCOMPARE(asked.first().first().value<sim::Id>(), m_inner);
}

void ExplorerTest::variablesShowTheirUses() {
  variable("unused", "1");
  m_dock->showVariables();
  TablePage& page = m_dock->variables().table();
  const int k = rowOf(page, VariableTable::Name, QStringLiteral("k"));
  QCOMPARE(cell(page, k, VariableTable::Uses), QStringLiteral("2"));
  QCOMPARE(cell(page, k, VariableTable::Value), QStringLiteral("2"));
  QCOMPARE(cell(page, rowOf(page, VariableTable::Name, QStringLiteral("unused")), VariableTable::Uses),
           QStringLiteral("unused"));
  page.view().setCurrentIndex(page.filter().index(k, 0));
  QTreeWidget& uses = m_dock->variables().uses();
  QCOMPARE(uses.topLevelItemCount(), 2);
  QSignalSpy asked(m_dock.get(), &ExplorerDock::elementRequested);
  uses.setCurrentItem(uses.topLevelItem(1));
  emit uses.itemActivated(uses.topLevelItem(1), 0);
  QCOMPARE(asked.first().first().value<sim::Id>(), m_inner);
}

void ExplorerTest::aNameIsChangedWhereverItIsMeant() {
  m_dock->showVariables();
  TablePage& page = m_dock->variables().table();
  type(page, 0, VariableTable::Name, QStringLiteral("stiffness"));
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("3*stiffness"));
  QCOMPARE(diagram().blocks.at(m_inner).parameters.at("k"), std::string("stiffness"));
  QCOMPARE(m_window->document.undoStack().count(), 1);
  variable("other", "1");
  type(page, rowOf(page, VariableTable::Name, QStringLiteral("other")), VariableTable::Name,
       QStringLiteral("stiffness"));
  QVERIFY(page.findChild<QLabel*>(QStringLiteral("explorerVariablesProblem"))->text().contains("taken"));
}

// As in a block's dialog: beside the message, and the cell keeps what was typed.
void ExplorerTest::aNameThatIsNotKnownCanBeDefinedOnTheSpot() {
  TablePage& page = m_dock->blocks().table();
  auto* define = page.findChild<QToolButton*>(QStringLiteral("parametersDefine"));
  QVERIFY(define && !define->isVisible());
  const int row = rowOf(page, ParameterTable::Expression, QStringLiteral("3*k"));
  page.view().setCurrentIndex(page.filter().index(row, ParameterTable::Expression));
  page.view().setFocus();
  QTest::keyClick(&page.view(), Qt::Key_Return);
  auto* field = page.view().findChild<QLineEdit*>();
  QVERIFY(field);
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("c*k"));
  QVERIFY(define->isVisible());
  QCOMPARE(define->text().remove(u'&'), QStringLiteral("Define c"));
  QTest::keyClick(field, Qt::Key_Return);  // not taken
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("3*k"));
  define->click();
  settle();
  QCOMPARE(diagram().variables.size(), std::size_t{2});
  QVERIFY(!define->isVisible());
  field = page.view().findChild<QLineEdit*>();
  QVERIFY(field);
  QCOMPARE(field->text(), QStringLiteral("c*k"));
  QTest::keyClick(field, Qt::Key_Return);
  settle();
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("c*k"));
  // And from the field that sets many rows.
  page.selectRow(page.filter().mapToSource(page.filter().index(row, 0)).row(), ParameterTable::Expression);
  auto* text = page.findChild<QLineEdit*>(QStringLiteral("parametersText"));
  text->setText(QStringLiteral("d+1"));
  QTest::keyClick(text, Qt::Key_Return);
  QVERIFY(define->isVisible());
  define->click();
  QCOMPARE(diagram().blocks.at(m_gain).parameters.at("k"), std::string("d+1"));
  QVERIFY(!define->isVisible());
}

void ExplorerTest::variablesThatAreUsedAreAskedFor() {
  m_dock->showVariables();
  VariablesPanel& panel = m_dock->variables();
  QStringList asked;
  bool answer = false;
  panel.setAsk([&](const QString& question) {
    asked << question;
    return answer;
  });
  panel.table().view().selectRow(0);
  auto* remove = m_dock->findChild<QPushButton*>(QStringLiteral("explorerRemoveVariable"));
  remove->click();
  QCOMPARE(asked.size(), 1);
  QCOMPARE(diagram().variables.size(), std::size_t{1});
  answer = true;
  remove->click();
  QVERIFY(diagram().variables.empty());
  m_dock->findChild<QPushButton*>(QStringLiteral("explorerAddVariable"))->click();
  QCOMPARE(diagram().variables.size(), std::size_t{1});
}

void ExplorerTest::settingsAreCheckedAsInTheDialog() {
  m_dock->showSetting(QStringLiteral("StopTime"));
  TablePage& page = m_dock->settings().table();
  const int row = rowOf(page, SettingTable::Name, QStringLiteral("StopTime"));
  QCOMPARE(page.view().currentIndex().row(), row);
  type(page, row, SettingTable::Text, QStringLiteral("[1 2]"));
  QVERIFY(!page.findChild<QLabel*>(QStringLiteral("explorerSettingsProblem"))->text().isEmpty());
  QTest::keyClick(page.view().findChild<QLineEdit*>(), Qt::Key_Escape);
  settle();
  type(page, row, SettingTable::Text, QStringLiteral("20*k"));
  QCOMPARE(sim::setting(diagram(), "StopTime"), std::string("20*k"));
  QCOMPARE(cell(page, row, SettingTable::Value), QStringLiteral("40"));
  m_dock->findChild<QCheckBox*>(QStringLiteral("explorerOnlyChanged"))->setChecked(true);
  QCOMPARE(page.filter().rowCount(), 1);
  page.view().selectRow(0);
  m_dock->findChild<QPushButton*>(QStringLiteral("explorerResetSettings"))->click();
  QCOMPARE(page.filter().rowCount(), 0);
  QVERIFY(diagram().settings.empty());
}

void ExplorerTest::tenThousandBlocksStayQuick() {
  sim::Diagram large;
  for (int k = 0; k < 10000; ++k) {
    sim::Block block;
    block.type = "math/gain";
    block.name = "Gain" + std::to_string(k);
    block.parameters["k"] = std::to_string(k) + "*2";
    large.blocks[large.new_id()] = block;
  }
  m_window->editor.hide();
  m_window->document.setDiagram(std::move(large));
  TablePage& page = m_dock->blocks().table();
  // Of the processor: how long it takes depends on who else is at work.
  struct {
    std::clock_t from = std::clock();
    long long restart() {
      const std::clock_t before = std::exchange(from, std::clock());
      return static_cast<long long>(from - before) * 1000 / CLOCKS_PER_SEC;
    }
  } clock;
  m_dock->blocks().rebuild();
  const auto built = clock.restart();
  setFilter(page, QStringLiteral("type:gain 777"));
  const auto filtered = clock.restart();
  page.view().sortByColumn(ParameterTable::Value, Qt::DescendingOrder);
  const auto sorted = clock.restart();
  QVERIFY(page.filter().rowCount() > 10);
  setFilter(page, QStringLiteral("parameter:k expression:*2"));
  page.view().selectAll();
  clock.restart();
  QCOMPARE(page.setSelected(QStringLiteral("1")), QString());
  const auto set = clock.restart();
  QCOMPARE(diagram().blocks.rbegin()->second.parameters.count("k"), std::size_t{0});
  m_dock->hide();
  m_window->document.undoStack().undo();
  const auto hidden = clock.restart();
  qInfo("built %lld ms, filtered %lld ms, sorted %lld ms, 10,000 set %lld ms, of which the canvas %lld ms",
        built, filtered, sorted, set, hidden);
#if defined(__SANITIZE_ADDRESS__)
  constexpr long long limit = 12000;
#else
  constexpr long long limit = 3000;
#endif
  QVERIFY(built < limit && filtered < limit && sorted < limit && set - hidden < limit);
}

QTEST_MAIN(ExplorerTest)
#include "explorer_test.moc"
