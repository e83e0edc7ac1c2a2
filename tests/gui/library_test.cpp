// Finding blocks in the library, and inserting them from there.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include "editor/document/block_memory.h"
#include "editor/document/block_phrase.h"
#include "editor/document/block_search.h"
#include "editor/help/help_window.h"
#include "editor/library/library_browser.h"
#include "editor/library/library_dock.h"
#include "editor/run_archive/compare_window.h"
#include "editor/run_archive/plots_window.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/gui/search_phrases.h"

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

  QTemporaryDir m_folder;

 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    BlockMemory::instance().reload();
  }

  void whatFollowsTheNameIsTheFirstParameter() {
    const auto first = [this](const char* text) { return searchPhrases(m_library, text).at(0); };
    using Parameters = std::map<std::string, std::string>;
    QCOMPARE(first("gain 5").type->id, std::string("math/gain"));
    QCOMPARE(first("gain 5").parameters, (Parameters{{"k", "5"}}));
    QCOMPARE(first("gain 2*pi").parameters, (Parameters{{"k", "2*pi"}}));
    QCOMPARE(first("sum + + -").parameters, (Parameters{{"signs", "++-"}}));
    QCOMPARE(first("const 3.2").type->id, std::string("sources/constant"));
    QCOMPARE(first("const [1 2]").parameters, (Parameters{{"Value", "[1 2]"}}));
    QCOMPARE(first("transfer fcn 1 / s+1").parameters,
             (Parameters{{"Numerator", "[1]"}, {"Denominator", "[1 1]"}}));
    QCOMPARE(first("sine wave").parameters, Parameters{});
    QCOMPARE(first("gain K").parameters, (Parameters{{"k", "K"}}));
    QCOMPARE(first("gain c").said, QString("Gain = c"));
    QCOMPARE(first("const speed_max").parameters, (Parameters{{"Value", "speed_max"}}));
  }

  void aNumberGoesToTheFirstParameterThatCanBeOne() {
    const auto first = [this](const char* text) { return searchPhrases(m_library, text).at(0); };
    using Parameters = std::map<std::string, std::string>;
    QCOMPARE(first("pid 8").type->id, std::string("continuous/pid"));
    QCOMPARE(first("pid 8").parameters, (Parameters{{"P", "8"}}));
    QCOMPARE(first("pid pi").parameters, (Parameters{{"Controller", "PI"}}));
  }

  void parametersAndVariablesAreTypedByName() {
    const auto first = [this](const char* text) { return searchPhrases(m_library, text).at(0); };
    using Parameters = std::map<std::string, std::string>;
    QCOMPARE(first("pid P=8 I=2, D = 0.5").type->id, std::string("continuous/pid"));
    QCOMPARE(first("pid P=8 I=2, D = 0.5").parameters, (Parameters{{"P", "8"}, {"I", "2"}, {"D", "0.5"}}));
    QCOMPARE(first("pid P=8 I=2").said, QString("P = 8, I = 2"));
    QCOMPARE(first("gain 1/m, m=2").parameters, (Parameters{{"k", "1/m"}}));
    QCOMPARE(first("gain 1/m, m=2").variables, (Parameters{{"m", "2"}}));
    QCOMPARE(first("gain c=0.5").parameters, (Parameters{{"k", "c"}}));
    QCOMPARE(first("gain c=0.5").variables, (Parameters{{"c", "0.5"}}));
    QCOMPARE(first("gain k=40").variables, (Parameters{{"k", "40"}}));  // as files call the parameter
    QCOMPARE(first("gain a*b a=[1 2] b=3").variables, (Parameters{{"a", "[1 2]"}, {"b", "3"}}));
    QCOMPARE(first("gain = 5").parameters, (Parameters{{"k", "5"}}));
    QCOMPARE(first("sine wave = 5").type->id, std::string("sources/sine_wave"));
    QVERIFY(first("sine wave = 5").variables.empty());
    // What no block takes is not dropped: the phrase finds nothing of this kind.
    for (const BlockPhrase& phrase : searchPhrases(m_library, "gain 3, m=2"))
      QVERIFY(phrase.variables.empty());
  }

  void polynomialsAreReadAsTheyAreWritten() {
    QCOMPARE(polynomialCoefficients("s^2 + 2*zeta*s - 1", 's'), QString("[1 2*zeta -1]"));
    QCOMPARE(polynomialCoefficients("(3s + 1e-3)", 's'), QString("[3 1e-3]"));
    QCOMPARE(polynomialCoefficients("-s^3", 's'), QString("[-1 0 0 0]"));
    QCOMPARE(polynomialCoefficients("s + s", 's'), QString("[1+1 0]"));
    QVERIFY(!polynomialCoefficients("sin(s)", 's'));
    QVERIFY(!polynomialCoefficients("s^99", 's'));
    QVERIFY(!polynomialCoefficients("", 's'));
  }

  void aFavoriteAndWhatWasUsedLastStandOnTop() {
    LibraryDock dock(m_library);
    auto* tree = dock.findChild<QTreeWidget*>("libraryTree");
    QVERIFY(tree->topLevelItem(0)->isHidden() && tree->topLevelItem(1)->isHidden());
    BlockMemory::instance().setFavorite("math/gain", true);
    BlockMemory::instance().use("sinks/scope");
    BlockMemory::instance().use("math/sum");
    QCoreApplication::processEvents();
    QVERIFY(!tree->topLevelItem(0)->isHidden());
    QCOMPARE(tree->topLevelItem(0)->child(0)->text(0), QString("Gain"));
    QCOMPARE(tree->topLevelItem(1)->child(0)->text(0), QString("Sum"));
    QCOMPARE(tree->topLevelItem(1)->childCount(), 2);
    BlockMemory::instance().reload();
    QVERIFY(BlockMemory::instance().isFavorite("math/gain"));
    emit tree->itemClicked(tree->topLevelItem(0)->child(0), 1);
    QVERIFY(!BlockMemory::instance().isFavorite("math/gain"));
    QSettings("Fluxion", "fluxion").clear();
    BlockMemory::instance().reload();
  }

  void theNameFromAnotherToolIsShown() {
    QCOMPARE(matchedKeyword(*m_library.find("math/gain"), "GAINBLK"), QString("GAINBLK"));
    QVERIFY(matchedKeyword(*m_library.find("math/gain"), "gain").isEmpty());
  }

  void everyBlockIsInTheTreeWithAnIcon() {
    LibraryDock dock(m_library);
    auto* tree = dock.findChild<QTreeWidget*>("libraryTree");
    QCOMPARE(shown(*tree).size(), static_cast<qsizetype>(m_library.all().size()));
    QVERIFY(!tree->topLevelItem(2)->child(0)->icon(0).isNull());
  }

  void theLabelIsFoundBeforeWhatMentionsTheWord() {
    QCOMPARE(searchBlocks(m_library, "gain").front()->id, std::string("math/gain"));
    QCOMPARE(searchBlocks(m_library, "intgr").front()->id, std::string("continuous/integrator"));
  }

  void namesOfOtherToolsAreFound() {
    QCOMPARE(searchBlocks(m_library, "GAINBLK").front()->id, std::string("math/gain"));
    QVERIFY(searchBlocks(m_library, "zzzz").empty());
  }

  void whatUsersOfOtherToolsTypeComesFirst_data() {
    QTest::addColumn<QString>("type");
    for (const auto& [phrase, type] : searchedPhrases) QTest::newRow(phrase) << QString::fromLatin1(type);
  }

  void whatUsersOfOtherToolsTypeComesFirst() {
    QFETCH(QString, type);
    QStringList first;
    for (const sim::BlockType* found : searchBlocks(m_library, QString::fromLatin1(QTest::currentDataTag())))
      if (first.size() < 5) first += QString::fromStdString(found->id);
    QVERIFY2(first.value(0) == type, qPrintable(first.join(QStringLiteral(", "))));
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

  void theBrowserHasAPageForEveryCategory() {
    LibraryBrowser browser(m_library);
    browser.start();
    auto* categories = browser.findChild<QListWidget*>("browserCategories");
    auto* grid = browser.findChild<QListWidget*>("blockGrid");
    QCOMPARE(static_cast<std::size_t>(grid->count()), m_library.all().size());
    std::size_t tiles = 0;
    for (int row = 2; row < categories->count(); ++row) {
      categories->setCurrentRow(row);
      QVERIFY2(grid->count() > 0, qPrintable(categories->item(row)->text()));
      tiles += static_cast<std::size_t>(grid->count());
      for (int k = 0; k < grid->count(); ++k) QVERIFY(!grid->item(k)->icon().isNull());
    }
    QCOMPARE(tiles, m_library.all().size());
    categories->setCurrentRow(1);  // favorites
    for (int k = 0; k < grid->count(); ++k)
      QVERIFY(BlockMemory::instance().isFavorite(grid->item(k)->data(Qt::UserRole).toString()));
  }

  void theBrowserFindsBlocksByWhatOtherToolsCallThemAndByWhatTheyDo() {
    LibraryBrowser browser(m_library);
    QSignalSpy inserted(&browser, &LibraryBrowser::insertRequested),
        asked(&browser, &LibraryBrowser::helpRequested);
    browser.start();
    browser.findChild<QListWidget*>("browserCategories")->setCurrentRow(2);
    auto* words = browser.findChild<QLineEdit*>("browserSearch");
    const auto found = [&](const char* text, const char* type) {
      words->selectAll();
      QTest::keyClicks(words, text);
      QTest::keyClick(words, Qt::Key_Return);
      return inserted.takeLast()[0].toString() == type;
    };
    QVERIFY(found("INTEGRAL_m", "continuous/integrator"));
    QVERIFY(found("TransferFunctionNumDen", "continuous/transfer_fcn"));
    QVERIFY(found("Limiter", "discontinuities/saturation"));
    QVERIFY(found("multiplies its input", "math/gain"));
    QVERIFY(browser.findChild<QLabel*>("browserTitle")->text().startsWith("Gain"));
    QVERIFY(!browser.findChild<QLabel*>("browserAbout")->text().isEmpty());
    browser.findChild<QPushButton*>("browserHelp")->click();
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QString("math/gain"));
    words->selectAll();
    QTest::keyClicks(words, "no such thing at all");
    QVERIFY(!browser.findChild<QListWidget*>("blockGrid")->isVisible());
    QVERIFY(!browser.findChild<QPushButton*>("browserInsert")->isEnabled());
  }

  void windowsBesideTheDiagramCloseByKeys() {
    const QTemporaryDir folder;
    RunLibrary runs(folder.path());
    LibraryBrowser browser(m_library);
    HelpWindow help(m_library);
    PlotsWindow plots(runs);
    CompareWindow comparison(runs);
    for (QWidget* window : std::initializer_list<QWidget*>{&browser, &help, &plots, &comparison})
      for (const QKeySequence& keys : {QKeySequence("Escape"), QKeySequence("Ctrl+W")}) {
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window));
        QTest::keySequence(window, keys);
        QVERIFY2(!window->isVisible(), qPrintable(window->objectName() + u' ' + keys.toString()));
      }
  }

  void f1InTheLibraryIsAboutTheBlockThatIsChosenThere() {
    LibraryDock dock(m_library);
    dock.show();
    auto* search = dock.findChild<QLineEdit*>();
    QTest::keyClicks(search, "gain");
    QSignalSpy asked(&dock, &LibraryDock::helpRequested);
    QTest::keyClick(search, Qt::Key_F1);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QString("math/gain"));
  }
};

QTEST_MAIN(LibraryTest)
#include "library_test.moc"
