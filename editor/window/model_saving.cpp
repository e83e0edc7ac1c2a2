#include "editor/window/model_saving.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/file_work.h"
#include "editor/preferences.h"
#include "editor/window/questions.h"
#include "editor/window/recent_files.h"
#include "editor/window/wait_for_files.h"
#include "editor/window/workbench.h"

namespace fluxion {

ModelSaving::ModelSaving(Workbench& bench, Questions& questions)
    : m_bench(bench), m_questions(questions), m_document(bench.document()) {}

ModelSaving::~ModelSaving() = default;

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
QString ModelSaving::chosenPath() {
  QFileDialog dialog(&m_bench.window(), tr("Save As"));
  dialog.setObjectName(QStringLiteral("saveAs"));
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setNameFilter(tr("Fluxion models (*.flx)"));
  dialog.setDefaultSuffix(QStringLiteral("flx"));
  const QString suggested = suggestedPath(m_document, isActive());
  dialog.setDirectory(QFileInfo(suggested).absolutePath());
  dialog.selectFile(suggested);
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
  QString path = dialog.selectedFiles().constFirst();
  if (!isImportable(path)) return path;
  m_questions.tell(
      tr("%1 was not saved").arg(m_document.title()),
      tr("%1 is a name for files of another tool. Choose one that ends in .flx.").arg(shortFileName(path)));
  return {};
}

void ModelSaving::startSave() { start(m_document.path().isEmpty() ? chosenPath() : m_document.path()); }

void ModelSaving::startSaveAs() { start(chosenPath()); }

void ModelSaving::start(const QString& path, bool overwrite) {
  constexpr int atOnce = 50;  // ms, in which files are usually written
  if (path.isEmpty()) return;
  if (m_save && path == m_path) {
    m_again = true;
    return;
  }
  if (m_save && !waitForEnd()) leave();
  m_path = path;
  m_save = std::make_unique<FileWork<ModelWritten>>(
      [model = m_document.beginSave(path, overwrite)] { return writeModel(model); });
  connect(m_save.get(), &DetachedWork::ended, this, [this] {
    if (!m_waits) onEnded();
  });
  if (m_save->waitFor(atOnce)) return onEnded();
  emit changed();
  m_bench.say(tr("Saving %1…").arg(path));
}

bool ModelSaving::save() {
  const QString path = m_document.path().isEmpty() ? chosenPath() : m_document.path();
  if (path.isEmpty()) return false;
  start(path);
  return waitForEnd();
}

bool ModelSaving::waitForEnd() {
  while (m_save) {
    m_waits = true;
    const bool over = waitForFiles(*m_save, &m_bench.window(), tr("Saving %1…").arg(shortFileName(m_path)),
                                   tr("Stop Waiting"));
    m_waits = false;
    if (!over) return false;
    onEnded();
  }
  return m_lastWasWell;
}

void ModelSaving::leave() {
  m_save.reset();
  m_again = false;
}

void ModelSaving::onEnded() {
  if (!m_save || !m_save->hasEnded()) return;  // somebody has waited for it
  const ModelWritten written = m_save->take();
  m_save.release()->deleteLater();  // this may be its signal
  const bool again = std::exchange(m_again, false);
  m_document.endSave(written);
  emit changed();
  m_lastWasWell = tellOfEnd(written);
  if (again && m_lastWasWell && m_document.path() == written.path) start(written.path);
}

bool ModelSaving::tellOfEnd(const ModelWritten& written) {
  const QString name = QFileInfo(written.path).fileName();
  if (written.changedOnDisk) {
    m_bench.window().statusBar()->clearMessage();
    const QString text = tr("%1 was changed by another program since it was opened here.").arg(name);
    if (m_questions.ask(Questions::Question::OverwriteChanged, text) != Questions::Answer::Overwrite)
      return false;
    start(written.path, true);
    return m_save || m_lastWasWell;
  }
  const QString why =
      written.found.empty() ? QString() : QString::fromStdString(sim::to_text(written.found.front()));
  if (!written.well()) {
    m_bench.window().statusBar()->clearMessage();
    m_questions.tell(tr("%1 was not saved").arg(name), why);
    return false;
  }
  rememberFile(written.path);
  m_bench.say(tr("Saved %1").arg(written.path), 4000);
  if (!why.isEmpty()) m_questions.tell(tr("%1 was saved").arg(name), why);
  return true;
}

}  // namespace fluxion
