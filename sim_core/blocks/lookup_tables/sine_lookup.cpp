#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class SineFormula { Sine, Cosine, Both };

}  // namespace

void sine_lookup(BlockTypeBuilder& b) {
  b.id("lookup_tables/sine_lookup").label("Sine, Cosine Table").category("Lookup Tables");
  b.doc(
      "A sine, a cosine or both as a table gives them: straight lines between points on the circle.\n\n"
      "$y_k = \\sin(2 \\pi u_k), \\quad u_k = \\frac{k}{4 (n - 1)}$\n\n"
      "The input counts turns. n is the number of points in a quarter of a turn, from which symmetry makes "
      "the rest; "
      "between two points y runs straight. So an embedded controller computes it. Each point is a zero "
      "crossing.");
  b.keywords({"Sine", "Cosine", "quarter wave table", "direct digital synthesis", "DDS", "sin", "cos"});
  b.icon(IconShape::Rectangle, "M.12,.5 L.22,.26 L.31,.2 L.4,.26 L.5,.5 L.6,.74 L.69,.8 L.78,.74 L.88,.5");
  Param formula =
      b.choice("Formula", "Formula", {"sin(2*pi*u)", "cos(2*pi*u)", "sin(2*pi*u) and cos(2*pi*u)"});
  Param points = b.integer("NumDataPoints", "Points in a quarter of a turn", "2^5+1").range(2, 1 << 20);
  b.zero_crossing_flag();
  In u = b.input("u", "in turns");
  b.outputs([=](const ParameterValues& v) {
    const auto which = static_cast<SineFormula>(v.of(formula).number());
    std::vector<PortSpec> ports;
    if (which != SineFormula::Cosine) ports.push_back({"sin", ""});
    if (which != SineFormula::Sine) ports.push_back({"cos", ""});
    return ports;
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    constexpr double full_turn = 6.283185307179586;
    const double steps = 4 * (e.value(points).number() - 1);
    const ir::Value at = e(u) * steps;
    const ir::Value below = staircase(e, Rounding::Floor, at);
    const auto along = [&](auto function) {
      const auto entry = [&](ir::Value k) {
        return function((k - floor(k / e.constant(steps)) * steps) * (full_turn / steps));
      };
      const ir::Value low = entry(below);
      return low + (at - below) * (entry(below + 1.0) - low);
    };
    const auto which = static_cast<SineFormula>(e.choice(formula));
    int port = 0;
    if (which != SineFormula::Cosine) e.output(Out{port++}, along([](ir::Value v) { return sin(v); }));
    if (which != SineFormula::Sine) e.output(Out{port}, along([](ir::Value v) { return cos(v); }));
  });
}

}  // namespace sim::blocks
