// Delays in whole models, against closed forms: delayed sources, delay differential equations by the method
// of steps, jumps, delays that change, orders of methods.
#include "sim_core/simulate/histories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numbers>

#include "sim_core/compile/compile.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"
#include "tests/support/refused_run.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

using Signal = std::function<double(double)>;

double largest_error(const RunOutcome& outcome, const std::string& name, const Signal& f) {
  EXPECT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  const auto t = outcome.times(), y = outcome.column(name);
  EXPECT_GT(t.size(), 2u);
  double worst = 0;
  for (std::size_t k = 0; k < t.size(); ++k) worst = std::max(worst, std::fabs(y[k] - f(t[k])));
  return worst;
}

// dx/dt = -x(t - 1), x = 1 up to t = 0.
ModelBuilder decay_by_the_past() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           past = m.block("continuous/transport_delay", "Past", {{"initial", "1"}}),
           minus = m.block("math/gain", "minus", {{"k", "-1"}});
  m.connect(x, past).connect(past, minus).connect(minus, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "5").set("MaxStep", "5");
  return m;
}

// By the method of steps: on each interval a polynomial.
double decay_by_the_past_at(double t) {
  double sum = 0, term = 1;
  for (int k = 0; k == 0 || t > k - 1; ++k) {
    if (k > 0) term = std::pow(k - 1 - t, k) / std::tgamma(k + 1);
    sum += term;
  }
  return sum;
}

// dx/dt = 1.5 x (1 - x(t - 1)), x = 0.5 up to t = 0: G. E. Hutchinson's population.
ModelBuilder hutchinson(const std::string& solver) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "0.5"}}),
           past = m.block("continuous/transport_delay", "Past", {{"initial", "0.5"}}),
           both = m.block("routing/mux", "Both"),
           growth = m.block("user_defined/fcn", "Growth", {{"expression", "1.5*u(1)*(1 - u(2))"}});
  m.connect(x, past).connect(x, both, 0).connect(past, both, 1).connect(both, growth).connect(growth, x);
  m.connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "6").set("MaxStep", "6").set("Solver", solver);
  return m;
}

// A source of the time alone, delayed.
ModelBuilder delayed(const std::string& expression, const std::string& type,
                     const std::map<std::string, std::string>& parameters, const std::string& delay = {}) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           f = m.block("user_defined/fcn", "f", {{"expression", expression}}),
           block = m.block(type, "Delay", parameters);
  m.connect(clock, f).connect(f, block).connect(block, m.block("sinks/scope", "Scope"));
  if (delay.empty()) return m;
  const Id tau = m.block("user_defined/fcn", "tau", {{"expression", delay}});
  m.connect(clock, tau).connect(tau, block, 1);
  return m;
}

}  // namespace

TEST(TransportDelay, DelaysASine) {
  ModelBuilder m = delayed("sin(u)", "continuous/transport_delay", {{"delay", "0.7"}});
  for (const char* solver : {"ode45", "ode23", "ode4", "ode8"}) {
    m.set("Solver", solver).set("FixedStep", "0.1");
    EXPECT_LT(largest_error(run_diagram(m.diagram), "Delay",
                            [](double t) { return t <= 0.7 ? 0 : std::sin(t - 0.7); }),
              2e-7)
        << solver;
  }
}

TEST(TransportDelay, EachElementMayHaveItsOwn) {
  ModelBuilder m =
      delayed("cos(u)", "continuous/transport_delay", {{"delay", "[0.5, 1.25]"}, {"initial", "[-1, 1]"}});
  const RunOutcome outcome = run_diagram(m.diagram);
  for (auto [name, delay, initial] : {std::tuple{"Delay[1]", 0.5, -1.0}, std::tuple{"Delay[2]", 1.25, 1.0}}) {
    const auto t = outcome.times(), y = outcome.column(name);
    ASSERT_FALSE(y.empty()) << outcome.messages();
    for (std::size_t k = 0; k < t.size(); ++k) {
      if (t[k] == delay) continue;  // both sides
      EXPECT_NEAR(y[k], t[k] < delay ? initial : std::cos(t[k] - delay), 1e-8) << name << " at " << t[k];
    }
  }
}

TEST(TransportDelay, OfNothingIsRefused) {
  for (const char* delay : {"0", "-1", "[1, 0]"}) {
    const RunOutcome outcome =
        run_diagram(delayed("u", "continuous/transport_delay", {{"delay", delay}}).diagram);
    expect_refused(outcome, "not more than 0");
  }
}

TEST(TransportDelay, LongerThanTheRunGivesTheInitialOutput) {
  const RunOutcome outcome = run_diagram(
      delayed("sin(u)", "continuous/transport_delay", {{"delay", "100"}, {"initial", "1/3"}}).diagram);
  EXPECT_EQ(largest_error(outcome, "Delay", [](double) { return 1.0 / 3; }), 0);
}

// A pulse through two delays: up and down are where the sums of the times say, to the last bit, with a row on
// each side.
TEST(TransportDelay, PassesJumpsOnExactly) {
  ModelBuilder m;
  const Id up = m.block("sources/step", "Up", {{"time", "0.3"}}),
           down = m.block("sources/step", "Down", {{"time", "sqrt(0.5)"}}),
           pulse = m.block("math/sum", "Pulse", {{"signs", "+-"}}),
           first = m.block("continuous/transport_delay", "First", {{"delay", "1/3"}}),
           second = m.block("continuous/transport_delay", "Second", {{"delay", "exp(1)"}}),
           x = m.block("continuous/integrator", "x"),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(up, pulse, 0).connect(down, pulse, 1).connect(pulse, first).connect(first, second);
  m.connect(second, x).connect(second, scope, 0).connect(x, scope, 1);
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  const auto t = outcome.times(), y = outcome.column("Second");
  std::vector<double> jumps;
  for (std::size_t k = 1; k < t.size(); ++k) {
    EXPECT_TRUE(y[k] == 0 || y[k] == 1) << y[k];
    if (y[k] == y[k - 1]) continue;
    EXPECT_EQ(t[k], t[k - 1]);
    jumps.push_back(t[k]);
  }
  const double e = std::exp(1.0);
  EXPECT_EQ(jumps, (std::vector<double>{0.3 + 1.0 / 3 + e, std::sqrt(0.5) + 1.0 / 3 + e}));
  EXPECT_NEAR(outcome.column("x").back(), std::sqrt(0.5) - 0.3, 1e-14);
}

TEST(TransportDelay, OfAJumpOnAFixedGridIsSeenAtItsSample) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "Step", {{"time", "0.3"}}),
           past = m.block("continuous/transport_delay", "Past", {{"delay", "0.6"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(step, past).connect(past, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode4").set("FixedStep", "0.1").set("StopTime", "2");
  EXPECT_NEAR(run_diagram(m.diagram).column("x").back(), 1.1, 1e-13);
}

TEST(DelayEquation, IsThatOfTheMethodOfSteps) {
  ModelBuilder m = decay_by_the_past();
  EXPECT_NEAR(decay_by_the_past_at(2), -0.5, 1e-15);
  for (const char* solver : {"ode45", "ode23"}) {
    m.set("Solver", solver).set("RelTol", "1e-10");
    EXPECT_LT(largest_error(run_diagram(m.diagram), "x", decay_by_the_past_at), 1e-9) << solver;
  }
}

// The kink of the start goes round, one order smoother each time: ode45 steps to where it can tell.
TEST(DelayEquation, BreakpointsArePropagated) {
  const auto t = run_diagram(decay_by_the_past().diagram).times();
  for (double at : {1.0, 2.0, 3.0, 4.0}) EXPECT_TRUE(std::find(t.begin(), t.end(), at) != t.end()) << at;
}

TEST(DelayEquation, ConvergesWithTheTolerance) {
  ModelBuilder exact = hutchinson("ode45");
  exact.set("RelTol", "1e-13");
  const double end = run_diagram(exact.diagram).column("x").back();
  for (const char* solver : {"ode45", "ode23"})
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
      ModelBuilder m = hutchinson(solver);
      m.set("RelTol", to_text(tolerance)).set("AbsTol", to_text(tolerance));
      EXPECT_LT(std::fabs(run_diagram(m.diagram).column("x").back() - end), 40 * tolerance)
          << solver << " " << tolerance;
    }
}

TEST(DelayEquation, FixedStepsHaveTheOrderOfTheMethod) {
  ModelBuilder exact = hutchinson("ode8");
  exact.set("FixedStep", "1/128");
  const double end = run_diagram(exact.diagram).column("x").back();
  for (auto [solver, order, coarse] :
       {std::tuple{"ode1", 1, 64}, std::tuple{"ode2", 2, 32}, std::tuple{"ode3", 3, 16},
        std::tuple{"ode4", 4, 16}, std::tuple{"ode5", 5, 16}, std::tuple{"ode8", 8, 16}}) {
    double error[2];
    for (int k : {0, 1}) {
      ModelBuilder m = hutchinson(solver);
      m.set("FixedStep", "1/" + std::to_string(coarse << k));
      error[k] = std::fabs(run_diagram(m.diagram).column("x").back() - end);
    }
    EXPECT_GT(std::log2(error[0] / error[1]), order - 0.35) << solver << " " << error[0] << " " << error[1];
  }
}

TEST(DelayEquation, AVeryShortDelayIsExtrapolatedAndSaid) {
  ModelBuilder m = decay_by_the_past();
  for (auto& [id, block] : m.diagram.blocks)
    if (block.name == "Past") block.parameters["delay"] = "1e-6";
  m.set("MaxStep", "0.1").set("RelTol", "1e-6");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_LT(largest_error(outcome, "x", [](double t) { return std::exp(-t * (1 + 1e-6)); }), 1e-4);
  EXPECT_LT(outcome.statistics.steps, 2000u);
  EXPECT_NE(outcome.messages().find("very short"), std::string::npos) << outcome.messages();
  m.set("Solver", "ode4").set("FixedStep", "0.01");
  const RunOutcome fixed = run_diagram(m.diagram);
  EXPECT_LT(largest_error(fixed, "x", [](double t) { return std::exp(-t * (1 + 1e-6)); }), 1e-4);
  EXPECT_NE(fixed.messages().find("shorter than the step"), std::string::npos) << fixed.messages();
}

TEST(VariableTimeDelay, ReadsWhereItsDelaySays) {
  ModelBuilder m = delayed("sin(u)", "continuous/variable_time_delay", {}, "1 + 0.5*sin(u)");
  const auto exact = [](double t) {
    const double query = t - 1 - 0.5 * std::sin(t);
    return query < 0 ? 0 : std::sin(query);
  };
  for (const char* solver : {"ode45", "ode23", "ode8"}) {
    m.set("Solver", solver).set("FixedStep", "0.1");
    EXPECT_LT(largest_error(run_diagram(m.diagram), "Delay", exact), 1e-7) << solver;
  }
}

// x = exp(-t) solves dx/dt = -x(t - tau) exp(-tau) for any tau(t), also one that depends on x.
TEST(VariableTimeDelay, InALoopWithAStateDependentDelay) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           tau = m.block("user_defined/fcn", "tau", {{"expression", "t*(1 - 0.5*u)"}}),
           past = m.block("continuous/variable_time_delay", "Past", {{"initial", "1"}}),
           both = m.block("routing/mux", "Both"),
           f = m.block("user_defined/fcn", "f", {{"expression", "-u(1)*exp(-u(2))"}});
  m.connect(x, tau).connect(x, past, 0).connect(tau, past, 1).connect(past, both, 0).connect(tau, both, 1);
  m.connect(both, f).connect(f, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "5").set("RelTol", "1e-8").set("AbsTol", "1e-10");
  EXPECT_LT(largest_error(run_diagram(m.diagram), "x", [](double t) { return std::exp(-t); }), 1e-6);
}

TEST(VariableTimeDelay, BeyondTheMaximumIsCutAndSaid) {
  ModelBuilder m = delayed("u", "continuous/variable_time_delay", {{"maximum", "2"}}, "5 + 0*u");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_LT(largest_error(outcome, "Delay", [](double t) { return std::max(0.0, t - 2); }), 1e-12);
  EXPECT_NE(outcome.messages().find("longer than the maximum"), std::string::npos) << outcome.messages();
}

// The speed is 1 + 0.5 cos(t): what entered at s leaves when s + 0.5 sin(s) has grown by 1. Carried is that
// sum itself.
TEST(VariableTransportDelay, CarriesThroughAPipe) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           u = m.block("user_defined/fcn", "u", {{"expression", "u + 0.5*sin(u)"}}),
           passage = m.block("user_defined/fcn", "passage", {{"expression", "1/(1 + 0.5*cos(u))"}}),
           pipe = m.block("continuous/variable_transport_delay", "Pipe");
  m.connect(clock, u).connect(clock, passage).connect(u, pipe, 0).connect(passage, pipe, 1);
  m.connect(pipe, m.block("sinks/scope", "Scope")).set("RelTol", "1e-8");
  const auto exact = [](double t) { return std::max(0.0, t + 0.5 * std::sin(t) - 1); };
  EXPECT_LT(largest_error(run_diagram(m.diagram), "Pipe", exact), 1e-6);
}

// Kept and given to another run half way: what follows is the same to the last bit.
TEST(Histories, AreRestoredToTheLastBit) {
  const ModelBuilder m = decay_by_the_past();
  static const BlockLibrary library = standard_library();
  auto compiled = compile(m.diagram, library);
  ASSERT_TRUE(compiled);
  RunOptions options;
  options.method = find_method("ode4");
  options.fixed_step = 0.125;
  struct Run {
    ModelEquations equations;
    Histories histories;
    OdeProblem problem;
    std::unique_ptr<Stepper> stepper;
    Run(std::shared_ptr<const Program> program, const RunOptions& options)
        : equations(std::move(program)),
          histories(equations, options, [](double t) { return t; }),
          problem(equations.problem({})),
          stepper(options.method->make(problem, {})) {}
    void step(int count) {
      for (int k = 0; k < count; ++k) {
        stepper->attempt(stepper->time() + 0.125);
        stepper->accept();
        histories.accepted(*stepper);
        histories.arrive(stepper->time());
        histories.settled(stepper->time(), stepper->state(), false);
      }
    }
  };
  Run first(compiled->program, options), second(compiled->program, options);
  const std::vector<double> one{1.0};
  first.histories.prepare(0);
  first.stepper->restart(0, one);
  first.histories.settled(0, one, false);
  first.step(21);
  second.histories.restore(first.histories.save());
  second.stepper->restart(first.stepper->time(), first.stepper->state());
  for (Run* run : {&first, &second}) run->step(20);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(first.stepper->state()[0]),
            std::bit_cast<std::uint64_t>(second.stepper->state()[0]));
  EXPECT_NEAR(first.stepper->state()[0], decay_by_the_past_at(41 * 0.125), 1e-5);
}

}  // namespace sim
