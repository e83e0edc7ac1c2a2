// That no work is lost: copies for the case of a crash, and files that other programs change.
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

#include "editor/document/autosave.h"
#include "editor/document/diagram_document.h"
#include "editor/document/file_watch.h"
#include "editor/plain_text.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"

namespace fluxion {

void MainWindow::connectSafety() {
  m_copies = new Autosave(*m_document, Autosave::defaultFolder(), 15, this);
  connect(m_copies, &Autosave::written, this, [this](bool well) {
    if (!well && m_document->isModified())
      statusBar()->showMessage(tr("No copy of the unsaved changes could be written to %1: save the diagram")
                                   .arg(Autosave::defaultFolder()));
  });
  m_watch = new FileWatch(*m_document, this);
  connect(m_watch, &FileWatch::changedOnDisk, this, &MainWindow::onChangedOnDisk, Qt::QueuedConnection);
}

void MainWindow::onChangedOnDisk() {
  const QString name = QFileInfo(m_document->path()).fileName();
  const QString text =
      m_document->isModified()
          ? tr("%1 was changed by another program, and has changes here that are not saved.").arg(name)
          : tr("%1 was changed by another program.").arg(name);
  if (m_ask(Question::ChangedOnDisk, text) != Answer::Reload || !mayEndRun()) return;
  std::optional<ModelRead> there = read(m_document->path());
  if (!there) return;
  const sim::Diagnostics found = m_document->take(*std::move(there));
  if (sim::has_errors(found))
    m_tell(tr("%1 cannot be opened").arg(name), QString::fromStdString(sim::to_text(found.front())));
}

MainWindow::Answer MainWindow::askAboutFile(Question question, const QString& text) {
  PlainMessageBox box(QMessageBox::Question, tr("Fluxion"), text, this);
  box.setObjectName(QStringLiteral("question"));
  if (question == Question::ChangedOnDisk) {
    box.setInformativeText(tr("Reload it? Changes made here are lost then, and cannot be undone."));
    auto* reload = box.addButton(tr("&Reload"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(tr("&Keep What Is Here"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == reload ? Answer::Reload : Answer::Keep;
  }
  box.setInformativeText(tr("Overwrite what it says now? Save As keeps both."));
  auto* overwrite = box.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
  box.setDefaultButton(box.addButton(QMessageBox::Cancel));
  box.exec();
  return box.clickedButton() == overwrite ? Answer::Overwrite : Answer::Cancel;
}

bool MainWindow::askToAllow(const QString& text) {
  PlainMessageBox box(QMessageBox::Question, tr("Fluxion"), text, this);
  box.setObjectName(QStringLiteral("allowAccess"));
  auto* allow = box.addButton(tr("&Allow"), QMessageBox::AcceptRole);
  box.setDefaultButton(box.addButton(tr("&Do Not Allow"), QMessageBox::RejectRole));
  box.exec();
  return box.clickedButton() == allow;
}

void MainWindow::offerRecovery() {
  const std::vector<Recoverable> left = findRecoverable(Autosave::defaultFolder());
  if (left.empty()) return;
  QString list;
  for (const Recoverable& copy : left) list += tr("• %1, as it was on %2\n").arg(copy.title, copy.when);
  PlainMessageBox box(QMessageBox::Question, tr("Fluxion"),
                      tr("Fluxion ended without saving these diagrams:\n\n%1").arg(list), this);
  box.setObjectName(QStringLiteral("recovery"));
  box.setInformativeText(tr("They can be opened as they were; your files are as you saved them last."));
  auto* open = box.addButton(tr("&Recover"), QMessageBox::AcceptRole);
  auto* drop = box.addButton(tr("&Delete Them"), QMessageBox::DestructiveRole);
  box.addButton(tr("&Later"), QMessageBox::RejectRole);
  box.setDefaultButton(open);
  box.exec();
  if (box.clickedButton() == drop)
    for (const Recoverable& copy : left) discard(copy);
  if (box.clickedButton() != open) return;
  for (const Recoverable& copy : left) {
    MainWindow* window = this;
    if (!isStartPageShown() || m_document->isModified()) {
      window = new MainWindow(m_library);
      present(*window);
    }
    window->openRecovered(copy);
  }
}

// The copy goes only once there is another, so that a second crash loses nothing.
bool MainWindow::openRecovered(const Recoverable& copy) {
  if (!recover(*m_document, copy)) {
    m_tell(tr("%1 cannot be recovered").arg(copy.title), tr("The copy is damaged: %1").arg(copy.file));
    return false;
  }
  connect(
      m_copies, &Autosave::written, m_copies,
      [copy](bool well) {
        if (well) discard(copy);
      },
      Qt::SingleShotConnection);
  m_copies->write();
  if (!copy.base.isEmpty()) m_watch->look();
  showEditor();
  m_editor->zoomToFit();
  return true;
}

}  // namespace fluxion
