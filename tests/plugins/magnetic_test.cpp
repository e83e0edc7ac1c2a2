// Magnetic circuits against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

constexpr double mu0 = 1.25663706212e-6;
constexpr int plus = 0, minus = 1, north = 2, south = 3;  // of a winding
constexpr int a = 0, b = 1;                               // of what has two ports

struct MagneticModel : NetworkBuilder {
  MagneticModel() { run_to("0.5"); }
  Id earth() {
    if (earth_ == no_id) earth_ = block("electrical/reference", "earth");
    return earth_;
  }
  // What magnetomotive forces are counted from.
  Id datum() {
    if (datum_ == no_id) datum_ = block("magnetic/reference", "datum");
    return datum_;
  }
  Id winding(const std::string& name, const std::string& turns) {
    return block("magnetic/winding", name, {{"N", turns}});
  }
  // Of so many A/Wb.
  Id core(const std::string& name, double reluctance, const std::string& flux = "0") {
    const Id made =
        block("magnetic/reluctance", name,
              {{"l", "1"}, {"mu_r", to_text(1 / (mu0 * reluctance))}, {"A", "1"}, {"phi0", flux}});
    record(made, 0, name + ".phi");
    return made;
  }
  // 10 V behind 2 Ohm at a winding.
  void drive(Id winding, const std::string& volts = "10") {
    const Id source = block("electrical/voltage_source", "source", {{"V", volts}}),
             resistor = block("electrical/resistor", "R", {{"R", "2"}});
    join(source, 0, resistor, 0).join(resistor, 1, winding, plus);
    join(winding, minus, earth(), 0).join(source, 1, earth(), 0);
  }

 private:
  Id earth_ = no_id, datum_ = no_id;
};

// A gap of 1 mm and 1 cm^2, whose R moves at a given speed; and what drives flux through it.
struct MovingGap : MagneticModel {
  Id gap;
  explicit MovingGap(const std::string& speed) {
    gap = block("magnetic/air_gap", "gap", {{"g0", "1e-3"}, {"A", "1e-4"}});
    const Id motion = block("driveline/translational_motion_source", "motion"),
             floor = block("driveline/translational_reference", "floor");
    connect(constant("speed", speed), motion).connect(constant("no acceleration", "0"), 0, motion, 1);
    join(motion, 0, gap, 2).join(motion, 1, floor, 0).join(gap, 3, floor, 0);
    record(gap, 0, "phi");
    record(gap, 1, "g");
    record(gap, 2, "f");
  }
};

double last(const RunOutcome& run, const std::string& column) { return run.column(column).back(); }

}  // namespace

// A winding around a core is an inductor of N^2/R.
TEST(Magnetic, AWindingOnACoreIsAnInductor) {
  for (const bool turned : {false, true}) {
    MagneticModel m;
    const Id coil = m.winding("coil", "100"), core = m.core("core", 1e4);
    m.drive(coil);
    m.join(coil, turned ? south : north, core, a).join(core, b, coil, turned ? north : south);
    m.join(m.datum(), 0, core, b);
    const double inductance = 100 * 100 / 1e4, i = 5 * (1 - std::exp(-0.5 * 2 / inductance));
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(last(run, "core.phi"), (turned ? -1 : 1) * 100 * i / 1e4, 1e-10);
    EXPECT_NEAR(run.statistics.energy.stored.at(Domain::Magnetic).now, 0.5 * inductance * i * i, 1e-8);
  }
}

// Two windings on one core: v2/v1 = N2/N1, and the load seen from the first is (N1/N2)^2 R.
TEST(Magnetic, TwoWindingsAreATransformer) {
  MagneticModel m;
  const Id first = m.winding("first", "100"), second = m.winding("second", "300"), core = m.core("core", 1e4),
           load = m.block("electrical/resistor", "load", {{"R", "90"}}),
           sensor = m.block("electrical/voltage_sensor", "sensor");
  m.drive(first);
  m.join(first, north, second, south).join(second, north, core, a).join(core, b, first, south);
  m.join(m.datum(), 0, core, b);
  m.join(second, plus, load, 0).join(load, 1, second, minus).join(second, minus, m.earth(), 0);
  m.join(second, plus, sensor, 0).join(sensor, 1, second, minus);
  m.record(sensor, 0, "v");
  m.set("EnergyBalance", "error");
  // v1 = 10 - 2 (i_L + v1/10), v1 = L di_L/dt.
  const double share = 10.0 / 12, inductance = 1, v1 = 10 * share * std::exp(-0.5 * 2 * share / inductance);
  EXPECT_NEAR(std::abs(last(finished_run(m), "v")), 3 * v1, 1e-7);
}

// Reluctances add in series, permeances in parallel; fluxes begin where the circuit closes.
TEST(Magnetic, AMagnetInABranchedCircuit) {
  MagneticModel m;
  const Id magnet = m.block("magnetic/permanent_magnet", "magnet",
                            {{"Br", "1.2"}, {"l", "5e-3"}, {"A", "1e-4"}, {"mu_r", "1.05"}}),
           yoke = m.core("yoke", 1e6), left = m.core("left", 4e7), right = m.core("right", 6e7);
  m.record(magnet, 0, "phi");
  m.join(magnet, b, yoke, a).join(yoke, b, left, a).join(yoke, b, right, a);
  m.join(left, b, magnet, a).join(right, b, magnet, a).join(m.datum(), 0, magnet, a);
  const double inner = 5e-3 / (mu0 * 1.05 * 1e-4), outer = 1e6 + 4e7 * 6e7 / 1e8;
  const double phi = inner * 1.2e-4 / (inner + outer);
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "phi"), phi, 1e-14);
  EXPECT_NEAR(last(run, "left.phi"), phi * 0.6, 1e-14);
  EXPECT_NEAR(last(run, "right.phi"), phi * 0.4, 1e-14);
}

// Phi = F mu0 A/g, f = Phi^2/(2 mu0 A), while the gap opens; also of two gaps side by side.
TEST(Magnetic, AGapThatOpens) {
  MovingGap m("2e-3");
  const Id force = m.block("magnetic/mmf_source", "F"),
           other = m.block("magnetic/air_gap", "other", {{"g0", "2e-3"}, {"A", "1e-4"}}),
           floor = m.block("driveline/translational_reference", "other floor");
  m.connect(m.constant("ampere-turns", "500"), force).connect(m.constant("constant", "0"), 0, force, 1);
  m.join(force, a, m.gap, a).join(m.gap, b, force, b).join(m.datum(), 0, force, b);
  m.join(other, a, m.gap, a).join(other, b, m.gap, b).join(other, 2, floor, 0).join(other, 3, floor, 0);
  m.record(other, 0, "other.phi");
  const RunOutcome run = finished_run(m);
  const double phi = 500 * mu0 * 1e-4 / 2e-3;
  EXPECT_NEAR(last(run, "g"), 2e-3, 1e-12);
  EXPECT_NEAR(last(run, "phi"), phi, 1e-13);
  EXPECT_NEAR(last(run, "other.phi"), phi, 1e-13);
  EXPECT_NEAR(last(run, "f"), phi * phi / (2 * mu0 * 1e-4), 1e-8);
}

// With its flux kept, a gap pulls with a constant force, whose work is what the field loses.
TEST(Magnetic, AnArmatureIsPulledByAConstantFlux) {
  MagneticModel m;
  m.set("EnergyBalance", "error");
  m.run_to("0.01");
  const Id gap = m.block("magnetic/air_gap", "gap", {{"g0", "1e-3"}, {"A", "1e-4"}, {"phi0", "1e-4"}}),
           coil = m.winding("superconducting", "50"),
           mass = m.block("driveline/mass", "armature", {{"m", "2"}}),
           floor = m.block("driveline/translational_reference", "floor");
  m.join(coil, north, gap, a).join(gap, b, coil, south).join(m.datum(), 0, gap, b);
  m.join(coil, plus, coil, minus).join(coil, minus, m.earth(), 0);
  m.join(mass, 0, gap, 2).join(gap, 3, floor, 0);
  m.record(gap, 1, "g");
  m.record(gap, 2, "f");
  const double f = 1e-8 / (2 * mu0 * 1e-4);
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "f"), f, 1e-9);
  EXPECT_NEAR(last(run, "g"), 1e-3 - f / 2 / 2 * 1e-4, 1e-10);
}

TEST(Magnetic, RefusesWhatHasNoMeaning) {
  MagneticModel none;
  none.winding("coil", "0");
  expect_refused(none.diagram, "the winding has no turns");
  MagneticModel mixed;
  const Id coil = mixed.winding("coil", "10");
  mixed.join(coil, north, mixed.earth(), 0);
  expect_refused(mixed.diagram, "magnetic");
  MovingGap closing("-1e-2");
  const Id source = closing.block("magnetic/mmf_source", "F");
  closing.connect(closing.constant("ampere-turns", "0"), source)
      .connect(closing.constant("constant", "0"), 0, source, 1);
  closing.join(source, a, closing.gap, a).join(closing.gap, b, source, b).join(closing.datum(), 0, source, b);
  const RunOutcome run = run_diagram(closing.diagram);
  EXPECT_NE(run.messages().find("its gap has closed: limit it by a hard stop"), std::string::npos)
      << run.messages();
}
