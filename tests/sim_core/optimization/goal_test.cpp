// Goals as lines: each is read back as it was written, and what is wrong with one is said.
#include "sim_core/optimization/goal.h"

#include <gtest/gtest.h>

#include "sim_core/optimization/goal_areas.h"

namespace sim {

namespace {

std::string why(const std::string& line) {
  const auto goal = read_goal(line);
  return goal ? "not refused" : to_text(goal.error());
}

}  // namespace

TEST(Goal, IsReadFromALine) {
  const auto step = read_goal("Plant/Speed: settling time <= 2 from 1 initial 0 final 1.5 band 5");
  ASSERT_TRUE(step) << to_text(step.error());
  EXPECT_EQ(step->signal, "Plant/Speed");
  EXPECT_EQ(step->quantity, GoalQuantity::SettlingTime);
  EXPECT_EQ(step->use, GoalUse::AtMost);
  EXPECT_EQ(step->limit, 2);
  EXPECT_EQ(step->from, 1);
  EXPECT_EQ(step->final, 1.5);
  EXPECT_EQ(step->band, 5);
  const auto bound = read_goal("y[2]: lower bound [0, -0.1; 1 -0.1\n 1 0.9; 5 0.98]");
  EXPECT_FALSE(bound);  // a row of four
  const auto line = read_goal("y[2]: lower bound [0, -0.1; 1 -0.1; 1 0.9; 5 0.98]");
  ASSERT_TRUE(line) << to_text(line.error());
  EXPECT_EQ(line->signal, "y[2]");
  EXPECT_EQ(line->points, (std::vector<GoalPoint>{{0, -0.1}, {1, -0.1}, {1, 0.9}, {5, 0.98}}));
  const auto track = read_goal("minimize y: tracking \"the reference\" weight 3");
  ASSERT_TRUE(track) << to_text(track.error());
  EXPECT_EQ(track->reference, "the reference");
  EXPECT_EQ(track->use, GoalUse::Minimize);
  EXPECT_EQ(track->weight, 3);
  EXPECT_EQ(read_goal("e: integral of absolute value >= 1e-3")->quantity, GoalQuantity::IntegralOfAbsolute);
  EXPECT_EQ(read_goal("e: integral <= 1")->quantity, GoalQuantity::Integral);
}

TEST(Goal, EachIsReadBackAsItWasWritten) {
  std::vector<std::string> signals{"y",         "a b",        "minimize x", "Plant/Demux:2",
                                   "odd: name", "say \"it\"", "x:",         "ü"};
  for (const std::string& signal : signals)
    for (int quantity = 0; quantity < static_cast<int>(std::size(goal_quantity_names)); ++quantity)
      for (int use = 0; use < static_cast<int>(std::size(goal_use_names)); ++use) {
        Goal goal;
        goal.signal = signal;
        goal.quantity = static_cast<GoalQuantity>(quantity), goal.use = static_cast<GoalUse>(use);
        if (goal.is_bound() && goal.use != GoalUse::AtMost) continue;
        if (goal.is_bound()) goal.points = {{0, -1}, {0.1, 1e-9}, {0.1, 2}};
        if (goal.quantity == GoalQuantity::Tracking) goal.reference = signal;
        if (!goal.is_objective() && !goal.is_bound()) goal.limit = 0.1 + quantity;
        if (goal.is_objective()) goal.weight = 1.0 / 3;
        if (goal.is_step()) goal.initial = -1, goal.final = 1e-3;
        goal.from = 0.25;
        if (use == 1) goal.to = 7;
        const auto again = read_goal(to_text(goal));
        ASSERT_TRUE(again) << to_text(again.error());
        EXPECT_EQ(*again, goal) << to_text(goal);
      }
}

TEST(Goal, WhatIsWrongIsSaid) {
  EXPECT_EQ(
      why("overshoot <= 5"),
      "overshoot <= 5: there is no ': ' behind the name of a signal (write SIGNAL: QUANTITY <= NUMBER, or "
      "minimize SIGNAL: QUANTITY)");
  EXPECT_NE(why("y: overshot <= 5").find("begins with no quantity (did you mean overshoot?"),
            std::string::npos)
      << why("y: overshot <= 5");
  EXPECT_NE(why("y: overshoot").find("there is no limit"), std::string::npos);
  EXPECT_NE(why("y: overshoot <= much").find("there is no limit"), std::string::npos);
  EXPECT_NE(why("y: overshoot <= 5 until 7").find("'until 7' means nothing here"), std::string::npos);
  EXPECT_NE(why("y: overshoot <= 5 from 3 to 2").find("its window ends before it begins"), std::string::npos);
  EXPECT_NE(why("y: overshoot <= 5 initial 1 final 1").find("there is no step"), std::string::npos);
  EXPECT_NE(why("y: upper bound [0 1]").find("it has no line"), std::string::npos);
  EXPECT_NE(why("y: upper bound [1 1; 0 1]").find("the times of its points descend"), std::string::npos);
  EXPECT_NE(why("y: upper bound 1").find("is no list of corners"), std::string::npos);
  EXPECT_NE(why("minimize y: upper bound [0 1; 1 1]").find("a bound is kept, not minimized"),
            std::string::npos);
  EXPECT_NE(why("y: maximum <= nan").find("its limit is not finite"), std::string::npos);
  EXPECT_NE(why("minimize y: integral weight 0").find("weight is not above zero"), std::string::npos);
  EXPECT_NE(why("minimize y: tracking").find("is no list of corners"), std::string::npos);
  for (const char* text :
       {"", ":", ": ", "\"", "y: ", "minimize ", "y: tracking [", "y: upper bound [;;", "\"y\"x"})
    EXPECT_NE(why(text), "not refused") << text;
}

TEST(Goal, ForbidsAreas) {
  const auto areas = [](const char* line) { return forbidden_areas(*read_goal(line), 0, 10); };
  using Areas = std::vector<ForbiddenArea>;
  EXPECT_EQ(areas("y: overshoot <= 5 from 1 initial 0 final 2"), (Areas{{true, {{1, 2.1}, {10, 2.1}}}}));
  EXPECT_EQ(areas("y: overshoot <= 50 initial 0 final -2"), (Areas{{false, {{0, -3}, {10, -3}}}}));
  EXPECT_EQ(areas("y: settling time <= 3 from 1 initial 0 final 2 band 25 to 8"),
            (Areas{{true, {{4, 2.5}, {8, 2.5}}}, {false, {{4, 1.5}, {8, 1.5}}}}));
  EXPECT_EQ(areas("y: undershoot <= 50 initial 1 final 2"), (Areas{{false, {{0, 0.5}, {10, 0.5}}}}));
  EXPECT_EQ(areas("y: maximum <= 3 to 20"), (Areas{{true, {{0, 3}, {10, 3}}}}));
  EXPECT_EQ(areas("y: minimum >= -1"), (Areas{{false, {{0, -1}, {10, -1}}}}));
  EXPECT_EQ(areas("y: lower bound [0 1; 5 2]"), (Areas{{false, {{0, 1}, {5, 2}}}}));
  for (const char* line : {"y: overshoot <= 5", "y: maximum >= 3", "y: rise time <= 1 initial 0 final 1",
                           "minimize y: maximum", "y: settling time <= 12 initial 0 final 1"})
    EXPECT_TRUE(areas(line).empty()) << line;
}

}  // namespace sim
