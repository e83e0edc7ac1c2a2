#include "sim_core/solvers/methods/settings_of_method.h"

namespace sim {

bool setting_applies(std::string_view setting, const Method& method, std::string_view formula) {
  const bool follows = method.name == "odeN", chooses = method.name == "auto";
  const std::string_view name = follows ? formula : method.name;
  const Method* stepped = follows ? find_method(formula) : &method;
  if (setting == "ODENIntegrationMethod") return follows;
  if (setting == "FixedStep") return method.kind == StepKind::Fixed;
  if (setting == "MaxStep" || setting == "OutputOption" || setting == "OutputTimes" || setting == "Refine")
    return method.kind == StepKind::Variable;
  if (setting == "ShapePreserveControl")
    return method.kind == StepKind::Variable && name != "cvode" && name != "ida";
  if (setting == "RelTol" || setting == "AbsTol" || setting == "AutoScaleAbsTol" ||
      setting == "InitialStep" || setting == "MinStep")
    return method.error_control;
  if (setting == "SolverJacobianMethodControl" || setting == "JacobianLinearSolver")
    return stepped != nullptr && stepped->implicit;
  if (setting == "BdfFormula") return chooses || name == "ode15s";
  if (setting == "MaxOrder") return chooses || name == "ode15s" || name == "cvode" || name == "ida";
  if (setting == "SolverResetMethod")
    return chooses || name == "ode15s" || name == "ode23t" || name == "ode23tb" || name == "radau5";
  if (setting == "ExtrapolationOrder") return name == "ode14x";
  if (setting == "NumberNewtonIterations") return name == "ode14x" || name == "ode1be";
  return true;
}

}  // namespace sim
