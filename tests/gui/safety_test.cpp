// That no work is lost: copies of what is not saved, and files that other programs change.
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <cstring>

#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/window/access_question.h"
#include "editor/window/document_safety.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_saving.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "tests/gui/typing.h"
#include "tests/support/strange_disk.h"

using namespace fluxion;

class SafetyTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
  }
  void init() { m_copies = m_folder.filePath(QUuid::createUuid().toString(QUuid::Id128)); }

  void aCopyIsThereWhileChangesAreNotSavedAndNoLonger() {
    DiagramDocument document(m_library);
    Autosave autosave(document, m_copies, 1);
    autosave.write();
    QVERIFY(!QDir(m_copies).exists());
    test::addBlock(document, "math/gain", "Gain");
    QTRY_COMPARE(copies(), 1);
    QVERIFY(findRecoverable(m_copies).empty());  // its program runs
    QVERIFY(!sim::has_errors(document.save(m_folder.filePath("saved.flx"))));
    QCOMPARE(copies(), 0);
    test::addBlock(document, "math/gain", "Gain");
    QTRY_COMPARE(copies(), 1);
    document.setDiagram({});
    QCOMPARE(copies(), 0);
  }
  // 0 seconds: none are written by themselves.
  void noCopyIsThereWhereAutosaveIsOff() {
    DiagramDocument document(m_library);
    Autosave autosave(document, m_copies, 0);
    test::addBlock(document, "math/gain", "Gain");
    QTest::qWait(300);
    QVERIFY(!QDir(m_copies).exists());
  }
  void aCleanEndLeavesNothing() {
    DiagramDocument document(m_library);
    {
      Autosave autosave(document, m_copies, 60);
      test::addBlock(document, "math/gain", "Gain");
      write(autosave);
      QCOMPARE(copies(), 1);
    }
    QCOMPARE(QDir(m_copies).entryList(QDir::Files).size(), 0);
  }
  void aCopyThatIsBeingWrittenAtTheEndGoesToo() {
    DiagramDocument document(m_library);
    for (int k = 0; k < 2000; ++k) test::addBlock(document, "math/gain", "Gain");
    {
      Autosave autosave(document, m_copies, 60);
      autosave.write();
    }
    // The thread that wrote ends by itself.
    QTRY_COMPARE_WITH_TIMEOUT(QDir(m_copies).entryList(QDir::Files).size(), 0, 20'000);
  }
  void whatACrashLeavesIsOfferedAndComesBackWithItsChanges() {
    DiagramDocument document(m_library);
    const QString path = m_folder.filePath("mine.flx");
    test::addBlock(document, "math/gain", "Gain");
    QVERIFY(!sim::has_errors(document.save(path)));
    test::addBlock(document, "math/gain", "Gain");
    crash(document);
    const auto left = findRecoverable(m_copies);
    QCOMPARE(left.size(), std::size_t{1});
    QCOMPARE(left[0].path, path);
    QCOMPARE(left[0].title, QStringLiteral("mine"));
    DiagramDocument again(m_library);
    QVERIFY(recover(again, left[0]));
    QCOMPARE(again.diagram().blocks.size(), std::size_t{2});
    QCOMPARE(again.path(), path);
    QVERIFY(again.isModified());
    discard(left[0]);
    QVERIFY(findRecoverable(m_copies).empty());
    QCOMPARE(QDir(m_copies).entryList(QDir::Files).size(), 0);
  }
  void aCopyWhoseDescriptionIsLostIsOfferedAllTheSame() {
    DiagramDocument document(m_library);
    test::addBlock(document, "math/gain", "Gain");
    crash(document);
    const QString note = QDir(m_copies).entryInfoList({"*.json"}).at(0).filePath();
    QVERIFY(QFile::remove(note));
    const auto left = findRecoverable(m_copies);
    QCOMPARE(left.size(), std::size_t{1});
    QCOMPARE(left[0].title, QStringLiteral("Untitled"));
    DiagramDocument again(m_library);
    QVERIFY(recover(again, left[0]));
    QCOMPARE(again.diagram().blocks.size(), std::size_t{1});
    discard(left[0]);
    // And a description without a copy is of no use to anybody.
    QFile alone(note);
    QVERIFY(alone.open(QIODevice::WriteOnly));
    alone.write("{}");
    alone.close();
    QVERIFY(findRecoverable(m_copies).empty());
    QVERIFY(!QFile::exists(note));
  }
  void aFileThatChangedSinceTheCrashIsAskedAbout() {
    DiagramDocument document(m_library);
    const QString path = m_folder.filePath("meanwhile.flx");
    test::addBlock(document, "math/gain", "Gain");
    QVERIFY(!sim::has_errors(document.save(path)));
    test::addBlock(document, "math/gain", "Gain");
    crash(document);
    writeModel(path, 5);  // another program
    MainWindow window(m_library);
    std::vector<Questions::Question> asked;
    window.questions().setAsk([&](Questions::Question question, const QString&) {
      asked.push_back(question);
      return Questions::Answer::Keep;
    });
    QVERIFY(window.safety().openRecovered(findRecoverable(m_copies).at(0)));
    QTRY_COMPARE(asked.size(), std::size_t{1});
    QVERIFY(asked[0] == Questions::Question::ChangedOnDisk);
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{2});
    QVERIFY(!window.saving().save());  // asked again: not overwritten
    QVERIFY(asked.back() == Questions::Question::OverwriteChanged);
  }
  void aDamagedCopyIsNoDocument() {
    DiagramDocument document(m_library);
    test::addBlock(document, "math/gain", "Gain");
    crash(document);
    const auto left = findRecoverable(m_copies);
    QFile file(left.at(0).file);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"bro");
    file.close();
    DiagramDocument again(m_library);
    QVERIFY(!recover(again, left[0]));
    QVERIFY(again.diagram().blocks.empty());
  }
  void aWindowTakesWhatIsRecovered() {
    DiagramDocument document(m_library);
    test::addBlock(document, "math/gain", "Gain");
    crash(document);
    MainWindow window(m_library);
    QVERIFY(window.safety().openRecovered(findRecoverable(m_copies).at(0)));
    QVERIFY(!window.isStartPageShown());
    QVERIFY(window.document().isModified());
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{1});
    QTRY_VERIFY(findRecoverable(m_copies).empty());
  }
  void anotherProgramsChangeIsNoticedAndReloadedIfOneWants() {
    MainWindow window(m_library);
    const QString path = m_folder.filePath("shared.flx");
    writeModel(path, 1);
    QVERIFY(window.opening().openFile(path));
    std::vector<Questions::Question> asked;
    Questions::Answer answer = Questions::Answer::Keep;
    window.questions().setAsk([&](Questions::Question question, const QString&) {
      asked.push_back(question);
      return answer;
    });
    writeModel(path, 2);
    QTRY_COMPARE(asked.size(), std::size_t{1});
    QVERIFY(asked[0] == Questions::Question::ChangedOnDisk);
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{1});
    answer = Questions::Answer::Reload;
    writeModel(path, 3);
    QTRY_COMPARE(window.document().diagram().blocks.size(), std::size_t{3});
    QCOMPARE(asked.size(), std::size_t{2});
  }
  void ownSavesAreNoSurprise() {
    MainWindow window(m_library);
    const QString path = m_folder.filePath("own.flx");
    writeModel(path, 1);
    QVERIFY(window.opening().openFile(path));
    int asked = 0;
    window.questions().setAsk(
        [&](Questions::Question, const QString&) { return ++asked, Questions::Answer::Cancel; });
    for (int k = 0; k < 3; ++k) {
      test::addBlock(window.document(), "math/gain", "Gain");
      QVERIFY(window.saving().save());
      QTest::qWait(450);
    }
    QCOMPARE(asked, 0);
  }
  void aFileThatAnotherProgramChangedIsNotOverwrittenSilently() {
    MainWindow window(m_library);
    const QString path = m_folder.filePath("contested.flx");
    writeModel(path, 1);
    QVERIFY(window.opening().openFile(path));
    test::addBlock(window.document(), "math/gain", "Gain");
    Questions::Answer answer = Questions::Answer::Cancel;
    std::vector<Questions::Question> asked;
    window.questions().setAsk([&](Questions::Question question, const QString&) {
      asked.push_back(question);
      return answer;
    });
    writeModel(path, 5);
    QVERIFY(!window.saving().save());  // at once, before anybody noticed
    QVERIFY(asked.back() == Questions::Question::OverwriteChanged);
    DiagramDocument onDisk(m_library);
    QVERIFY(!sim::has_errors(onDisk.open(path)));
    QCOMPARE(onDisk.diagram().blocks.size(), std::size_t{5});
    answer = Questions::Answer::Overwrite;
    QVERIFY(window.saving().save());
    QVERIFY(!sim::has_errors(onDisk.open(path)));
    QCOMPARE(onDisk.diagram().blocks.size(), std::size_t{2});
  }
  void twoWindowsOnOneFile() {
    const QString path = m_folder.filePath("both.flx");
    writeModel(path, 1);
    MainWindow first(m_library), second(m_library);
    std::vector<Questions::Question> asked;
    Questions::Answer answer = Questions::Answer::Reload;
    first.questions().setAsk([&](Questions::Question, const QString&) { return Questions::Answer::Cancel; });
    second.questions().setAsk([&](Questions::Question question, const QString&) {
      asked.push_back(question);
      return answer;
    });
    QVERIFY(first.opening().openFile(path) && second.opening().openFile(path));
    test::addBlock(first.document(), "math/gain", "Gain");
    QVERIFY(first.saving().save());
    QTRY_COMPARE(second.document().diagram().blocks.size(), std::size_t{2});  // it has followed
    QVERIFY(asked.empty() || asked.front() == Questions::Question::ChangedOnDisk);
    // Both have changes: who saves later is asked, and nothing is lost meanwhile.
    test::addBlock(first.document(), "math/gain", "Gain");
    test::addBlock(second.document(), "math/gain", "Gain");
    test::addBlock(second.document(), "math/gain", "Gain");
    answer = Questions::Answer::Cancel;
    QVERIFY(first.saving().save());
    QVERIFY(!second.saving().save());
    QVERIFY(asked.back() == Questions::Question::OverwriteChanged);
    QCOMPARE(second.document().diagram().blocks.size(), std::size_t{4});
    QVERIFY(second.document().isModified());
    DiagramDocument onDisk(m_library);
    QVERIFY(!sim::has_errors(onDisk.open(path)));
    QCOMPARE(onDisk.diagram().blocks.size(), std::size_t{3});
  }
  // A folder on a network that answers slowly does not hold up the window while copies are written there.
  void copiesInASlowFolderHoldNobodyUp() {
    QVERIFY(QDir().mkpath(m_copies));
    sim::StrangeDisk::Ways slow;
    slow.pause_us = 50'000;
    const sim::StrangeDisk disk(QFileInfo(m_copies).canonicalFilePath().toStdString(), slow);
    DiagramDocument document(m_library);
    Autosave autosave(document, m_copies, 3600);
    test::addBlock(document, "math/gain", "Gain");
    QSignalSpy written(&autosave, &Autosave::written);
    autosave.write();
    QVERIFY(written.isEmpty());
    QVERIFY(written.wait(20000));
    QVERIFY(written.front().front().toBool());
    QVERIFY(sim::StrangeDisk::calls() > 0);
    QCOMPARE(sim::StrangeDisk::calls_of_this_thread(), 0);
    QCOMPARE(copies(), 1);
  }
  void aFullDiskLosesNothing() {
    MainWindow window(m_library);
    QString told;
    window.questions().setTell([&](const QString&, const QString& text) { told = text; });
    QDir(m_folder.path()).mkpath("full");
    const QString folder = QFileInfo(m_folder.filePath("full")).canonicalFilePath(),
                  path = folder + "/model.flx";
    writeModel(path, 1);
    QVERIFY(window.opening().openFile(path));
    test::addBlock(window.document(), "math/gain", "Gain");
    {
      sim::StrangeDisk::Ways full;
      full.room = 100, full.error = EDQUOT;
      const sim::StrangeDisk disk(folder.toStdString(), full);
      QVERIFY(!window.saving().save());
      QVERIFY2(told.contains(QString::fromLocal8Bit(std::strerror(EDQUOT))), qPrintable(told));
    }
    QVERIFY(window.document().isModified());
    DiagramDocument onDisk(m_library);
    QVERIFY(!sim::has_errors(onDisk.open(path)));
    QCOMPARE(onDisk.diagram().blocks.size(), std::size_t{1});
    QVERIFY(window.saving().save());
    QVERIFY(!window.document().isModified());
  }
  // A model reads below its own folder; for more its user is asked, once.
  void aModelThatReadsElsewhereIsAskedFor() {
    QDir(m_folder.path()).mkpath("asked");
    QFile data(m_folder.filePath("elsewhere.csv"));
    QVERIFY(data.open(QIODevice::WriteOnly));
    data.write("time,y\n0,1\n1,2\n");
    data.close();
    const QString model = m_folder.filePath("asked/model.flx");
    writeText(model, R"({"fluxion":1,"settings":{"StopTime":"1"},"blocks":[
      {"id":1,"type":"sources/from_file","name":"Play","parameters":{"FileName":"../elsewhere.csv"}},
      {"id":2,"type":"sinks/scope","name":"Scope"}],"lines":[{"id":3,"from":[1,1],"to":[2,1]}]})");
    isAskedForOnce(model, {"read " + data.fileName(), "Play"});
  }
  void aModelThatExchangesSignalsIsAskedFor() {
    QDir(m_folder.path()).mkpath("exchanging");
    const QString model = m_folder.filePath("exchanging/model.flx");
    writeText(model, R"({"fluxion":1,"settings":{"StopTime":"1"},"blocks":[
      {"id":1,"type":"sources/constant","name":"Value"},
      {"id":2,"type":"exchange/udp_out","name":"Send",
       "parameters":{"RemotePort":"9","SampleTime":"0.5"}}],"lines":[{"id":3,"from":[1,1],"to":[2,1]}]})");
    isAskedForOnce(model, {"exchange signals with udp 127.0.0.1:9", "Send"});
  }

 private:
  static void writeText(const QString& path, const char* text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  // A run of this model asks, in these words, and goes on only if it is allowed; then nobody is asked again.
  void isAskedForOnce(const QString& model, const QStringList& words) {
    QStringList asked;
    bool answer = false;
    const auto runEndsWell = [&](MainWindow& window) {
      QSignalSpy finished(&window.runs(), &RunController::finished);
      window.runs().start();
      return finished.wait() && window.runs().run()->result().end == sim::RunEnd::Finished;
    };
    {
      MainWindow window(m_library);
      window.accessQuestion().setAsk([&](const QString& text) { return asked << text, answer; });
      QVERIFY(window.opening().openFile(model));
      QVERIFY(asked.isEmpty());  // opening needs nothing
      QVERIFY(!runEndsWell(window));
      QCOMPARE(asked.size(), 1);
      for (const QString& word : words) QVERIFY2(asked[0].contains(word), qPrintable(asked[0]));
      window.runs().abandon();
    }
    answer = true;
    for (int opened = 0; opened < 2; ++opened) {  // allowed, and remembered
      MainWindow window(m_library);
      window.accessQuestion().setAsk([&](const QString& text) { return asked << text, answer; });
      QVERIFY(window.opening().openFile(model));
      QVERIFY(runEndsWell(window));
      QCOMPARE(asked.size(), 2);
      window.runs().abandon();
    }
  }
  void writeModel(const QString& path, int blocks) {
    DiagramDocument document(m_library);
    for (int k = 0; k < blocks; ++k) test::addBlock(document, "math/gain", "Gain");
    QVERIFY(!sim::has_errors(document.save(path)));
  }
  static void write(Autosave& autosave) {
    QSignalSpy written(&autosave, &Autosave::written);
    autosave.write();
    QVERIFY(written.wait());
    QVERIFY(written.front().front().toBool());
  }
  int copies() const { return static_cast<int>(QDir(m_copies).entryList({"*.flx"}).size()); }
  // What the folder looks like when the program is killed: copies without anybody who holds their lock.
  void crash(DiagramDocument& document) {
    const QString alive = m_copies + "-alive";
    Autosave autosave(document, alive, 60);
    write(autosave);
    QDir().mkpath(m_copies);
    for (const QFileInfo& info : QDir(alive).entryInfoList({"*.flx", "*.json"}, QDir::Files))
      QVERIFY(QFile::copy(info.filePath(), m_copies + '/' + info.fileName()));
  }

  sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
  QString m_copies;
};

QTEST_MAIN(SafetyTest)
#include "safety_test.moc"
