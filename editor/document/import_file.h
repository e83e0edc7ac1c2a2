#pragma once
// Files of other tools, read in any thread into models that are not saved yet. They are never written.
#include <QString>

#include "editor/document/model_files.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

// Whether a file of this name is opened by importing it; and such names as file dialogs want them,
// "*.slx *.mdl".
bool isImportable(const QString& path);
QString importablePatterns();

// With the report of the import kept in the model (sim_core/import/kept_report.h).
ModelRead importModel(const QString& path, const sim::BlockLibrary& library);

// The model of a file, imported where it is one of another tool.
ModelRead readOrImport(const QString& path, const sim::BlockLibrary& library);

}  // namespace fluxion
