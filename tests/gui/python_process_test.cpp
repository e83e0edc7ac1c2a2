// A Python beside the window: what is sent and received, what is said where it ends, is not there or does not
// start. Programs of the shell stand for the interpreter, so that nothing here needs one.
#include <QJsonArray>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/script/python_process.h"

using namespace fluxion;

class PythonProcessTest : public QObject {
  Q_OBJECT

  // FLUXION_PYTHON for one test.
  struct Interpreter {
    Interpreter(const QTemporaryDir& folder, const QByteArray& program) {
      const QString path = folder.filePath(QStringLiteral("python"));
      QFile file(path);
      if (file.open(QIODevice::WriteOnly)) file.write("#!/bin/sh\n" + program);
      file.close();
      QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
      qputenv("FLUXION_PYTHON", path.toUtf8());
    }
    ~Interpreter() { qunsetenv("FLUXION_PYTHON"); }
  };
  // A process with all that it has told.
  struct Listener {
    PythonProcess process;
    QSignalSpy received{&process, &PythonProcess::received}, said{&process, &PythonProcess::said},
        ended{&process, &PythonProcess::ended};
    QStringList messages() const {
      QStringList all;
      for (const QList<QVariant>& one : received)
        all << QString::fromUtf8(QJsonDocument(one.at(0).toJsonObject()).toJson(QJsonDocument::Compact));
      return all;
    }
    QString why() const { return ended.isEmpty() ? QString() : ended.last().at(0).toString(); }
  };
  QTemporaryDir m_folder;

 private slots:
  void theInterpreterIsTheOneThatIsNamed() {
    {
      const Interpreter named(m_folder, "exit 0\n");
      QCOMPARE(PythonProcess::interpreter(), m_folder.filePath(QStringLiteral("python")));
    }
    qputenv("FLUXION_PYTHON", "/no/such/python");
    QCOMPARE(PythonProcess::interpreter(), QString());
    qputenv("FLUXION_PYTHON", m_folder.path().toUtf8() + "/python");
    QFile::setPermissions(m_folder.filePath(QStringLiteral("python")), QFile::ReadOwner);
    QCOMPARE(PythonProcess::interpreter(), QString());
    qunsetenv("FLUXION_PYTHON");
    if (QFileInfo(QStringLiteral("/usr/bin/python3")).isExecutable())
      QCOMPARE(PythonProcess::interpreter(), QStringLiteral("/usr/bin/python3"));
  }

  void withoutAnInterpreterItSaysSoAndEnds() {
    qputenv("FLUXION_PYTHON", "/no/such/python");
    Listener python;
    python.process.start();
    qunsetenv("FLUXION_PYTHON");
    QVERIFY2(python.why().contains(QStringLiteral("python3-fluxion")), qPrintable(python.why()));
    QVERIFY(!python.process.isRunning());
    python.process.send({{"do", "nothing"}});  // and what is sent then goes nowhere
    python.process.interrupt();
    python.process.kill();
  }

  void linesAreMessages() {
    // Its arguments, then each line back; what is no object is left out, also where a line comes in parts.
    const Interpreter named(m_folder,
                            "echo \"{\\\"out\\\":\\\"$1 $2\\\"}\"\n"
                            "while read -r line; do echo 'no message'; printf '{\"back\":'; sleep 0.05; "
                            "printf '%s}\\n' \"$line\"; done\n");
    Listener python;
    python.process.start();
    QVERIFY(python.process.isRunning());
    python.process.start();  // no second one
    python.process.send({{"do", "execute"}, {"code", QStringLiteral("a = 'é'\nb")}});
    python.process.send({{"do", "model"}});
    QTRY_COMPARE(python.messages().size(), 3);
    QCOMPARE(python.messages(),
             (QStringList{QStringLiteral(R"({"out":"-m fluxion.console"})"),
                          QStringLiteral(R"({"back":{"code":"a = 'é'\nb","do":"execute"}})"),
                          QStringLiteral(R"({"back":{"do":"model"}})")}));
    QVERIFY(python.ended.isEmpty());
  }

  void theErrorChannelIsSaid() {
    const Interpreter named(m_folder, "echo 'a warning' >&2\nread -r line\n");
    Listener python;
    python.process.start();
    QTRY_VERIFY(!python.said.isEmpty());
    QCOMPARE(python.said.first().at(0).toString(), QStringLiteral("a warning\n"));
  }

  void theEndHasAReason() {
    for (const auto& [program, reason] : {std::pair("exit 0\n", "Python has ended."),
                                          std::pair("exit 3\n", "Python has ended with the code 3."),
                                          std::pair("kill -9 $$\n", "Python was ended.")}) {
      const Interpreter named(m_folder, program);
      Listener python;
      python.process.start();
      QTRY_COMPARE(python.why(), QString::fromLatin1(reason));
      QVERIFY(!python.process.isRunning());
    }
    // What it printed last counts, and it can be started again.
    const Interpreter named(m_folder, "echo '{\"out\":\"last\"}'\nexit 1\n");
    Listener python;
    for (int k = 1; k <= 2; ++k) {
      python.process.start();
      QTRY_COMPARE(python.ended.size(), k);
      QCOMPARE(python.messages().size(), k);
    }
  }

  void anInterpreterThatDoesNotStartIsSaid() {
    const Interpreter named(m_folder, "");
    QFile file(m_folder.filePath(QStringLiteral("python")));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("#!/no/such/shell\n");
    file.close();
    Listener python;
    python.process.start();
    QTRY_COMPARE(python.why(), QStringLiteral("Python could not be started."));
  }

  void anInterruptIsCtrlC() {
    const Interpreter named(
        m_folder,
        "trap 'echo \"{\\\"out\\\":\\\"stopped\\\"}\"; exit 0' INT\necho '{\"out\":\"ready\"}'\n"
        "while :; do sleep 0.02; done\n");
    Listener python;
    python.process.start();
    QTRY_COMPARE(python.messages(), QStringList{QStringLiteral(R"({"out":"ready"})")});
    python.process.interrupt();
    QTRY_COMPARE(python.messages().value(1), QStringLiteral(R"({"out":"stopped"})"));
    QTRY_COMPARE(python.why(), QStringLiteral("Python has ended."));
  }

  void aProcessThatIsKilledSaysNothingMore() {
    const Interpreter named(m_folder,
                            "trap '' INT TERM\necho '{\"out\":\"ready\"}'\nwhile :; do sleep 0.02; done\n");
    Listener python;
    python.process.start();
    QTRY_COMPARE(python.messages().size(), 1);
    QElapsedTimer clock;
    clock.start();
    python.process.kill();
    QVERIFY(!python.process.isRunning());
    QVERIFY(clock.elapsed() < 2000);
    QTest::qWait(50);
    QVERIFY(python.ended.isEmpty());
    python.process.start();  // a new one
    QTRY_COMPARE(python.messages().size(), 2);
  }
};

QTEST_GUILESS_MAIN(PythonProcessTest)
#include "python_process_test.moc"
