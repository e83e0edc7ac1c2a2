// The start page: the examples by field, each with its picture, and the search that leaves those one wants.
#include <QAbstractButton>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>
#include <set>

#include "editor/start/example_card.h"
#include "editor/start/start_page.h"
#include "editor/window/palettes.h"

using namespace fluxion;

static const QString folder = QStringLiteral(FLUXION_SOURCE_DIR "/examples");

class StartPageTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void everyExampleHasAFieldAndAPicture();
  void fieldsStandInTheirOrder();
  void cardsFillTheRowsWithoutOverlaps();
  void theSearchLeavesWhatHasAllWords();
  void enterOpensTheFirstThatIsLeft();
  void picturesTakeTheColorsOfTheWindow();
  void itIsQuickToOpen();
  void withoutPicturesDiagramsAreDrawn();

 private:
  std::vector<ExampleCard*> visibleCards() const {
    std::vector<ExampleCard*> cards;
    for (ExampleCard* card : m_page->findChildren<ExampleCard*>())
      if (card->isVisibleTo(m_page.get())) cards.push_back(card);
    return cards;
  }
  ExampleCard* card(const char* name) const {
    return m_page->findChild<ExampleCard*>(QStringLiteral("example:") + QLatin1String(name));
  }
  QLineEdit* searchLine() const { return m_page->findChild<QLineEdit*>("searchExamples"); }
  std::unique_ptr<StartPage> m_page;
  int m_drawn = 0;  // diagrams that were asked for
};

void StartPageTest::init() {
  usePalette(false);
  m_drawn = 0;
  m_page = std::make_unique<StartPage>(findExamples(folder), [this](const QString&, QSize size) {
    ++m_drawn;
    return QPixmap(size);
  });
  m_page->resize(1280, 800);
  m_page->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
}

void StartPageTest::cleanup() {
  m_page.reset();
  usePalette(false);
}

void StartPageTest::everyExampleHasAFieldAndAPicture() {
  const auto examples = findExamples(folder);
  QVERIFY(examples.size() >= 40);
  for (const Example& example : examples) {
    QVERIFY2(!example.field.isEmpty(), qPrintable(example.path));
    QVERIFY2(!example.picture.isEmpty(), qPrintable(example.path));
  }
  QCOMPARE(visibleCards().size(), examples.size());
}

void StartPageTest::fieldsStandInTheirOrder() {
  int last = -1;
  for (const char* field : {"First steps", "Control", "Mechanics", "Electrical", "Chemistry", "Biology",
                            "Signal processing", "Chaos"}) {
    const auto* group = m_page->findChild<QWidget*>(QStringLiteral("field:") + QLatin1String(field));
    QVERIFY2(group, field);
    const int top = group->mapTo(m_page->widget(), QPoint()).y();
    QVERIFY2(top > last, field);
    last = top;
  }
}

void StartPageTest::cardsFillTheRowsWithoutOverlaps() {
  for (int width : {1400, 1000, 620, 400}) {
    m_page->resize(width, 800);
    QTest::qWait(50);
    std::vector<QRect> places;
    for (ExampleCard* card : visibleCards())
      places.emplace_back(card->mapTo(m_page->widget(), QPoint()), card->size());
    std::set<int> lefts;
    for (std::size_t k = 0; k < places.size(); ++k) {
      lefts.insert(places[k].left());
      QVERIFY(places[k].right() <= m_page->viewport()->width());
      for (std::size_t j = 0; j < k; ++j)
        QVERIFY2(!places[k].intersects(places[j]), qPrintable(QString::number(width)));
    }
    QCOMPARE(static_cast<int>(lefts.size()), std::clamp((width - 16) / (ExampleCard::width + 16), 1, 4));
  }
}

void StartPageTest::theSearchLeavesWhatHasAllWords() {
  searchLine()->setText("PENDULUM energy");
  QVERIFY(card("double_pendulum")->isVisible());
  QVERIFY(!card("damped_pendulum")->isVisible());
  QVERIFY(!m_page->findChild<QWidget*>("field:Chaos")->isVisible());
  searchLine()->setText("chaos");  // a field, and words of lines
  QVERIFY(card("chua_circuit")->isVisible());
  QVERIFY(card("lorenz_attractor")->isVisible());  // which stands among the first steps
  QVERIFY(!card("thermostat")->isVisible());
  auto* none = m_page->findChild<QLabel*>("noExample");
  QVERIFY(!none->isVisible());
  searchLine()->setText("xyzzy");
  QVERIFY(visibleCards().empty());
  QVERIFY(none->isVisible() && none->text().contains("xyzzy"));
  searchLine()->clear();
  QCOMPARE(visibleCards().size(), findExamples(folder).size());
}

void StartPageTest::enterOpensTheFirstThatIsLeft() {
  QSignalSpy opened(m_page.get(), &StartPage::exampleRequested);
  searchLine()->setText("lorenz");
  QTest::keyClick(searchLine(), Qt::Key_Return);
  QCOMPARE(opened.size(), 1);
  QVERIFY(opened[0][0].toString().endsWith("lorenz_attractor.flx"));
}

void StartPageTest::picturesTakeTheColorsOfTheWindow() {
  const auto differing = [this] {
    const QImage image = card("damped_pendulum")->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QRgb paper = image.pixel(20, 20);
    int count = 0;
    for (int y = 14; y < ExampleCard::pictureHeight; ++y)
      for (int x = 14; x < image.width() - 14; ++x) count += image.pixel(x, y) != paper;
    return std::pair(paper, count);
  };
  const auto [light, drawn] = differing();
  QVERIFY(qGray(light) > 200);
  QVERIFY(drawn > 500);
  usePalette(true);
  QCoreApplication::processEvents();
  const auto [dark, drawnDark] = differing();
  QVERIFY(qGray(dark) < 80);
  QVERIFY(drawnDark > 500);
  QCOMPARE(m_drawn, 0);  // no diagram had to be opened
}

void StartPageTest::itIsQuickToOpen() {
  QElapsedTimer clock;
  clock.start();
  StartPage page(findExamples(folder), {});
  page.resize(1280, 800);
  page.grab();
  for (int y = 0; y <= page.verticalScrollBar()->maximum(); y += 400) {
    page.verticalScrollBar()->setValue(y);
    page.grab();
  }
  qInfo("opened and scrolled through in %lld ms", clock.elapsed());
  QVERIFY(clock.elapsed() < 5000);  // some 200 ms on a machine at rest
}

void StartPageTest::withoutPicturesDiagramsAreDrawn() {
  Example plain = findExamples(folder).front();
  plain.picture.clear();
  ExampleCard lone(plain, [this](const QString&, QSize size) {
    ++m_drawn;
    return QPixmap(size);
  });
  lone.grab();
  lone.grab();
  QCOMPARE(m_drawn, 1);
}

QTEST_MAIN(StartPageTest)
#include "start_page_test.moc"
