// Memories of one bit. Those with a clock read their inputs as they were just before the edge, as the
// hardware does: so a chain of them shifts, and one that feeds itself is no algebraic loop.
#include "sim_core/blocks/edges.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

namespace {

struct BitOutputs {
  Out q, not_q;
};

BitOutputs bit_outputs(BlockTypeBuilder& b) {
  b.gives(ElementType::Boolean);
  return {b.output("Q", "what it remembers"), b.output("!Q", "the contrary")};
}

Param initial_bit(BlockTypeBuilder& b) {
  return b.real("InitialCondition", "Initial condition (Q)", "0").doc("0 or 1.");
}

// Remembers and gives what `next` makes of what was remembered.
template <class Next>
void remember(Equations& e, const BitOutputs& outputs, Param initial, Next next) {
  const ir::Value zero = e.constant(0), none = zeros(e, e.output_shape(outputs.q));
  const ir::Value memory = e.memory(ir::make(ir::Op::NotEqual, e(initial) + none, zero));
  const ir::Value now = next(memory) + none;
  e.store(memory, now);
  e.output(outputs.q, now);
  e.output(outputs.not_q, 1.0 - now);
}

// Whether the signal was positive in the major step before.
ir::Value was_positive(Equations& e, ir::Value signal) {
  const ir::Value before = e.memory(zeros(e, signal.shape()));
  e.store(before, signal > e.constant(0));
  return before;
}

struct ClockParameters {
  Param edge, clears;
};

ClockParameters clock_parameters(BlockTypeBuilder& b) {
  return {b.choice("TriggerType", "Clock edge", {"rising", "falling", "either"}),
          b.flag("ShowClearPort", "Show clear port", false)
              .doc("Where what arrives there is positive, Q is 0 whatever the clock does.")};
}

void clocked_inputs(BlockTypeBuilder& b, std::vector<PortSpec> data, Param clears) {
  data.push_back({"clk", "the clock"});
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports = data;
    if (v.of(clears).number() != 0) ports.push_back({"clear", "Q is 0 while it is positive"});
    return ports;
  });
}

// `next` at an edge of the clock, the input behind the data; else what it was; 0 where it is cleared.
ir::Value clocked(Equations& e, const ClockParameters& clock, int data, ir::Value was, ir::Value next) {
  const ir::Value fires = located_edge(e, Edge(e.choice(clock.edge)), e(In{data}));
  const ir::Value now = select(fires, next, was);
  return e.flag(clock.clears) ? now * (1.0 - is_positive(e, e(In{data + 1}))) : now;
}

}  // namespace

void sr_flip_flop(BlockTypeBuilder& b) {
  b.id("logic/sr_flip_flop").label("S-R Flip-Flop").category("Logic");
  b.doc(
      "Remembers which of its inputs was positive last: set or reset.\n\n"
      "$Q = \\begin{cases} 1 & S > 0 \\\\ 0 & R > 0 \\\\ \\mathrm{as} \\; \\mathrm{before} & "
      "\\mathrm{otherwise} \\end{cases}$\n\n"
      "Where both are, it is what has priority. Changes of the inputs are zero crossings.");
  b.keywords({"SRFLIPFLOP", "RSFlipFlop", "latch", "bistable", "set", "reset", "memory"});
  b.icon(IconShape::Rectangle, "", "S   Q\nR  !Q");
  b.size(56, 48);
  Param initial = initial_bit(b);
  Param priority = b.choice("Priority", "Priority", {"reset", "set"});
  b.zero_crossing_flag();
  In s = b.input("S", "set"), r = b.input("R", "reset");
  const BitOutputs outputs = bit_outputs(b);
  b.equations([=](Equations& e) {
    const ir::Value sets = is_positive(e, e(s)), resets = is_positive(e, e(r));
    remember(e, outputs, initial, [&](ir::Value was) {
      return e.choice(priority) == 1 ? sets + (1.0 - sets) * (1.0 - resets) * was
                                     : (1.0 - resets) * (sets + (1.0 - sets) * was);
    });
  });
}

void d_latch(BlockTypeBuilder& b) {
  b.id("logic/d_latch").label("D Latch").category("Logic");
  b.doc(
      "Follows its input while it is enabled, and keeps the last of it while it is not.\n\n"
      "$Q = \\begin{cases} D > 0 & C > 0 \\\\ \\mathrm{as} \\; \\mathrm{before} & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "Changes of the inputs are zero crossings.");
  b.keywords({"DLATCH", "transparent latch", "gated latch", "memory"});
  b.icon(IconShape::Rectangle, "", "D   Q\nC  !Q");
  b.size(56, 48);
  Param initial = initial_bit(b);
  b.zero_crossing_flag();
  In d = b.input("D", "data"), c = b.input("C", "follows D while it is positive");
  const BitOutputs outputs = bit_outputs(b);
  b.equations([=](Equations& e) {
    const ir::Value data = is_positive(e, e(d)), open = is_positive(e, e(c));
    remember(e, outputs, initial, [&](ir::Value was) { return select(open, data, was); });
  });
}

void d_flip_flop(BlockTypeBuilder& b) {
  b.id("logic/d_flip_flop").label("D Flip-Flop").category("Logic");
  b.doc(
      "Takes over its input at each edge of a clock.\n\n"
      "$Q(t) = D(t_k^{-}) > 0, \\quad t_k \\leq t < t_{k+1}$\n\n"
      "$t_k$ are the edges of the clock. The input counts as it was in the major step before the edge: so "
      "flip-flops one behind the other shift, and with D connected to its own !Q it halves the frequency of "
      "the clock.");
  b.keywords({"DFLIPFLOP", "register", "shift register", "toggle", "frequency divider", "memory"});
  b.icon(IconShape::Rectangle, "M.08,.62 L.2,.7 L.08,.78", "D   Q\n   !Q");
  b.size(56, 48);
  Param initial = initial_bit(b);
  const ClockParameters clock = clock_parameters(b);
  b.zero_crossing_flag();
  clocked_inputs(b, {{"D", "data"}}, clock.clears);
  const BitOutputs outputs = bit_outputs(b);
  b.equations([=](Equations& e) {
    const ir::Value data = was_positive(e, e(In{0}));
    remember(e, outputs, initial, [&](ir::Value was) { return clocked(e, clock, 1, was, data); });
  });
}

void jk_flip_flop(BlockTypeBuilder& b) {
  b.id("logic/jk_flip_flop").label("J-K Flip-Flop").category("Logic");
  b.doc(
      "Sets, resets, keeps or turns over its bit at each edge of a clock.\n\n"
      "$Q_{k+1} = \\begin{cases} Q_k & J = 0, \\; K = 0 \\\\ 0 & J = 0, \\; K = 1 \\\\ 1 & J = 1, \\; K = 0 "
      "\\\\ 1 - Q_k & J = 1, \\; K = 1 \\end{cases}$\n\n"
      "The inputs count as they were in the major step before the edge; they are true where they are "
      "positive.");
  b.keywords({"JKFLIPFLOP", "T flip-flop", "toggle", "counter", "frequency divider", "memory"});
  b.icon(IconShape::Rectangle, "M.08,.42 L.2,.5 L.08,.58", "J   Q\n\nK  !Q");
  b.size(56, 56);
  Param initial = initial_bit(b);
  const ClockParameters clock = clock_parameters(b);
  b.zero_crossing_flag();
  clocked_inputs(b, {{"J", "sets"}, {"K", "resets"}}, clock.clears);
  const BitOutputs outputs = bit_outputs(b);
  b.equations([=](Equations& e) {
    const ir::Value j = was_positive(e, e(In{0})), k = was_positive(e, e(In{1}));
    remember(e, outputs, initial,
             [&](ir::Value was) { return clocked(e, clock, 2, was, select(was, 1.0 - k, j)); });
  });
}

}  // namespace sim::blocks
