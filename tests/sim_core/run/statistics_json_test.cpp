#include "sim_core/run/statistics_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace sim {

TEST(StatisticsJson, HoldsWhatTheRunCounted) {
  RunResult result;
  result.end = RunEnd::Stopped;
  result.diagnostics = {warning("Plant/Gain", "it \"hums\"", "oil it")};
  RunStatistics& s = result.statistics;
  s.solver = "ode45", s.steps = 12, s.rejected = 3, s.rhs_evaluations = 90, s.jacobians = 4,
  s.factorisations = 5;
  s.projections = 6, s.largest_projection = 0.1, s.largest_residual = std::numeric_limits<double>::infinity();
  s.zero_crossings = 1, s.end_time = 0.30000000000000004, s.compile_seconds = 1, s.run_seconds = 2;
  s.events = {{0.25, "Limit", false}};
  const auto json = nlohmann::json::parse(statistics_json(result));
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["solver"], "ode45");
  EXPECT_EQ(json["steps"], 12);
  EXPECT_EQ(json["rejected"], 3);
  EXPECT_EQ(json["rhs_evaluations"], 90);
  EXPECT_EQ(json["jacobians"], 4);
  EXPECT_EQ(json["factorisations"], 5);
  EXPECT_EQ(json["projections"], 6);
  EXPECT_EQ(json["largest_projection"], 0.1);
  EXPECT_TRUE(json["largest_residual"].is_null());
  EXPECT_EQ(json["end_time"], 0.30000000000000004);
  EXPECT_EQ(json["wall_time"]["compile"], 1);
  EXPECT_EQ(json["wall_time"]["run"], 2);
  EXPECT_EQ(json["events"],
            nlohmann::json::parse(R"([{"time": 0.25, "block": "Limit", "direction": "falling"}])"));
  EXPECT_EQ(json["messages"][0]["severity"], "warning");
  EXPECT_EQ(json["messages"][0]["message"], "it \"hums\"");
}

// A name that is not UTF-8 must not end the program.
TEST(StatisticsJson, ReplacesWhatIsNoText) {
  RunResult result;
  result.diagnostics = {error("\xff", "x")};
  EXPECT_EQ(nlohmann::json::parse(statistics_json(result))["messages"][0]["block"], "\xef\xbf\xbd");
}

}  // namespace sim
