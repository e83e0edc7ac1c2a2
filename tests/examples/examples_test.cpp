// Every folder of examples/: a model that opens, runs and computes what it says, and is drawn with care.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/plugin/plugin_loader.h"
#include "sim_core/run/model_run.h"

namespace sim {

namespace {

namespace fs = std::filesystem;

const fs::path examples_folder = fs::path(FLUXION_SOURCE_DIR) / "examples";

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(examples_folder))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path model_path(const std::string& name) { return examples_folder / name / (name + ".flx"); }

const BlockLibrary& library() {
  static const BlockLibrary all = [] {
    BlockLibrary blocks = standard_library();
    for (const Diagnostic& d : load_plugins(FLUXION_PLUGIN_DIR, blocks)) ADD_FAILURE() << to_text(d);
    return blocks;
  }();
  return all;
}

Diagram load(const std::string& name) {
  auto loaded = load_file(model_path(name).string());
  if (!loaded) {
    ADD_FAILURE() << to_text(loaded.error());
    return {};
  }
  for (const Diagnostic& d : loaded->warnings) ADD_FAILURE() << to_text(d);
  return std::move(loaded->diagram);
}

std::unique_ptr<ModelRun> run(const Diagram& diagram) {
  auto prepared = ModelRun::prepare(diagram, library());
  if (!prepared) {
    for (const Diagnostic& d : prepared.errors()) ADD_FAILURE() << to_text(d);
    return nullptr;
  }
  for (const Diagnostic& d : (*prepared)->warnings()) ADD_FAILURE() << to_text(d);
  const RunResult result = (*prepared)->execute();
  EXPECT_EQ(result.end, RunEnd::Finished);
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_text(d);
  return std::move(*prepared);
}

int column(const SignalLog& log, const std::string& name) {
  const auto& names = log.column_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) ADD_FAILURE() << "no signal " << name << " is logged, but " << join(names, ", ");
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

struct Table {
  std::vector<std::string> names;  // without the time
  std::vector<double> times;
  std::vector<std::vector<double>> rows;
};

Table expected(const std::string& name) {
  Table table;
  std::istringstream text(read_text(examples_folder / name / "expected.csv"));
  for (std::string line; std::getline(text, line);) {
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    if (table.names.empty()) {
      table.names.assign(fields.begin() + 1, fields.end());
      continue;
    }
    table.times.push_back(parse_number(fields.at(0)).value());
    table.rows.emplace_back();
    for (std::size_t k = 1; k < fields.size(); ++k)
      table.rows.back().push_back(parse_number(fields[k]).value());
  }
  return table;
}

double largest_magnitude(const SignalLog& log, const std::string& name) {
  double largest = 0;
  for (std::size_t k = 0; k < log.size(); ++k)
    largest = std::max(largest, std::fabs(log.value(column(log, name), k)));
  return largest;
}

}  // namespace

class Example : public testing::TestWithParam<std::string> {};

TEST_P(Example, IsSavedAsItWasOpened) {
  EXPECT_EQ(write_diagram(load(GetParam())), read_text(model_path(GetParam())));
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
  ASSERT_EQ(first->log().size(), second->log().size());
  for (std::size_t row = 0; row < first->log().size(); ++row)
    for (int c = -1; c < first->log().column_count(); ++c) {
      const double a = first->log().value(c, row), b = second->log().value(c, row);
      ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << "row " << row << ", column " << c;
    }
}

// With the settings it has: at the end within 1e-3 of the independent solution.
TEST_P(Example, EndsWhereItShould) {
  const Table table = expected(GetParam());
  const auto done = run(load(GetParam()));
  ASSERT_TRUE(done);
  const SignalLog& log = done->log();
  ASSERT_EQ(log.time(log.size() - 1), table.times.back());
  for (std::size_t k = 0; k < table.names.size(); ++k)
    EXPECT_NEAR(log.value(column(log, table.names[k]), log.size() - 1), table.rows.back()[k], 1e-3)
        << table.names[k];
}

// Solved far more exactly, the diagram has the independent solution at every time: it is wired as its
// equations say. 1e-9 relative, and 1e-9 near zero.
TEST_P(Example, ComputesItsEquations) {
  const Table table = expected(GetParam());
  ASSERT_GE(table.times.size(), 20u);
  Diagram diagram = load(GetParam());
  diagram.settings["Solver"] = "ode8";
  diagram.settings["FixedStep"] = "0.01";
  const auto done = run(diagram);
  ASSERT_TRUE(done);
  const SignalLog& log = done->log();
  std::size_t row = 0;
  for (std::size_t k = 0; k < table.times.size(); ++k) {
    while (row < log.size() && log.time(row) < table.times[k] - 1e-9) ++row;
    ASSERT_LT(row, log.size());
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
    return done ? largest_magnitude(done->log(), "residual") : NAN;
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
  EXPECT_NEAR(largest_magnitude(done->log(), "residual"), 6.6e-7, 0.05 * 6.6e-7);
}

// Section "What to look at" of the pendulum: at rest in the end, never above where it started.
TEST(PendulumExample, LosesItsSwing) {
  const auto done = run(load("damped_pendulum"));
  ASSERT_TRUE(done);
  EXPECT_LE(largest_magnitude(done->log(), "theta"), 170 * M_PI / 180);
  EXPECT_LT(std::fabs(done->log().value(column(done->log(), "theta"), done->log().size() - 1)), 0.2);
}

}  // namespace sim
