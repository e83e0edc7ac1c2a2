// What To File and To Variable blocks hand on when a run has ended.
#include "sim_core/model_run/sinks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/interfaces/session_variables.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// Clock and twice the clock, by steps of 0.1 s, into a sink.
struct Clock : ModelBuilder {
  Id sink;
  Clock(const char* type, std::map<std::string, std::string> parameters) {
    const Id clock = block("sources/clock", "Clock"), gain = block("math/gain", "Twice", {{"k", "[1; 2]"}});
    sink = block(type, "Sink", std::move(parameters));
    connect(clock, gain).connect(gain, sink);
    set("Solver", "ode4").set("FixedStep", "0.1").set("StopTime", "1");
  }
  std::unique_ptr<ModelRun> run() const {
    auto run = ModelRun::prepare(diagram, library);
    if (!run) return ADD_FAILURE() << to_text(run.error()), nullptr;
    EXPECT_EQ((*run)->execute().end, RunEnd::Finished);
    return *std::move(run);
  }
  std::string problem() const {
    const auto run = ModelRun::prepare(diagram, library);
    return run ? std::string() : to_text(run.error());
  }
  BlockLibrary library = standard_library();
};

}  // namespace

TEST(Sinks, AVariableHasARowForEachPointAndAColumnForEachElement) {
  const auto run = Clock("sinks/to_variable", {{"VariableName", "x"}}).run();
  const auto variables = recorded_variables(*run);
  ASSERT_EQ(variables.size(), 1u);
  EXPECT_EQ(variables[0].first, "x");
  const expr::Value& x = variables[0].second;
  ASSERT_EQ(x.shape(), (Shape{11, 2}));
  for (int k = 0; k <= 10; ++k) {
    EXPECT_NEAR(x(k, 0), 0.1 * k, 1e-12);
    EXPECT_NEAR(x(k, 1), 0.2 * k, 1e-12);
  }
}

TEST(Sinks, DecimationLimitAndTime) {
  const auto run = Clock("sinks/to_variable",
                         {{"Decimation", "1 + 1"}, {"MaxDataPoints", "3"}, {"SaveFormat", "Time and values"}})
                       .run();
  const auto variables = recorded_variables(*run);
  EXPECT_EQ(variables[0].first, "simout");
  const expr::Value& x = variables[0].second;
  ASSERT_EQ(x.shape(), (Shape{3, 3}));  // the last three of t = 0, 0.2, ... 1
  EXPECT_NEAR(x(0, 0), 0.6, 1e-12);
  EXPECT_NEAR(x(2, 0), 1, 1e-12);
  EXPECT_NEAR(x(2, 2), 2, 1e-12);
}

// As others have it, and as From Variable plays it.
TEST(Sinks, StructuresHaveTimesValuesAndNames) {
  const auto run =
      Clock("sinks/to_variable", {{"SaveFormat", "Structure with time"}, {"Decimation", "5"}}).run();
  const auto variables = recorded_variables(*run);
  ASSERT_EQ(variables.size(), 1u);
  define_session_variable("simout", variables[0].second);
  const auto at = [](const std::string& text) {
    const auto value = expr::evaluate_any(text, expr::WorkspaceScope(*session_variables()));
    return value ? expr::to_text(*value) : value.error().message;
  };
  EXPECT_EQ(at("simout.time"), "[0;0.5;1]");
  EXPECT_EQ(at("simout.signals.values"), "[0 0;0.5 1;1 2]");
  EXPECT_EQ(at("simout.signals.dimensions"), "2");
  EXPECT_EQ(at("simout.signals.label"), "'Twice'");
  EXPECT_EQ(at("simout.blockName"), "'Sink'");
  ModelBuilder played;
  const Id source = played.block("sources/from_variable", "Played", {{"VariableName", "simout"}});
  played.connect(source, played.block("sinks/scope", "Seen")).set("StopTime", "1");
  const RunOutcome again = run_diagram(played.diagram);
  EXPECT_EQ(again.end, RunEnd::Finished) << again.messages();
  clear_session_variables();

  const auto bare = recorded_variables(*Clock("sinks/to_variable", {{"SaveFormat", "Structure"}}).run());
  EXPECT_TRUE(bare[0].second.field("time")->values[0].is_empty());
  EXPECT_EQ(bare[0].second.field("signals")->values[0].field("values")->values[0].rows(), 11);
}

TEST(Sinks, TheNextRunMayUseTheVariable) {
  const auto first = Clock("sinks/to_variable", {{"VariableName", "recorded"}}).run();
  Clock second("sinks/to_variable", {{"VariableName", "again"}});
  second.diagram.blocks[find_block(second.diagram, "Twice").value()].parameters["k"] = "sum(recorded(:, 2))";
  EXPECT_NE(second.problem(), "");
  for (auto& [name, value] : recorded_variables(*first)) define_session_variable(name, value);
  const auto run = second.run();
  EXPECT_NEAR(recorded_variables(*run)[0].second(10, 0), 11, 1e-9);
  clear_session_variables();
}

TEST(Sinks, NamesThatCannotBeVariablesAreRefused) {
  EXPECT_NE(Clock("sinks/to_variable", {{"VariableName", "2x"}}).problem().find("2x"), std::string::npos);
  Clock hidden("sinks/to_variable", {{"VariableName", "mass"}});
  hidden.variable("mass", "3");
  EXPECT_NE(hidden.problem().find("mass"), std::string::npos);
  Clock twice("sinks/to_variable", {});
  twice.connect(twice.block("sources/clock", "Other"), twice.block("sinks/to_variable", "Second"));
  EXPECT_NE(twice.problem().find("simout"), std::string::npos);
}

TEST(Sinks, FilesAreWrittenByTheirEnding) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fluxion_sinks_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto csv = Clock("sinks/to_file", {{"file", "a.csv"}, {"Decimation", "5"}}).run();
  EXPECT_TRUE(write_to_files(*csv, folder.string()).empty());
  std::stringstream text;
  text << std::ifstream(folder / "a.csv").rdbuf();
  EXPECT_EQ(text.str(), "time,Twice[1],Twice[2]\n0,0,0\n0.5,0.5,1\n1,1,2\n");

  const auto mat = Clock("sinks/to_file", {{"file", "b.MAT"}}).run();
  EXPECT_TRUE(write_to_files(*mat, folder.string()).empty());
  const auto read = read_mat_file((folder / "b.MAT").string());
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].name, "time");
  EXPECT_EQ((*read)[1].name, "Twice");
  EXPECT_EQ((*read)[1].rows, 11u);
  EXPECT_EQ((*read)[1].columns, 2u);
  EXPECT_NEAR((*read)[1].values[21], 2, 1e-12);
  EXPECT_FALSE(write_to_files(*mat, (folder / "no/such").string()).empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);  // nothing is left behind
  std::filesystem::remove_all(folder);
}

}  // namespace sim
