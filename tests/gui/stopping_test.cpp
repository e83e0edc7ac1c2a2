// A model that takes minutes to compile: Stop and closing the window do not wait for it.
#include <QElapsedTimer>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/problems/problems_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "tests/support/model_builder.h"

using namespace fluxion;

class StoppingTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
    sim::ModelBuilder m;
    for (int k = 0; k < 100; ++k)
      m.block("math/gain", "G" + std::to_string(k),  // equal texts would be evaluated once
              {{"k", "max(abs(eig(sin((1:800)'*(1:800)))))+" + std::to_string(k)}});
    QVERIFY(!sim::has_errors(sim::save_model(file().toStdString(), m.diagram)));
  }
  void stopEndsCompilation() {
    MainWindow window(m_library);
    begin(window);
    const QSignalSpy told(&window.problems(), &ProblemsDock::countChanged);
    QElapsedTimer clock;
    clock.start();
    window.commands().action(CommandId::Stop)->trigger();
    QTRY_VERIFY(!window.runs().isActive());
    QVERIFY2(clock.elapsed() < soon, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(window.statusBar()->currentMessage(), QStringLiteral("Stopped before the model was compiled."));
    for (const QList<QVariant>& counted : told) QCOMPARE(counted[0].toInt(), 0);  // no problem of the model
  }
  void closingDoesNotWaitForCompilation() {
    auto window = std::make_unique<MainWindow>(m_library);
    window->questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Stop; });
    begin(*window);
    QElapsedTimer clock;
    clock.start();
    QVERIFY(window->close());
    window.reset();
    QVERIFY2(clock.elapsed() < soon, qPrintable(QString::number(clock.elapsed())));
  }

 private:
  static constexpr qint64 soon = 15000;  // ms, of minutes; 100 on a machine at rest
  QString file() const { return m_folder.filePath("model.flx"); }
  void begin(MainWindow& window) {
    window.show();
    QVERIFY(window.opening().openFile(file()));
    window.commands().action(CommandId::Run)->trigger();
    QVERIFY(window.runs().isActive());
    QTest::qWait(200);
    QCOMPARE(window.runs().run()->phase(), SimulationRun::Phase::Compiling);
  }

  const sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
};

QTEST_MAIN(StoppingTest)
#include "stopping_test.moc"
