#include "sim_core/expr/functions.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/parser.h"
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

// The first name that is called and is no function here: one in a file of its own. Empty: there is none.
static std::string foreign_function(const std::string& text) {
  for (const std::string_view name : expr::name_places(text)) {
    const auto behind = static_cast<std::size_t>(name.data() - text.data()) + name.size();
    const std::size_t next = text.find_first_not_of(' ', behind);
    const bool called = next != text.npos && text[next] == '(';
    if (called && name != "u" && !expr::find_function(name)) return std::string(name);
  }
  return {};
}

// An expression of u, or the name of a function of it.
static void interpreted(BlockTranslation& t) {
  std::string text = collapsed(t.given("MATLABFcn", "sin"));
  if (expr::is_name(text) && text != "u") text += "(u)";
  const std::string foreign = foreign_function(text);
  if (!foreign.empty())
    return t.unresolved("it calls \"" + foreign +
                        "\", a function outside of the model: write it as a Function block");
  const TranslatedText script = translate_function("function y = f(u)\ny = " + text + "\n");
  if (!script.remarks.empty())
    return t.unresolved("\"" + text +
                        "\" says more than a Function block's program may: " + script.remarks.front());
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
