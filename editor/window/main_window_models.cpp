// Several models at once: each has a window of its own, as a tab or by itself. Nothing that is open is ever
// replaced by what is opened.
#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QUndoStack>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/preferences.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/model_tabs.h"
#include "editor/window/run_controller.h"
#include "editor/window/session.h"

namespace fluxion {

static std::vector<MainWindow*>& everyModel() {
  static std::vector<MainWindow*> windows;
  return windows;
}

const std::vector<MainWindow*>& MainWindow::all() { return everyModel(); }
void MainWindow::enlist() { everyModel().push_back(this); }
void MainWindow::strike() { std::erase(everyModel(), this); }

ModelTabs* MainWindow::tabs() const { return isWindow() ? nullptr : qobject_cast<ModelTabs*>(window()); }

bool MainWindow::isUntouched() const {
  if (isStartPageShown()) return true;
  const sim::Diagram& diagram = m_document->diagram();
  return m_document->home().isEmpty() && diagram.blocks.empty() && diagram.annotations.empty() &&
         m_document->undoStack().count() == 0 && !m_document->isModified() && !m_runs->isActive();
}

MainWindow* MainWindow::withFile(const QString& path) {
  const QString name = QFileInfo(path).absoluteFilePath();
  for (MainWindow* window : all()) {
    const DiagramDocument& document = window->document();
    if (path.isEmpty() || document.path().isEmpty()) continue;
    if (document.file().canonical == path || QFileInfo(document.path()).absoluteFilePath() == name)
      return window;
  }
  return nullptr;
}

void MainWindow::bringToFront() {
  if (ModelTabs* here = tabs()) here->setCurrent(*this);
  window()->show();
  window()->raise();
  window()->activateWindow();
}

void MainWindow::present(MainWindow& other) {
  other.setAttribute(Qt::WA_DeleteOnClose);
  if (ModelTabs* here = tabs()) {
    if (storedPreferences().opensTabs) {
      here->add(other);
    } else {
      auto* window = new ModelTabs;
      window->add(other);
      window->show();
    }
  } else {
    if (isVisible()) other.move(pos() + QPoint(32, 32));
    other.show();
  }
  other.bringToFront();
}

MainWindow* MainWindow::newModel() {
  if (isUntouched()) {
    if (isStartPageShown()) newDiagram();
    return this;
  }
  auto* other = new MainWindow(m_library);
  other->newDiagram();
  present(*other);
  return other;
}

// Read before it is decided where it is shown: other models may be opened meanwhile.
MainWindow* MainWindow::openModel(const QString& path, const QString& kind) {
  const auto shown = [&kind](const QString& file) {
    MainWindow* window = kind.isEmpty() ? withFile(file) : nullptr;
    if (window) window->bringToFront();
    return window;
  };
  if (MainWindow* window = shown(path)) return window;
  std::optional<ModelRead> model = read(path);
  if (!model) return nullptr;
  if (MainWindow* window = shown(model->file.canonical)) return window;
  if (isUntouched()) return take(*std::move(model), kind) ? this : nullptr;
  auto other = std::make_unique<MainWindow>(m_library);
  const auto tell = std::exchange(other->m_tell, m_tell);  // while it is not seen
  if (!other->take(*std::move(model), kind)) return nullptr;
  other->m_tell = tell;
  present(*other);
  return other.release();
}

void MainWindow::openBeside(const QString& path, const QString& block) {
  MainWindow* shown = openModel(path);
  if (!shown) return;
  if (const auto id = sim::find_block(shown->document().diagram(), block.toStdString()))
    shown->editor().revealBlock(*id);
}

void MainWindow::openExample(const QString& path, const QString& block) {
  MainWindow* shown = openModel(path, tr("example"));
  if (!shown) return;
  if (const auto id = sim::find_block(shown->document().diagram(), block.toStdString()))
    shown->editor().revealBlock(*id);
  shown->bringToFront();
}

// The model as it was in a run that is kept.
void MainWindow::openSnapshot(const sim::Diagram& model, const QString& run) {
  auto* window = new MainWindow(m_library);
  window->newDiagram();
  window->document().setDiagram(model);
  present(*window);
  window->editor().zoomToFit();
  window->statusBar()->showMessage(tr("%1 as it was in %2").arg(m_document->title(), run));
}

// Ctrl+W: the tab, where it is one of several; else back to the start page.
void MainWindow::closeModel() {
  if (const ModelTabs* here = tabs(); here && here->pages().size() > 1)
    close();
  else
    closeDocument();
}

void MainWindow::quit() {
  if (!mayCloseAll(all())) return;
  noteSession();
  const SessionPause pause;
  QApplication::closeAllWindows();
}

void MainWindow::addWindowMenu() {
  QMenu* menu = menuBar()->addMenu(tr("W&indow"));
  const auto add = [this, menu](const char* name, const QString& text, const QKeySequence& key, auto what) {
    QAction* action = menu->addAction(text, this, what);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    return action;
  };
  add("newWindow", tr("New &Window"), QKeySequence(QStringLiteral("Ctrl+Shift+N")), [this] {
    auto* other = new MainWindow(m_library);
    if (!tabs()) return present(*other);
    auto* window = new ModelTabs;
    window->add(*other);
    window->show();
  });
  QAction* detach = add("detachModel", tr("&Move to a Window of Its Own"), {}, [this] {
    if (ModelTabs* here = tabs()) here->detach(*this);
  });
  QAction* gather = add("gatherModels", tr("Bring &All Models Here as Tabs"), {}, [this] {
    if (ModelTabs* here = tabs()) here->gather();
  });
  menu->addSeparator();
  const auto step = [this](int by) {
    if (ModelTabs* here = tabs()) here->step(by);
  };
  QAction* next =
      add("nextModel", tr("&Next Model"), QKeySequence(QStringLiteral("Ctrl+PgDown")), [step] { step(1); });
  QAction* before = add("previousModel", tr("&Previous Model"), QKeySequence(QStringLiteral("Ctrl+PgUp")),
                        [step] { step(-1); });
  next->setShortcuts({QKeySequence(QStringLiteral("Ctrl+PgDown")), QKeySequence(QStringLiteral("Ctrl+Tab"))});
  before->setShortcuts(
      {QKeySequence(QStringLiteral("Ctrl+PgUp")), QKeySequence(QStringLiteral("Ctrl+Shift+Tab"))});
  QAction* restore =
      add("restoreSession", tr("&Reopen Models at Start"), {}, [](bool on) { setRestoresSession(on); });
  restore->setCheckable(true);
  restore->setToolTip(tr("The program opens at its start what was open when it was left"));
  menu->addSeparator();
  connect(menu, &QMenu::aboutToShow, this, [this, menu, detach, gather, next, before, restore] {
    const ModelTabs* here = tabs();
    const bool several = here && here->pages().size() > 1;
    for (QAction* action : {detach, next, before}) action->setEnabled(several);
    gather->setEnabled(here && ModelTabs::all().size() > 1);
    restore->setChecked(restoresSession());
    listModels(*menu);
  });
  // Their keys work whatever was shown last.
  connect(menu, &QMenu::aboutToHide, this, [next, before] {
    next->setEnabled(true);
    before->setEnabled(true);
  });
}

// Every model of every window, below what the menu always has.
void MainWindow::listModels(QMenu& menu) {
  for (QAction* action : menu.actions())
    if (action->property("model").toBool()) delete action;
  for (MainWindow* window : all()) {
    QString title = window->isStartPageShown() ? tr("Start") : window->document().title();
    QAction* action = menu.addAction(title.replace(u'&', QStringLiteral("&&")), window,
                                     [window] { window->bringToFront(); });
    action->setProperty("model", true);
    action->setCheckable(true);
    action->setChecked(window == this);
  }
}

}  // namespace fluxion
