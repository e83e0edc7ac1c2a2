#include <limits>

#include "sim_core/blocks/edges.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ir::Value is_known(ir::Value instant) { return ir::make(ir::Op::IsFinite, instant); }

}  // namespace

void timer(BlockTypeBuilder& b) {
  b.id("logic/timer").label("Timer").category("Logic");
  b.doc(
      "Delays the beginning or the end of a truth value by a time, or makes a pulse of it.\n\n"
      "$Q = 1 \\quad \\mathrm{while} \\quad t - t_0 \\geq \\mathrm{PT}$ (on delay)\n"
      "$Q = 0 \\quad \\mathrm{from} \\quad t - t_1 \\geq \\mathrm{PT}$ (off delay)\n"
      "$Q = 1 \\quad \\mathrm{while} \\quad t - t_0 < \\mathrm{PT}$ (pulse)\n\n"
      "$t_0$ is when the input became positive, $t_1$ when it ceased to be. An on delay ends with its input; "
      "a pulse has its length whatever the input does meanwhile. These are the timers TON, TOF and TP of "
      "programmable controllers. ET is the time that has elapsed, PT at most: with a large PT the on delay "
      "is "
      "a stopwatch. All changes are exact events.");
  b.keywords({"Timer", "TON", "TOF", "TP", "on-delay", "off-delay", "monostable", "one-shot", "stopwatch",
              "LogicalDelay", "IEC 61131"});
  b.icon(IconShape::Rectangle, "M.5,.18 A.32,.32 0 1 1 .49,.18 M.5,.3 L.5,.5 L.64,.6 M.42,.1 L.58,.1");
  b.size(48, 48);
  Param mode = b.choice("Mode", "Mode", {"on delay", "off delay", "pulse"});
  Param preset = b.real("PT", "Preset time (PT)", "1").unit("s").range(0, 1e12);
  b.zero_crossing_flag();
  In u = b.input("u", "true where it is positive");
  Out q = b.output("Q", "a truth value"), elapsed = b.output("ET", "elapsed time in s");
  b.equations([=](Equations& e) {
    const ir::Value truth = is_positive(e, e(u)), none = zeros(e, e.output_shape(q)), zero = e.constant(0);
    const bool on_delay = e.choice(mode) == 0, off_delay = e.choice(mode) == 1;
    // When it began to count: not yet, or for the others long ago.
    const ir::Value begun = e.memory(none + (on_delay ? infinity : -infinity));
    const ir::Value expired = e.time_reached(begun + e(preset));
    const ir::Value counted = ir::make(ir::Op::Min, e.time() - begun, e(preset) + none);
    ir::Value shown = select(is_known(begun), counted, zero);
    if (on_delay) {
      e.store(begun, select(truth, select(is_known(begun), begun, e.time()), none + infinity));
      e.output(q, truth * expired);
      shown = shown * truth;
    } else if (off_delay) {
      const ir::Value ends = begun > e.constant(std::numeric_limits<double>::max());
      e.store(begun, select(truth, none + infinity, select(ends, e.time() + none, begun)));
      e.output(q, truth | logical_not(expired));
    } else {
      const ir::Value begins = e.rising(truth) * expired;
      e.store(begun, select(begins, e.time() + none, begun));
      e.output(q, begins | logical_not(expired));
      shown = select(begins, zero, shown);
    }
    e.output(elapsed, shown);
  });
}

void edge_counter(BlockTypeBuilder& b) {
  b.id("logic/edge_counter").label("Edge Counter").category("Logic");
  b.doc(
      "Counts how often its input becomes positive, ceases to be, or either.\n\n"
      "$y = y_0 + s \\, \\mathrm{step}$\n\n"
      "s is the number of edges since the start, or since the reset input was positive last; $y_0$ is the "
      "initial count. Edges are located. A negative step counts down.");
  b.keywords({"Counter", "CounterUp", "CounterDown", "TriggeredAdd", "pulse counter", "encoder", "edges"});
  b.icon(IconShape::Rectangle,
         "M.12,.88 L.24,.88 L.24,.66 L.38,.66 L.38,.88 L.5,.88 L.5,.66 L.64,.66 L.64,.88 L.76,.88 L.76,.66 "
         "L.88,.66",
         "1 2 3\n ");
  Param which = b.choice("CountEvent", "Counts", {"rising edges", "falling edges", "either edge"});
  Param initial = b.real("InitialCount", "Initial count", "0");
  Param step = b.real("Step", "Step", "1");
  Param resets = b.flag("ShowResetPort", "Show reset port", false);
  b.zero_crossing_flag();
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (v.of(resets).number() != 0) ports.push_back({"reset", "restarts while it is positive"});
    return ports;
  });
  b.equations([=](Equations& e) {
    const ir::Value none = zeros(e, e.output_shape(y)), start = e(initial) + none;
    const ir::Value count = e.memory(start);
    const ir::Value fires = located_edge(e, Edge(e.choice(which)), e(In{0}));
    ir::Value now = count + select(fires, e(step), e.constant(0));
    if (e.flag(resets)) now = select(is_positive(e, e(In{1})), start, now);
    e.store(count, now);
    e.output(y, now);
  });
}

}  // namespace sim::blocks
