#include "sim_core/model_run/settle_jacobian.h"

namespace sim {

JacobianChoice jacobian_choice(const Program& program, const RunOptions& options) {
  JacobianFacts facts{.states = program.state_count,
                      .new_each_step = options.method && options.method->new_jacobian_each_step,
                      .analytical = program.analytical};
  if (!program.without_derivative.empty()) {
    const auto block = static_cast<std::size_t>(program.without_derivative.front());
    facts.without_jacobian = "block '" + program.blocks[block].path + "'";
  }
  return choose_jacobian(options.jacobian.method, facts);
}

Diagnostics settle_jacobian(const Program& program, RunOptions& options) {
  const JacobianMethod asked = options.jacobian.method;
  const JacobianChoice choice = jacobian_choice(program, options);
  options.jacobian.method = choice.method;
  if (!options.method || !options.method->implicit || choice.concern.empty()) return {};
  return {warning("SolverJacobianMethodControl",
                  "the method '" + std::string(to_text(asked)) + "' cannot be used: " + choice.concern +
                      "; '" + std::string(to_text(choice.method)) + "' is used instead",
                  "choose 'auto', or give the block a jacobian method")};
}

}  // namespace sim
