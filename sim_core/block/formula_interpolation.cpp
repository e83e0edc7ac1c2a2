// interp1(x, y, u) of a signal: straight lines between the points of a table that is known.
#include <algorithm>
#include <limits>
#include <numeric>

#include "sim_core/block/formula_writer.h"

namespace sim {

using ir::Op;

ir::Value FormulaWriter::interpolated(const expr::Apply& n, const std::vector<ir::Value>& arguments) {
  bool extends = false;
  for (std::size_t k = 3; k < arguments.size(); ++k) {
    const std::string how = is_text(n.arguments[k]) ? texts_.at(n.arguments[k]) : "";
    extends |= how == "extrap";
    if (how != "extrap" && how != "linear")
      fail("'interp1' of signals goes along straight lines", "write 'linear', or use a Lookup Table block");
  }
  const ir::Value x = arguments[0], y = arguments[1], u = arguments[2];
  constexpr int most = 1000;
  if (!x || !y || !is_known(x) || !x.shape().is_vector() || !y.shape().is_vector() || x.shape().count() < 2 ||
      x.shape().count() > most || x.shape().count() != y.shape().count() || ir::is_complex(x) ||
      ir::is_complex(y) || ir::is_complex(u))
    fail(
        "'interp1' of signals needs two vectors of as many real numbers, 2 to 1000, the first of which is "
        "known");
  const std::vector<double> places = decided(x);
  std::vector<int> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int k) { return places[static_cast<std::size_t>(k)]; });
  const auto at = [&](std::size_t k) { return places[static_cast<std::size_t>(order[k])]; };
  for (std::size_t k = 1; k < places.size(); ++k)
    if (!(at(k - 1) < at(k))) fail("the places of a table must differ");
  const auto value = [&](std::size_t k) { return ir::slice(y, order[k], scalar_shape); };
  const auto line = [&](std::size_t k) {
    const ir::Value slope = (value(k + 1) - value(k)) / graph_.constant(at(k + 1) - at(k));
    return value(k) + (u - graph_.constant(at(k))) * slope;
  };
  const auto below = [&](double place) { return ir::make(Op::Less, u, graph_.constant(place)); };
  std::size_t k = places.size() - 2;
  ir::Value all = line(k);
  while (k-- > 0) all = select(below(at(k + 1)), line(k), all);
  if (extends) return all;
  const ir::Value nan = graph_.constant(std::numeric_limits<double>::quiet_NaN());
  const ir::Value above = ir::make(Op::Less, graph_.constant(at(places.size() - 1)), u);
  return select(below(at(0)), nan, select(above, nan, all));
}

}  // namespace sim
