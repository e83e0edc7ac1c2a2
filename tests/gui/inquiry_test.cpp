// Questions about a model that are answered in the background: what becomes of answers, failures, and of
// questions that nobody wants answered any more.
#include "editor/compiled/inquiry.h"

#include <QTest>
#include <atomic>
#include <stdexcept>

using namespace fluxion;

namespace {

struct Answer : InquiryAnswer {
  int square = 0;
};
using Squares = Inquiry<int, Answer>;

}  // namespace

class InquiryTest : public QObject {
  Q_OBJECT

  std::vector<Answer> m_answers;
  std::unique_ptr<Squares> asked(Squares::Work work) {
    m_answers.clear();
    return std::make_unique<Squares>(this, std::move(work),
                                     [this](const Answer& answer) { m_answers.push_back(answer); });
  }

 private slots:
  void anAnswerHasWhatWasComputed() {
    const auto inquiry = asked({"square", [](int x, Answer& out, const auto&) {
                                  out.square = x * x;
                                  return sim::Diagnostics();
                                }});
    QVERIFY(!inquiry->isBusy());
    inquiry->ask(7);
    QVERIFY(inquiry->isBusy());
    QTRY_VERIFY(!inquiry->isBusy());
    QCOMPARE(m_answers.size(), std::size_t{1});
    QVERIFY(!m_answers[0].stopped && m_answers[0].problems.empty());
    QCOMPARE(m_answers[0].square, 49);
  }

  void problemsAreTheModels() {
    const auto inquiry = asked({"square", [](int, Answer&, const auto&) {
                                  return sim::Diagnostics{sim::error("Gain", "is too large")};
                                }});
    inquiry->ask(1);
    QTRY_COMPARE(m_answers.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(sim::to_text(m_answers[0].problems.at(0))), "Gain: is too large");
  }

  // What is thrown says what was being done.
  void afailureIsReported() {
    const auto inquiry = asked({"square the number", [](int, Answer&, const auto&) -> sim::Diagnostics {
                                  throw std::runtime_error("no more");
                                }});
    inquiry->ask(1);
    QTRY_COMPARE(m_answers.size(), std::size_t{1});
    const QString why = QString::fromStdString(sim::to_text(m_answers[0].problems.at(0)));
    QVERIFY2(why.contains("square the number"), qPrintable(why));
    QVERIFY(!m_answers[0].stopped);
  }

  // Of many questions in a row the last one is answered.
  void onlyTheLastQuestionCounts() {
    const auto inquiry = asked({"square", [](int x, Answer& out, const auto&) {
                                  out.square = x * x;
                                  return sim::Diagnostics();
                                }});
    for (int k = 1; k <= 5; ++k) inquiry->ask(k);
    QTRY_VERIFY(!inquiry->isBusy());
    QCOMPARE(m_answers.size(), std::size_t{1});
    QCOMPARE(m_answers[0].square, 25);
  }

  void whatIsGivenUpSaysSo() {
    auto began = std::make_shared<std::atomic<bool>>(false);
    const auto inquiry = asked({"wait", [began](int, Answer&, const Squares::Wanted& wanted) {
                                  *began = true;
                                  while (wanted()) QThread::msleep(1);
                                  return sim::Diagnostics{sim::error({}, "nobody hears this")};
                                }});
    inquiry->ask(1);
    QTRY_VERIFY(*began);
    inquiry->drop();
    QTRY_VERIFY(!inquiry->isBusy());
    QCOMPARE(m_answers.size(), std::size_t{1});
    QVERIFY(m_answers[0].stopped && m_answers[0].problems.empty());
  }

  // Who asks may go; nobody hears of the answer, and the thread ends.
  void whoAsksMayGo() {
    auto ended = std::make_shared<std::atomic<bool>>(false);
    auto inquiry = asked({"wait", [ended](int, Answer&, const Squares::Wanted& wanted) {
                            while (wanted()) QThread::msleep(1);
                            *ended = true;
                            return sim::Diagnostics();
                          }});
    inquiry->ask(1);
    QTest::qWait(20);
    inquiry.reset();
    QTRY_VERIFY(*ended);
    QTest::qWait(20);
    QVERIFY(m_answers.empty());
  }
};

QTEST_MAIN(InquiryTest)
#include "inquiry_test.moc"
