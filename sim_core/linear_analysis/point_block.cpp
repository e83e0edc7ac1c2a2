#include "sim_core/linear_analysis/point_block.h"

#include "sim_core/block/builder.h"

namespace sim {

static BlockType point_block() {
  BlockTypeBuilder b;
  b.id(point_block_type).label("Analysis Point").category("Linear Analysis");
  b.doc("Stands on a signal while a model is linearized.");
  Param perturbation = b.real(perturbation_parameter, "Perturbation", "0");
  Param held = b.real(held_parameter, "Held value", "0");
  Param cut = b.real(cut_parameter, "Cut", "0").scalar();
  In u = b.input("u");
  Out y = b.output("y"), m = b.output("m");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs.assign(2, s.inputs[0]); });
  b.equations([=](Equations& e) {
    const ir::Value signal = e(u);
    e.output(y, ir::select(e(cut), e(held), signal) + e(perturbation));
    e.output(m, signal);
  });
  return b.take();
}

BlockLibrary with_point_block(const BlockLibrary& library) {
  BlockLibrary all;
  for (const BlockType* type : library.all()) all.add(*type);
  all.add(point_block());
  return all;
}

}  // namespace sim
