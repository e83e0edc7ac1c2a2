#include "sim_core/compile/report.h"

#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

void Report::as_set(std::string_view name, Diagnostic d) {
  const std::string policy = setting(diagram, name);
  if (policy == "none") return;
  d.severity = policy == "error" ? Severity::Error : Severity::Warning;
  diagnostics.push_back(std::move(d));
}

bool Report::failed() {
  for (; checked_ < diagnostics.size(); ++checked_)
    found_error_ = found_error_ || diagnostics[checked_].severity == Severity::Error;
  return found_error_;
}

std::optional<CheckAction> check_action(const Diagram& diagram, std::string_view name) {
  const std::string policy = setting(diagram, name);
  if (policy == "none") return std::nullopt;
  return policy == "error" ? CheckAction::Error : CheckAction::Warning;
}

}  // namespace sim::compile_phases
