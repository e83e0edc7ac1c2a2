#include <algorithm>

#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/lookup_tables/table_checks.h"
#include "sim_core/blocks/sources/periods.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

namespace {

enum class LookUp { Linear, Nearest, Below, Above };

Pieces sequence_pieces(const std::vector<double>& t, const std::vector<double>& v, LookUp how) {
  Pieces pieces;
  for (std::size_t k = 0; k < t.size(); ++k) {
    const bool last = k + 1 == t.size();
    const double next = last ? v[k] : v[k + 1];
    if (k > 0)
      pieces.edges.push_back(how == LookUp::Nearest ? t[k - 1] + 0.5 * (t[k] - t[k - 1])
                             : how == LookUp::Above ? t[k - 1]
                                                    : t[k]);
    if (how == LookUp::Linear)
      pieces.add(t[k], v[k], last ? 0 : (next - v[k]) / (t[k + 1] - t[k]));
    else
      pieces.add(t[k], v[k], 0);
  }
  return pieces;
}

}  // namespace

void repeating_sequence_interpolated(BlockTypeBuilder& b) {
  b.id("sources/repeating_sequence_interpolated")
      .label("Repeating Sequence Interpolated")
      .category("Sources");
  b.doc(
      "A periodic signal at samples, between given points.\n\n"
      "$y[k] = f(\\tau_k), \\quad \\tau_k = k T_s \\; \\mathrm{mod} \\; T$\n"
      "$f(\\tau) = y_i + \\frac{y_{i+1} - y_i}{t_{i+1} - t_i} (\\tau - t_i), \\quad t_i \\leq \\tau < "
      "t_{i+1}$\n\n"
      "$t_i$ and $y_i$ are the elements of `TimeValues` and `OutValues`, $T_s$ is the sample time and T the "
      "last "
      "of the times. Instead of the straight line the value of the point below, above or nearest may be "
      "taken; "
      "on a point it is the value of that. Below the first point its value holds.");
  b.keywords({"Repeating Sequence", "periodic", "pattern", "TimeTable", "waveform table"});
  b.icon(IconShape::Rectangle,
         "M.1,.7 L.18,.7 L.18,.55 L.26,.55 L.26,.4 L.34,.4 L.34,.25 L.42,.25 L.42,.7 L.5,.7 L.5,.55 L.58,.55 "
         "L.58,.4 L.66,.4 L.66,.25 L.74,.25 L.74,.7 L.9,.7");
  Param values = b.real("OutValues", "Output values", "[3 1 4 2 1]").not_tunable();
  Param times = b.real("TimeValues", "Time values", "[0 0.1 0.5 0.6 1]").unit("s").not_tunable();
  Param method = b.choice("InterpMethod", "Interpolation", {"Linear", "Nearest", "Below", "Above"})
                     .formerly("LookUpMeth");
  Param sample_time = b.sample_time("0.01");
  Out y = b.output("y");
  unit_parameter(b);
  b.require(
      [=](const ParameterValues& v) { return rises(v.of(times).numbers) && v.of(times).numbers[0] >= 0; },
      "the time values do not rise", "give finite times from 0 on, each greater than the one before");
  b.require([=](const ParameterValues& v) { return v.of(times).numbers.back() > 0; },
            "the last of the times is 0", "it is the period: give one above 0");
  b.require(
      [=](const ParameterValues& v) { return v.of(times).numbers.size() == v.of(values).numbers.size(); },
      "there are not as many values as times", "give one value for each time");
  require_period(b, sample_time);
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = scalar_shape; });
  b.equations([=](Equations& e) {
    const auto& t = e.value(times).numbers;
    const auto pieces = std::make_shared<const Pieces>(
        sequence_pieces(t, e.value(values).numbers, static_cast<LookUp>(e.choice(method))));
    // Samples that are on a point but for rounding belong to it.
    const double period = t.back();
    const Turns turns = turns_since_zero(e, period);
    const ir::Value local = e.time() - turns.whole * period, rounding = turns.rounding * period;
    const bool above = static_cast<LookUp>(e.choice(method)) == LookUp::Above;
    e.output(y, piece_at(e.graph(), pieces, local,
                         piece_of(e.graph(), pieces, above ? local - rounding : local + rounding)));
  });
}

}  // namespace sim::blocks
