#pragma once
// Named sets of settings, each for a purpose. A preset concerns what a solver does, not when a run begins and
// ends or what it records; what it does not name is as it was, but for Default, which leaves all of that to
// the defaults.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/settings.h"

namespace sim {

struct SettingPreset {
  std::string name;                             // "Stiff"
  std::string purpose;                          // one line
  std::map<std::string, std::string> settings;  // what it sets
  bool others_to_default = false;
};

// Those that every model may have, in the order of a menu.
std::span<const SettingPreset> standard_presets();

// Whether presets have a say in this setting: not in times and what is recorded.
bool is_preset_setting(const SettingSpec& spec);

// The settings of a model once the preset is applied.
std::map<std::string, std::string> with_preset(std::map<std::string, std::string> settings,
                                               const SettingPreset& preset);

struct SettingDifference {
  const SettingSpec* spec;
  std::string ours, theirs;  // texts; the default where nothing is set
};
// Settings that differ, in the order of the dialog; an expression and the default's own text count as equal.
std::vector<SettingDifference> compare_settings(const std::map<std::string, std::string>& ours,
                                                const std::map<std::string, std::string>& theirs);

// A user's own presets as a file's text, and read from one, which is distrusted: at most 1000 of them;
// unknown settings, and values that are none, are left out.
std::string write_presets(std::span<const SettingPreset> presets);
Result<std::vector<SettingPreset>> read_presets(std::string_view text);

}  // namespace sim
