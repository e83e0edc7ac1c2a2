#include "sim_core/blocks/lookup_tables/grid.h"
#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class Selects { Element, Column };

}  // namespace

void direct_lookup(BlockTypeBuilder& b) {
  b.id("lookup_tables/direct_lookup").label("Direct Lookup Table").category("Lookup Tables");
  b.doc(
      "The entry of a table whose numbers its inputs give.\n\n"
      "$y = T_{\\lfloor u_1 \\rfloor}$\n"
      "$y = T_{\\lfloor u_1 \\rfloor, \\lfloor u_2 \\rfloor}$\n\n"
      "Numbers count from 0, along the rows first, and are kept within the table. Instead of an element the "
      "output may "
      "be a whole column, which the input then numbers. Each change of a number is a zero crossing.");
  b.keywords({"Direct Lookup Table (n-D)", "array access", "index", "ROM", "EXTRACT"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.85,.15 L.85,.85 L.15,.85 Z M.15,.5 L.85,.5 M.5,.15 L.5,.85 M.58,.58 L.77,.58 "
         "L.77,.77 L.58,.77 Z");
  b.size(48, 48);
  Param dimensions = b.integer("NumberOfTableDimensions", "Number of dimensions", "2").range(1, 2);
  Param selects = b.choice("InputsSelectThisObjectFromTable", "The inputs select", {"Element", "Column"});
  Param table = b.real("Table", "Table data", "[4 5 6; 16 19 20; 10 18 23]").not_tunable();
  Param beyond =
      b.choice("DiagnosticForOutOfRangeInput", "Number beyond the table", {"None", "Warning", "Error"});
  b.zero_crossing_flag();
  b.inputs([=](const ParameterValues& v) {
    if (v.of(dimensions).number() == 1 || v.of(selects).number() == 1)
      return std::vector<PortSpec>{{"u1", "a number from 0"}};
    return std::vector<PortSpec>{{"u1", "the row, from 0"}, {"u2", "the column, from 0"}};
  });
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        return v.of(dimensions).number() != 1 || v.of(table).shape.is_vector();
      },
      "the table is a matrix", "give a vector, or two dimensions");
  const auto whole_column = [=](const ParameterValues& v) {
    return static_cast<Selects>(v.of(selects).number()) == Selects::Column && v.of(dimensions).number() == 2;
  };
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    common_input_shape(s);
    if (!whole_column(v)) return;
    if (!s.inputs[0].is_scalar())
      s.problem = "it selects one column, and its input is " + to_text(s.inputs[0]);
    s.outputs[0] = vector_shape(v.of(table).shape.rows);
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(y), column = vector_shape(shape.count());
    const ParameterValue& data = e.value(table);
    const bool columns = e.input_count() == 1 && e.value(dimensions).number() == 2;
    GridTable grid{{data.shape.rows, data.shape.cols}, data.numbers};
    if (e.value(dimensions).number() == 1) grid.sizes = {data.shape.count()};
    std::vector<ir::Value> numbers;
    if (columns) {
      std::vector<double> rows;
      for (int k = 0; k < data.shape.rows; ++k) rows.push_back(k);
      numbers.push_back(e.graph().constant(column, rows));
    }
    ir::Value outside = e.constant(0);
    for (int d = 0; d < e.input_count(); ++d) {
      numbers.push_back(ir::repeated(staircase(e, Rounding::Floor, e(In{d})), column));
      const double size = grid.sizes[static_cast<std::size_t>(columns ? 1 : d)];
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
