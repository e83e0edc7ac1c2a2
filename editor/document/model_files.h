#pragma once
// The files of models, read and written in any thread: all that touches the disk is here, so that a window
// needs not wait for it.
#include <QByteArray>
#include <QString>
#include <memory>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/builder/diagram_builder.h"

namespace fluxion {

// What is known of a document's file.
struct KnownFile {
  QString canonical;       // its path without links; empty: it is not there
  QByteArray fingerprint;  // of what it held when it was opened or saved here; empty: it was not there
};
// To notice whether a file has changed, by its contents and not by its dates. Empty: there is no such file.
QByteArray fingerprintOf(const QString& path);
KnownFile knownFileAt(const QString& path);

// Of a model of another tool, until it is saved; null: none.
using ImportedLibraries = std::shared_ptr<const std::vector<sim::importing::ImportedLibrary>>;

struct ModelRead {
  QString path;
  bool readOnly = false;  // can be read, but not written
  KnownFile file;
  sim::Result<sim::LoadedDiagram> loaded;
  ImportedLibraries libraries = {};
};
// With the contents of linked subsystems (sim::load_model), and what the user lets it read.
ModelRead readModel(const QString& path);

struct ModelToWrite {
  QString path;
  std::shared_ptr<const sim::Diagram> diagram;
  QByteArray expected;  // fingerprint of what may be replaced; empty: whatever is there
  ImportedLibraries libraries = {};
};
struct ModelWritten {
  QString path;
  KnownFile file;
  sim::Diagnostics found;      // as sim::save_model
  bool changedOnDisk = false;  // the file is not the expected one, and stays as it is
  bool well() const { return !changedOnDisk && !sim::has_errors(found); }
};
// Whole or not at all.
ModelWritten writeModel(const ModelToWrite& model);

}  // namespace fluxion
