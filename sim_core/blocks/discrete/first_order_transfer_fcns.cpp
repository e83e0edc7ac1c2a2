// Transfer functions in z of first order, given by the place of their pole or zero.
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void transfer_fcn_first_order(BlockTypeBuilder& b) {
  b.id("discrete/transfer_fcn_first_order").label("Transfer Fcn First Order").category("Discrete");
  b.doc(
      "Smooths its input exponentially: a low-pass filter with the gain 1 at rest.\n\n"
      "$\\frac{Y(z)}{U(z)} = \\frac{(1 - p) z}{z - p}$\n"
      "$y[k] = p \\, y[k-1] + (1 - p) u[k]$\n\n"
      "The pole p is the part of the last output that is kept; for a time constant $\\tau$ and the period T "
      "it "
      "is $e^{-T / \\tau}$.");
  b.keywords({"exponential smoothing", "exponential moving average", "EMA", "low-pass", "PT1", "lag"});
  b.icon(IconShape::Rectangle, "", "(1-p) z\n---\nz - {PoleZ}");
  b.size(72, 48);
  Param pole = b.real("PoleZ", "Pole (in z plane)", "0.95");
  Param previous = b.real("ICPrevOutput", "Initial condition for previous output", "0");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("y", previous);
  b.equations([=](Equations& e) {
    const ir::Value now = e(pole) * e(x) + (1.0 - e(pole)) * e(u);
    e.next(x, now);
    e.output(y, now);
  });
}

void transfer_fcn_lead_or_lag(BlockTypeBuilder& b) {
  b.id("discrete/transfer_fcn_lead_or_lag").label("Transfer Fcn Lead or Lag").category("Discrete");
  b.doc(
      "A compensator in discrete time, with one zero and one pole.\n\n"
      "$\\frac{Y(z)}{U(z)} = \\frac{z - q}{z - p}$\n"
      "$y[k] = p \\, y[k-1] + u[k] - q \\, u[k-1]$\n\n"
      "With a zero q above the pole p it leads, below it lags. Its gain at rest is $(1 - q) / (1 - p)$.");
  b.keywords({"LeadLag", "lead compensator", "lag compensator", "phase lead"});
  b.icon(IconShape::Rectangle, "", "z - {ZeroOfLeadLag}\n---\nz - {PoleOfLeadLag}");
  b.size(72, 48);
  Param pole = b.real("PoleOfLeadLag", "Pole of compensator (in z plane)", "0.95");
  Param zero = b.real("ZeroOfLeadLag", "Zero of compensator (in z plane)", "0.75");
  Param last_output = b.real("ICPrevOutput", "Initial condition for previous output", "0");
  Param last_input = b.real("ICPrevInput", "Initial condition for previous input", "0");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState y1 = b.discrete_state("y", last_output), u1 = b.discrete_state("u", last_input);
  b.equations([=](Equations& e) {
    const ir::Value now = e(pole) * e(y1) + e(u) - e(zero) * e(u1);
    e.next(y1, now);
    e.next(u1, e(u));
    e.output(y, now);
  });
}

void transfer_fcn_real_zero(BlockTypeBuilder& b) {
  b.id("discrete/transfer_fcn_real_zero").label("Transfer Fcn Real Zero").category("Discrete");
  b.doc(
      "A transfer function in discrete time with a real zero and no pole but that at 0.\n\n"
      "$\\frac{Y(z)}{U(z)} = \\frac{z - q}{z}$\n"
      "$y[k] = u[k] - q \\, u[k-1]$\n\n"
      "It takes out of its input what a pole at q has put into it.");
  b.keywords({"zero", "prewhitening", "pre-emphasis", "pole cancellation"});
  b.icon(IconShape::Rectangle, "", "z - {ZeroZ}\n---\nz");
  b.size(72, 48);
  Param zero = b.real("ZeroZ", "Zero (in z plane)", "0.75");
  Param previous = b.real("ICPrevInput", "Initial condition for previous input", "0");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState u1 = b.discrete_state("u", previous);
  b.equations([=](Equations& e) {
    e.next(u1, e(u));
    e.output(y, e(u) - e(zero) * e(u1));
  });
}

}  // namespace sim::blocks
