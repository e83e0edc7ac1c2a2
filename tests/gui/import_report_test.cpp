// The dock that lists what became of the blocks of an imported model.
#include "tests/gui/import_window.h"

using namespace fluxion;

class ImportReportTest : public ImportWindow {
  Q_OBJECT
 private slots:
  void init() { openWindow(); }
  void cleanup() { m_window.reset(); }
  void allColumnsOfTheReportAreSeenInANarrowDock();
  void theReportListsByKindAndByBlock();
  void theReportIsFilteredAndLeadsToBlocks();
  void namesAreAskedForOnceAndMayStayOpen();
  void aDismissedReportComesBackByUndo();
  void aCompleteImportSaysSoAndShowsNoReport();
};

void ImportReportTest::allColumnsOfTheReportAreSeenInANarrowDock() {
  open(copyOf());
  for (const int width : {1400, 620, 1000}) {
    table().resize(width, 200);
    QCOMPARE(table().header()->length(), table().viewport()->width());
    QVERIFY(table().header()->sectionSize(Instead) > table().viewport()->width() / 5);
  }
}

void ImportReportTest::theReportListsByKindAndByBlock() {
  open(copyOf());
  QCOMPARE(summary(),
           QString("two_names.mdl (Simulink .mdl, version 7.5), 11 blocks: 9 exact, 1 approximated, "
                   "1 unresolved, names without a value: 2"));
  // The most urgent first; what is exact is not shown at first.
  QCOMPARE(column(Outcome), (QStringList{"No value", "No value", "Unresolved", "Approximated"}));
  QCOMPARE(column(Place), (QStringList{"f0", "k", "Actuator", "Noise"}));
  QCOMPARE(cell(1, What), QString("used by Plant/Damping: k, Noise: Variance"));
  QCOMPARE(table().model()->rowCount(table().model()->index(1, 0)), 2);
  QCOMPARE(cell(1, Place, table().model()->index(1, 0)), QString("Noise: Variance"));
  QVERIFY(cell(2, Instead).contains("Function block"));
  QVERIFY(cell(3, What).contains("random numbers"));

  auto* kinds = dock().findChild<QComboBox*>("importKinds");
  QStringList offered;
  for (int k = 0; k < kinds->count(); ++k) offered << kinds->itemText(k);
  QCOMPARE(offered, (QStringList{"What is not exact (4)", "Everything (13)", "No value (2)", "Unresolved (1)",
                                 "Approximated (1)", "Exact (9)"}));
  kinds->setCurrentIndex(5);
  emit kinds->activated(5);
  // One line for all blocks of a kind, with these below it.
  QCOMPARE(table().model()->rowCount(), 8);
  const int gains = static_cast<int>(column(Source).indexOf("Gain"));
  QCOMPARE(cell(gains, Place), QString("2 blocks"));
  const QModelIndex head = table().model()->index(gains, 0);
  QCOMPARE(table().model()->rowCount(head), 2);
  QCOMPARE(cell(1, Place, head), QString("Plant/Damping"));
  auto* byKind = dock().findChild<QCheckBox*>("importByKind");
  byKind->setChecked(false);
  QCOMPARE(table().model()->rowCount(), 9);
  QVERIFY(column(Place).contains("Plant/Level"));
}

void ImportReportTest::theReportIsFilteredAndLeadsToBlocks() {
  open(copyOf());
  auto* words = dock().findChild<QLineEdit*>("importFilter");
  words->setText("random");
  QCOMPARE(column(Place), QStringList{"Noise"});
  words->setText("variance noise");  // a use, below its name
  QCOMPARE(column(Place), QStringList{"k"});
  words->setText("nothing of this kind");
  QCOMPARE(table().model()->rowCount(), 0);
  words->clear();
  if (askedNames()) askedNames()->reject();

  QSignalSpy revealed(&dock(), &ImportReportDock::blockRequested);
  select(2);
  QTest::keyClick(&table(), Qt::Key_Return);
  QCOMPARE(revealed.size(), 1);
  QCOMPARE(m_window->editor().selectedBlocks(), std::vector<sim::Id>{block("Actuator")});
  // A use of a name leads into the subsystem.
  const QModelIndex k = table().model()->index(1, 0);
  table().setExpanded(k, true);
  table().setCurrentIndex(table().model()->index(0, 0, k));
  QTest::keyClick(&table(), Qt::Key_Return);
  QCOMPARE(m_window->editor().selectedBlocks(), std::vector<sim::Id>{block("Plant/Damping")});
  table().scrollTo(table().model()->index(3, 0));
  const QRect link = table().visualRect(table().model()->index(3, 0));
  QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, link.center());
  QCOMPARE(m_window->editor().selectedBlocks(), std::vector<sim::Id>{block("Noise")});
  QTest::keyClick(&table(), Qt::Key_A, Qt::ControlModifier);
  QVERIFY(dock().text().contains("Actuator\tS-Function\tUnresolved\t"));
}

void ImportReportTest::namesAreAskedForOnceAndMayStayOpen() {
  open(copyOf());
  QTRY_VERIFY(askedNames());
  QVERIFY(!askedNames()->findChild<QLineEdit*>("value of f0")->text().size());
  QCOMPARE(askedNames()->findChild<QLabel*>("uses of k")->text(),
           QString("Plant/Damping: k, Noise: Variance"));
  askedNames()->reject();
  QVERIFY(diagram().variables.empty());
  QTRY_VERIFY(!askedNames());

  auto* define = dock().findChild<QPushButton*>("importDefine");
  define->click();
  QTRY_VERIFY(askedNames());
  askedNames()->findChild<QLineEdit*>("value of k")->setText("3");  // the other one stays open
  askedNames()->accept();
  QCOMPARE(diagram().variables.size(), 1u);
  QCOMPARE(diagram().variables.begin()->second.name, std::string("k"));
  QTRY_COMPARE(cell(1, Outcome), QString("Done"));
  QVERIFY2(summary().contains("names without a value: 2 (1 done)"), qPrintable(summary()));
  QVERIFY(define->isEnabled());
  command(CommandId::Undo)->trigger();
  QVERIFY(diagram().variables.empty());
  QTRY_COMPARE(cell(1, Outcome), QString("No value"));
  QVERIFY(!m_window->isWindowModified());
}

void ImportReportTest::aDismissedReportComesBackByUndo() {
  open(copyOf());
  dock().findChild<QPushButton*>("importDismiss")->click();
  QVERIFY(!dock().isVisible());
  QVERIFY(!sim::importing::has_report(diagram()));
  QVERIFY(m_window->isWindowModified());
  command(CommandId::ShowImportReport)->trigger();
  QVERIFY(dock().isVisible());
  QVERIFY(summary().contains("was dismissed"));
  command(CommandId::Undo)->trigger();
  QVERIFY(sim::importing::has_report(diagram()));
  QVERIFY(summary().contains("11 blocks"));
  command(CommandId::Redo)->trigger();
  QVERIFY(!sim::importing::has_report(diagram()));
}

void ImportReportTest::aCompleteImportSaysSoAndShowsNoReport() {
  const QString path =
      file("plain.mdl",
           "Model {\n Name \"plain\"\n Version 7.5\n Solver \"ode45\"\n StopTime \"10\"\n System {\n Name "
           "\"plain\"\n Block {\n "
           "BlockType Gain\n Name \"G\"\n Position [0, 0, 30, 30]\n Gain \"2\"\n }\n }\n}\n");
  QCOMPARE(m_window->models().open(path), m_window.get());
  QCoreApplication::processEvents();
  QVERIFY(block("G") != sim::no_id);
  QVERIFY(!dock().isVisible());
  QVERIFY(!askedNames());
}

QTEST_MAIN(ImportReportTest)
#include "import_report_test.moc"
