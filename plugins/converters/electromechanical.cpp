// Between electrical and mechanical networks: one branch through both, whose weights are 1 for the current
// and K for torque or force. So what it takes up on one side it gives on the other, whatever K is.
#include "plugins/converters/blocks.h"
#include "plugins/elements/losses.h"
#include "sim_core/ir/values.h"

namespace sim::converters {

namespace {

struct Converter {
  Terminal plus, minus, r, c;
  Branch branch;
};
Converter begin(BlockTypeBuilder& b, const std::string& name, const char* label, Domain mechanics) {
  b.id("converters/" + name).label(label).category("Converters").size(60, 60);
  return {b.terminal("+", Domain::Electrical, PortSide::Left, "positive pole"),
          b.terminal("-", Domain::Electrical, PortSide::Left, "negative pole"),
          b.terminal("R", mechanics, PortSide::Right, "what moves"),
          b.terminal("C", mechanics, PortSide::Right, "case"), b.branch()};
}

// v = K (v_R - v_C) + resistance * i, and K i acts on what is at R, against what is at C.
void convert(Equations& e, const Converter& p, ir::Value k, ir::Value resistance) {
  e.branch(p.branch, {{p.plus, e.constant(1)}, {p.minus, e.constant(-1)}, {p.r, -k}, {p.c, k}});
  e.law(p.branch, {e.constant(1), -resistance, e.constant(0)});
}

// What cannot turn a voltage into a velocity joins its poles, and nothing to its shaft.
void require_conversion(BlockTypeBuilder& b, Param k) {
  b.require([=](const ParameterValues& v) { return v.of(k).number() != 0; },
            "its conversion constant is 0: it converts nothing", "give it another number than 0");
}

}  // namespace

void rotational_converter(BlockTypeBuilder& b) {
  const Converter p = begin(b, "rotational", "Rotational Electromechanical Converter", Domain::Rotational);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 1", "v = K w");
  b.doc(
      "Electrical power becomes mechanical power, and back, without loss.\n\n"
      "$v = K (\\omega_R - \\omega_C), \\quad T = K i$\n\n"
      "The torque T acts on what is at R, and the other way on what is at C. A current into + drives R "
      "forwards where K is positive.");
  b.keywords({"motor", "generator", "back EMF", "torque constant", "gyrator"});
  Param k =
      b.real("K", "Conversion constant", "0.1").unit("N*m/A").scalar().doc("The same number in V/(rad/s).");
  require_conversion(b, k);
  b.equations([=](Equations& e) { convert(e, p, e(k), e.constant(0)); });
}

void translational_converter(BlockTypeBuilder& b) {
  const Converter p =
      begin(b, "translational", "Translational Electromechanical Converter", Domain::Translational);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 1", "v = K u");
  b.doc(
      "Electrical power becomes mechanical power, and back, without loss: a voice coil.\n\n"
      "$v = K (u_R - u_C), \\quad F = K i$\n\n"
      "u are the velocities at R and C. The force F acts on what is at R, and the other way on what is at "
      "C.");
  b.keywords({"voice coil", "loudspeaker", "linear motor", "solenoid", "force constant"});
  Param k = b.real("K", "Conversion constant", "1").unit("N/A").scalar().doc("The same number in V/(m/s).");
  require_conversion(b, k);
  b.equations([=](Equations& e) { convert(e, p, e(k), e.constant(0)); });
}

void dc_motor(BlockTypeBuilder& b) {
  const Converter p = begin(b, "dc_motor", "DC Motor", Domain::Rotational);
  b.icon(IconShape::Circle, "", "M");
  b.doc(
      "A motor with a commutator and a constant field.\n\n"
      "$v = R_a i + K (\\omega_R - \\omega_C), \\quad T = K i$\n\n"
      "What its rotor weighs and what its winding stores are components of their own: connect an Inertia to "
      "R, "
      "and an Inductor in series. With + and - joined it brakes.");
  b.keywords({"armature", "permanent magnet", "generator", "servo", "drive"});
  Param k = b.real("K", "Torque constant", "0.1").unit("N*m/A").scalar().doc("The same number in V/(rad/s).");
  Param r = b.real("Ra", "Armature resistance", "1").unit("Ohm").range(0, 1e30).scalar();
  b.equations([=](Equations& e) { convert(e, p, e(k), e(r)); });
}

void thermal_dc_motor(BlockTypeBuilder& b) {
  const Converter p = begin(b, "thermal_dc_motor", "DC Motor with Thermal Port", Domain::Rotational);
  b.icon(IconShape::Circle, "", "M");
  b.doc(
      "A DC motor whose winding has a temperature: its losses are heat at the port H, and its resistance "
      "follows "
      "the temperature there.\n\n"
      "$v = R i + K (\\omega_R - \\omega_C), \\quad T = K i, \\quad R = R_0 (1 + \\alpha (\\theta - "
      "T_0)), "
      "\\quad Q = R i^2$\n\n"
      "$\\theta$ is the temperature at H, and Q flows out there. Connect a thermal mass, the winding: "
      "then the "
      "temperature is known, and no algebraic loop is solved for it.");
  b.keywords({"armature", "winding temperature", "overheating", "losses", "copper"});
  Param k = b.real("K", "Torque constant", "0.1").unit("N*m/A").scalar().doc("The same number in V/(rad/s).");
  Param r = b.real("Ra", "Armature resistance at T0", "1").unit("Ohm").range(0, 1e30).scalar();
  Param alpha = b.real("alpha", "Temperature coefficient", "0.00393").unit("1/K").scalar();
  Param reference = b.real("T0", "Temperature of Ra", "293.15").unit("K").scalar();
  const Terminal heat = b.terminal("H", Domain::Thermal, PortSide::Top, "heat of the winding");
  const Branch out = b.heat_branch();
  b.equations([=](Equations& e) {
    const ir::Value resistance =
        elements::write_losses(e, {heat, out, r, alpha, reference}, ir::square(e.through(p.branch)));
    convert(e, p, e(k), resistance);
  });
}

}  // namespace sim::converters
