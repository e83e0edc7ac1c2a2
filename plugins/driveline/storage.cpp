// Inertia, mass, spring, damper, spring-damper.
#include "plugins/driveline/blocks.h"
#include "plugins/driveline/mechanics.h"

namespace sim::driveline {

namespace {

void body(BlockTypeBuilder& b, const Mechanics& m, const char* name, const char* label, const char* what,
          const char* unit, const char* icon) {
  begin(b, m, name, label).icon(IconShape::Rectangle, "", icon);
  b.doc(std::string("A body that moves with its port.\n\n$") + icon + " \\, \\dot{v} = \\sum \\mathrm{" +
        m.through + "}$\n\nThe sum is that of what acts at R. Its " + m.across + " is a state.");
  b.keywords({"body", "inertia", "mass", "flywheel"});
  Param mass = b.real(what, label, "1").unit(unit).range(1e-30, 1e30).scalar();
  Param initial = b.real("v0", std::string("Initial ") + m.across, "0").unit(m.across_unit).scalar();
  State v = b.state("v", initial);
  const Branch branch = b.stores_across(v);
  const Terminal r = b.terminal("R", m.domain, PortSide::Left, "the body");
  b.equations([=](Equations& e) {
    e.branch(branch, {{r, e.constant(1)}});
    e.stores(branch, v, e(mass));
  });
}

void spring_of(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "spring", "Spring")
      .icon(IconShape::Rectangle, "M0 .5 L.15 .5 L.22 .2 L.36 .8 L.5 .2 L.64 .8 L.78 .2 L.85 .5 L1 .5");
  b.doc(std::string("A linear spring without mass between R and C.\n\n$\\mathrm{") + m.through +
        "} = k \\varphi, \\quad \\dot{\\varphi} = v_R - v_C$\n\nThe deformation $\\varphi$ is a state.");
  b.keywords({"stiffness", "compliance", "elastic"});
  Param k = b.real("k", "Stiffness", "1")
                .unit(std::string(m.through_unit) + "/" + m.position_unit)
                .range(1e-30, 1e30)
                .scalar();
  Param initial = b.real("phi0", "Initial deformation", "0").unit(m.position_unit).scalar();
  State phi = b.state("phi", initial);
  const TwoPort p = two_ports(b, m, b.stores_through(phi));
  b.equations([=](Equations& e) {
    connect(e, p);
    e.stores(p.branch, phi, 1.0 / e(k), e(k));
  });
}

void damper_of(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "damper", "Damper")
      .icon(IconShape::Rectangle, "M0 .5 L.4 .5 M.4 .3 L.4 .7 M.3 .2 L.7 .2 L.7 .8 L.3 .8 M.7 .5 L1 .5");
  b.doc(std::string("Viscous friction between R and C.\n\n$\\mathrm{") + m.through + "} = d (v_R - v_C)$");
  b.keywords({"viscous", "friction", "dashpot", "bearing"});
  Param d = b.real("d", "Damping coefficient", "1")
                .unit(std::string(m.through_unit) + "/(" + m.across_unit + ")")
                .range(0, 1e30)
                .scalar();
  const TwoPort p = two_ports(b, m, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {-e(d), e.constant(1), e.constant(0)});
  });
}

void spring_damper_of(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "spring_damper", "Spring-Damper")
      .icon(IconShape::Rectangle,
            "M0 .5 L.15 .5 L.15 .25 L.25 .25 L.32 .1 L.44 .4 L.56 .1 L.68 .4 L.75 .25 L.85 .25 L.85 .75 L.62 "
            ".75 M.15 .75 L.45 .75 M.45 .6 L.45 .9 M.38 .55 L.62 .55 L.62 .95 L.38 .95 M.85 .5 L1 .5");
  b.doc(std::string("A spring and a damper side by side between R and C: a flexible shaft.\n\n$\\mathrm{") +
        m.through +
        "} = k \\varphi + d (v_R - v_C), \\quad \\dot{\\varphi} = v_R - v_C$\n\nThe deformation $\\varphi$ "
        "is a state.");
  b.keywords({"shaft", "torsional", "compliance", "Kelvin-Voigt"});
  Param k = b.real("k", "Stiffness", "1")
                .unit(std::string(m.through_unit) + "/" + m.position_unit)
                .range(1e-30, 1e30)
                .scalar();
  Param d = b.real("d", "Damping coefficient", "1")
                .unit(std::string(m.through_unit) + "/(" + m.across_unit + ")")
                .range(0, 1e30)
                .scalar();
  Param initial = b.real("phi0", "Initial deformation", "0").unit(m.position_unit).scalar();
  State phi = b.state("phi", initial);
  const TwoPort spring = two_ports(b, m, b.stores_through(phi));
  const Branch damper = b.branch();
  b.equations([=](Equations& e) {
    connect(e, spring);
    e.stores(spring.branch, phi, 1.0 / e(k), e(k));
    connect(e, TwoPort{spring.from, spring.to, damper});
    e.law(damper, {-e(d), e.constant(1), e.constant(0)});
  });
}

}  // namespace

void inertia(BlockTypeBuilder& b) { body(b, rotational, "inertia", "Inertia", "J", "kg*m^2", "J"); }
void mass(BlockTypeBuilder& b) { body(b, translational, "mass", "Mass", "m", "kg", "m"); }
void rotational_spring(BlockTypeBuilder& b) { spring_of(b, rotational); }
void translational_spring(BlockTypeBuilder& b) { spring_of(b, translational); }
void rotational_damper(BlockTypeBuilder& b) { damper_of(b, rotational); }
void translational_damper(BlockTypeBuilder& b) { damper_of(b, translational); }
void rotational_spring_damper(BlockTypeBuilder& b) { spring_damper_of(b, rotational); }
void translational_spring_damper(BlockTypeBuilder& b) { spring_damper_of(b, translational); }

}  // namespace sim::driveline
