#include "sim_core/import/mapping/block_translation.h"

#include <algorithm>

#include "sim_core/diagram/well_known_types.h"

namespace sim::importing {

std::string BlockTranslation::given(const std::vector<std::string>& names,
                                    const std::string& otherwise) const {
  for (const std::string& name : names)
    if (const auto it = block.parameters.find(name); it != block.parameters.end()) return it->second;
  const auto defaults = model.defaults.find(block.type);
  if (defaults != model.defaults.end())
    for (const std::string& name : names)
      if (const auto it = defaults->second.find(name); it != defaults->second.end()) return it->second;
  return otherwise;
}

static bool says_on(const std::string& text) {
  return text == "on" || text == "1" || text == "true" || text == "yes";
}

bool BlockTranslation::on(const char* name, bool otherwise) const {
  return says_on(given(name, otherwise ? "on" : "off"));
}

std::string BlockTranslation::translated(const std::string& source_text) {
  if (!table.translate) return source_text;
  TranslatedText out = table.translate(source_text);
  for (std::string& remark : out.remarks) approximate(std::move(remark));
  return std::move(out.text);
}

void BlockTranslation::set_expression(std::string parameter, const std::string& source_text) {
  set(std::move(parameter), translated(source_text));
}

void BlockTranslation::approximate(std::string how) {
  if (result.outcome == Outcome::Exact) result.outcome = Outcome::Approximated;
  if (std::find(result.remarks.begin(), result.remarks.end(), how) == result.remarks.end())
    result.remarks.push_back(std::move(how));
}

// Those of its mask, too.
static std::string all_parameters(const SourceBlock& block) {
  std::string text;
  const auto add = [&](const std::string& name, const std::string& value) {
    text += name + " = ";
    for (const char c : value) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
    text += '\n';
  };
  for (const auto& [name, value] : block.parameters) add(name, value);
  if (block.mask)
    for (const SourceMaskParameter& p : block.mask->parameters) add(p.name, p.value);
  return text;
}

void BlockTranslation::unresolved(std::string instead) {
  result = {};
  result.outcome = Outcome::Unresolved;
  result.type = "user_defined/unresolved";
  result.instead = std::move(instead);
  int in = input_count(), out = output_count();
  const auto further = [](auto& places, SourcePort port, int count, int& total) {
    for (int n = 1; n <= count; ++n) places[{port, n}] = total++;
  };
  for (const SourcePort port : {SourcePort::Enable, SourcePort::Trigger, SourcePort::Action,
                                SourcePort::Reset, SourcePort::Event, SourcePort::LeftSide})
    further(result.inputs, port, input_count(port), in);
  for (const SourcePort port : {SourcePort::State, SourcePort::Event, SourcePort::RightSide})
    further(result.outputs, port, output_count(port), out);
  set("Inputs", std::to_string(in));
  set("Outputs", std::to_string(out));
  set("SourceType", block.link.empty() ? block.type : block.link);
  if (!result.instead.empty()) set("Instead", result.instead);
  if (const std::string text = all_parameters(block); !text.empty()) set("SourceParameters", text);
  if (!block.code.empty()) set("SourceCode", block.code);
}

void BlockTranslation::leave_out(std::string why) {
  result = {};
  result.outcome = Outcome::LeftOut;
  result.remarks.push_back(std::move(why));
}

SystemIndex::SystemIndex(const SourceSystem& system) {
  for (const SourceBlock& block : system.blocks) blocks_.emplace(block.key, &block);
  for (const SourceLine& line : system.lines) {
    if (line.target) into_[line.target->block].push_back(&line);
    if (line.source) from_[line.source->block].push_back(&line);
  }
}

const std::vector<const SourceLine*>& SystemIndex::lines(const Lines& all, const std::string& block) {
  static const std::vector<const SourceLine*> none;
  const auto it = all.find(block);
  return it == all.end() ? none : it->second;
}

const SourceBlock* SystemIndex::block(const std::string& key) const {
  const auto it = blocks_.find(key);
  return it == blocks_.end() ? nullptr : it->second;
}

const SourceLine* BlockTranslation::incoming(int number, SourcePort port) const {
  for (const SourceLine* line : index.into(block.key))
    if (line->target->port == port && line->target->number == number) return line;
  return nullptr;
}

static int said(const std::map<SourcePort, int>& ports, SourcePort port) {
  const auto it = ports.find(port);
  return it == ports.end() ? 0 : it->second;
}

static void reach(int& count, const std::optional<SourceEnd>& end, SourcePort port) {
  if (end->port == port) count = std::max(count, end->number);
}

// Conserving ports are at either end of a line.
int BlockTranslation::input_count(SourcePort port) const {
  int count = said(block.inputs, port);
  for (const SourceLine* line : index.into(block.key)) reach(count, line->target, port);
  if (port == SourcePort::LeftSide)
    for (const SourceLine* line : index.from(block.key)) reach(count, line->source, port);
  return count;
}

int BlockTranslation::output_count(SourcePort port) const {
  int count = said(block.outputs, port);
  for (const SourceLine* line : index.from(block.key)) reach(count, line->source, port);
  if (port == SourcePort::RightSide)
    for (const SourceLine* line : index.into(block.key)) reach(count, line->target, port);
  return count;
}

std::string BlockTranslation::signal_name(int number) const {
  const SourceLine* line = incoming(number);
  if (!line || !line->source) return {};
  if (!line->name.empty()) return line->name;
  const SourceBlock* other = index.block(line->source->block);
  if (!other) return {};
  const auto it = other->signal_names.find(line->source->number - 1);
  return it == other->signal_names.end() ? std::string() : it->second;
}

}  // namespace sim::importing
