// PID controllers with two degrees of freedom, tracking and reset; systems with a singular matrix before
// their derivatives; integrators between stops.
#include <Eigen/Dense>

#include "tests/sim_core/blocks/frequency_response.h"
#include "tests/sim_core/blocks/sampled_block.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

const Settings accurate{{"StopTime", "2"}, {"RelTol", "1e-10"}, {"AbsTol", "1e-12"}};

RunOutcome accurate_run(const std::string& type, const std::map<std::string, std::string>& parameters,
                        const std::vector<std::string>& inputs, int outputs = 1) {
  return run_diagram(one_block(type, parameters, inputs, outputs, accurate).diagram);
}

}  // namespace

TEST(Pid, WeighsTheSetPoint) {
  const std::map<std::string, std::string> gains{{"P", "2"}, {"I", "3"}, {"D", "0.5"}, {"N", "8"}};
  auto weighted = gains;
  weighted["b"] = "0.25", weighted["c"] = "0.5";
  expect_signal(
      accurate_run("continuous/pid_2dof", weighted, {"1 + 0*u", "0*u"}), "Block",
      [](double t) { return 2 * 0.25 + 3 * t + 0.5 * 8 * 0.5 * std::exp(-8 * t); }, 1e-8);
  weighted["Form"] = "Ideal";
  expect_signal(
      accurate_run("continuous/pid_2dof", weighted, {"1 + 0*u", "0*u"}), "Block",
      [](double t) { return 2 * (0.25 + 3 * t + 0.5 * 8 * 0.5 * std::exp(-8 * t)); }, 1e-8);
  // What is measured is not weighted.
  expect_signal(
      accurate_run("continuous/pid_2dof", weighted, {"0*u", "-1 + 0*u"}), "Block",
      [](double t) { return 2 * (1 + 3 * t + 0.5 * 8 * std::exp(-8 * t)); }, 1e-8);
}

TEST(Pid, FollowsWhatItTracks) {
  expect_signal(
      accurate_run("continuous/pid", {{"Controller", "PI"}, {"TrackingMode", "on"}, {"Kt", "4"}},
                   {"0*u", "3 + 0*u"}),
      "Block", [](double t) { return 3 * (1 - std::exp(-4 * t)); }, 1e-8);
  expect_samples("discrete/discrete_pid", {{"Controller", "PI"}, {"TrackingMode", "on"}, {"Kt", "4"}},
                 recurrence(
                     [](int, double& x) {
                       const double y = x;
                       x = x + T * 4 * (3 - y);
                       return y;
                     },
                     0),
                 {"0*u", "3"});
}

TEST(Pid, IsResetAtALocatedEdge) {
  const RunOutcome run =
      accurate_run("continuous/pid",
                   {{"Controller", "I"}, {"InitialConditionForIntegrator", "5"}, {"ExternalReset", "rising"}},
                   {"1 + 0*u", "u - 1.3"});
  expect_signal(run, "Block", [](double t) { return t < 1.3 ? 5 + t : 5 + t - 1.3; }, 1e-9, {1.3});
  expect_events(run, {1.3});
}

TEST(DiscretePid, WeighsTheSetPoint) {
  const std::map<std::string, std::string> parameters{{"P", "2"},    {"I", "3"},   {"D", "0.5"},
                                                      {"b", "0.25"}, {"c", "0.5"}, {"UseFilter", "off"}};
  expect_samples("discrete/discrete_pid_2dof", parameters,
                 recurrence(
                     [](int k, double& x) {
                       const double r = u(k), y = 1;
                       const double last = k == 0 ? 0 : 0.5 * (0.5 * u(k - 1) - y);
                       const double sum = 2 * (0.25 * r - y) + x;
                       x = x + T * 3 * (r - y);
                       return sum + (0.5 * (0.5 * r - y) - last) / T;
                     },
                     0),
                 {input, "1"});
}

// The capacitor of an RC circuit and the node before it, whose equation is algebraic: R i = u - v, C v' = i.
TEST(Descriptor, EliminatesAlgebraicEquations) {
  const std::map<std::string, std::string> circuit{
      {"E", "[0.5 0; 0 0]"}, {"A", "[0 1; -1 -2]"}, {"B", "[0; 1]"}, {"C", "[1 0; 0 1]"}, {"D", "0"},
      {"X0", "[3; 7]"}};
  const RunOutcome run = accurate_run("continuous/descriptor_state_space", circuit, {"1 + 0*u"});
  expect_signal(
      run, "Block[1]", [](double t) { return 1 + 2 * std::exp(-t); }, 1e-8);
  expect_signal(
      run, "Block[2]", [](double t) { return -std::exp(-t); }, 1e-8);
}

TEST(Descriptor, IsItsTransferFunction) {
  const Eigen::Matrix3d E{{1, 2, 0}, {2, 4, 1}, {0, 0, 0}}, A{{-1, 0.5, 2}, {0.3, -2, 0}, {1, 1, -3}};
  const Eigen::Vector3d B(1, -1, 0.5);
  const Eigen::RowVector3d C(2, 0, 1);
  const LinearBlock block =
      linear_block("continuous/descriptor_state_space", {{"E", "[1 2 0; 2 4 1; 0 0 0]"},
                                                         {"A", "[-1 0.5 2; 0.3 -2 0; 1 1 -3]"},
                                                         {"B", "[1; -1; 0.5]"},
                                                         {"C", "[2 0 1]"},
                                                         {"D", "0.25"}});
  EXPECT_EQ(block.states(), 2);
  for (double w : {0.0, 0.4, 3.0, 50.0}) {
    const Eigen::Matrix3cd pencil = std::complex<double>(0, w) * E.cast<std::complex<double>>() - A;
    const std::complex<double> expected =
        (C.cast<std::complex<double>>() * pencil.fullPivLu().solve(B.cast<std::complex<double>>()))(0) + 0.25;
    EXPECT_LT(std::abs(block.response(w) - expected), 1e-11 * (1 + std::abs(expected))) << w;
  }
}

TEST(Descriptor, OfRegularEIsAStateSpaceAndOfHigherIndexIsRefused) {
  const std::map<std::string, std::string> regular{{"E", "[2 0; 0 4]"}, {"A", "[0 2; -4 0]"},
                                                   {"B", "[0; 4]"},     {"C", "[1 0]"},
                                                   {"D", "0"},          {"X0", "[1; 0]"}};
  expect_signal(
      accurate_run("continuous/descriptor_state_space", regular, {"0*u"}), "Block",
      [](double t) { return std::cos(t); }, 1e-8);
  // A gain, without any state.
  expect_signal(
      accurate_run("continuous/descriptor_state_space",
                   {{"E", "0"}, {"A", "-2"}, {"B", "3"}, {"C", "4"}, {"D", "1"}}, {"u"}),
      "Block", [](double t) { return 7 * t; }, 1e-12);
  // x2 = x1', x1 = u.
  const RunOutcome refused = accurate_run(
      "continuous/descriptor_state_space",
      {{"E", "[0 1; 0 0]"}, {"A", "[1 0; 0 1]"}, {"B", "[0; 1]"}, {"C", "[1 0]"}, {"D", "0"}}, {"u"});
  expect_refused(refused, "index above 1");
}

TEST(SecondOrderIntegratorLimited, StopsAtItsLimits) {
  const RunOutcome run = accurate_run("continuous/second_order_integrator_limited", {}, {"1 + 0*u"}, 2);
  expect_signal(
      run, "Block:x", [](double t) { return t < 1 ? t * t / 2 : std::min(t - 0.5, 1.0); }, 1e-9);
  expect_signal(run, "Block:dx", [](double t) { return t < 1 ? t : t < 1.5 ? 1 : 0; }, 1e-9, {1.5});
  expect_events(run, {1, 1.5});
}

}  // namespace sim
