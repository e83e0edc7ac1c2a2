#include "sim_core/expr/statement_split.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "sim_core/base/trimmed.h"

namespace sim::expr {

namespace {

// Follows a text character by character: whether one is in a string, and how many brackets are open.
class Position {
 public:
  // `before`: what stands before `c` in the same statement.
  void pass(char c, char before) {
    const char closed = std::exchange(closed_, 0);
    if (quote_) {
      if (c == quote_ || c == '\n') closed_ = std::exchange(quote_, 0);
      return;
    }
    if (closed && c == closed) {  // a quote inside of a string, doubled
      quote_ = c;
      return;
    }
    const bool operand = std::isalnum(static_cast<unsigned char>(before)) || before == ')' || before == ']' ||
                         before == '}' || before == '\'' || before == '.' || before == '_';
    if (c == '"' || (c == '\'' && !operand)) quote_ = c;
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if (c == ')' || c == ']' || c == '}') depth_ = std::max(0, depth_ - 1);
  }
  bool in_string() const { return quote_ != 0; }
  bool in_brackets() const { return depth_ > 0; }

 private:
  char quote_ = 0, closed_ = 0;  // of the string, and of one that has just ended
  int depth_ = 0;
};

}  // namespace

static std::vector<std::string> trimmed_pieces(const std::vector<std::string>& pieces) {
  std::vector<std::string> out;
  for (const std::string& piece : pieces)
    if (const std::string_view text = trimmed(piece); !text.empty()) out.emplace_back(text);
  return out;
}

std::vector<std::string> split_statements(std::string_view text) {
  std::vector<std::string> all(1);
  Position position;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!position.in_string() && (c == '%' || text.substr(at, 3) == "...")) {
      at = std::min(text.find('\n', at), text.size());
      if (c == '.')
        all.back() += ' ';
      else if (position.in_brackets())
        all.back() += '\n';
      else
        all.emplace_back();
      continue;
    }
    position.pass(c, all.back().empty() ? ' ' : all.back().back());
    if (!position.in_string() && !position.in_brackets() && (c == ';' || c == '\n' || c == ','))
      all.emplace_back();
    else
      all.back() += c;
  }
  return trimmed_pieces(all);
}

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> all(1);
  Position position;
  for (const char c : text) {
    position.pass(c, all.back().empty() ? ' ' : all.back().back());
    if (c == ',' && !position.in_string() && !position.in_brackets())
      all.emplace_back();
    else
      all.back() += c;
  }
  for (std::string& piece : all) piece = std::string(trimmed(piece));
  if (all.size() == 1 && all.front().empty()) all.clear();
  return all;
}

std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  return text.substr(0, end);
}

}  // namespace sim::expr
