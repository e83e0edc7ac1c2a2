#include "sim_core/import/simulink/cells.h"

#include <gtest/gtest.h>

namespace sim::importing::simulink {

namespace {

// "name = expression" of each, in their order.
std::vector<std::string> written(const std::string& expression) {
  std::vector<std::string> out;
  for (const SourceVariable& v : with_cells({{"A", expression, "parameters.m"}})) {
    EXPECT_EQ(v.origin, "parameters.m");
    out.push_back(v.name + " = " + v.expression);
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST(Cells, AnElementIsAVariableWithItsPlaceInTheName) {
  EXPECT_EQ(name_of_cell("A{3}"), "A_3");
  EXPECT_EQ(name_of_cell("A{1, 2}"), "A_1_2");
  EXPECT_EQ(name_of_cell("gains {12}"), "gains_12");
}

TEST(Cells, WhatIsNoElementKeepsItsName) {
  for (const char* name : {"A", "A(1)", "A{}", "A{k}", "A{1,}", "A{1}.b", "A{-1}", ""})
    EXPECT_EQ(name_of_cell(name), name);
}

TEST(Cells, AreWrittenOutElementByElement) {
  EXPECT_EQ(written("{1, [2 3]}"), (Lines{"A_1 = 1", "A_2 = [2 3]"}));
  EXPECT_EQ(written("{1; 2}"), (Lines{"A_1 = 1", "A_2 = 2"}));
  EXPECT_EQ(written("{1, 2; 3, 4}"), (Lines{"A_1_1 = 1", "A_1_2 = 2", "A_2_1 = 3", "A_2_2 = 4"}));
  EXPECT_EQ(written("{[1, 2; 3, 4], max(5, 6)}"), (Lines{"A_1 = [1, 2; 3, 4]", "A_2 = max(5, 6)"}))
      << "separators inside of an element are its own";
  EXPECT_EQ(written("{[1 2]', 3}"), (Lines{"A_1 = [1 2]'", "A_2 = 3"})) << "a quote that transposes";
}

TEST(Cells, WhatIsNoCellOrCannotBeReadStaysAsItIs) {
  for (const char* text : {"3", "[1 2]", "{1, 2", "{1, 2; 3}", "{1, )}", "{1 2 +}", "{}"})
    EXPECT_EQ(written(text), Lines{std::string("A = ") + text});
}

}  // namespace sim::importing::simulink
