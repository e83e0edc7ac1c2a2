#pragma once
// Numbers as text that reads back exactly, and small helpers for messages.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

// The shortest decimal text that reads back to the same double; "inf", "-inf" and "nan" for those.
std::string to_text(double value);

// The whole of `text` as a number, independent of the locale; nothing otherwise.
std::optional<double> parse_number(std::string_view text);

// `candidates` within a few typing errors of `name`, nearest first, at most three (Levenshtein
// distance, case ignored).
std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& candidates);

// "did you mean a, b or c?", or "" when nothing is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

// How many characters a text in UTF-8 has.
std::size_t character_count(std::string_view utf8);

std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace sim
