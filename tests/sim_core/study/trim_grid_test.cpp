// Specifications that stay with a model, and trims over grids of its values, against closed forms.
#include "sim_core/study/trim_grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/study/value_list.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& blocks() {
  static const BlockLibrary all = standard_library();
  return all;
}

// x' = u - gain x^2 - 1 from 0.5, y = x.
Diagram parabola() {
  ModelBuilder m;
  m.variable("gain", "1").variable("n", "1");
  const Id u = m.block("ports/inport", "u"),
           x = m.block("continuous/integrator", "x", {{"InitialCondition", "0.5*ones(n,1)"}}),
           rest = m.block("user_defined/fcn", "rest", {{"Expression", "gain*u^2+1"}}),
           rate = m.block("math/sum", "rate", {{"signs", "+-"}});
  m.connect(u, rate, 0).connect(x, rest).connect(rest, rate, 1).connect(rate, x);
  m.connect(x, m.block("ports/outport", "y"));
  return m.diagram;
}

TrimSpecification known_input(double u) {
  TrimSpecification specification;
  specification[TrimGroup::Inputs]["u"] = {.known = true, .value = u};
  return specification;
}

}  // namespace

TEST(TrimSpecifications, StayWithTheModel) {
  TrimSpecification asked = known_input(0.1);
  asked[TrimGroup::States]["x.x"] = {.steady = false, .value = {}, .minimum = -1, .maximum = 2.5};
  asked[TrimGroup::Outputs]["y"] = {};  // as by default: nothing to keep
  Diagram model = parabola();
  keep_trim(model, asked);
  const auto read = read_diagram(write_diagram(model), "m");
  ASSERT_TRUE(read);
  asked[TrimGroup::Outputs].clear();
  EXPECT_EQ(kept_trim(read->diagram), asked);
  EXPECT_EQ(write_diagram(read->diagram), write_diagram(model));
  keep_trim(model, {});
  EXPECT_EQ(write_diagram(model), write_diagram(parabola()));
}

TEST(TrimSpecifications, WhatCannotBeReadIsSaidAndLeftOut) {
  Diagram model = parabola();
  const auto said = [&](const char* member) {
    model.unknown[trim_member] = member;
    Diagnostics problems;
    const TrimSpecification read = kept_trim(model, &problems);
    return (problems.empty() ? std::string() : problems.front().message) + (read.empty() ? "" : " some");
  };
  EXPECT_EQ(said("[]"), "it is no object");
  EXPECT_EQ(said(R"({"states": 3})"), "'states' is no object, or too large");
  EXPECT_EQ(said(R"({"states": {"x": {"value": "a"}, "y": {"known": true}}})"),
            "what is asked of 'x' cannot be read some");
  EXPECT_EQ(said(R"({"inputs": {"u": {"minimum": 2, "maximum": 1}}})"),
            "what is asked of 'u' cannot be read");
  EXPECT_EQ(said(R"({"inputs": {"u": {"known": 1}}})"), "what is asked of 'u' cannot be read");
}

TEST(TrimGrids, EachPointIsThatOfTheClosedForm) {
  TrimGridQuestion question{{{"gain", {"0.5", "1", "2"}, {}, {}}}, {}, known_input(5)};
  std::size_t seen = 0;
  const auto table = trim_grid(parabola(), blocks(), question, [&](const TrimGridRow&, std::size_t count) {
    EXPECT_EQ(count, 3u);
    return ++seen < 100;
  });
  ASSERT_TRUE(table) << to_text(table.error());
  EXPECT_EQ(seen, 3u);
  EXPECT_EQ(table->unsatisfied(), 0u);
  const double gains[] = {0.5, 1, 2};
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(table->rows[k].x[0], std::sqrt(4 / gains[k]), 1e-8);
  const std::string csv = to_csv(*table);
  EXPECT_TRUE(csv.starts_with("gain,x.x,u,y,status,message\n0.5,2.8284271")) << csv;
}

// Neighbors stay on one branch: the guess that chooses it counts at the first point only, and what cannot be
// found at one point does not spoil the next.
TEST(TrimGrids, NeighborsStayOnOneBranchBeyondPointsThatAreNotThere) {
  TrimGridQuestion question{{{"gain", {"0.5", "-1", "1", "4"}, {}, {}}}, {}, known_input(5)};
  question.specification[TrimGroup::States]["x.x"].value = -0.3;
  const auto table = trim_grid(parabola(), blocks(), question);
  ASSERT_TRUE(table) << to_text(table.error());
  EXPECT_EQ(table->unsatisfied(), 1u);
  EXPECT_FALSE(table->rows[1].satisfied);
  EXPECT_NE(table->rows[1].message.find("dx/dt of x.x"), std::string::npos) << table->rows[1].message;
  EXPECT_NEAR(table->rows[0].x[0], -std::sqrt(8), 1e-8);
  EXPECT_NEAR(table->rows[2].x[0], -2, 1e-8);
  EXPECT_NEAR(table->rows[3].x[0], -1, 1e-8);
}

TEST(TrimGrids, WhatIsWrongForAllIsSaidAtOnce) {
  const auto refusal = [](TrimGridQuestion question) {
    const auto table = trim_grid(parabola(), blocks(), question);
    return table ? std::string("taken") : to_text(table.error());
  };
  EXPECT_NE(refusal({{{"gian", {"1"}, {}, {}}}, {}, {}}).find("gian: the model has no variable of this name"),
            std::string::npos);
  EXPECT_NE(refusal({{}, {}, {}}).find("nothing varies"), std::string::npos);
  TrimGridQuestion misnamed{{{"gain", {"1"}, {}, {}}}, {}, {}};
  misnamed.specification[TrimGroup::States]["x.y"] = {.known = true, .value = 1};
  EXPECT_NE(refusal(misnamed).find("x.y: there is no state, input or output of this name"),
            std::string::npos);
  // A combination that does not compile is a row.
  const auto table =
      trim_grid(parabola(), blocks(), {{{"gain", {"1", "nothing"}, {}, {}}}, {}, known_input(5)});
  ASSERT_TRUE(table) << to_text(table.error());
  EXPECT_TRUE(table->rows[0].satisfied);
  EXPECT_FALSE(table->rows[1].satisfied);
  EXPECT_NE(to_csv(*table).find("nothing,,,,failed,"), std::string::npos) << to_csv(*table);
}

TEST(ValueLists, AreExpressionsAndRanges) {
  const auto read = read_value_list("0:0.5:2, [1, 2],max(1, 2) , 3:4");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, (std::vector<std::string>{"0", "0.5", "1", "1.5", "2", "[1, 2]", "max(1, 2)", "3", "4"}));
  EXPECT_EQ(read_value_list("1:-0.5:0")->size(), 3u);
  EXPECT_EQ(read_value_list("0.1:0.1:0.3")->size(), 3u);
  EXPECT_NE(to_text(read_value_list("1,,2").error()).find("a value is missing"), std::string::npos);
  EXPECT_NE(to_text(read_value_list("1:1e9").error()).find("too many"), std::string::npos);
  EXPECT_NE(to_text(read_value_list("1:0:2").error()).find("too many"), std::string::npos);
}

}  // namespace sim
