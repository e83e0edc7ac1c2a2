#pragma once
// What the blocks that iterate the subsystem around them share.
#include <string>
#include <vector>

#include "sim_core/block/builder.h"

namespace sim::blocks {

struct IteratorOptions {
  Param states, shows;
};

inline IteratorOptions iterator_options(BlockTypeBuilder& b, bool shown) {
  b.role(BlockRole::Iterator);
  const Param states =
      b.choice("ResetStates", "States when starting", {"held", "reset"})
          .doc(
              "At each time step the first pass goes on with the states that the last pass had left (held), "
              "or begins with their initial values (reset). Held, the subsystem is executed at the sample "
              "times of its inputs, else at major steps; reset, it is a function of its inputs.");
  const Param shows = b.flag("ShowIterationPort", "Show iteration variable", shown);
  b.outputs([=](const ParameterValues& v) {
    return v.of(shows).number() != 0 ? std::vector<PortSpec>{{"iteration", "The number of the pass."}}
                                     : std::vector<PortSpec>{};
  });
  b.shapes([](const ParameterValues&, Shapes& s) {
    for (const Shape& shape : s.inputs)
      if (!shape.is_scalar()) s.problem = "an input has shape " + to_text(shape) + ", not one element";
  });
  return {states, shows};
}

// 1 where the subsystem is executed at all; decided in the first pass.
inline ir::Value iteration_begins(Equations& e, const IteratorOptions& options) {
  return e.choice(options.states) == 0 ? e.active() & e.hit() : e.active();
}

// What the compiler leads to the blocks inside. Where the block around says that states are reset, they
// are so in the first pass, whether that is executed just then or waits for a sample hit.
inline void execute_pass(Equations& e, const IteratorOptions& options, ir::Value on, int number) {
  int port = 0;
  if (e.flag(options.shows)) e.output(Out{port++}, e.constant(number));
  e.output(Out{port++}, on);
  e.output(Out{port}, e.pass() == 0 ? e.entering() : e.constant(0));
}

}  // namespace sim::blocks
