// What a script and its functions keep from one execution to the next.
#include <algorithm>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/block/script_writer.h"

namespace sim {

static constexpr const char* persistent_first = "put 'persistent' first, outside of 'if' and 'for'";

void ScriptWriter::check_may_keep(const std::string& name) const {
  if (taken_.size() > around_call_)
    fail("'" + name + "' is kept in a branch that may not be taken", persistent_first);
}

// What is kept of `name`, and its value now: that of a call before, or of the execution before.
ScriptVariable ScriptWriter::keep(const std::string& name, const Variable& initial) {
  const std::string key = kept_by(called_, name);
  if (!execution_.kept.contains(key)) {
    const Shape shape = initial.whole.shape();
    const ir::Value first =
        is_known(initial.whole)
            ? initial.whole
            : context_.graph.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size())));
    execution_.kept[key] = {context_.memory(first), initial.type, initial.list};
  }
  const auto now = called_.empty() ? variables_.end() : variables_.find(key);
  Variable kept = now == variables_.end() ? execution_.kept.at(key).variable() : now->second;
  variables_[key] = kept;
  return kept;
}

// Whether this is not the first time: a second memory, by the name of what begins.
ir::Value ScriptWriter::has_begun(const std::string& name) {
  const std::string flag = name + " has begun";
  const ir::Value begun = keep(flag, {scalar_shape, context_.graph.constant(0)}).whole;
  assign(flag, {scalar_shape, context_.graph.constant(1)});
  return begun;
}

void ScriptWriter::execute(const expr::Persistent& p) {
  if (variables_.count(p.name) || (called_.empty() && execution_.kept.count(p.name)))
    fail("'" + p.name + "' has a value already", persistent_first);
  check_may_keep(p.name);
  const std::string key = kept_by(called_, p.name);
  const auto known = execution_.kept.find(key);
  if (known != execution_.kept.end() && !execution_.kept.contains(key + " has begun"))
    return assign(p.name, keep(p.name, known->second.variable()));
  const Variable initial = variable(p.initial);
  if (!initial.is_number()) fail("'" + p.name + "' begins as no number, and cannot be kept", "keep a number");
  if (is_known(initial.whole)) return assign(p.name, keep(p.name, initial));
  const ir::Value begun = has_begun(p.name);
  Variable kept = keep(p.name, initial);
  if (kept.shape != initial.shape)
    fail("'" + p.name + "' begins as " + to_text(kept.shape) + " or " + to_text(initial.shape),
         "give it the same dimensions in all calls");
  assign(p.name, {initial.shape, select(begun, whole(kept), initial.whole), {}, initial.list, initial.type});
}

// Whether the script changes it, a field of it, or what it is a field of.
static bool is_changed(const expr::Choice& choice, const std::string& name) {
  for (const std::string& changed : choice.changes)
    if (changed == name || changed.starts_with(name + ".") || name.starts_with(changed + ".")) return true;
  return false;
}

static bool begins(const expr::Choice& choice, const std::string& name) {
  const std::string root = name.substr(0, name.find('.'));
  return std::find(choice.begins.begin(), choice.begins.end(), root) != choice.begins.end();
}

// The values that what `choice` begins has from the second time on, where `variables_` are those that it was
// given now. Says whether these two may differ.
bool ScriptWriter::take_first_values(const expr::Choice& choice, Variables& later) {
  bool differ = false;
  Variables now = variables_;
  for (auto& [name, variable] : now) {
    if (!begins(choice, name) || later.contains(name)) continue;
    if (!variable.is_number() && is_changed(choice, name))
      fail("'" + name + "' begins as no number, and cannot be kept", "keep a number");
    const bool known = !variable.is_number() || is_known(whole(variable));
    if (known && !is_changed(choice, name)) {
      const ir::NodeId first = variable.is_number() ? whole(variable).id : ir::NodeId{};
      const auto same = execution_.computed.try_emplace(kept_by(called_, name), first).first;
      if (same->second != first)
        fail("'" + name + "' would begin with other values in another call", "pass it as an input");
      later[name] = variable;
      continue;
    }
    differ |= !known;
    const Variable kept = keep(name, variable);
    if (kept.shape != variable.shape)
      fail("'" + name + "' begins as " + to_text(kept.shape) + " or " + to_text(variable.shape),
           "give it the same dimensions in all calls");
    later[name] = kept;
    later[kept_by(called_, name)] = variables_[kept_by(called_, name)] = kept;
    variables_[name] = known ? kept : variable;
  }
  return differ;
}

// if isempty(n) ... else ... end. What else it gives values to is chosen, as in an `if`.
void ScriptWriter::begin(const expr::Choice& choice) {
  const expr::ScriptBranch& first = choice.branches.front();
  line_ = first.line;
  for (const std::string& name : choice.begins) check_may_keep(name);
  const bool needs_flag = execution_.may_refuse || choice.branches.size() > 1;
  ir::Value begun = needs_flag ? has_begun(choice.begins.front()) : ir::Value{};
  Variables later = variables_;
  const auto lacked = lacking_;
  const auto is_first = [&] { return ir::make(ir::Op::Equal, begun, context_.graph.constant(0)); };
  if (begun) taken_.push_back(is_first());
  run(first.body);
  if (begun) taken_.pop_back();
  line_ = first.line;
  if (ended_) return;
  for (const std::string& name : choice.begins)
    if (std::none_of(variables_.begin(), variables_.end(), [&](const auto& variable) {
          return variable.first == name || variable.first.starts_with(name + ".");
        }))
      fail("'" + name + "' is given no first value", "give it one where isempty(" + name + ") asks for it");
  bool differ = take_first_values(choice, later);
  for (auto& [name, variable] : later) {
    const auto now = variables_.find(name);
    differ |= now == variables_.end() || (variable.is_number() && now->second.is_number() &&
                                          !same_value(whole(variable), whole(now->second)));
  }
  if (!begun && differ) {
    const std::string& name = choice.begins.front();
    begun = has_begun(name);
    for (const std::string& flag : {name + " has begun", kept_by(called_, name + " has begun")})
      later[flag] = variables_[flag];
  }
  Variables now = std::exchange(variables_, std::move(later));
  auto lacked_now = std::exchange(lacking_, lacked);
  if (choice.branches.size() > 1) {
    taken_.push_back(begun);
    run(choice.branches.back().body);
    taken_.pop_back();
    line_ = first.line;
    if (std::exchange(ended_, false)) {
      variables_ = std::move(now), lacking_ = std::move(lacked_now);
      return;
    }
  }
  std::swap(variables_, now);
  std::swap(lacking_, lacked_now);
  lacking_.insert(lacked_now.begin(), lacked_now.end());
  merge(begun ? begun : context_.graph.constant(0), now);
}

void ScriptWriter::store_kept() {
  for (const auto& [name, kept] : execution_.kept) {
    const std::string shown = name.substr(name.find(':') + 1);
    const auto found = variables_.find(name);
    if (found == variables_.end() && is_kept_by_call(name)) {  // the way that calls it ends the run
      context_.store(kept.memory, kept.memory);
      continue;
    }
    if (found == variables_.end())
      fail("'" + shown + "' is kept, and has no value at the end", "give it one in every case");
    Variable& last = found->second;
    if (!last.is_number()) fail("'" + shown + "' is kept, and becomes no number", "keep a number");
    Variable memory{kept.memory.shape(), kept.memory};
    check_types(shown, kept.type, last.type);
    orient(last, memory);
    const ir::Value next = whole(last);
    if (next.shape() != kept.memory.shape() && !next.shape().is_scalar())
      throw UnsupportedFormula{error({},
                                     "'" + shown + "' begins as " + to_text(kept.memory.shape()) +
                                         " and becomes " + to_text(next.shape()),
                                     "give 'persistent' a value of the dimensions that it keeps")};
    context_.store(kept.memory, ir::repeated(next, kept.memory.shape()));
  }
}

}  // namespace sim
