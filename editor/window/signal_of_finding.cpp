#include "editor/window/signal_of_finding.h"

#include "sim_core/compile/signal_properties.h"

namespace fluxion {

std::optional<sim::PortRef> signalOfFinding(const sim::Diagram& diagram, const sim::Diagnostic& finding) {
  if (finding.element == sim::no_id || diagram.blocks.contains(finding.element)) return std::nullopt;
  const auto compiled = sim::compile_phases::as_compiled(diagram);
  if (!compiled || !compiled->blocks.contains(finding.element)) return std::nullopt;
  if (sim::block_path(*compiled, finding.element) != finding.path) return std::nullopt;
  for (const auto& [id, line] : compiled->lines)
    if (line.target && line.target->block == finding.element && line.source &&
        diagram.blocks.contains(line.source->block))
      return line.source;
  return std::nullopt;
}

}  // namespace fluxion
