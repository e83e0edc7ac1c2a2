#include "sim_core/dashboard/indicator.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/interfaces/block_interface.h"

namespace sim {

std::optional<IndicatorKind> indicator_kind(const std::string& block_type) {
  if (block_type == "controls/lamp") return IndicatorKind::Lamp;
  if (block_type == "controls/gauge") return IndicatorKind::Gauge;
  if (block_type == "controls/text_display") return IndicatorKind::TextDisplay;
  return std::nullopt;
}

static std::vector<std::string> parts_of(const std::string& texts) {
  std::vector<std::string> parts(1);
  for (const char c : texts)
    if (c == '|')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

static void read_words(const ParameterValue& values, const std::string& texts, IndicatorSpec& spec) {
  spec.values = values.numbers;
  if (std::ranges::any_of(spec.values, [](double v) { return std::isnan(v); })) {
    spec.problem = "one of its values is not a number";
    spec.values.clear();
    return;
  }
  spec.texts = parts_of(texts);
  if (spec.values.size() == spec.texts.size()) return;
  spec.problem = std::to_string(spec.values.size()) + " values have " + std::to_string(spec.texts.size()) +
                 " texts: give each its own, with | between them";
  spec.values.clear();
  spec.texts.clear();
}

IndicatorSpec read_indicator(const Diagram& diagram, const BlockLibrary& library, Id indicator) {
  const Block& block = diagram.blocks.at(indicator);
  IndicatorSpec spec;
  spec.kind = indicator_kind(block.type).value_or(IndicatorKind::Lamp);
  const BlockType* type = library.find(block.type);
  if (!type) return spec;
  const expr::Workspace workspace = workspace_of(diagram, block.parent);
  const auto values = evaluate_parameters(diagram, *type, indicator, expr::WorkspaceScope(workspace));
  if (!values) {
    spec.problem = values.error().message;
    return spec;
  }
  const auto of = [&](const char* name) -> const ParameterValue& {
    return (*values)[static_cast<std::size_t>(type->parameter_index(name))];
  };
  switch (spec.kind) {
    case IndicatorKind::Lamp:
      spec.threshold = of("Threshold").number();
      spec.color = of("Color").text;
      break;
    case IndicatorKind::Gauge:
      spec.low = of("Minimum").number(), spec.high = of("Maximum").number();
      if (!std::isfinite(spec.high - spec.low)) spec.problem = "its limits are not finite numbers";
      break;
    case IndicatorKind::TextDisplay:
      read_words(of("Values"), of("Texts").text, spec);
      break;
  }
  return spec;
}

std::string text_for(const IndicatorSpec& spec, double value) {
  if (spec.values.empty() || std::isnan(value)) return {};
  // Far outside, all differences round to the same.
  const auto [low, high] = std::ranges::minmax(spec.values);
  value = std::clamp(value, low, high);
  const auto off = [&](std::size_t k) {
    return value == spec.values[k] ? 0 : std::abs(value - spec.values[k]);
  };
  std::size_t best = 0;
  for (std::size_t k = 1; k < spec.values.size(); ++k)
    if (off(k) < off(best)) best = k;
  return spec.texts[best];
}

}  // namespace sim
