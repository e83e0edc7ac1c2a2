#pragma once
// What the text of a setting is worth.
#include <optional>
#include <string_view>

#include "sim_core/diagram/settings.h"
#include "sim_core/expr/evaluate.h"

namespace sim {

// The value of an expression; nothing where the text is a choice, a flag, the default or "auto". Fails where
// check_setting does, where the expression has no value, and where it is no number although one is needed.
Result<std::optional<expr::Value>> setting_value(const SettingSpec& spec, std::string_view text,
                                                 const expr::Scope& variables);

}  // namespace sim
