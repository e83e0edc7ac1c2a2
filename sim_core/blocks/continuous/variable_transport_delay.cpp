#include "sim_core/blocks/continuous/maximum_delay.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

// The fluid that leaves at t entered at t - tau: the speeds in between, 1 / passage, add up to one length.
// The derivative of that with respect to t is the state equation.
void variable_transport_delay(BlockTypeBuilder& b) {
  b.id("continuous/variable_transport_delay").label("Variable Transport Delay").category("Continuous");
  b.doc(
      "Carries its first input through a pipe whose flow changes.\n\n"
      "$y(t) = u(t - \\tau)$\n"
      "$\\int_{t - \\tau}^{t} \\frac{d s}{T(s)} = 1, \\quad \\dot{\\tau} = 1 - \\frac{T(t - "
      "\\tau)}{T(t)}$\n\n"
      "The second input is the time of passage T: how long the way through the pipe would take at the "
      "present speed. Before the start the flow was steady, with the time of passage of the start, and the "
      "pipe is full of the initial output. The output reads neither input at the same instant. Where the "
      "second input is the delay itself, use Variable Time Delay.");
  b.keywords({"VARIABLE_DELAY", "pipe", "conveyor", "plug flow", "dead time", "transport"});
  b.icon(IconShape::Rectangle, "M.15,.35 L.85,.35 M.15,.65 L.85,.65 M.3,.5 L.7,.5 M.62,.42 L.7,.5 L.62,.58");
  Param maximum = maximum_delay(b, "How far back the inputs are remembered; longer delays are cut to it.");
  Param initial = b.real("InitialOutput", "Initial output", "0")
                      .formerly("initial")
                      .may_be_complex()
                      .doc("What is in the pipe at the start.");
  In u = b.input("u");
  In passage = b.input("passage", "Time of passage at the present speed, in s; more than 0");
  Out y = b.output("y");
  State tau = b.state("tau", maximum);
  b.equations([=](Equations& e) {
    const double longest = e.value(maximum).number();
    const auto entered = e.delayed(e(passage), e(tau), e.constant(0), longest);  // 0: before the start
    const auto then = select(entered > e.constant(0), entered, e.captured(e(passage)));
    e.initial(tau, e(passage));
    e.derivative(tau, 1.0 - then / e(passage));
    e.output(y, e.delayed(e(u), e(tau), e(initial), longest));
    e.check(e(passage) <= e.constant(0), CheckAction::Error, "the time of passage is not more than 0");
  });
}

}  // namespace sim::blocks
