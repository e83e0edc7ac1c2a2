#include <algorithm>

#include "sim_core/blocks/lookup_tables/grid.h"
#include "sim_core/blocks/lookup_tables/table_sizes.h"
#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void direct_lookup(BlockTypeBuilder& b) {
  b.id("lookup_tables/direct_lookup").label("Direct Lookup Table").category("Lookup Tables");
  b.doc(
      "The entry of a table whose numbers its inputs give.\n\n"
      "$y = T_{\\lfloor u_1 \\rfloor, \\lfloor u_2 \\rfloor, \\ldots}$\n\n"
      "Numbers count from 0, along the rows first, and are kept within the table, which has up to five "
      "dimensions. Instead of an element the output may be a whole column, or a matrix of rows and columns: "
      "the "
      "inputs then number the dimensions behind. Each change of a number is a zero crossing.");
  b.keywords({"Direct Lookup Table (n-D)", "array access", "index", "ROM", "EXTRACT"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.85,.15 L.85,.85 L.15,.85 Z M.15,.5 L.85,.5 M.5,.15 L.5,.85 M.58,.58 L.77,.58 "
         "L.77,.77 L.58,.77 Z");
  b.size(48, 48);
  const TableSizes table(b, "2", "[4 5 6; 16 19 20; 10 18 23]");
  Param selects =
      b.choice("InputsSelectThisObjectFromTable", "The inputs select", {"Element", "Column", "2-D Matrix"});
  Param beyond =
      b.choice("DiagnosticForOutOfRangeInput", "Number beyond the table", {"none", "warning", "error"})
          .formerly_chosen("None", "none")
          .formerly_chosen("Warning", "warning")
          .formerly_chosen("Error", "error");
  b.zero_crossing_flag();
  // How many leading dimensions the output has: those that are left are numbered by inputs.
  const auto kept = [=](const ParameterValue& what, const ParameterValue& dimensions) {
    return static_cast<int>(std::min(what.number(), dimensions.number() - 1));
  };
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    const int first = kept(v.of(selects), v.of(table.dimensions));
    for (int d = first; d < static_cast<int>(v.of(table.dimensions).number()); ++d)
      ports.push_back({"u" + std::to_string(d - first + 1),
                       "the number along dimension " + std::to_string(d + 1) + ", from 0"});
    return ports;
  });
  Out y = b.output("y");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    common_input_shape(s);
    const int whole = kept(v.of(selects), v.of(table.dimensions));
    if (whole == 0) return;
    if (!s.outputs[0].is_scalar())
      s.problem = "it selects one part of the table, and its inputs are " + to_text(s.outputs[0]);
    const std::vector<int> sizes = table.of(v).value_or(std::vector<int>{1, 1});
    s.outputs[0] = whole == 1 ? vector_shape(sizes[0]) : Shape{sizes[0], sizes[1]};
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(y), column = vector_shape(shape.count());
    GridTable grid{table.of(e), e.value(table.table).numbers};
    const int whole = kept(e.value(selects), e.value(table.dimensions));
    std::vector<ir::Value> numbers;
    for (int d = 0, repeats = 1; d < whole; repeats *= grid.sizes[static_cast<std::size_t>(d++)]) {
      std::vector<double> along;
      for (int k = 0; k < column.rows; ++k)
        along.push_back(k / repeats % grid.sizes[static_cast<std::size_t>(d)]);
      numbers.push_back(e.graph().constant(column, along));
    }
    ir::Value outside = e.constant(0);
    for (int d = 0; d < e.input_count(); ++d) {
      numbers.push_back(ir::repeated(staircase(e, Rounding::Floor, e(In{d})), column));
      const double size = grid.sizes[static_cast<std::size_t>(whole + d)];
      outside = outside | (e(In{d}) < e.constant(0)) | (e(In{d}) >= e.constant(size));
    }
    e.output(y,
             ir::slice(grid_entry(e, std::make_shared<const GridTable>(std::move(grid)), numbers), 0, shape));
    if (e.choice(beyond) != 0)
      e.check(outside, e.choice(beyond) == 1 ? CheckAction::Warning : CheckAction::Error,
              "a number lies beyond the table");
  });
}

}  // namespace sim::blocks
