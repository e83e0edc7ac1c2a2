// Scripts: parsed, and written as equations.
#include "sim_core/block/constant_variables.h"
#include "sim_core/block/script.h"
#include "sim_core/expr/script.h"
#include "tests/fuzz/evaluated_graph.h"
#include "tests/fuzz/grammar.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

void run_scripts(const std::string& text) {
  const expr::ScriptHeader header = expr::script_header(text);
  (void)expr::is_script_name(text, "x");
  const auto script = expr::parse_script(text);
  if (!script) {
    require(!script.error().message.empty(), "an error has a message");
    return count("scripts refused by the parser");
  }
  require(script->header.inputs == header.inputs && script->header.outputs == header.outputs,
          "the header says what the script says");
  ir::Graph graph;
  const expr::ValueScope scope(variables());
  ConstantVariables constants(scope);
  const auto leaves = inputs_as_leaves(graph);
  std::map<std::string, ir::Value> inputs{{"t", leaves.at("t")}};
  for (const std::string& name : header.inputs) inputs.emplace(name, leaves.at("u"));
  int kept = 0;
  const ScriptContext context{graph,
                              inputs,
                              constants,
                              {},
                              [&](ir::Value initial) {
                                const int slot = kept;
                                kept += initial.shape().size();
                                return graph.leaf(ir::Op::Discrete, slot, initial.shape());
                              },
                              [](ir::Value, ir::Value) {}};
  const auto outputs = write_script(*script, context);
  count(outputs ? "scripts written as equations" : "scripts refused by the writer");
  if (outputs) require(outputs->size() == header.outputs.size(), "there is a value for each output");
}

std::string mutate_scripts(const std::string& input, Random& random, const MutateBytes& bytes) {
  if (random.chance(10)) return bytes(input);
  if (random.chance(15) || input.size() > 4000) return random_script(random);
  return mutated_text(input, random);
}

}  // namespace sim::fuzz
