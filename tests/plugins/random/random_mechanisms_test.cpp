// Random planar mechanisms, some with a motor's circuit and a flywheel at a joint, against an integration of
// their own with Lagrange multipliers. With FLUXION_LONG_TESTS set in the environment there are 300.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/plugins/planar_model.h"
#include "tests/plugins/random/mechanism_reference.h"

using namespace sim;

namespace {

std::string text(double v) { return to_text(v); }

struct Mechanism : PlanarModel {
  explicit Mechanism(const MechanismSpec& spec) {
    world();
    for (std::size_t k = 0; k < spec.bodies.size(); ++k) add_body(spec.bodies[k], static_cast<int>(k));
    for (std::size_t k = 0; k < spec.joints.size(); ++k) {
      const MechanismSpec::Joint& j = spec.joints[k];
      const std::string name = "joint" + to_text(static_cast<int>(k));
      const Id from = j.from < 0 ? rest(name + " frame", j.at) : bodies_[static_cast<std::size_t>(j.from)];
      Parameters parameters{{"Sense", "on"}};
      if (j.slides) parameters["phi"] = text(j.angle);
      const Id joint =
          between(j.slides ? "prismatic_joint" : "revolute_joint", name, from, j.from < 0 ? 0 : b,
                  bodies_[static_cast<std::size_t>(j.to)], j.to_b ? b : a, parameters);
      if (k == 0)
        for (int axis = 0; axis < 2; ++axis) record(joint, 2 + axis, axis == 0 ? "reaction x" : "reaction y");
    }
    for (const MechanismSpec::Spring& s : spec.springs)
      between("spring_damper", "spring", bodies_[static_cast<std::size_t>(s.body)], b,
              rest("hook", {s.at[0], s.at[1], 0}), 0,
              {{"k", text(s.stiffness)}, {"d", text(s.damping)}, {"l0", text(s.length)}});
    for (const MechanismSpec::Shaft& s : spec.shafts) add_shaft(s);
    run_to(text(spec.end));
  }

 private:
  Id rest(const std::string& name, const std::array<double, 3>& at) {
    return block("planar/fixed_frame", name, {{"x", text(at[0])}, {"y", text(at[1])}, {"phi", text(at[2])}});
  }
  void add_body(const MechanismSpec::Body& of, int number) {
    const std::string name = "body" + to_text(number);
    bodies_.push_back(block("planar/body", name,
                            {{"m", text(of.mass)},
                             {"J", text(of.inertia)},
                             {"xA", text(of.a[0])},
                             {"yA", text(of.a[1])},
                             {"xB", text(of.b[0])},
                             {"yB", text(of.b[1])},
                             {"x0", text(of.place[0])},
                             {"y0", text(of.place[1])},
                             {"phi0", text(of.place[2])},
                             {"vx0", text(of.velocity[0])},
                             {"vy0", text(of.velocity[1])},
                             {"w0", text(of.velocity[2])}}));
    watch(name, bodies_.back(), center);
  }
  void add_shaft(const MechanismSpec::Shaft& s) {
    const Id from = s.from < 0 ? rest("motor frame", {}) : bodies_[static_cast<std::size_t>(s.from)];
    const Id shaft = between("rotational_interface", "shaft", from, s.from < 0 ? 0 : center,
                             bodies_[static_cast<std::size_t>(s.to)], center);
    const Id wheel = inertia("flywheel", text(s.inertia), text(s.speed)),
             motor =
                 block("converters/dc_motor", "motor", {{"K", text(s.constant)}, {"Ra", text(s.resistance)}}),
             coil = block("electrical/inductor", "coil", {{"L", text(s.inductance)}}),
             supply = block("electrical/voltage_source", "supply", {{"V", text(s.voltage)}}),
             meter = block("electrical/current_sensor", "meter"),
             earth = block("electrical/reference", "earth");
    join(shaft, 2, wheel, 0).join(shaft, 2, motor, 2).join(shaft, 3, ground(), 0).join(motor, 3, ground(), 0);
    join(supply, 0, coil, 0).join(coil, 1, meter, 0).join(meter, 1, motor, 0);
    join(motor, 1, earth, 0).join(supply, 1, earth, 0);
    record(meter, 0, "current");
  }

  std::vector<Id> bodies_;
};

}  // namespace

TEST(RandomMechanisms, AgreeWithAnIntegrationOfTheirOwn) {
  const bool long_form = std::getenv("FLUXION_LONG_TESTS") != nullptr;
  const unsigned count = long_form ? 300 : 30;
  constexpr double nearly_singular = 1e-5;
  int compared = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    const MechanismSpec spec = random_mechanism(seed);
    const MechanismMotion right = integrated_motion(spec, 2000);
    if (right.worst_condition < nearly_singular) continue;
    ++compared;
    const RunOutcome run = run_diagram(Mechanism(spec).diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << seed << ": " << run.messages();
    const auto compare = [&](const std::string& column, double value) {
      EXPECT_NEAR(last(run, column), value, 1e-7 * (1 + std::abs(value)))
          << "mechanism " << seed << ", " << column;
    };
    for (std::size_t k = 0; k < spec.bodies.size(); ++k) {
      const char* const quantities[] = {".x", ".y", ".angle", ".vx", ".vy", ".w"};
      for (std::size_t of = 0; of < 6; ++of)
        compare("body" + to_text(static_cast<int>(k)) + quantities[of], right.bodies[k][of]);
    }
    if (!spec.shafts.empty()) compare("current", right.currents[0]);
    if (spec.joints[0].slides) continue;
    compare("reaction x", right.reaction[0]);
    compare("reaction y", right.reaction[1]);
  }
  EXPECT_GT(compared, static_cast<int>(count) * 3 / 4);
}
