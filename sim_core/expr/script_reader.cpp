#include "sim_core/expr/script_reader.h"

#include <algorithm>

#include "sim_core/expr/parser.h"

namespace sim::expr {

bool is_script_keyword(std::string_view name) {
  static constexpr std::string_view keywords[] = {
      "function", "if",       "elseif", "else",   "end",       "for",    "persistent", "while",
      "break",    "continue", "return", "switch", "otherwise", "global", "try",        "case"};
  return std::find(std::begin(keywords), std::end(keywords), name) != std::end(keywords);
}

bool is_script_statement(std::string_view name) {
  static constexpr std::string_view statements[] = {"disp",  "display", "fprintf", "printf",
                                                    "coder", "warning", "error",   "assert"};
  return std::find(std::begin(statements), std::end(statements), name) != std::end(statements);
}

bool is_drawing_statement(std::string_view name) {
  static constexpr std::string_view statements[] = {
      "axes",    "axis",   "bar",  "clc",    "clf",   "close",    "colorbar", "contour",
      "drawnow", "figure", "grid", "help",   "hold",  "line",     "legend",   "loglog",
      "mesh",    "patch",  "plot", "plot3",  "print", "semilogx", "semilogy", "set",
      "subplot", "surf",   "text", "tic",    "title", "toc",      "view",     "xlabel",
      "xlim",    "ylabel", "ylim", "zlabel", "zlim"};
  return std::find(std::begin(statements), std::end(statements), name) != std::end(statements);
}

ScriptReader::ScriptReader(std::string_view text) : text_(text), tokens_(tokenize(text, Language::Script)) {
  for (std::size_t k = text.find('\n'); k != text.npos; k = text.find('\n', k + 1))
    lines_.push_back(static_cast<std::ptrdiff_t>(k) + 1);
}

ScriptHeader ScriptReader::header(std::string& name_of_function) {
  skip_separators();
  if (!is("function")) return {};
  at_first_ = false;
  next();
  return function_line(name_of_function);
}

Token ScriptReader::next() {
  const Token token = now();
  if (token.kind != TokenKind::Last) ++next_;
  return token;
}

std::ptrdiff_t ScriptReader::behind(const Token& token) const {
  return at(token) + static_cast<std::ptrdiff_t>(token.text.size()) +
         (token.kind == TokenKind::String && token.quote != '@' ? 1 : 0);
}

int ScriptReader::line_of(const Token& token) const {
  return static_cast<int>(std::upper_bound(lines_.begin(), lines_.end(), at(token)) - lines_.begin());
}

// In characters from the line's start, 1-based.
int ScriptReader::column_of(const Token& token) const {
  const auto from = text_.begin() + lines_[static_cast<std::size_t>(line_of(token) - 1)];
  return 1 + static_cast<int>(
                 std::count_if(from, text_.begin() + at(token), [](char c) { return (c & 0xC0) != 0x80; }));
}

void ScriptReader::fail_here(const std::string& what, const std::string& remedy) const {
  throw Wrong{error(
      {}, "line " + std::to_string(line()) + ": " + what + " at column " + std::to_string(column_of(now())),
      remedy)};
}

std::string ScriptReader::shown() const {
  if (now().kind == TokenKind::Last || now().kind == TokenKind::LineEnd) return "the line ends";
  return "'" + std::string(now().text) + "' stands";
}

void ScriptReader::expect(TokenKind kind, const std::string& what) {
  if (now().kind != kind) fail_here(shown() + " where " + what + " should be", "write " + what);
  next();
}

std::string ScriptReader::name(const std::string& what) {
  if (now().kind != TokenKind::Name || is_script_keyword(now().text))
    fail_here(shown() + " where " + what + " should be", "write a name: letters, digits and _");
  return std::string(next().text);
}

std::vector<std::string> ScriptReader::names(TokenKind open, TokenKind close, const std::string& closing) {
  std::vector<std::string> all;
  expect(open, "a bracket");
  while (now().kind != close) {
    all.push_back(name("a name"));
    if (now().kind == TokenKind::Comma)
      next();
    else if (now().kind != close && now().kind != TokenKind::Name)
      fail_here(shown() + " where ',' or " + closing + " should be", "write " + closing);
  }
  next();
  return all;
}

const Token& ScriptReader::behind_call() const {
  int depth = 0;
  for (std::size_t k = next_ + 1; tokens_[k].kind != TokenKind::Last; ++k) {
    const TokenKind kind = tokens_[k].kind;
    if (depth == 0 && kind != TokenKind::Open && kind != TokenKind::IndexOpen) return tokens_[k];
    if (kind == TokenKind::Open || kind == TokenKind::MatrixOpen || kind == TokenKind::IndexOpen) ++depth;
    if (kind == TokenKind::Close || kind == TokenKind::BracketClose) --depth;
  }
  return tokens_.back();
}

bool ScriptReader::separates() const {
  return now().kind == TokenKind::LineEnd || now().kind == TokenKind::Semicolon ||
         now().kind == TokenKind::Comma;
}

void ScriptReader::skip_separators() {
  while (separates()) next();
}

void ScriptReader::end_statement() {
  if (!separates() && now().kind != TokenKind::Last)
    fail_here(shown() + " behind the end of a statement", "begin a new line");
}

std::vector<std::string> ScriptReader::outputs() {
  if (now().kind == TokenKind::Name && !is_script_keyword(now().text)) return {name("an output")};
  const bool bracket = now().kind == TokenKind::MatrixOpen || now().kind == TokenKind::IndexOpen;
  if (!bracket) fail_here(shown() + " where an output should be", "write function y = f(u)");
  return names(now().kind, TokenKind::BracketClose, "']'");
}

ScriptHeader ScriptReader::function_line(std::string& name_of_function, bool may_have_none) {
  ScriptHeader header;
  const bool has_outputs = now().kind != TokenKind::Name || tokens_[next_ + 1].kind == TokenKind::Assign ||
                           is_script_keyword(now().text) || !may_have_none;
  header.outputs.clear();
  if (has_outputs) {
    header.outputs = outputs();
    expect(TokenKind::Assign, "'='");
  }
  name_of_function = name("the function's name");
  header.inputs.clear();
  if (now().kind == TokenKind::Open) header.inputs = names(TokenKind::Open, TokenKind::Close, "')'");
  for (const auto* ports : {&header.inputs, &header.outputs})
    if (ports->size() > max_script_ports)
      fail_here("more than " + std::to_string(max_script_ports) + " inputs or outputs",
                "gather some of them in vectors");
  for (std::vector<std::string> all : {header.inputs, header.outputs}) {
    std::sort(all.begin(), all.end());
    if (const auto twice = std::adjacent_find(all.begin(), all.end()); twice != all.end())
      fail_here("'" + *twice + "' is there twice", "give every input and every output a name of its own");
  }
  end_statement();
  return header;
}

Ast ScriptReader::expression() { return expression_until(false); }
Ast ScriptReader::condition() { return expression_until(now().kind == TokenKind::Open); }

std::vector<std::string> ScriptReader::results() {
  std::vector<std::string> all;
  expect(TokenKind::MatrixOpen, "a bracket");
  while (now().kind != TokenKind::BracketClose) {
    const bool unwanted = now().kind == TokenKind::Operator && now().text == "~";
    all.push_back(unwanted ? std::string(next().text) : name("a name"));
    if (now().kind == TokenKind::Comma)
      next();
    else if (now().kind != TokenKind::BracketClose)
      fail_here(shown() + " where ',' or ']' should be", "write ']'");
  }
  next();
  return all;
}

Ast ScriptReader::expression_until(bool bracket_ends) {
  const Token first = now();
  std::ptrdiff_t end = at(first);
  int depth = 0;
  for (; now().kind != TokenKind::Last && now().kind != TokenKind::LineEnd; next()) {
    if (depth <= 0 && separates()) break;
    if (now().kind == TokenKind::Assign)
      fail_here("'=' does not belong in an expression", "write == to compare");
    const TokenKind kind = now().kind;
    if (kind == TokenKind::Open || kind == TokenKind::MatrixOpen || kind == TokenKind::IndexOpen) ++depth;
    if (kind == TokenKind::Close || kind == TokenKind::BracketClose) --depth;
    end = behind(now());
    // Two operands never stand beside each other in an expression.
    const TokenKind after = tokens_[next_ + 1].kind;
    if (bracket_ends && depth == 0 && kind == TokenKind::Close && after == TokenKind::Name) {
      next();
      break;
    }
  }
  return parsed(first, end);
}

Ast ScriptReader::target(const Token& first) {
  std::ptrdiff_t end;  // of the last token
  int depth = 0;
  do {
    const TokenKind kind = now().kind;
    if (kind == TokenKind::Last || kind == TokenKind::LineEnd)
      fail_here("a bracket is not closed", "close it");
    if (kind == TokenKind::Open || kind == TokenKind::MatrixOpen || kind == TokenKind::IndexOpen) ++depth;
    if (kind == TokenKind::Close || kind == TokenKind::BracketClose) --depth;
    end = behind(now());
    next();
  } while (depth > 0);
  return parsed(first, end);
}

// With the blanks that stand before it in its line, so that columns are those of the script.
Ast ScriptReader::parsed(const Token& first, std::ptrdiff_t end) const {
  const auto from = at(first) - (first.kind == TokenKind::String ? 1 : 0);
  const std::string blanks(static_cast<std::size_t>(column_of(first) - 1), ' ');
  auto ast = parse(blanks + std::string(text_.substr(static_cast<std::size_t>(from),
                                                     static_cast<std::size_t>(end - from))));
  if (!ast) {
    Diagnostic why = ast.error();
    why.message = "line " + std::to_string(line_of(first)) + ": " + why.message;
    throw Wrong{why};
  }
  return std::move(*ast);
}

}  // namespace sim::expr
