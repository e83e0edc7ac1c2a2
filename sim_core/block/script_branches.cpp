// Branches and loops of a script. Of an `if` that depends on signals both sides are written, and what each
// name becomes is chosen.
#include "sim_core/block/script_writer.h"

#include <utility>

#include "sim_core/base/text.h"

namespace sim {

// The branches from number k on, where those before do not hold.
void ScriptWriter::choose(const expr::Choice& choice, std::size_t k) {
  if (k == choice.branches.size()) return;
  const expr::ScriptBranch& branch = choice.branches[k];
  line_ = branch.line;
  if (!branch.condition) return run(branch.body);
  ir::Value condition = value(*branch.condition);
  if (!condition.shape().is_scalar()) condition = all_of(condition);
  if (is_known(condition)) {
    const ir::Value holds = ir::make(ir::Op::NotEqual, condition, context_.graph.constant(0));
    if (decided(holds)[0] != 0) return run(branch.body);
    return choose(choice, k + 1);
  }
  const Variables before = variables_;
  const auto lacked = lacking_;
  taken_.push_back(ir::make(ir::Op::NotEqual, condition, context_.graph.constant(0)));
  run(branch.body);
  const bool yes_ended = std::exchange(ended_, false);
  Variables yes = std::exchange(variables_, before);
  auto lacked_yes = std::exchange(lacking_, lacked);
  taken_.back() = ir::make(ir::Op::Equal, condition, context_.graph.constant(0));
  choose(choice, k + 1);
  taken_.pop_back();
  if (yes_ended) return;  // what is behind is reached the other way only
  if (std::exchange(ended_, false)) {
    variables_ = std::move(yes), lacking_ = std::move(lacked_yes);
    return;
  }
  line_ = branch.line;
  lacking_.insert(lacked_yes.begin(), lacked_yes.end());
  merge(condition, yes);
}

// What is kept has the value of before where it is not used.
void ScriptWriter::begin_kept(Variables& in, const Variables& other) const {
  for (const auto& [name, variable] : other)
    if (execution_.kept.contains(name) && !in.contains(name)) in[name] = execution_.kept.at(name).variable();
}

// A name has one type, whichever way is taken, where that is an integer type.
void ScriptWriter::check_types(const std::string& name, const NumberType& a, const NumberType& b) const {
  if (may_be_either(a, b)) return;
  const auto shown = [](const NumberType& t) {
    return std::string(name_of(t.value_or(ElementType::Double)));
  };
  fail("'" + name + "' is " + shown(a) + " or " + shown(b),
       "give it one type everywhere, as in " + shown(is_integer(a) ? a : b) + "(x)");
}

// Into the variables of the branches behind, where `condition` does not hold.
void ScriptWriter::merge(ir::Value condition, Variables& yes) {
  begin_kept(variables_, yes);
  begin_kept(yes, variables_);
  for (auto it = variables_.begin(); it != variables_.end();) {
    const auto other = yes.find(it->first);
    if (other == yes.end()) {
      lacking_[it->first] = line_;
      it = variables_.erase(it);
      continue;
    }
    merge(it->first, condition, other->second, it->second);
    ++it;
  }
  for (const auto& [name, variable] : yes)
    if (!variables_.count(name)) lacking_[name] = line_;
  for (const auto& [name, variable] : variables_) lacking_.erase(name);
}
void ScriptWriter::merge(const std::string& name, ir::Value condition, Variable& yes, Variable& no) {
  if (!yes.is_number() || !no.is_number()) {
    if (yes.text == no.text && yes.cell == no.cell) return;
    fail("'" + name +
             "' is a string or cell array in one branch and something else in another, which signals choose",
         "number the cases, as in mode = 1");
  }
  if (yes.whole && no.whole && same_value(yes.whole, no.whole)) return check_types(name, yes.type, no.type);
  orient(yes, no);
  check_types(name, yes.type, no.type);
  if (yes.type != no.type) no.type = std::nullopt;
  if (yes.type.enumeration != no.type.enumeration) no.type.enumeration = nullptr;
  if (real_shape(yes.shape) != real_shape(no.shape))
    fail("'" + name + "' becomes " + to_text(yes.shape) + " or " + to_text(no.shape),
         "give it the same dimensions in all branches");
  if (!yes.whole || !no.whole) {
    auto &a = elements(yes), &b = elements(no);
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!same_value(a[k], b[k])) b[k] = select(condition, a[k], b[k]);
    no.whole = {};
    no.list = no.list && yes.list;
    return;
  }
  const ir::Value chosen = select(condition, whole(yes), whole(no));
  no = {chosen.shape(), chosen, {}, no.list && yes.list, no.type};
}

}  // namespace sim
