// What one sees of a diagram besides its blocks and lines, and pictures of it.
#include <QStatusBar>

#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/picture_commands.h"

namespace fluxion {

void MainWindow::connectSeeing() {
  connectPictureCommands(
      *m_editor, *m_commands, this, [this](const QString& text) { m_tell(tr("No picture"), text); },
      [this](const QString& text) { statusBar()->showMessage(text, 4000); });
}

}  // namespace fluxion
