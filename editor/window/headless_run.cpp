#include "editor/window/headless_run.h"

#include <QDir>
#include <QEventLoop>
#include <QRegularExpression>
#include <QSet>
#include <cstdio>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/pictures/picture_files.h"
#include "editor/scopes/scope_export.h"
#include "editor/scopes/scope_panel.h"
#include "editor/simulation/simulation_run.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/csv.h"

namespace fluxion {

static void complain(const sim::Diagnostics& diagnostics) {
  static const char* const names[] = {"note", "warning", "error"};
  for (const sim::Diagnostic& d : diagnostics)
    std::fprintf(stderr, "%s: %s\n", names[static_cast<int>(d.severity)], sim::to_text(d).c_str());
}

static bool report(const QString& path, const std::optional<QString>& problem) {
  if (problem)
    std::fprintf(stderr, "error: %s: %s\n", qPrintable(path), qPrintable(*problem));
  else
    std::printf("%s\n", qPrintable(path));
  return !problem;
}

static bool writeScopes(const SimulationRun& run, const sim::Diagram& diagram, const QDir& folder) {
  const sim::ModelRun& model = *run.model();
  bool written = true;
  QSet<QString> taken;
  for (ScopeSource& source :
       scopeSources(model.program(), run.log(), {}, model.start_time(), model.stop_time())) {
    static const QRegularExpression unfit(QStringLiteral("[^\\w.-]+"));
    const QString stem = QString(source.title).replace(unfit, QStringLiteral("_"));
    QString name = stem;
    for (int k = 2; taken.contains(name); ++k) name = QStringLiteral("%1_%2").arg(stem).arg(k);
    taken.insert(name);
    source.timeUnit = sim::time_unit(diagram);
    ScopePanel panel;
    panel.resize(720, source.phase ? 720 : 480);
    if (const auto block = diagram.blocks.find(source.block); block != diagram.blocks.end())
      panel.setSettings(toSettings(block->second.parameters));
    panel.setSource(std::move(source));
    panel.finish();
    const QString path = folder.filePath(name + QStringLiteral(".png"));
    written = report(path, exportScope(panel, path)) && written;
  }
  return written;
}

// The top level, at twice its size on the canvas.
static bool writeDiagram(const sim::BlockLibrary& library, const QString& model, const QDir& folder) {
  DiagramDocument document(library);
  if (sim::has_errors(document.open(model))) return false;  // said before
  DiagramScene scene(document);
  const QString path = folder.filePath(QStringLiteral("diagram.png"));
  const QString problem = writePicture(scene, PicturePart::Level, path, 2);
  return report(path, problem.isEmpty() ? std::nullopt : std::optional(problem));
}

int runHeadless(const sim::BlockLibrary& library, const QString& path, const QString& folder) {
  auto loaded = isImportable(path) ? importModel(path, library).loaded : sim::load_model(path.toStdString());
  if (!loaded) {
    complain(loaded.errors());
    return 2;
  }
  complain(loaded->warnings);
  const QDir out(folder);
  if (!out.mkpath(QStringLiteral("."))) {
    report(folder, QStringLiteral("the folder cannot be made"));
    return 1;
  }
  SimulationRun run(loaded->diagram, library);
  QEventLoop loop;
  QObject::connect(&run, &SimulationRun::finished, &loop, &QEventLoop::quit);
  run.start();
  loop.exec();
  complain(run.result().diagnostics);
  if (run.model() == nullptr) return 2;
  complain(run.model()->warnings());
  const QString table = out.filePath(QStringLiteral("log.csv"));
  sim::OutputFile file(table.toStdString());
  write_csv(file, *run.log(), sim::time_unit(loaded->diagram));
  const sim::Diagnostics problems = file.commit();
  complain(problems);
  bool written = problems.empty();
  if (written) std::printf("%s\n", qPrintable(table));
  written = writeScopes(run, loaded->diagram, out) && written;
  written = writeDiagram(library, path, out) && written;
  return written && run.result().end == sim::RunEnd::Finished ? 0 : 1;
}

}  // namespace fluxion
