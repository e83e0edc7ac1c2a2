#include "editor/document/import_file.h"

#include <QStringList>

#include "editor/document/model_access.h"
#include "sim_core/base/attempt.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/import/import_model.h"
#include "sim_core/import/kept_report.h"

namespace fluxion {

bool isImportable(const QString& path) { return sim::importing::is_importable(path.toStdString()); }

QString importablePatterns() {
  QStringList patterns;
  for (const sim::importing::ImportFormat& format : sim::importing::import_formats())
    for (const std::string_view ending : format.endings)
      patterns << u'*' + QString::fromUtf8(ending.data(), static_cast<qsizetype>(ending.size()));
  return patterns.join(u' ');
}

ModelRead importModel(const QString& path, const sim::BlockLibrary& library) {
  const std::string file = path.toStdString();
  ImportedLibraries libraries;
  auto loaded = sim::attempt("import the file", file, [&]() -> sim::Result<sim::LoadedDiagram> {
    auto imported = sim::importing::import_model(file, library);
    if (!imported) return imported.errors();
    if (!imported->libraries.empty())
      libraries = std::make_shared<const std::vector<sim::importing::ImportedLibrary>>(
          std::move(imported->libraries));
    sim::LoadedDiagram loaded{std::move(imported->diagram), {}};
    sim::importing::keep_report(loaded.diagram, imported->report);
    sim::make_links_absolute(loaded.diagram, file);
    loaded.diagram.access = accessOf(path);
    return loaded;
  });
  return {path, false, {}, std::move(loaded), std::move(libraries)};
}

ModelRead readOrImport(const QString& path, const sim::BlockLibrary& library) {
  return isImportable(path) ? importModel(path, library) : readModel(path);
}

}  // namespace fluxion
