// Loops of a script, written out pass by pass.
#include "sim_core/block/script_writer.h"

#include <utility>

#include "sim_core/expr/subtree.h"

namespace sim {

void ScriptWriter::execute(const expr::Loop& loop) {
  const int line = line_;
  const Variable counted = variable(loop.range);
  if (!counted.is_number())
    fail("a loop runs over numbers, not over a string or cell array", "write for k = 1:n");
  const ir::Value range = counted.whole;
  const Shape shape = range.shape();
  if (shape.rows > 1 && shape.cols > 1) return run_over_columns(loop, counted, line);
  if (!is_known(range))
    fail("what a loop runs over depends on signals",
         "write numbers, variables of the model, or numel(u): it is fixed when the model is compiled");
  for (double k : decided(range)) {
    line_ = line;
    assign(loop.name, {scalar_shape, context_.graph.constant(k), {}, false, counted.type});
    run(loop.body);
  }
}

// Of a matrix, the counter is each of its columns, signals or not.
void ScriptWriter::run_over_columns(const expr::Loop& loop, const Variable& counted, int line) {
  const ir::Value range = counted.whole;
  const Shape shape = range.shape();
  for (int k = 0; k < shape.cols; ++k) {
    line_ = line;
    std::vector<std::int32_t> at;
    for (int row = 0; row < shape.rows; ++row) at.push_back(row + k * shape.rows);
    assign(
        loop.name,
        {vector_shape(shape.rows), ir::gather(range, at, vector_shape(shape.rows)), {}, false, counted.type});
    run(loop.body);
  }
}

void ScriptWriter::execute(const expr::WhileLoop& loop) {
  passes(expr::conjuncts(loop.condition), loop, line_, 0);
}

// The passes of a loop from number `done` on. Where the condition depends on signals, what follows is
// computed as in the branch of an `if`, in which a counter stays a known number.
void ScriptWriter::passes(const std::vector<expr::Ast>& conditions, const expr::WhileLoop& loop, int line,
                          int done) {
  while (true) {
    line_ = line;
    count_statement();
    bool bounded = false;
    ir::Value holds;
    for (const expr::Ast& part : conditions) {
      skips_ = static_cast<bool>(holds);  // what is behind && may not be reached
      ir::Value condition = value(part);
      skips_ = false;
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
    if (!bounded && done == max_uncounted_passes) return end_loop(holds, line);
    if (done == max_while_passes)
      fail(
          "a 'while' that depends on signals takes more than " + std::to_string(max_while_passes) + " passes",
          remedy);
    return pass_where(holds, conditions, loop, line, done);
  }
}
// What no counter ends has so many passes, and an error behind them.
void ScriptWriter::end_loop(ir::Value holds, int line) const {
  const std::string what = "line " + std::to_string(line) + ": 'while' takes more than " +
                           std::to_string(max_uncounted_passes) + " passes";
  if (!context_.refuse) fail("a 'while' that no counter ends is not possible here", "count its passes");
  ir::Value all = holds;
  for (const ir::Value condition : taken_) all = all & condition;
  context_.refuse(all, what + "; a counter allows up to " + std::to_string(max_while_passes) +
                           ": while abs(e) > tol && k < 200");
}

void ScriptWriter::pass_where(ir::Value holds, const std::vector<expr::Ast>& conditions,
                              const expr::WhileLoop& loop, int line, int done) {
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

}  // namespace sim
