#pragma once
// Every simulation setting, said once: its conventional name, its place in the Configuration dialog, its
// default and its meaning. The dialog, the command line's --config, the file and the documentation read this
// table; a new setting is one row in settings.def.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

enum class SettingKind {
  Expression,  // a number, or an expression over the model's variables; "auto" where the default is "auto"
  Vector,      // the same, where it may be several numbers
  Choice,      // one of `choices`
  Flag,        // "on" or "off"
  Files,       // names of data files with semicolons in between (data_file_names.h); may be empty
  Statements,  // lines "name = expression" (mask_initialization.h), a call-back; may be empty
};

inline bool is_expression(SettingKind kind) {
  return kind == SettingKind::Expression || kind == SettingKind::Vector;
}
// What is written rather than chosen.
inline bool is_text(SettingKind kind) { return is_expression(kind) || kind == SettingKind::Files; }

struct SettingSpec;
// Whether its text names variables of the model; PostLoadFcn is evaluated before these are there.
bool names_variables(const SettingSpec& spec);

struct SettingSpec {
  std::string_view name;   // "RelTol"
  std::string_view page;   // "Solver"
  std::string_view label;  // "Relative tolerance"
  SettingKind kind;
  std::string_view default_value;  // text, as it would stand in a file
  std::vector<std::string_view> choices;
  std::string_view help;       // one or two sentences
  std::string_view unit = {};  // of an expression; empty: none
};

// All settings, in the order of the dialog.
std::span<const SettingSpec> all_settings();
const SettingSpec* find_setting(std::string_view name);

// The text of a setting: the diagram's, or the default.
std::string setting(const Diagram& diagram, std::string_view name);

// What the model's times are shown in and written as (TimeUnit).
TimeUnit time_unit(const Diagram& diagram);

// Whether `value` may stand for this setting: its kind and choices are looked at, expressions are not
// evaluated. An unknown name offers near ones.
Result<std::string> check_setting(std::string_view name, std::string_view value);

}  // namespace sim
