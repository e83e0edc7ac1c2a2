// Tools > Record Script: it records until it is switched off, and then asks for a file.
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/script/script_recorder.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "editor/window/script_commands.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class ScriptCommandsTest : public QObject {
  Q_OBJECT

  QByteArray content(const QString& name) const {
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QAction* record() { return m_window->commands().action(CommandId::RecordScript); }
  // Switches the recorder off; in the box that asks for a file this is typed, nothing: the box is closed.
  // What the box suggested.
  QString stopRecording(const QString& path) {
    QString suggested;
    QTimer::singleShot(0, this, [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      suggested = dialog->selectedFiles().value(0);
      if (path.isEmpty()) return dialog->reject();
      dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
      static_cast<QDialog*>(dialog)->accept();
    });
    record()->trigger();
    return suggested;
  }

  QTemporaryDir m_folder;
  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  QStringList m_told;

 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
  }
  void init() {
    m_told.clear();
    m_window = std::make_unique<MainWindow>(m_library);
    m_window->questions().setTell(
        [this](const QString& title, const QString& text) { m_told << title << text; });
    m_window->questions().setAsk(
        [](Questions::Question, const QString&) { return Questions::Answer::Discard; });
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
  }
  void cleanup() { m_window.reset(); }

  void aScriptIsWrittenWholeOrNotAtAll() {
    const QString path = m_folder.filePath("written.py");
    QCOMPARE(writeScript(path, QStringLiteral("a = 'é'\n")), QString());
    QCOMPARE(content("written.py"), QByteArray("a = 'é'\n"));
    QCOMPARE(writeScript(path, QString()), QString());
    QCOMPARE(content("written.py"), QByteArray());
    const QString nowhere = m_folder.filePath("no/such/folder/script.py");
    QVERIFY2(writeScript(nowhere, QStringLiteral("a")).startsWith(nowhere + " could not be written: "),
             qPrintable(writeScript(nowhere, QStringLiteral("a"))));
    QVERIFY(writeScript(m_folder.path(), QStringLiteral("a")).contains("could not be written"));
  }

  void whatIsDoneWhileItIsOnIsInTheFile() {
    const QString model = m_folder.filePath("tank.flx");
    QVERIFY(QFile::copy(
        QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx"),
        model));
    QVERIFY(m_window->opening().openFile(model));
    record()->trigger();
    QVERIFY(record()->isChecked());
    m_window->editor().insertBlock("math/gain");
    QSignalSpy finished(&m_window->runs(), &RunController::finished);
    m_window->commands().action(CommandId::Run)->trigger();
    QVERIFY(finished.wait(20000));
    const QString path = m_folder.filePath("mine.py");
    QCOMPARE(stopRecording(path), m_folder.filePath("tank.py"));  // beside the model, under its name
    QVERIFY(!record()->isChecked());
    const QByteArray script = content("mine.py");
    for (const QByteArray& line :
         {QByteArray("import fluxion as fx\n"), "model = fx.load(\"" + model.toUtf8() + "\")\n",
          QByteArray("model.add(\"math/gain\""), QByteArray("run = model.run()\n")})
      QVERIFY2(script.contains(line), script + line);
    QVERIFY(script.indexOf("model.add") < script.indexOf("model.run"));
    // What is done behind it is not.
    m_window->editor().insertBlock("math/gain");
    QCOMPARE(content("mine.py"), script);
    QVERIFY(m_told.isEmpty());
  }

  void withoutAFileTheScriptStaysInTheConsole() {
    m_window->newDiagram();
    record()->trigger();
    m_window->editor().insertBlock("math/gain");
    QVERIFY(stopRecording(QString()).endsWith("script.py"));
    QVERIFY(m_told.isEmpty());
    record()->trigger();  // the next one begins without these lines
    m_window->editor().insertBlock("sinks/terminator");
    stopRecording(m_folder.filePath("second.py"));
    const QByteArray script = content("second.py");
    QVERIFY2(script.contains("sinks/terminator"), script);
    QCOMPARE(script.count("import fluxion"), 1);
  }

  void aFileThatCannotBeWrittenIsSaid() {
    m_window->newDiagram();
    record()->trigger();
    stopRecording(QStringLiteral("/proc/no_such_place.py"));
    QCOMPARE(m_told.value(0), QString("The script was not saved"));
    QVERIFY2(m_told.value(1).contains("/proc/no_such_place.py could not be written"),
             qPrintable(m_told.join(' ')));
  }
};

QTEST_MAIN(ScriptCommandsTest)
#include "script_commands_test.moc"
