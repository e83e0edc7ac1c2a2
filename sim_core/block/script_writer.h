#pragma once
// Writes the statements of a script, or of a function that it calls, as equations (script.h). Inside this
// folder only.
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim_core/block/script.h"
#include "sim_core/block/script_variable.h"

namespace sim {

// What a script and the functions that it calls have in common.
struct ScriptExecution {
  const expr::Script& script;
  const bool may_refuse = expr::calls_error(script);
  const bool calls_keep = expr::functions_keep(script);  // persistent values
  int executed = 0;                                      // statements
  int depth = 0;                                         // of calls
  // What calls gave: [a, b] = f(x) asks for each name, and so may many lines. Where the script calls error(),
  // what is to hold around a call is part of it.
  using Given = std::tuple<ir::NodeId, bool, NumberType, std::optional<std::string>>;
  using Call = std::tuple<std::string, std::vector<Given>, int, std::vector<ir::NodeId>>;
  std::map<Call, std::vector<FormulaValue>> calls = {};

  // What is kept from one execution to the next, by the name of the variable: "n" of the script itself,
  // "f:n" of a function that it calls.
  struct Kept {
    ir::Value memory;
    NumberType type;
    bool list = false;
    ScriptVariable variable() const { return {memory.shape(), memory, {}, list, type}; }
  };
  std::map<std::string, Kept> kept = {};
  std::map<std::string, ir::NodeId> computed = {};  // first values that nothing changes, by such names
};

// Without the fields of its arguments (expr/script_fields.h).
inline std::string written_name(const std::string& function) {
  return function.substr(0, function.find('('));
}
// Of a function that is called, what it keeps has a name that no variable has.
inline std::string kept_by(const std::string& function, const std::string& name) {
  return function.empty() ? name : written_name(function) + ":" + name;
}
inline bool is_kept_by_call(const std::string& name) { return name.find(':') != std::string::npos; }

class ScriptWriter : public OwnFunctions {
 public:
  ScriptWriter(const ScriptContext& context, ScriptExecution& execution);
  // Of a function of its own, which sees the time and its arguments.
  ScriptWriter(const ScriptWriter& caller, const expr::ScriptFunction& function,
               const std::vector<FormulaValue>& arguments, int results);

  std::vector<FormulaValue> write(const expr::Script& script);

  bool has(const std::string& name) const override { return function(name) != nullptr; }
  FormulaValue call(const std::string& name, const std::vector<FormulaValue>& arguments, int result,
                    int results) override;

 private:
  using Variable = ScriptVariable;
  using Variables = std::map<std::string, Variable>;

  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const;
  void run(const expr::Statements& body);
  void count_statement();

  // script.cpp: formulas of the script.
  template <class Write>
  auto with_formula(const expr::Ast& ast, Write write, expr::NodeId but = -1);
  FormulaWriter::Elements elements_of(const expr::Ast& target, Shape shape);
  Variable variable(const expr::Ast& ast);
  ir::Value value(const expr::Ast& ast);
  bool is_known(ir::Value v) const;
  std::vector<double> decided(ir::Value v) const;
  std::string lacking(const std::string& name) const;

  // script_calls.cpp
  const expr::ScriptFunction* function(const std::string& name) const;
  std::vector<FormulaValue> called(const expr::ScriptFunction& function,
                                   const std::vector<FormulaValue>& arguments, int results);
  void take_kept(const ScriptWriter& inside, const std::string& function);
  void count_ports(std::size_t inputs, std::size_t outputs);
  FormulaValue output(const std::string& name);

  // script_kept.cpp
  void check_may_keep(const std::string& name) const;
  Variable keep(const std::string& name, const Variable& initial);
  ir::Value has_begun(const std::string& name);
  void execute(const expr::Persistent& p);
  bool take_first_values(const expr::Choice& choice, Variables& later);
  void begin(const expr::Choice& choice);
  void store_kept();

  // script_assignments.cpp
  void assign(const std::string& name, Variable v);
  void execute(const expr::Assignment& a);
  void assign_elements(const expr::Assignment& a, const Variable& assigned);
  ir::Value as_elements_of(const Variable& variable, const Variable& assigned) const;
  void execute(const expr::ResultsAssignment& a);
  void execute(const expr::ErrorCall& call);

  // script_branches.cpp
  void execute(const expr::Choice& choice) { choice.begins.empty() ? choose(choice, 0) : begin(choice); }
  void choose(const expr::Choice& choice, std::size_t k);
  void merge(ir::Value condition, Variables& yes);
  void merge(const std::string& name, ir::Value condition, Variable& yes, Variable& no);
  void check_types(const std::string& name, const NumberType& a, const NumberType& b) const;
  void begin_kept(Variables& in, const Variables& other) const;
  void execute(const expr::Loop& loop);
  void run_over_columns(const expr::Loop& loop, const Variable& counted, int line);
  void execute(const expr::WhileLoop& loop);
  void passes(const std::vector<expr::Ast>& conditions, const expr::WhileLoop& loop, int line, int done);
  void end_loop(ir::Value holds, int line) const;
  void pass_where(ir::Value holds, const std::vector<expr::Ast>& conditions, const expr::WhileLoop& loop,
                  int line, int done);

  const ScriptContext& context_;
  ScriptExecution& execution_;
  const std::string called_;                 // the function; empty: the script itself
  std::map<std::string, ir::Value> values_;  // what formulas see
  std::map<std::string, std::string> texts_;
  FormulaCells cells_;
  std::set<std::string> lists_;  // those of them that are lists
  std::map<std::string, NumberType> types_;
  Variables variables_;
  std::map<std::string, int> lacking_;  // names without a value in some branch of the `if` in that line
  int line_ = 1;
  std::vector<ir::Value> taken_;  // what holds in the branches around, whose conditions are signals
  std::size_t around_call_ = 0;   // so many of them are around the call
  bool stands_alone_ = false;     // a call whose results nobody takes
  bool ended_ = false;            // by error(): what follows is not reached
  bool may_skip_ = false;         // a part of the formula that is written: && may not reach it
  bool skips_ = false;            // this formula is behind an && itself
  // Of [a, b] = f(g(x)), where calls change what is kept: those of the formula for a, taken again for b.
  std::vector<std::vector<FormulaValue>>* recorded_ = nullptr;
  std::size_t replayed_ = 0;
  bool replays_ = false;
};

}  // namespace sim
