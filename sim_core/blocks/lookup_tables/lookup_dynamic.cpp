#include "sim_core/blocks/lookup_tables/table_checks.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class DynamicMethod { Extrapolate, EndValues, Nearest, Below, Above };

}  // namespace

void lookup_dynamic(BlockTypeBuilder& b) {
  b.id("lookup_tables/lookup_dynamic").label("Lookup Table Dynamic").category("Lookup Tables");
  b.doc(
      "A function given by a table whose points are signals.\n\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{x_{k+1} - x_k} (u - x_k), \\quad x_k \\leq u < x_{k+1}$\n\n"
      "The breakpoints `xdat` have to rise; it is an error during the run where they do not. Beyond them the "
      "last line "
      "goes on or the last value is kept; or there are no lines, but the value of the nearest point, of the "
      "one below "
      "or of the one above. Passing a breakpoint is a zero crossing.");
  b.keywords({"INTRPLBLK_f", "table input", "variable table", "adaptive table"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.15,.85 L.85,.85 M.15,.75 L.35,.65 L.5,.35 L.85,.2 M.5,.55 L.5,.8 M.44,.72 "
         "L.5,.8 L.56,.72");
  b.size(48, 64);
  Param method = b.choice("InterpMethod", "Lookup method",
                          {"Interpolation-Extrapolation", "Interpolation-Use End Values", "Use Input Nearest",
                           "Use Input Below", "Use Input Above"})
                     .formerly("LookUpMeth");
  b.zero_crossing_flag();
  In u = b.input("u"), xdat = b.input("xdat", "the breakpoints, rising"),
     ydat = b.input("ydat", "their values");
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    if (s.inputs[1].count() != s.inputs[2].count())
      s.problem = "there are " + std::to_string(s.inputs[1].count()) + " breakpoints and " +
                  std::to_string(s.inputs[2].count()) + " values";
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const int n = e.input_shape(xdat).count();
    const auto how = static_cast<DynamicMethod>(e.choice(method));
    const auto x = [&](int k) { return ir::slice(e(xdat), k, scalar_shape); };
    const auto v = [&](int k) { return ir::slice(e(ydat), k, scalar_shape); };
    const bool lines = how <= DynamicMethod::EndValues && n > 1;
    const auto line = [&](int k) { return v(k) + (e(u) - x(k)) * ((v(k + 1) - v(k)) / (x(k + 1) - x(k))); };
    const ir::Value input = e(u);
    ir::Value value = lines ? line(0) : v(0) + input * 0.0;
    if (how == DynamicMethod::EndValues && n > 1) value = select(e.crosses_above(input, x(0)), value, v(0));
    for (int k = 1; k < n; ++k) {
      if (lines && k == n - 1 && how == DynamicMethod::Extrapolate) break;
      const ir::Value edge = how == DynamicMethod::Nearest ? (x(k - 1) + x(k)) * 0.5
                             : how == DynamicMethod::Above ? x(k - 1)
                                                           : x(k);
      const ir::Value passed =
          how == DynamicMethod::Above ? e.exceeds(input, edge) : e.crosses_above(input, edge);
      value = select(passed, lines && k + 1 < n ? line(k) : v(k), value);
    }
    e.output(y, value);
    ir::Value falls = e.constant(0);
    for (int k = 1; k < n; ++k) falls = falls | (x(k) <= x(k - 1));
    if (n > 1) e.check(falls, CheckAction::Error, "the breakpoints at its input xdat do not rise");
  });
}

}  // namespace sim::blocks
