#include "sim_core/import/simulink/mapping/function_code.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// A program with the functions that it calls, as a Function block's.
static void take_program(BlockTranslation& t, const std::string& program) {
  if (!t.block.missing_functions.empty())
    return t.unresolved("it calls \"" + t.block.missing_functions.front() +
                        "\", a function outside of the model: put " + t.block.missing_functions.front() +
                        ".m beside it and import again, or write a Function block");
  const std::string& more = t.block.functions;
  const TranslatedText script = translate_function(more.empty() ? program : program + '\n' + more);
  if (!script.remarks.empty())
    return t.unresolved("its program says more than a Function block's may: " + script.remarks.front());
  t.set("Script", script.text);
}

static void matlab_function(BlockTranslation& t) {
  if (t.block.code.empty()) return t.unresolved("the file does not hold its program");
  take_program(t, t.block.code);
}

static void interpreted(BlockTranslation& t) {
  take_program(t, program_of_expression(t.given("MATLABFcn", "sin")));
}

void map_functions(MappingTable& t) {
  t.block("Fcn", "user_defined/fcn").by([](BlockTranslation& b) {
    b.set("Expression", translate_fcn(b.given("Expr", "sin(u(1)*exp(2.3*(-u(2))))")));
  });
  t.block("SubSystem[MATLAB Function]", "user_defined/function").by(matlab_function);
  t.block("MATLABFcn", "user_defined/function").by(interpreted);
  for (const char* type : {"S-Function", "M-S-Function"})
    t.none(type,
           "its program is not in the file: install a plug-in with this block, or write a Function block");
  t.none("MATLABSystem", "its program is not in the file: write a Function block");
  t.left_out("simulink/User-Defined Functions/S-Function Examples", "examples");
}

}  // namespace sim::importing::simulink
