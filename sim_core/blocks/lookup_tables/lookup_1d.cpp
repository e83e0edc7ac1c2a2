#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/lookup_tables/smooth.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

Pieces table_pieces(const std::vector<double>& x, const std::vector<double>& y, Interpolation method,
                    bool clip) {
  Pieces pieces;
  const std::size_t n = x.size();
  auto slope = [&](std::size_t k) { return (y[k + 1] - y[k]) / (x[k + 1] - x[k]); };
  if (method != Interpolation::Linear || n == 1) {
    pieces.add(x[0], y[0], 0);
    for (std::size_t k = 1; k < n; ++k) {
      pieces.edges.push_back(method == Interpolation::Nearest ? x[k - 1] + 0.5 * (x[k] - x[k - 1]) : x[k]);
      pieces.add(x[k], y[k], 0);
    }
    return pieces;
  }
  if (clip) {
    pieces.add(x[0], y[0], 0);
    pieces.edges.push_back(x[0]);
  }
  for (std::size_t k = 0; k + 1 < n; ++k) {
    if (k > 0) pieces.edges.push_back(x[k]);
    pieces.add(x[k], y[k], slope(k));
  }
  if (clip) {
    pieces.edges.push_back(x[n - 1]);
    pieces.add(x[n - 1], y[n - 1], 0);
  }
  return pieces;
}

}  // namespace

void lookup_1d(BlockTypeBuilder& b) {
  b.id("lookup_tables/lookup_1d").label("1-D Lookup Table").category("Lookup Tables");
  b.doc(
      "A function given by a table of points, of each element of its input.\n\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{x_{k+1} - x_k} (u - x_k), \\quad x_k \\leq u < x_{k+1}$\n\n"
      "So it is for Linear: straight lines between the points. Flat: the value of the breakpoint below. "
      "Nearest: the value of the nearest breakpoint. Passing one of these corners or jumps is a zero "
      "crossing, so "
      "that the solver never steps across it. Cubic spline and Akima are smooth: a spline has a continuous "
      "curvature, Akima's does not overshoot beside steep parts. Beyond the table the last line goes on "
      "(Linear), "
      "the last value is kept (Clip; Flat and Nearest always do), or the last piece of a spline goes on "
      "(Cubic).");
  b.keywords({"LOOKUP_f", "INTRPLBLK_f", "LUT1D", "LUT", "CombiTable1Ds", "Lookup Table (1-D)", "lookup",
              "lookup table", "interpolation", "table", "characteristic curve", "spline", "Akima",
              "barycentric_system"});
  b.icon(IconShape::Rectangle, "M.15,.15 L.15,.85 L.85,.85 M.15,.75 L.35,.65 L.5,.35 L.85,.2");
  Param breakpoints = b.real("BreakpointsForDimension1", "Breakpoints", "[-5:5]").not_tunable();
  Param table = b.real("Table", "Table data", "tanh([-5:5])").not_tunable();
  const TableMethodParameters method(b);
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_rising(b, breakpoints);
  require_even(b, method.search, breakpoints);
  b.require(
      [=](const ParameterValues& v) {
        return v.of(breakpoints).numbers.size() == v.of(table).numbers.size();
      },
      "there are not as many values as breakpoints", "give one value for each breakpoint");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = s.inputs[0]; });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const auto &x = e.value(breakpoints).numbers, &values = e.value(table).numbers;
    const TableMethod how = method.of(e);
    method.watch(e, e(u), x);
    if (is_smooth(how.interpolation)) {
      auto grid = std::make_shared<const GridTable>(GridTable{{static_cast<int>(x.size())}, values});
      e.output(y, smooth_value(e, {x}, std::move(grid), how, {e(u)}, e.output_shape(y)));
      return;
    }
    auto pieces = std::make_shared<const Pieces>(
        table_pieces(x, values, how.interpolation, how.extrapolation == Extrapolation::Clip));
    e.output(y, located_pieces(e, std::move(pieces), e(u)));
  });
}

}  // namespace sim::blocks
