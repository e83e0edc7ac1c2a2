// What the compiler finds in a block by itself.
#include "sim_core/block_preview/block_anatomy.h"

#include <gtest/gtest.h>

#include "tests/sim_core/block_preview/inspect_library.h"

namespace sim {

static BlockAnatomy of(const std::string& type, std::map<std::string, std::string> parameters = {}) {
  return block_anatomy({type, std::move(parameters)}, inspected_library());
}

static std::vector<std::string> texts(const BlockAnatomy& anatomy) {
  std::vector<std::string> all;
  for (const AnatomyCrossing& crossing : anatomy.crossings) all.push_back(crossing.text);
  return all;
}

TEST(BlockAnatomy, FeedthroughIsThatOfTheEquations) {
  const auto gain = of("math/gain"), integrator = of("continuous/integrator");
  EXPECT_TRUE(gain.feedthrough(0, 0));
  EXPECT_FALSE(integrator.feedthrough(0, 0));
  const auto proper = of("continuous/state_space", {{"D", "2"}});
  EXPECT_TRUE(proper.feedthrough(0, 0));
}

TEST(BlockAnatomy, CrossingsAreNamedByPortsAndParameters) {
  EXPECT_EQ(texts(of("discontinuities/saturation")),
            (std::vector<std::string>{"u passes UpperLimit", "u passes LowerLimit"}));
  EXPECT_EQ(texts(of("logic/relational_operator")), (std::vector<std::string>{"u1 passes u2"}));
  EXPECT_EQ(texts(of("discontinuities/relay")),
            (std::vector<std::string>{"u passes OffSwitchValue", "u passes OnSwitchValue"}));
  EXPECT_EQ(texts(of("math/gain")), (std::vector<std::string>{}));
}

TEST(BlockAnatomy, WhatIsSwitchedOffIsNotLocated) {
  const auto off = of("discontinuities/saturation", {{"ZeroCross", "off"}});
  ASSERT_FALSE(off.crossings.empty());
  for (const AnatomyCrossing& crossing : off.crossings) EXPECT_FALSE(crossing.located);
}

TEST(BlockAnatomy, StatesAndInstantsAreCounted) {
  EXPECT_EQ(of("continuous/second_order_integrator").state_count, 2);
  EXPECT_EQ(of("sources/step").time_events, 1);
  EXPECT_TRUE(of("sources/sine_wave").reads_time);
  EXPECT_FALSE(of("math/gain").reads_time);
}

// Declared tunable, but read as a number while the equations are written.
TEST(BlockAnatomy, ParametersThatAreCompiledInAreKnown) {
  const std::vector<std::string> fixed = of("continuous/transport_delay").fixed_parameters;
  EXPECT_NE(std::find(fixed.begin(), fixed.end(), "DelayTime"), fixed.end());
  EXPECT_TRUE(of("math/gain").fixed_parameters.empty());
  EXPECT_TRUE(of("continuous/integrator").fixed_parameters.empty());
}

TEST(BlockAnatomy, OfABlockForVectorsTheRightWidthIsFound) {
  EXPECT_TRUE(of("invariants/unit_quaternion").compiled);
  EXPECT_FALSE(of("driveline/clutch").compiled);  // stands in networks only
  EXPECT_FALSE(of("no/such").compiled);
}

TEST(CrossingRules, SayUnderWhichChoiceSomethingIsLocated) {
  const auto rules = crossing_rules(*inspected_library().find("continuous/integrator"), inspected_library());
  ASSERT_FALSE(rules.empty());
  EXPECT_TRUE(rules.front().circumstance.empty());
  EXPECT_TRUE(rules.front().crossings.empty());
  const auto limited = std::find_if(rules.begin(), rules.end(),
                                    [](auto& rule) { return rule.circumstance == "LimitOutput = on"; });
  ASSERT_NE(limited, rules.end());
  EXPECT_EQ(limited->crossings.front().text, "x passes UpperSaturationLimit");
}

}  // namespace sim
