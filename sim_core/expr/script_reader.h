#pragma once
// The tokens of a script with their lines, and what all of its statements are made of: names, expressions,
// the first line of a function. Inside this folder only.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/expr/script.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

bool is_script_keyword(std::string_view name);
// What a statement may begin with that is no assignment, unless the script has a variable of this name: disp,
// error, ...
bool is_script_statement(std::string_view name);
// Statements that draw, where they stand alone: they do nothing either. Variables may have these names.
bool is_drawing_statement(std::string_view name);

class ScriptReader {
 public:
  explicit ScriptReader(std::string_view text);

  // Of the first line; the default where there is none.
  ScriptHeader header(std::string& name_of_function);

  // Behind the header, where that has been read, in front of its line's end; else the first statement.
  std::size_t begin_of_statements() const {
    return static_cast<std::size_t>(next_ > 0 && !at_first_ ? behind(tokens_[next_ - 1]) : at(now()));
  }

  // What is wrong; the message has line and column.
  struct Wrong {
    Diagnostic why;
  };

 protected:
  const Token& now() const { return tokens_[next_]; }
  Token next();
  bool is(std::string_view keyword) const { return now().kind == TokenKind::Name && now().text == keyword; }
  int line_of(const Token& token) const;  // 1-based
  int line() const { return line_of(now()); }

  [[noreturn]] void fail_here(const std::string& what, const std::string& remedy) const;
  std::string shown() const;
  void expect(TokenKind kind, const std::string& what);
  std::string name(const std::string& what);
  // ( a, b )
  std::vector<std::string> names(TokenKind open, TokenKind close, const std::string& closing);

  // The token behind the bracket that stands behind the next token; where none does, the next but one.
  const Token& behind_call() const;

  bool separates() const;
  void skip_separators();
  void end_statement();

  // Behind the word `function`: the ports, and the name of the function. A function that is called may have
  // no outputs.
  ScriptHeader function_line(std::string& name_of_function, bool may_have_none = false);

  // Up to the end of the statement.
  Ast expression();
  // The same, and up to a statement behind its closing bracket: if (u > 0) y = 1; end
  Ast condition();
  // [q, ~, r]: names of results, "~" of one that nobody wants.
  std::vector<std::string> results();
  // The tree of name(...), as it stands left of an assignment; `first` is the name.
  Ast target(const Token& first);

 private:
  std::ptrdiff_t at(const Token& token) const { return token.text.data() - text_.data(); }
  std::ptrdiff_t behind(const Token& token) const;
  int column_of(const Token& token) const;
  std::vector<std::string> outputs();
  Ast expression_until(bool bracket_ends);
  Ast parsed(const Token& first, std::ptrdiff_t end) const;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::ptrdiff_t> lines_{0};  // where each starts
  std::size_t next_ = 0;
  bool at_first_ = true;  // no header has been read
};

}  // namespace sim::expr
