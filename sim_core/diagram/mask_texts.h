#pragma once
// The texts of a mask that see its values: conditions of its dialog, and what its icon is drawn from.
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

// Calls visit(text) for each that is an expression, or the commands of a plot. `MaskOrConst`: Mask or const
// Mask.
template <class MaskOrConst, class F>
void for_each_mask_text(MaskOrConst& mask, F&& visit) {
  for (auto& parameter : mask.parameters) {
    visit(parameter.visible);
    visit(parameter.enabled);
  }
  visit(mask.icon.x);
  visit(mask.icon.y);
  if (mask.icon.kind == MaskIconKind::Plot) visit(mask.icon.content);
}

// The names between braces in the text of an icon, as pieces of it.
inline std::vector<std::string_view> names_in_braces(std::string_view text) {
  std::vector<std::string_view> names;
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    std::size_t end = open + 1;
    while (end < text.size() && letter(text[end])) ++end;
    const bool named = end > open + 1 && !std::isdigit(static_cast<unsigned char>(text[open + 1]));
    if (named && end < text.size() && text[end] == '}')
      names.push_back(text.substr(open + 1, end - open - 1));
  }
  return names;
}
inline std::vector<std::string_view> names_in_icon(const MaskIcon& icon) {
  return icon.kind == MaskIconKind::Text ? names_in_braces(icon.content) : std::vector<std::string_view>();
}

inline void rename_in_icon(MaskIcon& icon, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t done = 0;
  for (std::string_view name : names_in_icon(icon)) {
    if (name != from) continue;
    const auto at = static_cast<std::size_t>(name.data() - icon.content.data());
    out += icon.content.substr(done, at - done).append(to);
    done = at + name.size();
  }
  icon.content = out + icon.content.substr(done);
}

}  // namespace sim
