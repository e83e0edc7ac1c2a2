// Diagnostics of the compiler as the settings say.
#include "sim_core/compile/phases.h"
#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

void report_as_set(Model& model, std::string_view name, Diagnostic d) {
  const std::string policy = setting(model.diagram, name);
  if (policy == "none") return;
  d.severity = policy == "error" ? Severity::Error : Severity::Warning;
  model.diagnostics.push_back(std::move(d));
}

std::optional<CheckAction> check_action(const Model& model, std::string_view name) {
  const std::string policy = setting(model.diagram, name);
  if (policy == "none") return std::nullopt;
  return policy == "error" ? CheckAction::Error : CheckAction::Warning;
}

}  // namespace sim::compile_phases
