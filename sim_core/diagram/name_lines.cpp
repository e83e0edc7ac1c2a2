#include "sim_core/diagram/name_lines.h"

#include <algorithm>

#include "sim_core/base/text.h"

namespace sim {

static constexpr const char* name_lines_member = "name_lines";

int name_lines(const Block& block) {
  const auto given = block.unknown.find(name_lines_member);
  if (given == block.unknown.end() || given->second.size() != 1) return 1;
  const char digit = given->second.front();
  return digit >= '1' && digit <= '0' + max_name_lines ? digit - '0' : 1;
}

void set_name_lines(Block& block, int lines) {
  lines = std::min(lines, max_name_lines);
  if (lines <= 1)
    block.unknown.erase(name_lines_member);
  else
    block.unknown[name_lines_member] = std::to_string(lines);
}

static std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name)
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty()) words.pop_back();
  return words;
}

// Each line takes words up to so many characters.
static std::vector<std::string> filled(const std::vector<std::string>& words, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& word : words)
    if (!lines.empty() && character_count(lines.back()) + 1 + character_count(word) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  return lines;
}

std::vector<std::string> broken_name(std::string_view name, int lines) {
  const std::vector<std::string> words = words_of(name);
  if (lines <= 1 || words.size() < 2) return {std::string(name)};
  std::size_t width = 0;
  for (const std::string& word : words) width = std::max(width, character_count(word));
  while (filled(words, width).size() > static_cast<std::size_t>(lines)) ++width;
  return filled(words, width);
}

}  // namespace sim
