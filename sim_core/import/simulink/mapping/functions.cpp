#include "sim_core/expr/script.h"
#include "sim_core/import/simulink/mapping/function_code.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static void matlab_function(BlockTranslation& t) {
  if (t.block.code.empty()) return t.unresolved("the file does not hold its program");
  const TranslatedText script = translate_function(t.block.code);
  if (!script.remarks.empty())
    return t.unresolved("its program says more than a Function block's may: " + script.remarks.front());
  t.set("Script", script.text);
}

// An expression of u, or the name of a function in a file of its own.
static void interpreted(BlockTranslation& t) {
  const std::string text = collapsed(t.given("MATLABFcn", "sin"));
  const TranslatedText script = translate_function("function y = f(u)\ny = " + text + "\n");
  const bool uses_input = text.find('u') != std::string::npos && text.find('(') != std::string::npos;
  if (!script.remarks.empty() || !uses_input)
    return t.unresolved("it calls \"" + text +
                        "\", a function outside of the model: write it as a Function block");
  t.set("Script", script.text);
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
