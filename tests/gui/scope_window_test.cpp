// Scopes in their window: how they are set up is an edit of the model, and residuals of invariants have a
// scope of their own.
#include <QAction>
#include <QDockWidget>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/scopes/scope_panel.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"

using namespace fluxion;

static const QString predatorPrey =
    QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx");

class ScopeWindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void cleanup() { m_window.reset(); }
  void settingsAreEditsOfTheModel();
  void settingsComeBackWithTheFile();
  void residualsHaveAScope();
  void aDockGoesAndComesWithItsBlock();

 private:
  sim::Id block(const char* path) { return *sim::find_block(m_window->document().diagram(), path); }
  void run() {
    QSignalSpy finished(&m_window->runs(), &RunController::finished);
    m_window->commands().action(CommandId::Run)->trigger();
    QVERIFY(finished.wait(20000));
    const auto& result = m_window->runs().run()->result();
    QVERIFY2(result.end == sim::RunEnd::Finished,
             result.diagnostics.empty() ? "" : sim::to_text(result.diagnostics.front()).c_str());
  }

  sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
  std::unique_ptr<MainWindow> m_window;
};

void ScopeWindowTest::initTestCase() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
}

void ScopeWindowTest::init() {
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->setAsk([](MainWindow::Question, const QString&) { return MainWindow::Answer::Discard; });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
  QVERIFY(m_window->openFile(predatorPrey));
}

void ScopeWindowTest::settingsAreEditsOfTheModel() {
  run();
  ScopePanel* scope = m_window->scopes().panel(block("Populations"));
  QVERIFY(!m_window->isWindowModified());
  scope->setLayout(2, 2);
  scope->setCurveVisible(1, false);
  QVERIFY(m_window->isWindowModified());
  const auto& parameters = m_window->document().block(block("Populations"))->parameters;
  QCOMPARE(parameters.at("layout"), std::string("2x2"));
  QCOMPARE(parameters.at("curves"), std::string("1.2 hidden"));
  m_window->commands().action(CommandId::Undo)->trigger();
  QVERIFY(scope->isCurveVisible(1));
  QCOMPARE(scope->canvas().axesCount(), 4);
  m_window->commands().action(CommandId::Undo)->trigger();
  QCOMPARE(scope->canvas().axesCount(), 1);
  QVERIFY(!m_window->isWindowModified());
  run();  // it still compiles
}

void ScopeWindowTest::settingsComeBackWithTheFile() {
  run();
  ScopePanel* scope = m_window->scopes().panel(block("Populations"));
  ScopeSettings settings;
  settings.timeSpan = 5;
  settings.curves[{0, 1}] = {.side = PlotCanvas::Side::Right};
  scope->changeSettings(settings);
  ScopePanel* plane = m_window->scopes().panel(block("Phase portrait"));
  ScopeSettings portrait;
  portrait.equalScales = true;
  plane->changeSettings(portrait);
  const QString copy = m_folder.filePath("copy.flx");
  QVERIFY(m_window->document().save(copy).empty());
  QVERIFY(m_window->openFile(copy));
  run();
  QVERIFY(m_window->scopes().panel(block("Populations"))->settings() == settings);
  QVERIFY(m_window->scopes().panel(block("Phase portrait"))->settings() == portrait);
  QCOMPARE(m_window->scopes().panel(block("Populations"))->curveSide(1), PlotCanvas::Side::Right);
}

void ScopeWindowTest::residualsHaveAScope() {
  QAction* show = m_window->scopes().residualsAction();
  QVERIFY(!show->isEnabled());
  run();
  QVERIFY(show->isEnabled());
  QVERIFY(!m_window->scopes().panel(sim::no_id));  // nobody asked
  m_window->commands().action(CommandId::Projection)->trigger();
  run();
  show->trigger();
  ScopePanel* residuals = m_window->scopes().panel(sim::no_id);
  QVERIFY(residuals && residuals->magnitude());
  QCOMPARE(residuals->curveCount(), 2);
  QVERIFY(!residuals->isGhost(0));
  QVERIFY(residuals->isGhost(1));
  const auto largest = [&](int curve) {
    double out = 0;
    for (const CurvePoint& p : residuals->curvePoints(curve)) out = std::max(out, p.y);
    return out;
  };
  QVERIFY(largest(0) > 1000 * largest(1));  // the run before was projected
  run();
  QCOMPARE(residuals->curveCount(), 2);
}

void ScopeWindowTest::aDockGoesAndComesWithItsBlock() {
  run();
  const sim::Id id = block("Populations");
  auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("scope-%1").arg(sim::to_number(id)));
  QVERIFY(dock);
  QTRY_VERIFY(dock->toggleViewAction()->isChecked());
  sim::Edit edit{"Delete", {}};
  edit.remove<sim::Block>(id);
  m_window->document().apply(std::move(edit));
  QVERIFY(!dock->toggleViewAction()->isChecked());
  QVERIFY(!dock->toggleViewAction()->isVisible());
  m_window->commands().action(CommandId::Undo)->trigger();
  QTRY_VERIFY(dock->toggleViewAction()->isChecked());
  // One that the user had closed stays closed.
  dock->close();
  m_window->commands().action(CommandId::Redo)->trigger();
  m_window->commands().action(CommandId::Undo)->trigger();
  QVERIFY(!dock->toggleViewAction()->isChecked());
  QVERIFY(dock->toggleViewAction()->isVisible());
}

QTEST_MAIN(ScopeWindowTest)
#include "scope_window_test.moc"
