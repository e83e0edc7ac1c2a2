#pragma once
// A script (expr/script.h) written as equations. Loops are written out, element by element; of an `if` that
// depends on signals both sides are computed and one is chosen, so that everything is differentiated exactly.
// Functions that it calls are written out at each call.
// What is known when the model is compiled (constants, dimensions, counters) decides then.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/formula_writer.h"
#include "sim_core/expr/script.h"

namespace sim {

struct ScriptContext {
  ir::Graph& graph;
  std::map<std::string, ir::Value> inputs;  // by the names of the header, and t
  FormulaVariables& variables;              // of the model
  ComparisonRule compare;                   // may be empty
  // What is kept from one execution to the next: begins as `initial`, becomes what is stored.
  std::function<ir::Value(ir::Value initial)> memory;
  std::function<void(ir::Value memory, ir::Value next)> store;
  // Ends the run with this message where the condition holds: error('...').
  std::function<void(ir::Value condition, const std::string& message)> refuse = {};
};

inline constexpr int max_script_statements = 100'000;  // executed, loops written out
inline constexpr int max_while_passes = 500;           // of a loop whose condition depends on signals
inline constexpr int max_uncounted_passes = 100;       // of one that nothing else ends
inline constexpr int max_script_calls = 20;            // of functions within one another

// The outputs, in the order of the header. Messages have line and column.
Result<std::vector<FormulaValue>> write_script(const expr::Script& script, const ScriptContext& context);

}  // namespace sim
