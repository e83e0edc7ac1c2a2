#pragma once
// Names, comments, numbers and strings as they are written in C99.
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sim::c_source {

// Letters, digits and underscores, not longer than 48; no keyword, and no macro of the C library.
std::string identifier(std::string_view text);

// Gives each name once: names that are taken, or differ from one only in the case of letters, get a number
// behind them.
class Names {
 public:
  std::string take(std::string_view wanted);

 private:
  std::set<std::string> taken_;      // in lower case
  std::map<std::string, int> next_;  // the number for the next one of this name, in lower case
};

// "/* text */" on one line, whatever the text.
std::string comment(std::string_view text);
// A string literal of these bytes.
std::string literal(std::string_view text);
// The shortest number that is this double.
std::string number(double value);

// Whether a name of C stands in the text by itself, neither as a part of another one nor as a member.
bool has_word(const std::string& text, const std::string& word);

}  // namespace sim::c_source
