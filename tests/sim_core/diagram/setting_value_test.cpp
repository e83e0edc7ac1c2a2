#include "sim_core/diagram/setting_value.h"

#include <gtest/gtest.h>

namespace sim {

static auto value(const char* setting, const char* text) {
  const expr::ValueScope variables({{"T", expr::Value::scalar(4)}});
  return setting_value(*find_setting(setting), text, variables);
}

TEST(SettingValue, AnExpressionHasOne) {
  EXPECT_EQ((*value("StopTime", "2*T"))->as_scalar(), 8);
  EXPECT_EQ((*value("OutputTimes", "[1 T]"))->size(), 2);
}

TEST(SettingValue, ChoicesAndAutomaticOnesHaveNone) {
  EXPECT_FALSE(*value("Solver", "ode23"));
  EXPECT_FALSE(*value("MaxStep", "auto"));
  EXPECT_FALSE(*value("StopTime", "10"));
}

TEST(SettingValue, WhatIsWrongIsSaid) {
  EXPECT_FALSE(value("Solver", "ode99"));
  EXPECT_FALSE(value("StopTime", "2*U"));
  EXPECT_FALSE(value("StopTime", "[1 2]"));
  EXPECT_FALSE(value("StopTime", ""));
}

}  // namespace sim
