// Every folder of examples/: a model that opens, runs and computes what it says, and is drawn with care.
#include <cstring>

#include "sim_core/solvers/methods/registry.h"
#include "tests/examples/example_run.h"

namespace sim {

namespace {

double largest_magnitude(const SignalLog& log, const std::string& name) {
  double largest = 0;
  for (std::size_t k = 0; k < log.size(); ++k)
    largest = std::max(largest, std::fabs(log.value(column(log, name), k)));
  return largest;
}

Id add_block(Diagram& diagram, const std::string& type, std::map<std::string, std::string> parameters = {}) {
  const Id id = diagram.new_id();
  Block block;
  block.name = type, block.type = type, block.parameters = std::move(parameters);
  diagram.blocks[id] = std::move(block);
  return id;
}

double spacing_of(const Table& table) {
  return table.times.back() / std::round(table.times.back() / (table.times[1] - table.times[0]));
}

// A scope with a clock that has its hits at the times of the table, so that every one of them is logged.
void log_at_times_of(const Table& table, Diagram& diagram) {
  const double spacing = spacing_of(table);
  const Id clock = add_block(diagram, "sources/digital_clock", {{"SampleTime", to_text(spacing)}});
  Line line;
  line.source = {clock, 0}, line.target = {add_block(diagram, "sinks/scope"), 0};
  diagram.lines[diagram.new_id()] = line;
}

// Of chaotic systems only the beginning is known.
void end_with(const Table& table, Diagram& diagram) {
  diagram.settings["StopTime"] = to_text(table.times.back());
}

bool is_stiff(const Diagram& diagram) {
  const auto solver = diagram.settings.find("Solver");
  const Method* method = solver == diagram.settings.end() ? nullptr : find_method(solver->second);
  return method != nullptr && method->implicit;
}

bool has_instants(const Diagram& diagram) {
  const auto prepared = ModelRun::prepare(diagram, library());
  if (!prepared) return false;
  const Program& program = (*prepared)->program();
  return !program.crossings.empty() || !program.rates.empty() || !program.time_events.empty();
}

}  // namespace

class Example : public testing::TestWithParam<std::string> {};

TEST_P(Example, IsSavedAsItWasOpened) {
  Diagram diagram = load(GetParam());
  make_links_relative(diagram, model_path(GetParam()).string());
  EXPECT_EQ(write_diagram(diagram), read_text(model_path(GetParam())));
}

// The start page shows the heading and the first sentence.
TEST_P(Example, SaysWhatItIs) {
  std::istringstream readme(read_text(examples_folder / GetParam() / "readme.md"));
  std::string heading, empty, sentence;
  std::getline(readme, heading), std::getline(readme, empty), std::getline(readme, sentence);
  EXPECT_TRUE(heading.starts_with("# ")) << heading;
  EXPECT_EQ(empty, "");
  EXPECT_TRUE(sentence.size() > 20 && sentence.size() <= 140 && sentence.ends_with(".")) << sentence;
}

TEST_P(Example, IsDrawnOnTheGridWithoutOverlaps) {
  const Diagram diagram = load(GetParam());
  const auto on_grid = [](double v) { return std::fmod(v, 8) == 0; };
  for (const auto& [id, block] : diagram.blocks) {
    EXPECT_TRUE(on_grid(block.position.x) && on_grid(block.position.y)) << block.name;
    for (const auto& [other_id, other] : diagram.blocks) {
      if (other_id <= id || other.parent != block.parent) continue;
      const bool apart = block.position.x + block.size.width < other.position.x ||
                         other.position.x + other.size.width < block.position.x ||
                         block.position.y + block.size.height < other.position.y ||
                         other.position.y + other.size.height < block.position.y;
      EXPECT_TRUE(apart) << block.name << " and " << other.name;
    }
  }
  for (const auto& [id, line] : diagram.lines) {
    EXPECT_TRUE(line.source && line.target) << "a loose line, " << to_number(id);
    for (std::size_t k = 1; k < line.waypoints.size(); ++k)
      EXPECT_NE(line.waypoints[k - 1].x == line.waypoints[k].x,
                line.waypoints[k - 1].y == line.waypoints[k].y)
          << "line " << to_number(id) << " runs askew";
  }
}

TEST_P(Example, RunsToTheEndTheSameWayTwice) {
  const Diagram diagram = load(GetParam());
  const auto first = run(diagram), second = run(diagram);
  ASSERT_TRUE(first && second);
  ASSERT_EQ(first.log().size(), second.log().size());
  for (std::size_t row = 0; row < first.log().size(); ++row)
    for (int c = -1; c < first.log().column_count(); ++c) {
      const double a = first.log().value(c, row), b = second.log().value(c, row);
      ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << "row " << row << ", column " << c;
    }
}

// With the settings it has: at the end within 1e-3 of the independent solution.
TEST_P(Example, EndsWhereItShould) {
  const Table table = expected(GetParam());
  Diagram diagram = load(GetParam());
  end_with(table, diagram);
  const auto done = run(diagram);
  ASSERT_TRUE(done);
  const SignalLog& log = done.log();
  ASSERT_EQ(log.time(log.size() - 1), table.times.back());
  for (std::size_t k = 0; k < table.names.size(); ++k)
    EXPECT_NEAR(log.value(column(log, table.names[k]), log.size() - 1), table.rows.back()[k], 1e-3)
        << table.names[k];
}

// Solved far more exactly, the diagram has the independent solution at every time: it is wired as its
// equations say. 1e-9 relative, and 1e-9 near zero. Where it jumps, the table has the value behind the jump.
TEST_P(Example, ComputesItsEquations) {
  const Table table = expected(GetParam());
  ASSERT_GE(table.times.size(), 20u);
  Diagram diagram = load(GetParam());
  end_with(table, diagram);
  if (has_instants(diagram) || is_stiff(diagram)) {
    diagram.settings["Solver"] = "ode45";
    diagram.settings["RelTol"] = "1e-12";
    diagram.settings["AbsTol"] = "1e-13";
    log_at_times_of(table, diagram);
  } else {
    diagram.settings["Solver"] = "ode8";
    diagram.settings["FixedStep"] = to_text(std::min(0.01, spacing_of(table) / 100));
  }
  const auto done = run(diagram);
  ASSERT_TRUE(done);
  const SignalLog& log = done.log();
  std::size_t row = 0;
  for (std::size_t k = 0; k < table.times.size(); ++k) {
    while (row + 1 < log.size() && log.time(row + 1) < table.times[k] + 1e-9) ++row;
    ASSERT_NEAR(log.time(row), table.times[k], 1e-9);
    for (std::size_t c = 0; c < table.names.size(); ++c)
      EXPECT_NEAR(log.value(column(log, table.names[c]), row), table.rows[k][c],
                  1e-9 * std::max(1.0, std::fabs(table.rows[k][c])))
          << table.names[c] << " at t = " << table.times[k];
  }
}

INSTANTIATE_TEST_SUITE_P(All, Example, testing::ValuesIn(example_names()),
                         [](const auto& info) { return info.param; });

TEST(PredatorPreyExamples, ResidualsAreAsTheReadmesSay) {
  const auto residual = [](const std::string& name, const std::map<std::string, std::string>& settings = {}) {
    Diagram diagram = load(name);
    for (const auto& [key, value] : settings) diagram.settings[key] = value;
    const auto done = run(diagram);
    return done ? largest_magnitude(done.log(), "residual") : NAN;
  };
  EXPECT_NEAR(residual("predator_prey_drift"), 3.19e-2, 0.01 * 3.19e-2);
  EXPECT_NEAR(residual("predator_prey_drift", {{"Solver", "ode3"}}), 1.92, 0.01 * 1.92);
  EXPECT_LT(residual("predator_prey_projected"), 1e-12);
  EXPECT_LT(residual("predator_prey_elementary"), 1e-12);
  for (const char* name : {"predator_prey_projected", "predator_prey_elementary"})
    EXPECT_NEAR(residual(name, {{"Projection", "off"}}), 3.19e-2, 0.01 * 3.19e-2) << name;
}

TEST(PredatorPreyExamples, OneIterationLeavesAResidualBelowAMillionth) {
  Diagram diagram = load("predator_prey_projected");
  diagram.blocks.at(*find_block(diagram, "PredPrey")).parameters["iterations"] = "1";
  const auto done = run(diagram);
  ASSERT_TRUE(done);
  EXPECT_NEAR(largest_magnitude(done.log(), "residual"), 6.6e-7, 0.05 * 6.6e-7);
}

// Section "What to look at" of the pendulum: at rest in the end, never above where it started.
TEST(PendulumExample, LosesItsSwing) {
  const auto done = run(load("damped_pendulum"));
  ASSERT_TRUE(done);
  EXPECT_LE(largest_magnitude(done.log(), "theta"), 170 * M_PI / 180);
  EXPECT_LT(std::fabs(done.log().value(column(done.log(), "theta"), done.log().size() - 1)), 0.2);
}

}  // namespace sim
