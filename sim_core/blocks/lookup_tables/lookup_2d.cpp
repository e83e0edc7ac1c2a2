#include "sim_core/blocks/lookup_tables/grid_lookup.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void lookup_2d(BlockTypeBuilder& b) {
  b.id("lookup_tables/lookup_2d").label("2-D Lookup Table").category("Lookup Tables");
  b.doc(
      std::string("A function of two variables given by a table, of each element of its inputs.\n\n") +
      "$y = (1 - a) (1 - b) y_{i,j} + a (1 - b) y_{i+1,j} + (1 - a) b \\, y_{i,j+1} + a b \\, y_{i+1,j+1}$\n"
      "$a = \\frac{u_1 - x_{1,i}}{x_{1,i+1} - x_{1,i}}, \\quad b = \\frac{u_2 - x_{2,j}}{x_{2,j+1} - "
      "x_{2,j}}$\n\n"
      "$u_1$ runs along the rows of the table, $u_2$ along its columns. Linear: bilinear between the four "
      "entries around, as above. " +
      std::string(grid_methods));
  b.keywords({"INTRP2BLK_f", "CombiTable2Ds", "Lookup Table (2-D)", "interpolation", "table", "map",
              "characteristic map", "bilinear", "spline", "Akima"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.85,.15 L.85,.85 L.15,.85 Z M.15,.38 L.85,.38 M.15,.62 L.85,.62 M.38,.15 L.38,.85 "
         "M.62,.15 L.62,.85");
  b.size(48, 48);
  Param rows = b.real("BreakpointsForDimension1", "Breakpoints of the rows", "[1:3]").not_tunable();
  Param columns = b.real("BreakpointsForDimension2", "Breakpoints of the columns", "[1:3]").not_tunable();
  Param table = b.real("Table", "Table data", "[4 5 6; 16 19 20; 10 18 23]").not_tunable();
  const TableMethodParameters method(b);
  b.zero_crossing_flag();
  In u1 = b.input("u1", "along the rows"), u2 = b.input("u2", "along the columns");
  Out y = b.output("y");
  require_rising(b, rows);
  require_rising(b, columns);
  for (Param x : {rows, columns}) require_even(b, method.search, x);
  b.require(
      [=](const ParameterValues& v) {
        const Shape shape = v.of(table).shape;
        return static_cast<std::size_t>(shape.rows) == v.of(rows).numbers.size() &&
               static_cast<std::size_t>(shape.cols) == v.of(columns).numbers.size();
      },
      "the table has not as many rows and columns as there are breakpoints",
      "give a row for each breakpoint of the rows, a column for each of the columns");
  b.shapes([](const ParameterValues&, Shapes& s) { common_input_shape(s); });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    method.watch(e, e(u1), e.value(rows).numbers);
    method.watch(e, e(u2), e.value(columns).numbers);
    e.output(y, looked_up(e, {e.value(rows).numbers, e.value(columns).numbers}, e.value(table).numbers,
                          method.of(e), {e(u1), e(u2)}, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
