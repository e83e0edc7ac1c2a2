// What is asked before a document is replaced or its window closes, and what follows from the answers.
#include "editor/window/document_guard.h"

#include <QTemporaryDir>
#include <QTest>

#include "editor/document/diagram_document.h"
#include "editor/window/model_saving.h"
#include "editor/window/questions.h"
#include "editor/window/workbench.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class DocumentGuardTest : public QObject {
  Q_OBJECT

  using Question = Questions::Question;
  using Answer = Questions::Answer;

  // The parts of a window that the guard asks, and nothing else of one.
  struct Parts {
    explicit Parts(const sim::BlockLibrary& library)
        : bench(window, library),
          questions(window),
          saving(bench, questions),
          guard(bench, questions, saving) {
      questions.setAsk([this](Question question, const QString& text) {
        asked.push_back(question);
        texts << text;
        return answer;
      });
      questions.setTell([this](const QString& title, const QString&) { told << title; });
    }
    void change() {
      sim::Edit edit;
      edit.set_setting("StopTime", QString::number(++changes).toStdString());
      bench.document().apply(std::move(edit));
    }
    QMainWindow window;
    Workbench bench;
    Questions questions;
    ModelSaving saving;
    DocumentGuard guard;
    Answer answer = Answer::Cancel;
    std::vector<Question> asked;
    QStringList texts, told;
    int changes = 0;
  };

  const sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;

 private slots:
  void nothingIsAskedWhereNothingIsLost() {
    Parts p(m_library);
    QVERIFY(!p.guard.mustAsk() && p.guard.mayReplace() && p.guard.mayClose());
    QVERIFY(p.asked.empty());
  }

  void changesAreAskedAboutUntilTheyMayGo() {
    Parts p(m_library);
    p.change();
    QVERIFY(p.guard.mustAsk());
    QVERIFY(!p.guard.mayReplace());
    QCOMPARE(p.asked, std::vector{Question::UnsavedChanges});
    QVERIFY2(p.texts[0].contains("has changes that are not saved"), qPrintable(p.texts[0]));
    p.answer = Answer::Discard;
    QVERIFY(p.guard.mayReplace());
    QVERIFY(p.bench.document().isModified());  // it is the caller who replaces it
  }

  void savingFirstKeepsThem() {
    Parts p(m_library);
    const QString path = m_folder.filePath("kept.flx");
    p.saving.start(path);
    QVERIFY(p.saving.waitForEnd());
    p.change();
    p.answer = Answer::Save;
    QVERIFY(p.guard.mayReplace());
    QVERIFY(!p.bench.document().isModified() && QFile::exists(path));
    // Where it cannot be saved, they stay.
    QVERIFY(QDir(m_folder.path()).mkdir("gone"));
    p.saving.start(m_folder.filePath("gone/kept.flx"));
    QVERIFY(p.saving.waitForEnd());
    QVERIFY(QDir(m_folder.filePath("gone")).removeRecursively());
    p.change();
    QVERIFY(!p.guard.mayReplace());
    QVERIFY(p.bench.document().isModified());
    QCOMPARE(p.told.size(), 1);
    QVERIFY2(p.told[0].contains("was not saved"), qPrintable(p.told[0]));
  }

  // A window that has agreed to close is not asked again while others are; until it is told to forget.
  void anAgreementHoldsUntilItIsForgotten() {
    Parts p(m_library);
    p.change();
    p.answer = Answer::Discard;
    QVERIFY(p.guard.mayClose() && p.guard.hasAgreed() && !p.guard.mustAsk());
    QVERIFY(p.guard.mayClose());
    QCOMPARE(p.asked.size(), std::size_t{1});
    p.guard.forget();
    QVERIFY(p.guard.mustAsk());
    p.answer = Answer::Cancel;
    QVERIFY(!p.guard.mayClose() && !p.guard.hasAgreed());
    QCOMPARE(p.asked.size(), std::size_t{2});
  }
};

QTEST_MAIN(DocumentGuardTest)
#include "document_guard_test.moc"
