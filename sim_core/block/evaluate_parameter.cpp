#include "sim_core/block/evaluate_parameter.h"

#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/expr/script.h"

namespace sim {

static Result<ParameterValue> choose(const ParameterSpec& spec, const std::string& given) {
  const std::string& text = spec.present_choice(given);
  static const std::vector<std::string> off_on{"off", "on"};
  const std::vector<std::string>& choices = spec.kind == ParameterKind::Flag ? off_on : spec.choices;
  for (std::size_t k = 0; k < choices.size(); ++k)
    if (choices[k] == text) return ParameterValue{scalar_shape, {static_cast<double>(k)}, {}, text};
  return error({}, "'" + text + "' is not one of the choices of '" + spec.label + "'",
               "choose " + join(choices, ", "));
}

Result<ParameterValue> evaluate_parameter(const ParameterSpec& spec, const std::string& text,
                                          const expr::Scope& scope) {
  if (spec.kind == ParameterKind::Choice || spec.kind == ParameterKind::Flag) return choose(spec, text);
  // Its ports would be others than those that lines are connected to.
  if (spec.kind == ParameterKind::Script)
    if (const auto script = expr::parse_script(text); !script) return script.error();
  if (spec.kind == ParameterKind::Text || spec.kind == ParameterKind::Formula ||
      spec.kind == ParameterKind::Script)
    return ParameterValue{scalar_shape, {0}, {}, text};
  const auto label = [&] { return "parameter '" + spec.label + "'"; };
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    return error({}, label() + " is empty", "write a number or an expression");
  if (spec.automatic && text == "auto") return ParameterValue{scalar_shape, {*spec.automatic}, {}, {}};
  auto value = expr::evaluate_in(spec.unit, text, scope);
  if (!value) {
    Diagnostic d = value.error();
    d.message = label() + ": " + (d.path.empty() ? "" : d.path + ": ") + d.message;
    d.path.clear();
    return d;
  }
  if (value->is_string() || (value->is_complex() && !spec.may_be_complex))
    return error({},
                 label() + " must be " + (spec.may_be_complex ? "" : "real ") + "numbers, not " +
                     expr::describe(*value),
                 "");
  const bool may_be_empty = spec.apart && !spec.automatic;  // a list
  if (value->is_empty() && !may_be_empty)
    return error({}, label() + " is an empty array", "give at least one element");
  const bool scalar = spec.scalar_only || spec.kind == ParameterKind::Integer;
  if (scalar && !value->is_scalar())
    return error({}, label() + " must be one number, not " + to_text(value->shape()), "");
  for (double v : value->real()) {
    if (spec.kind == ParameterKind::Integer && (v != std::floor(v) || !std::isfinite(v)))
      return error({}, label() + " must be a whole number, not " + to_text(v), "");
    if (std::isnan(v))
      return error({}, label() + " is nan", "it must be a number: check what is divided by zero, or read");
    if (v < spec.minimum || v > spec.maximum)
      return error({}, label() + " is " + to_text(v),
                   "it may be from " + to_text(spec.minimum) + " to " + to_text(spec.maximum));
  }
  const std::size_t bytes = (value->real().size() + value->imaginary().size()) * sizeof(double);
  MemoryCharge charge(bytes);  // before they are copied
  const ElementType type = value->is_integer() ? value->type() : ElementType::Double;
  return ParameterValue{value->shape(), value->real(), value->imaginary(), {}, std::move(charge), type};
}

}  // namespace sim
