#pragma once
// An expression, or a script of statements, cut into tokens. The rules of white space are applied here and
// nowhere else: inside [ ] a space between two operands becomes a comma and a line end a semicolon, so the
// parsers need not know about spaces.
#include <string>
#include <string_view>
#include <vector>

namespace sim::expr {

enum class TokenKind {
  Number,
  Imaginary,
  String,
  Name,
  Operator,      // + - * .* == ? : and so on; text is the operator
  Transpose,     // ' or .'
  Field,         // .name right after an operand; text is the name
  Open,          // (
  Close,         // )
  MatrixOpen,    // [ or { where a value may start
  IndexOpen,     // [ or { right after an operand, as in u[1] and c{1}
  BracketClose,  // ] or }
  Comma,
  Semicolon,
  Assign,   // = in a script
  LineEnd,  // of a statement in a script; closes what brackets are open
  Last      // the end of the text
};

struct Token {
  TokenKind kind;
  std::string_view text;  // into the expression; of a string its inside, quotes still doubled
  double number = 0;      // of a number
  char quote = 0;         // of a string
  int column = 1;         // 1-based, in characters
};

enum class Language { Expression, Script };

// Throws Failure on a character, number or string that is none; the last token is Last.
std::vector<Token> tokenize(std::string_view text, Language language = Language::Expression);

}  // namespace sim::expr
