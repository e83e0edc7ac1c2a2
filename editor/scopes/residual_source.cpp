#include "editor/scopes/residual_source.h"

#include <QObject>

namespace fluxion {

// Recorded by the compiler, or by a scope behind a block that computes one.
static bool isResidual(const sim::LoggedSignal& signal, const sim::Program& program) {
  if (signal.residual) return true;
  return signal.port == 0 && signal.block >= 0 &&
         program.blocks[static_cast<std::size_t>(signal.block)].type == "invariants/invariant_residual";
}

std::optional<ScopeSource> residualSource(const sim::Program& program, const ScopeSource& run) {
  ScopeSource source = run;
  source.block = sim::no_id;
  source.title = QObject::tr("Residuals of invariants");
  source.phase = false;
  source.axes = {ScopeAxes{QObject::tr("|residual|"), {}}};
  for (const sim::LoggedSignal& signal : program.logged) {
    if (!isResidual(signal, program)) continue;
    for (ScopeSignal& curve : scopeSignals(program, signal))
      source.axes[0].curves.push_back(std::move(curve));
  }
  return source.axes[0].curves.empty() ? std::nullopt : std::optional(source);
}

}  // namespace fluxion
