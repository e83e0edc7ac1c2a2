// Blocks that read or write what another block keeps; compile/accesses.cpp leads lines that nobody draws
// between the two.
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

void owner_block(BlockTypeBuilder& b, const char* name, const char* label, const char* usual) {
  b.text(name, label, usual)
      .doc(
          "Its name, where it stands in the same subsystem or one around it; else its path: "
          "Plant/Integrator.");
}

void state_name(BlockTypeBuilder& b) {
  b.text("StateName", "State", "").doc("Needed where the block has several: the list of states names them.");
}

constexpr const char* when_it_is_written =
    "Writing takes place in major steps, behind all outputs: of a sampled signal at its samples, inside of a "
    "conditional subsystem while that is executed. Of several that write at one instant the last in the "
    "order "
    "of priorities holds. While the block that is written stands in a subsystem that is not executed, it "
    "stays "
    "as it is. ";

// It gives what is written, and whether it is now, by outputs that nobody sees.
void writes_its_input(BlockTypeBuilder& b) {
  b.sample_time("-1");
  In u = b.input("u");
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.outputs.empty()) s.outputs[0] = s.inputs[0];
  });
  b.equations([=](Equations& e) {
    if (e.output_count() == 0) return;
    e.output(Out{0}, e(u));
    e.output(Out{1}, e.hit());
  });
}

}  // namespace

void state_reader(BlockTypeBuilder& b) {
  b.id("routing/state_reader").label("State Reader").category("Signal Routing");
  b.doc(
      "The state of another block, without a line to it.\n\n"
      "$y = x$\n\n"
      "It is the state before what happens to it at this instant: a reset, a sample. So it does not depend "
      "on "
      "what that block reads, and no loop is closed by reading it.");
  b.keywords({"StateReader", "observe a state", "probe a state", "state port"});
  b.icon(IconShape::Rectangle, "", "x of\n{StateOwnerBlock}");
  b.size(96, 40);
  owner_block(b, "StateOwnerBlock", "Block with the state", "Integrator");
  state_name(b);
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.inputs.empty()) s.outputs[0] = s.inputs[0];
  });
  b.equations([=](Equations& e) {
    if (e.input_count() > 0) e.output(y, e(In{0}));
  });
}

void state_writer(BlockTypeBuilder& b) {
  b.id("routing/state_writer").label("State Writer").category("Signal Routing");
  b.doc(
      std::string("Gives the state of another block a new value.\n\n"
                  "$x = u$\n\n") +
      when_it_is_written +
      "Put it into a Triggered or Function-Call Subsystem, or give it a sample time, so that the state goes "
      "its own way in between: a continuous signal would set it at every major step, which are where the "
      "solver happens to make them. Within a solver's step nothing can be written: there the state is what "
      "is being solved for. A continuous state that is written makes the solver restart.");
  b.keywords({"StateWriter", "set a state", "reset a state", "reinitialise"});
  b.icon(IconShape::Rectangle, "", "set x of\n{StateOwnerBlock}");
  b.size(96, 40);
  owner_block(b, "StateOwnerBlock", "Block with the state", "Integrator");
  state_name(b);
  writes_its_input(b);
}

void parameter_writer(BlockTypeBuilder& b) {
  b.id("routing/parameter_writer").label("Parameter Writer").category("Signal Routing");
  b.doc(
      std::string("Gives a parameter of another block a new value during the run.\n\n"
                  "$p(t_{n+1}) = u(t_n)$\n\n") +
      when_it_is_written +
      "The new value counts from the next major step on; at the start the parameter is what the dialog says. "
      "Only a parameter that may be tuned can be written, of a block, not of a mask: what says how many "
      "ports "
      "or states there are, a table or a sample time, is part of how the model is built.");
  b.keywords({"ParameterWriter", "tune", "set_param", "adapt", "gain scheduling"});
  b.icon(IconShape::Rectangle, "", "set {ParameterName} of\n{ParameterOwnerBlock}");
  b.size(96, 40);
  owner_block(b, "ParameterOwnerBlock", "Block with the parameter", "Gain");
  const Param name =
      b.text("ParameterName", "Parameter", "k").doc("As in the model's file: k, upper, value.");
  b.require([=](const ParameterValues& v) { return !v.of(name).text.empty(); }, "it names no parameter",
            "write the name of a parameter");
  writes_its_input(b);
}

}  // namespace sim::blocks
