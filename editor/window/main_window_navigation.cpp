// Finding one's way through the model and the window: the find dock, the model tree, the Model Explorer, the
// list of commands, and the areas that F6 goes through.
#include <QApplication>
#include <QFileInfo>
#include <QMenuBar>
#include <QStackedWidget>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/explorer/explorer_dock.h"
#include "editor/navigation/command_palette.h"
#include "editor/navigation/find_dock.h"
#include "editor/navigation/model_tree_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_dock.h"
#include "editor/window/keyboard_areas.h"
#include "editor/window/main_window.h"

namespace fluxion {

using enum CommandId;

void MainWindow::connectNavigation() {
  const auto on = [this](CommandId id, auto&& what) {
    connect(m_commands->action(id), &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  on(Find, [this] { m_find->start(); });
  connect(m_find, &FindDock::elementRequested, m_editor, &DiagramEditor::revealElement);
  connect(m_find, &FindDock::closed, m_editor, [this] { m_editor->setFocus(); });
  on(ShowModelTree, [this] {
    m_modelTree->setVisible(!m_modelTree->isVisible());
    if (m_modelTree->isVisible()) m_modelTree->raise();
  });
  connect(m_modelTree, &ModelTreeDock::subsystemRequested, m_editor, &DiagramEditor::showSubsystem);
  connect(m_editor, &DiagramEditor::subsystemChanged, m_modelTree, &ModelTreeDock::setSubsystem);
  on(ShowExplorer, [this] {
    showFloating(*m_explorer, *this);
    m_explorer->start();
  });
  connect(m_explorer, &ExplorerDock::elementRequested, m_editor, &DiagramEditor::revealElement);
  connect(m_explorer, &ExplorerDock::closed, m_editor, [this] { m_editor->setFocus(); });
  on(NextArea, [this] { moveKeyboard(true); });
  on(PreviousArea, [this] { moveKeyboard(false); });
  on(RunCommand, [this] {
    auto* palette = new CommandPalette(*menuBar(), this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
  });
}

static bool isSameFile(const QString& a, const QString& b) {
  return !a.isEmpty() && QFileInfo(a).canonicalFilePath() == QFileInfo(b).canonicalFilePath();
}

void MainWindow::openBeside(const QString& path, const QString& block) {
  MainWindow* shown = nullptr;
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* window = qobject_cast<MainWindow*>(widget);
        window && isSameFile(window->document().path(), path))
      shown = window;
  if (!shown) {
    shown = new MainWindow(m_library);
    shown->setAttribute(Qt::WA_DeleteOnClose);
    if (!shown->openFile(path)) return delete shown;
    shown->show();
  }
  shown->raise();
  shown->activateWindow();
  if (const auto id = sim::find_block(shown->document().diagram(), block.toStdString()))
    shown->editor().revealBlock(*id);
}

void MainWindow::moveKeyboard(bool forward) { moveToArea(*this, *m_stack->currentWidget(), forward); }

}  // namespace fluxion
