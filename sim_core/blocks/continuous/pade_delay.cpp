#include <vector>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// Of the denominator sum c_k (s delay)^k, c_0 = 1; the numerator has the same with alternating signs.
std::vector<double> pade_coefficients(int n) {
  std::vector<double> c{1};
  for (int k = 1; k <= n; ++k)
    c.push_back(c.back() * (n - k + 1) / (static_cast<double>(k) * (2 * n - k + 1)));
  return c;
}

}  // namespace

void pade_delay(BlockTypeBuilder& b) {
  b.id("continuous/pade_delay").label("Pade Delay").category("Continuous");
  b.doc(
      "A delay as a linear system: Padé's approximation, of which numerator and denominator have the same "
      "order n.\n\n"
      "$\\frac{Y(s)}{U(s)} = \\frac{\\sum_{k=0}^{n} c_k (-s T)^k}{\\sum_{k=0}^{n} c_k (s T)^k}, \\quad c_k = "
      "\\frac{(2 n - k)! \\, n!}{(2 n)! \\, k! \\, (n - k)!}$\n\n"
      "T is the delay. Every frequency passes with its amplitude; its phase is that of the delay up to about "
      "$\\omega T = n$. A jump of the input is answered at once by $(-1)^n$ of it, so that there is direct "
      "feedthrough; for simulation take the Transport Delay, which is exact. This block is for linear "
      "models, "
      "for poles and responses: a Transport Delay with a Padé order stands for it there. It starts at rest, "
      "with "
      "the initial output as its input up to then.");
  b.keywords({"PadeDelay", "Padé", "approximate delay", "dead time", "linear delay"});
  b.icon(IconShape::Rectangle,
         "M.12,.6 L.3,.6 L.3,.8 C.36,.8 .4,.62 .45,.4 C.5,.18 .56,.24 .62,.3 C.7,.36 .75,.3 .88,.3", "");
  Param delay = b.real("DelayTime", "Time delay", "1")
                    .formerly("delay")
                    .unit("s")
                    .doc("More than 0; one for all, or one for each element.");
  Param initial = b.real("InitialOutput", "Initial output", "0")
                      .formerly("initial")
                      .doc("What the input was before the start.");
  Param order = b.integer("PadeOrder", "Order of the approximation", "2").range(1, 10);
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", initial);
  b.require(
      [=](const ParameterValues& v) {
        for (double d : v.of(delay).numbers)
          if (!(d > 0)) return false;
        return true;
      },
      "the delay is not more than 0", "give a time of more than 0 s; a delay of 0 is a line");
  // The state is that of the controllable canonical form, one after the other, each for all elements.
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    Shape common = s.inputs[0];
    for (const Param p : {delay, initial}) {
      const Shape shape = as_column(v.of(p).shape);
      if (!shape.is_scalar() && !common.is_scalar() && shape != common)
        s.problem = "the input is " + to_text(common) + " and a parameter " + to_text(shape);
      if (common.is_scalar()) common = shape;
    }
    s.outputs[0] = common;
    s.states[0] = vector_shape(common.count() * static_cast<int>(v.of(order).number()));
  });
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(y), column = vector_shape(shape.count());
    const int n = static_cast<int>(e.value(order).number()), m = shape.count();
    const std::vector<double> c = pade_coefficients(n);
    const auto elements = [&](ir::Value v) {
      v = ir::real_only(v, "a Padé approximation");
      return ir::repeated(v.shape().is_scalar() ? v : ir::slice(v, 0, column), column);
    };
    const ir::Value time = elements(e(delay)), in = elements(e(u));
    std::vector<ir::Value> start{elements(e(initial))}, rates;
    for (int k = 1; k < n; ++k) start.push_back(ir::repeated(e.constant(0), column));
    e.initial(x, ir::concat(start, vector_shape(n * m)));
    const auto part = [&](int k) { return ir::slice(e(x), k * m, column); };
    const auto at = [&](int k) { return c[static_cast<std::size_t>(k)]; };
    ir::Value last = in, out = in * (n % 2 == 0 ? 1.0 : -1.0);
    for (int k = 0; k < n; ++k) {
      last = last - part(k) * at(k);
      if (k + 1 < n) rates.push_back(part(k + 1) / time);
      // Of even n the coefficients with even k cancel against the feedthrough, of odd n those with odd k.
      if ((n - k) % 2 != 0) out = out + part(k) * (k % 2 == 0 ? 2 * at(k) : -2 * at(k));
    }
    rates.push_back(last / (time * at(n)));
    e.derivative(x, ir::concat(rates, vector_shape(n * m)));
    e.output(y, ir::slice(out, 0, shape));
  });
}

}  // namespace sim::blocks
