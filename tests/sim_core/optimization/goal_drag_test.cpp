// Goals whose areas are dragged: what moves, what stays, and what would be no goal.
#include "sim_core/optimization/goal_drag.h"

#include <gtest/gtest.h>

namespace sim {

static std::string after_drag(const char* line, GoalGrip grip, GoalPoint from, GoalPoint to) {
  return to_text(dragged_goal(*read_goal(line), grip, from, to, {0.02, 0.003}, 0, 10));
}

TEST(GoalDrag, CornersOfABoundMoveBetweenTheirNeighbors) {
  const char* bound = "y: upper bound [0 1.1; 2 1.1; 2 1.02; 5 1.02]";
  EXPECT_EQ(after_drag(bound, {0, false, 3}, {5, 1.02}, {6.123, 1.0567}),
            "y: upper bound [0 1.1; 2 1.1; 2 1.02; 6.12 1.057]");
  EXPECT_EQ(after_drag(bound, {0, false, 1}, {2, 1.1}, {3, 1.2}),
            "y: upper bound [0 1.1; 2 1.2; 2 1.02; 5 1.02]");
  EXPECT_EQ(after_drag(bound, {0, false, 2}, {2, 1.02}, {-3, 1.02}),
            "y: upper bound [0 1.1; 2 1.1; 2 1.02; 5 1.02]");
}

TEST(GoalDrag, EdgesOfABoundMoveAcross) {
  const char* bound = "y: lower bound [0 0; 2 0; 2 0.9; 5 0.8]";
  EXPECT_EQ(after_drag(bound, {0, true, 2}, {3, 0.85}, {4, 0.75}), "y: lower bound [0 0; 2 0; 2 0.8; 5 0.7]");
  EXPECT_EQ(after_drag(bound, {0, true, 1}, {2, 0.4}, {2.5, 0.6}),
            "y: lower bound [0 0; 2.5 0; 2.5 0.9; 5 0.8]");
  EXPECT_EQ(after_drag(bound, {0, true, 3}, {5, 0.8}, {6, 6}), bound);  // there is none
}

TEST(GoalDrag, LevelsAreLimits) {
  EXPECT_EQ(after_drag("y: maximum <= 6", {0, true, 0}, {1, 6}, {2, 6.5}), "y: maximum <= 6.5");
  EXPECT_EQ(after_drag("y: minimum >= -6", {0, false, 1}, {1, -6}, {2, -7}), "y: minimum >= -7");
  EXPECT_EQ(after_drag("y: overshoot <= 5 initial 1 final 3", {0, true, 0}, {1, 3.1}, {1, 3.2}),
            "y: overshoot <= 10 initial 1 final 3");
  EXPECT_EQ(after_drag("y: overshoot <= 5 initial 1 final 3", {0, true, 0}, {1, 3.1}, {1, 2}),
            "y: overshoot <= 0 initial 1 final 3");
  EXPECT_EQ(after_drag("y: undershoot <= 5 initial 3 final 1", {0, true, 0}, {1, 3.1}, {1, 3.2}),
            "y: undershoot <= 10 initial 3 final 1");
  EXPECT_EQ(after_drag("y: settling time <= 6 from 1 initial 0 final 1", {0, false, 0}, {7, 1.02}, {5, 1.05}),
            "y: settling time <= 4 from 1 initial 0 final 1 band 5");
  EXPECT_EQ(after_drag("y: settling time <= 6 from 1 initial 0 final 1", {1, true, 0}, {8, 0.98}, {5, 0.9}),
            "y: settling time <= 6 from 1 initial 0 final 1 band 10");
  EXPECT_EQ(after_drag("y: rise time <= 2 initial 0 final 1", {0, true, 0}, {0, 0}, {5, 1}),
            "y: rise time <= 2 initial 0 final 1");  // it has no area
}

}  // namespace sim
