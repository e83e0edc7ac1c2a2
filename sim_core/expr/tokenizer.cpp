#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

#include "sim_core/expr/failure.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool in_name(char c) { return starts_name(c) || is_digit(c); }
static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_name(std::string_view text) {
  if (text.empty() || !starts_name(text.front()) || text == "end") return false;
  for (char c : text) {
    if (!in_name(c)) return false;
  }
  return true;
}

namespace {

class Tokenizer {
 public:
  Tokenizer(std::string_view text, Language language)
      : text_(text), statements_(language == Language::Script) {}

  std::vector<Token> run() {
    while (true) {
      const bool spaced = skip_space();
      if (at_ == text_.size()) break;
      if (spaced && in_matrix() && after_operand() && starts_operand()) add(TokenKind::Comma, 0);
      read();
    }
    add(TokenKind::Last, 0);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool in_matrix() const { return !brackets_.empty() && brackets_.back() == '['; }

  void advance(std::size_t bytes) {
    for (; bytes > 0; --bytes, ++at_) {
      if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) ++column_;
    }
  }

  Token& add(TokenKind kind, std::size_t length) {
    tokens_.push_back({kind, text_.substr(at_, length), 0, 0, column_});
    advance(length);
    return tokens_.back();
  }

  bool after_operand() const {
    if (tokens_.empty()) return false;
    switch (tokens_.back().kind) {
      case TokenKind::Number:
      case TokenKind::Imaginary:
      case TokenKind::String:
      case TokenKind::Name:
      case TokenKind::Transpose:
      case TokenKind::Field:
      case TokenKind::Close:
      case TokenKind::BracketClose:
        return true;
      default:
        return false;
    }
  }

  // Whether what follows a space inside [ ] begins a new element: [1 -2] has two, [1 - 2] one.
  bool starts_operand() const {
    const char c = peek(), next = peek(1);
    if (in_name(c) || c == '(' || c == '[' || c == '{' || c == '\'' || c == '"') return true;
    if (c == '.') return is_digit(next);
    if (c == '+' || c == '-') return !is_space(next);
    return (c == '~' || c == '!') && next != '=';
  }

  // White space, comments from % to the line's end, and line ends, which end a row inside [ ] and { } unless
  // "..." continues it.
  bool skip_space() {
    const std::size_t start = at_;
    while (at_ < text_.size()) {
      if (text_.substr(at_, 3) == "...") {
        skip_line();
        if (at_ < text_.size()) advance(1);
      } else if (begins_block_comment()) {
        skip_block_comment();
      } else if (peek() == '%') {
        refuse_bare_percent();
        skip_line();
      } else if (peek() == '\n' && in_matrix()) {
        add(TokenKind::Semicolon, 1);
      } else if (peek() == '\n' && statements_) {
        add(TokenKind::LineEnd, 1);
        brackets_.clear();
      } else if (is_space(peek())) {
        advance(1);
      } else {
        break;
      }
    }
    return at_ > start;
  }

  // %{ and %} alone in their lines, around a comment of several.
  bool stands_alone(std::string_view mark) const {
    if (text_.substr(at_, 2) != mark) return false;
    const std::size_t before = text_.find_last_not_of(" \t\r", at_ > 0 ? at_ - 1 : 0);
    if (at_ > 0 && before != std::string_view::npos && text_[before] != '\n') return false;
    const std::size_t after = text_.find_first_not_of(" \t\r", at_ + 2);
    return after == std::string_view::npos || text_[after] == '\n';
  }
  bool begins_block_comment() const { return statements_ && stands_alone("%{"); }
  void skip_block_comment() {
    for (int depth = 0; at_ < text_.size(); advance(1)) {
      depth += stands_alone("%{") ? 1 : stands_alone("%}") ? -1 : 0;
      if (depth > 0 || !stands_alone("%}")) continue;
      advance(2);
      return;
    }
  }

  // Who writes "5 %" means 0.05; as a comment without text it would be 5.
  void refuse_bare_percent() const {
    const bool bare = text_.find_first_not_of(" \t\r", at_ + 1) == std::string_view::npos;
    if (bare && !statements_ && after_operand())
      fail("'%' begins a comment, and none follows", "for percent write a factor, such as 5*0.01", column_);
  }

  void skip_line() {
    while (at_ < text_.size() && peek() != '\n') advance(1);
  }

  void read() {
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return read_number();
    if (starts_name(c)) return read_name();
    if (c == '"') return read_string();
    if (c == '@' && starts_name(peek(1))) return read_function_name();
    if (c == '\'') return quote_is_transpose() ? void(add(TokenKind::Transpose, 1)) : read_string();
    if (c == '.' && peek(1) == '\'') return void(add(TokenKind::Transpose, 2));
    if (c == '.' && starts_name(peek(1)) && after_operand() && !is_space(text_[at_ - 1])) return read_field();
    if (std::string_view("()[]{},;").find(c) != std::string_view::npos) return read_punctuation(c);
    read_operator();
  }

  // A space before it has already become a comma inside [ ], so there it starts a string.
  bool quote_is_transpose() const { return after_operand(); }

  void read_name() {
    std::size_t n = 1;
    while (in_name(peek(n))) ++n;
    add(TokenKind::Name, n);
  }

  void read_field() {
    std::size_t n = 2;
    while (in_name(peek(n))) ++n;
    Token& token = add(TokenKind::Field, n);
    token.text.remove_prefix(1);
  }

  std::size_t number_length() const {
    std::size_t n = 0;
    while (is_digit(peek(n))) ++n;
    // 1.*x is 1 .* x
    if (peek(n) == '.' && std::string_view("*/\\^'.").find(peek(n + 1)) == std::string_view::npos) {
      ++n;
      while (is_digit(peek(n))) ++n;
    }
    if (peek(n) == 'e' || peek(n) == 'E') {
      const std::size_t sign = peek(n + 1) == '+' || peek(n + 1) == '-' ? 1 : 0;
      if (is_digit(peek(n + 1 + sign))) {
        n += 1 + sign;
        while (is_digit(peek(n))) ++n;
      }
    }
    return n;
  }

  double number_value(std::string_view text) const {
    double value = 0;
    auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status == std::errc{} && end == text.data() + text.size()) return value;
    // Out of range. The stream tells too large (it fails) from too small (it gives the nearest, zero).
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    if (!(stream >> value)) fail("the number is too large", "write inf for infinity", column_);
    return value;
  }

  void read_number() {
    const std::size_t n = number_length();
    const char suffix = peek(n);
    const bool imaginary = (suffix == 'i' || suffix == 'j') && !in_name(peek(n + 1));
    if (!imaginary && (starts_name(suffix) || suffix == '.') && !dot_operator(n)) {
      fail("the number is followed by '" + std::string(1, suffix) + "'", "write an operator between them",
           column_ + static_cast<int>(n));
    }
    const double value = number_value(text_.substr(at_, n));
    add(imaginary ? TokenKind::Imaginary : TokenKind::Number, n + (imaginary ? 1 : 0)).number = value;
  }

  bool dot_operator(std::size_t ahead) const {
    return peek(ahead) == '.' && peek(ahead + 1) != '\0' &&
           std::string_view("*/\\^'.").find(peek(ahead + 1)) != std::string_view::npos;
  }

  void read_string() {
    const char quote = peek();
    std::size_t n = 1;
    while (at_ + n < text_.size() && (peek(n) != quote || peek(n + 1) == quote))
      n += peek(n) == quote ? 2 : 1;
    if (at_ + n >= text_.size()) {
      fail("the string is not closed", std::string("close it with ") + quote, column_);
    }
    Token& token = add(TokenKind::String, n + 1);
    token.text = token.text.substr(1, n - 1);
    token.quote = quote;
  }

  // @f is the function f by its name, which is a string here.
  void read_function_name() {
    std::size_t n = 1;
    while (in_name(peek(n))) ++n;
    Token& token = add(TokenKind::String, n);
    token.text.remove_prefix(1);
    token.quote = '@';
  }

  void read_punctuation(char c) {
    const bool operand = after_operand();
    switch (c) {
      case ',':
        add(TokenKind::Comma, 1);
        return;
      case ';':
        add(TokenKind::Semicolon, 1);
        return;
      case '(':
        add(TokenKind::Open, 1);
        break;
      case '[':
      case '{':
        add(operand ? TokenKind::IndexOpen : TokenKind::MatrixOpen, 1);
        break;
      case ')':
        add(TokenKind::Close, 1);
        break;
      default:
        add(TokenKind::BracketClose, 1);
        break;
    }
    if (c == '(') brackets_ += '(';
    if (c == '[' || c == '{') brackets_ += operand ? 'i' : '[';
    if ((c == ')' || c == ']' || c == '}') && !brackets_.empty()) brackets_.pop_back();
  }

  void read_operator() {
    static constexpr std::string_view operators[] = {"==",  "~=", "!=", "<=", ">=", "&&", "||", ".*", "./",
                                                     ".\\", ".^", "+",  "-",  "*",  "/",  "\\", "^",  "<",
                                                     ">",   "&",  "|",  "~",  "!",  "?",  ":"};
    for (std::string_view op : operators) {
      if (text_.substr(at_, op.size()) == op) return void(add(TokenKind::Operator, op.size()));
    }
    if (peek() == '=' && statements_) return void(add(TokenKind::Assign, 1));
    if (peek() == '=') fail("'=' does not belong in an expression", "write == to compare", column_);
    fail("unexpected character " + shown_character(), "remove it", column_);
  }

  // The whole UTF-8 sequence, when it is one.
  std::string shown_character() const {
    const auto first = static_cast<unsigned char>(peek());
    if (first < 0x20 || first == 0x7F) return "with code " + std::to_string(first);
    std::size_t n = 1;
    while (n < 4 && (static_cast<unsigned char>(peek(n)) & 0xC0) == 0x80) ++n;
    if (first >= 0x80 && (first < 0xC2 || n == 1)) return "with code " + std::to_string(first);
    return "'" + std::string(text_.substr(at_, n)) + "'";
  }

  std::string_view text_;
  bool statements_;
  std::size_t at_ = 0;
  int column_ = 1;
  std::string brackets_;  // of each open bracket: ( for grouping or arguments, [ for a matrix or cell array,
                          // i for an index
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, Language language) {
  return Tokenizer(text, language).run();
}

}  // namespace sim::expr
