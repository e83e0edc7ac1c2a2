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

Extent extent(std::string_view text, Language language) {
  Extent extent;
  try {
    for (const Token& token : tokenize(text, language)) {
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

std::size_t code_length(std::string_view text) { return extent(text, Language::Expression).code; }

std::size_t statement_length(std::string_view text) {
  int depth = 0;
  std::size_t separator = text.npos;
  try {
    for (const Token& token : tokenize(text, Language::Script)) {
      if (token.kind == TokenKind::Last) break;
      if (token.kind == TokenKind::LineEnd) continue;
      const bool opens = token.kind == TokenKind::Open || token.kind == TokenKind::MatrixOpen ||
                         token.kind == TokenKind::IndexOpen;
      const bool separates = token.kind == TokenKind::Semicolon || token.kind == TokenKind::Comma;
      if (separator != text.npos && !separates) return separator;
      if (separates && depth == 0 && separator == text.npos)
        separator = static_cast<std::size_t>(token.text.data() - text.data());
      depth += opens ? 1 : token.kind == TokenKind::Close || token.kind == TokenKind::BracketClose ? -1 : 0;
    }
  } catch (const Failure&) {
    return text.size();
  }
  return text.size();
}

bool goes_on(std::string_view line, std::string& open) {
  const std::string text = open + std::string(line);
  const Extent e = extent(text, Language::Script);  // another statement may stand in the line
  open = e.open;
  if (open.size() > static_cast<std::size_t>(max_nesting)) return false;
  if (!open.empty()) return true;
  const std::string_view rest = std::string_view(text).substr(e.all);
  const auto start = rest.find_first_not_of(" \t\r\n");
  return start != rest.npos && rest.substr(start).starts_with("...");
}

}  // namespace sim::expr
