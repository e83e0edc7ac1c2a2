// Models on disks that are slow, or that do not answer any more: the window goes on, what is not written is
// not said to be, and nobody waits longer than he wants to.
#include <QElapsedTimer>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <cstring>

#include "editor/command_set.h"
#include "editor/detached_thread.h"
#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_saving.h"
#include "editor/window/model_windows.h"
#include "editor/window/questions.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "tests/gui/typing.h"
#include "tests/support/strange_disk.h"

using namespace fluxion;
using Ways = sim::StrangeDisk::Ways;

// Presses the notice's button as soon as it is seen, and measures for how long nothing else had a turn.
class Impatient : public QObject {
 public:
  Impatient() {
    connect(&m_timer, &QTimer::timeout, this, [this] {
      longest = std::max(longest, m_turn.restart());
      auto* notice = qobject_cast<QProgressDialog*>(QApplication::activeModalWidget());
      if (!notice || !notice->isVisible() || notice->objectName() != QStringLiteral("waitForFiles")) return;
      ++seen;
      text = notice->labelText();
      if (!presses) return;
      pressed.start();
      notice->findChild<QPushButton*>()->click();
    });
    m_turn.start();
    begun.start();
    m_timer.start(5);
  }
  bool presses = true;
  int seen = 0;
  qint64 longest = 0;  // ms
  QString text;
  QElapsedTimer begun, pressed;

 private:
  QTimer m_timer;
  QElapsedTimer m_turn;
};

class SlowDiskTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.filePath("settings"));
  }
  void init() {
    const QString name = QUuid::createUuid().toString(QUuid::Id128);
    QVERIFY(QDir(m_home.path()).mkpath(name));
    m_folder = QFileInfo(m_home.filePath(name)).canonicalFilePath();
    m_path = m_folder + "/model.flx";
    writeModel(m_path, 1);
  }
  void cleanup() { QTRY_COMPARE_WITH_TIMEOUT(detachedThreads(), 0, 20'000); }

  void openingWhereNothingAnswersCanBeCanceled() {
    MainWindow window(m_library);
    window.show();
    const std::size_t windows = ModelWindows::all().size();
    const sim::StrangeDisk disk(m_folder.toStdString(), dead());
    Impatient user;
    QVERIFY(!window.models().open(m_path));
    QVERIFY2(user.pressed.isValid() && user.pressed.elapsed() < soon, qPrintable(times(user)));
    QVERIFY2(user.begun.elapsed() >= 300 && user.longest < soon, qPrintable(times(user)));
    QCOMPARE(user.text, QStringLiteral("Opening model.flx…"));
    QVERIFY(window.isStartPageShown());
    QCOMPARE(ModelWindows::all().size(), windows);
    QCOMPARE(sim::StrangeDisk::calls_of_this_thread(), 0);
    QVERIFY(sim::StrangeDisk::calls() > 0);
  }
  void whatIsOpenStaysWhereOpeningIsCanceled() {
    MainWindow window(m_library);
    QVERIFY(window.opening().openFile(m_path));
    test::addBlock(window.document(), "math/gain", "Gain");
    const QString other = m_folder + "/other.flx";
    writeModel(other, 5);
    window.questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
    const sim::StrangeDisk disk(m_folder.toStdString(), dead());
    Impatient user;
    QVERIFY(!window.opening().openFile(other));
    QCOMPARE(window.document().path(), m_path);
    QVERIFY(window.document().isModified());
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{2});
  }
  void openingFromASlowDiskComesToItsEnd() {
    MainWindow window(m_library);
    Ways slow;
    slow.pause_us = 200'000;
    const sim::StrangeDisk disk(m_folder.toStdString(), slow);
    Impatient user;
    user.presses = false;
    QVERIFY(window.opening().openFile(m_path));
    QVERIFY(user.seen > 0);
    QVERIFY2(user.longest < soon, qPrintable(times(user)));
    QVERIFY(!window.document().isModified());
    QCOMPARE(window.document().diagram().blocks.size(), std::size_t{1});
    QCOMPARE(sim::StrangeDisk::calls_of_this_thread(), 0);
    QVERIFY(!QApplication::activeModalWidget());
  }
  // What is opened meanwhile has its own place.
  void twoModelsThatAreOpenedAtOnceAreBothThere() {
    auto* window = new MainWindow(m_library);
    window->setAttribute(Qt::WA_DeleteOnClose);
    const QString other = m_home.filePath("quick.flx");
    writeModel(other, 3);
    MainWindow* second = nullptr;
    QTimer::singleShot(100, window, [&] { second = window->models().open(other); });
    Ways slow;
    slow.pause_us = 200'000;
    const sim::StrangeDisk disk(m_folder.toStdString(), slow);
    Impatient user;
    user.presses = false;
    MainWindow* first = window->models().open(m_path);
    QVERIFY(first && second && first != second);
    QCOMPARE(first->document().diagram().blocks.size(), std::size_t{1});
    QCOMPARE(second->document().diagram().blocks.size(), std::size_t{3});
    for (MainWindow* each : {first, second}) QVERIFY(each->close());
  }

  void savingToASlowDiskHoldsNobodyUp() {
    MainWindow window(m_library);
    QVERIFY(window.opening().openFile(m_path));
    test::addBlock(window.document(), "math/gain", "Gain");
    Ways slow;
    slow.pause_us = 200'000;
    {
      const sim::StrangeDisk disk(m_folder.toStdString(), slow);
      QElapsedTimer clock;
      clock.start();
      window.commands().action(CommandId::Save)->trigger();
      QVERIFY2(clock.elapsed() < soon, qPrintable(QString::number(clock.elapsed())));
      QVERIFY(window.saving().isActive());
      QCOMPARE(window.windowTitle(), QStringLiteral("model[*] (saving) – Fluxion"));
      QVERIFY(window.document().isModified());                 // a crash would lose it
      test::addBlock(window.document(), "math/gain", "Gain");  // and the diagram may change
      QCOMPARE(onDisk(), std::size_t{1});
      QTRY_VERIFY_WITH_TIMEOUT(!window.saving().isActive(), 20'000);
      QCOMPARE(sim::StrangeDisk::calls_of_this_thread(), 0);
    }
    QCOMPARE(onDisk(), std::size_t{2});  // as it was when it was saved
    QVERIFY(window.document().isModified());
    QCOMPARE(window.windowTitle(), QStringLiteral("model[*] – Fluxion"));
    window.document().undoStack().undo();
    QVERIFY(!window.document().isModified());
    window.document().undoStack().undo();
    QVERIFY(window.document().isModified());
  }
  void aSecondSaveWaitsForTheFirst() {
    MainWindow window(m_library);
    QVERIFY(window.opening().openFile(m_path));
    Ways slow;
    slow.pause_us = 50'000;
    const sim::StrangeDisk disk(m_folder.toStdString(), slow);
    for (int k = 0; k < 3; ++k) {
      test::addBlock(window.document(), "math/gain", "Gain");
      window.commands().action(CommandId::Save)->trigger();
    }
    QTRY_VERIFY_WITH_TIMEOUT(!window.saving().isActive(), 20'000);
    QVERIFY(!window.document().isModified());
    QCOMPARE(onDisk(), std::size_t{4});
  }
  void aSaveThatFailsLateIsTold() {
    MainWindow window(m_library);
    QVERIFY(window.opening().openFile(m_path));
    QString told;
    window.questions().setTell(
        [&](const QString& title, const QString& text) { told = title + '\n' + text; });
    test::addBlock(window.document(), "math/gain", "Gain");
    Ways full;
    full.pause_us = 50'000, full.late = true, full.error = ENOSPC;
    {
      const sim::StrangeDisk disk(m_folder.toStdString(), full);
      window.commands().action(CommandId::Save)->trigger();
      QVERIFY(told.isEmpty());
      QTRY_VERIFY_WITH_TIMEOUT(!window.saving().isActive(), 20'000);
    }
    QVERIFY2(told.startsWith("model.flx was not saved\n") && told.contains(std::strerror(ENOSPC)),
             qPrintable(told));
    QVERIFY(window.document().isModified());
    QCOMPARE(onDisk(), std::size_t{1});
    QVERIFY(window.saving().save());
    QCOMPARE(onDisk(), std::size_t{2});
  }
  // Another program's change is noticed by the thread that would replace it.
  void whatChangedMeanwhileIsAskedAboutWhileSlowlySaving() {
    MainWindow window(m_library);
    QVERIFY(window.opening().openFile(m_path));
    writeModel(m_path, 7);
    std::vector<Questions::Question> asked;
    auto answer = Questions::Answer::Cancel;
    window.questions().setAsk([&](Questions::Question question, const QString&) {
      asked.push_back(question);
      return answer;
    });
    test::addBlock(window.document(), "math/gain", "Gain");
    Ways slow;
    slow.pause_us = 100'000;
    {
      const sim::StrangeDisk disk(m_folder.toStdString(), slow);
      window.commands().action(CommandId::Save)->trigger();
      QVERIFY(asked.empty());
      QTRY_VERIFY_WITH_TIMEOUT(!window.saving().isActive(), 20'000);
      QCOMPARE(onDisk(), std::size_t{7});
      answer = Questions::Answer::Overwrite;
      window.commands().action(CommandId::Save)->trigger();
      QTRY_COMPARE_WITH_TIMEOUT(onDisk(), std::size_t{2}, 20'000);
      QTRY_VERIFY_WITH_TIMEOUT(!window.saving().isActive(), 20'000);
    }
    QVERIFY(std::count(asked.begin(), asked.end(), Questions::Question::OverwriteChanged) == 2);
    QVERIFY(!window.document().isModified());
  }

  void closingWaitsForASaveAndLosesNothing() {
    MainWindow window(m_library);
    window.show();
    QVERIFY(window.opening().openFile(m_path));
    int asked = 0;
    window.questions().setAsk(
        [&](Questions::Question, const QString&) { return ++asked, Questions::Answer::Cancel; });
    test::addBlock(window.document(), "math/gain", "Gain");
    Ways slow;
    slow.pause_us = 200'000;
    const sim::StrangeDisk disk(m_folder.toStdString(), slow);
    window.commands().action(CommandId::Save)->trigger();
    QVERIFY(window.saving().isActive());
    Impatient user;
    user.presses = false;
    QVERIFY(window.close());
    QCOMPARE(asked, 0);
    QVERIFY(user.seen > 0);
    QCOMPARE(user.text, QStringLiteral("Saving model.flx…"));
    QCOMPARE(onDisk(), std::size_t{2});
  }
  // A folder on a network that is gone: the user decides, and the window closes.
  void aWindowClosesAlthoughNothingAnswers() {
    auto window = std::make_unique<MainWindow>(m_library);
    window->show();
    QVERIFY(window->opening().openFile(m_path));
    test::addBlock(window->document(), "math/gain", "Gain");
    std::vector<Questions::Answer> answers{Questions::Answer::Cancel, Questions::Answer::Save,
                                           Questions::Answer::Discard};
    std::size_t asked = 0;
    QString text;
    window->questions().setAsk([&](Questions::Question question, const QString& words) {
      text = words;
      return question == Questions::Question::SaveHangs ? answers.at(asked++) : Questions::Answer::Cancel;
    });
    const sim::StrangeDisk disk(m_folder.toStdString(), dead());
    window->commands().action(CommandId::Save)->trigger();
    Impatient user;
    QVERIFY(!window->close());  // canceled: it is still there, with its changes and its save
    QCOMPARE(asked, std::size_t{1});
    QVERIFY2(text.startsWith("model.flx is still being saved"), qPrintable(text));
    QVERIFY(window->isVisible() && window->saving().isActive() && window->document().isModified());
    QVERIFY(window->close());  // waited once more, then not
    QCOMPARE(asked, std::size_t{3});
    QElapsedTimer clock;
    clock.start();
    window.reset();
    QVERIFY2(clock.elapsed() < soon && user.longest < soon, qPrintable(times(user)));
    QVERIFY(detachedThreads() > 0);
    QCOMPARE(sim::StrangeDisk::calls_of_this_thread(), 0);
  }
  // What cannot be saved in its place can be saved in another.
  void saveAsLeavesAPlaceThatDoesNotAnswer() {
    const QString elsewhere = m_home.filePath("elsewhere.flx");
    MainWindow window(m_library);
    QVERIFY(window.opening().openFile(m_path));
    test::addBlock(window.document(), "math/gain", "Gain");
    {
      const sim::StrangeDisk disk(m_folder.toStdString(), dead());
      window.commands().action(CommandId::Save)->trigger();
      Impatient user;
      window.saving().start(elsewhere);
      QTRY_VERIFY(!window.saving().isActive());
      QCOMPARE(window.document().path(), elsewhere);
      QVERIFY(!window.document().isModified());
    }
    QTRY_COMPARE_WITH_TIMEOUT(detachedThreads(), 0, 20'000);
    QCOMPARE(window.document().path(), elsewhere);  // the first has come to its end, of which nobody hears
    DiagramDocument document(m_library);
    QVERIFY(!sim::has_errors(document.open(elsewhere)));
    QCOMPARE(document.diagram().blocks.size(), std::size_t{2});
  }

  // Who draws without a pause has a copy all the same, however slow its folder is.
  void copiesAreNotReplacedByNewerOnesThatAreNotThereYet() {
    const QString copies = m_folder + "/copies";
    QVERIFY(QDir().mkpath(copies));
    DiagramDocument document(m_library);
    Autosave autosave(document, copies, 3600);
    Ways slow;
    slow.pause_us = 20'000;
    const sim::StrangeDisk disk(copies.toStdString(), slow);
    QSignalSpy written(&autosave, &Autosave::written);
    for (int k = 0; k < 60; ++k) {
      test::addBlock(document, "math/gain", "Gain");
      autosave.write();
      QTest::qWait(10);
      if (k > 40) QCOMPARE(QDir(copies).entryList({"*.flx"}).size(), 1);
    }
    QVERIFY(std::any_of(written.begin(), written.end(), [](const auto& said) { return said[0].toBool(); }));
    QCOMPARE(sim::StrangeDisk::calls_of_this_thread(), 0);
  }
  void aFolderForCopiesThatDoesNotAnswerIsTold() {
    const QString copies = m_folder + "/copies";
    QVERIFY(QDir().mkpath(copies));
    const sim::StrangeDisk disk(copies.toStdString(), dead());
    QElapsedTimer clock;
    {
      DiagramDocument document(m_library);
      Autosave autosave(document, copies, 3600);
      QSignalSpy written(&autosave, &Autosave::written);
      test::addBlock(document, "math/gain", "Gain");
      autosave.write();
      QVERIFY(!written.wait(300));
      autosave.write();
      QCOMPARE(written.size(), 1);
      QVERIFY(!written.front().front().toBool());
      clock.start();
    }
    QVERIFY2(clock.elapsed() < soon, qPrintable(QString::number(clock.elapsed())));
  }

 private:
  static constexpr qint64 soon = 1500;  // ms; 100 on a machine at rest, where nothing else runs
  static Ways dead() {
    Ways ways;
    ways.dead = true;
    return ways;
  }
  static QString times(const Impatient& user) {
    return QStringLiteral("%1 ms in all, longest without a turn %2 ms")
        .arg(user.begun.elapsed())
        .arg(user.longest);
  }
  void writeModel(const QString& path, int blocks) {
    DiagramDocument document(m_library);
    for (int k = 0; k < blocks; ++k) test::addBlock(document, "math/gain", "Gain");
    QVERIFY(!sim::has_errors(document.save(path)));
  }
  // How many blocks the file has, read by a process that no disk holds up.
  std::size_t onDisk() const {
    QProcess grep;
    grep.start(QStringLiteral("grep"), {QStringLiteral("-c"), QStringLiteral("math/gain"), m_path});
    grep.waitForFinished();
    return grep.readAllStandardOutput().trimmed().toULong();
  }

  const sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_home;
  QString m_folder, m_path;
};

QTEST_MAIN(SlowDiskTest)
#include "slow_disk_test.moc"
