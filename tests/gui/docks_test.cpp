// Docks: they open beside the diagram without moving it, leave it half of the window, and stand in layouts
// that each model remembers.
#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <map>
#include <utility>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/library/library_dock.h"
#include "editor/library/library_tree.h"
#include "editor/problems/problems_dock.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/dock_layouts.h"
#include "editor/window/dock_room.h"
#include "editor/window/docks.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "editor/window/scope_docks.h"
#include "editor/window/workbench.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"

using namespace fluxion;

static const QString predatorPrey =
    QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx");

class DocksTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
  }
  void init();
  void cleanup() { m_window.reset(); }
  void theFirstRunMovesNothing();
  void aWholeDiagramStaysInSight();
  void theDiagramKeepsHalfOfASmallWindow();
  void scopesShareAPlaceInLowWindowsOnly();
  void squeezedDocksBecomeTabs();
  void aSuccessfulRunLeavesProblemsClosed();
  void layoutsAreOneClickApart();
  void modelsRememberTheirLayouts();
  void ownLayoutsAreForAllModels();
  void theMenuShowsEveryDock();
  void theLibraryFoldsAndUnfolds();
  // The last: it leaves the model with its docks closed.
  void everyRowOfTheTableIsADock_data();
  void everyRowOfTheTableIsADock();

 private:
  std::unique_ptr<MainWindow> open(const QString& path, QSize size);
  void run();
  std::vector<QDockWidget*> scopes() {
    std::vector<QDockWidget*> docks;
    for (QDockWidget* dock : m_window->findChildren<QDockWidget*>())
      if (dock->objectName().startsWith("scope-")) docks.push_back(dock);
    return docks;
  }
  std::vector<QDockWidget*> seen() {
    std::vector<QDockWidget*> docks;
    for (QDockWidget* dock : scopes())
      if (isInFront(*dock, *m_window)) docks.push_back(dock);
    return docks;
  }
  LibraryDock& library() { return *m_window->findChild<LibraryDock*>(); }
  QDockWidget* dock(const char* name) { return m_window->findChild<QDockWidget*>(QLatin1String(name)); }
  QPoint onScreen(sim::Id block) {
    DiagramView& view = m_window->editor().view();
    const QPointF middle = m_window->editor().scene().level().block(block)->geometry().rect.center();
    return view.viewport()->mapToGlobal(view.mapFromScene(middle));
  }
  QString copyOfExample(const char* name) {
    const QString path = m_folder.filePath(QLatin1String(name));
    QFile::copy(predatorPrey, path);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    return path;
  }

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;
};

std::unique_ptr<MainWindow> DocksTest::open(const QString& path, QSize size) {
  auto window = std::make_unique<MainWindow>(m_library);
  window->questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  window->resize(size);
  window->show();
  if (!window->opening().openFile(path)) return nullptr;
  window->resize(size);
  QTest::qWait(50);
  return window;
}

void DocksTest::init() {
  m_window = open(copyOfExample("model.flx"), {1280, 720});
  QVERIFY(m_window);
}

void DocksTest::run() {
  QSignalSpy finished(&m_window->runs(), &RunController::finished);
  m_window->commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  QTest::qWait(400);  // the window is laid out, and what was held is let go
}

// Where one has looked at a part. The library folds meanwhile, so that the view begins further to the left.
void DocksTest::theFirstRunMovesNothing() {
  const sim::Id block = m_window->document().diagram().blocks.begin()->first;
  m_window->editor().zoomToFit();
  bool first = true;
  for (const double factor : {1.1, 1.3}) {
    m_window->editor().view().zoomBy(factor);
    const QPoint before = onScreen(block);
    const double zoom = m_window->editor().zoom();
    const int left = m_window->editor().mapToGlobal(QPoint()).x();
    run();
    QVERIFY(!seen().empty());
    QVERIFY2((onScreen(block) - before).manhattanLength() <= 1, "the diagram has moved");
    QCOMPARE(m_window->editor().zoom(), zoom);
    if (std::exchange(first, false)) QVERIFY(m_window->editor().mapToGlobal(QPoint()).x() < left);
  }
}

void DocksTest::aWholeDiagramStaysInSight() {
  m_window->editor().zoomToFit();
  const DiagramView& view = m_window->editor().view();
  const auto seen = [&] { return view.mapToScene(view.viewport()->rect()).boundingRect(); };
  const QRectF whole = m_window->editor().scene().level().contentRect();
  QVERIFY(seen().contains(whole));
  const double width = view.width();
  run();
  QVERIFY(view.width() < width);
  QTRY_VERIFY(seen().contains(whole));
}

void DocksTest::theDiagramKeepsHalfOfASmallWindow() {
  QVERIFY(!library().isFolded());
  run();
  QCOMPARE(m_window->size(), QSize(1280, 720));
  QTRY_VERIFY2(m_window->editor().width() >= 640 - 8,
               qPrintable(QString::number(m_window->editor().width())));
  QVERIFY(library().isFolded() && library().isVisible());
  QVERIFY(seen().front()->width() >= usefulSize(*seen().front()).width());
  // Where there is more room again, it unfolds.
  m_window->resize(1900, 1000);
  QTRY_VERIFY(!library().isFolded());
}

void DocksTest::scopesShareAPlaceInLowWindowsOnly() {
  run();
  QVERIFY(scopes().size() > 1);
  QCOMPARE(seen().size(), std::size_t(1));
  m_window = open(copyOfExample("model.flx"), {1600, 1000});
  m_window->layouts().use(DockLayouts::run);
  m_window->layouts().reset();
  run();
  QCOMPARE(seen().size(), std::size_t(2));
  QVERIFY(seen().front()->height() >= 320 && seen().back()->height() >= 320);
}

void DocksTest::squeezedDocksBecomeTabs() {
  m_window->resize(1600, 1000);
  run();
  QCOMPARE(seen().size(), std::size_t(2));
  m_window->resize(1600, 640);
  QTRY_COMPARE(seen().size(), std::size_t(1));
  QCOMPARE(m_window->height(), 640);
}

void DocksTest::aSuccessfulRunLeavesProblemsClosed() {
  sim::Diagnostics warnings(2);
  for (sim::Diagnostic& d : warnings) d.severity = sim::Severity::Warning, d.message = "look here";
  auto* badge = m_window->findChild<QToolButton*>("problemsBadge");
  QVERIFY(badge && badge->isHidden());
  connect(&m_window->runs(), &RunController::compiled, m_window.get(),
          [&] { m_window->problems().add(warnings); });
  run();
  QVERIFY(!m_window->problems().isVisible());
  QVERIFY(badge->isVisible());
  QCOMPARE(badge->text(), QString("2 warnings"));
  badge->click();
  QVERIFY(m_window->problems().isVisible());
  badge->click();
  QVERIFY(!m_window->problems().isVisible());
}

void DocksTest::layoutsAreOneClickApart() {
  run();
  QCOMPARE(m_window->layouts().current(), DockLayouts::run);
  const auto click = [this](const char* layout) {
    for (auto* button : m_window->findChildren<QToolButton*>())
      if (button->defaultAction() && button->defaultAction()->objectName() == QLatin1String(layout))
        button->click();
    QTest::qWait(50);
  };
  click("layout-Edit");
  QVERIFY(seen().empty() && library().isVisible() && !library().isFolded());
  click("layout-Analyze");
  QVERIFY(!seen().empty() && !library().isVisible() && m_window->runsDock().isVisible());
  click("layout-Run");
  QVERIFY(!seen().empty() && library().isVisible() && !m_window->runsDock().isVisible());
  QVERIFY(library().isFolded());  // as it was left
  // A second run in Edit stays there: its scopes were there before.
  click("layout-Edit");
  run();
  QCOMPARE(m_window->layouts().current(), DockLayouts::edit);
  QVERIFY(seen().empty());
}

void DocksTest::modelsRememberTheirLayouts() {
  const QString one = copyOfExample("one.flx"), two = copyOfExample("two.flx");
  m_window = open(one, {1280, 720});
  run();
  dock("modelTreeDock")->show();
  QDockWidget* scope = scopes().front();
  const QString name = scope->objectName();
  m_window->addDockWidget(Qt::BottomDockWidgetArea, scope);
  m_window->close();
  m_window = open(two, {1280, 720});
  QCOMPARE(m_window->layouts().current(), DockLayouts::edit);
  QVERIFY(!dock("modelTreeDock")->isVisible());
  QVERIFY(m_window->opening().openFile(one));  // in the same window
  QCOMPARE(m_window->layouts().current(), DockLayouts::run);
  QVERIFY(dock("modelTreeDock")->isVisible());
  run();
  QCOMPARE(m_window->dockWidgetArea(dock(qPrintable(name))), Qt::BottomDockWidgetArea);
  QVERIFY(m_window->opening().openFile(two));
  run();
  QCOMPARE(m_window->dockWidgetArea(dock(qPrintable(name))), Qt::RightDockWidgetArea);
}

void DocksTest::ownLayoutsAreForAllModels() {
  dock("modelTreeDock")->show();
  library().hide();
  m_window->layouts().saveAs("Mine");
  QVERIFY(m_window->layouts().names().contains("Mine"));
  m_window->layouts().use(DockLayouts::edit);
  m_window->layouts().reset();
  QVERIFY(library().isVisible() && !dock("modelTreeDock")->isVisible());
  m_window = open(copyOfExample("three.flx"), {1280, 720});
  m_window->layouts().use("Mine");
  QVERIFY(!library().isVisible() && dock("modelTreeDock")->isVisible());
  m_window->layouts().remove("Mine");
  QCOMPARE(m_window->layouts().current(), DockLayouts::edit);
  QVERIFY(!m_window->layouts().names().contains("Mine"));
}

void DocksTest::theMenuShowsEveryDock() {
  run();
  auto* menu = m_window->findChild<QMenu*>("docksMenu");
  emit menu->aboutToShow();
  const auto docks = m_window->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
  QVERIFY(docks.size() >= 9);
  for (const QDockWidget* d : docks) {
    const auto* action = menu->findChild<QAction*>("dock-" + d->objectName());
    QVERIFY2(action, qPrintable(d->objectName()));
    QCOMPARE(action->isChecked(), !d->isHidden());
    const bool behind = !d->isHidden() && !d->isFloating() && !isInFront(*d, *m_window);
    QCOMPARE(action->text().contains("behind a tab"), behind);
  }
  QDockWidget* behind = nullptr;
  for (QDockWidget* d : scopes())
    if (!isInFront(*d, *m_window)) behind = d;
  QVERIFY(behind);
  menu->findChild<QAction*>("dock-" + behind->objectName())->trigger();
  QTRY_VERIFY(isInFront(*behind, *m_window));
}

// The commands that show docks, by the docks' names; of the one without a command, Count.
static const std::map<QString, std::pair<DockId, CommandId>>& docksOfTheTable() {
  static const std::map<QString, std::pair<DockId, CommandId>> table = {
#define COMMAND(id, ...) CommandId::id
#define NO_COMMAND CommandId::Count
#define DOCK(dock, create, place, made, layouts, menu, ...) {#dock, {DockId::dock, __VA_ARGS__}},
#include "editor/docks.def"
#undef COMMAND
#undef NO_COMMAND
#undef DOCK
  };
  return table;
}

void DocksTest::everyRowOfTheTableIsADock_data() {
  QTest::addColumn<QString>("row");
  for (const auto& [row, ids] : docksOfTheTable()) QTest::newRow(qPrintable(row)) << row;
}

// It is shown by its command, goes with the model, and has a name of its own that layouts know it by.
void DocksTest::everyRowOfTheTableIsADock() {
  QFETCH(QString, row);
  const auto [id, command] = docksOfTheTable().at(row);
  Docks& docks = m_window->bench().docks();
  for (QDockWidget* each : docksOf(*m_window)) each->hide();
  QAction* action = command == CommandId::Count ? nullptr : m_window->commands().action(command);
  if (action) {
    QVERIFY(action->isEnabled());
    action->trigger();
  } else {
    docks.show(id);
  }
  QDockWidget* shown = docks.find(id);
  QVERIFY(shown);
  QTRY_VERIFY(shown->isVisible());
  QCOMPARE(m_window->findChildren<QDockWidget*>(shown->objectName()).size(), 1);
  QVERIFY(!shown->objectName().isEmpty() && !shown->windowTitle().isEmpty());
  m_window->showStartPage();
  QVERIFY(shown->isHidden());
  if (action) QVERIFY(!action->isEnabled());
}

void DocksTest::theLibraryFoldsAndUnfolds() {
  const int wide = library().width();
  library().findChild<QToolButton*>("foldLibrary")->click();
  QTRY_VERIFY(library().width() < 110);
  QVERIFY(library().findChild<LibraryTree*>()->hasIconsOnly());
  library().findChild<QToolButton*>("unfoldLibrary")->click();
  QTRY_VERIFY(std::abs(library().width() - wide) < 12);
  library().setFolded(true);
  library().focusSearch();
  QVERIFY(!library().isFolded());
}

QTEST_MAIN(DocksTest)
#include "docks_test.moc"
