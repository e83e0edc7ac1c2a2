#include "sim_core/blocks/lookup_tables/grid.h"
#include "sim_core/blocks/lookup_tables/table_sizes.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void interpolation_prelookup(BlockTypeBuilder& b) {
  b.id("lookup_tables/interpolation_prelookup")
      .label("Interpolation Using Prelookup")
      .category("Lookup Tables");
  b.doc(
      "A table at a place that Prelookup blocks have found.\n\n"
      "$y = (1 - f_1) T_{k_1} + f_1 T_{k_1+1}$\n"
      "$y = (1 - f_2) \\left( (1 - f_1) T_{k_1,k_2} + f_1 T_{k_1+1,k_2} \\right) + f_2 \\left( (1 - f_1) "
      "T_{k_1,k_2+1} + "
      "f_1 T_{k_1+1,k_2+1} \\right)$\n\n"
      "So it is for one and for two dimensions; there may be up to five, of which each goes between what the "
      "ones "
      "before it give. Numbers k count from 0 and are kept within the table. Flat gives the entry at k, "
      "Nearest that on "
      "whose side f "
      "is.");
  b.keywords({"Interpolation (n-D) using PreLook-Up", "table", "map", "bilinear"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.15,.85 L.85,.85 M.2,.72 L.5,.5 L.8,.25 M.5,.4 L.5,.6 M.4,.5 L.6,.5");
  b.size(56, 56);
  const TableSizes table(b, "1", "(1:11).^2");
  Param method = b.choice("InterpMethod", "Interpolation", {"Linear", "Flat", "Nearest"});
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (int d = 1; d <= static_cast<int>(v.of(table.dimensions).number()); ++d) {
      ports.push_back({"k" + std::to_string(d), "the breakpoint below, from 0"});
      ports.push_back({"f" + std::to_string(d), "the share of the way to the next"});
    }
    return ports;
  });
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) { common_input_shape(s); });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(y), column = vector_shape(shape.count());
    const auto grid = std::make_shared<const GridTable>(GridTable{table.of(e), e.value(table.table).numbers});
    std::vector<GridPlace> places;
    std::vector<ir::Value> rows;
    for (int d = 0; d < e.input_count(); d += 2) {
      const ir::Value row = floor(ir::repeated(e(In{d}), column)), way = ir::repeated(e(In{d + 1}), column);
      places.push_back({row, way});
      // Beyond the last breakpoint, or nearer to the next one.
      rows.push_back(row + e.crosses_above(way, e.constant(e.choice(method) == 2 ? 0.5 : 1)));
    }
    const ir::Value value = e.choice(method) == 0 ? grid_value(e, grid, places) : grid_entry(e, grid, rows);
    e.output(y, ir::slice(value, 0, shape));
  });
}

}  // namespace sim::blocks
