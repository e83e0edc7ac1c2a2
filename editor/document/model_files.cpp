#include "editor/document/model_files.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include "editor/document/model_access.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/import/imported_libraries.h"

namespace fluxion {

QByteArray fingerprintOf(const QString& path) {
  QFile file(path);
  if (path.isEmpty() || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return {};
  QCryptographicHash hash(QCryptographicHash::Sha1);
  return hash.addData(&file) ? hash.result() : QByteArray();
}

KnownFile knownFileAt(const QString& path) {
  return {QFileInfo(path).canonicalFilePath(), fingerprintOf(path)};
}

static bool isReadOnly(const QFileInfo& file) {
  const bool protects =
      (file.permissions() & (QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther)) == 0;
  return file.isFile() && file.isReadable() && (protects || !file.isWritable());
}

// The fingerprint first: what changes while it is read is noticed as a change.
ModelRead readModel(const QString& path) {
  KnownFile file = knownFileAt(path);
  return {path, isReadOnly(QFileInfo(path)), std::move(file),
          sim::load_model(path.toStdString(), accessOf(path))};
}

ModelWritten writeModel(const ModelToWrite& model) {
  ModelWritten written{model.path, {}, {}};
  try {
    if (!model.expected.isEmpty()) {
      const QByteArray now = fingerprintOf(model.path);
      written.changedOnDisk = !now.isEmpty() && now != model.expected;
    }
    const std::string path = model.path.toStdString();
    if (!written.changedOnDisk)
      written.found = model.libraries
                          ? sim::importing::save_with_libraries(path, *model.diagram, *model.libraries)
                          : sim::save_model(path, *model.diagram);
    if (written.well()) written.file = knownFileAt(model.path);
  } catch (...) {
    sim::Diagnostic failure = sim::failure_report("save the file");
    if (failure.path.empty()) failure.path = model.path.toStdString();
    written.found.push_back(std::move(failure));
  }
  return written;
}

}  // namespace fluxion
