// The Python console: its names, its history, what it does to the document, a loop that is stopped, no
// Python.
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QToolButton>

#include "editor/script/python_console.h"
#include "editor/script/script_recorder.h"
#include "tests/gui/canvas_window.h"

using namespace fluxion;

class PythonConsoleTest : public QObject {
  Q_OBJECT

  struct Bench : test::CanvasWindow {
    ScriptRecorder recorder{document};
    PythonConsole console{document, recorder, commands.action(CommandId::RecordScript)};

    // What was said to these lines.
    QString ask(const QString& code) {
      const qsizetype before = console.text().size();
      console.execute(code);
      for (int k = 0; k < 1500 && console.isBusy(); ++k) QTest::qWait(10);
      return console.text().mid(before).section(QLatin1Char('\n'), code.count(QLatin1Char('\n')) + 1);
    }
  };
  static bool isThere() {
    Bench bench;
    return bench.ask(QStringLiteral("print(fx.__name__, 'answers')"))
        .contains(QStringLiteral("fluxion answers"));
  }

 private slots:
  void init() {
    if (!isThere()) QSKIP("the Python module is not there");
  }

  void theModelIsThatOfTheWindow() {
    Bench b;
    const sim::Id k = b.add("math/gain", 100, 100, "K", {{"k", "3"}});
    QVERIFY2(b.ask("model.blocks, model['K'].k").contains("(['K'], 3.0)"), qPrintable(b.console.text()));
    b.ask("g = model['K']; g.k = 5; model.variables['mu'] = 2");
    QCOMPARE(b.document.block(k)->parameters.at("k"), std::string("5"));
    QCOMPARE(b.diagram().variables.size(), std::size_t{1});
    b.document.undoStack().undo();
    QCOMPARE(b.document.block(k)->parameters.at("k"), std::string("3"));
    QVERIFY(b.diagram().variables.empty());
    QVERIFY2(b.ask("g.k, dict(model.variables)").contains("(3.0, {})"), qPrintable(b.console.text()));
    QVERIFY(b.ask("model['nothing']").contains("did you mean") || b.console.text().contains("nothing"));
  }

  void statementsMayHaveSeveralLines() {
    Bench b;
    b.ask("for k in range(3):");
    b.ask("    print('line', k)");
    QVERIFY2(b.ask("").contains("line 0\nline 1\nline 2"), qPrintable(b.console.text()));
    QVERIFY(b.ask("a = 1\nb = 2\nprint(a + b)").contains("3"));
    QVERIFY(b.ask("1 +").contains("SyntaxError"));
    QVERIFY2(b.ask("1/0").contains("ZeroDivisionError: division by zero"), qPrintable(b.console.text()));
    QVERIFY(b.ask("a").contains("1"));
  }

  void aLoopIsStopped() {
    Bench b;
    b.ask("n = 0");
    b.ask("while True: n += 1");
    b.console.execute("");
    QTest::qWait(300);
    QVERIFY(b.console.isBusy());
    b.console.stop();
    for (int k = 0; k < 500 && b.console.isBusy(); ++k) QTest::qWait(10);
    QVERIFY2(b.console.text().contains("KeyboardInterrupt"), qPrintable(b.console.text()));
    QVERIFY(b.ask("n > 1000").contains("True"));
  }

  void aLoopThatPrintsFreezesNothing() {
    Bench b;
    b.ask("1");
    b.ask("while True: print('and so on')");
    b.console.execute("");
    for (int k = 0; k < 30; ++k) {
      QElapsedTimer clock;
      clock.start();
      QTest::qWait(20);
      QVERIFY2(clock.elapsed() < 1500, "the window waits");
    }
    b.console.stop();
    for (int k = 0; k < 1000 && b.console.isBusy(); ++k) QTest::qWait(10);
    QVERIFY(!b.console.isBusy());
    b.ask("print('still', 'alive')");  // the oldest lines go, so that what is new is looked for at the end
    QVERIFY2(b.console.text().right(100).contains("still alive"), qPrintable(b.console.text().right(300)));
  }

  void whatIgnoresInterruptsIsEnded() {
    Bench b;
    b.ask("import signal");
    b.ask("_ = signal.signal(signal.SIGINT, signal.SIG_IGN)");
    b.ask("while True: pass");
    b.console.execute("");
    QTest::qWait(100);
    b.console.stop();
    QTest::qWait(2300);
    auto* stop = b.console.findChild<QToolButton*>("stopPython");
    QCOMPARE(stop->text(), QStringLiteral("End Python"));
    stop->click();
    QVERIFY(!b.console.isBusy());
    QVERIFY2(b.ask("print('again')").contains("again"), qPrintable(b.console.text()));
  }

  void anEndIsSaid() {
    Bench b;
    QVERIFY(b.ask("import os; os._exit(3)").contains("Python has ended with the code 3."));
    QVERIFY(b.ask("print(2 + 2)").contains("4"));
  }

  void theWindowIsAskedForRuns() {
    Bench b;
    QSignalSpy runs(&b.console, &PythonConsole::runRequested),
        opened(&b.console, &PythonConsole::openRequested);
    b.add("math/gain", 100, 100, "K");
    QSignalSpy revealed(&b.console, &PythonConsole::revealRequested);
    b.ask("window.run(); window.open('/tmp/a.flx'); window.reveal(model['K']); run");
    QCOMPARE(runs.count(), 1);
    QCOMPARE(opened.at(0).at(0).toString(), QStringLiteral("/tmp/a.flx"));
    QCOMPARE(revealed.count(), 1);
  }

  void whatWasTypedComesBack() {
    Bench b;
    QLineEdit* input = b.console.input();
    for (const char* line : {"first = 1", "second = 2"}) {
      input->setText(line);
      QTest::keyClick(input, Qt::Key_Return);
      for (int k = 0; k < 1500 && b.console.isBusy(); ++k) QTest::qWait(10);
    }
    QTest::keyClick(input, Qt::Key_Up);
    QCOMPARE(input->text(), QStringLiteral("second = 2"));
    QTest::keyClick(input, Qt::Key_Up);
    QCOMPARE(input->text(), QStringLiteral("first = 1"));
    QTest::keyClick(input, Qt::Key_Down);
    QTest::keyClick(input, Qt::Key_Down);
    QCOMPARE(input->text(), QString());
  }

  void namesAreCompleted() {
    Bench b;
    b.ask("speed_of_the_rotor = 1");
    QLineEdit* input = b.console.input();
    input->setText("x = speed_of");
    QTest::keyClick(input, Qt::Key_Tab);
    QTRY_COMPARE(input->text(), QStringLiteral("x = speed_of_the_rotor"));
    input->setText("model.vari");
    QTest::keyClick(input, Qt::Key_Tab);
    QTRY_COMPARE(input->text(), QStringLiteral("model.variables"));
  }

  void recordedLinesAreShown() {
    Bench b;
    b.recorder.start();
    b.add("math/gain", 100, 100, "K");
    auto* script = b.console.findChild<QPlainTextEdit*>("recordedScript");
    QVERIFY(script->toPlainText().contains("model.add(\"math/gain\", \"K\")"));
    b.ask("model['K'].k = 7");
    QVERIFY(script->toPlainText().contains("model[\"K\"].parameters[\"k\"] = \"7\""));
  }

  void withoutPythonItSaysSo() {
    qputenv("FLUXION_PYTHON", "/nowhere/python3");
    Bench b;
    const QString said = b.ask("1 + 1");
    qunsetenv("FLUXION_PYTHON");
    QVERIFY2(said.contains("Python is not installed"), qPrintable(said));
    QVERIFY(!b.console.isBusy());
  }
};

QTEST_MAIN(PythonConsoleTest)
#include "python_console_test.moc"
