#include "sim_core/expr/script_parser.h"

#include <algorithm>
#include <span>
#include <utility>

#include "sim_core/expr/matrix_elements.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/script_fields.h"
#include "sim_core/expr/script_jumps.h"
#include "sim_core/expr/subtree.h"

namespace sim::expr {

Script ScriptParser::run() {
  Script script = read();
  check_calls(script);
  if (const auto done = name_fields(script); !done) throw Wrong{done.error()};
  return script;
}

Script ScriptParser::read() {
  Script script;
  skip_separators();
  const bool has_header = is("function");
  script.header = header(script.name);
  script.body = without_jumps(statements(0));
  if (has_header) close_function();
  check_first_values(script.body);
  skip_separators();
  while (is("function")) {
    ScriptFunction function = local_function();
    for (const ScriptFunction& other : script.functions)
      if (other.name == function.name)
        fail_here("two functions are called '" + function.name + "'", "rename one of them");
    script.functions.push_back(std::move(function));
    if (script.functions.size() > max_script_functions)
      fail_here("more than " + std::to_string(max_script_functions) + " functions", "use several blocks");
    skip_separators();
  }
  if (is("case") || is("otherwise"))
    fail_here("'" + std::string(now().text) + "' without a 'switch' that it belongs to", "take it out");
  if (now().kind != TokenKind::Last)
    fail_here("'" + std::string(now().text) + "' without an 'if' or 'for' that it belongs to", "take it out");
  return script;
}

// A statement may be a call only of what the script defines itself.
void ScriptParser::check_calls(const Script& script) const {
  for (const auto& call : calls_)
    if (std::none_of(script.functions.begin(), script.functions.end(),
                     [&](const ScriptFunction& f) { return f.name == call.first; }))
      throw Wrong{call.second};
  for (const ScriptFunction& f : script.functions)
    if (skipped_.contains(f.name))
      throw Wrong{error(
          {}, "line " + std::to_string(f.line) + ": '" + f.name + "' is called as what only shows something",
          "give the function another name")};
}

// Its `end` may be left out.
void ScriptParser::close_function() {
  if (is("end")) next();
}

ScriptFunction ScriptParser::local_function() {
  ScriptFunction function;
  function.line = line();
  next();
  function.header = function_line(function.name, true);
  function.body = without_jumps(statements(0));
  close_function();
  check_first_values(function.body);
  return function;
}

Statements ScriptParser::statements(int depth) {
  if (depth > max_script_nesting)
    fail_here("'if' and 'for' are more than " + std::to_string(max_script_nesting) + " deep",
              "make it several Function blocks");
  Statements all;
  while (true) {
    skip_separators();
    const bool ends = is("end") || is("else") || is("elseif") || is("case") || is("otherwise");
    if (now().kind == TokenKind::Last || ends || (is("function") && depth == 0)) break;
    statement(all, depth);
    end_statement();
  }
  return all;
}

void ScriptParser::statement(Statements& all, int depth) {
  const int begun = line();
  if (is("if")) {
    Choice made = choice(depth);
    if (!gives_plain_values(made, all)) all.push_back({std::move(made), begun});
  } else if (is("switch")) {
    all.push_back({choice_of_cases(depth), begun});
  } else if (is("for")) {
    all.push_back({loop(depth), begun});
  } else if (is("while")) {
    all.push_back({while_loop(depth), begun});
  } else if (is("persistent")) {
    persistent(all);
  } else if (is("break") || is("continue") || is("return")) {
    all.push_back(jump());
  } else {
    refuse_keywords();
    if (only_shows())
      skip_call();
    else if (ends_run())
      all.push_back({error_call(), begun});
    else if (is("assert") && behind_call().kind != TokenKind::Assign)
      all.push_back({assertion(), begun});
    else if (now().kind == TokenKind::MatrixOpen)
      all.push_back({results_assignment(), begun});
    else
      assignment(all);
  }
}

// What writes on a screen that is not there, and hints for other tools, change no value.
bool ScriptParser::only_shows() const {
  if (now().kind != TokenKind::Name) return false;
  const TokenKind behind = behind_call().kind;
  if (is_drawing_statement(now().text)) return behind != TokenKind::Assign && behind != TokenKind::Field;
  if (!is_script_statement(now().text) || is("error") || is("assert")) return false;
  return !is("warning") || behind != TokenKind::Assign;
}

// error('...'), where `error` is no variable.
bool ScriptParser::ends_run() const {
  const Token& behind = behind_call();
  return is("error") && behind.kind != TokenKind::Assign && behind.kind != TokenKind::Field;
}

// Of error('model:id', 'text %d', x) the text.
static std::string message_of(const std::vector<std::string>& texts, const char* otherwise) {
  const bool identified = texts.size() > 1 && texts.front().find(':') != std::string::npos &&
                          texts.front().find(' ') == std::string::npos;
  return texts.empty() ? otherwise : texts[identified ? 1 : 0];
}
ErrorCall ScriptParser::error_call() {
  std::vector<std::string> texts;
  next();
  for (int depth = 0; now().kind != TokenKind::Last && now().kind != TokenKind::LineEnd; next()) {
    if (depth == 0 && separates()) break;
    depth += now().kind == TokenKind::Open ? 1 : now().kind == TokenKind::Close ? -1 : 0;
    if (now().kind == TokenKind::String) texts.emplace_back(now().text);
  }
  return {message_of(texts, "its program calls error()")};
}

// assert(condition, 'model:id', 'text'): error() where the condition does not hold for all elements.
Choice ScriptParser::assertion() {
  const int begun = line();
  const Ast call = expression();
  const auto* apply = std::get_if<Apply>(&call[call.root()].content);
  const auto* called = apply ? std::get_if<Name>(&call[apply->target].content) : nullptr;
  if (!called || called->name != "assert" || apply->arguments.empty())
    throw Wrong{error({}, "line " + std::to_string(begun) + ": 'assert' asks for a condition",
                      "write assert(u > 0, 'u is negative')")};
  std::vector<std::string> texts;
  for (const NodeId id : std::span(apply->arguments).subspan(1))
    if (const auto* text = std::get_if<StringLiteral>(&call[id].content)) texts.push_back(text->value);
  Choice out;
  out.branches.push_back({subtree(call, apply->arguments.front()), {}, begun});
  ScriptBranch otherwise{std::nullopt, {}, begun};
  otherwise.body.push_back({ErrorCall{message_of(texts, "a condition of its program does not hold")}, begun});
  out.branches.push_back(std::move(otherwise));
  return out;
}

void ScriptParser::skip_call() {
  const Token first = now();
  skipped_.emplace(first.text);
  next();
  while (now().kind == TokenKind::Field) next();
  if (now().kind == TokenKind::Assign)
    fail_here("'" + std::string(first.text) + "' is no name for a variable", "choose another one");
  for (int depth = 0; now().kind != TokenKind::Last && now().kind != TokenKind::LineEnd; next()) {
    if (depth == 0 && separates()) return;
    depth += now().kind == TokenKind::Open ? 1 : now().kind == TokenKind::Close ? -1 : 0;
  }
}

Statement ScriptParser::jump() {
  const std::string word(now().text);
  if (!is("return") && loops_ == 0)
    fail_here("'" + word + "' outside of a loop", "write it within 'for' or 'while'");
  if (++jumps_ > max_script_jumps)
    fail_here("more than " + std::to_string(max_script_jumps) + " times 'break', 'continue' and 'return'",
              "make it several Function blocks");
  const Jump kind = is("break") ? Jump::Break : is("continue") ? Jump::Continue : Jump::Return;
  const int at = line();
  next();
  return jump_statement(kind, at);
}

void ScriptParser::refuse_keywords() const {
  if (now().kind != TokenKind::Name) return;
  if (is("function")) fail_here("a function begins within 'if' or 'for'", "close them with 'end' before it");
  if (is("global") || is("try")) fail_here("there is no '" + std::string(now().text) + "'", "take it out");
}

void ScriptParser::assignment(Statements& all) {
  const int begun = line();
  const Token first = now();
  Assignment out{name("the name of a variable"), {}, Ast({}, {Node{Number{0, false}, 1}})};
  while (now().kind == TokenKind::Field) out.name += "." + std::string(next().text);
  if (now().kind == TokenKind::Open || now().kind == TokenKind::IndexOpen) out.target = target(first);
  if (now().kind == TokenKind::Field)
    fail_here("fields of the elements of a list cannot be assigned here", "use a variable for each");
  if (now().kind != TokenKind::Assign) {
    try {
      fail_here(shown() + " where '=' should be", "write a statement such as y = 2*u");
    } catch (const Wrong& wrong) {
      if (!out.target || !(separates() || now().kind == TokenKind::Last)) throw;
      calls_.emplace_back(out.name, wrong.why);
    }
    all.push_back({ResultsAssignment{{"~"}, {*std::move(out.target)}}, begun});
    return;
  }
  next();
  out.value = expression();
  all.push_back({std::move(out), begun});
}

// [q, r] = f(x)
ResultsAssignment ScriptParser::results_assignment() {
  ResultsAssignment out;
  const Token first = now();
  out.names = results();
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

Choice ScriptParser::choice(int depth) {
  Choice out;
  const int begun = line();
  bool more = true, closed = false;
  while (more) {
    if (out.branches.size() == max_script_branches)
      fail_here("an 'if' has more than " + std::to_string(max_script_branches) + " branches",
                "use a lookup table");
    const int at = line();
    closed = is("else");
    next();
    std::optional<Ast> condition;
    if (!closed) condition = this->condition();
    out.branches.push_back({std::move(condition), statements(depth + 1), at});
    more = (is("elseif") || is("else"));
    if (more && closed) fail_here("'" + std::string(now().text) + "' behind 'else'", "put 'else' last");
  }
  close("if", begun);
  return out;
}

// "(x) == (1) | (x) == (2)" of `case {1, 2}`.
static std::string is_one_of(const std::string& subject, const std::string& value) {
  const auto elements = cell_elements(value);
  const auto is = [&](std::string_view element) {
    return "(" + subject + ") == (" + std::string(element) + ")";
  };
  if (!elements) return is(value);
  std::string all;
  for (const auto& row : *elements)
    for (const std::string_view element : row) all += (all.empty() ? "(" : " | (") + is(element) + ")";
  return all;
}

// switch x, case 1, case {2, 3}, ..., otherwise, ..., end: an `if` that compares x with each value.
Choice ScriptParser::choice_of_cases(int depth) {
  Choice out;
  const int begun = line();
  next();
  const std::string subject = expression().text();
  skip_separators();
  while (is("case") || is("otherwise")) {
    if (out.branches.size() == max_script_branches)
      fail_here("a 'switch' has more than " + std::to_string(max_script_branches) + " cases",
                "use a lookup table");
    if (!out.branches.empty() && !out.branches.back().condition)
      fail_here("'" + std::string(now().text) + "' behind 'otherwise'", "put 'otherwise' last");
    const int at = line();
    const bool last = is("otherwise");
    next();
    std::optional<Ast> condition;
    if (!last) {
      auto same = parse(is_one_of(subject, expression().text()));
      if (!same)
        throw Wrong{
            error({}, "line " + std::to_string(at) + ": " + same.error().message, same.error().remedy)};
      condition = std::move(*same);
    }
    out.branches.push_back({std::move(condition), statements(depth + 1), at});
  }
  if (out.branches.empty()) fail_here(shown() + " where 'case' should be", "write case and a value");
  close("switch", begun);
  return out;
}

Loop ScriptParser::loop(int depth) {
  const int begun = line();
  next();
  if (now().kind == TokenKind::Open) fail_here("a bracket stands behind 'for'", "write for k = 1:n");
  std::string variable = name("the name of the counter");
  expect(TokenKind::Assign, "'='");
  Ast range = expression();
  ++loops_;
  Statements body = statements(depth + 1);
  --loops_;
  close("for", begun);
  return {std::move(variable), std::move(range), std::move(body)};
}

WhileLoop ScriptParser::while_loop(int depth) {
  const int begun = line();
  next();
  Ast condition = this->condition();
  ++loops_;
  Statements body = statements(depth + 1);
  --loops_;
  close("while", begun);
  return {std::move(condition), std::move(body)};
}

void ScriptParser::close(const std::string& what, int begun) {
  if (!is("end"))
    fail_here("the '" + what + "' in line " + std::to_string(begun) + " is not closed", "write 'end'");
  next();
}

}  // namespace sim::expr
