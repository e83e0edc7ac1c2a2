#include "sim_core/expr/workspace.h"

#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/expr/parser.h"

namespace sim::expr {

Workspace::Workspace(std::shared_ptr<const Workspace> outer, Definitions definitions)
    : outer_(std::move(outer)), definitions_(definitions) {}

void Workspace::define(std::string name, std::string_view expression) {
  put({std::move(name), parse(expression)});
}

void Workspace::define(std::span<const std::string_view> names, std::string_view expression) {
  const Result<std::vector<Ast>> trees = parse_results(expression, names.size());
  for (std::size_t k = 0; k < names.size(); ++k)
    put({std::string(names[k]), trees ? Result<Ast>((*trees)[k]) : Result<Ast>(trees.errors())});
}

void Workspace::define(std::string name, Value value) { put({std::move(name), std::move(value)}); }

void Workspace::put(Variable variable) {
  const auto [at, is_new] = positions_.try_emplace(variable.name, variables_.size());
  if (is_new) {
    variables_.push_back(std::move(variable));
  } else {
    variables_[at->second] = std::move(variable);
  }
}

bool Workspace::remove(std::string_view name) {
  const auto at = positions_.find(name);
  if (at == positions_.end()) return false;
  const std::size_t removed = at->second;
  variables_.erase(variables_.begin() + static_cast<std::ptrdiff_t>(removed));
  positions_.erase(at);
  for (auto& [other, position] : positions_) {
    if (position > removed) --position;
  }
  return true;
}

const Variable* Workspace::find(std::string_view name) const {
  const auto at = positions_.find(name);
  return at == positions_.end() ? nullptr : &variables_[at->second];
}

// A variable and the level it is on.
struct WorkspaceScope::Place {
  const Workspace* workspace = nullptr;
  const Variable* variable = nullptr;

  const Ast* ast() const {
    const auto* parsed = std::get_if<Result<Ast>>(&variable->definition);
    return parsed && *parsed ? &**parsed : nullptr;
  }
  // Where its definition looks names up first.
  const Workspace* sight() const {
    return workspace->definitions() == Workspace::Definitions::Inside ? workspace : workspace->outer();
  }
};

WorkspaceScope::Place WorkspaceScope::locate(const Workspace* from, std::string_view name,
                                             const Variable* not_this) {
  for (; from; from = from->outer()) {
    const Variable* variable = from->find(name);
    if (variable && variable != not_this) return {from, variable};
  }
  return {};
}

// What the definition of one variable sees; the variables it needs have been evaluated.
class WorkspaceScope::Level : public Scope {
 public:
  Level(const WorkspaceScope& scope, const Place& place) : scope_(scope), place_(place) {}

  Result<const Value*> find(std::string_view name) const override {
    const Place found = locate(place_.sight(), name, place_.variable);
    if (!found.variable) return nullptr;
    const Result<Value>& value = scope_.values_.at(found.variable);
    if (!value) return value.errors();
    return &*value;
  }
  std::vector<std::string> names() const override {
    return place_.sight() ? WorkspaceScope(*place_.sight()).names() : std::vector<std::string>{};
  }

 private:
  const WorkspaceScope& scope_;
  const Place& place_;
};

Result<Value> WorkspaceScope::evaluate_one(const Place& place) const {
  if (const auto* value = std::get_if<Value>(&place.variable->definition)) return *value;
  const auto& parsed = std::get<Result<Ast>>(place.variable->definition);
  Result<Value> value = parsed ? evaluate_any(*parsed, Level(*this, place)) : Result<Value>(parsed.errors());
  if (value) return value;
  const Diagnostic& cause = value.error();
  // The variable first at fault is named, not those that use it.
  if (cause.message.starts_with("variable")) return cause;
  return error({}, "variable '" + place.variable->name + "': " + cause.message, cause.remedy);
}

// One step of the depth-first walk: a variable and the variables its definition uses.
struct WorkspaceScope::Pending {
  Place place;
  std::vector<std::string> uses;
  std::size_t next = 0;

  explicit Pending(const Place& p) : place(p) {
    if (const Ast* ast = p.ast()) uses = expr::names(*ast);
  }
};

void WorkspaceScope::close_circle(std::vector<Pending>& stack, const Variable* again) const {
  const auto first =
      std::find_if(stack.begin(), stack.end(), [&](const Pending& p) { return p.place.variable == again; });
  std::string circle;
  for (auto step = first; step != stack.end(); ++step) circle += step->place.variable->name + " -> ";
  const Diagnostic diagnostic =
      first + 1 == stack.end() ? error({}, "variable '" + again->name + "' is defined by itself",
                                       "define it by a number or other variables")
                               : error({}, "variables are defined by each other: " + circle + again->name,
                                       "define one of them by a number");
  for (auto step = first; step != stack.end(); ++step) values_.emplace(step->place.variable, diagnostic);
  stack.erase(first, stack.end());
}

// Walks with a stack of its own: a chain of variables may be longer than the machine's stack is deep.
void WorkspaceScope::evaluate_with_dependencies(const Place& wanted) const {
  std::vector<Pending> stack{Pending(wanted)};
  std::unordered_map<const Variable*, bool> open{{wanted.variable, true}};
  while (!stack.empty()) {
    Pending& top = stack.back();
    if (values_.contains(top.place.variable)) {
      stack.pop_back();
    } else if (top.next == top.uses.size()) {
      values_.emplace(top.place.variable, evaluate_one(top.place));
      stack.pop_back();
    } else {
      const std::string& name = top.uses[top.next++];
      Place used = locate(top.place.sight(), name, top.place.variable);
      const bool itself = !used.variable && name == top.place.variable->name &&
                          top.place.workspace->definitions() == Workspace::Definitions::Inside;
      if (itself) used = top.place;
      if (!used.variable || values_.contains(used.variable)) continue;
      if (!open.emplace(used.variable, true).second) {
        close_circle(stack, used.variable);
      } else {
        stack.emplace_back(used);
      }
    }
  }
}

Result<const Value*> WorkspaceScope::find(std::string_view name) const { return find_from(workspace_, name); }

Result<const Value*> WorkspaceScope::find_from(const Workspace& level, std::string_view name) const {
  const Place place = locate(&level, name);
  if (!place.variable) return nullptr;
  if (!values_.contains(place.variable)) evaluate_with_dependencies(place);
  const Result<Value>& value = values_.at(place.variable);
  if (!value) return value.errors();
  return &*value;
}

std::vector<std::string> WorkspaceScope::names() const {
  std::vector<std::string> out;
  std::set<std::string_view> seen;
  for (const Workspace* level = &workspace_; level; level = level->outer()) {
    for (const Variable& variable : level->variables())
      if (seen.insert(variable.name).second) out.push_back(variable.name);
  }
  return out;
}

Result<Value> evaluate(std::string_view text, const Workspace& workspace) {
  return evaluate(text, WorkspaceScope(workspace));
}

}  // namespace sim::expr
