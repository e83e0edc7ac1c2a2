#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void unresolved(BlockTypeBuilder& b) {
  b.id("user_defined/unresolved").label("Unresolved").category("User-Defined Functions");
  b.doc(
      "Stands for a block of an imported model that has no counterpart here.\n\n"
      "It keeps the place, the ports and the lines of that block, what it was, and all its parameters, so "
      "that "
      "the diagram can be read and completed by hand. A model with such a block does not run: replace the "
      "block, or comment it out.");
  b.keywords({"import", "placeholder", "S-Function", "Chart", "missing block"});
  b.icon(IconShape::Rectangle, "", "?\n{SourceType}");
  b.size(72, 56);
  const Param type = b.text("SourceType", "Source type", "")
                         .doc("What it was: a block type, or the path of a library's block.");
  b.text("Instead", "Instead", "").doc("What to use in its place.");
  b.text("SourceParameters", "Source parameters", "").doc("All it was given, one parameter a line.");
  b.text("SourceCode", "Source code", "").doc("Its program, where it had one.");
  const Param inputs = b.integer("Inputs", "Inputs", "0").range(0, 4096);
  const Param outputs = b.integer("Outputs", "Outputs", "0").range(0, 4096);
  const auto count = [](const ParameterValues& v, Param p) { return static_cast<int>(v.of(p).number()); };
  b.inputs(numbered_ports("u", inputs));
  b.outputs(numbered_ports("y", outputs));
  b.require(
      [=](const ParameterValues& v) {
        return v.of(type).text.empty() && count(v, inputs) == 0 && count(v, outputs) == 0;
      },
      "this block of an imported model has no counterpart here",
      "replace it, or comment it out: its dialog says what it was and what to use instead");
}

}  // namespace sim::blocks
