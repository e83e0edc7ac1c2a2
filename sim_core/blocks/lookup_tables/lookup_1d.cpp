#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/lookup_tables/table_checks.h"
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
      "Nearest: the value of the nearest breakpoint. Beyond the table the last line goes on (linear), or the "
      "last value is kept (clip; Flat and Nearest always do). Passing a breakpoint is a zero crossing, so "
      "that the solver never steps across a corner.");
  b.keywords({"LOOKUP_f", "INTRPLBLK_f", "LUT1D", "LUT", "CombiTable1Ds", "Lookup Table (1-D)",
              "interpolation", "table", "characteristic curve"});
  b.icon(IconShape::Rectangle, "M.15,.15 L.15,.85 L.85,.85 M.15,.75 L.35,.65 L.5,.35 L.85,.2");
  Param breakpoints = b.real("BreakpointsForDimension1", "Breakpoints", "[-5:5]").not_tunable();
  Param table = b.real("Table", "Table data", "tanh([-5:5])").not_tunable();
  Param method = b.choice("InterpMethod", "Interpolation", {"Linear", "Flat", "Nearest"});
  Param extrapolation = b.choice("ExtrapMethod", "Extrapolation", {"Linear", "Clip"});
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.require([=](const ParameterValues& v) { return rises(v.of(breakpoints).numbers); },
            "the breakpoints do not rise", "give finite numbers, each greater than the one before");
  b.require(
      [=](const ParameterValues& v) {
        return v.of(breakpoints).numbers.size() == v.of(table).numbers.size();
      },
      "there are not as many values as breakpoints", "give one value for each breakpoint");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = s.inputs[0]; });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    const auto& x = e.value(breakpoints).numbers;
    const auto& values = e.value(table).numbers;
    auto pieces = std::make_shared<const Pieces>(
        table_pieces(x, values, static_cast<Interpolation>(e.choice(method)), e.choice(extrapolation) == 1));
    e.output(y, located_pieces(e, std::move(pieces), e(u)));
  });
}

}  // namespace sim::blocks
