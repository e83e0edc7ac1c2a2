// A subsystem is no unit of sorting: what counts is which of its outputs reads which of its inputs at once.
#include <gtest/gtest.h>

#include "tests/support/compiling.h"

namespace sim {

namespace {

// A subsystem with the outputs y1 = -u1 (at once) and y2 = the integral of u2; y2 drives u1, and y1 drives
// u2. Round the border there is a loop, round the blocks there is an integrator in it: y2' = -y2.
struct TwoPaths {
  ModelBuilder m;
  Id plant;
  explicit TwoPaths(int depth) {
    plant = part(no_id, depth);
    m.set("StopTime", "1").set("Solver", "ode4").set("FixedStep", "0.001");
  }
  Id part(Id parent, int depth) {
    const Id box = m.block("ports/subsystem", "Plant", {}, parent);
    const Id u1 = m.block("ports/inport", "u1", {}, box),
             u2 = m.block("ports/inport", "u2", {{"port", "2"}}, box),
             y1 = m.block("ports/outport", "y1", {}, box),
             y2 = m.block("ports/outport", "y2", {{"port", "2"}}, box);
    if (depth > 1) {
      const Id inner = part(box, depth - 1);
      m.connect(u1, inner, 0).connect(u2, inner, 1).connect(inner, 0, y1, 0).connect(inner, 1, y2, 0);
    } else {
      const Id minus = m.block("math/gain", "Minus", {{"k", "-1"}}, box),
               x = m.block("continuous/integrator", "x", {{"x0", "1"}}, box);
      m.connect(u1, minus).connect(minus, y1).connect(u2, x).connect(x, y2);
    }
    return box;
  }
  void expect_decay() {
    m.connect(plant, 1, m.block("sinks/scope", "y"), 0);
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_TRUE(outcome.prepared) << outcome.messages();
    EXPECT_NEAR(outcome.column("x").back(), 0.36787944117144233, 1e-12);
  }
};

}  // namespace

TEST(SortThroughBorders, ALoopAroundASubsystemIsJudgedByItsPaths) {
  for (int depth : {1, 2, 5}) {
    TwoPaths t(depth);
    t.m.connect(t.plant, 1, t.plant, 0).connect(t.plant, 0, t.plant, 1);
    t.expect_decay();
  }
}

TEST(SortThroughBorders, ThroughMuxAndDemux) {
  TwoPaths t(2);
  const Id mux = t.m.block("routing/mux", "Mux"), demux = t.m.block("routing/demux", "Demux");
  t.m.connect(t.plant, 0, mux, 0).connect(t.plant, 1, mux, 1).connect(mux, demux);
  t.m.connect(demux, 1, t.plant, 0).connect(demux, 0, t.plant, 1);
  t.expect_decay();
}

TEST(SortThroughBorders, ThroughABusAndTags) {
  TwoPaths t(2);
  const Id bus = t.m.block("routing/bus_creator", "Bus", {{"ElementNames", "a,b"}}),
           selector = t.m.block("routing/bus_selector", "Select", {{"OutputSignals", "b,a"}}),
           send = t.m.block("routing/goto", "Send"), receive = t.m.block("routing/from", "Receive");
  t.m.connect(t.plant, 0, bus, 0).connect(t.plant, 1, bus, 1).connect(bus, send).connect(receive, selector);
  t.m.connect(selector, 0, t.plant, 0).connect(selector, 1, t.plant, 1);
  t.expect_decay();
}

}  // namespace sim
