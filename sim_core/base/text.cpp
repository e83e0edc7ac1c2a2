#include "sim_core/base/text.h"
#include "sim_core/base/locale_independent.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sim {

std::string to_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[32];
  auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

std::string to_text(double value, int digits) {
  if (!std::isfinite(value)) return to_text(value);
  char buffer[512];
  auto [end, status] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  return {buffer, end};
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* last = text.data() + text.size();
  auto [end, status] = std::from_chars(text.data(), last, value);
  if (status != std::errc{} || end != last || text.empty()) return std::nullopt;
  return value;
}

static std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower_case(c);
  return out;
}

static int edit_distance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;  // longer names are not typing errors of anything, and cost n^2
  constexpr std::size_t shortest = 3;  // of shorter ones every other is near
  if (name.size() > longest) return {};
  const std::string wanted = lower(name);
  const int limit = std::max(1, static_cast<int>(wanted.size()) / 3);
  std::vector<std::pair<int, std::string>> found;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const int distance = edit_distance(wanted, lower(candidate));
    const bool guess = distance > 0;
    if (guess && std::min(wanted.size(), candidate.size()) < shortest) continue;
    if (distance <= limit) found.emplace_back(distance, candidate);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> out;
  for (std::size_t k = 0; k < found.size() && k < 3; ++k) out.push_back(found[k].second);
  return out;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  auto near = near_names(name, candidates);
  if (near.empty()) return {};
  std::string text = "did you mean " + near.front();
  for (std::size_t k = 1; k < near.size(); ++k) text += (k + 1 == near.size() ? " or " : ", ") + near[k];
  return text + "?";
}

std::size_t character_count(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k) out += separator;
    out += parts[k];
  }
  return out;
}

}  // namespace sim
