// What is done in the window as lines of Python: what the lines say, and that scripts of random gestures,
// played by Python, make the same file.
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include "editor/script/script_recorder.h"
#include "sim_core/diagram/file.h"
#include "tests/gui/random_hand.h"

using namespace fluxion;
using Window = test::CanvasWindow;

class ScriptRecorderTest : public QObject {
  Q_OBJECT

  static QString python() {
    const QString program = QStringLiteral("/usr/bin/python3");
    QProcess process;
    process.setProcessEnvironment(environment());
    process.start(program, {QStringLiteral("-c"), QStringLiteral("import fluxion")});
    return process.waitForFinished(60000) && process.exitCode() == 0 ? program : QString();
  }
  static QProcessEnvironment environment() {
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    all.insert(QStringLiteral("PYTHONPATH"),
               QCoreApplication::applicationDirPath() + QStringLiteral("/../python"));
    return all;
  }

  // Empty where the scripts make these files.
  static QString played(const QStringList& scripts, const std::vector<std::string>& files) {
    QTemporaryDir folder;
    QString all;
    for (qsizetype k = 0; k < scripts.size(); ++k)
      all += scripts.at(k) + QStringLiteral("model.save(\"%1/%2.flx\")\n").arg(folder.path()).arg(k);
    QFile script(folder.filePath(QStringLiteral("all.py")));
    if (!script.open(QIODevice::WriteOnly)) return QStringLiteral("no script");
    script.write(all.toUtf8());
    script.close();
    QProcess process;
    process.setProcessEnvironment(environment());
    process.start(QStringLiteral("/usr/bin/python3"), {script.fileName()});
    if (!process.waitForFinished(110000) || process.exitCode() != 0)
      return QString::fromUtf8(process.readAllStandardError()).right(3000);
    for (qsizetype k = 0; k < scripts.size(); ++k) {
      QFile made(folder.filePath(QStringLiteral("%1.flx").arg(k)));
      if (!made.open(QIODevice::ReadOnly)) return QStringLiteral("no file %1").arg(k);
      if (made.readAll().toStdString() != files[static_cast<std::size_t>(k)])
        return QStringLiteral("script %1 makes another file:\n%2").arg(k).arg(scripts.at(k));
    }
    return {};
  }

 private slots:
  void editsAreSaidInWords() {
    Window w;
    ScriptRecorder recorder(w.document);
    recorder.start();
    const sim::Id x = w.add("continuous/integrator", 200, 100, "Level"),
                  k = w.add("math/gain", 100, 100, "K");
    w.wire(k, x);
    sim::Block changed = *w.document.block(k);
    changed.parameters["k"] = "-rate";
    sim::Edit edit{"Parameter", {}};
    edit.set(k, changed);
    w.document.apply(std::move(edit));
    sim::Edit more{"Settings", {}};
    more.set(w.document.newId(), sim::Variable{"rate", "2", {}, {}, {}});
    more.set_setting("StopTime", "5");
    w.document.apply(std::move(more));
    recorder.note(QStringLiteral("run = model.run()"));
    const QString script = recorder.script();
    for (const char* line :
         {"import fluxion as fx\n", "model = fx.Model()\n",
          "model.add(\"continuous/integrator\", \"Level\")\n", "model[\"Level\"].at = (200, 100)\n",
          "model.connect(\"K.1\", \"Level.1\")\n", "model[\"K\"].parameters[\"k\"] = \"-rate\"\n",
          "model.variables[\"rate\"] = \"2\"\n", "model.settings[\"StopTime\"] = \"5\"\n",
          "run = model.run()\n"})
      QVERIFY2(script.contains(QString::fromLatin1(line)), qPrintable(QString::fromLatin1(line) + script));
    QVERIFY2(!script.contains(QStringLiteral("model.change")), qPrintable(script));
  }

  void aGestureIsSaidOnce() {
    Window w;
    const sim::Id k = w.add("math/gain", 100, 100, "K");
    ScriptRecorder recorder(w.document);
    recorder.start();
    const QString before = recorder.script();
    const int gesture = w.document.beginGesture();
    for (double at : {110, 120, 130}) {
      sim::Block moved = *w.document.block(k);
      moved.position.x = at;
      sim::Edit edit{"Move", {}};
      edit.set(k, moved);
      w.document.apply(std::move(edit), gesture);
    }
    QCOMPARE(recorder.script(), before + QStringLiteral("model[\"K\"].at = (130, 100)\n"));
    w.document.undoStack().undo();
    QVERIFY(recorder.script().endsWith(QStringLiteral("model[\"K\"].at = (100, 100)\n")));
    recorder.stop();
    const QString whole = recorder.script();
    w.add("math/gain", 300, 100);
    QCOMPARE(recorder.script(), whole);
  }

  void scriptsOfRandomGesturesMakeTheSameFiles() {
    if (python().isEmpty()) QSKIP("the Python module is not there");
    const bool isLong = qEnvironmentVariableIntValue("FLUXION_LONG_TESTS") != 0;
    constexpr int enoughMilliseconds = 15000;
    QElapsedTimer clock;
    clock.start();
    Window w;
    ScriptRecorder recorder(w.document);
    QStringList scripts;
    std::vector<std::string> files;
    for (unsigned seed = 1; seed <= (isLong ? 500U : 60U); ++seed) {
      if (!isLong && clock.elapsed() > enoughMilliseconds) break;
      test::RandomHand hand{w, std::mt19937(seed)};
      w.document.setDiagram({});
      w.editor.view().setZoom(1, {0, 0});
      if (seed % 2) hand.insert();  // scripts that begin with a diagram that is in no file
      recorder.start();
      for (int step = 0; step < 25; ++step) hand.act();
      recorder.stop();
      scripts << recorder.script();
      files.push_back(sim::write_diagram(w.diagram()));
    }
    qsizetype words = 0, elements = 0;
    for (const QString& script : scripts)
      words += script.count(QStringLiteral("\nmodel")),
          elements += script.count(QStringLiteral("model.change("));
    qInfo("%lld scripts of %lld lines, %lld of them tables of elements",
          static_cast<long long>(scripts.size()), static_cast<long long>(words),
          static_cast<long long>(elements));
    QVERIFY(scripts.size() >= 10);
    const QString wrong = played(scripts, files);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
  }
};

QTEST_MAIN(ScriptRecorderTest)
#include "script_recorder_test.moc"
