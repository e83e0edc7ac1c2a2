// The hydraulic library against closed forms, in both directions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim_core/base/text.h"
#include "tests/plugins/hydraulic_model.h"
#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

using namespace sim;

// p = ps + (p0 - ps) exp(-t/(R C)).
TEST(Hydraulic, AVesselFillsThroughAResistance) {
  for (const bool turned : {false, true})
    for (const char* p0 : {"0", "3e6"}) {
      HydraulicModel m;
      const Id vessel = m.vessel("vessel", p0);
      m.between("hydraulic/resistance", {{"R", "1e11"}}, vessel, m.supply("1e6"), turned);
      m.gauge(vessel, "p");
      m.run_to("0.2");
      const double start = p0[0] == '0' ? 0 : 3e6;
      EXPECT_NEAR(value_at(finished_run(m), "p", 0.2), 1e6 + (start - 1e6) * std::exp(-2.0), 1e-2) << turned;
    }
}

// Air makes liquid soft: V/beta (p - p0) + alpha V (pa/(p0 + pa) - pa/(p + pa)) has flowed in.
TEST(Hydraulic, LiquidWithAirIsSoft) {
  HydraulicModel m;
  const Id vessel =
      m.block("hydraulic/volume", "vessel", {{"V", "1e-3"}, {"beta", "1e9"}, {"alpha", "0.01"}});
  m.join(m.flow("1e-5"), 0, vessel, 0);
  m.gauge(vessel, "p");
  m.run_to("1.2");
  const double p = value_at(finished_run(m), "p", 1.2), pa = 101325;
  EXPECT_NEAR(1e-12 * p + 1e-5 * (1 - pa / (p + pa)), 1.2e-5, 1e-14);
}

// Mass on a spring: p = p0 cos(w t), w^2 = 1/(L C).
TEST(Hydraulic, LiquidInAPipeSwings) {
  HydraulicModel m;
  const Id vessel = m.vessel("vessel", "1e5");
  m.between("hydraulic/inertia", {{"l", "2"}, {"A", "1e-4"}, {"rho", "1000"}}, vessel, m.open(), false);
  m.gauge(vessel, "p");
  m.run_to("0.01");
  EXPECT_NEAR(value_at(finished_run(m), "p", 0.01), 1e5 * std::cos(0.01 / std::sqrt(2e7 * 1e-12)), 1e-2);
}

// Laminar: Hagen and Poiseuille. Turbulent: Haaland's factor. A line at rest stays at rest.
TEST(Hydraulic, APipeLosesPressureByFriction) {
  for (const char* q : {"1e-4", "-1e-4", "2e-3", "-2e-3"}) {
    HydraulicModel m;
    const Id pipe = m.block("hydraulic/pipe", "pipe", {{"l", "3"}, {"D", "0.02"}, {"r", "1e-5"}, {"q0", q}});
    m.join(m.flow(q), 0, pipe, 0).join(pipe, 1, m.supply("5e6"), 0);
    m.gauge(pipe, "p");
    m.run_to("0.01");
    const double flow = parse_number(q).value_or(0), d = 0.02, area = std::numbers::pi * d * d / 4,
                 nu = 18e-6, re = std::abs(flow) * d / (area * nu);
    const double root = -1.8 * std::log10(6.9 / re + std::pow(1e-5 / 3.7 / d, 1.11));
    const double loss = re < 2000 ? 128 * 850 * nu * 3 * flow / (std::numbers::pi * std::pow(d, 4))
                                  : 850 * 3 * flow * std::abs(flow) / (2 * d * area * area * root * root);
    EXPECT_TRUE(re < 2000 || re > 4000);
    EXPECT_NEAR(value_at(finished_run(m), "p", 0.01) - 5e6, loss, 1e-7 * std::abs(loss) + 1e-5) << q;
  }
}

// A step of pressure runs along a line at c = sqrt(beta/rho), with a flow of p A/(rho c) behind its front.
TEST(Hydraulic, AWaveRunsThroughPipesInARow) {
  HydraulicModel m;
  constexpr int count = 200;
  const Id supply = m.supply("1e5");
  Id before = supply;
  for (int k = 0; k < count; ++k) {
    const Id pipe = m.block("hydraulic/pipe", "pipe " + std::to_string(k),
                            {{"l", "0.1"}, {"D", "0.02"}, {"rho", "1000"}, {"beta", "1e9"}, {"nu", "1e-12"}});
    if (k == 0)
      m.meter(before, 0, pipe, 0, "q");
    else
      m.join(before, 1, pipe, 0);
    before = pipe;
  }
  m.gauge(before, "p", 1);
  m.set("StopTime", "0.018").set("RelTol", "1e-6");
  const RunOutcome run = finished_run(m);
  const std::vector<double> time = run.column("time"), q = run.column("q");
  double passed = 0;
  for (std::size_t k = 1; k < time.size(); ++k) passed += 0.5 * (q[k] + q[k - 1]) * (time[k] - time[k - 1]);
  const double area = std::numbers::pi * 1e-4, c = 1000;
  EXPECT_NEAR(passed / (1e5 * area / (1000 * c) * 0.018), 1, 0.01);
  EXPECT_NEAR(value_at(run, "p", 0.018) / 1e5, 0, 0.01);  // it arrives at 0.02 s
}

// An orifice empties a tank, laminar: h = h0 exp(-G rho g t/A).
TEST(Hydraulic, ATankRunsDry) {
  HydraulicModel m;
  const Id tank = m.block("hydraulic/tank", "tank", {{"A", "0.01"}, {"rho", "1000"}, {"h0", "0.4"}});
  m.between("hydraulic/resistance", {{"R", "1e7"}}, tank, m.open(), false);
  m.record(tank, 0, "h");
  m.run_to("10");
  EXPECT_NEAR(value_at(finished_run(m), "h", 10), 0.4 * std::exp(-10 * 9806.65 / 0.01 / 1e7), 1e-9);
}

TEST(Hydraulic, ATankThatIsEmptyOrFullEndsTheRun) {
  for (const char* q : {"-0.1", "0.1"}) {
    HydraulicModel m;
    const Id tank = m.block("hydraulic/tank", "tank", {{"A", "1"}});
    m.join(m.flow(q), 0, tank, 0);
    m.run_to("10");
    EXPECT_NE(
        run_diagram(m.diagram).messages().find(q[0] == '-' ? "the tank is empty" : "the tank overflows"),
        std::string::npos);
  }
}

// The gas is compressed from its charge: (p + pa) (V0 - V)^n = (pc + pa) V0^n.
TEST(Hydraulic, AnAccumulatorCompressesItsGas) {
  HydraulicModel m;
  const Id gas = m.block("hydraulic/accumulator", "gas",
                         {{"V0", "1e-3"}, {"pc", "5e6"}, {"p0", "0"}, {"Ce", "1e-12"}, {"n", "1.3"}});
  m.join(m.flow("1e-4"), 0, gas, 0);
  m.gauge(gas, "p");
  m.record(gas, 0, "V");
  m.run_to("5");
  const RunOutcome run = finished_run(m);
  const double p = value_at(run, "p", 5), v = value_at(run, "V", 5), pa = 101325;
  EXPECT_NEAR(v + 1e-12 * p, 5e-4, 1e-11);
  EXPECT_NEAR((p + pa) * std::pow(1e-3 - v, 1.3) / ((5e6 + pa) * std::pow(1e-3, 1.3)), 1, 1e-9);
}

// A piston on a vessel is a spring: m v' = A p, C p' = -A v, w = A/sqrt(m C). Both orientations.
TEST(Hydraulic, AMassOnAPistonSwings) {
  for (const bool turned : {false, true}) {
    HydraulicModel m;
    const Id vessel = m.vessel("vessel", "5e4"), mass = m.block("driveline/mass", "mass", {{"m", "10"}}),
             piston = m.block("converters/hydraulic_translational", "piston", {{"A", "1e-3"}});
    m.join(vessel, 0, piston, 0);
    m.join(piston, turned ? 2 : 1, mass, 0).join(piston, turned ? 1 : 2, m.floor(), 0);
    m.gauge(vessel, "p");
    m.speed(mass, 0, "v");
    m.run_to("0.02");
    const RunOutcome run = finished_run(m);
    const double w = 1e-3 / std::sqrt(10 * 1e-12), v = 5e4 * std::sqrt(1e-12 / 10) * std::sin(0.02 * w);
    EXPECT_NEAR(value_at(run, "p", 0.02), 5e4 * std::cos(0.02 * w), 1e-3) << turned;
    EXPECT_NEAR(value_at(run, "v", 0.02), turned ? -v : v, 1e-8) << turned;
  }
}

// Liquid that moves with a piston adds its mass, A^2 rho l / A_pipe: index 2 across a gyrator.
TEST(Hydraulic, LiquidBehindAPistonIsAMass) {
  HydraulicModel m;
  const Id mass = m.block("driveline/mass", "mass", {{"m", "10"}}),
           piston = m.block("converters/hydraulic_translational", "piston", {{"A", "1e-3"}}),
           pipe = m.block("hydraulic/inertia", "pipe", {{"l", "2"}, {"A", "1e-4"}, {"rho", "1000"}}),
           pull = m.block("driveline/force_source", "pull");
  m.join(m.open(), 0, pipe, 0).join(pipe, 1, piston, 0);
  m.join(piston, 1, mass, 0).join(piston, 2, m.floor(), 0);
  m.join(pull, r, mass, 0).join(pull, c, m.floor(), 0).connect(m.constant("force", "60"), pull, 0);
  m.speed(mass, 0, "v");
  m.gauge(piston, "p");
  m.run_to("3");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "v", 3), 60.0 / (10 + 1e-6 * 2e7) * 3, 1e-9);
  EXPECT_NEAR(value_at(run, "p", 3), -20 * 60.0 / 30 / 1e-3, 1e-6);
}

// A mass at speed meets liquid at rest: the momentum is kept, and the energy that is lost is told.
TEST(Hydraulic, APistonBeginsToPushLiquid) {
  HydraulicModel m;
  const Id mass = m.block("driveline/mass", "mass", {{"m", "10"}, {"v0", "3"}}),
           piston = m.block("converters/hydraulic_translational", "piston", {{"A", "1e-3"}}),
           pipe = m.block("hydraulic/inertia", "pipe", {{"l", "2"}, {"A", "1e-4"}, {"rho", "1000"}});
  m.join(m.open(), 0, pipe, 0).join(pipe, 1, piston, 0);
  m.join(piston, 1, mass, 0).join(piston, 2, m.floor(), 0);
  m.speed(mass, 0, "v");
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "v", 1), 1, 1e-12);
  EXPECT_NEAR(run.statistics.energy_lost, 45 - 15, 1e-9);
}

// Where pressures are states, or a source says them, no algebraic loop is solved for the flow.
TEST(Hydraulic, AnOrificeBesideWhatIsKnownNeedsNoLoop) {
  for (const char* beside : {"source", "cylinder", "pipe"}) {
    HydraulicModel m;
    const Id orifice = m.block("hydraulic/orifice", "orifice"), vessel = m.vessel("vessel", "1e5");
    if (std::string(beside) == "source") {
      m.join(m.supply("1e6"), 0, orifice, 0);
    } else if (std::string(beside) == "pipe") {
      const Id pipe = m.block("hydraulic/pipe", "pipe");
      m.join(m.flow("1e-5"), 0, pipe, 0).join(pipe, 1, orifice, 0);
    } else {
      const Id cylinder = m.block("hydraulic/single_acting_cylinder", "cylinder", {{"x0", "0.05"}}),
               mass = m.block("driveline/mass", "mass", {{"m", "10"}});
      m.join(cylinder, 0, orifice, 0).join(cylinder, 1, mass, 0).join(cylinder, 2, m.floor(), 0);
    }
    m.join(orifice, 1, vessel, 0);
    m.set("AlgebraicLoopMsg", "error").set("StopTime", "1e-3");
    EXPECT_EQ(run_diagram(m.diagram).messages(), "") << beside;
  }
}

TEST(Hydraulic, TwoPressuresAtOneNodeAreTold) {
  HydraulicModel m;
  m.join(m.supply("1e6"), 0, m.supply("2e6", "other"), 0);
  m.run_to("1");
  const std::string messages = run_diagram(m.diagram).messages();
  EXPECT_NE(messages.find("supply: it and 'other' contradict each other"), std::string::npos) << messages;
}

TEST(Hydraulic, LiquidWithoutRoomIsTold) {
  HydraulicModel m;
  const Id piston = m.block("converters/hydraulic_translational", "piston", {{"A", "1e-3"}});
  m.join(m.flow("1e-4"), 0, piston, 0).join(piston, 1, m.floor(), 0).join(piston, 2, m.floor(), 0);
  m.run_to("1");
  const std::string messages = run_diagram(m.diagram).messages();
  EXPECT_NE(messages.find(
                "piston: it and 'flow' contradict each other, or nothing takes up their force, current or "
                "flow"),
            std::string::npos)
      << messages;
  EXPECT_NE(messages.find("liquid a volume or an orifice to go to"), std::string::npos) << messages;
}

TEST(Hydraulic, PortsOfAnotherDomainAreRefused) {
  HydraulicModel m;
  const Id vessel = m.vessel("vessel", "0"), mass = m.block("driveline/mass", "mass");
  m.join(vessel, 0, mass, 0);
  expect_refused(m.diagram, "hydraulic port");
}

TEST(Hydraulic, ParametersWithoutAMeaningAreRefused) {
  const auto refuses = [](const char* type, std::map<std::string, std::string> parameters, const char* part) {
    HydraulicModel m;
    m.block(type, "element", std::move(parameters));
    expect_refused(m.diagram, part);
  };
  refuses("hydraulic/volume", {{"V", "0"}}, "Volume");
  refuses("hydraulic/orifice", {{"A", "-1"}}, "Area");
  refuses("hydraulic/check_valve", {{"p1", "2"}, {"p2", "1"}}, "fully open before it begins to open");
  refuses("hydraulic/directional_valve", {{"Positions", "[0 0]"}}, "do not rise");
  refuses("hydraulic/directional_valve", {{"Areas", "[0 1e-6 2e-6]"}}, "a value for each");
  refuses("hydraulic/directional_valve", {{"Areas", "[0 -1]"}}, "negative");
  refuses("hydraulic/double_acting_cylinder", {{"x0", "2"}}, "beyond its stroke");
  refuses("hydraulic/accumulator", {{"n", "0.5"}}, "exponent");
}

TEST(Hydraulic, BelowAVacuumTheRunEnds) {
  HydraulicModel m;
  const Id vessel = m.vessel("vessel", "0");
  m.join(m.flow("-1e-6"), 0, vessel, 0);
  m.run_to("1");
  EXPECT_NE(run_diagram(m.diagram).messages().find("below a vacuum"), std::string::npos);
}
