#include "sim_core/import/annotation_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sim::importing {

// "<B class=x>" -> "b", "</p>" -> "/p".
static std::string tag_name(std::string_view tag) {
  std::string name;
  for (const char c : tag) {
    if (c == ' ' || c == '\n' || c == '\t' || (c == '/' && !name.empty())) break;
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name;
}

static std::string_view sign_of(const std::string& tag) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> signs{{{"b", "**"},
                                                                                        {"/b", "**"},
                                                                                        {"strong", "**"},
                                                                                        {"/strong", "**"},
                                                                                        {"i", "*"},
                                                                                        {"/i", "*"},
                                                                                        {"em", "*"},
                                                                                        {"/em", "*"},
                                                                                        {"br", "\n"},
                                                                                        {"/p", "\n\n"},
                                                                                        {"/div", "\n"},
                                                                                        {"li", "\n- "},
                                                                                        {"/h1", "\n\n"},
                                                                                        {"/tr", "\n"}}};
  for (const auto& [name, sign] : signs)
    if (name == tag) return sign;
  return {};
}

static std::string with_entities(std::string text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> entities{
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}, {"&#39;", "'"}, {"&amp;", "&"}}};
  for (const auto& [entity, character] : entities)
    for (std::size_t at = text.find(entity); at != text.npos; at = text.find(entity, at + 1))
      text.replace(at, entity.size(), character);
  return text;
}

static std::string trimmed_lines(const std::string& text) {
  std::string out;
  int empty = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.pop_back();
    empty = line.empty() ? empty + 1 : 0;
    if (empty < 2 && !(out.empty() && line.empty())) out += line + '\n';
    at = end + 1;
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

// Lines are about 16 pixels high.
Size size_of_text(std::string_view text) {
  std::size_t lines = 1, longest = 0, length = 0;
  for (const char c : text) {
    if (c == '\n') ++lines, length = 0;
    longest = std::max(longest, ++length);
  }
  return {7.0 * static_cast<double>(std::min<std::size_t>(longest, 200)) + 12,
          16.0 * static_cast<double>(std::min<std::size_t>(lines, 1000)) + 8};
}

std::string annotation_text(std::string_view text) {
  const bool html = text.find("<html") != text.npos || text.find("<HTML") != text.npos ||
                    text.find("<!DOCTYPE") != text.npos;
  if (!html) {
    std::string out;  // a line end is one in Markdown too where two spaces are before it
    for (const char c : text) out += c == '\n' ? std::string("  \n") : std::string(1, c);
    return out;
  }
  std::string out;
  std::string skipped;  // the element whose contents are no text
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '<') {
      const bool space = text[at] == '\n' || text[at] == '\t' || text[at] == '\r' || text[at] == ' ';
      const bool again = space && (out.empty() || out.back() == ' ' || out.back() == '\n');
      if (skipped.empty() && !again) out += space ? ' ' : text[at];
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find('>', at), text.size() - 1);
    const std::string tag = tag_name(text.substr(at + 1, end - at - 1));
    if (tag == "head" || tag == "style" || tag == "script") skipped = "/" + tag;
    if (skipped.empty()) out += sign_of(tag);
    if (tag == skipped) skipped.clear();
    at = end + 1;
  }
  return with_entities(trimmed_lines(out));
}

}  // namespace sim::importing
