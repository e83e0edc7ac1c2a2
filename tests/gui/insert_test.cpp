// Inserting blocks by typing, where they come to stand, and what one sees of it.
#include <QLabel>
#include <QListWidget>
#include <QTest>
#include <cmath>

#include "tests/gui/canvas_window.h"

using namespace fluxion;
using namespace fluxion::test;

class InsertTest : public QObject {
  Q_OBJECT

  // Of the first block whose name is below a line that bends; what is straight may run through one.
  static QString nameThatIsCrossed(CanvasWindow& w) {
    for (const auto& [line, ends] : w.diagram().lines)
      for (const auto& [id, block] : w.diagram().blocks) {
        const QRectF letters = w.editor.scene().level().block(id)->nameRect().adjusted(3, 4, -3, -4);
        const auto& route = w.route(line);
        if (route.size() > 2 && letters.isValid() && routing::crosses(route, letters))
          return QString::fromStdString(block.name);
      }
    return {};
  }

  // A gain at the end of a line that is dragged to the right, `off` below the row of the port.
  static void insertAtEnd(CanvasWindow& w, sim::Id from, double off) {
    w.drag(w.output(from), w.output(from) + QPointF(200, off));
    QVERIFY(w.quickInsert());
    w.quickInsert()->setText("gain");
    QTest::keyClick(w.quickInsert(), Qt::Key_Return);
  }

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
      places.push_back(w.editor.scene().level().block(id)->geometry().rect);
    for (std::size_t k = 1; k < places.size(); ++k) QVERIFY(places[k].left() > places[k - 1].right() + 20);
  }

  void shiftEnterConnectsWhatWasSelected() {
    CanvasWindow w;
    for (const char* name : {"step", "sum +-", "pid 8", "scope"}) {
      QTest::keyClicks(&w.editor.view(), QString::fromLatin1(name).left(1));
      w.quickInsert()->setText(QString::fromLatin1(name));
      QTest::keyClick(w.quickInsert(), Qt::Key_Return, Qt::ShiftModifier);
      QTRY_VERIFY(!w.quickInsert());
    }
    QCOMPARE(w.diagram().blocks.size(), 4u);
    QCOMPARE(w.diagram().lines.size(), 3u);
    for (const auto& [id, line] : w.diagram().lines) {
      QVERIFY(line.source && line.target && line.source->block < line.target->block);
      QCOMPARE(line.target->port, 0);
    }
    w.trigger(CommandId::Undo);  // the scope and its line are one step
    QCOMPARE(w.diagram().blocks.size(), 3u);
    QCOMPARE(w.diagram().lines.size(), 2u);
  }

  void aSearchSaysFromWhereShiftEnterDrawsALine() {
    CanvasWindow w;
    const auto hint = [&]() -> QLabel* {
      const auto labels = w.editor.findChildren<QLabel*>(QStringLiteral("quickInsertHint"));
      for (QLabel* label : labels)
        if (label->isVisible()) return label;
      return nullptr;
    };
    w.doubleClick({400, 300});
    QVERIFY(!hint());
    w.quickInsert()->setText("scope");
    QTest::keyClick(w.quickInsert(), Qt::Key_Return);
    QTRY_VERIFY(!w.quickInsert());
    QTest::keyClick(&w.editor.view(), Qt::Key_G);
    QVERIFY(w.quickInsert() && !hint());  // a scope drives nothing
    QTest::keyClick(w.quickInsert(), Qt::Key_Escape);
    QTRY_VERIFY(!w.quickInsert());
    const auto step = w.add("sources/step", 80, 80);
    w.editor.scene().select({step});
    QTest::keyClick(&w.editor.view(), Qt::Key_G);
    QVERIFY(hint());
    QCOMPARE(hint()->text(), QString("Shift+Enter: with a line from Step"));
  }

  void variablesThatAreTypedAlongAreDefined() {
    CanvasWindow w;
    const auto insert = [&](const char* words) {
      w.doubleClick({400, 300});
      w.quickInsert()->setText(QString::fromLatin1(words));
      auto* search = w.quickInsert()->parentWidget();
      const QString said = search->findChild<QListWidget*>("quickInsertMatches")->item(0)->text();
      QTest::keyClick(w.quickInsert(), Qt::Key_Return);
      return said;
    };
    QCOMPARE(insert("gain 1/m, m=2"), QString("Gain   Gain = 1/m, m = 2"));
    QCOMPARE(w.diagram().variables.size(), 1u);
    QCOMPARE(w.diagram().variables.begin()->second.expression, std::string("2"));
    w.trigger(CommandId::Undo);
    QVERIFY(w.diagram().variables.empty() && w.diagram().blocks.empty());
    w.trigger(CommandId::Redo);
    w.editor.scene().select({w.diagram().blocks.begin()->first});
    w.trigger(CommandId::Delete);
    QCOMPARE(insert("gain m=7"), QString("Gain   Gain = m, m stays 2"));
    QCOMPARE(w.diagram().variables.size(), 1u);
    QCOMPARE(w.diagram().variables.begin()->second.expression, std::string("2"));
  }

  void aBlockInAFeedbackIsMirrored() {
    for (const bool back : {false, true}) {
      CanvasWindow w;
      const auto a = w.add("math/gain", 300, 100);
      w.drag(w.output(a), w.output(a) + QPointF(back ? -150 : 150, 120));
      QVERIFY(w.quickInsert());
      w.quickInsert()->setText("gain c=0.5");
      QTest::keyClick(w.quickInsert(), Qt::Key_Return);
      const auto added = w.diagram().blocks.rbegin()->first;
      QCOMPARE(w.diagram().blocks.at(added).flipped, back);
      QCOMPARE(w.onlyLine().target->block, added);
      QCOMPARE(w.diagram().variables.size(), 1u);
      w.trigger(CommandId::Undo);
      QCOMPARE(w.diagram().blocks.size(), 1u);
      QVERIFY(w.diagram().variables.empty() && w.diagram().lines.empty());
    }
    CanvasWindow w;  // against the flow, from an input
    const auto b = w.add("math/gain", 300, 100);
    w.drag(w.input(b), w.input(b) + QPointF(150, 120));
    w.quickInsert()->setText("gain");
    QTest::keyClick(w.quickInsert(), Qt::Key_Return);
    QVERIFY(w.diagram().blocks.rbegin()->second.flipped);
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
    QCOMPARE(w.editor.scene().level().block(sum)->geometry().inputs.size(), 3u);
  }

  void aBlockAtTheEndOfALineStandsWhereTheLineIsStraight() {
    for (const double off : {0.0, 3.0, 7.0, 11.0, -13.0, 20.0}) {
      CanvasWindow w;
      const auto a = w.add("sources/constant", 80, 85);
      insertAtEnd(w, a, off);
      QCOMPARE(w.input(w.diagram().blocks.rbegin()->first).y(), w.output(a).y());
      QCOMPARE(w.route(w.onlyLineId()).size(), 2u);
    }
    CanvasWindow far;
    const auto a = far.add("sources/constant", 80, 85);
    insertAtEnd(far, a, 60);
    QVERIFY(far.input(far.diagram().blocks.rbegin()->first).y() > far.output(a).y() + 50);
    CanvasWindow full;  // there is no room beside the port
    const auto b = full.add("sources/constant", 80, 85);
    full.add("math/gain", 300, full.output(b).y() - 45);
    insertAtEnd(full, b, 20);
    QVERIFY(full.input(full.diagram().blocks.rbegin()->first).y() > full.output(b).y() + 10);
  }

  void aBlockBesideAnotherStandsOnTheRowOfItsPort() {
    for (const char* type : {"gain", "integrator", "transfer fcn", "scope"})
      for (const double y : {96.0, 103.0, 109.0}) {
        CanvasWindow w;
        const auto a = w.add("sources/sine_wave", 80, 85);
        w.doubleClick({320, y});
        w.quickInsert()->setText(QString::fromLatin1(type));
        QTest::keyClick(w.quickInsert(), Qt::Key_Return);
        const double off = w.input(w.diagram().blocks.rbegin()->first).y() - w.output(a).y();
        QVERIFY2(off == 0 || std::abs(off) >= 8, type);
      }
  }

  // Loops run behind a row of names, set apart from each other.
  void feedbackRunsThroughNoName() {
    CanvasWindow w;
    std::vector<sim::Id> sums, gains;
    for (int k = 0; k < 6; ++k) sums.push_back(w.add("math/sum", 60 + 80 * k, 208));
    const char* names[] = {"A controller", "Engine and gearbox", "Wheels on the road",
                           "Load",         "Car body",           "Air"};
    for (int k = 0; k < 6; ++k) gains.push_back(w.add("math/gain", 560 + 150 * k, 204, names[k]));
    for (std::size_t k = 0; k < 6; ++k) w.wire(gains[k], sums[5 - k], 0, 1);
    QCOMPARE(nameThatIsCrossed(w), QString());
  }

  void aNameThatComesToLieOnALineDrivesItAway() {
    CanvasWindow w;
    const auto a = w.add("sources/constant", 80, 80), b = w.add("sinks/scope", 700, 400);
    const auto line = w.wire(a, b);
    const double upright = w.route(line)[1].x();
    const auto gain = w.add("math/gain", upright - 80, 200, "K");
    QCOMPARE(w.route(line)[1].x(), upright);
    sim::Edit edit{"Rename", {}};
    sim::Block renamed = *w.document.block(gain);
    renamed.name = "A name that is longer than its block is wide";
    edit.set(gain, renamed);
    w.document.apply(std::move(edit));
    QVERIFY(w.editor.scene().level().block(gain)->nameRect().right() > upright);
    QCOMPARE(nameThatIsCrossed(w), QString());
  }

  void aFittedDiagramStaysFittedUntilOneLooksElsewhere() {
    CanvasWindow w;
    w.add("sources/constant", 0, 0);
    w.add("sinks/scope", 1200, 500);
    const auto isFitted = [&] {
      const DiagramView& view = w.editor.view();
      const QRectF seen = view.mapToScene(view.viewport()->rect()).boundingRect();
      const QPointF off = seen.center() - w.editor.scene().level().contentRect().center();
      return seen.contains(w.editor.scene().level().contentRect()) && off.manhattanLength() * view.zoom() < 3;
    };
    w.trigger(CommandId::ZoomFit);
    for (const QSize size : {QSize(500, 600), QSize(900, 250), QSize(1000, 700)}) {
      w.editor.resize(size);
      QCoreApplication::processEvents();
      QVERIFY(isFitted());
    }
    w.editor.view().zoomBy(1.5);
    const double zoom = w.editor.view().zoom();
    w.editor.resize(500, 400);
    QCoreApplication::processEvents();
    QCOMPARE(w.editor.view().zoom(), zoom);
    w.trigger(CommandId::ZoomFit);
    w.drag({600, 250}, {640, 270}, Qt::MiddleButton);
    w.editor.resize(900, 600);
    QCoreApplication::processEvents();
    QVERIFY(!isFitted());
  }

  void commandsAreNotTaken() {
    CanvasWindow w;
    QTest::keyClick(&w.editor.view(), Qt::Key_G, Qt::ControlModifier);
    QVERIFY(!w.quickInsert());
  }
};

QTEST_MAIN(InsertTest)
#include "insert_test.moc"
