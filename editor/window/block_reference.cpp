#include "editor/window/block_reference.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScreen>
#include <QTextBrowser>

#include "editor/document/diagram_document.h"
#include "editor/help/help_window.h"
#include "editor/library/library_browser.h"
#include "editor/masks/mask_dialogs.h"
#include "editor/note_view.h"
#include "editor/secondary_window.h"
#include "editor/window/floating_dock.h"
#include "editor/window/workbench.h"

namespace fluxion {

BlockReference::BlockReference(Workbench& bench) : m_bench(bench) {
  connect(&bench, &Workbench::helpRequested, this, &BlockReference::showType);
}

BlockReference::~BlockReference() = default;

void BlockReference::showBlock(sim::Id block) {
  if (openMaskHelp(m_bench.document(), block, m_bench.window())) return;
  const sim::Block* b = m_bench.document().block(block);
  showType(b ? QString::fromStdString(b->type) : QString());
}

void BlockReference::showType(const QString& type) {
  if (!m_help) {
    // Without a parent: a window that belongs to this one would always cover it.
    m_help = std::make_unique<HelpWindow>(m_bench.library());
    m_help->setAttribute(Qt::WA_QuitOnClose, false);
    connect(m_help.get(), &HelpWindow::exampleRequested, this, &BlockReference::exampleRequested);
    connect(m_help.get(), &HelpWindow::insertRequested, this, &BlockReference::insertRequested);
  }
  m_help->showPage(type);
}

void BlockReference::browse() {
  if (!m_browser) {
    // It belongs to this window: one drags from it to the diagram, and it must not go behind it then.
    m_browser = std::make_unique<LibraryBrowser>(m_bench.library(), &m_bench.window());
    connect(m_browser.get(), &LibraryBrowser::insertRequested, this, &BlockReference::insertRequested);
    connect(m_browser.get(), &LibraryBrowser::helpRequested, this, &BlockReference::showType);
  }
  m_browser->start();
}

void BlockReference::close() {
  if (m_help) m_help->close();
  if (m_browser) m_browser->close();
}

QString BlockReference::readmePath() const {
  const QString home = m_bench.document().home();
  if (home.isEmpty()) return {};
  const QDir folder = QFileInfo(home).dir();
  for (const QString& name : folder.entryList({QStringLiteral("readme.md")}, QDir::Files))
    return folder.filePath(name);
  return {};
}

void BlockReference::showReadme() {
  constexpr qint64 most = 1 << 20;  // bytes
  QFile file(readmePath());
  if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly)) return;  // a named pipe would wait
  auto* text = new NoteBrowser(&m_bench.window());
  text->setWindowFlag(Qt::Window);
  text->setAttribute(Qt::WA_DeleteOnClose);
  text->setObjectName(QStringLiteral("modelReadme"));
  text->setAccessibleName(tr("About the model"));
  text->setWindowTitle(tr("About %1").arg(m_bench.document().title()));
  text->show(QString::fromUtf8(file.read(most)), QFileInfo(file).absolutePath());
  text->resize(QSize(880, 640).boundedTo(m_bench.window().screen()->availableSize() * 0.9));
  closeByKeys(*text);
  text->show();
  keepOnScreen(*text);
}

}  // namespace fluxion
