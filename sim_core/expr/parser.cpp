#include "sim_core/expr/parser.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sim_core/expr/failure.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

namespace {

constexpr int lowest = 1, range_level = 6, power_level = 9;

struct OperatorRow {
  std::string_view text;
  int level;
  BinaryOperator op;
};

constexpr OperatorRow operator_rows[] = {
    {"||", 1, BinaryOperator::ShortCircuitOr},
    {"&&", 2, BinaryOperator::ShortCircuitAnd},
    {"|", 3, BinaryOperator::Or},
    {"&", 4, BinaryOperator::And},
    {"==", 5, BinaryOperator::Equal},
    {"~=", 5, BinaryOperator::NotEqual},
    {"!=", 5, BinaryOperator::NotEqual},
    {"<", 5, BinaryOperator::Less},
    {"<=", 5, BinaryOperator::LessEqual},
    {">", 5, BinaryOperator::Greater},
    {">=", 5, BinaryOperator::GreaterEqual},
    {"+", 7, BinaryOperator::Add},
    {"-", 7, BinaryOperator::Subtract},
    {"*", 8, BinaryOperator::MatrixMultiply},
    {"/", 8, BinaryOperator::MatrixDivide},
    {"\\", 8, BinaryOperator::MatrixLeftDivide},
    {".*", 8, BinaryOperator::Multiply},
    {"./", 8, BinaryOperator::Divide},
    {".\\", 8, BinaryOperator::Divide},
    {"^", 9, BinaryOperator::MatrixPower},
    {".^", 9, BinaryOperator::Power},
};

const OperatorRow* operator_row(const Token& token) {
  if (token.kind != TokenKind::Operator) return nullptr;
  const auto* row = std::find_if(std::begin(operator_rows), std::end(operator_rows),
                                 [&](const OperatorRow& r) { return r.text == token.text; });
  return row == std::end(operator_rows) ? nullptr : row;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokenize(text)) {}

  std::vector<Node> run() {
    parse_expression();
    if (is_decimal_comma())
      fail("expected an operator or the end, found ','",
           "numbers have a decimal point: write " + std::string(tokens_[at_ - 1].text) + "." +
               std::string(tokens_[at_ + 1].text),
           now().column);
    if (now().kind == TokenKind::Semicolon && tokens_[at_ + 1].kind == TokenKind::Last) ++at_;
    if (now().kind != TokenKind::Last) unexpected("an operator or the end");
    return std::move(nodes_);
  }

 private:
  // "0,3": between two whole numbers, where no list is.
  bool is_decimal_comma() const {
    const auto whole = [](const Token& token) {
      return token.kind == TokenKind::Number &&
             token.text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return at_ > 0 && now().kind == TokenKind::Comma && whole(tokens_[at_ - 1]) && whole(tokens_[at_ + 1]);
  }

  // One level of the recursion, which must not exhaust the stack.
  class Level {
   public:
    Level(Parser& parser, bool ranges) : parser_(parser), ranges_(parser.ranges_) {
      if (++parser.nesting_ > max_nesting) parser.too_deep(parser.now().column);
      parser.ranges_ = ranges;
    }
    ~Level() {
      --parser_.nesting_;
      parser_.ranges_ = ranges_;
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
    bool ranges_;
  };

  const Token& now() const { return tokens_[at_]; }
  const Token& next() { return tokens_[at_++]; }
  bool is_operator(std::string_view text) const {
    return now().kind == TokenKind::Operator && now().text == text;
  }

  [[noreturn]] static void too_deep(int column) {
    fail("more than " + std::to_string(max_nesting) + " levels of nesting", "use variables for parts of it",
         column);
  }

  [[noreturn]] void unexpected(const std::string& wanted) const {
    static constexpr std::size_t shown = 40;
    std::string found = "the end";
    if (now().kind == TokenKind::Comma && now().text.empty()) {
      found = "a new element";
    } else if (now().kind == TokenKind::String) {
      found = "a string";
    } else if (now().kind == TokenKind::Semicolon && now().text == "\n") {
      found = "a new row";
    } else if (now().kind != TokenKind::Last) {
      found = "'" + std::string(now().text.substr(0, shown)) + "'";
    }
    fail("expected " + wanted + ", found " + found, {}, now().column);
  }

  void expect(TokenKind kind, const std::string& what) {
    if (now().kind != kind) unexpected(what);
    ++at_;
  }

  int depth_of(NodeId id) const { return depths_[static_cast<std::size_t>(id)]; }

  // `depth`: see max_nesting; it bounds the recursion of whoever walks the tree.
  template <class Content>
  NodeId add(Content content, int column, int depth = 1) {
    if (depth > max_nesting) too_deep(column);
    nodes_.push_back({std::move(content), column});
    depths_.push_back(depth);
    return static_cast<NodeId>(nodes_.size()) - 1;
  }

  NodeId parse_expression(bool ranges = true) {
    Level level(*this, ranges);
    const NodeId condition = parse_binary(lowest);
    if (!is_operator("?")) return condition;
    const int column = next().column;
    const NodeId yes = parse_expression(false);
    if (!is_operator(":")) unexpected("':' and the value otherwise");
    ++at_;
    const NodeId no = parse_expression(false);
    const int depth = 1 + std::max({depth_of(condition), depth_of(yes), depth_of(no)});
    return add(Conditional{condition, yes, no}, column, depth);
  }

  // Operators of at least `level`, by precedence climbing.
  NodeId parse_binary(int level) {
    NodeId left = level <= range_level ? parse_range() : parse_prefix();
    while (const OperatorRow* row = operator_row(now())) {
      if (row->level < level || row->level == power_level ||
          (row->level > range_level && level <= range_level))
        break;
      const int column = now().column;
      const bool swapped = now().text == ".\\";
      ++at_;
      Level nested(*this, ranges_);
      const NodeId right = parse_binary(row->level + 1);
      left = swapped ? add_binary(row->op, right, left, column) : add_binary(row->op, left, right, column);
    }
    return left;
  }

  NodeId add_binary(BinaryOperator op, NodeId left, NodeId right, int column) {
    return add(Binary{op, left, right}, column, std::max(depth_of(left), depth_of(right) + 1));
  }

  NodeId parse_range() {
    const NodeId first = parse_binary(range_level + 1);
    if (!ranges_ || !is_operator(":")) return first;
    const int column = next().column;
    std::optional<NodeId> step;
    NodeId last = parse_binary(range_level + 1);
    if (is_operator(":")) {
      ++at_;
      step = std::exchange(last, parse_binary(range_level + 1));
    }
    if (is_operator(":")) {
      fail("a range has two or three parts", "put parentheses around the inner range", now().column);
    }
    const int depth = 1 + std::max({depth_of(first), depth_of(last), step ? depth_of(*step) : 0});
    return add(Range{first, step, last}, column, depth);
  }

  static std::optional<UnaryOperator> prefix_operator(const Token& token) {
    if (token.kind != TokenKind::Operator) return std::nullopt;
    if (token.text == "-") return UnaryOperator::Minus;
    if (token.text == "+") return UnaryOperator::Plus;
    if (token.text == "~" || token.text == "!") return UnaryOperator::Not;
    return std::nullopt;
  }

  NodeId parse_prefix() {
    const auto op = prefix_operator(now());
    if (!op) return parse_power();
    Level level(*this, ranges_);
    const int column = next().column;
    const NodeId operand = parse_prefix();
    return add(Unary{*op, operand}, column, depth_of(operand) + 1);
  }

  NodeId parse_power() {
    NodeId base = parse_postfix();
    while (const OperatorRow* row = operator_row(now())) {
      if (row->level != power_level) break;
      const int column = next().column;
      base = add_binary(row->op, base, parse_exponent(), column);
    }
    return base;
  }

  // An exponent may have signs, 2^-1, but takes no further power: 2^3^2 is (2^3)^2.
  NodeId parse_exponent() {
    const auto op = prefix_operator(now());
    if (!op) return parse_postfix();
    Level level(*this, ranges_);
    const int column = next().column;
    const NodeId operand = parse_exponent();
    return add(Unary{*op, operand}, column, depth_of(operand) + 1);
  }

  NodeId parse_postfix() {
    const bool literal = now().kind == TokenKind::Number || now().kind == TokenKind::Imaginary;
    NodeId target = parse_primary();
    while (true) {
      const Token& token = now();
      if (token.kind == TokenKind::Transpose) {
        const auto op = token.text == "'" ? UnaryOperator::ConjugateTranspose : UnaryOperator::Transpose;
        target = add(Unary{op, target}, next().column, depth_of(target) + 1);
      } else if (token.kind == TokenKind::Open || token.kind == TokenKind::IndexOpen) {
        if (literal)
          fail("a number cannot be indexed", "write an operator such as * before it", token.column);
        target = parse_arguments(target);
      } else if (token.kind == TokenKind::Field) {
        if (literal) fail("a number has no fields", {}, token.column);
        target = add(Member{target, std::string(token.text)}, token.column, depth_of(target) + 1);
        ++at_;
      } else {
        return target;
      }
    }
  }

  NodeId parse_arguments(NodeId target) {
    const Token open = next();
    const bool parenthesis = open.kind == TokenKind::Open, braces = open.text == "{";
    const TokenKind close = parenthesis ? TokenKind::Close : TokenKind::BracketClose;
    std::vector<NodeId> arguments;
    int depth = depth_of(target);
    ++index_depth_;
    while (now().kind != close) {
      arguments.push_back(parse_argument(close));
      depth = std::max(depth, depth_of(arguments.back()));
      if (now().kind != TokenKind::Comma) break;
      ++at_;
      if (now().kind == close) unexpected("an argument");
    }
    --index_depth_;
    refuse_other_bracket(braces);
    expect(close, std::string("',' or '") + (parenthesis ? ")'" : braces ? "}'" : "]'"));
    const int column = std::holds_alternative<Name>(nodes_[static_cast<std::size_t>(target)].content)
                           ? nodes_[static_cast<std::size_t>(target)].column
                           : open.column;
    return add(Apply{target, std::move(arguments), 1, 1, braces}, column, depth + 1);
  }

  void refuse_other_bracket(bool braces) {
    const std::string_view wanted = braces ? "}" : "]";
    if (now().kind == TokenKind::BracketClose && now().text != wanted) unexpected(braces ? "'}'" : "']'");
  }

  NodeId parse_argument(TokenKind close) {
    const TokenKind after = tokens_[std::min(at_ + 1, tokens_.size() - 1)].kind;
    if (is_operator(":") && (after == TokenKind::Comma || after == close)) {
      return add(WholeDimension{}, next().column);
    }
    return parse_expression();
  }

  NodeId parse_primary() {
    const Token token = now();
    switch (token.kind) {
      case TokenKind::Number:
      case TokenKind::Imaginary:
        ++at_;
        return add(Number{token.number, token.kind == TokenKind::Imaginary}, token.column);
      case TokenKind::String:
        ++at_;
        return add(StringLiteral{unquoted(token)}, token.column);
      case TokenKind::Name:
        ++at_;
        return add_name(token);
      case TokenKind::MatrixOpen:
        return parse_matrix();
      case TokenKind::Open: {
        ++at_;
        const NodeId inside = parse_expression();
        expect(TokenKind::Close, "an operator or ')'");
        return inside;
      }
      default:
        unexpected("a value");
    }
  }

  NodeId add_name(const Token& token) {
    if (token.text != "end") return add(Name{std::string(token.text)}, token.column);
    if (index_depth_ == 0) fail("end has a meaning only inside an index", "write x(end)", token.column);
    return add(End{}, token.column);
  }

  static std::string unquoted(const Token& token) {
    std::string out;
    for (std::size_t k = 0; k < token.text.size(); ++k) {
      out += token.text[k];
      if (token.text[k] == token.quote) ++k;  // doubled
    }
    return out;
  }

  // Empty rows, as after a last semicolon, do not count; a comma stands between two elements or at
  // the end of a row.
  NodeId parse_matrix() {
    const Token open = next();
    Matrix matrix{{}, open.text == "{"};
    int depth = 0;
    bool new_row = true;
    while (now().kind != TokenKind::BracketClose) {
      if (now().kind == TokenKind::Semicolon) {
        ++at_;
        new_row = true;
        continue;
      }
      const NodeId element = parse_expression();
      depth = std::max(depth, depth_of(element));
      if (std::exchange(new_row, false)) matrix.rows.emplace_back();
      matrix.rows.back().push_back(element);
      if (now().kind == TokenKind::Comma) {
        ++at_;
      } else if (now().kind != TokenKind::Semicolon && now().kind != TokenKind::BracketClose) {
        unexpected(std::string("',', ';' or ") + (matrix.cell ? "'}'" : "']'"));
      }
    }
    refuse_other_bracket(matrix.cell);
    ++at_;
    return add(std::move(matrix), open.column, depth + 1);
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Node> nodes_;
  std::vector<int> depths_;  // of each node
  int nesting_ = -1;         // the whole expression is not nested in anything
  int index_depth_ = 0;      // how many argument lists are open
  bool ranges_ = true;       // a colon makes a range; not in the branches of ?:
};

}  // namespace

Result<Ast> parse(std::string_view text) {
  if (text.size() > max_text_length) {
    return error({}, "the expression has more than " + std::to_string(max_text_length) + " characters",
                 "load the values from a file");
  }
  try {
    return Ast(std::string(text), Parser(text).run());
  } catch (const Failure& failure) {
    return failure.diagnostic();
  }
}

Result<std::vector<Ast>> parse_results(std::string_view text, std::size_t results) {
  Result<Ast> ast = parse(text);
  if (!ast) return ast.errors();
  if (results == 1) return std::vector<Ast>{*ast};
  if (results > max_results)
    return error({}, "more than " + std::to_string(max_results) + " results of one call", "take fewer");
  const auto* call = std::get_if<Apply>(&(*ast)[ast->root()].content);
  if (!call || !std::holds_alternative<Name>((*ast)[call->target].content))
    return error({}, "several names need the call of a function with several results",
                 "write a call such as [q, r] = deconv(p, d), or one line for each name");
  std::vector<Ast> all;
  for (std::size_t k = 0; k < results; ++k) {
    std::vector<Node> nodes = ast->nodes();
    auto& chosen = std::get<Apply>(nodes.back().content);
    chosen.result = static_cast<int>(k) + 1;
    chosen.results = static_cast<int>(results);
    all.emplace_back(ast->text(), std::move(nodes));
  }
  return all;
}

}  // namespace sim::expr
