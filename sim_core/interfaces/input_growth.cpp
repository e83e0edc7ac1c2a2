#include "sim_core/interfaces/input_growth.h"

#include <algorithm>
#include <charconv>

#include "sim_core/base/split.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

namespace {

using Changes = std::map<std::string, std::string>;

std::optional<std::string> next_number(const std::string& text) {
  int count = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (status != std::errc{} || end != text.data() + text.size() || count < 0 || count > 100'000)
    return std::nullopt;
  return std::to_string(count + 1);
}

// Number of dimensions, of bits, of points: these have inputs of their own too, but not for any signal.
bool counts_inputs(const ParameterSpec& spec) {
  return spec.kind == ParameterKind::Integer &&
         (spec.label.ends_with("of inputs") || spec.label.ends_with("of data ports"));
}

std::vector<std::string> longer_texts(const ParameterSpec& spec, const std::string& text) {
  std::vector<std::string> longer;
  if (counts_inputs(spec) || spec.kind == ParameterKind::Text)
    if (auto next = next_number(text)) longer.push_back(*std::move(next));
  if (spec.kind == ParameterKind::Text && longer.empty() && !text.empty())
    for (const char* usual : {"+", "*"}) longer.push_back(text + usual);
  return longer;
}

class Growth {
 public:
  Growth(const Diagram& diagram, const BlockType& type, const Block& block)
      : type_(type), block_(block), workspace_(workspace_of(diagram, block.parent)) {
    for (const ParameterSpec& spec : type.parameters) {
      auto value = evaluate_parameter(spec, parameter_text(block, spec), expr::WorkspaceScope(workspace_));
      values_.push_back(value ? *std::move(value) : spec.default_value.value_or(ParameterValue{}));
    }
    now_ = block_interface(type, values_);
  }

  std::optional<Changes> find() const {
    for (const ParameterSpec& spec : type_.parameters)
      for (const std::string& text : longer_texts(spec, parameter_text(block_, spec))) {
        const Changes changes{{spec.name, text}};
        if (!grows(changes)) continue;
        if (is_allowed(changes)) return changes;
        if (auto named = with_one_more_name(changes)) return named;
      }
    return std::nullopt;
  }

 private:
  std::optional<ParameterValues> with(const Changes& changes) const {
    ParameterValues values = values_;
    for (const auto& [name, text] : changes) {
      const auto index = static_cast<std::size_t>(type_.parameter_index(name));
      auto value = evaluate_parameter(type_.parameters[index], text, expr::WorkspaceScope(workspace_));
      if (!value) return std::nullopt;
      values[index] = *std::move(value);
    }
    return values;
  }

  bool grows(const Changes& changes) const {
    const auto values = with(changes);
    if (!values) return false;
    const BlockInterface then = block_interface(type_, *values);
    return then.inputs.size() == now_.inputs.size() + 1 && then.outputs.size() == now_.outputs.size() &&
           std::equal(now_.inputs.begin(), now_.inputs.end(), then.inputs.begin(),
                      [](const PortSpec& a, const PortSpec& b) { return a.name == b.name; });
  }

  bool is_allowed(const Changes& changes) const {
    const auto values = with(changes);
    return values && std::ranges::all_of(type_.rules, [&](const Rule& rule) { return rule.holds(*values); });
  }

  // Where each input has a name in a list, the new one is named by its port.
  std::optional<Changes> with_one_more_name(const Changes& changes) const {
    const auto values = with(changes);
    const std::string port = block_interface(type_, *values).inputs.back().name;
    for (const ParameterSpec& spec : type_.parameters) {
      const std::string& list = parameter_text(block_, spec);
      if (spec.kind != ParameterKind::Text || list.empty() || changes.contains(spec.name)) continue;
      const auto names = split(list, ',');
      std::string name = port;
      while (std::ranges::find(names, name) != names.end()) name += '_';
      Changes both = changes;
      both[spec.name] = list + "," + name;
      if (is_allowed(both)) return both;
    }
    return std::nullopt;
  }

  const BlockType& type_;
  const Block& block_;
  expr::Workspace workspace_;
  ParameterValues values_;
  BlockInterface now_;
};

}  // namespace

std::optional<Changes> one_more_input(const Diagram& diagram, const BlockLibrary& library, Id id) {
  const auto block = diagram.blocks.find(id);
  if (block == diagram.blocks.end()) return std::nullopt;
  const BlockType* type = library.find(block->second.type);
  if (!type || !type->inputs_rule) return std::nullopt;
  return Growth(diagram, *type, block->second).find();
}

}  // namespace sim
