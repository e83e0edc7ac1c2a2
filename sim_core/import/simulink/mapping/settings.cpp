#include "sim_core/diagram/settings.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// Most have the same name and the same words in both.
void map_settings(MappingTable& t) {
  const Choices solvers{
      {"VariableStepAuto", "auto"},      {"FixedStepAuto", "auto"}, {"VariableStepDiscrete", "discrete"},
      {"FixedStepDiscrete", "discrete"}, {"ode1b", "ode1be"},       {"daessc", "ode15s"}};
  const auto add = [&](const char* target, std::vector<std::string> names, Translation how,
                       Choices choices = {}) {
    t.settings.push_back({target, std::move(names), {}, how, std::move(choices)});
  };
  for (const char* name :
       {"StartTime", "StopTime", "RelTol", "AbsTol", "InitialStep", "MaxStep", "MinStep", "FixedStep",
        "MaxOrder", "ExtrapolationOrder", "NumberNewtonIterations", "ZcThreshold", "ConsecutiveZCsStepRelTol",
        "MaxConsecutiveZCs", "OutputTimes", "Refine", "Decimation", "MaxConsecutiveMinStep"})
    add(name, {name}, Translation::Expression);
  add("Solver", {"SolverName", "Solver"}, Translation::Choice, solvers);
  add("AutoScaleAbsTol", {"AutoScaleAbsTol"}, Translation::Text);
  for (const char* name :
       {"ShapePreserveControl", "SolverResetMethod", "ZeroCrossAlgorithm", "OutputOption",
        "SolverJacobianMethodControl", "ODENIntegrationMethod", "AlgebraicLoopSolver", "MinStepSizeMsg",
        "AlgebraicLoopMsg", "MaxConsecutiveZCsMsg", "MergeDetectMultiDrivingBlocksExec"})
    add(name, {name}, Translation::Text);
  add("ZeroCrossControl", {"ZeroCrossControl", "ZeroCross"}, Translation::Choice,
      {{"UseLocalSettings", "UseLocalSettings"},
       {"EnableAll", "EnableAll"},
       {"DisableAll", "DisableAll"},
       {"on", "UseLocalSettings"},
       {"off", "DisableAll"}});
}

}  // namespace sim::importing::simulink
