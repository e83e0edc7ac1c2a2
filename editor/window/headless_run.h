#pragma once
// A run without a window: every scope and the diagram as pictures, the whole log as a table.
#include <QString>

#include "sim_core/block/block_library.h"

namespace fluxion {

// Runs the model of `path` and writes into `folder`, which is made if need be: one PNG a scope, diagram.png,
// log.csv. Says on the standard output what was written, on the standard error what was wrong. The exit
// status: 0 for a finished run, 1 for one that was not or an output that was not written, 2 for a model that
// cannot be read or compiled.
int runHeadless(const sim::BlockLibrary& library, const QString& path, const QString& folder);

}  // namespace fluxion
