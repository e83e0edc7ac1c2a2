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

class EverySolver : public testing::TestWithParam<std::string> {};

// A solver that restarted where nothing had changed would take thousands of times the steps: multistep
// methods begin with the lowest order.
TEST_P(EverySolver, TakesASaneNumberOfSteps) {
  const std::uint64_t usual = steps_of(GetParam(), "ode45");
  for (const Method& method : methods()) {
    if (method.kind != StepKind::Variable || !method.error_control) continue;
    SCOPED_TRACE(method.name);
    // At tolerances of 1e-6 and below order 2 needs many: its steps are O(RelTol^(1/2)).
    EXPECT_LE(steps_of(GetParam(), method.name), (method.order <= 2 ? 60 : 25) * usual);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EverySolver, testing::ValuesIn(example_names()),
                         [](const auto& example) { return example.param; });

}  // namespace sim
