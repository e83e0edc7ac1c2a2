// Elements that lock and slip: clutch, brake, dry friction, one-way clutch.
#include "plugins/driveline/blocks.h"
#include "plugins/driveline/dry_friction.h"
#include "plugins/driveline/mechanics.h"
#include "plugins/elements/one_way.h"

namespace sim::driveline {

namespace {

// What a clutch and a brake share: the torque that a pressed pack of discs holds and gives when it slips.
struct Discs {
  Param radius, surfaces, area, kinetic, breakaway, threshold, show;
  In pressure;
};
Discs declare_discs(BlockTypeBuilder& b, bool heated = false) {
  Discs d;
  d.radius = b.real("r", "Effective radius", "0.13").unit("m").range(0, 1e30).scalar();
  d.surfaces = b.integer("N", "Friction surfaces", "4").range(1, 1000);
  d.area = b.real("A", "Piston area", "0.001").unit("m^2").range(0, 1e30).scalar();
  d.kinetic = b.real("mu_k", "Kinetic friction coefficient", "0.3").range(0, 1e30).scalar();
  d.breakaway = b.real("mu_s", "Static friction coefficient", "0.35").range(0, 1e30).scalar();
  d.threshold = b.real("p0", "Engagement pressure", "0")
                    .unit("Pa")
                    .doc("Below this pressure the discs do not touch.")
                    .range(0, 1e30)
                    .scalar();
  if (!heated) unused_velocity_tolerance(b, rotational);
  d.show = b.flag("Sensors", "Show slip, torque and lock", false)
               .doc(
                   "Adds outputs for the slip, the torque, whether it is locked, and the energy that the "
                   "network lost when it last switched.");
  d.pressure = b.input("P", "pressure, Pa");
  b.outputs([show = d.show](const ParameterValues& v) {
    if (v.of(show).number() == 0) return std::vector<PortSpec>{};
    return std::vector<PortSpec>{{"slip", "rad/s"},
                                 {"torque", "N*m"},
                                 {"locked", "1 while it is locked"},
                                 {"loss", "energy lost when it last locked or broke loose, J"}};
  });
  b.require([=](const ParameterValues& v) { return v.of(d.breakaway).number() >= v.of(d.kinetic).number(); },
            "static friction is smaller than kinetic friction",
            "make mu_s at least mu_k: between the two there would be no consistent state");
  return d;
}

void write_discs(Equations& e, const Discs& d, Branch branch) {
  const ir::Value zero = e.constant(0), pressed = e(d.pressure) - e(d.threshold);
  const ir::Value size = e(d.area) * e(d.radius) * e(d.surfaces);
  const ir::Value per_friction = ir::make(ir::Op::Max, pressed, zero) * size;
  const ir::Value grows = e.input_rate(),
                  slope = select(pressed > zero, grows,
                                 select(zero > pressed, zero, ir::make(ir::Op::Max, grows, zero))) *
                          size;
  const ir::Value locked = write_dry_friction(e, branch,
                                              {per_friction * e(d.kinetic), per_friction * e(d.breakaway),
                                               slope * e(d.kinetic), slope * e(d.breakaway)});
  if (!e.flag(d.show)) return;
  e.output(Out{0}, e.across(branch));
  e.output(Out{1}, e.through(branch));
  e.output(Out{2}, locked);
  const ir::Value loss = e.memory(e.constant(0));
  e.store(loss, select(e.network_switches(), e.energy_loss(), loss));
  e.output(Out{3}, loss);
}

constexpr const char* discs_text =
    "\n\n$F = A \\max(P - p_0, 0)$\n$\\mathrm{torque} = \\begin{cases} \\mu_k N r F \\, \\mathrm{sign}(v) & "
    "v \\neq 0 "
    "\\\\ \\tau, \\quad |\\tau| \\leq \\mu_s N r F & v = 0 \\end{cases}$\n\nv is the slip. It locks where "
    "the slip "
    "ends. When it locks, the energy projection takes all speeds of the network onto the new constraint at "
    "once: "
    "momentum is kept, and the energy that is lost is the least possible.";

// What friction turns into heat, at a port for it.
struct Heat {
  Terminal at;
  Branch branch;
};
constexpr const char* heat_text =
    "\n\nWhat it loses is heat, which flows out of its port H: torque or force times slip. Connect a thermal "
    "mass there.";
Heat declare_heat(BlockTypeBuilder& b, PortSide side) {
  return {b.terminal("H", Domain::Thermal, side, "heat"), b.heat_branch()};
}
void write_heat(Equations& e, const Heat& heat, ir::Value power) {
  e.branch(heat.branch, {{heat.at, e.constant(1)}});
  e.law(heat.branch, {e.constant(0), e.constant(1), -power});
}

void friction_of(BlockTypeBuilder& b, const Mechanics& m, bool heated = false) {
  if (heated)
    begin(b, m, std::string("thermal_") + m.id + "_friction",
          std::string(m.word) + " Friction with Thermal Port")
        .size(60, 60);
  else
    begin_twin(b, m, "friction", "Friction");
  b.icon(IconShape::Rectangle, "M0 .75 L.5 .75 L.5 .25 L1 .25");
  b.doc(std::string("Dry and viscous friction between R and C.\n\n$\\mathrm{") + m.through +
        "} = \\begin{cases} F_c \\, \\mathrm{sign}(v) + d v & v \\neq 0 \\\\ F, \\quad |F| \\leq F_s & v = 0 "
        "\\end{cases}$\n\nv is the velocity of R against C. It sticks where v passes through zero, and holds "
        "up to Fs. It sticks exactly: there is no creep." +
        (heated ? heat_text : ""));
  b.keywords({"Coulomb", "stiction", "stick-slip", "bearing"});
  Param kinetic =
      b.real("Fc", std::string("Coulomb ") + m.through, "1").unit(m.through_unit).range(0, 1e30).scalar();
  Param breakaway =
      b.real("Fs", std::string("Breakaway ") + m.through, "1.2").unit(m.through_unit).range(0, 1e30).scalar();
  Param d = b.real("d", "Viscous coefficient", "0")
                .unit(std::string(m.through_unit) + "/(" + m.across_unit + ")")
                .range(0, 1e30)
                .scalar();
  if (!heated) unused_velocity_tolerance(b, m);
  b.require([=](const ParameterValues& v) { return v.of(breakaway).number() >= v.of(kinetic).number(); },
            "the breakaway value is smaller than the Coulomb value", "make Fs at least Fc");
  const TwoPort p = two_ports(b, m, b.friction_branch());
  const Branch viscous = b.branch();
  const Heat heat = heated ? declare_heat(b, PortSide::Top) : Heat{};
  b.equations([=](Equations& e) {
    connect(e, p);
    write_dry_friction(e, p.branch, {e(kinetic), e(breakaway), {}, {}});
    connect(e, TwoPort{p.from, p.to, viscous});
    e.law(viscous, {-e(d), e.constant(1), e.constant(0)});
    if (heated) write_heat(e, heat, e.across(p.branch) * (e.through(p.branch) + e.through(viscous)));
  });
}

void brake_of(BlockTypeBuilder& b, bool heated) {
  b.id(heated ? "driveline/thermal_brake" : "driveline/brake");
  b.label(heated ? "Disc Brake with Thermal Port" : "Disc Brake");
  b.category("Driveline/Clutches and Brakes").size(60, 60);
  b.icon(IconShape::Rectangle,
         "M0 .5 L.42 .5 M.42 .15 L.42 .85 M.58 .15 L.58 .85 M.58 .5 L.8 .5 M.8 .3 L.8 .7");
  b.doc(std::string("Holds a shaft to the housing by friction discs pressed together by P.") + discs_text +
        (heated ? heat_text : ""));
  b.keywords({"friction brake", "disk", "band"});
  const Discs d = declare_discs(b, heated);
  const Terminal shaft = b.terminal("S", Domain::Rotational, PortSide::Left, "shaft");
  const Branch branch = b.friction_branch();
  const Heat heat = heated ? declare_heat(b, PortSide::Right) : Heat{};
  b.equations([=](Equations& e) {
    e.branch(branch, {{shaft, e.constant(1)}});
    write_discs(e, d, branch);
    if (heated) write_heat(e, heat, e.across(branch) * e.through(branch));
  });
}

}  // namespace

void clutch(BlockTypeBuilder& b) {
  b.id("driveline/clutch").label("Disc Clutch").category("Driveline/Clutches and Brakes").size(60, 60);
  b.icon(IconShape::Rectangle, "M0 .5 L.42 .5 M.42 .15 L.42 .85 M.58 .15 L.58 .85 M.58 .5 L1 .5");
  b.doc(std::string("Joins two shafts by friction discs pressed together by P.") + discs_text);
  b.keywords({"friction clutch", "disk", "lock-up", "coupling", "synchronizer"});
  const Discs d = declare_discs(b);
  const TwoPort p = two_ports(b, rotational, b.friction_branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    write_discs(e, d, p.branch);
  });
}

void brake(BlockTypeBuilder& b) { brake_of(b, false); }
void thermal_brake(BlockTypeBuilder& b) { brake_of(b, true); }

void one_way_clutch(BlockTypeBuilder& b) {
  b.id("driveline/one_way_clutch").label("One-Way Clutch").category("Driveline/Clutches and Brakes");
  b.icon(IconShape::Rectangle, "M0 .5 L.35 .5 M.35 .2 L.35 .8 L.65 .5 Z M.65 .2 L.65 .8 M.65 .5 L1 .5");
  b.doc(
      "R can turn faster than C, never slower.\n\n"
      "$v_R - v_C \\geq 0, \\quad \\tau \\leq 0, \\quad (v_R - v_C) \\, \\tau = 0$\n\n"
      "$\\tau$ is the torque through it. Where R would fall behind, both turn together until R would be "
      "driven backwards by C no longer.");
  b.keywords({"freewheel", "sprag", "overrunning"});
  unused_velocity_tolerance(b, rotational);
  unused_force_tolerance(b, rotational);
  const TwoPort p = two_ports(b, rotational, b.one_way_branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::write_one_way(e, p.branch, e.constant(1));
  });
}

void belt_drive(BlockTypeBuilder& b) {
  b.id("driveline/belt_drive").label("Belt Drive").category("Driveline/Gears").size(60, 60);
  b.icon(IconShape::Rectangle,
         "M.25 .3 L.75 .4 M.25 .7 L.75 .6 M.25 .3 C.05 .3 .05 .7 .25 .7 M.75 .4 C.9 .4 .9 .6 .75 .6");
  b.doc(
      "Two pulleys and a belt that slips where it cannot pass the force on.\n\n"
      "$F = \\begin{cases} 2 F_0 \\mathrm{tanh} \\frac{\\mu_k \\alpha}{2} \\, \\mathrm{sign}(v) & v \\neq 0 "
      "\\\\ F, "
      "\\quad |F| \\leq 2 F_0 \\mathrm{tanh} \\frac{\\mu_s \\alpha}{2} & v = 0 \\end{cases}, \\quad v = r_A "
      "\\omega_A - "
      "r_B \\omega_B$\n\n"
      "F is the difference of the forces in the two strands, whose mean is the pretension F_0: the one pulls "
      "$e^{\\mu \\alpha}$ times as much as the other where it slips. $\\alpha$ is the angle around the "
      "pulley "
      "on which it slips. The torques are $r_A F$ and $r_B F$. The belt has no mass and is not elastic; v is "
      "its "
      "slip. It sticks exactly: there is no creep. A crossed belt turns the direction around.");
  b.keywords({"pulley", "V-belt", "slip", "Euler", "Eytelwein", "capstan", "wrap angle", "chain"});
  Param ra = b.real("rA", "Radius of pulley A", "0.05").unit("m").range(1e-9, 1e9).scalar();
  Param rb = b.real("rB", "Radius of pulley B", "0.1").unit("m").range(1e-9, 1e9).scalar();
  Param tension = b.real("F0", "Pretension", "100").unit("N").range(0, 1e20).scalar();
  Param wrap = b.real("alpha", "Wrap angle", "pi").unit("rad").range(0, 1e3).scalar();
  Param kinetic = b.real("mu_k", "Kinetic friction coefficient", "0.3").range(0, 1e30).scalar();
  Param breakaway = b.real("mu_s", "Static friction coefficient", "0.35").range(0, 1e30).scalar();
  Param crossed = b.flag("Crossed", "Crossed belt", false);
  b.require([=](const ParameterValues& v) { return v.of(breakaway).number() >= v.of(kinetic).number(); },
            "static friction is smaller than kinetic friction", "make mu_s at least mu_k");
  const Terminal a = b.terminal("A", Domain::Rotational, PortSide::Left, "pulley A"),
                 other = b.terminal("B", Domain::Rotational, PortSide::Right, "pulley B");
  const Branch branch = b.friction_branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{a, e(ra)}, {other, e.flag(crossed) ? e(rb) : -e(rb)}});
    const auto force = [&](Param mu) {
      return e(tension) * 2.0 * ir::make(ir::Op::Tanh, e(mu) * e(wrap) * 0.5);
    };
    write_dry_friction(e, branch, {force(kinetic), force(breakaway), {}, {}});
  });
}

void rotational_friction(BlockTypeBuilder& b) { friction_of(b, rotational); }
void translational_friction(BlockTypeBuilder& b) { friction_of(b, translational); }
void thermal_rotational_friction(BlockTypeBuilder& b) { friction_of(b, rotational, true); }
void thermal_translational_friction(BlockTypeBuilder& b) { friction_of(b, translational, true); }

}  // namespace sim::driveline
