// Scopes in their window: how they are set up is an edit of the model, and residuals of invariants have a
// scope of their own.
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/dialogs/block_dialog.h"
#include "editor/dialogs/parameter_row.h"
#include "editor/document/diagram_document.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/scope_view.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/insert_block.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
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
  void parametersOfAScopeHaveTheirDialog();
  void newScopesShowAllInOnePlot();
  void anEmptyScopeSaysWhatToDo();
  void cursorsBelongToTheModelAndStartInside();
  void curvesKeepTheirHeight();

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
  m_window->questions().setAsk(
      [](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
  QVERIFY(m_window->opening().openFile(predatorPrey));
}

void ScopeWindowTest::settingsAreEditsOfTheModel() {
  run();
  ScopePanel* scope = m_window->scopes().panel(block("Populations"));
  QVERIFY(!m_window->isWindowModified());
  scope->edits().setLayout(2, 2);
  scope->edits().setVisible(1, false);
  QVERIFY(m_window->isWindowModified());
  const auto& parameters = m_window->document().block(block("Populations"))->parameters;
  QCOMPARE(parameters.at("layout"), std::string("2x2"));
  QCOMPARE(parameters.at("curves"), std::string("1.2 hidden"));
  m_window->commands().action(CommandId::Undo)->trigger();
  QVERIFY(scope->curves().isShown(1));
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
  QVERIFY(m_window->opening().openFile(copy));
  run();
  QVERIFY(m_window->scopes().panel(block("Populations"))->settings() == settings);
  QVERIFY(m_window->scopes().panel(block("Phase portrait"))->settings() == portrait);
  QCOMPARE(m_window->scopes().panel(block("Populations"))->curves().at(1).side, PlotCanvas::Side::Right);
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
  QVERIFY(residuals && residuals->settings().magnitude);
  QCOMPARE(residuals->curveCount(), 2);
  QVERIFY(!residuals->curves().at(0).isGhost());
  QVERIFY(residuals->curves().at(1).isGhost());
  const auto largest = [&](int curve) {
    double out = 0;
    for (const CurvePoint& p : residuals->curves().at(curve).drawn) out = std::max(out, p.y);
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

void ScopeWindowTest::parametersOfAScopeHaveTheirDialog() {
  const sim::Id id = block("Populations");
  m_window->editor().scene().select({id});
  m_window->commands().action(CommandId::BlockParameters)->trigger();
  auto* dialog = m_window->findChild<BlockDialog*>();
  QVERIFY(dialog && dialog->isVisible());
  // The number of inputs comes first; how the scope looks is folded away.
  const auto rows = dialog->findChildren<ParameterRow*>();
  QVERIFY(!rows.isEmpty());
  QCOMPARE(rows.front()->spec().name, std::string("Inputs"));
  QVERIFY(rows.front()->isVisible() && !rows.back()->isVisible());
  QVERIFY(!m_window->scopes().panel(id));
  dialog->close();
  // From its window too.
  run();
  m_window->scopes().panel(id)->findChild<QAction*>(QStringLiteral("scopeParameters"))->trigger();
  QTRY_VERIFY(m_window->findChild<BlockDialog*>() && m_window->findChild<BlockDialog*>()->isVisible());
}

void ScopeWindowTest::newScopesShowAllInOnePlot() {
  m_window->newDiagram();
  const Canvas canvas{m_window->document(), m_window->editor().scene(), m_window->editor().view()};
  const sim::Id scope = insertBlockAt(canvas, QStringLiteral("sinks/scope"), {300, 100}, {{"inputs", "2"}});
  for (const double y : {50.0, 150.0}) {
    const sim::Id sine = insertBlockAt(canvas, QStringLiteral("sources/sine_wave"), {0, y}, {});
    auto edit = m_window->document().plan([&](sim::Diagram& d) {
      return sim::connect(d, sim::PortRef{sine, 0}, sim::PortRef{scope, y > 100 ? 1 : 0});
    });
    QVERIFY(edit);
    m_window->document().apply(std::move(*edit));
  }
  run();
  ScopePanel* panel = m_window->scopes().panel(scope);
  QCOMPARE(panel->canvas().axesCount(), 1);
  QCOMPARE(panel->curveCount(), 2);
  QVERIFY(panel->canvas().curveColor(0) != panel->canvas().curveColor(1));
  panel->edits().setLayout(0, 0);
  QCOMPARE(panel->canvas().axesCount(), 2);
}

void ScopeWindowTest::anEmptyScopeSaysWhatToDo() {
  m_window->newDiagram();
  const Canvas canvas{m_window->document(), m_window->editor().scene(), m_window->editor().view()};
  const sim::Id scope = insertBlockAt(canvas, QStringLiteral("sinks/scope"), {300, 100}, {});
  m_window->scopes().open(scope, QStringLiteral("Scope"));
  const auto* hint = m_window->scopes().panel(scope)->findChild<QLabel*>(QStringLiteral("scopeHint"));
  QVERIFY(hint && hint->isVisible());
  QVERIFY2(hint->text().contains(QStringLiteral("Nothing is connected")), qPrintable(hint->text()));
  const sim::Id sine = insertBlockAt(canvas, QStringLiteral("sources/sine_wave"), {0, 100}, {});
  auto edit = m_window->document().plan([&](sim::Diagram& d) {
    return sim::connect(d, sim::PortRef{sine, 0}, sim::PortRef{scope, 0});
  });
  m_window->document().apply(std::move(*edit));
  QVERIFY2(hint->text().contains(QStringLiteral("Run the model")), qPrintable(hint->text()));
  run();
  QVERIFY(!hint->isVisible());
  QVERIFY(m_window->scopes().panel(scope)->canvas().isVisible());
}

void ScopeWindowTest::cursorsBelongToTheModelAndStartInside() {
  run();
  ScopePanel* panel = m_window->scopes().panel(block("Populations"));
  CursorSet& cursors = m_window->scopes().cursors();
  auto* show = panel->findChild<QAction*>(QStringLiteral("cursorShow"));
  const auto inside = [&](double t) {
    const AxisRange view = panel->canvas().horizontal().range();
    return t > view.low && t < view.high;
  };
  show->trigger();
  QVERIFY(cursors.isOn() && inside(cursors.time(0)) && inside(cursors.time(1)));
  show->trigger();
  // One of them is left outside.
  const double between = (cursors.time(0) + cursors.time(1)) / 2;
  panel->canvas().setHorizontalRange({between, cursors.time(1) * 1.2});
  emit panel->canvas().rangeChangedByUser();
  show->trigger();
  QVERIFY(inside(cursors.time(0)) && inside(cursors.time(1)));
  QVERIFY(m_window->opening().openFile(
      QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_drift/predator_prey_drift.flx")));
  QVERIFY(!cursors.isOn());
  QCOMPARE(cursors.time(0), cursors.time(1));
}

void ScopeWindowTest::curvesKeepTheirHeight() {
  run();
  const ScopeSource source = *m_window->scopes().panel(block("Populations"))->source();
  CursorSet cursors;
  ScopeView view(cursors);
  view.panel().setSource(source);
  view.panel().finish();
  view.show();
  for (const char* name : {"cursorShow", "scopeMeasurements", "scopeSpectrum"})
    view.findChild<QAction*>(QLatin1String(name))->trigger();
  view.resize(420, 10);  // as low as it gets
  QTRY_VERIFY(view.panel().canvas().axesRect(0).height() > 0);
  QTest::qWait(100);
  QVERIFY2(view.panel().canvas().axesRect(0).height() >= 120,
           qPrintable(QString::number(view.panel().canvas().axesRect(0).height())));
  QVERIFY2(view.height() <= 480, qPrintable(QString::number(view.height())));
}

QTEST_MAIN(ScopeWindowTest)
#include "scope_window_test.moc"
