// The table of kept runs by itself: what it shows, what is chosen while it changes, and what is edited in it.
#include "editor/run_archive/runs_table.h"

#include <QKeyEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/document/diagram_document.h"
#include "sim_core/run_archive/csv_import.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;

class RunsTableTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void theNewestRunIsFirst();
  void theChoiceStaysWithItsRun();
  void anotherIsChosenWhereTheChosenOneGoes();
  void whatIsFilteredOutIsNotChosen();
  void namesTagsAndBoxesAreEdited();
  void deleteAndF2AreTheTables();

 private:
  static constexpr int nameColumn = 0, scopesColumn = 1, solverColumn = 3, tagsColumn = 8;
  QString add(const char* name) {
    sim::RunRecord record = *sim::import_csv_text("t,x\n0,0\n2,1\n", "table.csv");
    record.summary.name = name;
    const QString id = QString::fromStdString(library->add(std::move(record))->summary.id);
    table->rebuild();
    return id;
  }
  QStringList names() const {
    QStringList all;
    for (int row = 0; row < table->topLevelItemCount(); ++row)
      if (const QTreeWidgetItem* item = table->topLevelItem(row); !item->isHidden())
        all += item->text(nameColumn);
    return all;
  }
  std::string nameOf(const QString& id) const { return library->find(id)->summary.name; }

  sim::BlockLibrary blocks = test::allBlocks();
  QTemporaryDir folder;
  std::unique_ptr<DiagramDocument> document;
  std::unique_ptr<RunLibrary> library;
  std::unique_ptr<RunsTable> table;
};

void RunsTableTest::init() {
  table.reset();
  library = std::make_unique<RunLibrary>(folder.filePath("runs"));
  document = std::make_unique<DiagramDocument>(blocks);
  table = std::make_unique<RunsTable>(*library, *document);
}

void RunsTableTest::theNewestRunIsFirst() {
  add("first");
  add("second");
  add("third");
  QCOMPARE(names(), (QStringList{"third", "second", "first"}));
  QCOMPARE(table->topLevelItem(0)->text(solverColumn), QString("imported"));
}

void RunsTableTest::theChoiceStaysWithItsRun() {
  const QString first = add("first"), second = add("second");
  table->choose(first);
  QCOMPARE(table->chosen(), QStringList{first});
  add("third");  // every row is another one
  QCOMPARE(table->chosen(), QStringList{first});
  table->topLevelItem(1)->setSelected(true);
  QCOMPARE(table->chosen(), (QStringList{second, first}));
  table->rebuild();
  QCOMPARE(table->chosen(), (QStringList{second, first}));
  // One that is asked for is chosen alone.
  table->choose(second);
  QCOMPARE(table->chosen(), QStringList{second});
}

void RunsTableTest::anotherIsChosenWhereTheChosenOneGoes() {
  const QString first = add("first"), second = add("second"), third = add("third");
  table->choose(second);
  library->remove({second});
  table->rebuild();
  QCOMPARE(names(), (QStringList{"third", "first"}));
  QVERIFY(table->chosen().isEmpty());  // until it is asked again: nothing that the user did not choose
  QCOMPARE(table->indexOfTopLevelItem(table->currentItem()), 1);
  library->remove({first});
  library->remove({third});
  table->rebuild();
  QVERIFY(table->chosen().isEmpty() && names().isEmpty());
}

void RunsTableTest::whatIsFilteredOutIsNotChosen() {
  const QString slow = add("slow clutch"), fast = add("fast clutch");
  table->choose(slow);
  QSignalSpy chosen(table.get(), &RunsTable::chosenChanged);
  table->setFilter("fast");
  QCOMPARE(names(), QStringList{"fast clutch"});
  QVERIFY(table->chosen().isEmpty());
  QVERIFY(!chosen.isEmpty());
  table->setFilter("clutch");
  QCOMPARE(names(), (QStringList{"fast clutch", "slow clutch"}));
  QCOMPARE(table->chosen(), QStringList{slow});
  // The words hold for runs that come later, too.
  table->setFilter("fast");
  add("slow gear");
  QCOMPARE(names(), QStringList{"fast clutch"});
  Q_UNUSED(fast)
}

void RunsTableTest::namesTagsAndBoxesAreEdited() {
  const QString first = add("first"), second = add("second");
  table->topLevelItem(1)->setText(nameColumn, "renamed");
  QCOMPARE(nameOf(first), std::string("first"));  // not inside of the view's editing
  QTRY_COMPARE(nameOf(first), std::string("renamed"));
  QCOMPARE(nameOf(second), std::string("second"));
  table->topLevelItem(0)->setText(tagsColumn, "tuned,  long run");
  QTRY_COMPARE(library->find(second)->summary.tags, (std::vector<std::string>{"tuned", "long run"}));
  QTRY_COMPARE(table->topLevelItem(0)->text(tagsColumn), QString("tuned, long run"));
  const bool under = library->isUnderScopes(library->find(first)->summary);
  table->topLevelItem(1)->setCheckState(scopesColumn, under ? Qt::Unchecked : Qt::Checked);
  QTRY_COMPARE(library->isUnderScopes(library->find(first)->summary), !under);
}

// Elsewhere in the window these keys are the diagram's.
void RunsTableTest::deleteAndF2AreTheTables() {
  add("first");
  QSignalSpy remove(table.get(), &RunsTable::removeRequested),
      rename(table.get(), &RunsTable::renameRequested);
  for (const int key : {int(Qt::Key_Delete), int(Qt::Key_F2), int(Qt::Key_A)}) {
    QKeyEvent asked(QEvent::ShortcutOverride, key, Qt::NoModifier);
    asked.ignore();
    QCoreApplication::sendEvent(table.get(), &asked);
    QCOMPARE(asked.isAccepted(), key != Qt::Key_A);
  }
  QVERIFY(remove.isEmpty() && rename.isEmpty());
  QTest::keyClick(table.get(), Qt::Key_Delete);
  QCOMPARE(remove.size(), 1);
  QTest::keyClick(table.get(), Qt::Key_F2);
  QCOMPARE(rename.size(), 1);
}

QTEST_MAIN(RunsTableTest)
#include "runs_table_test.moc"
