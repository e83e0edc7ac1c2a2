// Finding one's way through the model: the find dock and the model tree.
#include <QApplication>
#include <QFileInfo>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/navigation/find_dock.h"
#include "editor/navigation/model_tree_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"

namespace fluxion {

void MainWindow::connectNavigation() {
  connect(m_commands->action(CommandId::Find), &QAction::triggered, this, [this] { m_find->start(); });
  connect(m_find, &FindDock::elementRequested, m_editor, &DiagramEditor::revealElement);
  connect(m_find, &FindDock::closed, m_editor, [this] { m_editor->setFocus(); });
  connect(m_commands->action(CommandId::ShowModelTree), &QAction::triggered, this, [this] {
    m_modelTree->setVisible(!m_modelTree->isVisible());
    if (m_modelTree->isVisible()) m_modelTree->raise();
  });
  connect(m_modelTree, &ModelTreeDock::subsystemRequested, m_editor, &DiagramEditor::showSubsystem);
  connect(m_editor, &DiagramEditor::subsystemChanged, m_modelTree, &ModelTreeDock::setSubsystem);
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

}  // namespace fluxion
