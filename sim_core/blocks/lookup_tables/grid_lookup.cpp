#include "sim_core/blocks/lookup_tables/grid_lookup.h"

#include "sim_core/blocks/lookup_tables/smooth.h"

namespace sim::blocks {

ir::Value looked_up(Equations& e, std::vector<std::vector<double>> breakpoints, std::vector<double> entries,
                    const TableMethod& method, const std::vector<ir::Value>& inputs, Shape shape) {
  GridTable grid;
  for (const std::vector<double>& x : breakpoints) grid.sizes.push_back(static_cast<int>(x.size()));
  grid.entries = std::move(entries);
  auto table = std::make_shared<const GridTable>(std::move(grid));
  if (is_smooth(method.interpolation))
    return smooth_value(e, std::move(breakpoints), std::move(table), method, inputs, shape);
  std::vector<GridPlace> places;
  std::vector<ir::Value> rows;
  for (std::size_t d = 0; d < inputs.size(); ++d) {
    const ir::Value u = ir::repeated(ir::real_only(inputs[d], "a table"), vector_shape(shape.count()));
    places.push_back(grid_place(e, breakpoints[d], method.interpolation,
                                method.extrapolation == Extrapolation::Clip, u, method.use_last));
    rows.push_back(places.back().row);
  }
  const bool linear = method.interpolation == Interpolation::Linear;
  return ir::slice(linear ? grid_value(e, table, places) : grid_entry(e, table, rows), 0, shape);
}

}  // namespace sim::blocks
