// Presets: each is made of settings there are, and changes what it says.
#include "sim_core/diagram/setting_presets.h"

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(SettingPresets, AreMadeOfSettingsThereAre) {
  for (const SettingPreset& preset : standard_presets()) {
    EXPECT_FALSE(preset.purpose.empty());
    for (const auto& [name, value] : preset.settings) {
      EXPECT_TRUE(check_setting(name, value)) << preset.name << ": " << name;
      const SettingSpec* spec = find_setting(name);
      EXPECT_TRUE(spec && is_preset_setting(*spec)) << preset.name << ": " << name;
    }
  }
}

TEST(SettingPresets, LeaveTheRestAsItIs) {
  const std::map<std::string, std::string> model{{"StopTime", "7"}, {"Solver", "ode4"}, {"RelTol", "1e-9"}};
  const auto preview = with_preset(model, standard_presets()[2]);
  EXPECT_EQ(preview.at("StopTime"), "7");
  EXPECT_EQ(preview.at("Solver"), "ode23");
  EXPECT_EQ(preview.at("RelTol"), "1e-2");
  const auto plain = with_preset(model, standard_presets()[0]);
  EXPECT_EQ(plain, (std::map<std::string, std::string>{{"StopTime", "7"}}));
}

TEST(SettingPresets, AreCompared) {
  const auto differences = compare_settings({{"RelTol", "1e-3"}, {"Solver", "ode23"}}, {{"StopTime", "20"}});
  ASSERT_EQ(differences.size(), 2u);  // 1e-3 is the default
  EXPECT_EQ(differences[0].spec->name, "StopTime");
  EXPECT_EQ(differences[0].ours, "10");
  EXPECT_EQ(differences[0].theirs, "20");
  EXPECT_EQ(differences[1].ours, "ode23");
  EXPECT_EQ(differences[1].theirs, "ode45");
}

TEST(SettingPresets, RoundTripAndAreDistrusted) {
  const std::vector<SettingPreset> own{
      {"Mine", "for my model", {{"RelTol", "2*tol"}, {"FixedStep", "5 ms"}}}};
  const auto read = read_presets(write_presets(own));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 1u);
  EXPECT_EQ((*read)[0].settings, own[0].settings);
  EXPECT_FALSE(read_presets("{"));
  EXPECT_FALSE(read_presets(R"({"fluxion_presets": 2, "presets": []})"));
  EXPECT_FALSE(read_presets(R"({"fluxion_presets": 1, "presets": [3]})"));
  const auto strange = read_presets(
      R"({"fluxion_presets": 1, "presets": [{"name": "x", "purpose": "", "settings": {"Nope": "1", "Solver": "ode99", "RelTol": 3, "AbsTol": "1"}}]})");
  ASSERT_TRUE(strange);
  EXPECT_EQ((*strange)[0].settings, (std::map<std::string, std::string>{{"AbsTol", "1"}}));
}

}  // namespace
}  // namespace sim
