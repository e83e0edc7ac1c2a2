#include "sim_core/expr/script.h"

#include <algorithm>
#include <utility>

#include "sim_core/expr/failure.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/token.h"

namespace sim::expr {

namespace {

constexpr std::string_view keywords[] = {"function", "if",         "elseif", "else",  "end",
                                         "for",      "persistent", "while",  "break", "continue",
                                         "return",   "switch",     "global", "try"};

bool is_keyword(std::string_view name) {
  return std::find(std::begin(keywords), std::end(keywords), name) != std::end(keywords);
}

class ScriptParser {
 public:
  explicit ScriptParser(std::string_view text) : text_(text), tokens_(tokenize(text, Language::Script)) {
    for (std::size_t k = text.find('\n'); k != text.npos; k = text.find('\n', k + 1))
      lines_.push_back(static_cast<std::ptrdiff_t>(k) + 1);
  }

  Script run() {
    Script script{header(), {}};
    script.body = statements(0);
    if (has_header_ && is("end")) next();
    skip_separators();
    if (now().kind != TokenKind::Last)
      fail_here("'" + std::string(now().text) + "' without an 'if' or 'for' that it belongs to",
                "take it out");
    return script;
  }

  ScriptHeader header() {
    skip_separators();
    has_header_ = is("function");
    if (!has_header_) return {};
    next();
    ScriptHeader header;
    header.outputs = outputs();
    expect(TokenKind::Assign, "'='");
    name("the function's name");
    header.inputs.clear();
    if (now().kind == TokenKind::Open) header.inputs = names(TokenKind::Open, TokenKind::Close, "')'");
    for (const auto* ports : {&header.inputs, &header.outputs})
      if (ports->size() > max_script_ports)
        fail_here("more than " + std::to_string(max_script_ports) + " inputs or outputs",
                  "gather some of them in vectors");
    std::vector<std::string> all = header.inputs;
    all.insert(all.end(), header.outputs.begin(), header.outputs.end());
    std::sort(all.begin(), all.end());
    if (const auto twice = std::adjacent_find(all.begin(), all.end()); twice != all.end())
      fail_here("'" + *twice + "' is there twice", "give every input and output a name of its own");
    end_statement();
    return header;
  }

  const Token& now() const { return tokens_[next_]; }

  // Where it went wrong in an expression: the message has the column, `line` the line.
  struct Wrong {
    Diagnostic why;
  };

 private:
  std::ptrdiff_t at(const Token& token) const { return token.text.data() - text_.data(); }
  std::ptrdiff_t behind(const Token& token) const {
    return at(token) + static_cast<std::ptrdiff_t>(token.text.size()) +
           (token.kind == TokenKind::String ? 1 : 0);
  }
  int line_of(const Token& token) const {  // 1-based
    return static_cast<int>(std::upper_bound(lines_.begin(), lines_.end(), at(token)) - lines_.begin());
  }
  bool is(std::string_view keyword) const { return now().kind == TokenKind::Name && now().text == keyword; }
  Token next() {
    const Token token = now();
    if (token.kind != TokenKind::Last) ++next_;
    return token;
  }
  // In characters from the line's start, 1-based.
  int column_of(const Token& token) const {
    const auto from = text_.begin() + lines_[static_cast<std::size_t>(line_of(token) - 1)];
    return 1 + static_cast<int>(
                   std::count_if(from, text_.begin() + at(token), [](char c) { return (c & 0xC0) != 0x80; }));
  }
  [[noreturn]] void fail_here(const std::string& what, const std::string& remedy) const {
    throw Wrong{error({},
                      "line " + std::to_string(line_of(now())) + ": " + what + " at column " +
                          std::to_string(column_of(now())),
                      remedy)};
  }
  std::string shown() const {
    if (now().kind == TokenKind::Last || now().kind == TokenKind::LineEnd) return "the line ends";
    return "'" + std::string(now().text) + "' stands";
  }
  void expect(TokenKind kind, const std::string& what) {
    if (now().kind != kind) fail_here(shown() + " where " + what + " should be", "write " + what);
    next();
  }
  std::string name(const std::string& what) {
    if (now().kind != TokenKind::Name || is_keyword(now().text))
      fail_here(shown() + " where " + what + " should be", "write a name: letters, digits and _");
    return std::string(next().text);
  }
  // ( a, b )
  std::vector<std::string> names(TokenKind open, TokenKind close, const std::string& closing) {
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
  std::vector<std::string> outputs() {
    if (now().kind == TokenKind::Name && !is_keyword(now().text)) return {name("an output")};
    const bool bracket = now().kind == TokenKind::MatrixOpen || now().kind == TokenKind::IndexOpen;
    if (!bracket) fail_here(shown() + " where an output should be", "write function y = f(u)");
    return names(now().kind, TokenKind::BracketClose, "']'");
  }

  bool separates() const {
    return now().kind == TokenKind::LineEnd || now().kind == TokenKind::Semicolon ||
           now().kind == TokenKind::Comma;
  }
  void skip_separators() {
    while (separates()) next();
  }
  void end_statement() {
    if (!separates() && now().kind != TokenKind::Last)
      fail_here(shown() + " behind the end of a statement", "begin a new line");
  }

  // Up to the end of the statement.
  Ast expression() {
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
    }
    return parsed(first, end);
  }
  // With the blanks that stand before it in its line, so that columns are those of the script.
  Ast parsed(const Token& first, std::ptrdiff_t end) const {
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

  Statements statements(int depth) {
    if (depth > max_script_nesting)
      fail_here("'if' and 'for' are more than " + std::to_string(max_script_nesting) + " deep",
                "make it several Function blocks");
    Statements all;
    while (true) {
      skip_separators();
      if (now().kind == TokenKind::Last || is("end") || is("else") || is("elseif")) return all;
      all.push_back(statement(depth));
      end_statement();
    }
  }

  Statement statement(int depth) {
    const int line = line_of(now());
    if (is("if")) return {choice(depth), line};
    if (is("for")) return {loop(depth), line};
    if (is("persistent")) return {persistent(), line};
    refuse_keywords();
    if (now().kind == TokenKind::MatrixOpen) return {results_assignment(), line};
    return {assignment(), line};
  }

  void refuse_keywords() const {
    if (now().kind != TokenKind::Name) return;
    const std::string word(now().text);
    if (is("while") || is("break") || is("continue") || is("return"))
      fail_here("there is no '" + word + "'",
                "use 'for' with a fixed number of passes, and 'if' inside: what is executed must be known "
                "when the model is compiled");
    if (is("switch")) fail_here("there is no 'switch'", "use if, elseif and else");
    if (is("function")) fail_here("a script is one function", "make the other one a block of its own");
    if (is("global") || is("try")) fail_here("there is no '" + word + "'", "take it out");
  }

  Assignment assignment() {
    const Token first = now();
    Assignment out{name("the name of a variable"), {}, Ast({}, {Node{Number{0, false}, 1}})};
    if (now().kind == TokenKind::Open || now().kind == TokenKind::IndexOpen) out.target = target(first);
    if (now().kind != TokenKind::Assign)
      fail_here(shown() + " where '=' should be", "write a statement such as y = 2*u");
    next();
    out.value = expression();
    return out;
  }
  // [q, r] = f(x)
  ResultsAssignment results_assignment() {
    ResultsAssignment out;
    const Token first = now();
    out.names = names(TokenKind::MatrixOpen, TokenKind::BracketClose, "']'");
    if (now().kind != TokenKind::Assign || out.names.empty())
      fail_here(shown() + " where " + (out.names.empty() ? "a name" : "'='") + " should be",
                "write a statement such as [q, r] = deconv(p, d)");
    next();
    const std::string what = "line " + std::to_string(line_of(first)) + ": ";
    auto values = parse_results(expression().text(), out.names.size());
    if (!values) throw Wrong{error({}, what + values.error().message, values.error().remedy)};
    out.values = std::move(*values);
    return out;
  }
  Ast target(const Token& first) {
    std::ptrdiff_t end = at(first);
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

  Choice choice(int depth) {
    Choice out;
    const int begun = line_of(now());
    bool more = true, closed = false;
    while (more) {
      if (out.branches.size() == max_script_branches)
        fail_here("an 'if' has more than " + std::to_string(max_script_branches) + " branches",
                  "use a lookup table");
      const int line = line_of(now());
      closed = is("else");
      next();
      std::optional<Ast> condition;
      if (!closed) condition = expression();
      out.branches.push_back({std::move(condition), statements(depth + 1), line});
      more = (is("elseif") || is("else"));
      if (more && closed) fail_here("'" + std::string(now().text) + "' behind 'else'", "put 'else' last");
    }
    close("if", begun);
    return out;
  }
  Loop loop(int depth) {
    const int begun = line_of(now());
    next();
    const bool bracket = now().kind == TokenKind::Open;
    if (bracket) fail_here("a bracket stands behind 'for'", "write for k = 1:n");
    std::string variable = name("the name of the counter");
    expect(TokenKind::Assign, "'='");
    Ast range = expression();
    Statements body = statements(depth + 1);
    close("for", begun);
    return {std::move(variable), std::move(range), std::move(body)};
  }
  Persistent persistent() {
    next();
    std::string variable = name("a name");
    if (now().kind != TokenKind::Assign)
      fail_here(shown() + " where '=' should be", "give '" + variable + "' the value that it starts with");
    next();
    return {std::move(variable), expression()};
  }
  void close(const std::string& what, int begun) {
    if (!is("end"))
      fail_here("the '" + what + "' in line " + std::to_string(begun) + " is not closed", "write 'end'");
    next();
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::ptrdiff_t> lines_{0};  // where each starts
  std::size_t next_ = 0;
  bool has_header_ = false;
};

// The tokenizer counts the characters of the whole text.
Diagnostic placed(const Failure& failure, std::string_view text) {
  int line = 1, column = 1, seen = 1;
  for (std::size_t k = 0; k < text.size() && seen < failure.column; ++k) {
    if ((text[k] & 0xC0) == 0x80) continue;
    ++seen;
    column = text[k] == '\n' ? 1 : column + 1;
    if (text[k] == '\n') ++line;
  }
  return error(
      {}, "line " + std::to_string(line) + ": " + failure.message + " at column " + std::to_string(column),
      failure.remedy);
}

// The first line that says something, with those that continue it.
std::string_view first_statement(std::string_view text) {
  const auto line_at = [&](std::size_t at) { return text.substr(at, text.find('\n', at) - at); };
  const auto behind = [&](std::string_view line) {
    return std::min(static_cast<std::size_t>(line.data() - text.data()) + line.size() + 1, text.size());
  };
  std::size_t begin = 0;
  for (; begin < text.size(); begin = behind(line_at(begin))) {
    const std::string_view line = line_at(begin);
    const auto first = line.find_first_not_of(" \t\r");
    if (first != line.npos && line[first] != '%' && !line.substr(first).starts_with("...")) break;
  }
  std::size_t end = begin;
  bool goes_on = true;
  while (goes_on && end < text.size()) {
    const std::string_view line = line_at(end);
    goes_on = line.substr(0, line.find('%')).find("...") != line.npos;
    end = behind(line);
  }
  return text.substr(begin, end - begin);
}

void gather(const Statements& body, std::vector<std::string>& names) {
  for (const Statement& s : body)
    std::visit(Overloaded{[&](const Assignment& a) { names.push_back(a.name); },
                          [&](const ResultsAssignment& a) {
                            names.insert(names.end(), a.names.begin(), a.names.end());
                          },
                          [&](const Choice& c) {
                            for (const ScriptBranch& b : c.branches) gather(b.body, names);
                          },
                          [&](const Loop& l) {
                            names.push_back(l.name);
                            gather(l.body, names);
                          },
                          [&](const Persistent& p) { names.push_back(p.name); }},
               s.content);
}

}  // namespace

Result<Script> parse_script(std::string_view text) {
  try {
    return ScriptParser(text).run();
  } catch (const ScriptParser::Wrong& wrong) {
    return wrong.why;
  } catch (const Failure& failure) {
    return placed(failure, text);
  }
}

ScriptHeader script_header(std::string_view text) {
  try {
    return ScriptParser(first_statement(text)).header();
  } catch (const ScriptParser::Wrong&) {
    return {};
  } catch (const Failure&) {
    return {};
  }
}

bool is_script_name(std::string_view text, std::string_view name) {
  if (is_keyword(name)) return true;
  const auto script = parse_script(text);
  if (!script) return false;
  std::vector<std::string> names = script->header.inputs;
  names.insert(names.end(), script->header.outputs.begin(), script->header.outputs.end());
  gather(script->body, names);
  return name == "t" || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace sim::expr
