// Finding blocks in the library, and inserting them from there.
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "editor/dialogs/block_help.h"
#include "editor/document/block_search.h"
#include "editor/library/library_dock.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class LibraryTest : public QObject {
  Q_OBJECT

  const sim::BlockLibrary m_library = sim::standard_library();

  QStringList shown(const QTreeWidget& tree) {
    QStringList out;
    for (int c = 0; c < tree.topLevelItemCount(); ++c)
      for (int k = 0; k < tree.topLevelItem(c)->childCount(); ++k)
        if (!tree.topLevelItem(c)->child(k)->isHidden()) out += tree.topLevelItem(c)->child(k)->text(0);
    return out;
  }

 private slots:
  void everyBlockIsInTheTreeWithAnIcon() {
    LibraryDock dock(m_library);
    auto* tree = dock.findChild<QTreeWidget*>("libraryTree");
    QCOMPARE(shown(*tree).size(), static_cast<qsizetype>(m_library.all().size()));
    QVERIFY(!tree->topLevelItem(0)->child(0)->icon(0).isNull());
  }

  void theLabelIsFoundBeforeWhatMentionsTheWord() {
    QCOMPARE(searchBlocks(m_library, "gain").front()->id, std::string("math/gain"));
    QCOMPARE(searchBlocks(m_library, "intgr").front()->id, std::string("continuous/integrator"));
  }

  void namesOfOtherToolsAreFound() {
    QCOMPARE(searchBlocks(m_library, "GAINBLK").front()->id, std::string("math/gain"));
    QVERIFY(searchBlocks(m_library, "zzzz").empty());
  }

  void searchingHidesTheRestAndEnterInsertsTheBest() {
    LibraryDock dock(m_library);
    QSignalSpy inserted(&dock, &LibraryDock::insertRequested);
    auto* words = dock.findChild<QLineEdit*>("librarySearch");
    QTest::keyClicks(words, "scope");
    auto* tree = dock.findChild<QTreeWidget*>("libraryTree");
    QVERIFY(shown(*tree).contains("Scope"));
    QVERIFY(!shown(*tree).contains("Integrator"));
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(inserted[0][0].toString(), QString("sinks/scope"));
  }

  void everyBlockHasAHelpPageThatNamesItsParameters() {
    for (const sim::BlockType* type : m_library.all()) {
      const QString page = blockHelpPage(*type);
      QVERIFY2(!type->doc.empty(), type->id.c_str());
      for (const auto& spec : type->parameters) QVERIFY(page.contains(QString::fromStdString(spec.name)));
    }
  }
};

QTEST_MAIN(LibraryTest)
#include "library_test.moc"
