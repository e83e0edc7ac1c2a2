#include "editor/window/model_opening.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/file_work.h"
#include "editor/preferences.h"
#include "editor/problems/problems_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/document_guard.h"
#include "editor/window/questions.h"
#include "editor/window/recent_files.h"
#include "editor/window/wait_for_files.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

ModelOpening::ModelOpening(Workbench& bench, Questions& questions, DocumentGuard& guard)
    : m_bench(bench), m_questions(questions), m_guard(guard) {}

std::optional<ModelRead> ModelOpening::read(const QString& path) {
  FileWork<ModelRead> reading(
      [path, library = m_bench.compiledModels()->library()] { return readOrImport(path, *library); });
  QWidget* above = m_bench.window().isVisible() ? &m_bench.window() : QApplication::activeWindow();
  if (!waitForFiles(reading, above, tr("Opening %1…").arg(shortFileName(path)), tr("Cancel"))) return {};
  return reading.take();
}

bool ModelOpening::openFile(const QString& path) { return openCopy(path, {}); }

bool ModelOpening::openCopy(const QString& path, const QString& kind) {
  if (!m_guard.mayReplace()) return false;
  std::optional<ModelRead> there = read(path);
  return there && take(*std::move(there), kind);
}

// What cannot be written, or comes from another tool, is opened as a copy, which Save asks a place for.
bool ModelOpening::take(ModelRead model, const QString& kind) {
  const QString path = model.path;
  const bool imported = isImportable(path);
  const bool readOnly = kind.isEmpty() && model.readOnly;
  const sim::Diagnostics found = m_bench.document().take(std::move(model), readOnly ? tr("read-only") : kind);
  if (sim::has_errors(found)) {
    QStringList lines;
    for (const sim::Diagnostic& d : found) lines << QString::fromStdString(sim::to_text(d));
    constexpr int enough = 8;
    if (lines.size() > enough) lines = lines.mid(0, enough) << tr("and %1 more").arg(lines.size() - enough);
    m_questions.tell(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()), lines.join(u'\n'));
    return false;
  }
  if (imported || !m_bench.document().path().isEmpty()) rememberFile(path);
  show();
  m_bench.problems().add(found);
  m_bench.showProblems();
  return true;
}

void ModelOpening::show() {
  emit opened();
  m_bench.editor().zoomToFit();
}

bool ModelOpening::openTemplate(const QString& path) {
  auto loaded = sim::load_file(path.toStdString());
  if (!loaded) {
    m_questions.tell(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()),
                     QString::fromStdString(sim::to_text(loaded.error())));
    return false;
  }
  m_bench.document().setDiagram(std::move(loaded->diagram));
  show();
  return true;
}

QString ModelOpening::chosenPath() {
  const QString path = m_bench.document().path();
  const QString folder = path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
  return QFileDialog::getOpenFileName(
      &m_bench.window(), tr("Open"), folderForModels(folder),
      tr("Models (*.flx %1);;Fluxion models (*.flx);;Models of other tools (%1);;All files (*)")
          .arg(importablePatterns()));
}

}  // namespace fluxion
