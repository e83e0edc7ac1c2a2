#include "tests/fuzz/parameter_texts.h"

#include <algorithm>

#include "tests/fuzz/grammar.h"

namespace sim::fuzz {

static std::string number_within(const ParameterSpec& spec, Random& random) {
  const double low = std::max(spec.minimum, -2.0), high = std::min(spec.maximum, std::max(low, 0.0) + 5.0);
  const double value = low + (high - low) * random.between(0, 20) / 20;
  return std::to_string(value);
}

std::string parameter_text(const ParameterSpec& spec, Random& random) {
  if (random.chance(20)) return spec.default_text;
  if (random.chance(3)) return random_expression(random, 2);
  switch (spec.kind) {
    case ParameterKind::Real:
      if (random.chance(10)) return "[1 2 3]";
      if (random.chance(5)) return "[1 2; 3 4; 5 6]";
      if (random.chance(5)) return random_number(random);
      return random.chance(5) ? "K1" : number_within(spec, random);
    case ParameterKind::Integer: {
      const int low = static_cast<int>(std::max(spec.minimum, -1.0));
      return std::to_string(
          random.between(low, std::min(static_cast<int>(std::min(spec.maximum, 1e6)), low + 5)));
    }
    case ParameterKind::SampleTime: {
      constexpr const char* times[] = {"-1", "0", "0.1", "0.05", "[0.1 0.05]", "0.25", "inf"};
      return random.any(times);
    }
    case ParameterKind::Choice:
      return spec.choices.empty() ? spec.default_text : random.any(spec.choices);
    case ParameterKind::Flag:
      return random.chance(50) ? "on" : "off";
    case ParameterKind::Formula: {
      constexpr const char* formulas[] = {"sin(u)*cos(t)", "u^2 - 1",          "u[1]",
                                          "max(u, 0)",     "u > 0.5 ? u : -u", "[u; t]"};
      return random.chance(60) ? random.any(formulas) : random_expression(random, 2);
    }
    case ParameterKind::Script:
      return random_script(random);
    case ParameterKind::Text: {
      constexpr const char* texts[] = {"+-", "++", "-", "**",  "*/",  "A",   "B",
                                       "1",  "2",  "x", "a,b", "a.b", "m/s", "|+-|"};
      return random.chance(50) ? spec.default_text : random.any(texts);
    }
  }
  return {};
}

std::string setting_text(const SettingSpec& spec, Random& random) {
  if (spec.kind == SettingKind::Choice) return std::string(random.any(spec.choices));
  if (spec.kind == SettingKind::Flag) return random.chance(50) ? "on" : "off";
  if (spec.kind == SettingKind::Statements)
    return random.chance(70) ? "" : "a = " + random_expression(random, 2) + "; k = t + a";
  if (spec.kind == SettingKind::Files) return random.chance(80) ? "" : "none.json; /dev/zero.csv";
  if (spec.name == "StartTime") return random.chance(80) ? "0" : "-0.5";
  if (spec.name == "StopTime") return random.chance(80) ? "1" : random_number(random);
  if (spec.name == "RelTol") return random.chance(50) ? "1e-3" : "1e-6";
  if (spec.name == "OutputTimes") return random.chance(80) ? "[0.1 0.25 0.7]" : random_number(random);
  constexpr const char* numbers[] = {"1", "2", "3", "0.1", "0.05", "0.01", "auto"};
  return random.chance(60)   ? std::string(spec.default_value)
         : random.chance(90) ? random.any(numbers)
                             : random_number(random);
}

}  // namespace sim::fuzz
