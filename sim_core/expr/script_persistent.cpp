// What a script keeps from one execution to the next, and the values that it begins with.
#include <algorithm>
#include <utility>

#include "sim_core/expr/script_fields.h"
#include "sim_core/expr/script_parser.h"

namespace sim::expr {

// persistent n = 0, or persistent a b, whose first values an `if isempty(a)` gives.
void ScriptParser::persistent(Statements& all) {
  const int begun = line();
  next();
  std::string variable = name("a name");
  if (now().kind == TokenKind::Assign) {
    next();
    all.push_back({Persistent{std::move(variable), expression()}, begun});
    return;
  }
  without_value_[variable] = begun;
  while (now().kind == TokenKind::Name) without_value_[name("a name")] = begun;
}

static const std::string* asked_if_empty(const Choice& choice) {
  if (choice.branches.size() != 1) return nullptr;
  const Ast& condition = *choice.branches.front().condition;
  const auto* call = std::get_if<Apply>(&condition[condition.root()].content);
  if (!call || call->arguments.size() != 1) return nullptr;
  const auto* function = std::get_if<Name>(&condition[call->target].content);
  const auto* argument = std::get_if<Name>(&condition[call->arguments.front()].content);
  return function && function->name == "isempty" && argument ? &argument->name : nullptr;
}

static bool makes_structure(const Ast& value) {
  const auto* call = std::get_if<Apply>(&value[value.root()].content);
  const auto* function = call ? std::get_if<Name>(&value[call->target].content) : nullptr;
  return function && function->name == "struct";
}

static std::string only_first_values(int line) {
  return "line " + std::to_string(line) +
         ": only persistent variables are given their first values where 'isempty' asks for them";
}

// if isempty(n) n = 0; end, behind persistent n.
bool ScriptParser::gives_first_values(const Choice& choice, Statements& all) {
  const std::string* name = asked_if_empty(choice);
  if (!name || !without_value_.contains(*name)) return false;
  const Statements& body = choice.branches.front().body;
  const bool is_plain = std::all_of(body.begin(), body.end(), [&](const Statement& statement) {
    const auto* assignment = std::get_if<Assignment>(&statement.content);
    return assignment && !assignment->target && without_value_.contains(assignment->name) &&
           !makes_structure(assignment->value);
  });
  if (!is_plain) return computes_first_values(body, *name, all);
  for (const Statement& statement : body) {
    const auto& assignment = std::get<Assignment>(statement.content);
    without_value_.erase(assignment.name);
    all.push_back({Persistent{assignment.name, assignment.value}, statement.line});
  }
  return true;
}

// if isempty(ship) ship.length = 83; ship.area = ship.length*18; end: computed of numbers, and never changed
// behind it, so it may be computed each time.
bool ScriptParser::computes_first_values(const Statements& body, const std::string& asked, Statements& all) {
  without_value_.erase(asked);
  for (Statement statement : body) {
    auto* assignment = std::get_if<Assignment>(&statement.content);
    if (!assignment)
      throw Wrong{error({}, only_first_values(statement.line), "move other statements behind the 'if'")};
    const std::string root(root_of_field(assignment->name));
    without_value_.erase(root);
    assignment->once = true;
    computed_once_.emplace(root, statement.line);
    all.push_back(std::move(statement));
  }
  return true;
}

// What is computed once changes nowhere else.
void ScriptParser::check_computed_once(const Statements& body) {
  const auto check = [&](const std::string& name, int line) {
    if (computed_once_.contains(std::string(root_of_field(name))))
      throw Wrong{error({},
                        "line " + std::to_string(line) + ": '" + name +
                            "' is kept, and changes behind the 'if' that computes its first value",
                        "give it nothing but a first value there: persistent n, if isempty(n) n = 0; end")};
  };
  for (const Statement& s : body)
    std::visit(Overloaded{[&](const Assignment& a) {
                            if (!a.once) check(a.name, s.line);
                          },
                          [&](const ResultsAssignment& a) {
                            for (const std::string& name : a.names) check(name, s.line);
                          },
                          [&](const Choice& c) {
                            for (const ScriptBranch& b : c.branches) check_computed_once(b.body);
                          },
                          [&](const Loop& l) {
                            check(l.name, s.line);
                            check_computed_once(l.body);
                          },
                          [&](const WhileLoop& w) { check_computed_once(w.body); },
                          [&](const Persistent& p) { check(p.name, s.line); }, [](const ErrorCall&) {}},
               s.content);
}

// An input or output that is given a value the first time only would have another one afterwards.
void ScriptParser::check_first_values(const Statements& body, const ScriptHeader& header) {
  for (const auto* names : {&header.inputs, &header.outputs})
    for (const std::string& name : *names)
      if (const auto once = computed_once_.find(name); once != computed_once_.end())
        throw Wrong{error({}, only_first_values(once->second), "move other statements behind the 'if'")};
  if (!computed_once_.empty()) check_computed_once(body);
  computed_once_.clear();
  if (without_value_.empty()) return;
  const auto& [name, line] = *without_value_.begin();
  throw Wrong{error({}, "line " + std::to_string(line) + ": '" + name + "' has no value to begin with",
                    "give '" + name + "' the value that it starts with: persistent " + name +
                        " = 0, or if isempty(" + name + ") ... end")};
}

}  // namespace sim::expr
