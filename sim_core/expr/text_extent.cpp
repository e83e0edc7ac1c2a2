#include "sim_core/expr/text_extent.h"

#include "sim_core/expr/failure.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

namespace {

struct Extent {
  std::size_t code = 0, all = 0;  // bytes up to the last token but closing semicolons, and with them
  std::string open;               // brackets
};

Extent extent(std::string_view text) {
  Extent extent;
  try {
    for (const Token& token : tokenize(text)) {
      if (token.kind == TokenKind::Last) break;
      const auto start = static_cast<std::size_t>(token.text.data() - text.data());
      extent.all = start + token.text.size() + (token.kind == TokenKind::String ? 1 : 0);
      if (token.kind != TokenKind::Semicolon || !extent.open.empty()) extent.code = extent.all;
      if (token.kind == TokenKind::Open) extent.open += '(';
      if (token.kind == TokenKind::MatrixOpen || token.kind == TokenKind::IndexOpen) extent.open += '[';
      const bool closes = token.kind == TokenKind::Close || token.kind == TokenKind::BracketClose;
      if (closes && !extent.open.empty()) extent.open.pop_back();
    }
  } catch (const Failure&) {
    return {text.size(), text.size(), {}};
  }
  return extent;
}

}  // namespace

std::size_t code_length(std::string_view text) { return extent(text).code; }

bool goes_on(std::string_view line, std::string& open) {
  const std::string text = open + std::string(line);
  const Extent e = extent(text);
  open = e.open;
  if (open.size() > static_cast<std::size_t>(max_nesting)) return false;
  if (!open.empty()) return true;
  const std::string_view rest = std::string_view(text).substr(e.all);
  const auto start = rest.find_first_not_of(" \t\r\n");
  return start != rest.npos && rest.substr(start).starts_with("...");
}

}  // namespace sim::expr
