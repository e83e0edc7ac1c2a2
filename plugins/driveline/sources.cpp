// What drives a mechanical network, what measures it, and what it stands on.
#include "plugins/driveline/blocks.h"
#include "plugins/driveline/mechanics.h"
#include "plugins/elements/prescribed.h"

namespace sim::driveline {

namespace {

void force_source(BlockTypeBuilder& b, const Mechanics& m, const char* name, const char* label) {
  begin(b, m, name, label).icon(IconShape::Circle, "M.5 .25 L.5 .75 M.3 .5 L.7 .5").size(40, 40);
  b.doc(std::string("Applies the ") + m.through +
        " of its input to what is at R, and the opposite at C.\n\n$\\mathrm{" + m.through + "} = S$");
  b.keywords({"actuator", "motor", "load", m.through});
  In s = b.input("S", std::string(m.through) + ", " + m.through_unit);
  const TwoPort p = two_ports(b, m, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(0), e.constant(1), -e(s)});
    e.slope(p.branch, -e.input_rate());
  });
}

void motion_source(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "motion_source", "Motion Source")
      .icon(IconShape::Circle, "M.2 .5 L.8 .5 M.62 .32 L.8 .5 L.62 .68")
      .size(40, 60);
  b.doc(std::string("Moves R against C with the ") + m.across +
        " of its input S, whatever it takes.\n\n$v_R - v_C = S, \\quad \\dot{v}_R - \\dot{v}_C = A$\n\nWhere "
        "it moves a body directly, what it takes depends on the "
        "acceleration: lead that to A, or zero if the speed is constant between jumps.");
  b.keywords({"velocity", "prescribed", "drive", "kinematic"});
  In s = b.input("S", std::string(m.across) + ", " + m.across_unit);
  In a = b.input("A", std::string("its derivative, ") + m.across_unit + "^2");
  const TwoPort p = two_ports(b, m, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(s), e(a)); });
}

void motion_sensor(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "motion_sensor", "Motion Sensor").icon(IconShape::Circle, "M.5 .5 L.75 .25").size(40, 40);
  b.doc(std::string("Measures the ") + m.across + " of R against C, and the " + m.position +
        ", its integral.\n\n$V = v_R - v_C, \\quad \\dot{P} = V$\n\nIt takes no " + m.through + ".");
  b.keywords({"encoder", "tachometer", "speed", "velocity"});
  Param initial = b.real("x0", std::string("Initial ") + m.position, "0").unit(m.position_unit).scalar();
  State x = b.state("x", initial);
  Param integrates = b.flag("Position", std::string("Measure the ") + m.position, false);
  const PortSpec velocity{"V", std::string(m.across) + ", " + m.across_unit};
  const PortSpec position{"P", std::string(m.position) + ", " + m.position_unit};
  b.outputs([=](const ParameterValues& v) {
    return v.of(integrates).number() != 0 ? std::vector<PortSpec>{velocity, position}
                                          : std::vector<PortSpec>{velocity};
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.states = {v.of(integrates).number() != 0 ? scalar_shape : vector_shape(0)};
    s.outputs.assign(s.outputs.size(), scalar_shape);
  });
  const TwoPort p = two_ports(b, m, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(0), e.constant(1), e.constant(0)});
    e.output(Out{0}, e.across(p.branch));
    if (!e.flag(integrates)) return;
    e.integrates(x, p.branch);
    e.output(Out{1}, e(x));
  });
}

void force_sensor(BlockTypeBuilder& b, const Mechanics& m, const char* name, const char* label) {
  begin(b, m, name, label).icon(IconShape::Circle, "M.5 .5 L.75 .25").size(40, 40);
  b.doc(std::string("Measures the ") + m.through + " that passes from R to C.\n\n$F = \\mathrm{" + m.through +
        "}, \\quad v_R = v_C$\n\nIt is rigid.");
  b.keywords({"load cell", m.through});
  Out force = b.output("F", std::string(m.through) + ", " + m.through_unit);
  const TwoPort p = two_ports(b, m, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(1), e.constant(0), e.constant(0)});
    e.output(force, e.through(p.branch));
  });
}

void reference(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "reference", "Reference").role(BlockRole::Reference);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 .5 M.1 .5 L.9 .5 M.15 .7 L.3 .5 M.4 .7 L.55 .5 M.65 .7 L.8 .5")
      .size(40, 40);
  b.doc(std::string("The housing, or the ground: its ") + m.across + " is zero.\n\n$v = 0$");
  b.keywords({"ground", "housing", "fixed", "frame"});
  b.terminal("W", m.domain, PortSide::Top, "what does not move");
}

}  // namespace

void torque_source(BlockTypeBuilder& b) { force_source(b, rotational, "torque_source", "Torque Source"); }
void force_source(BlockTypeBuilder& b) { force_source(b, translational, "force_source", "Force Source"); }
void rotational_motion_source(BlockTypeBuilder& b) { motion_source(b, rotational); }
void translational_motion_source(BlockTypeBuilder& b) { motion_source(b, translational); }
void rotational_motion_sensor(BlockTypeBuilder& b) { motion_sensor(b, rotational); }
void translational_motion_sensor(BlockTypeBuilder& b) { motion_sensor(b, translational); }
void torque_sensor(BlockTypeBuilder& b) { force_sensor(b, rotational, "torque_sensor", "Torque Sensor"); }
void force_sensor(BlockTypeBuilder& b) { force_sensor(b, translational, "force_sensor", "Force Sensor"); }
void rotational_reference(BlockTypeBuilder& b) { reference(b, rotational); }
void translational_reference(BlockTypeBuilder& b) { reference(b, translational); }

}  // namespace sim::driveline
