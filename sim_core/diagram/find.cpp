#include "sim_core/diagram/find.h"

#include <cctype>
#include <map>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/unique_names.h"

namespace sim {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }

// The next occurrence from `from` on; npos: there is none. Case is that of ASCII letters.
std::size_t next(const std::string& in, const std::string& text, std::size_t from, const FindOptions& o) {
  for (std::size_t at = from; at + text.size() <= in.size(); ++at) {
    std::size_t k = 0;
    while (k < text.size() &&
           (o.match_case ? in[at + k] == text[k] : lower_case(in[at + k]) == lower_case(text[k])))
      ++k;
    if (k < text.size()) continue;
    const std::size_t end = at + text.size();
    const bool inside = (at > 0 && is_word(in[at - 1]) && is_word(text.front())) ||
                        (end < in.size() && is_word(in[end]) && is_word(text.back()));
    if (!o.whole_words || !inside) return at;
  }
  return std::string::npos;
}

bool contains(const std::string& in, const std::string& text, const FindOptions& o) {
  return next(in, text, 0, o) != std::string::npos;
}

std::string replaced(const std::string& in, const std::string& text, const std::string& by,
                     const FindOptions& o) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = next(in, text, 0, o); at != std::string::npos; at = next(in, text, done, o)) {
    out += in.substr(done, at - done) + by;
    done = at + text.size();
  }
  return out + in.substr(done);
}

// The texts of a mask beside its parameters, as a list of results names them.
constexpr std::pair<std::string_view, std::string Mask::*> mask_texts[] = {
    {"initialization", &Mask::initialization}, {"mask description", &Mask::description}};

}  // namespace

std::vector<Found> find_text(const Diagram& d, const std::string& text, const FindOptions& o,
                             const TypeLabel& type_label) {
  std::vector<Found> found;
  if (text.empty()) return found;
  const auto look = [&](Id id, FoundIn what, const std::string& key, const std::string& in) {
    if (contains(in, text, o)) found.push_back({id, what, key, in});
  };
  for (const auto& [id, block] : d.blocks) {
    if (o.names) {
      look(id, FoundIn::Name, {}, block.name);
      for (const auto& [port, name] : block.signal_names)
        look(id, FoundIn::SignalName, std::to_string(port), name);
    }
    if (o.types) {
      const std::string label = type_label ? type_label(block.type) : std::string();
      look(id, FoundIn::Type, {}, label.empty() ? block.type : label);
    }
    if (!o.parameters) continue;
    for (const auto& [key, value] : block.parameters) look(id, FoundIn::Parameter, key, value);
    if (!block.mask) continue;
    for (const MaskParameter& parameter : block.mask->parameters)
      look(id, FoundIn::MaskParameter, parameter.name, parameter.expression);
    for (const auto& [name, member] : mask_texts)
      look(id, FoundIn::Mask, std::string(name), (*block.mask).*member);
    look(id, FoundIn::Mask, "icon", block.mask->icon.content);
  }
  if (o.notes)
    for (const auto& [id, note] : d.annotations) look(id, FoundIn::Annotation, {}, note.text);
  return found;
}

Result<Edit> replace_text(const Diagram& d, const std::vector<Found>& found, const std::string& text,
                          const std::string& replacement, const FindOptions& o) {
  Edit edit{"Replace", {}};
  if (text.empty()) return edit;
  std::map<Id, Block> blocks;
  std::map<Id, UniqueNames> names;  // by parent
  for (const Found& f : found) {
    if (const auto note = d.annotations.find(f.element); note != d.annotations.end()) {
      Annotation changed = note->second;
      changed.text = replaced(changed.text, text, replacement, o);
      if (!(changed == note->second)) edit.set(f.element, std::move(changed));
      continue;
    }
    const auto it = d.blocks.find(f.element);
    if (it == d.blocks.end() || f.what == FoundIn::Type) continue;
    Block& block = blocks.try_emplace(f.element, it->second).first->second;
    if (f.what == FoundIn::Name) {
      const std::string name = replaced(block.name, text, replacement, o);
      if (name == block.name) continue;
      if (const auto why = why_not_a_block_name(name); !why.empty())
        return error(block_path(d, f.element), why, "choose another replacement", f.element);
      auto [known, fresh] = names.try_emplace(block.parent);
      if (fresh)
        for (const auto& [id, other] : d.blocks)
          if (other.parent == block.parent) known->second.take(other.name);
      block.name = known->second.take_similar(name);
    } else if (f.what == FoundIn::Parameter) {
      if (const auto value = block.parameters.find(f.key); value != block.parameters.end())
        value->second = replaced(value->second, text, replacement, o);
    } else if (f.what == FoundIn::MaskParameter) {
      for (MaskParameter& parameter : block.mask->parameters)
        if (parameter.name == f.key)
          parameter.expression = replaced(parameter.expression, text, replacement, o);
    } else if (f.what == FoundIn::Mask) {
      std::string* part = f.key == "icon" ? &block.mask->icon.content : nullptr;
      for (const auto& [name, member] : mask_texts)
        if (name == f.key) part = &((*block.mask).*member);
      if (part) *part = replaced(*part, text, replacement, o);
    } else {
      for (auto& [port, name] : block.signal_names)
        if (std::to_string(port) == f.key) name = replaced(name, text, replacement, o);
    }
  }
  for (auto& [id, block] : blocks)
    if (!(block == d.blocks.at(id))) edit.set(id, std::move(block));
  return edit;
}

}  // namespace sim
