// What leads from one domain to another: closed forms, and energy that is kept whatever the network is.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

using namespace sim;

namespace {

struct MotorModel : NetworkBuilder {
  Id earth() {
    if (earth_ == no_id) earth_ = block("electrical/reference", "earth");
    return earth_;
  }
  Id floor() {
    if (floor_ == no_id) floor_ = block("driveline/translational_reference", "floor");
    return floor_;
  }

 private:
  Id earth_ = no_id, floor_ = no_id;
};

constexpr int plus = 0, minus = 1, shaft = 2, housing = 3;

}  // namespace

// J w' = K i - d w with v = R i + K w: w = K V/(K^2 + R d) (1 - exp(-t (K^2 + R d)/(J R))). Poles or shaft
// the other way round, it turns the other way.
TEST(Converters, AMotorRunsUp) {
  for (const bool poles_turned : {false, true})
    for (const bool shaft_turned : {false, true}) {
      MotorModel m;
      const Id motor = m.block("converters/dc_motor", "motor", {{"K", "0.5"}, {"Ra", "2"}}),
               source = m.block("electrical/voltage_source", "source", {{"V", "12"}}),
               rotor = m.inertia("rotor", "0.02"),
               bearing = m.block("driveline/rotational_damper", "bearing", {{"d", "0.1"}});
      m.join(source, 0, motor, poles_turned ? minus : plus)
          .join(motor, poles_turned ? plus : minus, m.earth(), 0);
      m.join(source, 1, m.earth(), 0);
      m.join(motor, shaft_turned ? housing : shaft, rotor, 0);
      m.join(motor, shaft_turned ? shaft : housing, m.ground(), 0);
      m.join(rotor, 0, bearing, r).join(bearing, c, m.ground(), 0);
      m.watch(rotor, 0, "w");
      m.run_to("0.1");
      const double gain = 0.5 * 0.5 + 2 * 0.1, w = 0.5 * 12 / gain * (1 - std::exp(-0.1 * gain / (0.02 * 2)));
      EXPECT_NEAR(value_at(finished_run(m), "w", 0.1), poles_turned != shaft_turned ? -w : w, 1e-8)
          << poles_turned << shaft_turned;
    }
}

// With an inductance L the current follows w'' + (R/L + d/J) w' + (R d + K^2)/(L J) w = K V/(L J).
TEST(Converters, AMotorWithAWinding) {
  MotorModel m;
  const Id motor = m.block("converters/dc_motor", "motor", {{"K", "0.5"}, {"Ra", "2"}}),
           source = m.block("electrical/voltage_source", "source", {{"V", "12"}}),
           coil = m.block("electrical/inductor", "coil", {{"L", "0.1"}}), rotor = m.inertia("rotor", "0.02");
  m.join(source, 0, coil, 0).join(coil, 1, motor, plus).join(motor, minus, m.earth(), 0);
  m.join(source, 1, m.earth(), 0).join(motor, shaft, rotor, 0).join(motor, housing, m.ground(), 0);
  m.watch(rotor, 0, "w");
  m.run_to("0.5");
  const double damping = 2 / 0.1 / 2, square = 0.25 / (0.1 * 0.02),
               free = std::sqrt(square - damping * damping);
  const double w =
      24 * (1 - std::exp(-damping * 0.5) * (std::cos(free * 0.5) + damping / free * std::sin(free * 0.5)));
  EXPECT_NEAR(value_at(finished_run(m), "w", 0.5), w, 1e-7);
}

// Its poles joined, a motor brakes: w = w0 exp(-K^2 t/(R J)). With K = 0 it does not.
TEST(Converters, AMotorBrakesWithItsPolesJoined) {
  for (const char* k : {"0.5", "-0.5", "0"}) {
    MotorModel m;
    const Id motor = m.block("converters/dc_motor", "motor", {{"K", k}, {"Ra", "2"}}),
             rotor = m.inertia("rotor", "0.02", "100");
    m.join(motor, plus, motor, minus).join(motor, minus, m.earth(), 0);
    m.join(motor, shaft, rotor, 0).join(motor, housing, m.ground(), 0);
    m.watch(rotor, 0, "w");
    m.run_to("0.2");
    const double decay = k[0] == '0' && k[1] == 0 ? 0 : 0.25 / (2 * 0.02);
    EXPECT_NEAR(value_at(finished_run(m), "w", 0.2), 100 * std::exp(-0.2 * decay), 1e-6) << k;
  }
}

// A capacitor at a voice coil is a mass K^2 C: charged it is joined to a mass at rest, and K q + p is kept.
TEST(Converters, ACapacitorAtAVoiceCoilIsAMass) {
  MotorModel m;
  const Id coil = m.block("converters/translational", "coil", {{"K", "3"}}),
           capacitor = m.block("electrical/capacitor", "C", {{"C", "0.5"}, {"v0", "12"}}),
           mass = m.block("driveline/mass", "mass", {{"m", "2"}}),
           sensor = m.block("driveline/translational_motion_sensor", "sensor"),
           pull = m.block("driveline/force_source", "pull");
  m.join(capacitor, 0, coil, plus).join(capacitor, 1, m.earth(), 0).join(coil, minus, m.earth(), 0);
  m.join(coil, shaft, mass, 0).join(coil, housing, m.floor(), 0);
  m.join(pull, r, mass, 0).join(pull, c, m.floor(), 0).connect(m.constant("force", "13"), pull, 0);
  m.join(mass, 0, sensor, r).join(sensor, c, m.floor(), 0);
  m.record(sensor, 0, "u");
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  const double inertia = 2 + 9 * 0.5, start = 3 * 0.5 * 12 / inertia;
  EXPECT_NEAR(value_at(run, "u", 2), start + 2 * 13 / inertia, 1e-12);
  ASSERT_GE(run.statistics.jumps.size(), 1u);
  EXPECT_NEAR(run.statistics.energy_lost, 0.5 * 0.5 * 144 - 0.5 * inertia * start * start, 1e-12);
}

namespace {

// A circuit of nodes with capacitors and inductors, and motors and voice coils from them to shafts and
// masses, and pumps and pistons there, all with numbers that are drawn. Its power balance is integrated along
// with it.
class RandomDrive {
 public:
  explicit RandomDrive(unsigned seed) : random_(seed) { build(); }

  RunOutcome run() {
    m_.set("StopTime", "1").set("RelTol", "1e-10").set("AbsTol", "1e-12").set("UnconnectedOutput", "none");
    m_.set("Solver", "dop853").set("EnergyBalance", "error");
    return finished_run(m_);
  }
  // Of the stored energy at a row, from the signals.
  double stored(const RunOutcome& run, std::size_t row) const {
    double sum = 0;
    for (const auto& [name, capacity] : stores_) sum += 0.5 * capacity * std::pow(run.column(name)[row], 2);
    return sum;
  }

 private:
  double draw(double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<double>(0, 1)(random_));
  }
  bool chance() { return random_() % 2 == 0; }

  void stores(Id sensor, const std::string& name, double capacity) {
    m_.record(sensor, 0, name);
    stores_.emplace_back(name, capacity);
  }
  // `power` in terms of the signal s.
  void takes(Id sensor, const std::string& power) {
    const Id formula =
        m_.block("user_defined/fcn", "power " + std::to_string(powers_.size()), {{"Expression", power}});
    m_.connect(sensor, 0, formula, 0);
    powers_.push_back(formula);
  }
  // In series: gives the port behind it.
  Id ammeter(Id from, int port) {
    const Id sensor = m_.block("electrical/current_sensor", "ammeter " + std::to_string(count_++));
    m_.join(from, port, sensor, 0);
    return sensor;
  }
  Id voltmeter(Id at, int port) {
    const Id sensor = m_.block("electrical/voltage_sensor", "voltmeter " + std::to_string(count_++));
    m_.join(at, port, sensor, 0).join(sensor, 1, m_.earth(), 0);
    return sensor;
  }
  Id speedometer(Id at, bool rotates) {
    const Id sensor =
        m_.block(rotates ? "driveline/rotational_motion_sensor" : "driveline/translational_motion_sensor",
                 "speed " + std::to_string(count_++));
    m_.join(at, 0, sensor, r).join(sensor, c, rotates ? m_.ground() : m_.floor(), 0);
    return sensor;
  }

  void build() {
    const int nodes = 2 + static_cast<int>(random_() % 3);
    std::vector<Id> at;  // a capacitor for each node
    for (int k = 0; k < nodes; ++k) {
      const double capacity = draw(1e-3, 1e-1);
      const std::string n = std::to_string(k);
      const Id capacitor =
          m_.block("electrical/capacitor", "C" + n, {{"C", to_text(capacity)}, {"v0", to_text(draw(1, 10))}});
      m_.join(capacitor, 1, m_.earth(), 0);
      stores(voltmeter(capacitor, 0), "v" + n, capacity);
      at.push_back(capacitor);
    }
    const double voltage = draw(5, 20), resistance = draw(0.5, 5);
    const Id source = m_.block("electrical/voltage_source", "source", {{"V", to_text(voltage)}}),
             resistor = m_.block("electrical/resistor", "R", {{"R", to_text(resistance)}});
    m_.join(source, 1, m_.earth(), 0);
    const Id current = ammeter(source, 0);
    m_.join(current, 1, resistor, 0).join(resistor, 1, at[0], 0);
    takes(current, to_text(-voltage) + "*u + " + to_text(resistance) + "*u^2");
    for (int k = 1; k < nodes; ++k) {
      const double inductance = draw(1e-3, 1e-1);
      const std::string n = std::to_string(k);
      const Id coil = m_.block("electrical/inductor", "L" + n, {{"L", to_text(inductance)}}),
               sensor = ammeter(at[static_cast<std::size_t>(k) - 1], 0);
      m_.join(sensor, 1, coil, 0).join(coil, 1, at[static_cast<std::size_t>(k)], 0);
      stores(sensor, "i" + n, inductance);
    }
    Id before = no_id;
    for (int k = 0; k < nodes; ++k) before = add_drive(k, at[static_cast<std::size_t>(k)], before);
    add_balance();
  }

  // A machine at a node and what it moves, which shares a shaft with the one before now and then.
  Id add_drive(int k, Id node, Id before) {
    const std::string n = std::to_string(k);
    const bool rotates = chance(), motor = rotates && chance();
    const double constant = (chance() ? 1 : -1) * draw(0.1, 2), resistance = draw(0.2, 2);
    std::map<std::string, std::string> parameters{{"K", to_text(constant)}};
    if (motor) parameters["Ra"] = to_text(resistance);
    const Id machine = m_.block(motor     ? "converters/dc_motor"
                                : rotates ? "converters/rotational"
                                          : "converters/translational",
                                "machine " + n, parameters);
    const Id sensor = ammeter(node, 0);
    m_.join(sensor, 1, machine, plus).join(machine, minus, m_.earth(), 0);
    if (motor) takes(sensor, to_text(resistance) + "*u^2");
    const double inertia = draw(0.05, 1), damping = draw(0.05, 1);
    const Id body = rotates ? m_.inertia("body " + n, to_text(inertia), to_text(draw(0.1, 5)))
                            : m_.block("driveline/mass", "body " + n, {{"m", to_text(inertia)}}),
             damper = m_.block(rotates ? "driveline/rotational_damper" : "driveline/translational_damper",
                               "damper " + n, {{"d", to_text(damping)}});
    const Id rest = rotates ? m_.ground() : m_.floor();
    m_.join(machine, shaft, body, 0).join(machine, housing, rest, 0);
    m_.join(damper, r, body, 0).join(damper, c, rest, 0);
    const Id speed = speedometer(body, rotates);
    stores(speed, "w" + n, inertia);
    takes(speed, to_text(damping) + "*u^2");
    if (before != no_id && rotates && chance()) m_.join(before, 0, body, 0);
    if (chance()) add_hydraulics(n, body, rotates);
    return rotates ? body : before;
  }

  // A pump at a shaft, or a piston at a mass: a vessel that leaks, and liquid in a pipe from there to a
  // piston that moves another mass.
  void add_hydraulics(const std::string& n, Id body, bool rotates) {
    if (open_ == no_id) open_ = m_.block("hydraulic/reference", "open");
    const auto piston = [&](const std::string& name, Id moves) {
      const Id made = m_.block("converters/hydraulic_translational", name, {{"A", to_text(draw(0.1, 2))}});
      m_.join(made, 1, moves, 0).join(made, 2, m_.floor(), 0);
      return made;
    };
    Id machine = no_id;
    if (rotates) {
      machine = m_.block("converters/hydraulic_rotational", "pump " + n, {{"D", to_text(-draw(0.1, 2))}});
      m_.join(machine, 1, open_, 0).join(machine, 2, body, 0).join(machine, 3, m_.ground(), 0);
    } else {
      machine = piston("piston " + n, body);
    }
    const double capacity = draw(1e-2, 1), leak = draw(0.5, 5), inertia = draw(1e-2, 1), mass = draw(0.05, 1);
    const Id vessel = m_.block("hydraulic/volume", "vessel " + n,
                               {{"V", to_text(capacity)}, {"beta", "1"}, {"p0", to_text(draw(0.1, 2))}}),
             gap = m_.block("hydraulic/resistance", "gap " + n, {{"R", to_text(leak)}}),
             gauge = m_.block("hydraulic/pressure_sensor", "gauge " + n),
             pipe =
                 m_.block("hydraulic/inertia", "pipe " + n,
                          {{"l", to_text(inertia)}, {"A", "1"}, {"rho", "1"}, {"q0", to_text(draw(0.1, 2))}}),
             meter = m_.block("hydraulic/flow_sensor", "meter " + n),
             load = m_.block("driveline/mass", "load " + n, {{"m", to_text(mass)}});
    m_.join(machine, 0, vessel, 0).join(gap, 0, vessel, 0).join(gap, 1, open_, 0);
    m_.join(gauge, 0, vessel, 0).join(gauge, 1, open_, 0);
    m_.join(vessel, 0, pipe, 0).join(pipe, 1, meter, 0);
    m_.join(meter, 1, piston("ram " + n, load), 0);
    stores(gauge, "p" + n, capacity);
    takes(gauge, "u^2/" + to_text(leak));
    stores(meter, "q" + n, inertia);
    stores(speedometer(load, false), "u" + n, mass);
  }

  void add_balance() {
    const Id sum = m_.block("math/sum", "sum", {{"signs", std::string(powers_.size(), '+')}}),
             integral = m_.block("continuous/integrator", "taken");
    for (std::size_t k = 0; k < powers_.size(); ++k) m_.connect(powers_[k], 0, sum, static_cast<int>(k));
    m_.connect(sum, integral);
    m_.record(integral, 0, "taken");
  }

  MotorModel m_;
  std::mt19937 random_;
  std::vector<std::pair<std::string, double>> stores_;
  std::vector<Id> powers_;
  Id open_ = no_id;
  int count_ = 0;
};

}  // namespace

// Power in is what is stored and what resistances and dampers take: from the first instant, where shafts that
// are joined and capacitors that drive masses have settled.
TEST(Converters, RandomNetworksKeepTheirEnergy) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomDrive drive(seed);
    const RunOutcome run = drive.run();
    const std::vector<double> taken = run.column("taken"), time = run.column("time");
    std::size_t first = 0;
    while (first + 1 < time.size() && time[first + 1] == 0) ++first;
    const double start = drive.stored(run, first), scale = std::max(1.0, start);
    ASSERT_GT(time.size(), first + 1) << seed;
    for (std::size_t row : {first + (time.size() - first) / 2, time.size() - 1})
      EXPECT_NEAR((drive.stored(run, row) - start + taken[row]) / scale, 0, 1e-8)
          << seed << " at " << time[row];
  }
}
