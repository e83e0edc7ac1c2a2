// The examples of elementary blocks that lock and stick, with fixed steps: the events are noticed late, up to
// a step, and what they conserve is conserved all the same.
#include "sim_core/base/text.h"
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

Id block_named(const Diagram& diagram, const std::string& name, Id parent = no_id) {
  for (const auto& [id, block] : diagram.blocks)
    if (block.name == name && block.parent == parent) return id;
  ADD_FAILURE() << "no block " << name;
  return no_id;
}

Id add(Diagram& diagram, Id parent, const std::string& type, const std::string& name,
       std::map<std::string, std::string> parameters = {}) {
  const Id id = diagram.new_id();
  Block block;
  block.type = type, block.name = name, block.parameters = std::move(parameters), block.parent = parent;
  diagram.blocks[id] = std::move(block);
  return id;
}

void connect(Diagram& diagram, Id from, Id to, int input = 0) {
  Line line;
  line.source = {from, 0}, line.target = {to, input}, line.parent = diagram.blocks.at(from).parent;
  diagram.lines[diagram.new_id()] = std::move(line);
}

// The momentum of the plates while they slip, by an integrator of its own: p' = Tin - be we - bv wv.
void measure_momentum(Diagram& diagram) {
  const Id unlocked = block_named(diagram, "Unlocked"),
           signals = add(diagram, unlocked, "routing/mux", "three", {{"inputs", "3"}}),
           rate = add(diagram, unlocked, "user_defined/fcn", "rate",
                      {{"expression", "u(1) - be*u(2) - bv*u(3)"}}),
           momentum = add(diagram, unlocked, "continuous/integrator", "p");
  int input = 0;
  for (const char* name : {"Tin", "we", "wv"})
    connect(diagram, block_named(diagram, name, unlocked), signals, input++);
  connect(diagram, signals, rate);
  connect(diagram, rate, momentum);
  connect(diagram, momentum, add(diagram, unlocked, "sinks/scope", "p scope"));
}

}  // namespace

// The momentum by itself is linear in the states, so a Runge-Kutta method keeps p = Ie we + Iv wv to rounding
// over any step, past the instant of the lock too. Behind it both turn with p/(Ie + Iv).
TEST(FixedSteps, TheClutchKeepsItsMomentum) {
  for (const std::string& solver : fixed_step_solvers())
    for (const char* step : {"0.03", "0.005"}) {
      SCOPED_TRACE(solver + " " + step);
      Diagram diagram = with_steps("clutch", solver, step);
      measure_momentum(diagram);
      const auto done = run(diagram);
      ASSERT_TRUE(done);
      const SignalLog& log = done.log();
      const int p = column(log, "p"), we = column(log, "we"), wv = column(log, "wv"),
                locked = column(log, "locked");
      int changes = 0;
      for (std::size_t row = 1; row < log.size(); ++row) {
        const bool now = log.value(locked, row) != 0, before = log.value(locked, row - 1) != 0;
        changes += now != before;
        if (now) {
          EXPECT_EQ(log.value(we, row), log.value(wv, row));
        }
        if (now && !before) {
          EXPECT_NEAR(6 * log.value(we, row), log.value(p, row), 1e-12) << log.time(row);
        }
      }
      EXPECT_EQ(changes, 2);  // it locks once and lets go once
      // The end by the closed form: the momentum is that of events noticed up to a step late.
      EXPECT_NEAR(log.value(wv, log.size() - 1), 0.174584847035323, 0.1 * parse_number(step).value());
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
      if (now && before) {
        EXPECT_EQ(log.value(v, row), 0.2) << log.time(row);
      }
    }
    EXPECT_EQ(caught, 6);
    EXPECT_NEAR(log.value(x, log.size() - 1), 0.104639740021157,
                solver == "ode1" || solver == "ode1be" ? 0.03 : 0.01);
  }
}

}  // namespace sim
