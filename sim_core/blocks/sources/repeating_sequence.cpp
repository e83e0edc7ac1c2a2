#include <algorithm>
#include <cmath>

#include "sim_core/base/ratio.h"
#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/sources/kept_since.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void repeating_sequence(BlockTypeBuilder& b) {
  b.id("sources/repeating_sequence").label("Repeating Sequence").category("Sources");
  b.doc(
      "A periodic signal by straight lines between given points.\n\n"
      "$y(t + T) = y(t), \\quad T = t_n - t_1$\n"
      "$y = y_k + \\frac{y_{k+1} - y_k}{t_{k+1} - t_k} (t - t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "$t_k$ and $y_k$ are the elements of `rep_seq_t` and `rep_seq_y`. The solver steps exactly to each "
      "point.");
  b.keywords({"SAWTOOTH_f", "TriangleWaveSource", "periodic", "TimeTable"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.36,.2 L.36,.8 L.6,.2 L.6,.8 L.84,.2 L.84,.8");
  Param times = b.real("TimeValues", "Time values", "[0 2]").formerly("rep_seq_t").unit("s").not_tunable();
  Param values = b.real("OutValues", "Output values", "[0 2]").formerly("rep_seq_y").not_tunable();
  Out y = b.output("y");
  unit_parameter(b);
  b.require(
      [=](const ParameterValues& v) {
        const auto& t = v.of(times).numbers;
        for (std::size_t k = 0; k < t.size(); ++k)
          if (!std::isfinite(t[k]) || (k > 0 && !(t[k] > t[k - 1]))) return false;
        return t.size() >= 2 && t.size() <= 1000;
      },
      "the time values do not rise", "give from 2 to 1000 times, each greater than the one before");
  b.require(
      [=](const ParameterValues& v) { return v.of(times).numbers.size() == v.of(values).numbers.size(); },
      "there are not as many values as times", "give one value for each time");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = scalar_shape; });
  b.equations([=](Equations& e) {
    ir::Graph& g = e.graph();
    const auto& t = e.value(times).numbers;
    const auto& v = e.value(values).numbers;
    const double period = t.back() - t.front();
    // Within the period: where the run starts, and at each point.
    ir::Value local = e.time() - t.front();
    local = local - floor(local / e.constant(period)) * period + t.front();
    Pieces pieces;
    ir::Value piece = e.constant(0), any = e.constant(0), at = e.constant(t[0]);
    for (std::size_t k = 0; k + 1 < t.size(); ++k) {
      pieces.add(t[k], v[k], (v[k + 1] - v[k]) / (t[k + 1] - t[k]));
      if (k > 0) {
        pieces.edges.push_back(t[k]);
        piece = piece + (local >= e.constant(t[k]));
      }
    }
    ir::Value number = e.constant(0);
    for (std::size_t k = 0; k + 1 < t.size(); ++k) {
      const ir::Value hit = e.hits(period, remainder_in(t[k], period));
      any = ir::make(ir::Op::Or, any, hit);
      number = select(hit, e.constant(static_cast<double>(k)), number);
      at = select(hit, e.constant(t[k]), at);
    }
    const ir::Value origin = kept_since(e, any, e.time() - at, e.time() - local);
    e.output(y, piece_at(g, std::make_shared<const Pieces>(std::move(pieces)), e.time() - origin,
                         kept_since(e, any, number, piece)));
  });
}

}  // namespace sim::blocks
