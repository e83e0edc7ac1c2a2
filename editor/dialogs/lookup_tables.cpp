#include "editor/dialogs/lookup_tables.h"

namespace fluxion {

std::optional<LookupParameters> lookupParameters(const sim::BlockType& type) {
  static const LookupParameters known[] = {
      {"BreakpointsForDimension1", "BreakpointsForDimension2", "Table"},
      {"BreakpointsForDimension1", "", "Table"},
      {"TimeValues", "", "OutValues", "", true},
      {"", "", "", "Points", true},
  };
  if (type.parameter_index("NumberOfTableDimensions") >= 0) return {};  // may be more than rows and columns
  const auto has = [&](const std::string& name) { return name.empty() || type.parameter_index(name) >= 0; };
  for (const LookupParameters& p : known)
    if (has(p.rows) && has(p.columns) && has(p.values) && has(p.points)) return p;
  return {};
}

}  // namespace fluxion
