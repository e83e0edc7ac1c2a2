#include "sim_core/base/text.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

void algebraic_loops(Model& model) {
  constexpr std::size_t shown = 8;
  for (const auto& loop : model.loops) {
    std::vector<std::string> names;
    for (const Unit& unit : loop) {
      const Instance& instance = model.instances[static_cast<std::size_t>(unit.instance)];
      if (names.size() == shown) {
        names.push_back("and " + std::to_string(loop.size() - shown) + " more");
        break;
      }
      names.push_back("'" + instance.path + "' output " +
                      instance.outputs[static_cast<std::size_t>(unit.port)].name);
    }
    const Instance& first = model.instances[static_cast<std::size_t>(loop.front().instance)];
    model.fail(first,
               "algebraic loop: each of these depends on itself at the same instant: " + join(names, ", "),
               "this version does not solve algebraic loops: put an Integrator into the loop, or solve the "
               "equations for "
               "the output in a Fcn block");
  }
}

}  // namespace sim::compile_phases
