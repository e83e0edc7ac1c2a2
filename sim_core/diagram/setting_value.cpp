#include "sim_core/diagram/setting_value.h"

#include "sim_core/expr/quantity.h"

namespace sim {

Result<std::optional<expr::Value>> setting_value(const SettingSpec& spec, std::string_view text,
                                                 const expr::Scope& variables) {
  using Maybe = std::optional<expr::Value>;
  if (const auto checked = check_setting(spec.name, text); !checked) return checked.errors();
  if (!is_expression(spec.kind) || text == spec.default_value || text == "auto") return Maybe();
  auto value = expr::evaluate_in(spec.unit, text, variables);
  if (!value) return value.errors();
  if (!value->as_scalar() && spec.kind != SettingKind::Vector)
    return error(std::string(spec.name), "this is " + expr::describe(*value) + ", a number is needed",
                 "write a number or an expression");
  return Maybe(*std::move(value));
}

}  // namespace sim
