#include <algorithm>

#include "sim_core/import/mapping/block_translation.h"

namespace sim::importing {

// Texts of choices differ in white space and capitals between versions of a tool.
static std::string plain(const std::string& text) {
  std::string out = collapsed(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

static void apply(BlockTranslation& t, const ParameterMapping& mapping) {
  const std::string text = t.given(mapping.sources, mapping.otherwise);
  if (text.empty() && mapping.otherwise.empty()) return;
  switch (mapping.how) {
    case Translation::Expression:
      return t.set_expression(mapping.target, text);
    case Translation::Text:
      return t.set(mapping.target, text);
    case Translation::Flag: {
      const std::string word = plain(text);
      return t.set(mapping.target,
                   word == "on" || word == "1" || word == "true" || word == "yes" ? "on" : "off");
    }
    case Translation::Choice:
      for (const auto& [from, to] : mapping.choices)
        if (plain(from) == plain(text)) return t.set(mapping.target, to);
      t.approximate(mapping.sources.front() + " \"" + collapsed(text) + "\" has no counterpart");
  }
}

// A parameter of the same name, in the words of its kind.
static void take_over(BlockTranslation& t, const ParameterSpec& spec) {
  std::vector<std::string> names{spec.name};
  names.insert(names.end(), spec.former_names.begin(), spec.former_names.end());
  ParameterMapping mapping{spec.name, std::move(names), {}, Translation::Text};
  if (spec.kind == ParameterKind::Real || spec.kind == ParameterKind::Integer ||
      spec.kind == ParameterKind::SampleTime)
    mapping.how = Translation::Expression;
  if (spec.kind == ParameterKind::Flag) mapping.how = Translation::Flag;
  if (spec.kind == ParameterKind::Choice) {
    mapping.how = Translation::Choice;
    for (const std::string& choice : spec.choices) mapping.choices.emplace_back(choice, choice);
  }
  apply(t, mapping);
}

static void take_over_by_name(BlockTranslation& t, const BlockMapping& entry) {
  const BlockType* type = t.target();
  if (!entry.by_name || !type) return;
  for (const ParameterSpec& spec : type->parameters) {
    // Of the type of an output and its unit the table says more (every_block).
    const bool elsewhere = spec.name == "OutDataTypeStr" || spec.name == "Unit" || spec.name == "RndMeth";
    const bool listed = std::any_of(entry.parameters.begin(), entry.parameters.end(),
                                    [&](const ParameterMapping& m) { return m.target == spec.name; });
    if (!elsewhere && !listed) take_over(t, spec);
  }
}

static void look_at(BlockTranslation& t, const Caveat& caveat) {
  const std::string text = t.given(caveat.parameter.c_str());
  if (text.empty()) return;
  const auto same = [&](const std::string& harmless) { return plain(harmless) == plain(text); };
  if (std::none_of(caveat.harmless.begin(), caveat.harmless.end(), same)) t.approximate(caveat.sentence);
}

TranslatedBlock translate(const SourceModel& model, const SystemIndex& index, const SourceBlock& block,
                          const MappingTable& table, const BlockLibrary* library) {
  BlockTranslation t(model, index, block, table, library);
  const bool linked = !block.link.empty() && block.contents.empty();
  const BlockMapping* entry = table.find(linked ? block.link : block.type);
  if (!entry) {
    t.unresolved(linked ? "it is a block of the library \"" + block.link.substr(0, block.link.find('/')) +
                              "\", whose file is not beside the model: put it there and import again"
                        : "there is no block for it: replace it by blocks or a Function block");
    return std::move(t.result);
  }
  if (entry->left_out) {
    t.leave_out(entry->difference);
    if (entry->special) entry->special(t);
    return std::move(t.result);
  }
  t.become(entry->target);
  take_over_by_name(t, *entry);
  for (const ParameterMapping& mapping : entry->parameters) apply(t, mapping);
  for (const Caveat& caveat : entry->caveats) look_at(t, caveat);
  if (!entry->difference.empty()) t.approximate(entry->difference);
  if (entry->special) entry->special(t);
  if (t.result.type.empty() && t.result.composite.empty() && t.result.outcome != Outcome::LeftOut)
    t.unresolved(entry->instead);
  else if (t.result.outcome != Outcome::Unresolved && t.result.outcome != Outcome::LeftOut &&
           table.every_block)
    table.every_block(t);
  return std::move(t.result);
}

}  // namespace sim::importing
