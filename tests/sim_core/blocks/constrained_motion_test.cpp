// Constrained Motion against independent integrations in coordinates without constraints.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

using Parameters = std::map<std::string, std::string>;

// A block "bodies" with a constant or a formula of the time for each input behind the first, which is F(q, v,
// t) as a formula of u = [q; v] and t.
struct MotionModel {
  ModelBuilder m;
  Id bodies = no_id;

  MotionModel(const Parameters& parameters, const std::string& force,
              const std::vector<std::string>& inputs = {}) {
    bodies = m.block("constraints/constrained_motion", "bodies", parameters);
    const Id both = m.block("routing/mux", "both", {{"inputs", "2"}}),
             f = m.block("user_defined/fcn", "force", {{"Expression", force}});
    m.connect(bodies, 0, both, 0).connect(bodies, 1, both, 1).connect(both, f).connect(f, 0, bodies, 0);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      m.connect(m.block("sources/expression", "input " + std::to_string(k + 1), {{"Expression", inputs[k]}}),
                0, bodies, static_cast<int>(k) + 1);
    const char* names[] = {"q", "v", "lambda", "residual", "T"};
    for (int k = 0; k < 5; ++k) {
      m.connect(bodies, k, m.block("sinks/scope", std::string(names[k]) + " scope"), 0);
      m.diagram.blocks.at(bodies).signal_names[k] = names[k];
    }
    m.set("StopTime", "2").set("RelTol", "1e-11").set("AbsTol", "1e-13").set("Solver", "dop853");
  }
};

std::string text(double v) {
  std::ostringstream s;
  s.precision(17);
  s << v;
  return s.str();
}

// Classical Runge-Kutta with steps that leave rounding only.
template <std::size_t N>
std::array<double, N> integrated(
    const std::function<std::array<double, N>(double, const std::array<double, N>&)>& f,
    std::array<double, N> x, double from, double to, int steps = 20000) {
  const double h = (to - from) / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = from + k * h;
    const auto moved = [&](const std::array<double, N>& by, double factor) {
      std::array<double, N> y = x;
      for (std::size_t i = 0; i < N; ++i) y[i] += factor * by[i];
      return y;
    };
    const auto a = f(t, x), b = f(t + h / 2, moved(a, h / 2)), c = f(t + h / 2, moved(b, h / 2)),
               d = f(t + h, moved(c, h));
    for (std::size_t i = 0; i < N; ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return x;
}

double largest(const RunOutcome& run, const std::string& column) {
  double most = 0;
  for (double v : run.column(column)) most = std::max(most, std::abs(v));
  return most;
}

// A bar that rolls on a ball of radius R, half as thick as 2 h: its contact point moves as it turns. Its
// center is at p = (R + h) n + R theta t, from which the speed is (-h t + R theta n) dtheta/dt.
constexpr double ball = 0.5, half = 0.05, mass = 2, inertia = 0.3, gravity = 9.81;
std::array<double, 2> rocking(double, const std::array<double, 2>& x) {
  const double a = x[0], w = x[1], j = inertia + mass * (half * half + ball * ball * a * a);
  const double pull = mass * gravity * (ball * a * std::cos(a) - half * std::sin(a));  // dV/da
  return {w, (-pull - mass * ball * ball * a * w * w) / j};
}
double bar_energy(double a, double w) {
  return 0.5 * w * w * (inertia + mass * (half * half + ball * ball * a * a)) +
         mass * gravity * ((ball + half) * std::cos(a) + ball * a * std::sin(a));
}
std::array<double, 3> bar_at(double a) {
  return {-(ball + half) * std::sin(a) + ball * a * std::cos(a),
          (ball + half) * std::cos(a) + ball * a * std::sin(a), a};
}
std::string bar_start(double a) {
  const auto p = bar_at(a);
  return "[" + text(p[0]) + "; " + text(p[1]) + "; " + text(a) + "]";
}
const Parameters bar_by_velocities{
    {"M", "[2; 2; 0.3]"},
    {"Positions", "[]"},
    {"A", "[1, 0, q(2) - 0.5*cos(q(3)); 0, 1, -0.5*sin(q(3)) - q(1)]"},
};

}  // namespace

// The rows of A that hold the contact point at rest turn with the bar; the term dA/dt v is what makes them
// hold.
TEST(ConstrainedMotion, ABarRollsOnABall) {
  Parameters parameters = bar_by_velocities;
  parameters["q0"] = bar_start(0.4);
  for (const char* solver : {"dop853", "ode45", "radau5", "ode15s", "ode113"}) {
    MotionModel model(parameters, "[0; -19.62; 0]");
    model.m.set("Solver", solver);
    const bool low_order = std::string(solver) == "ode15s";
    const RunOutcome run = finished_run(model.m);
    const auto end = integrated<2>(rocking, {0.4, 0}, 0, 2);
    const auto p = bar_at(end[0]);
    const double close = low_order ? 1e-7 : 1e-9;
    EXPECT_NEAR(value_at(run, "q[3]", 2), end[0], close) << solver;
    EXPECT_NEAR(value_at(run, "v[3]", 2), end[1], close * 10) << solver;
    EXPECT_NEAR(value_at(run, "q[1]", 2), p[0], close) << solver;
    EXPECT_NEAR(value_at(run, "q[2]", 2), p[1], close) << solver;
    for (const char* row : {"residual[1]", "residual[2]"}) EXPECT_LT(largest(run, row), 1e-14) << solver;
    const double energy = value_at(run, "T", 2) + mass * gravity * value_at(run, "q[2]", 2);
    EXPECT_NEAR(energy, bar_energy(0.4, 0), low_order ? 1e-6 : 1e-8) << solver;
  }
}

// The same by constraints on positions, which stay satisfied; with a step so long that its errors show.
TEST(ConstrainedMotion, PositionsStayOnTheirConstraints) {
  const Parameters parameters{
      {"M", "[2; 2; 0.3]"},
      {"Positions",
       "[q(1) + 0.55*sin(q(3)) - 0.5*q(3)*cos(q(3)); q(2) - 0.55*cos(q(3)) - 0.5*q(3)*sin(q(3))]"},
      {"q0", bar_start(0.4)}};
  MotionModel model(parameters, "[0; -19.62; 0]");
  model.m.set("Solver", "ode4").set("FixedStep", "0.01").set("StopTime", "10");
  model.m.set("RelTol", "1e-3").set("AbsTol", "1e-3");
  const RunOutcome run = finished_run(model.m);
  for (int k = 1; k <= 4; ++k) EXPECT_LT(largest(run, "residual[" + std::to_string(k) + "]"), 1e-14) << k;
  const std::vector<double> time = run.column("time"), a = run.column("q[3]"), w = run.column("v[3]");
  double drift = 0;
  for (std::size_t row = 0; row < time.size(); ++row)
    drift = std::max(drift, std::abs(bar_energy(a[row], w[row]) - bar_energy(0.4, 0)));
  EXPECT_LT(drift, 1e-3);
  const auto end = integrated<2>(rocking, {0.4, 0}, 0, 2);
  EXPECT_NEAR(value_at(run, "q[3]", 2), end[0], 1e-6);
}

// Cart and pendulum, with all of the mass matrix of (s, theta), whose cart is driven along u(t). With s
// given, theta'' = -(g sin theta + s'' cos theta)/L; the multiplier is the force that drives the cart.
TEST(ConstrainedMotion, AnInertiaMatrixThatDependsOnPositions) {
  const Parameters parameters{{"M", "[3 0.5*0.8*cos(q(2)); 0.5*0.8*cos(q(2)) 0.5*0.8^2]"},
                              {"Positions", "q(1) - u"},
                              {"Prescribes", "on"},
                              {"q0", "[0; 0.3]"},
                              {"v0", "[1; 0]"}};
  MotionModel model(parameters, "[0; -0.5*9.81*0.8*sin(u(2))]", {"0.2*sin(5*t)", "cos(5*t)", "-5*sin(5*t)"});
  const RunOutcome run = finished_run(model.m);
  const auto end = integrated<2>(
      [](double t, const std::array<double, 2>& x) {
        return std::array{x[1], -(9.81 * std::sin(x[0]) - 5 * std::sin(5 * t) * std::cos(x[0])) / 0.8};
      },
      {0.3, 0}, 0, 2);
  EXPECT_NEAR(value_at(run, "q[2]", 2), end[0], 1e-9);
  EXPECT_NEAR(value_at(run, "v[2]", 2), end[1], 1e-9);
  EXPECT_NEAR(value_at(run, "q[1]", 2), 0.2 * std::sin(10.0), 1e-14);
  EXPECT_NEAR(value_at(run, "v[1]", 2), std::cos(10.0), 1e-14);
  const double a = end[0], w = end[1], sdd = -5 * std::sin(10.0),
               wdd = -(9.81 * std::sin(a) + sdd * std::cos(a)) / 0.8;
  EXPECT_NEAR(value_at(run, "lambda", 2), 3 * sdd + 0.4 * (std::cos(a) * wdd - std::sin(a) * w * w), 1e-7);
}

// The same pendulum as a point held at a distance from a point that moves, explicit in time.
TEST(ConstrainedMotion, AConstraintThatIsExplicitInTime) {
  const Parameters parameters{
      {"M", "0.5"},
      {"Positions", "(q(1) - 0.2*sin(5*t))^2 + q(2)^2 - 0.64"},
      {"q0", "[" + text(0.8 * std::sin(0.3)) + "; " + text(-0.8 * std::cos(0.3)) + "]"},
      {"v0", "[1; 0]"}};
  MotionModel model(parameters, "[0; -0.5*9.81]");
  const RunOutcome run = finished_run(model.m);
  // The start is projected: what is left of (1, 0) - (1, 0), the speed of the pivot, is none across the rod.
  const auto end = integrated<2>(
      [](double t, const std::array<double, 2>& x) {
        return std::array{x[1], -(9.81 * std::sin(x[0]) - 5 * std::sin(5 * t) * std::cos(x[0])) / 0.8};
      },
      {0.3, 0}, 0, 2);
  EXPECT_NEAR(value_at(run, "q[1]", 2), 0.2 * std::sin(10.0) + 0.8 * std::sin(end[0]), 1e-9);
  EXPECT_NEAR(value_at(run, "q[2]", 2), -0.8 * std::cos(end[0]), 1e-9);
  EXPECT_LT(largest(run, "residual[1]"), 1e-14);
  EXPECT_LT(largest(run, "residual[2]"), 1e-13);
}

// A crank of radius 0.1 with a rod of 0.3 whose slider follows x(t): the crank's angle follows by geometry,
// and the multiplier of the stroke is the force that the energy of crank and slider asks for.
TEST(ConstrainedMotion, ACrankWhoseStrokeIsPrescribed) {
  const Parameters parameters{{"M", "[0.02; 1.5; 0.004]"},
                              {"Positions",
                               "[q(2) - 0.1*cos(q(1)) - 0.3*cos(q(3)); 0.1*sin(q(1)) - 0.3*sin(q(3)); "
                               "q(2) - 0.3 - 0.05*sin(8*t)]"},
                              {"q0", "[1.4; 0.3; 0.3]"}};
  MotionModel model(parameters, "[0; 0; 0]");
  model.m.set("MaxStep", "0.004");
  const RunOutcome run = finished_run(model.m);
  const auto angle = [](double t) {  // of the crank, by the law of cosines
    const double x = 0.3 + 0.05 * std::sin(8 * t);
    return std::acos((x * x + 0.01 - 0.09) / (2 * x * 0.1));
  };
  for (double t : {0.7, 1.3, 2.0}) {
    const auto rows = run.column("time");
    const std::size_t row =
        static_cast<std::size_t>(std::upper_bound(rows.begin(), rows.end(), t) - rows.begin() - 1);
    EXPECT_NEAR(run.column("q[1]")[row], angle(rows[row]), 1e-12) << t;
    constexpr double d = 1e-5;
    EXPECT_NEAR(run.column("v[1]")[row], (angle(rows[row] + d) - angle(rows[row] - d)) / (2 * d), 1e-6) << t;
  }
  // Power into the stroke is the change of the kinetic energy.
  const std::vector<double> time = run.column("time"), v = run.column("v[2]"),
                            force = run.column("lambda[3]"), energy = run.column("T");
  double work = 0;
  for (std::size_t k = 2; k < time.size(); ++k)  // from behind the projection at the start
    work += (time[k] - time[k - 1]) * (v[k] * force[k] + v[k - 1] * force[k - 1]) / 2;
  EXPECT_NEAR(work, energy.back() - energy[1], 2e-4 * largest(run, "T"));
}

// A row that says what another does shares its load and changes nothing; one that vanishes holds nothing.
TEST(ConstrainedMotion, RedundantRowsChangeNothing) {
  const char *once = "q(1)^2 + q(2)^2 - 1", *twice = "[q(1)^2 + q(2)^2 - 1; 2*(q(1)^2 + q(2)^2 - 1); 0*q(1)]";
  double q[2][2], pull[2];
  for (int k = 0; k < 2; ++k) {
    MotionModel model({{"M", "2"}, {"Positions", k == 0 ? once : twice}}, "[0; -19.62]");
    const RunOutcome run = finished_run(model.m);
    q[k][0] = value_at(run, "q[1]", 2), q[k][1] = value_at(run, "q[2]", 2);
    pull[k] = k == 0 ? value_at(run, "lambda", 2)
                     : value_at(run, "lambda[1]", 2) + 2 * value_at(run, "lambda[2]", 2);
  }
  EXPECT_NEAR(q[0][0], q[1][0], 1e-11);
  EXPECT_NEAR(q[0][1], q[1][1], 1e-11);
  EXPECT_NEAR(pull[0], pull[1], 1e-8);
}

// A ball on a string of length 1 falls freely from (0.6, 0) until it is taut at (0.6, -0.8): the speed along
// the string is lost, that across it stays.
TEST(ConstrainedMotion, ARowThatBecomesActiveIsAnImpact) {
  for (const char* solver : {"dop853", "ode45", "ode15s"}) {
    ModelBuilder m;
    const Id ball = m.block("constraints/constrained_motion", "ball",
                            {{"M", "2"}, {"Switches", "on"}, {"q0", "[0.6; 0]"}}),
             force = m.block("sources/constant", "weight", {{"value", "[0; -20]"}});
    m.connect(force, 0, ball, 0);
    m.connect(m.block("sources/step", "taut at", {{"StepTime", "0.4"}}), 0, ball, 1);
    const char* names[] = {"q", "v", "lambda", "residual", "T"};
    for (int k = 0; k < 5; ++k) {
      m.connect(ball, k, m.block("sinks/scope", std::string(names[k]) + " scope"), 0);
      m.diagram.blocks.at(ball).signal_names[k] = names[k];
    }
    m.set("StopTime", "0.5").set("Solver", solver).set("RelTol", "1e-9").set("AbsTol", "1e-11");
    const RunOutcome run = finished_run(m);
    // Across the string: (0, -4) . (0.8, 0.6) = -2.4.
    EXPECT_NEAR(value_at(run, "v[1]", 0.4), -2.4 * 0.8, 1e-9) << solver;
    EXPECT_NEAR(value_at(run, "v[2]", 0.4), -2.4 * 0.6, 1e-9) << solver;
    EXPECT_NEAR(value_at(run, "T", 0.4), 2.4 * 2.4, 1e-9) << solver;
    ASSERT_EQ(run.statistics.jumps.size(), 1u) << solver;
  }
}

namespace {

// Positions behind the start, with no time to move.
std::array<double, 2> assembled(const Parameters& more) {
  Parameters parameters{{"Positions", "q(1)^2 + q(2)^2 - 1"}, {"v0", "0"}};
  for (const auto& [name, value] : more) parameters[name] = value;
  MotionModel model(parameters, "[0; 0]");
  model.m.set("StopTime", "1e-9");
  const RunOutcome run = finished_run(model.m);
  EXPECT_LT(std::abs(run.column("residual[1]").back()), 4e-16);
  return {run.column("q[1]").back(), run.column("q[2]").back()};
}

}  // namespace

// The nearest point of a circle; of an ellipse in coordinates in which the circle is one; and with masses
// that depend on the position both approaches, whose minima satisfy the conditions worked out by hand.
TEST(ConstrainedMotion, ThePositionsAtTheStartAreTheNearestInEnergy) {
  const auto plain = assembled({{"M", "3"}, {"q0", "[3; 4]"}});
  EXPECT_NEAR(plain[0], 0.6, 1e-14);
  EXPECT_NEAR(plain[1], 0.8, 1e-14);
  const double a = 1.5, b = 0.5;
  const auto across = [](const std::array<double, 2>& q, double gx, double gy) {
    return gx * q[1] - gy * q[0];
  };
  // dT/dq is along the gradient of the constraint, 2 q.
  const auto weighted = assembled({{"M", "[4; 1]"}, {"q0", "[1.5; 0.5]"}});
  EXPECT_NEAR(across(weighted, 4 * (weighted[0] - a), weighted[1] - b), 0, 1e-12);
  const Parameters moving{{"M", "[1 + 4*q(1)^2; 1]"}, {"q0", "[1.5; 0.5]"}};
  const auto before = assembled(moving);
  EXPECT_NEAR(across(before, 10 * (before[0] - a), before[1] - b), 0, 1e-11);
  Parameters at_the_new = moving;
  at_the_new["Approach"] = "at the new state";
  const auto behind = assembled(at_the_new);
  const double x = behind[0], gx = (1 + 4 * x * x) * (x - a) + 4 * x * (x - a) * (x - a);
  EXPECT_NEAR(across(behind, gx, behind[1] - b), 0, 1e-11);
  EXPECT_GT(std::abs(behind[0] - before[0]), 1e-3);
}

// A skate on a plane: it does not slide sideways, and turns at a given rate; then it goes round in a circle.
TEST(ConstrainedMotion, RowsForVelocitiesThatNoPositionsSay) {
  MotionModel model({{"M", "[2; 2; 0.1]"},
                     {"Positions", "[]"},
                     {"A", "[-sin(q(3)), cos(q(3)), 0; 0, 0, 1]"},
                     {"b", "[0; 1.5]"},
                     {"q0", "[0; 0; 0]"},
                     {"v0", "[3; 1; 0]"}},
                    "[0; 0; 0]");
  const RunOutcome run = finished_run(model.m);
  for (double t : {1.0, 2.0}) {
    const double at = run.column("time")[0] + t;
    EXPECT_NEAR(value_at(run, "q[3]", at), 1.5 * at, 0.2);
  }
  EXPECT_NEAR(value_at(run, "q[1]", 2), 3 / 1.5 * std::sin(3.0), 1e-9);
  EXPECT_NEAR(value_at(run, "q[2]", 2), 3 / 1.5 * (1 - std::cos(3.0)), 1e-9);
  // The centripetal force.
  EXPECT_NEAR(std::abs(value_at(run, "lambda[1]", 2)), 2 * 3 * 1.5, 1e-7);
}

TEST(ConstrainedMotion, SaysWhatDoesNotFit) {
  const auto refused = [](const Parameters& parameters, const char* part) {
    expect_refused(MotionModel(parameters, "[0; 0]").m.diagram, part);
  };
  refused({{"Positions", "[]"}}, "there are no constraints");
  refused({{"Positions", "q(3)"}}, "index 3 is not between 1 and 2");
  refused({{"Positions", "q(1)*1i"}}, "the constraints on positions are complex");
  refused({{"M", "[1; 2; 3]"}}, "there are masses of [3] for 2 states");
  refused({{"A", "[1 2 3]"}}, "for 2 velocities there are rows A of [3]");
  refused({{"A", "[1 0; 0 1]"}, {"b", "[1; 2; 3]"}}, "for 2 rows of A there are values b of [3]");
  refused({{"v0", "[1; 2; 3]"}}, "there are not as many initial velocities as initial positions");
  const auto fails = [](const Parameters& parameters, const char* part) {
    const RunOutcome run = run_diagram(MotionModel(parameters, "[0; 0]").m.diagram);
    EXPECT_EQ(run.end, RunEnd::Failed);
    EXPECT_NE(run.messages().find(part), std::string::npos) << run.messages();
  };
  fails({{"Positions", "q(1)^2 + q(2)^2 + 1"}}, "no solution near the positions it has");
  fails({{"M", "[-1; -1]"}, {"v0", "[0; 1]"}}, "gives the velocities a negative energy");
  ModelBuilder m = MotionModel({{"Switches", "on"}}, "[0; 0]", {"[1; 1; 1]"}).m;
  expect_refused(m.diagram, "input active has 3 elements, and there are 1 constraint");
}

// Linear constraints with random numbers, one of them twice: Constrained Dynamics, which is told the
// matrices, has the same speeds and multipliers.
TEST(ConstrainedMotion, AgreesWithConstrainedDynamics) {
  const Parameters parameters{
      {"M", "[3 1 0; 1 2 0.5; 0 0.5 1]"},
      {"Positions", "[q(1) - 2*q(2) + q(3) - sin(t); 2*q(1) - 4*q(2) + 2*q(3) - 2*sin(t)]"},
      {"q0", "[0; 0; 0]"},
      {"v0", "[1; 0; 2]"}};
  MotionModel model(parameters, "[1; -2; 0.5]");
  ModelBuilder& m = model.m;
  const Id other = m.block("constraints/constrained_dynamics", "other",
                           {{"M", "[3 1 0; 1 2 0.5; 0 0.5 1]"},
                            {"A", "[1 -2 1; 2 -4 2]"},
                            {"v0", "[1; 0; 2]"},
                            {"Prescribes", "on"}});
  const char* inputs[] = {"[1; -2; 0.5]", "1", "[cos(t); 2*cos(t)]", "[-sin(t); -2*sin(t)]"};
  for (int k = 0; k < 4; ++k)
    m.connect(m.block("sources/expression", "other " + std::to_string(k), {{"Expression", inputs[k]}}), 0,
              other, k);
  const char* names[] = {"w", "mu"};
  for (int k = 0; k < 2; ++k) {
    m.connect(other, k, m.block("sinks/scope", std::string(names[k]) + " scope"), 0);
    m.diagram.blocks.at(other).signal_names[k] = names[k];
  }
  const RunOutcome run = finished_run(m);
  for (const char* k : {"[1]", "[2]", "[3]"})
    EXPECT_NEAR(value_at(run, "v" + std::string(k), 2), value_at(run, "w" + std::string(k), 2), 1e-9) << k;
  for (const char* k : {"[1]", "[2]"})
    EXPECT_NEAR(value_at(run, "lambda" + std::string(k), 2), value_at(run, "mu" + std::string(k), 2), 1e-9)
        << k;
}

// A mass matrix may be singular: a body without mass goes where the others put it, and its energy is no less
// than nothing.
TEST(ConstrainedMotion, ABodyWithoutMass) {
  MotionModel model({{"M", "[1 1; 1 1]"}, {"Positions", "q(1) - q(2)"}, {"q0", "[0; 0]"}, {"v0", "[1; 1]"}},
                    "[3; 1]");
  const RunOutcome run = finished_run(model.m);
  EXPECT_NEAR(value_at(run, "v[1]", 2), 1 + 2 * 1.0, 1e-9);
  EXPECT_NEAR(value_at(run, "v[2]", 2), 1 + 2 * 1.0, 1e-9);
}

// What the settings leave off stays off.
TEST(ConstrainedMotion, WithoutProjectionConstraintsDrift) {
  MotionModel model({{"M", "2"}}, "[0; -19.62]");
  model.m.set("Solver", "ode4").set("FixedStep", "0.02").set("Projection", "off");
  model.m.set("RelTol", "1e-3").set("AbsTol", "1e-3");
  EXPECT_GT(largest(finished_run(model.m), "residual[1]"), 1e-9);
  model.m.set("Projection", "standard");
  EXPECT_LT(largest(finished_run(model.m), "residual[1]"), 1e-15);
}
