// The block reference: F1, the Help menu, and what its pages ask for.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <QScreen>
#include <QTextBrowser>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/help/help_window.h"
#include "editor/library/library_browser.h"
#include "editor/library/library_dock.h"
#include "editor/line_icon.h"
#include "editor/masks/mask_commands.h"
#include "editor/note_view.h"
#include "editor/secondary_window.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_dock.h"
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
  QAction* readme = menu.addAction(tr("About This &Model"), this, &MainWindow::showReadme);
  readme->setObjectName(QStringLiteral("aboutModel"));
  readme->setToolTip(
      tr("What the readme.md beside the model's file says: the examples explain themselves there"));
  connect(&menu, &QMenu::aboutToShow, readme,
          [this, readme] { readme->setEnabled(!readmePath().isEmpty()); });
}

// What lies beside the model, where something does.
QString MainWindow::readmePath() const {
  if (m_document->home().isEmpty()) return {};
  const QDir folder = QFileInfo(m_document->home()).dir();
  for (const QString& name : folder.entryList({QStringLiteral("readme.md")}, QDir::Files))
    return folder.filePath(name);
  return {};
}

void MainWindow::showReadme() {
  constexpr qint64 most = 1 << 20;  // bytes
  QFile file(readmePath());
  if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly)) return;  // a named pipe would wait
  auto* text = new NoteBrowser(this);
  text->setWindowFlag(Qt::Window);
  text->setAttribute(Qt::WA_DeleteOnClose);
  text->setObjectName(QStringLiteral("modelReadme"));
  text->setAccessibleName(tr("About the model"));
  text->setWindowTitle(tr("About %1").arg(m_document->title()));
  text->show(QString::fromUtf8(file.read(most)), QFileInfo(file).absolutePath());
  text->resize(QSize(880, 640).boundedTo(screen()->availableSize() * 0.9));
  closeByKeys(*text);
  text->show();
  keepOnScreen(*text);
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
  if (!openCopy(path, tr("example"))) return;
  if (const auto id = sim::find_block(m_document->diagram(), block.toStdString())) m_editor->revealBlock(*id);
  raise();
  activateWindow();
}

}  // namespace fluxion
