// Between hydraulic and mechanical networks: gyrators, for a pressure is a force and a flow a velocity. What
// they take up on one side they give on the other, whatever their constant is.
#include <tuple>

#include "plugins/converters/blocks.h"
#include "plugins/elements/two_port.h"
#include "sim_core/ir/values.h"

namespace sim::converters {

void hydraulic_translational_converter(BlockTypeBuilder& b) {
  b.id("converters/hydraulic_translational").label("Translational Hydromechanical Converter");
  b.category("Converters").size(60, 60);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 1", "F = A p");
  b.doc(
      "Hydraulic power becomes mechanical power, and back, without loss: an ideal piston, on liquid that "
      "cannot be "
      "compressed.\n\n"
      "$F = A p, \\quad q = A (v_R - v_C)$\n\n"
      "The force F acts on what is at R, and the other way on what is at C. Liquid that enters at A drives R "
      "forwards where A is positive.");
  b.keywords({"cylinder", "piston", "ram", "gyrator", "area"});
  Param area = b.real("A", "Piston area", "1e-3").unit("m^2").scalar();
  const Terminal a = b.terminal("A", Domain::Hydraulic, PortSide::Left, "liquid"),
                 r = b.terminal("R", Domain::Translational, PortSide::Right, "what moves"),
                 c = b.terminal("C", Domain::Translational, PortSide::Right, "case");
  const auto [rod, flow] = b.gyrator();
  b.equations([=, rod = rod, flow = flow](Equations& e) {
    e.branch(flow, {{a, e.constant(1)}});
    connect(e, elements::TwoPort{r, c, rod});
    e.gyrates(rod, flow, e(area));
  });
}

void hydraulic_rotational_converter(BlockTypeBuilder& b) {
  b.id("converters/hydraulic_rotational").label("Rotational Hydromechanical Converter");
  b.category("Converters").size(60, 60);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 1", "T = D p");
  b.doc(
      "Hydraulic power becomes mechanical power, and back, without loss.\n\n"
      "$T = D (p_A - p_B), \\quad q = D (\\omega_R - \\omega_C)$\n\n"
      "q flows from A to B. The torque T acts on what is at R, and the other way on what is at C.");
  b.keywords({"pump", "motor", "displacement", "gyrator"});
  Param d = b.real("D", "Displacement", "5e-6").unit("m^3/rad").scalar();
  const Terminal a = b.terminal("A", Domain::Hydraulic, PortSide::Left, "where liquid comes from"),
                 to = b.terminal("B", Domain::Hydraulic, PortSide::Left, "where it goes to"),
                 r = b.terminal("R", Domain::Rotational, PortSide::Right, "what turns"),
                 c = b.terminal("C", Domain::Rotational, PortSide::Right, "case");
  const auto [shaft, flow] = b.gyrator();
  b.equations([=, shaft = shaft, flow = flow](Equations& e) {
    connect(e, elements::TwoPort{a, to, flow});
    connect(e, elements::TwoPort{r, c, shaft});
    e.gyrates(shaft, flow, e(d));
  });
}

}  // namespace sim::converters
