// How indicators show values: what their parameters say, and what is wrong with them.
#include "sim_core/dashboard/indicator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"

namespace sim {
namespace {

Diagram with(const std::string& type, std::map<std::string, std::string> parameters) {
  Diagram diagram;
  Block block;
  block.type = type, block.name = "I", block.parameters = {parameters.begin(), parameters.end()};
  diagram.blocks[Id{1}] = block;
  diagram.variables[Id{2}] = Variable{"k", "4", {}, {}, {}};
  return diagram;
}

IndicatorSpec read(const std::string& type, std::map<std::string, std::string> parameters) {
  static const BlockLibrary library = standard_library();
  return read_indicator(with(type, std::move(parameters)), library, Id{1});
}

TEST(Indicator, KindsAreToldByTheirTypes) {
  EXPECT_EQ(indicator_kind("controls/lamp"), IndicatorKind::Lamp);
  EXPECT_EQ(indicator_kind("controls/gauge"), IndicatorKind::Gauge);
  EXPECT_EQ(indicator_kind("controls/text_display"), IndicatorKind::TextDisplay);
  EXPECT_FALSE(indicator_kind("controls/slider"));
}

TEST(Indicator, ParametersAreExpressionsOfTheModel) {
  const IndicatorSpec lamp = read("controls/lamp", {{"threshold", "2*k"}, {"color", "blue"}});
  EXPECT_EQ(lamp.threshold, 8);
  EXPECT_EQ(lamp.color, "blue");
  EXPECT_TRUE(lamp.problem.empty());
  const IndicatorSpec gauge = read("controls/gauge", {{"minimum", "-k"}, {"maximum", "k^2"}});
  EXPECT_EQ(gauge.low, -4);
  EXPECT_EQ(gauge.high, 16);
}

TEST(Indicator, WhatIsWrongIsSaid) {
  EXPECT_NE(read("controls/lamp", {{"threshold", "nobody"}}).problem, "");
  EXPECT_NE(read("controls/gauge", {{"minimum", "3"}, {"maximum", "2"}}).problem, "");
  EXPECT_EQ(read("controls/gauge", {{"maximum", "inf"}}).problem, "its limits are not finite numbers");
  EXPECT_EQ(read("controls/text_display", {{"values", "[1 2 3]"}, {"texts", "a|b"}}).problem,
            "3 values have 2 texts: give each its own, with | between them");
}

TEST(Indicator, TheTextOfTheNearestValueIsShown) {
  const IndicatorSpec words =
      read("controls/text_display", {{"values", "[3 -1 inf]"}, {"texts", "three||all"}});
  EXPECT_TRUE(words.problem.empty());
  EXPECT_EQ(text_for(words, 2.9), "three");
  EXPECT_EQ(text_for(words, -40), "");
  EXPECT_EQ(text_for(words, 1), "three");  // the first of two that are as near
  EXPECT_EQ(text_for(words, std::nan("")), "");
  EXPECT_EQ(text_for(IndicatorSpec(), 1), "");
}

}  // namespace
}  // namespace sim
