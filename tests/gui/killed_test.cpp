// A program that is killed at any instant while it saves and writes copies of what is not saved, on a quick
// disk and on a slow one: what was said to be saved is, and every diagram of which a copy was said to be
// written is offered, with at least what the copy was said to have. 300 times with FLUXION_LONG_TESTS in the
// environment.
//
// The killed program is this one, started with a folder.
#include <QApplication>
#include <QDirIterator>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <cstdio>
#include <random>

#include "editor/command_set.h"
#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/window/document_safety.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_saving.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "tests/support/strange_disk.h"

using namespace fluxion;

static constexpr int documents = 3;

static void addBlock(DiagramDocument& document) {
  sim::Block block;
  block.type = "math/gain", block.name = "Gain";
  auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(block)); });
  document.apply(std::move(insertion.edit));
}

static std::unique_ptr<sim::StrangeDisk> diskAt(const QString& folder, int pause_us) {
  sim::StrangeDisk::Ways slow;
  slow.pause_us = pause_us;
  return std::make_unique<sim::StrangeDisk>(QFileInfo(folder).canonicalFilePath().toStdString(), slow);
}

// Saves and copies a diagram in a window, without end; says how many blocks of it are saved and copied.
static int saveOnAndOn(const QString& folder) {
  const sim::BlockLibrary library = sim::standard_library();
  MainWindow window(library);
  if (!window.opening().openFile(folder + "/model.flx")) return 1;
  const auto disk = diskAt(folder, 10'000);
  const auto say = [](std::size_t blocks) {
    std::printf("0 %zu\n", blocks);
    std::fflush(stdout);
  };
  Autosave& copies = window.safety().copies();
  std::size_t copied = 0, refused = 0;  // what the copy that is being written has
  QObject::connect(&copies, &Autosave::written, [&](bool well) {
    if (well)
      say(copied);
    else
      ++refused;
  });
  for (;;) {
    addBlock(window.document());
    const std::size_t saved = window.document().diagram().blocks.size();
    window.commands().action(CommandId::Save)->trigger();
    addBlock(window.document());
    const std::size_t before = copied, refusedBefore = refused;
    copied = saved + 1;
    copies.write();
    if (refused != refusedBefore) copied = before;  // the one before is still being written
    while (window.saving().isActive()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    say(saved);
    QTest::qWait(10);
  }
}

// Changes diagrams and has copies written, without end; says which diagram has how many blocks in its copy.
static int changeOnAndOn(const QString& folder, int pause_us) {
  const auto disk = diskAt(folder, pause_us);
  const sim::BlockLibrary library = sim::standard_library();
  struct Unsaved {
    explicit Unsaved(const sim::BlockLibrary& blocks, const QString& in)
        : document(blocks), autosave(document, in, 3600) {}
    DiagramDocument document;
    Autosave autosave;
  };
  std::vector<std::unique_ptr<Unsaved>> all;
  for (int k = 0; k < documents; ++k) {
    all.push_back(std::make_unique<Unsaved>(library, folder));
    // Which one it is shows in how many blocks it has.
    for (int n = 0; n < 1 + 200 * k; ++n) addBlock(all.back()->document);
  }
  for (;;)
    for (int k = 0; k < documents; ++k) {
      Unsaved& unsaved = *all[static_cast<std::size_t>(k)];
      addBlock(unsaved.document);
      QSignalSpy written(&unsaved.autosave, &Autosave::written);
      unsaved.autosave.write();
      if (!written.wait() || !written.front().front().toBool()) return 1;
      std::printf("%d %zu\n", k, unsaved.document.diagram().blocks.size());
      std::fflush(stdout);
    }
}

class KilledTest : public QObject {
  Q_OBJECT

  // By diagram: how many blocks its newest copy was said to have; 0: none was.
  static std::vector<std::size_t> whatWasSaid(QProcess& program) {
    std::vector<std::size_t> said(documents, 0);
    for (const QByteArray& line : program.readAllStandardOutput().split('\n')) {
      const QList<QByteArray> words = line.split(' ');
      if (words.size() == 2 && line.size() > 2) said[words[0].toUInt()] = words[1].toULong();
    }
    return said;
  }
  static std::size_t documentOf(std::size_t blocks) { return (blocks - 1) / 200; }

  static int times(int usually) {
    return qEnvironmentVariableIntValue("FLUXION_LONG_TESTS") != 0 ? 300 : usually;
  }
  // The blocks of the file; 0: it cannot be opened.
  static std::size_t blocksOf(const sim::BlockLibrary& library, const QString& file) {
    DiagramDocument document(library);
    return sim::has_errors(document.open(file)) ? 0 : document.diagram().blocks.size();
  }

 private slots:
  void everyUnsavedDiagramIsOffered_data() {
    QTest::addColumn<int>("pause_us");
    QTest::newRow("on a quick disk") << 0;
    QTest::newRow("on a slow disk") << 5'000;
  }
  void everyUnsavedDiagramIsOffered() {
    QFETCH(int, pause_us);
    const int times = KilledTest::times(20);
    const sim::BlockLibrary library = sim::standard_library();
    std::mt19937 random(1);
    int copies = 0;
    for (int k = 0; k < times; ++k) {
      QTemporaryDir folder;
      QProcess program;
      program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
      program.start(QCoreApplication::applicationFilePath(),
                    {"--change-on-and-on", folder.path(), QString::number(pause_us)});
      QVERIFY(program.waitForStarted());
      QVERIFY(program.waitForReadyRead());  // its first copy is there
      QThread::usleep(random() % (100'000 + 40 * static_cast<unsigned>(pause_us)));
      QVERIFY2(findRecoverable(folder.path()).empty(), "while the program runs nothing is offered");
      program.kill();
      QVERIFY(program.waitForFinished());
      QCOMPARE(program.exitStatus(), QProcess::CrashExit);
      const std::vector<std::size_t> said = whatWasSaid(program);
      std::vector<std::size_t> found(documents, 0);
      for (const Recoverable& copy : findRecoverable(folder.path())) {
        DiagramDocument document(library);
        QVERIFY2(recover(document, copy), "a copy that is offered can be opened");
        const std::size_t blocks = document.diagram().blocks.size();
        found[documentOf(blocks)] = blocks;
        ++copies;
        discard(copy);
      }
      for (std::size_t n = 0; n < documents; ++n)
        QVERIFY2(found[n] >= said[n],
                 qPrintable(QStringLiteral("document %1: %2 blocks were said, %3 are there")
                                .arg(n)
                                .arg(said[n])
                                .arg(found[n])));
      QVERIFY2(findRecoverable(folder.path()).empty(), "what was discarded is not offered again");
    }
    qInfo("killed %d times; %d copies came back", times, copies);
  }
  // Through the window, where threads save and copy at once.
  void whatWasSaidToBeSavedOrCopiedIsThere() {
    const int times = KilledTest::times(10);
    const sim::BlockLibrary library = sim::standard_library();
    std::mt19937 random(2);
    int halfway = 0, offered = 0;
    for (int k = 0; k < times; ++k) {
      const QTemporaryDir folder;
      const QString model = folder.filePath("model.flx");
      {
        DiagramDocument document(library);
        addBlock(document);
        QVERIFY(!sim::has_errors(document.save(model)));
      }
      QProcess program;
      program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
      QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
      for (const char* place : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        environment.insert(place, folder.filePath("home"));
      environment.insert("QT_LOGGING_RULES", "*.warning=false");
      program.setProcessEnvironment(environment);
      program.start(QCoreApplication::applicationFilePath(), {"--save-on-and-on", folder.path()});
      QVERIFY(program.waitForStarted());
      QVERIFY(program.waitForReadyRead());
      QThread::usleep(random() % 500'000);
      program.kill();
      QVERIFY(program.waitForFinished());
      QCOMPARE(program.exitStatus(), QProcess::CrashExit);
      const std::size_t said = whatWasSaid(program)[0];
      std::size_t found = blocksOf(library, model);
      QVERIFY2(found > 0, "the file is whole");
      for (const QFileInfo& left :
           QDir(folder.path()).entryInfoList({".fluxion-*"}, QDir::Files | QDir::Hidden))
        halfway += left.exists();
      for (QDirIterator it(folder.filePath("home"), {"*.lock"}, QDir::Files, QDirIterator::Subdirectories);
           it.hasNext();) {
        for (const Recoverable& copy : findRecoverable(it.nextFileInfo().path())) {
          QCOMPARE(QFileInfo(copy.path).fileName(), QStringLiteral("model.flx"));
          QVERIFY2(blocksOf(library, copy.file) > 0, "a copy that is offered can be opened");
          found = std::max(found, blocksOf(library, copy.file));
          ++offered;
        }
      }
      QVERIFY2(found >= said,
               qPrintable(QStringLiteral("%1 blocks were said, %2 are there").arg(said).arg(found)));
      DiagramDocument next(library);
      QVERIFY(!sim::has_errors(next.open(model)) && !sim::has_errors(next.save(model)));
      QVERIFY(QDir(folder.path()).entryList({".fluxion-*"}, QDir::Files | QDir::Hidden).isEmpty());
    }
    qInfo("killed %d times, %d of them while a file was being written; %d copies were offered", times,
          halfway, offered);
  }
};

int main(int argc, char** argv) {
  const QByteArrayView mode = argc > 2 ? argv[1] : "";
  if (mode == "--save-on-and-on") {
    const QApplication application(argc, argv);
    return saveOnAndOn(QString::fromLocal8Bit(argv[2]));
  }
  QCoreApplication application(argc, argv);
  if (mode == "--change-on-and-on") return changeOnAndOn(QString::fromLocal8Bit(argv[2]), std::atoi(argv[3]));
  KilledTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "killed_test.moc"
