// What a script keeps from one execution to the next, and the values that it begins with.
#include <algorithm>
#include <set>
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

// Of isempty(a), or of several joined by && and ||: they are empty together, the first time.
static bool asks_if_empty(const Ast& condition, NodeId id, std::vector<std::string>& names) {
  if (const auto* both = std::get_if<Binary>(&condition[id].content)) {
    using enum BinaryOperator;
    const bool joins =
        both->op == ShortCircuitAnd || both->op == ShortCircuitOr || both->op == And || both->op == Or;
    return joins && asks_if_empty(condition, both->left, names) &&
           asks_if_empty(condition, both->right, names);
  }
  const auto* call = std::get_if<Apply>(&condition[id].content);
  if (!call || call->arguments.size() != 1) return false;
  const auto* function = std::get_if<Name>(&condition[call->target].content);
  const auto* argument = std::get_if<Name>(&condition[call->arguments.front()].content);
  if (!function || function->name != "isempty" || !argument) return false;
  names.push_back(argument->name);
  return true;
}

static bool makes_structure(const Ast& value) {
  const auto* call = std::get_if<Apply>(&value[value.root()].content);
  const auto* function = call ? std::get_if<Name>(&value[call->target].content) : nullptr;
  return function && function->name == "struct";
}

// What they give values to, "s.a" of fields, but for what first values are given.
static void gather_assigned(const Statements& body, std::set<std::string>& names) {
  for (const Statement& s : body)
    std::visit(Overloaded{[&](const Assignment& a) { names.insert(a.name); },
                          [&](const ResultsAssignment& a) { names.insert(a.names.begin(), a.names.end()); },
                          [&](const Choice& c) {
                            for (std::size_t k = c.begins.empty() ? 0 : 1; k < c.branches.size(); ++k)
                              gather_assigned(c.branches[k].body, names);
                          },
                          [&](const Loop& l) {
                            names.insert(l.name);
                            gather_assigned(l.body, names);
                          },
                          [&](const WhileLoop& w) { gather_assigned(w.body, names); },
                          [](const Persistent&) {}, [](const ErrorCall&) {}},
               s.content);
}

// if isempty(n), n = 0, end, behind persistent n, is persistent n = 0. Where more stands there, such as
// ship.length = 83; ship.area = ship.length*18, the choice says what it begins, and stays: false.
bool ScriptParser::gives_plain_values(Choice& choice, Statements& all) {
  std::vector<std::string> asked;
  const auto& branches = choice.branches;
  const bool alone = branches.size() == 1 || (branches.size() == 2 && !branches.back().condition);
  if (!alone || !branches.front().condition ||
      !asks_if_empty(*branches.front().condition, branches.front().condition->root(), asked) ||
      !std::all_of(asked.begin(), asked.end(),
                   [&](const std::string& name) { return without_value_.contains(name); }))
    return false;
  const Statements& body = branches.front().body;
  const bool is_plain =
      branches.size() == 1 && std::all_of(body.begin(), body.end(), [&](const Statement& statement) {
        const auto* assignment = std::get_if<Assignment>(&statement.content);
        return assignment && !assignment->target && without_value_.contains(assignment->name) &&
               !makes_structure(assignment->value);
      });
  if (is_plain) {
    for (const Statement& statement : body) {
      const auto& assignment = std::get<Assignment>(statement.content);
      without_value_.erase(assignment.name);
      all.push_back({Persistent{assignment.name, assignment.value}, statement.line});
    }
    return true;
  }
  std::set<std::string> assigned(asked.begin(), asked.end());
  gather_assigned(body, assigned);
  for (const std::string& name : assigned)
    if (const std::string root(root_of_field(name)); without_value_.erase(root))
      choice.begins.push_back(root);
  // No name is asked for as a whole any more, so that it may be a structure.
  choice.branches.front().condition = Ast({}, {Node{Number{1, false}, 1}});
  return false;
}

static void tell_changes(Statements& body, const std::set<std::string>& changes) {
  for (Statement& s : body) {
    if (auto* l = std::get_if<Loop>(&s.content)) tell_changes(l->body, changes);
    if (auto* w = std::get_if<WhileLoop>(&s.content)) tell_changes(w->body, changes);
    auto* c = std::get_if<Choice>(&s.content);
    if (!c) continue;
    if (!c->begins.empty()) c->changes = changes;
    for (ScriptBranch& branch : c->branches) tell_changes(branch.body, changes);
  }
}

void ScriptParser::check_first_values(Statements& body) {
  std::set<std::string> changes;
  gather_assigned(body, changes);
  tell_changes(body, changes);
  if (without_value_.empty()) return;
  const auto& [name, line] = *without_value_.begin();
  throw Wrong{error({}, "line " + std::to_string(line) + ": '" + name + "' has no value to begin with",
                    "give '" + name + "' the value that it starts with: persistent " + name +
                        " = 0, or if isempty(" + name + ") ... end")};
}

}  // namespace sim::expr
