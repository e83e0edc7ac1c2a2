#include <algorithm>

#include "sim_core/blocks/continuous/time_constants.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void first_order(BlockTypeBuilder& b) {
  b.id("continuous/first_order").label("First-Order").category("Continuous");
  b.doc(
      "A lag: follows its input like a vessel that fills, with one time constant.\n\n"
      "$T \\dot{y} + y = K u, \\quad y(t_0) = y_0$\n"
      "$\\frac{Y(s)}{U(s)} = \\frac{K}{T s + 1}$\n\n"
      "After T it has gone 63 % of the way, after 3 T 95 %, after 5 T more than 99 %.");
  b.keywords({"FirstOrder", "PT1", "lag", "low-pass", "time constant", "RC"});
  b.icon(IconShape::Rectangle, "M.12,.85 C.25,.3 .45,.22 .88,.2");
  Param gain = b.real("Gain", "Gain (K)", "1");
  Param time = time_constant(b, "TimeConstant", "Time constant (T)", "1");
  Param initial = b.real("InitialOutput", "Initial output", "0").may_be_complex();
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("y", initial);
  b.equations([=](Equations& e) {
    e.derivative(x, (e(gain) * e(u) - e(x)) / e(time));
    e.output(y, e(x));
  });
}

void second_order(BlockTypeBuilder& b) {
  b.id("continuous/second_order").label("Second-Order").category("Continuous");
  b.doc(
      "An oscillator with damping, such as a mass on a spring with a dashpot.\n\n"
      "$\\ddot{y} + 2 \\zeta \\omega \\dot{y} + \\omega^2 y = K \\omega^2 u$\n"
      "$\\frac{Y(s)}{U(s)} = \\frac{K \\omega^2}{s^2 + 2 \\zeta \\omega s + \\omega^2}$\n\n"
      "With $\\zeta < 1$ it overshoots and swings, with $\\zeta = 1$ it is as fast as it can be without, "
      "with "
      "$\\zeta > 1$ it creeps. $\\zeta = 0$ swings for ever.");
  b.keywords(
      {"SecondOrder", "PT2", "oscillator", "damping ratio", "natural frequency", "mass-spring-damper"});
  b.icon(IconShape::Rectangle,
         "M.12,.85 C.22,.85 .25,.12 .37,.12 C.47,.12 .5,.48 .58,.48 C.66,.48 .68,.32 .88,.34");
  Param gain = b.real("Gain", "Gain (K)", "1");
  Param omega = b.real("NaturalFrequency", "Natural frequency (omega)", "1").unit("rad/s");
  Param zeta = b.real("DampingRatio", "Damping ratio (zeta)", "0.5");
  Param initial = b.real("InitialOutput", "Initial output", "0").may_be_complex();
  Param slope = b.real("InitialSlope", "Initial rate of change", "0").may_be_complex();
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("y", initial), v = b.state("dy", slope);
  b.equations([=](Equations& e) {
    e.derivative(x, e(v));
    e.derivative(v, e(omega) * (e(omega) * (e(gain) * e(u) - e(x)) - e(zeta) * 2.0 * e(v)));
    e.output(y, e(x));
  });
}

void lead_lag(BlockTypeBuilder& b) {
  b.id("continuous/lead_lag").label("Lead-Lag").category("Continuous");
  b.doc(
      "Leads or lags the phase of its input: a compensator with one zero and one pole.\n\n"
      "$\\frac{Y(s)}{U(s)} = K \\frac{T_1 s + 1}{T_2 s + 1}$\n\n"
      "With $T_1 > T_2$ it leads: it raises high frequencies by $T_1 / T_2$ and answers a jump with an "
      "overshoot of that factor. With $T_1 < T_2$ it lags. The most phase lies at $1 / \\sqrt{T_1 T_2}$ "
      "rad/s. It begins at rest for the input of the start.");
  b.keywords({"LeadLag", "lead compensator", "lag compensator", "phase lead", "phase advance"});
  b.icon(IconShape::Rectangle, "M.12,.85 L.2,.85 L.2,.15 C.3,.42 .45,.5 .88,.5");
  Param gain = b.real("Gain", "Gain (K)", "1");
  Param lead = b.real("LeadTime", "Lead time constant (T1)", "1").unit("s");
  Param lag = time_constant(b, "LagTime", "Lag time constant (T2)", "0.1");
  Param initial = b.real("InitialState", "Initial state", "0")
                      .doc("What is added to the state at rest, which is the input of the start.");
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", initial);
  b.equations([=](Equations& e) {
    e.initial(x, e(u) + e(initial));
    const ir::Value rate = (e(u) - e(x)) / e(lag);
    e.derivative(x, rate);
    e.output(y, e(gain) * (e(x) + e(lead) * rate));
  });
}

}  // namespace sim::blocks
