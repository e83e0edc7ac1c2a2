#include "sim_core/diagram/file.h"
#include "sim_core/import/builder/system_builder.h"

namespace sim::importing {

// The bytes of the character that begins at `at`; 0: it is none.
static std::size_t character_length(std::string_view text, std::size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  const std::size_t length = c < 0x80                ? 1
                             : c >= 0xC2 && c < 0xE0 ? 2
                             : c >= 0xE0 && c < 0xF0 ? 3
                             : c >= 0xF0 && c < 0xF5 ? 4
                                                     : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((static_cast<unsigned char>(text[at + k]) & 0xC0) != 0x80) return 0;
  const auto second = length > 1 ? static_cast<unsigned char>(text[at + 1]) : 0;
  const bool overlong = (c == 0xE0 && second < 0xA0) || (c == 0xF0 && second < 0x90);
  const bool beyond = (c == 0xED && second >= 0xA0) || (c == 0xF4 && second >= 0x90);
  return overlong || beyond ? 0 : length;
}

static std::string valid(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0)
      out += '?', ++at;
    else
      out.append(text, at, length), at += length;
  }
  return out;
}

std::string one_line(const std::string& text) {
  const std::string whole = valid(collapsed(text));
  std::string out;
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t length = character_length(whole, at);
    if (out.size() + length > max_name_length / 4) break;
    const bool control = static_cast<unsigned char>(whole[at]) < 0x20 || whole[at] == 0x7f;
    if (!control) out.append(whole, at, length);
    at += length;
  }
  return out;
}

static void tidy(Mask& mask) {
  mask.initialization = valid(mask.initialization);
  mask.description = valid(mask.description);
  mask.icon.content = valid(mask.icon.content);
  mask.icon.x = valid(mask.icon.x), mask.icon.y = valid(mask.icon.y);
  for (MaskParameter& p : mask.parameters) {
    p.label = one_line(p.label);
    p.expression = valid(p.expression);
    p.description = valid(p.description);
    for (std::string& choice : p.choices) choice = one_line(choice);
  }
}

void tidy_texts(Diagram& diagram) {
  for (auto& [id, block] : diagram.blocks) {
    for (auto& [name, text] : block.parameters) text = valid(text);
    for (auto& [port, name] : block.signal_names) name = one_line(name);
    std::erase_if(block.signal_names, [](const auto& entry) { return entry.second.empty(); });
    if (block.mask) tidy(*block.mask);
  }
  for (auto& [id, note] : diagram.annotations) note.text = valid(note.text);
  for (auto& [id, variable] : diagram.variables) {
    variable.expression = valid(variable.expression);
    variable.description = one_line(variable.description);
  }
}

}  // namespace sim::importing
