#include "sim_core/diagram/setting_presets.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "sim_core/base/json_numbers.h"

namespace sim {

std::span<const SettingPreset> standard_presets() {
  static const std::vector<SettingPreset> table = {
      {"Default", "ode45 at a relative tolerance of 1e-3, as a new model has it", {}, true},
      {"Accurate",
       "smooth models whose results have to be right to six digits",
       {{"Solver", "dop853"}, {"RelTol", "1e-8"}, {"AbsTol", "1e-10"}}},
      {"Fast preview", "a first look: larger errors, fewer steps", {{"Solver", "ode23"}, {"RelTol", "1e-2"}}},
      {"Stiff",
       "models with very fast and slow parts, such as circuits and chemistry",
       {{"Solver", "ode15s"}, {"RelTol", "1e-4"}, {"SolverJacobianMethodControl", "auto"}}},
      {"Stiff, tight",
       "stiff models whose results have to be right to six digits",
       {{"Solver", "radau5"},
        {"RelTol", "1e-8"},
        {"AbsTol", "1e-10"},
        {"SolverJacobianMethodControl", "auto"}}},
      {"Real-time fixed step",
       "the same cost in every step: 1 ms with ode4, projection in one step",
       {{"Solver", "ode4"},
        {"FixedStep", "1 ms"},
        {"Projection", "one step"},
        {"EnableFixedStepZeroCrossing", "off"}}},
      {"Hybrid, switching",
       "relays, stops and sliding friction: crossings that chatter do not end the run",
       {{"Solver", "ode23tb"},
        {"RelTol", "1e-4"},
        {"ZeroCrossControl", "EnableAll"},
        {"ZeroCrossAlgorithm", "Adaptive"},
        {"ZcInteriorScan", "on"}}},
      {"Long-time invariants",
       "orbits and swings over many periods: energy and the like are kept to round-off",
       {{"Solver", "dop853"},
        {"RelTol", "1e-6"},
        {"Projection", "standard"},
        {"ProjectionTooLarge", "retry"},
        {"LinearInvariants", "enforce"}}},
  };
  return table;
}

bool is_preset_setting(const SettingSpec& spec) {
  static const std::set<std::string_view> others{"StartTime", "StopTime", "EnablePacing", "PacingRate"};
  static const std::set<std::string_view> pages{"Solver", "Jacobian", "Projection", "Zero crossings"};
  return pages.contains(spec.page) && !others.contains(spec.name);
}

std::map<std::string, std::string> with_preset(std::map<std::string, std::string> settings,
                                               const SettingPreset& preset) {
  if (preset.others_to_default)
    for (const SettingSpec& spec : all_settings())
      if (is_preset_setting(spec)) settings.erase(std::string(spec.name));
  for (const auto& [name, value] : preset.settings) {
    const SettingSpec* spec = find_setting(name);
    if (spec && value == spec->default_value)
      settings.erase(name);
    else
      settings[name] = value;
  }
  return settings;
}

std::vector<SettingDifference> compare_settings(const std::map<std::string, std::string>& ours,
                                                const std::map<std::string, std::string>& theirs) {
  const auto text = [](const std::map<std::string, std::string>& settings, const SettingSpec& spec) {
    const auto given = settings.find(std::string(spec.name));
    return given == settings.end() ? std::string(spec.default_value) : given->second;
  };
  std::vector<SettingDifference> differences;
  for (const SettingSpec& spec : all_settings()) {
    std::string a = text(ours, spec), b = text(theirs, spec);
    if (a != b) differences.push_back({&spec, std::move(a), std::move(b)});
  }
  return differences;
}

using OrderedJson = nlohmann::ordered_json;

std::string write_presets(std::span<const SettingPreset> presets) {
  OrderedJson all = OrderedJson::array();
  for (const SettingPreset& preset : presets)
    all.push_back({{"name", preset.name}, {"purpose", preset.purpose}, {"settings", preset.settings}});
  return OrderedJson{{"fluxion_presets", 1}, {"presets", all}}.dump(2, ' ', false,
                                                                    OrderedJson::error_handler_t::replace) +
         '\n';
}

Result<std::vector<SettingPreset>> read_presets(std::string_view text) {
  constexpr std::size_t most = 1000, longest = 10'000;
  try {
    const OrderedJson json = OrderedJson::parse(text);
    if (integer_from_json<int>(json.at("fluxion_presets")) != 1)
      return error({}, "the presets are of a newer version", "use the version that wrote them");
    std::vector<SettingPreset> presets;
    for (const OrderedJson& entry : json.at("presets")) {
      SettingPreset preset{entry.at("name").get<std::string>(), entry.at("purpose").get<std::string>(), {}};
      if (preset.name.empty() || preset.name.size() > longest || presets.size() >= most) continue;
      for (const auto& [name, value] : entry.at("settings").items())
        if (value.is_string() && value.get<std::string>().size() <= longest &&
            check_setting(name, value.get<std::string>()))
          preset.settings[name] = value.get<std::string>();
      presets.push_back(std::move(preset));
    }
    return presets;
  } catch (const JsonMismatch&) {
  } catch (const OrderedJson::exception&) {
  }
  return error({}, "these are no presets, or they are damaged",
               "delete the file, and save the presets again");
}

}  // namespace sim
