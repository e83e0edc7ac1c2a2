#include "sim_core/base/ratio.h"
#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/sources/kept_since.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

namespace {

// The four parts of a period: rising, high, falling, low.
Pieces trapezoid_pieces(double rising, double high, double falling) {
  Pieces pieces;
  pieces.add(0, 0, rising > 0 ? 1 / rising : 0);
  pieces.add(rising, 1, 0);
  pieces.add(rising + high, 1, falling > 0 ? -1 / falling : 0);
  pieces.add(rising + high + falling, 0, 0);
  pieces.edges = {rising, rising + high, rising + high + falling};
  return pieces;
}

}  // namespace

void trapezoid(BlockTypeBuilder& b) {
  b.id("sources/trapezoid").label("Trapezoid").category("Sources");
  b.doc(
      "Pulses with slopes: it rises, stays, falls and waits, again and again.\n\n"
      "$y = \\mathrm{Offset} + A \\, s(\\tau), \\quad \\tau = (t - t_0) \\; \\mathrm{mod} \\; T$\n"
      "$s = \\begin{cases} \\tau / r & \\tau < r \\\\ 1 & \\tau < r + w \\\\ 1 - (\\tau - r - w) / f & \\tau "
      "< r + w + "
      "f \\\\ 0 & \\mathrm{else} \\end{cases}$\n\n"
      "A is the amplitude, T the period, r, w and f how long it rises, stays and falls. The solver steps "
      "exactly to "
      "each corner. With r = f = T/2 it is a triangle wave.");
  b.keywords(
      {"Trapezoid", "TriangleWaveSource", "triangle wave", "trapezium", "profile", "TriggeredTrapezoid"});
  b.icon(IconShape::Rectangle, "M.1,.75 L.25,.25 L.4,.25 L.5,.75 L.62,.75 L.77,.25 L.9,.25");
  const double most = 1e12;
  Param amplitude = b.real("Amplitude", "Amplitude", "1").formerly("amplitude");
  Param rising = b.real("Rising", "Rising time", "0.2")
                     .formerly("rising")
                     .unit("s")
                     .scalar()
                     .not_tunable()
                     .range(0, most);
  Param width = b.real("Width", "Time at the top", "0.5")
                    .formerly("width")
                    .unit("s")
                    .scalar()
                    .not_tunable()
                    .range(0, most);
  Param falling = b.real("Falling", "Falling time", "0.2")
                      .formerly("falling")
                      .unit("s")
                      .scalar()
                      .not_tunable()
                      .range(0, most);
  Param period =
      b.real("Period", "Period", "1").formerly("period").unit("s").scalar().not_tunable().range(1e-12, most);
  Param periods = b.real("NumPeriods", "Number of periods", "-1")
                      .formerly("nperiod")
                      .scalar()
                      .not_tunable()
                      .range(-1, most)
                      .doc("So many pulses; -1: without end.");
  Param offset = b.real("Offset", "Offset", "0").formerly("offset");
  Param start = b.real("StartTime", "Start time", "0")
                    .formerly("startTime")
                    .unit("s")
                    .scalar()
                    .not_tunable()
                    .range(-most, most);
  Out y = b.output("y");
  unit_parameter(b);
  b.require(
      [=](const ParameterValues& v) {
        return v.of(rising).number() + v.of(width).number() + v.of(falling).number() <=
               v.of(period).number() * (1 + 1e-12);
      },
      "rising, staying and falling take longer than the period", "make them shorter, or the period longer");
  b.equations([=](Equations& e) {
    const double T = e.value(period).number(), t0 = e.value(start).number();
    const auto pieces = std::make_shared<const Pieces>(
        trapezoid_pieces(e.value(rising).number(), e.value(width).number(), e.value(falling).number()));
    // Where the last corner was: counted, so that nothing adds up.
    const ir::Value since = e.time() - t0;
    const ir::Value within = since - floor(since / e.constant(T)) * T;
    ir::Value any = e.constant(0), number = any, at = any;
    const double corners[] = {0, pieces->edges[0], pieces->edges[1], pieces->edges[2]};
    for (std::size_t k = 0; k < 4; ++k) {
      if (k > 0 && corners[k] >= T) break;
      const double phase = remainder_in(t0 + corners[k], T);
      const ir::Value hit = e.hits(T, phase);
      any = any | hit;
      number = select(hit, e.constant(static_cast<double>(k)), number);
      at = select(hit, e.constant(corners[k]), at);
    }
    const ir::Value local = e.time() - kept_since(e, any, e.time() - at, e.time() - within);
    const ir::Value corner = kept_since(e, any, number, piece_of(e.graph(), pieces, within));
    const ir::Value wave = piece_at(e.graph(), pieces, local, corner);
    ir::Value running = e.time_reached(e.constant(t0));
    if (const double n = e.value(periods).number(); n >= 0)
      running = running * (1.0 - e.time_reached(e.constant(t0 + n * T)));
    e.output(y, e(offset) + e(amplitude) * select(running, wave, e.constant(0)));
  });
}

}  // namespace sim::blocks
