#include "sim_core/run/info.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// Heat in a row of three cells: the Jacobian is tridiagonal. And a block that nobody looks
// at.
std::unique_ptr<ModelRun> chain() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[1 2 3]"}});
  const Id f = m.block("user_defined/fcn", "Chain",
                       {{"expression", "[u(2) - 2*u(1), u(1) - 2*u(2) + u(3), u(2) - 2*u(3)]"}});
  const Id idle = m.block("math/gain", "Idle");
  m.connect(x, f).connect(f, x).connect(x, m.block("sinks/scope", "Scope")).connect(x, idle);
  auto run = ModelRun::prepare(m.diagram, standard_library());
  EXPECT_TRUE(run) << (run ? "" : to_text(run.error()));
  return run ? std::move(*run) : nullptr;
}

}  // namespace

TEST(Info, JsonHasThePatternAndItsColours) {
  const auto run = chain();
  ASSERT_TRUE(run);
  const auto json = nlohmann::json::parse(info_json(*run));
  EXPECT_EQ(json["jacobian"]["size"], 3);
  EXPECT_EQ(json["jacobian"]["nonzeros"], 7);
  EXPECT_EQ(json["jacobian"]["rows_by_column"], nlohmann::json::parse("[[0, 1], [0, 1, 2], [1, 2]]"));
  EXPECT_EQ(json["jacobian"]["colours"], 3);
  EXPECT_EQ(json["states"][0]["shape"], nlohmann::json::parse("[3, 1]"));
  EXPECT_EQ(json["logged"][0]["columns"], nlohmann::json::parse(R"(["x[1]", "x[2]", "x[3]"])"));
  EXPECT_EQ(json["reductions"].size(), 1u);
}

TEST(Info, TextShowsThePatternAndWhatWasLeftOut) {
  const auto run = chain();
  ASSERT_TRUE(run);
  const std::string text = info_text(*run);
  EXPECT_NE(text.find("  ##.\n  ###\n  .##\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Left out\n  "), std::string::npos) << text;
  EXPECT_NE(text.find("feedthrough: y from u"), std::string::npos) << text;
}

}  // namespace sim
