#pragma once
// The Diagram of a model of another tool, and what became of each of its blocks. Everything arrives: blocks
// that have no counterpart as Unresolved blocks, lines whose end is gone with a loose end.
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/import/import_report.h"
#include "sim_core/import/mapping/mapping_table.h"
#include "sim_core/import/source_model.h"

namespace sim::importing {

struct ImportedModel {
  Diagram diagram;
  ImportReport report;
};

// Of every model; the diagram is one that a file may hold (diagram/file.h).
ImportedModel build_diagram(const SourceModel& model, const MappingTable& table, const BlockLibrary& library);

}  // namespace sim::importing
