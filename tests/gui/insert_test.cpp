// Inserting blocks by typing.
#include <QLabel>
#include <QTest>

#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class InsertTest : public QObject {
  Q_OBJECT

 private slots:
  void blocksTypedOneAfterAnotherStandInARow() {
    CanvasWindow w;
    for (const char* name : {"sine", "gain", "scope"}) {
      QTest::keyClicks(&w.editor.view(), QString::fromLatin1(name).left(1));
      QVERIFY(w.quickInsert());
      w.quickInsert()->setText(QString::fromLatin1(name));
      QTest::keyClick(w.quickInsert(), Qt::Key_Return);
      QTRY_VERIFY(!w.quickInsert());
    }
    QCOMPARE(w.diagram().blocks.size(), 3u);
    std::vector<QRectF> places;
    for (const auto& [id, block] : w.diagram().blocks)
      places.push_back(w.editor.scene().blockItem(id)->geometry().rect);
    for (std::size_t k = 1; k < places.size(); ++k) QVERIFY(places[k].left() > places[k - 1].right() + 20);
  }

  void anEmptyLevelSaysHowToBegin() {
    CanvasWindow w;
    const auto* hint = w.editor.findChild<QLabel*>(QStringLiteral("emptyHint"));
    QVERIFY(hint && hint->isVisible());
    w.add("math/gain", 80, 80);
    QVERIFY(!hint->isVisible());
    w.trigger(CommandId::Undo);
    QVERIFY(hint->isVisible());
  }

  void aLetterOnTheCanvasOpensQuickInsert() {
    CanvasWindow w;
    QTest::keyClick(&w.editor.view(), Qt::Key_G);
    QLineEdit* words = w.quickInsert();
    QVERIFY(words);
    QCOMPARE(words->text(), QString("g"));
    QTest::keyClicks(words, "ain 5");
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(w.diagram().blocks.size(), 1u);
    QCOMPARE(w.diagram().blocks.begin()->second.parameters.at("k"), std::string("5"));
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram().blocks.empty());
  }

  void theSignsOfASumAreTypedAlong() {
    CanvasWindow w;
    w.doubleClick({400, 300});
    QTest::keyClicks(w.quickInsert(), "sum ++-");
    QTest::keyClick(w.quickInsert(), Qt::Key_Return);
    const sim::Id sum = w.diagram().blocks.begin()->first;
    QCOMPARE(w.editor.scene().blockItem(sum)->geometry().inputs.size(), 3u);
  }

  void commandsAreNotTaken() {
    CanvasWindow w;
    QTest::keyClick(&w.editor.view(), Qt::Key_G, Qt::ControlModifier);
    QVERIFY(!w.quickInsert());
  }
};

QTEST_MAIN(InsertTest)
#include "insert_test.moc"
