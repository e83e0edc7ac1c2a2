// The block reference: F1, the Help menu, and what its pages ask for.
#include <QMenu>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/help/help_window.h"
#include "editor/library/library_browser.h"
#include "editor/library/library_dock.h"
#include "editor/line_icon.h"
#include "editor/masks/mask_commands.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"

namespace fluxion {

void MainWindow::connectHelp() {
  connect(m_editor, &DiagramEditor::blockHelpRequested, this, &MainWindow::showHelpOf);
  connect(m_libraryDock, &LibraryDock::helpRequested, this, &MainWindow::showHelp);
  connect(m_commands->action(CommandId::BrowseLibrary), &QAction::triggered, this,
          &MainWindow::browseLibrary);
}

void MainWindow::addHelpEntries(QMenu& menu) {
  QAction* reference = menu.addAction(lineIcon(QStringLiteral("library")), tr("Block &Reference"), this,
                                      [this] { showHelp(QString()); });
  reference->setObjectName(QStringLiteral("blockReference"));
  reference->setToolTip(tr("Pages of all blocks"));
}

void MainWindow::showHelpOf(sim::Id block) {
  if (openMaskHelp(*m_document, block, *this)) return;
  const sim::Block* b = m_document->block(block);
  showHelp(b ? QString::fromStdString(b->type) : QString());
}

void MainWindow::showHelp(const QString& type) {
  if (!m_help) {
    // Without a parent: a window that belongs to this one would always cover it.
    m_help = std::make_unique<HelpWindow>(m_library);
    m_help->setAttribute(Qt::WA_QuitOnClose, false);
    connect(m_help.get(), &HelpWindow::exampleRequested, this, &MainWindow::openExample);
    connect(m_help.get(), &HelpWindow::insertRequested, this, &MainWindow::insertFromLibrary);
  }
  m_help->showPage(type);
}

void MainWindow::insertFromLibrary(const QString& type) {
  if (isStartPageShown()) newDiagram();
  if (!isStartPageShown()) m_editor->insertBlock(type);
}

void MainWindow::browseLibrary() {
  if (!m_browser) {
    // It belongs to this window: one drags from it to the diagram, and it must not go behind it then.
    m_browser = std::make_unique<LibraryBrowser>(m_library, this);
    connect(m_browser.get(), &LibraryBrowser::insertRequested, this, &MainWindow::insertFromLibrary);
    connect(m_browser.get(), &LibraryBrowser::helpRequested, this, &MainWindow::showHelp);
  }
  m_browser->start();
}

void MainWindow::openExample(const QString& path, const QString& block) {
  if (!openFile(path)) return;
  if (const auto id = sim::find_block(m_document->diagram(), block.toStdString())) m_editor->revealBlock(*id);
  raise();
  activateWindow();
}

}  // namespace fluxion
