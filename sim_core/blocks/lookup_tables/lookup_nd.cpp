#include "sim_core/blocks/lookup_tables/grid_lookup.h"
#include "sim_core/blocks/lookup_tables/table_sizes.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

std::size_t table_dimensions(const ParameterValues& v, Param dimensions) {
  return static_cast<std::size_t>(v.of(dimensions).number());
}

}  // namespace

void lookup_nd(BlockTypeBuilder& b) {
  b.id("lookup_tables/lookup_nd").label("n-D Lookup Table").category("Lookup Tables");
  b.doc(
      std::string(
          "A function of several variables given by a table, of each element of its inputs.\n\n"
          "$y = f(u_1, \\ldots, u_n)$\n"
          "$f = (1 - a_d) f_{i_d} + a_d f_{i_d + 1}, \\quad a_d = \\frac{u_d - x_{d,i}}{x_{d,i+1} - "
          "x_{d,i}}$ along each dimension d\n\n"
          "The entries of the table are counted along the first dimension first: a matrix is one by columns; "
          "for three dimensions write its pages beside each other, `[page1, page2, ...]`. There are at most "
          "5 "
          "dimensions: interpolating takes twice as many entries for each further one; put what there is "
          "beyond into a Function block, or into tables of tables behind a Multiport Switch. Linear: as "
          "above, "
          "between the entries around. ") +
      grid_methods);
  b.keywords(
      {"Lookup Table (n-D)", "CombiTable", "interpn", "multilinear", "map", "hypercube", "spline", "Akima"});
  b.icon(IconShape::Rectangle,
         "M.15,.35 L.65,.35 L.65,.85 L.15,.85 Z M.15,.6 L.65,.6 M.4,.35 L.4,.85 M.15,.35 L.35,.15 L.85,.15 "
         "L.65,.35 "
         "M.85,.15 L.85,.65 L.65,.85 M.4,.35 L.6,.15 M.65,.6 L.85,.4");
  b.size(56, 72);
  Param dimensions =
      b.integer("NumberOfTableDimensions", "Number of dimensions", "3").range(1, most_table_dimensions);
  std::vector<Param> breakpoints;
  for (int d = 1; d <= most_table_dimensions; ++d)
    breakpoints.push_back(b.real("BreakpointsForDimension" + std::to_string(d),
                                 "Breakpoints of dimension " + std::to_string(d), "[0 1]")
                              .not_tunable()
                              .doc(d > 3 ? "Not used where there are fewer dimensions." : ""));
  Param table = b.real("Table", "Table data", "[0 1 1 2, 1 2 2 3]")
                    .not_tunable()
                    .doc("As many numbers as the product of the numbers of breakpoints.");
  const TableMethodParameters method(b);
  b.zero_crossing_flag();
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (std::size_t d = 1; d <= table_dimensions(v, dimensions); ++d)
      ports.push_back({"u" + std::to_string(d), "along dimension " + std::to_string(d)});
    return ports;
  });
  Out y = b.output("y");
  for (Param x : breakpoints) require_rising(b, x);
  b.require(
      [=](const ParameterValues& v) {
        for (std::size_t d = 0; d < table_dimensions(v, dimensions); ++d)
          if (v.of(method.search).number() == 1 && !evenly_spaced(v.of(breakpoints[d]).numbers)) return false;
        return true;
      },
      "the breakpoints are not evenly spaced", "choose another search method, or give them equal distances");
  b.require(
      [=](const ParameterValues& v) {
        std::size_t count = 1;
        for (std::size_t d = 0; d < table_dimensions(v, dimensions) && count <= v.of(table).numbers.size();
             ++d)
          count *= v.of(breakpoints[d]).numbers.size();
        return count == v.of(table).numbers.size();
      },
      "the table has not as many numbers as its breakpoints ask for",
      "give the product of the numbers of breakpoints of all dimensions");
  b.shapes([](const ParameterValues&, Shapes& s) { common_input_shape(s); });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    std::vector<std::vector<double>> grid;
    std::vector<ir::Value> inputs;
    for (int d = 0; d < e.input_count(); ++d) {
      grid.push_back(e.value(breakpoints[static_cast<std::size_t>(d)]).numbers);
      inputs.push_back(e(In{d}));
      method.watch(e, inputs.back(), grid.back());
    }
    e.output(y,
             looked_up(e, std::move(grid), e.value(table).numbers, method.of(e), inputs, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
