#include "sim_core/block/script.h"
#include "sim_core/blocks/logic/located_comparisons.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

std::vector<PortSpec> ports(const std::vector<std::string>& names) {
  std::vector<PortSpec> all;
  for (const std::string& name : names) all.push_back({name, ""});
  return all;
}

}  // namespace

void function(BlockTypeBuilder& b) {
  b.id("user_defined/function").label("Function").category("User-Defined Functions");
  b.doc(
      "A small program over its inputs.\n\n"
      "$[y_1, y_2, \\ldots] = f(u_1, u_2, \\ldots)$\n\n"
      "Its first line names outputs and inputs: `function [y, n] = f(u, w)`. Then come statements, one a "
      "line: `x = 2*u(1)`, `y(k) = x`, `if` with `elseif` and `else`, `for k = 1:3` with numbers that are "
      "known when the model is compiled, `switch` with `case`, each closed by `end`; `%` begins a comment. "
      "`t` is the time, and "
      "the model's variables may be used.\n\n"
      "`persistent n = 0` declares what is kept from one major step, or sample hit, to the next: give the "
      "block a sample time where it matters how often that is.\n\n"
      "Functions of its own may follow the first. `error('...')` ends the run with this message where it is "
      "reached.\n\n"
      "The program becomes equations: loops are written out, derivatives are exact, each output depends on "
      "what it really reads, and comparisons of signals are located as zero crossings.");
  b.keywords({"MATLAB Function", "MATLABFcn", "scifunc_block_m", "script", "code", "program",
              "PythonFunction", "Algorithm", "FUNCTION", "S-Function", "if", "for"});
  b.icon(IconShape::Rectangle,
         "M0.3 0.22 L0.12 0.5 L0.3 0.78 M0.7 0.22 L0.88 0.5 L0.7 0.78 M0.57 0.18 L0.43 0.82");
  b.size(72, 56);
  Param script =
      b.script(
           "Script", "Script",
           "function y = f(u)\n% y is twice the input, where that is positive\nif u > 0\n  y = 2*u\nelse\n  "
           "y = 0\nend\n")
          .formerly("script")
          .doc("The program: a line function y = f(u), then statements.");
  Param sample_time = b.sample_time("-1");
  b.zero_crossing_flag();
  b.inputs([=](const ParameterValues& v) { return ports(expr::script_header(v.of(script).text).inputs); });
  b.outputs([=](const ParameterValues& v) { return ports(expr::script_header(v.of(script).text).outputs); });
  b.gives(ElementType::Double);
  b.shapes_from_equations();
  b.gives_complex();  // as the script may
  b.equations([=](Equations& e) {
    const auto parsed = expr::parse_script(e.text(script));
    if (!parsed) return e.report(parsed.error());
    ScriptContext context{e.graph(), {{"t", e.time()}}, e.variables(), {}, {}, {}, {}};
    for (std::size_t k = 0; k < parsed->header.inputs.size(); ++k)
      context.inputs[parsed->header.inputs[k]] = e(In{static_cast<int>(k)});
    context.compare = located_comparisons(e, sample_time);
    context.memory = [&](ir::Value initial) { return e.memory(initial); };
    context.store = [&](ir::Value memory, ir::Value next) { e.store(memory, select(e.hit(), next, memory)); };
    context.refuse = [&](ir::Value condition, const std::string& message) {
      e.check(select(e.hit(), condition, e.constant(0)), CheckAction::Error, message);
    };
    const auto outputs = write_script(*parsed, context);
    if (!outputs) return e.report(outputs.error());
    for (std::size_t k = 0; k < outputs->size(); ++k) {
      const Out out{static_cast<int>(k)};
      e.output(out, (*outputs)[k].value);
      if (const auto type = (*outputs)[k].type; type && is_integer(*type)) e.output_type(out, *type);
    }
  });
}

}  // namespace sim::blocks
