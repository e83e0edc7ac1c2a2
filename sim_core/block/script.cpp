#include "sim_core/block/script.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/block/script_variable.h"
#include "sim_core/expr/subtree.h"

namespace sim {

namespace {

using Variable = ScriptVariable;

// What a script and the functions that it calls have in common.
struct Execution {
  const expr::Script& script;
  const bool may_refuse = expr::calls_error(script);
  int executed = 0;  // statements
  int depth = 0;     // of calls
  // What calls gave: [a, b] = f(x) asks for each name, and so may many lines. Where the script calls error(),
  // what is to hold around a call is part of it.
  std::map<
      std::tuple<std::string, std::vector<std::tuple<ir::NodeId, bool, Truth>>, int, std::vector<ir::NodeId>>,
      std::vector<FormulaValue>>
      calls = {};
};

class ScriptWriter : public OwnFunctions {
 public:
  ScriptWriter(const ScriptContext& context, Execution& execution)
      : context_(context), execution_(execution), values_(context.inputs) {
    for (const auto& [name, value] : context.inputs) variables_[name] = {value.shape(), value};
    count_ports(execution.script.header.inputs.size(), execution.script.header.outputs.size());
  }

  // Of a function of its own, which sees the time and its arguments.
  ScriptWriter(const ScriptWriter& caller, const expr::ScriptFunction& function,
               const std::vector<FormulaValue>& arguments, int results)
      : context_(caller.context_), execution_(caller.execution_), is_called_(true), taken_(caller.taken_) {
    if (const auto time = context_.inputs.find("t"); time != context_.inputs.end())
      variables_["t"] = {scalar_shape, time->second};
    for (std::size_t k = 0; k < arguments.size(); ++k)
      variables_[function.header.inputs[k]] = {
          arguments[k].value.shape(), arguments[k].value, {}, arguments[k].list, arguments[k].truth};
    count_ports(arguments.size() - std::min(arguments.size(), function.further_fields),
                static_cast<std::size_t>(results));
  }

  std::vector<ir::Value> write(const expr::Script& script) {
    run(script.body);
    std::vector<ir::Value> outputs;
    for (const std::string& name : script.header.outputs) outputs.push_back(output(name).value);
    for (const auto& [name, memory] : memories_) {
      Variable& last = variables_.at(name);
      Variable kept{memory.shape(), memory};
      orient(last, kept);
      const ir::Value next = whole(last);
      if (next.shape() != memory.shape() && !next.shape().is_scalar())
        throw UnsupportedFormula{error(
            {},
            "'" + name + "' begins as " + to_text(memory.shape()) + " and becomes " + to_text(next.shape()),
            "give 'persistent' a value of the dimensions that it keeps")};
      context_.store(memory, ir::repeated(next, memory.shape()));
    }
    return outputs;
  }

  bool has(const std::string& name) const override { return function(name) != nullptr; }

  FormulaValue call(const std::string& name, const std::vector<FormulaValue>& arguments, int result,
                    int results) override {
    const expr::ScriptFunction& called = *function(name);
    const auto refuse = [&](const std::string& what, const std::string& remedy) {
      throw UnsupportedFormula{error({}, "'" + written_name(name) + "' " + what, remedy)};
    };
    const auto& [inputs, outputs] = called.header;
    if (arguments.size() > inputs.size())
      refuse("takes " + std::to_string(inputs.size()) + " inputs, not " + std::to_string(arguments.size()),
             "look at its first line");
    if (static_cast<std::size_t>(results) > outputs.size())
      refuse("gives " + std::to_string(outputs.size()) + " results, not " + std::to_string(results),
             "look at its first line");
    if (execution_.depth == max_script_calls)
      refuse("is called within more than " + std::to_string(max_script_calls) + " other calls",
             "write a loop with a fixed number of passes instead of a function that calls itself");
    std::vector<std::tuple<ir::NodeId, bool, Truth>> given;
    for (const FormulaValue& argument : arguments)
      given.emplace_back(argument.value.id, argument.list, argument.truth);
    std::vector<ir::NodeId> around;
    if (execution_.may_refuse)
      for (const ir::Value condition : taken_) around.push_back(condition.id);
    const std::tuple key(name, std::move(given), results, std::move(around));
    const auto wanted = static_cast<std::size_t>(result) - 1;
    if (const auto known = execution_.calls.find(key); known != execution_.calls.end())
      return known->second[wanted];
    ++execution_.depth;
    try {
      ScriptWriter inside(*this, called, arguments, results);
      inside.run(called.body);
      --execution_.depth;
      std::vector<FormulaValue>& all = execution_.calls[key];
      for (int k = 0; k < results; ++k) all.push_back(inside.output(outputs[static_cast<std::size_t>(k)]));
      return all[wanted];
    } catch (UnsupportedFormula& unsupported) {
      unsupported.why.message = "in '" + written_name(name) + "', " + unsupported.why.message;
      throw;
    }
  }

 private:
  // Without the fields of its arguments (expr/script_fields.h).
  static std::string written_name(const std::string& name) { return name.substr(0, name.find('(')); }

  const expr::ScriptFunction* function(const std::string& name) const {
    for (const expr::ScriptFunction& f : execution_.script.functions)
      if (f.name == name) return &f;
    return nullptr;
  }
  void count_ports(std::size_t inputs, std::size_t outputs) {
    for (const auto& [name, count] : {std::pair("nargin", inputs), std::pair("nargout", outputs)})
      variables_.try_emplace(name,
                             Variable{scalar_shape, context_.graph.constant(static_cast<double>(count))});
  }
  FormulaValue output(const std::string& name) {
    const auto found = variables_.find(name);
    if (found == variables_.end())
      throw UnsupportedFormula{error({}, "the output '" + name + "' is given no value" + lacking(name),
                                     "assign it in every case")};
    return {whole(found->second), found->second.list, found->second.truth};
  }

  using Variables = std::map<std::string, Variable>;

  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const {
    throw UnsupportedFormula{error({}, "line " + std::to_string(line_) + ": " + what, remedy)};
  }
  std::string lacking(const std::string& name) const {
    const auto where = lacking_.find(name);
    if (where == lacking_.end()) return {};
    return " where the 'if' in line " + std::to_string(where->second) + " takes another branch";
  }

  // Any formula of the script: the names that it uses, save in the node `but`, are made whole first.
  template <class Write>
  auto with_formula(const expr::Ast& ast, Write write, expr::NodeId but = -1) {
    for (expr::NodeId id = 0; id <= ast.root(); ++id) {
      const auto* used = std::get_if<expr::Name>(&ast[id].content);
      if (!used || id == but) continue;
      const std::string& name = used->name;
      lists_.erase(name);
      if (const auto found = variables_.find(name); found != variables_.end()) {
        values_[name] = whole(found->second);
        if (found->second.list) lists_.insert(name);
        truths_[name] = found->second.truth;
      } else if (lacking_.count(name))
        fail("'" + name + "' has no value" + lacking(name), "give it one before the 'if'");
      else
        values_.erase(name);
    }
    try {
      FormulaWriter writer(ast, context_.graph,
                           {values_, context_.variables, &lists_,
                            execution_.script.functions.empty() ? nullptr : this, &truths_},
                           context_.compare ? &context_.compare : nullptr);
      return write(writer);
    } catch (UnsupportedFormula& unsupported) {
      unsupported.why.message = "line " + std::to_string(line_) + ": " + unsupported.why.message;
      throw;
    }
  }
  Variable variable(const expr::Ast& ast) {
    return with_formula(ast, [](FormulaWriter& w) {
      const ir::Value v = w.write();
      return Variable{v.shape(), v, {}, w.wrote_list(), w.wrote_truth()};
    });
  }
  ir::Value value(const expr::Ast& ast) { return variable(ast).whole; }
  bool is_known(ir::Value v) const { return sim::is_known(&context_.variables, v) && !ir::is_complex(v); }
  std::vector<double> decided(ir::Value v) const { return decided_value(&context_.variables, v); }

  void run(const expr::Statements& body) {
    for (const expr::Statement& statement : body) {
      if (ended_) return;
      line_ = statement.line;
      count_statement();
      std::visit([&](const auto& content) { execute(content); }, statement.content);
    }
  }

  void count_statement() {
    if (++execution_.executed % 256 == 0) check_stop();
    if (execution_.executed > max_script_statements)
      fail("more than " + std::to_string(max_script_statements) + " statements with all passes of loops",
           "compute with vectors instead of elements");
  }

  void assign(const std::string& name, Variable v) {
    variables_[name] = std::move(v);
    lacking_.erase(name);
  }

  void execute(const expr::Assignment& a) {
    // An empty array, which grows by assignments to its elements.
    const auto* matrix = std::get_if<expr::Matrix>(&a.value[a.value.root()].content);
    if (matrix && matrix->rows.empty() && !a.target) {
      variables_.erase(a.name);
      lacking_.erase(a.name);
      return;
    }
    const Variable assigned = variable(a.value);
    const ir::Value v = assigned.whole;
    if (!a.target) return assign(a.name, assigned);
    const bool known = variables_.count(a.name) > 0;
    if (!known && lacking_.count(a.name))
      fail("'" + a.name + "' has no value" + lacking(a.name), "give it one before the 'if'");
    const Shape shape = known ? variables_.at(a.name).shape : Shape{0, 1};
    const auto& target = std::get<expr::Apply>((*a.target)[a.target->root()].content);
    const auto chosen = with_formula(
        *a.target, [&](FormulaWriter& w) { return w.elements_of(shape, true); }, target.target);
    Variable& variable = variables_[a.name];
    if (!v.shape().is_scalar() && v.shape().count() != static_cast<int>(chosen.at.size()))
      fail(std::to_string(v.shape().count()) + " values are assigned to " + std::to_string(chosen.at.size()) +
               " elements",
           "give as many, or one for all");
    if (!known) variable.shape = {0, 1}, variable.truth = assigned.truth;
    auto& all = elements(variable);
    for (std::size_t k = 0; k < chosen.at.size(); ++k) {
      const auto at = static_cast<std::size_t>(chosen.at[k]);
      if (at >= all.size()) all.resize(at + 1, context_.graph.constant(0));
      all[at] = v.shape().is_scalar() ? v : ir::slice(v, static_cast<int>(k), scalar_shape);
    }
    const int count = static_cast<int>(all.size());
    // Like a list that is written out; a row stays one.
    if (variable.shape.count() < 2) variable.list = count > 1;
    if (count != variable.shape.count())
      variable.shape =
          variable.shape.rows == 1 && variable.shape.cols > 1 ? Shape{1, count} : vector_shape(count);
    variable.whole = {};
  }

  // All are computed before any name changes: [A, B] = c2d(A, B, T).
  void execute(const expr::ResultsAssignment& a) {
    std::vector<Variable> assigned;
    for (const expr::Ast& value : a.values) assigned.push_back(variable(value));
    for (std::size_t k = 0; k < a.names.size(); ++k) assign(a.names[k], std::move(assigned[k]));
  }

  void execute(const expr::Choice& choice) { choose(choice, 0); }

  // The branches from number k on, where those before do not hold.
  void choose(const expr::Choice& choice, std::size_t k) {
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

  // Into the variables of the branches behind, where `condition` does not hold.
  void merge(ir::Value condition, Variables& yes) {
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
  void merge(const std::string& name, ir::Value condition, Variable& yes, Variable& no) {
    if (yes.whole && no.whole && same_value(yes.whole, no.whole)) return;
    orient(yes, no);
    if (yes.truth != no.truth) no.truth = Truth::Unknown;
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
    no = {chosen.shape(), chosen, {}, no.list && yes.list, no.truth};
  }

  void execute(const expr::Loop& loop) {
    const int line = line_;
    const ir::Value range = value(loop.range);
    const Shape shape = range.shape();
    if (shape.rows > 1 && shape.cols > 1) return run_over_columns(loop, range, line);
    if (!is_known(range))
      fail("what a loop runs over depends on signals",
           "write numbers, variables of the model, or numel(u): it is fixed when the model is compiled");
    for (double k : decided(range)) {
      line_ = line;
      assign(loop.name, {scalar_shape, context_.graph.constant(k)});
      run(loop.body);
    }
  }

  // Of a matrix, the counter is each of its columns, signals or not.
  void run_over_columns(const expr::Loop& loop, ir::Value range, int line) {
    const Shape shape = range.shape();
    for (int k = 0; k < shape.cols; ++k) {
      line_ = line;
      std::vector<std::int32_t> at;
      for (int row = 0; row < shape.rows; ++row) at.push_back(row + k * shape.rows);
      assign(loop.name, {vector_shape(shape.rows), ir::gather(range, at, vector_shape(shape.rows))});
      run(loop.body);
    }
  }

  void execute(const expr::WhileLoop& loop) { passes(expr::conjuncts(loop.condition), loop, line_, 0); }

  // The passes of a loop from number `done` on. Where the condition depends on signals, what follows is
  // computed as in the branch of an `if`, in which a counter stays a known number.
  void passes(const std::vector<expr::Ast>& conditions, const expr::WhileLoop& loop, int line, int done) {
    while (true) {
      line_ = line;
      count_statement();
      bool bounded = false;
      ir::Value holds;
      for (const expr::Ast& part : conditions) {
        ir::Value condition = value(part);
        if (!condition.shape().is_scalar()) condition = all_of(condition);
        if (is_known(condition)) {
          if (decided(ir::make(ir::Op::NotEqual, condition, context_.graph.constant(0)))[0] == 0) return;
          bounded = true;
        } else {
          holds = holds ? holds & condition : condition;
        }
      }
      if (!holds) {
        run(loop.body);
        if (ended_) return;
        continue;
      }
      constexpr const char* remedy = "let a counter end it: while abs(e) > tol && k < 20";
      if (!bounded)
        fail("the condition of 'while' depends on signals alone: nothing says when it ends", remedy);
      if (done == max_while_passes)
        fail("a 'while' that depends on signals takes more than " + std::to_string(max_while_passes) +
                 " passes",
             remedy);
      return pass_where(holds, conditions, loop, line, done);
    }
  }
  void pass_where(ir::Value holds, const std::vector<expr::Ast>& conditions, const expr::WhileLoop& loop,
                  int line, int done) {
    const Variables before = variables_;
    const auto lacked = lacking_;
    taken_.push_back(holds);
    run(loop.body);
    if (!ended_) passes(conditions, loop, line, done + 1);
    taken_.pop_back();
    Variables yes = std::exchange(variables_, before);
    const auto lacked_yes = std::exchange(lacking_, lacked);
    if (std::exchange(ended_, false)) return;
    line_ = line;
    lacking_.insert(lacked_yes.begin(), lacked_yes.end());
    merge(holds, yes);
  }

  void execute(const expr::ErrorCall& call) {
    if (taken_.empty() || !context_.refuse)
      fail("the program ends here with its error '" + call.message + "'", "give it what it asks for");
    ir::Value all = taken_.front();
    for (std::size_t k = 1; k < taken_.size(); ++k) all = all & taken_[k];
    context_.refuse(all, call.message);
    ended_ = true;
  }

  void execute(const expr::Persistent& p) {
    const Variable initial = variable(p.initial);
    if (is_called_)
      fail("'" + p.name + "' is kept in a function that others call",
           "declare it in the first function and pass it on");
    constexpr const char* remedy = "put 'persistent' first, outside of 'if' and 'for'";
    if (variables_.count(p.name) || memories_.count(p.name))
      fail("'" + p.name + "' has a value already", remedy);
    if (!taken_.empty()) fail("'" + p.name + "' is kept in a branch that may not be taken", remedy);
    if (is_known(initial.whole)) {
      const ir::Value memory = context_.memory(initial.whole);
      memories_.emplace(p.name, memory);
      return assign(p.name, {memory.shape(), memory, {}, initial.list, initial.truth});
    }
    // What signals are the first time, which a second memory tells from the others.
    const std::string flag = p.name + " has begun";
    const Shape shape = initial.whole.shape();
    const ir::Value begun = context_.memory(context_.graph.constant(0));
    const ir::Value memory = context_.memory(
        context_.graph.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()))));
    memories_.emplace(flag, begun);
    memories_.emplace(p.name, memory);
    assign(flag, {scalar_shape, context_.graph.constant(1)});
    assign(p.name, {shape, select(begun, memory, initial.whole), {}, initial.list, initial.truth});
  }

  const ScriptContext& context_;
  Execution& execution_;
  const bool is_called_ = false;
  std::map<std::string, ir::Value> values_;  // what formulas see
  std::set<std::string> lists_;              // those of them that are lists
  std::map<std::string, Truth> truths_;
  Variables variables_;
  std::map<std::string, int> lacking_;  // names without a value in some branch of the `if` in that line
  std::map<std::string, ir::Value> memories_;
  int line_ = 1;
  std::vector<ir::Value> taken_;  // what holds in the branches around, whose conditions are signals
  bool ended_ = false;            // by error(): what follows is not reached
};

}  // namespace

Result<std::vector<ir::Value>> write_script(const expr::Script& script, const ScriptContext& context) {
  try {
    Execution execution{script};
    return ScriptWriter(context, execution).write(script);
  } catch (const UnsupportedFormula& unsupported) {
    return unsupported.why;
  }
}

}  // namespace sim
