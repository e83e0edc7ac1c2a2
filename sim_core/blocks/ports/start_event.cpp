#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void start_event(BlockTypeBuilder& b) {
  b.id("ports/start_event").label("Start Event").category("Ports & Subsystems");
  b.doc(
      "Calls a function-call subsystem once, at the start of the run.\n\n"
      "$\\mathrm{call} = \\begin{cases} 1 & t = t_0 \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "In that subsystem State Writer and Parameter Writer blocks may compute where others begin. It is the "
      "first "
      "major step in which they write, so that the outputs at the start are those of the initial conditions "
      "still. A run that goes on from an operating point has begun already.");
  b.keywords({"Initialize Function", "Initialize Event", "initial", "once", "setup"});
  b.icon(IconShape::Rectangle,
         "M.2,.15 L.2,.85 M.2,.2 L.6,.32 L.2,.46 M.68,.5 L.88,.5 M.8,.42 L.89,.5 L.8,.58", "");
  b.size(40, 32);
  Out call = b.output("call");
  b.shapes([](const ParameterValues&, Shapes&) {});
  b.equations([=](Equations& e) {
    const ir::Value first = e.memory(e.constant(1));
    e.store(first, e.constant(0));
    e.output(call, first);
  });
}

}  // namespace sim::blocks
