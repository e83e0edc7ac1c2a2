#pragma once
// The report of an import stays with the model, in its file, until somebody dismisses it: the member
// "import_report" (docs/file-format.md). Blocks that arrived exactly take a number there, no more.
#include <optional>

#include "sim_core/import/import_report.h"

namespace sim {
struct Diagram;
}

namespace sim::importing {

inline constexpr const char* report_member = "import_report";  // of Diagram::unknown

// Of the file that was imported only the name is kept, not the folders it was in.
void keep_report(Diagram& diagram, const ImportReport& report);

bool has_report(const Diagram& diagram);

// Nothing: the model has none, or one that cannot be read. Blocks are named as they were when they were
// imported; exact ones by where they are now, or by nothing where they are gone. Their target types are not
// kept.
std::optional<ImportReport> kept_report(const Diagram& diagram);

}  // namespace sim::importing
