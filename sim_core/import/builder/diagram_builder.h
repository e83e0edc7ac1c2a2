#pragma once
// The Diagram of a model of another tool, and what became of each of its blocks. Everything arrives: blocks
// that have no counterpart as Unresolved blocks, lines whose end is gone with a loose end.
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/import/import_report.h"
#include "sim_core/import/mapping/mapping_table.h"
#include "sim_core/import/source_model.h"

namespace sim::importing {

// A library of the other tool that blocks are linked to, as a model of this program. It becomes a file when
// the imported model is saved (imported_libraries.h); until then links name the file that it would be beside
// the original.
struct ImportedLibrary {
  std::string file;  // "/models/parts.flx"
  Diagram diagram;
};

struct ImportedModel {
  Diagram diagram;
  ImportReport report;
  std::vector<ImportedLibrary> libraries = {};
};

// Of every model; the diagram is one that a file may hold (diagram/file.h). `folder`: of the file, where
// libraries would lie; empty: contents of libraries are copied and not linked.
ImportedModel build_diagram(const SourceModel& model, const MappingTable& table, const BlockLibrary& library,
                            const std::string& folder = {});

}  // namespace sim::importing
