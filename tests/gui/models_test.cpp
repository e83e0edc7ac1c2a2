// Several models at once, in tabs and windows of one program.
#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_tabs.h"
#include "editor/window/model_windows.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"
#include "editor/window/session.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"

using namespace fluxion;

static const QString predatorPrey =
    QStringLiteral(FLUXION_SOURCE_DIR "/examples/predator_prey_elementary/predator_prey_elementary.flx");

class ModelsTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("settings"));
  }
  void init();
  void cleanup();
  void newAndOpenReplaceNothing();
  void aFileIsOpenOnce();
  void aFileThatCannotBeOpenedLeavesNoTab();
  void tabsTellTheirModels();
  void closingATabAsksForItsModel();
  void cancelWhileSeveralAreClosedLeavesAllOpen();
  void aTabIsDroppedOnAnotherWindow();
  void tabsBecomeWindowsAndWindowsTabs();
  void floatingDocksGoWithTheirTab();
  void runsGoOnSideBySide();
  void blocksAreDraggedToAnotherWindow();
  void copiesGoFromTabToTab();
  void theSessionComesBack();
  void keysOfHiddenTabsAreSilent();

 private:
  MainWindow* current() { return ModelTabs::all().front()->current(); }
  QTabBar* bar() { return ModelTabs::all().front()->findChild<QTabBar*>("modelTabs"); }
  static void trigger(MainWindow* page, CommandId id) { page->commands().action(id)->trigger(); }
  static void choose(MainWindow* page, const char* name) {
    auto* action = page->findChild<QAction*>(QLatin1String(name));
    QVERIFY(action);
    action->trigger();
  }
  static sim::Id add(MainWindow& page, const char* type, double x, double y) {
    sim::Block b;
    b.type = type, b.name = "B", b.position = {x, y}, b.size = {40, 40};
    auto insertion = page.document().plan([&](sim::Diagram& d) { return sim::insert_block(d, b); });
    page.document().apply(std::move(insertion.edit));
    return insertion.id;
  }
  QString file(const char* name) {
    const QString path = m_folder.filePath(QLatin1String(name));
    if (!QFile::exists(path)) QFile::copy(predatorPrey, path);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    return path;
  }
  void quietly(MainWindow& page) {
    page.questions().setAsk([this](Questions::Question question, const QString& text) {
      m_asked << text;
      return question == Questions::Question::RunIsActive ? Questions::Answer::Stop : m_answer;
    });
    page.questions().setTell([this](const QString& title, const QString&) { m_told << title; });
  }

  sim::BlockLibrary m_library = sim::standard_library();
  QTemporaryDir m_folder;
  QStringList m_asked, m_told;
  Questions::Answer m_answer = Questions::Answer::Discard;
};

void ModelsTest::init() {
  m_asked.clear();
  m_told.clear();
  m_answer = Questions::Answer::Discard;
  auto* tabs = new ModelTabs;
  tabs->add(*new MainWindow(m_library));
  tabs->resize(1280, 720);
  tabs->show();
  quietly(*tabs->current());
  QVERIFY(QTest::qWaitForWindowExposed(tabs));
}

void ModelsTest::cleanup() {
  const SessionPause pause;
  for (MainWindow* page : ModelWindows::all()) quietly(*page);
  m_answer = Questions::Answer::Discard;
  for (ModelTabs* tabs : std::vector(ModelTabs::all())) tabs->close();
  QTRY_VERIFY(ModelTabs::all().empty() && ModelWindows::all().empty());
}

void ModelsTest::newAndOpenReplaceNothing() {
  MainWindow* first = current();
  QVERIFY(first->isStartPageShown() && first->isUntouched());
  trigger(first, CommandId::New);
  QCOMPARE(current(), first);  // nothing was open there
  QVERIFY(!first->isStartPageShown() && first->isUntouched());
  QCOMPARE(first->models().open(file("a.flx")), first);  // nor did anybody touch the empty diagram
  trigger(first, CommandId::New);
  MainWindow* second = current();
  QVERIFY(second != first && second->isUntouched());
  QTRY_VERIFY(second->editor().view().hasFocus());  // letters insert blocks at once
  QVERIFY(!first->document().diagram().blocks.empty());
  // A block that came and went is work all the same: undo brings it back.
  add(*second, "sources/constant", 0, 0);
  trigger(second, CommandId::Undo);
  QVERIFY(!second->isUntouched() && !second->document().isModified());
  MainWindow* third = second->models().open(file("b.flx"));
  QVERIFY(third && third != second && third != first);
  QCOMPARE(ModelWindows::all().size(), std::size_t(3));
  QCOMPARE(current(), third);
  QVERIFY(m_asked.isEmpty());
}

void ModelsTest::aFileIsOpenOnce() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  QCOMPARE(second->models().open(file("a.flx")), first);
  QCOMPARE(current(), first);
  QCOMPARE(ModelWindows::all().size(), std::size_t(2));
  // Examples are copies: each click opens one.
  QVERIFY(first->models().open(predatorPrey, "example") != first->models().open(predatorPrey, "example"));
}

void ModelsTest::aFileThatCannotBeOpenedLeavesNoTab() {
  MainWindow* first = current()->models().open(file("a.flx"));
  QVERIFY(!first->models().open(m_folder.filePath("missing.flx")));
  QCOMPARE(m_told.size(), 1);
  QVERIFY(m_told.front().contains("missing.flx"));
  QCOMPARE(ModelWindows::all().size(), std::size_t(1));
  QCOMPARE(bar()->count(), 1);
}

void ModelsTest::tabsTellTheirModels() {
  MainWindow* first = current()->models().open(file("a.flx"));
  QVERIFY(!bar()->isVisible());
  MainWindow* second = first->models().open(file("b.flx"));
  QVERIFY(bar()->isVisible());
  QCOMPARE(bar()->tabText(0), QString("a"));
  QCOMPARE(bar()->tabText(1), QString("b"));
  add(*first, "sources/constant", 0, 900);
  QCOMPARE(bar()->tabText(0), QString("a*"));
  QVERIFY(second->window()->windowTitle().startsWith("b"));
  bar()->setCurrentIndex(0);
  QVERIFY(first->isVisible() && !second->isVisible());
  QVERIFY(first->window()->windowTitle().startsWith("a"));
  QVERIFY(first->window()->isWindowModified());
  choose(first, "nextModel");
  QCOMPARE(current(), second);
  choose(second, "nextModel");
  QCOMPARE(current(), first);
}

void ModelsTest::closingATabAsksForItsModel() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  quietly(*second);
  add(*second, "sources/constant", 0, 900);
  m_answer = Questions::Answer::Cancel;
  trigger(second, CommandId::Close);
  QCOMPARE(m_asked.size(), 1);
  QCOMPARE(bar()->count(), 2);
  // The window asks too, and stays with the model in front.
  bar()->setCurrentIndex(0);
  ModelTabs* window = ModelTabs::all().front();
  QVERIFY(!window->close());
  QCOMPARE(m_asked.size(), 2);
  QVERIFY(m_asked.back().contains("b"));
  QCOMPARE(current()->document().title(), QString("b"));
  m_answer = Questions::Answer::Discard;
  trigger(current(), CommandId::Close);
  QTRY_COMPARE(ModelWindows::all().size(), std::size_t(1));
}

void ModelsTest::cancelWhileSeveralAreClosedLeavesAllOpen() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  MainWindow* third = second->models().open(file("c.flx"));
  MainWindow* fourth = third->models().open(file("d.flx"));
  choose(fourth, "detachModel");
  for (MainWindow* page : {second, third, fourth}) quietly(*page);
  add(*first, "sources/constant", 0, 900);
  add(*third, "sources/constant", 0, 900);
  add(*fourth, "sources/constant", 0, 900);
  for (MainWindow* page : {first, third, fourth})
    page->questions().setAsk([this, page, fourth](Questions::Question, const QString& text) {
      m_asked << text;
      return page == fourth ? Questions::Answer::Cancel : Questions::Answer::Discard;
    });
  trigger(first, CommandId::Quit);
  QCOMPARE(m_asked.size(), 3);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  QCOMPARE(ModelWindows::all().size(), std::size_t(4));
  QCOMPARE(first->tabs()->pages(), (std::vector<MainWindow*>{first, second, third}));
  QVERIFY(first->document().isModified() && first->window()->isVisible());
  // In one window, with a run that would be stopped: the run goes on too.
  sim::Edit edit{"Stop", {}};
  edit.set_setting("StopTime", "inf");
  second->document().apply(std::move(edit));
  trigger(second, CommandId::Run);
  QTRY_VERIFY(second->runs().isActive());
  third->questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Cancel; });
  m_answer = Questions::Answer::Discard;
  QVERIFY(!first->window()->close());
  QVERIFY(second->runs().isActive());
  QCOMPARE(first->tabs()->pages().size(), std::size_t(3));
  // Who is asked again answers again.
  m_asked.clear();
  for (MainWindow* page : {first, third}) quietly(*page);
  QVERIFY(first->window()->close());
  QCOMPARE(m_asked.size(), 4);  // three that are changed, and the run
  QTRY_COMPARE(ModelWindows::all().size(), std::size_t(1));
}

void ModelsTest::aTabIsDroppedOnAnotherWindow() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  MainWindow* third = second->models().open(file("c.flx"));
  choose(third, "detachModel");
  first->window()->setGeometry(0, 0, 790, 380);
  third->window()->setGeometry(0, 400, 790, 380);
  QTest::qWait(100);
  QTabBar* tabs = bar();
  const QPoint start = tabs->tabRect(1).center();
  const auto mouse = [&](QEvent::Type type, QPoint at, Qt::MouseButtons held) {
    QMouseEvent event(type, at, tabs->mapToGlobal(at), Qt::LeftButton, held, Qt::NoModifier);
    QCoreApplication::sendEvent(tabs, &event);
  };
  const QPoint onto = tabs->mapFromGlobal(third->window()->mapToGlobal(QPoint(300, 200)));
  mouse(QEvent::MouseButtonPress, start, Qt::LeftButton);
  mouse(QEvent::MouseMove, onto, Qt::LeftButton);
  mouse(QEvent::MouseButtonRelease, onto, Qt::NoButton);
  QTRY_COMPARE(second->tabs(), third->tabs());
  QCOMPARE(first->tabs()->pages().size(), std::size_t(1));
  QCOMPARE(third->tabs()->pages(), (std::vector<MainWindow*>{third, second}));
  QCOMPARE(third->tabs()->current(), second);
}

void ModelsTest::tabsBecomeWindowsAndWindowsTabs() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  choose(second, "detachModel");
  QCOMPARE(ModelTabs::all().size(), std::size_t(2));
  QCOMPARE(second->tabs()->pages().size(), std::size_t(1));
  QVERIFY(second->isVisible() && first->isVisible());
  QVERIFY(second->window() != first->window());
  choose(first, "gatherModels");
  QTRY_COMPARE(ModelTabs::all().size(), std::size_t(1));
  QCOMPARE(second->tabs(), first->tabs());
  QCOMPARE(second->document().path(), file("b.flx"));
  // The last tab of a window that is moved away closes it.
  choose(second, "newWindow");
  QCOMPARE(ModelTabs::all().size(), std::size_t(2));
}

void ModelsTest::floatingDocksGoWithTheirTab() {
  MainWindow* first = current()->models().open(file("a.flx"));
  auto* dock = first->findChild<QDockWidget*>("libraryDock");
  dock->setFloating(true);
  dock->show();
  MainWindow* second = first->models().open(file("b.flx"));
  QVERIFY(!dock->isVisible());
  second->tabs()->setCurrent(*first);
  QVERIFY(dock->isVisible() && dock->isFloating());
}

void ModelsTest::runsGoOnSideBySide() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  for (MainWindow* page : {first, second}) {
    sim::Edit edit{"Stop", {}};
    edit.set_setting("StopTime", "inf");
    page->document().apply(std::move(edit));
    trigger(page, CommandId::Run);
  }
  const auto time = [](MainWindow* page) { return page->runs().run()->state().progress.time; };
  QTRY_VERIFY(first->runs().run()->phase() == SimulationRun::Phase::Running &&
              second->runs().run()->phase() == SimulationRun::Phase::Running);
  QVERIFY(!bar()->tabIcon(0).isNull());
  const double a = time(first), b = time(second);
  QTRY_VERIFY(time(first) > a && time(second) > b);
  trigger(first, CommandId::Stop);
  QTRY_VERIFY(!first->runs().isActive());
  QVERIFY(second->runs().isActive());
  QTRY_VERIFY(bar()->tabIcon(0).isNull());
  trigger(second, CommandId::Stop);
  QTRY_VERIFY(!second->runs().isActive());
}

// The pointer goes from one window to the other with its button held.
void ModelsTest::blocksAreDraggedToAnotherWindow() {
  MainWindow* first = current();
  trigger(first, CommandId::New);
  const sim::Id block = add(*first, "math/gain", 0, 0);
  trigger(first, CommandId::New);
  MainWindow* second = current();
  add(*second, "sinks/scope", 400, 400);
  choose(second, "detachModel");
  // Side by side on the screen that there is without a display.
  for (MainWindow* page : {first, second}) page->findChild<QDockWidget*>("libraryDock")->hide();
  first->window()->setGeometry(0, 0, 790, 380);
  second->window()->setGeometry(0, 400, 790, 380);
  QTest::qWait(300);
  DiagramView &from = first->editor().view(), &to = second->editor().view();
  from.setZoom(1, {0, 0});
  const QPointF middle = first->editor().scene().level().block(block)->geometry().rect.center();
  const QPoint start = from.mapFromScene(middle);
  const QPoint end = from.viewport()->mapFromGlobal(to.viewport()->mapToGlobal(QPoint(300, 100)));
  const auto mouse = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
    QMouseEvent event(type, at, from.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(from.viewport(), &event);
  };
  mouse(QEvent::MouseButtonPress, start, Qt::LeftButton, Qt::LeftButton);
  for (int k = 1; k <= 5; ++k)
    mouse(QEvent::MouseMove, start + (end - start) * k / 5, Qt::NoButton, Qt::LeftButton);
  const QPointF wanted = to.mapToScene(300, 100);
  mouse(QEvent::MouseButtonRelease, end, Qt::LeftButton, Qt::NoButton);
  QCOMPARE(first->document().diagram().blocks.at(block).position, (sim::Point{0, 0}));
  QCOMPARE(second->document().diagram().blocks.size(), std::size_t(2));
  const sim::Block& copy = second->document().diagram().blocks.rbegin()->second;
  QCOMPARE(copy.type, std::string("math/gain"));
  QVERIFY(std::abs(copy.position.x + 20 - wanted.x()) <= 8 &&
          std::abs(copy.position.y + 20 - wanted.y()) <= 8);
  trigger(second, CommandId::Undo);
  QCOMPARE(second->document().diagram().blocks.size(), std::size_t(1));
}

void ModelsTest::copiesGoFromTabToTab() {
  MainWindow* first = current()->models().open(file("a.flx"));
  trigger(first, CommandId::SelectAll);
  trigger(first, CommandId::Copy);
  trigger(first, CommandId::New);
  MainWindow* second = current();
  trigger(second, CommandId::Paste);
  QCOMPARE(second->document().diagram().blocks.size(), first->document().diagram().blocks.size());
  QCOMPARE(second->document().diagram().lines.size(), first->document().diagram().lines.size());
}

void ModelsTest::theSessionComesBack() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  MainWindow* third = second->models().open(file("c.flx"));
  choose(third, "detachModel");
  first->tabs()->setCurrent(*first);
  QVERIFY(!restoresSession());  // unless one wants it
  trigger(first, CommandId::Quit);
  QTRY_VERIFY(ModelTabs::all().empty() && ModelWindows::all().empty());
  const auto last = lastSession();
  QCOMPARE(last.size(), std::size_t(2));
  QCOMPARE(last[0].files, QStringList({file("a.flx"), file("b.flx")}));
  QCOMPARE(last[0].current, 0);
  QCOMPARE(last[1].files, QStringList({file("c.flx")}));
  QVERIFY(QFile::remove(file("b.flx")));

  init();
  QVERIFY(restoreSession(m_library, *ModelTabs::all().front()));
  QCOMPARE(ModelTabs::all().size(), std::size_t(2));
  QCOMPARE(ModelWindows::all().size(), std::size_t(2));  // one file is gone
  QCOMPARE(current()->document().path(), file("a.flx"));
  QCOMPARE(ModelTabs::all().back()->current()->document().path(), file("c.flx"));
}

void ModelsTest::keysOfHiddenTabsAreSilent() {
  MainWindow* first = current()->models().open(file("a.flx"));
  MainWindow* second = first->models().open(file("b.flx"));
  second->window()->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(second->window()));
  second->editor().view().setFocus();
  QTest::keyClick(&second->editor().view(), Qt::Key_A, Qt::ControlModifier);
  QVERIFY(second->editor().selectedBlocks().size() > 1);
  QVERIFY(first->editor().selectedBlocks().empty());
  QTest::keyClick(&second->editor().view(), Qt::Key_PageDown, Qt::ControlModifier);
  QCOMPARE(current(), first);
  QTest::keyClick(&first->editor().view(), Qt::Key_Tab, Qt::ControlModifier);
  QCOMPARE(current(), second);
}

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
