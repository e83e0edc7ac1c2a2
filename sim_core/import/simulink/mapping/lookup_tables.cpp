#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// The words of all versions.
static void set_methods(BlockTranslation& t, const std::string& interpolation,
                        const std::string& extrapolation) {
  const auto has = [](const std::string& text, const char* word) {
    return text.find(word) != std::string::npos;
  };
  const bool flat = has(interpolation, "Flat") || has(interpolation, "None") || has(interpolation, "Below");
  t.set("InterpMethod", has(interpolation, "spline") && has(interpolation, "Akima") ? "Akima"
                        : has(interpolation, "Akima")                               ? "Akima"
                        : has(interpolation, "spline")                              ? "Cubic spline"
                        : has(interpolation, "Nearest")                             ? "Nearest"
                        : flat                                                      ? "Flat"
                                                                                    : "Linear");
  t.set("ExtrapMethod", has(extrapolation, "Clip") || has(extrapolation, "None")      ? "Clip"
                        : has(extrapolation, "spline") || has(extrapolation, "Cubic") ? "Cubic"
                                                                                      : "Linear");
  if (has(interpolation, "Above"))
    t.approximate("the value of the breakpoint above is not offered: that of the one below is taken");
}

// "Interpolation-Extrapolation" and so on of the Lookup blocks before 2011.
static void old_methods(BlockTranslation& t) {
  const std::string how = t.given("LookUpMeth", "Interpolation-Extrapolation");
  const bool ends = how.find("Use End Values") != std::string::npos || how.starts_with("Use Input");
  set_methods(t, how, ends ? "Clip" : "Linear");
}

static void spaced(BlockTranslation& t, int dimensions) {
  for (int d = 1; d <= dimensions; ++d) {
    const std::string name = "BreakpointsForDimension" + std::to_string(d);
    t.set_expression(name, t.given(name.c_str(), "[10,22,31]"));
    if (t.given("BreakpointsSpecification", "Explicit values") != "Even spacing") continue;
    const std::string first = t.translated(t.given((name + "FirstPoint").c_str(), "10"));
    const std::string step = t.translated(t.given((name + "Spacing").c_str(), "10"));
    const std::string count = dimensions == 1
                                  ? "numel(" + t.result.parameters["Table"] + ")"
                                  : "size(" + t.result.parameters["Table"] + ", " + std::to_string(d) + ")";
    t.set(name, "(" + first + ") + (" + step + ")*(0:" + count + " - 1)");
  }
}

static void lookup_nd(BlockTranslation& t) {
  const auto number = plain_numbers(t.given({"NumberOfTableDimensions", "numDimsPopupSelect"}, "2"));
  const int dimensions = number.empty() ? 2 : whole_within(number[0], 0, 5);
  if (t.given("TableSpecification", "Explicit values") != "Explicit values" ||
      t.given("TableSource", "Dialog") != "Dialog")
    return t.unresolved(
        "its table is an object outside of the file, or an input: give the numbers to a Lookup Table block");
  if (dimensions < 1 || dimensions > 4) return t.unresolved("tables of up to 4 dimensions are offered");
  t.become(dimensions == 1   ? "lookup_tables/lookup_1d"
           : dimensions == 2 ? "lookup_tables/lookup_2d"
                             : "lookup_tables/lookup_nd");
  if (dimensions > 2) t.set("NumberOfTableDimensions", std::to_string(dimensions));
  t.set_expression("Table", t.given({"Table", "tableData"}, "[4 5 6;16 19 20;10 18 23]"));
  spaced(t, dimensions);
  for (int d = 1; d <= dimensions; ++d)
    if (const std::string old = t.given(("bp" + std::to_string(d)).c_str()); !old.empty())
      t.set_expression("BreakpointsForDimension" + std::to_string(d), old);
  set_methods(t, t.given({"InterpMethod", "interpMethod"}, "Linear"),
              t.given({"ExtrapMethod", "extrapMethod"}, "Linear"));
  if (t.on("UseLastTableValue")) t.set("UseLastTableValue", "on");
  if (t.on("UseOneInputPortForAllInputData") && dimensions > 1)
    t.approximate("all its inputs are one signal there: put a Demux before it");
}

static void direct(BlockTranslation& t) {
  const std::string selects = t.given({"InputsSelectThisObjectFromTable", "outDims"}, "Element");
  t.set("InputsSelectThisObjectFromTable", selects.starts_with("Element") ? "Element"
                                           : selects.starts_with("2-D")   ? "2-D Matrix"
                                                                          : "Column");
  t.set_expression("NumberOfTableDimensions", t.given({"NumberOfTableDimensions", "maskTabDims"}, "2"));
  t.set_expression("Table", t.given({"Table", "mxTable"}, "[4 5 6;16 19 20;10 18 23]"));
  if (t.on("TableIsInput") || t.on("tabIsInput"))
    t.unresolved("its table is an input: use a Selector or a Function block");
}

static void interpolation(BlockTranslation& t) {
  t.set_expression("NumberOfTableDimensions",
                   t.given({"NumberOfTableDimensions", "numDimsPopupSelect"}, "2"));
  t.set_expression("Table", t.given({"Table", "table"}, "sqrt([1:11]' * [1:11])"));
  const std::string how = t.given({"InterpMethod", "interpMethod"}, "Linear");
  t.set("InterpMethod", how.find("Flat") != std::string::npos || how.starts_with("None") ? "Flat"
                        : how.starts_with("Nearest")                                     ? "Nearest"
                                                                                         : "Linear");
  const auto selection = plain_numbers(t.given("NumSelectionDims", "0"));
  if (!selection.empty() && selection[0] > 0)
    t.unresolved("it selects a sub-table: use a Lookup Table (n-D) block");
}

static void prelookup(BlockTranslation& t) {
  t.set_expression("BreakpointsData", t.given({"BreakpointsData", "bpData"}, "[10:10:110]"));
  const std::string how = t.given({"ExtrapMethod", "extrapMethod", "ProcessOutOfRangeInput"}, "Linear");
  t.set("ExtrapMethod", how.find("Clip") != std::string::npos ? "Clip" : "Linear");
  if (t.on("UseLastBreakpoint")) t.set("UseLastBreakpoint", "on");
  if (t.given("BreakpointsSpecification", "Explicit values") == "Even spacing")
    t.set("BreakpointsData", "(" + t.translated(t.given("BreakpointsFirstPoint", "10")) + ") + (" +
                                 t.translated(t.given("BreakpointsSpacing", "10")) + ")*(0:(" +
                                 t.translated(t.given("BreakpointsNumPoints", "11")) + ") - 1)");
}

void map_lookup_tables(MappingTable& t) {
  t.block("Lookup_n-D", "lookup_tables/lookup_2d").by(lookup_nd);
  t.block("Lookup", "lookup_tables/lookup_1d")
      .expression("BreakpointsForDimension1", {"InputValues"}, "[-5:5]")
      .expression("Table", {"Table", "OutputValues"}, "tanh([-5:5])")
      .by(old_methods);
  t.block("Lookup2D", "lookup_tables/lookup_2d")
      .expression("BreakpointsForDimension1", {"RowIndex", "x"}, "[1:3]")
      .expression("BreakpointsForDimension2", {"ColumnIndex", "y"}, "[1:3]")
      .expression("Table", {"Table", "OutputValues", "t"}, "[4 5 6;16 19 20;10 18 23]")
      .by(old_methods);
  t.block("LookupNDDirect", "lookup_tables/direct_lookup").by(direct);
  t.block("PreLookup", "lookup_tables/prelookup").by(prelookup);
  t.block("Interpolation_n-D", "lookup_tables/interpolation_prelookup").by(interpolation);
  const std::string folder = "simulink/Lookup Tables/";
  t.block(folder + "Lookup Table (n-D)", "lookup_tables/lookup_2d").by(lookup_nd);
  t.block(folder + "Direct Lookup Table (n-D)", "lookup_tables/direct_lookup").by(direct);
  t.block(folder + "PreLookup Index Search", "lookup_tables/prelookup").by(prelookup);
  t.also("simulink_need_slupdate/PreLookup Index Search", folder + "PreLookup Index Search");
  t.block(folder + "Interpolation (n-D) using PreLookup", "lookup_tables/interpolation_prelookup")
      .by(interpolation);
  t.also("simulink_need_slupdate/Interpolation (n-D) using PreLookup",
         folder + "Interpolation (n-D) using PreLookup");
  t.block(folder + "Lookup Table Dynamic", "lookup_tables/lookup_dynamic").names();
  for (const auto& [name, formula] : {std::pair("Sine", "sin(2*pi*u)"), std::pair("Cosine", "cos(2*pi*u)")})
    t.block(folder + name, "lookup_tables/sine_lookup")
        .choice("Formula", {"Formula", "OutputFormula"},
                {{"sin(2*pi*u)", "sin(2*pi*u)"},
                 {"cos(2*pi*u)", "cos(2*pi*u)"},
                 {"exp(j*2*pi*u)", "sin(2*pi*u)"},
                 {"sin(2*pi*u) and cos(2*pi*u)", "sin(2*pi*u) and cos(2*pi*u)"}},
                formula)
        .expression("NumDataPoints", {"NumDataPoints"}, "(2^5)+1");
}

}  // namespace sim::importing::simulink
