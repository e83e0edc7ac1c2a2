#pragma once
// Of a diagram that has changed, the variables that its formulas read: which of them a compiled program can
// take over. For retune.cpp.
#include "sim_core/compile/compile.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

struct RetunedVariables {
  struct Variable {
    const Instance* reader = nullptr;  // the first block whose formula reads it
    VariableSlot slot;
  };
  struct Refusal {
    const Instance* reader = nullptr;
    std::string message;
  };
  std::vector<Variable> changed;
  std::vector<Refusal> refused;
};

// `was`: the model that was compiled, evaluated; `now`: what has become of it. `parameters`, those of the
// program as it is, get the new values of what is changed. Where the program is right for its parameters
// only (`fixed`), nothing is.
RetunedVariables take_variables(const Compilation& compiled, const Blocks& was, const Blocks& now, bool fixed,
                                std::vector<double>& parameters);

}  // namespace sim::compile_phases
