#include "editor/scopes/residual_source.h"

#include <QObject>

namespace fluxion {

static bool statesResidual(const sim::Diagram& diagram, sim::Id block) {
  const auto it = diagram.blocks.find(block);
  return it != diagram.blocks.end() &&
         (it->second.type == "invariants/invariant" || it->second.type == "invariants/invariant_residual");
}

std::optional<ScopeSource> residualSource(const sim::Program& program, const sim::Diagram& diagram,
                                          const ScopeSource& run) {
  ScopeSource source = run;
  source.block = sim::no_id;
  source.title = QObject::tr("Residuals of invariants");
  source.phase = false;
  source.axes = {ScopeAxes{QObject::tr("|residual|"), {}}};
  for (const sim::LoggedSignal& signal : program.logged) {
    if (signal.block < 0 || signal.port != 0) continue;
    if (!statesResidual(diagram, program.blocks[static_cast<std::size_t>(signal.block)].id)) continue;
    for (ScopeSignal& curve : scopeSignals(program, signal))
      source.axes[0].curves.push_back(std::move(curve));
  }
  return source.axes[0].curves.empty() ? std::nullopt : std::optional(source);
}

}  // namespace fluxion
