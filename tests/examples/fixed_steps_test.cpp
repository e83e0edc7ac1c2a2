// The examples of elementary blocks that lock and stick, with fixed steps: the events are noticed late, up to
// a step, and what they conserve is conserved all the same.
#include "sim_core/solvers/methods/registry.h"
#include "tests/examples/example_run.h"

namespace sim {

namespace {

std::vector<std::string> fixed_step_solvers() {
  std::vector<std::string> names;
  for (const Method& method : methods())
    if (method.kind == StepKind::Fixed && method.name != "discrete") names.emplace_back(method.name);
  return names;
}

Diagram with_steps(const std::string& example, const std::string& solver, const std::string& step) {
  Diagram diagram = load(example);
  diagram.settings["Solver"] = solver;
  diagram.settings["FixedStep"] = step;
  return diagram;
}

Id block_named(const Diagram& diagram, const std::string& name) {
  for (const auto& [id, block] : diagram.blocks)
    if (block.name == name && block.parent == no_id) return id;
  ADD_FAILURE() << "no block " << name;
  return no_id;
}

Id add(Diagram& diagram, const std::string& type, const std::string& name,
       std::map<std::string, std::string> parameters = {}) {
  const Id id = diagram.new_id();
  Block block;
  block.type = type, block.name = name, block.parameters = std::move(parameters);
  diagram.blocks[id] = std::move(block);
  return id;
}

void connect(Diagram& diagram, Id from, Id to, int input = 0) {
  Line line;
  line.source = {from, 0}, line.target = {to, input};
  diagram.lines[diagram.new_id()] = std::move(line);
}

}  // namespace

// dp/dt = Tin - be we - bv wv is the momentum by itself, whether the clutch slips or not. It is linear in the
// states, so a Runge-Kutta method keeps Ie we + Iv wv - p = 0 to rounding over any step; what an event adds
// to it stays.
TEST(FixedSteps, TheClutchKeepsItsMomentum) {
  for (const std::string& solver : fixed_step_solvers())
    for (const char* step : {"0.03", "0.005"}) {
      SCOPED_TRACE(solver + " " + step);
      Diagram diagram = with_steps("clutch", solver, step);
      const Id signals = add(diagram, "routing/mux", "three", {{"inputs", "3"}}),
               rate = add(diagram, "user_defined/fcn", "rate", {{"expression", "u(1) - be*u(2) - bv*u(3)"}}),
               momentum = add(diagram, "continuous/integrator", "p");
      connect(diagram, block_named(diagram, "Engine torque"), signals, 0);
      connect(diagram, block_named(diagram, "Engine speed"), signals, 1);
      connect(diagram, block_named(diagram, "Vehicle speed"), signals, 2);
      connect(diagram, signals, rate);
      connect(diagram, rate, momentum);
      connect(diagram, momentum, add(diagram, "sinks/scope", "p scope"));
      const auto done = run(diagram);
      ASSERT_TRUE(done);
      const SignalLog& log = done.log();
      const int p = column(log, "p"), we = column(log, "we"), wv = column(log, "wv"),
                locked = column(log, "locked");
      double worst = 0;
      int changes = 0;
      for (std::size_t row = 0; row < log.size(); ++row) {
        worst = std::max(worst, std::fabs(log.value(we, row) + 5 * log.value(wv, row) - log.value(p, row)));
        if (row > 0) changes += log.value(locked, row) != log.value(locked, row - 1);
        if (log.value(locked, row) != 0) EXPECT_EQ(log.value(we, row), log.value(wv, row));
      }
      EXPECT_LT(worst, 5e-13);  // of about 6
      EXPECT_EQ(changes, 2);    // it locks once and lets go once
      // The end by the closed form: the momentum is that of events noticed up to a step late.
      EXPECT_NEAR(log.value(wv, log.size() - 1), 0.174584847035323, 0.1 * std::stod(step));
    }
}

// While the mass sticks it is exactly as fast as the belt, however far past it the step went that noticed.
TEST(FixedSteps, TheMassThatSticksGoesWithTheBelt) {
  for (const std::string& solver : fixed_step_solvers()) {
    SCOPED_TRACE(solver);
    const auto done = run(with_steps("stick_slip", solver, "0.001"));
    ASSERT_TRUE(done);
    const SignalLog& log = done.log();
    const int v = column(log, "v"), x = column(log, "x"), sticks = column(log, "sticks");
    int caught = 0;
    for (std::size_t row = 0; row < log.size(); ++row) {
      const bool now = log.value(sticks, row) != 0, before = row > 0 && log.value(sticks, row - 1) != 0;
      caught += row > 0 && now && !before;
      if (now && before) EXPECT_EQ(log.value(v, row), 0.2) << log.time(row);
    }
    EXPECT_EQ(caught, 6);
    EXPECT_NEAR(log.value(x, log.size() - 1), 0.104639740021157,
                solver == "ode1" || solver == "ode1be" ? 0.03 : 0.01);
  }
}

}  // namespace sim
