// A program that is killed at any instant while it writes copies of what is not saved: every diagram of which
// a copy was said to be written is offered, with at least what the copy was said to have. 300 times with
// FLUXION_LONG_TESTS in the environment.
//
// The killed program is this one, started with a folder.
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <cstdio>
#include <random>

#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"

using namespace fluxion;

static constexpr int documents = 3;

static void addBlock(DiagramDocument& document) {
  sim::Block block;
  block.type = "math/gain", block.name = "Gain";
  auto insertion = document.plan([&](sim::Diagram& d) { return sim::insert_block(d, std::move(block)); });
  document.apply(std::move(insertion.edit));
}

// Changes diagrams and has copies written, without end; says which diagram has how many blocks in its copy.
static int changeOnAndOn(const QString& folder) {
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

 private slots:
  void everyUnsavedDiagramIsOffered() {
    const int times = qEnvironmentVariableIntValue("FLUXION_LONG_TESTS") != 0 ? 300 : 20;
    const sim::BlockLibrary library = sim::standard_library();
    std::mt19937 random(1);
    int copies = 0;
    for (int k = 0; k < times; ++k) {
      QTemporaryDir folder;
      QProcess program;
      program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
      program.start(QCoreApplication::applicationFilePath(), {"--change-on-and-on", folder.path()});
      QVERIFY(program.waitForStarted());
      QVERIFY(program.waitForReadyRead());  // its first copy is there
      QThread::usleep(random() % 100'000);
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
};

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.size() == 3 && arguments[1] == QStringLiteral("--change-on-and-on"))
    return changeOnAndOn(arguments[2]);
  KilledTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "killed_test.moc"
