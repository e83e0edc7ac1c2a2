// Every variable-step solver on every example: to the end, in a sane number of steps.
#include "sim_core/solvers/methods/registry.h"
#include "tests/examples/example_run.h"

namespace sim {

namespace {

std::uint64_t steps_of(const std::string& name, std::string_view solver) {
  Diagram diagram = load(name);
  diagram.settings["Solver"] = std::string(solver);
  const ExampleRun result = run(diagram);
  return result ? result.statistics.steps : 0;
}

}  // namespace

// A solver that restarted where nothing had changed would take thousands of times the steps: multistep
// methods begin with the lowest order.
TEST(EverySolver, RunsEveryExampleInASaneNumberOfSteps) {
  for (const std::string& name : example_names()) {
    const std::uint64_t usual = steps_of(name, "ode45");
    for (const Method& method : methods()) {
      if (method.kind != StepKind::Variable || !method.error_control) continue;
      SCOPED_TRACE(name + " with " + std::string(method.name));
      // At tolerances of 1e-6 and below order 2 needs many: its steps are O(RelTol^(1/2)).
      EXPECT_LE(steps_of(name, method.name), (method.order <= 2 ? 60 : 25) * usual);
    }
  }
}

}  // namespace sim
