#include "sim_core/expr/script.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "sim_core/expr/failure.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/script_fields.h"
#include "sim_core/expr/script_parser.h"

namespace sim::expr {

namespace {

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
    std::visit(Overloaded{[&](const Assignment& a) { names.emplace_back(root_of_field(a.name)); },
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
                          [&](const WhileLoop& w) { gather(w.body, names); },
                          [&](const Persistent& p) { names.push_back(p.name); }, [](const ErrorCall&) {}},
               s.content);
}

// Whether such a statement stands anywhere in them.
template <class Is>
bool any_statement(const Statements& body, Is is) {
  return std::any_of(body.begin(), body.end(), [&](const Statement& s) {
    if (is(s)) return true;
    if (const auto* l = std::get_if<Loop>(&s.content)) return any_statement(l->body, is);
    if (const auto* w = std::get_if<WhileLoop>(&s.content)) return any_statement(w->body, is);
    const auto* c = std::get_if<Choice>(&s.content);
    return c && std::any_of(c->branches.begin(), c->branches.end(),
                            [&](const ScriptBranch& b) { return any_statement(b.body, is); });
  });
}

bool ends_run(const Statement& s) { return std::holds_alternative<ErrorCall>(s.content); }
bool keeps(const Statement& s) {
  const auto* choice = std::get_if<Choice>(&s.content);
  return std::holds_alternative<Persistent>(s.content) || (choice && !choice->begins.empty());
}

template <class Is>
bool any_function(const Script& script, Is is) {
  return std::any_of(script.functions.begin(), script.functions.end(),
                     [&](const ScriptFunction& f) { return any_statement(f.body, is); });
}

}  // namespace

bool calls_error(const Script& script) {
  return any_statement(script.body, ends_run) || any_function(script, ends_run);
}

bool functions_keep(const Script& script) { return any_function(script, keeps); }

static Result<Script> parsed(std::string_view text, Script (ScriptParser::*how)()) {
  try {
    ScriptParser parser(text);
    return (parser.*how)();
  } catch (const ScriptReader::Wrong& wrong) {
    return wrong.why;
  } catch (const Failure& failure) {
    return placed(failure, text);
  }
}

Result<Script> parse_script(std::string_view text) { return parsed(text, &ScriptParser::run); }

ScriptHeader script_header(std::string_view text) {
  try {
    std::string name;
    return ScriptReader(first_statement(text)).header(name);
  } catch (const ScriptReader::Wrong&) {
    return {};
  } catch (const Failure&) {
    return {};
  }
}

std::string with_input_types(std::string_view text,
                             const std::vector<std::pair<std::string, std::string>>& types) {
  try {
    std::string made(text), name, conversions;
    ScriptReader reader(text);
    (void)reader.header(name);
    for (const auto& [input, type] : types) {
      conversions += name.empty() ? "" : ", ";
      for (const std::string_view part :
           {std::string_view(input), std::string_view(" = "), std::string_view(type), std::string_view("("),
            std::string_view(input), std::string_view(")")})
        conversions += part;
      conversions += name.empty() ? ", " : "";
    }
    return made.insert(reader.begin_of_statements(), conversions);
  } catch (const ScriptReader::Wrong&) {
    return std::string(text);
  } catch (const Failure&) {
    return std::string(text);
  }
}

static std::set<std::string, std::less<>> own_names(const Script& script) {
  std::vector<std::string> names = script.header.inputs;
  names.insert(names.end(), script.header.outputs.begin(), script.header.outputs.end());
  gather(script.body, names);
  for (const ScriptFunction& function : script.functions) {
    names.push_back(function.name);
    for (const auto* ports : {&function.header.inputs, &function.header.outputs})
      names.insert(names.end(), ports->begin(), ports->end());
    gather(function.body, names);
  }
  for (const char* given : {"t", "nargin", "nargout"}) names.emplace_back(given);
  return {names.begin(), names.end()};
}

bool is_script_name(std::string_view text, std::string_view name) {
  if (is_script_keyword(name)) return true;
  const auto script = parse_script(text);
  return script && own_names(*script).contains(name);
}

std::vector<std::string_view> outside_names(std::string_view text) {
  std::vector<std::string_view> outside;
  const auto script = parsed(text, &ScriptParser::read);  // the functions that it calls may be missing yet
  if (!script) return outside;
  const auto own = own_names(*script);
  bool headed = script->name.empty();  // the name of the first function, in its line, is none
  for (const std::string_view name : name_places(text))
    if (!headed && name == script->name)
      headed = true;
    else if (!is_script_keyword(name) && !own.contains(name) && !find_function(name) &&
             !is_script_statement(name) && !is_drawing_statement(name))
      outside.push_back(name);
  return outside;
}

}  // namespace sim::expr
