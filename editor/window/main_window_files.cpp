// Opening and saving. Threads touch the disk (document/model_files.h): it may be slow, or a folder on a
// network may never answer.
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/file_work.h"
#include "editor/preferences.h"
#include "editor/problems/problems_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/main_window.h"
#include "editor/window/recent_files.h"
#include "editor/window/wait_for_files.h"
#include "editor/window/workbench.h"

namespace fluxion {

static QString shortName(const QString& path) {
  constexpr int most = 60;  // characters
  const QString name = QFileInfo(path).fileName();
  return name.size() <= most ? name : name.left(most / 2) + QStringLiteral("…") + name.right(most / 2);
}

// Nothing: nobody wants to wait for it.
std::optional<ModelRead> MainWindow::read(const QString& path) {
  FileWork<ModelRead> reading(
      [path, library = m_bench->compiledModels()->library()] { return readOrImport(path, *library); });
  QWidget* above = isVisible() ? this : QApplication::activeWindow();
  if (!waitForFiles(reading, above, tr("Opening %1…").arg(shortName(path)), tr("Cancel"))) return {};
  return reading.take();
}

bool MainWindow::openFile(const QString& path) {
  if (!mayDiscard() || !mayEndRun()) return false;
  std::optional<ModelRead> there = read(path);
  return there && take(*std::move(there), {});
}

bool MainWindow::openCopy(const QString& path, const QString& kind) {
  if (!mayDiscard() || !mayEndRun()) return false;
  std::optional<ModelRead> there = read(path);
  return there && take(*std::move(there), kind);
}

// What cannot be written, or comes from another tool, is opened as a copy, which Save asks a place for.
bool MainWindow::take(ModelRead model, const QString& kind) {
  const QString path = model.path;
  const bool imported = isImportable(path);
  const bool readOnly = kind.isEmpty() && model.readOnly;
  const sim::Diagnostics found = m_document->take(std::move(model), readOnly ? tr("read-only") : kind);
  if (sim::has_errors(found)) {
    QStringList lines;
    for (const sim::Diagnostic& d : found) lines << QString::fromStdString(sim::to_text(d));
    constexpr int enough = 8;
    if (lines.size() > enough) lines = lines.mid(0, enough) << tr("and %1 more").arg(lines.size() - enough);
    m_tell(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()), lines.join(u'\n'));
    return false;
  }
  if (imported || !m_document->path().isEmpty()) rememberFile(path);
  showEditor();
  m_editor->zoomToFit();
  m_problems->add(found);
  m_bench->showProblems();
  return true;
}

void MainWindow::chooseAndOpen() {
  const QString folder = QFileInfo(m_document->path()).absolutePath();
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Open"), folderForModels(m_document->path().isEmpty() ? QString() : folder),
      tr("Models (*.flx %1);;Fluxion models (*.flx);;Models of other tools (%1);;All files (*)")
          .arg(importablePatterns()));
  if (!path.isEmpty()) openModel(path);
}

// A folder that does not answer is not looked at. What was imported goes beside the file that it is from.
static QString suggestedPath(const DiagramDocument& document, bool saving) {
  const QString home = document.home();
  if (!saving && !document.path().isEmpty()) return document.path();
  const QString name = home.isEmpty() ? document.title() : QFileInfo(home).completeBaseName();
  const bool beside = !saving && isImportable(home) && QFileInfo(QFileInfo(home).absolutePath()).isWritable();
  const QString folder = beside ? QFileInfo(home).absolutePath() : folderForModels({});
  return QDir(folder).filePath(name + QStringLiteral(".flx"));
}

// Empty: none was chosen. The dialog completes the name, so that it asks before a file is replaced.
QString MainWindow::chosenPath() {
  QFileDialog dialog(this, tr("Save As"));
  dialog.setObjectName(QStringLiteral("saveAs"));
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setNameFilter(tr("Fluxion models (*.flx)"));
  dialog.setDefaultSuffix(QStringLiteral("flx"));
  const QString suggested = suggestedPath(*m_document, isSaving());
  dialog.setDirectory(QFileInfo(suggested).absolutePath());
  dialog.selectFile(suggested);
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
  const QString path = dialog.selectedFiles().constFirst();
  if (!isImportable(path)) return path;
  m_tell(tr("%1 was not saved").arg(m_document->title()),
         tr("%1 is a name for files of another tool. Choose one that ends in .flx.").arg(shortName(path)));
  return {};
}

void MainWindow::startSave(const QString& path, bool overwrite) {
  constexpr int atOnce = 50;  // ms, in which files are usually written
  if (path.isEmpty()) return;
  if (m_save && path == m_savePath) {
    m_saveAgain = true;
    return;
  }
  if (m_save && !waitForSave()) leaveSave();
  m_savePath = path;
  m_save = std::make_unique<FileWork<ModelWritten>>(
      [model = m_document->beginSave(path, overwrite)] { return writeModel(model); });
  connect(m_save.get(), &DetachedWork::ended, this, [this] {
    if (!m_waitsForSave) onSaved();
  });
  if (m_save->waitFor(atOnce)) return onSaved();
  updateTitle();
  statusBar()->showMessage(tr("Saving %1…").arg(path));
}

bool MainWindow::save() {
  const QString path = m_document->path().isEmpty() ? chosenPath() : m_document->path();
  if (path.isEmpty()) return false;
  startSave(path);
  return waitForSave();
}

// Of all that is asked for by then.
bool MainWindow::waitForSave() {
  while (m_save) {
    m_waitsForSave = true;
    const bool over =
        waitForFiles(*m_save, this, tr("Saving %1…").arg(shortName(m_savePath)), tr("Stop Waiting"));
    m_waitsForSave = false;
    if (!over) return false;
    onSaved();
  }
  return m_lastSaveWasWell;
}

// It may still come to its end, of which nobody hears.
void MainWindow::leaveSave() {
  m_save.reset();
  m_saveAgain = false;
}

void MainWindow::onSaved() {
  if (!m_save || !m_save->hasEnded()) return;  // somebody has waited for it
  const ModelWritten written = m_save->take();
  m_save.release()->deleteLater();  // this may be its signal
  const bool again = std::exchange(m_saveAgain, false);
  m_document->endSave(written);
  updateTitle();
  m_lastSaveWasWell = tellOfSave(written);
  if (again && m_lastSaveWasWell && m_document->path() == written.path) startSave(written.path);
}

bool MainWindow::tellOfSave(const ModelWritten& written) {
  const QString name = QFileInfo(written.path).fileName();
  if (written.changedOnDisk) {
    statusBar()->clearMessage();
    const QString text = tr("%1 was changed by another program since it was opened here.").arg(name);
    if (m_ask(Question::OverwriteChanged, text) != Answer::Overwrite) return false;
    startSave(written.path, true);
    return m_save || m_lastSaveWasWell;
  }
  const QString why =
      written.found.empty() ? QString() : QString::fromStdString(sim::to_text(written.found.front()));
  if (!written.well()) {
    statusBar()->clearMessage();
    m_tell(tr("%1 was not saved").arg(name), why);
    return false;
  }
  rememberFile(written.path);
  statusBar()->showMessage(tr("Saved %1").arg(written.path), 4000);
  if (!why.isEmpty()) m_tell(tr("%1 was saved").arg(name), why);
  return true;
}

bool MainWindow::closeDocument() {
  if (!mayDiscard() || !mayEndRun()) return false;
  m_document->setDiagram({});
  showStartPage();
  return true;
}

bool MainWindow::mayDiscard() {
  while (m_save && !waitForSave() && m_save)
    switch (m_ask(Question::SaveHangs,
                  tr("%1 is still being saved: its disk, or its folder on a network, does not answer.")
                      .arg(QFileInfo(m_savePath).fileName()))) {
      case Answer::Save:
        break;
      case Answer::Discard:
        return true;
      default:
        return false;
    }
  if (!m_document->isModified()) return true;
  switch (
      m_ask(Question::UnsavedChanges, tr("%1 has changes that are not saved.").arg(m_document->title()))) {
    case Answer::Save:
      return save();
    case Answer::Discard:
      return true;
    default:
      return false;
  }
}

}  // namespace fluxion
