// Buses: names, nesting, borders, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/sim_core/compile/selected_outputs.h"

namespace sim {

namespace {

// A bus of speed = 3, position = [1; 2] and nested = {matrix = [1 2; 3 4], force = 5}.
struct Bus {
  ModelBuilder m;
  Id speed = constant("Speed", "3"), position = constant("Position", "[1; 2]"),
     matrix = constant("Matrix", "[1 2; 3 4]"), force = constant("Force", "5"),
     inner = m.block("routing/bus_creator", "Inner"),
     outer = m.block("routing/bus_creator", "Outer", {{"Inputs", "3"}});
  Bus() {
    name(speed, "speed"), name(matrix, "matrix"), name(force, "force"), name(inner, "nested");
    m.connect(matrix, inner, 0).connect(force, inner, 1);
    m.connect(speed, outer, 0).connect(position, outer, 1).connect(inner, outer, 2);
    m.set("StopTime", "0");
  }
  Id constant(const char* name, const char* value) {
    return m.block("sources/constant", name, {{"value", value}});
  }
  void name(Id block, const char* signal) { m.diagram.blocks[block].signal_names[0] = signal; }
  Id select(const std::string& paths, Id from) { return bus_selector(m, paths, from); }
  RunOutcome outcome(Id selector, int outputs) { return recorded_outputs(m, selector, outputs); }
};

}  // namespace

TEST(Buses, ElementsAreTakenByNameWithTheirShapes) {
  Bus b;
  const RunOutcome outcome = b.outcome(b.select("nested.force, Position,nested.matrix ,speed", b.outer), 4);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("y1"), std::vector<double>{5});
  EXPECT_EQ(outcome.column("y2[2]"), std::vector<double>{2});
  EXPECT_EQ(outcome.column("y3[2,1]"), std::vector<double>{3});
  EXPECT_EQ(outcome.column("y4"), std::vector<double>{3});
}

TEST(Buses, ASelectedBusIsABus) {
  Bus b;
  const Id nested = b.select("nested", b.outer);
  b.name(nested, "again");
  const RunOutcome outcome = b.outcome(b.select("force", nested), 1);
  EXPECT_EQ(outcome.column("y1"), std::vector<double>{5}) << outcome.messages();
}

TEST(Buses, CrossBordersAndTags) {
  Bus b;
  const Id plant = b.m.block("ports/subsystem", "Plant"), in = b.m.block("ports/inport", "in", {}, plant),
           send = b.m.block("routing/goto", "Send", {{"TagVisibility", "global"}}, plant);
  b.m.connect(b.outer, plant).connect(in, send);
  const RunOutcome outcome = b.outcome(b.select("speed,nested.force", b.m.block("routing/from", "From")), 2);
  EXPECT_EQ(outcome.column("y2"), std::vector<double>{5}) << outcome.messages();
}

TEST(Buses, AnElementIsNamedByItsLineElseByPortTagOrBlock) {
  ModelBuilder m;
  const Id plant = m.block("ports/subsystem", "Plant"), one = m.block("sources/constant", "One", {}, plant),
           out = m.block("ports/outport", "pressure", {}, plant), two = m.block("sources/constant", "Two"),
           send = m.block("routing/goto", "Send", {{"GotoTag", "T"}}),
           from = m.block("routing/from", "F", {{"GotoTag", "T"}}), split = m.block("routing/demux", "Split"),
           vector = m.block("sources/constant", "V", {{"value", "[1; 2]"}}),
           bus = m.block("routing/bus_creator", "Bus", {{"Inputs", "5"}}),
           selector = m.block("routing/bus_selector", "Select",
                              {{"OutputSignals", "pressure,T,Split_y2,v1_0,nosuch"}});
  m.connect(one, out).connect(two, send).connect(vector, split);
  m.connect(plant, bus, 0).connect(from, bus, 1).connect(split, 1, bus, 2).connect(split, 0, bus, 3);
  m.diagram.blocks[split].signal_names[0] = "v1.0";
  m.connect(bus, selector);
  const std::string text = problems(m.diagram);
  expect_in(text, {"Select: there is no element 'nosuch'", "pressure, T, Split_y2, v1_0, signal5"});
  m.diagram.blocks[selector].parameters["OutputSignals"] = "pressure,T,Split_y2,v1_0,signal5";
  EXPECT_TRUE(compiled(m.diagram));
}

TEST(Buses, WhatIsWrongIsSaid) {
  {
    Bus b;
    b.select("sped", b.outer);
    expect_in(problems(b.m.diagram), {"Select: there is no element 'sped' in the bus of Outer", "speed"});
  }
  {
    Bus b;
    b.select("speed.x", b.outer);
    expect_in(problems(b.m.diagram),
              {"the element 'speed' of its bus is not a bus itself but the signal of Speed"});
  }
  {
    Bus b;
    b.select("speed", b.speed);
    expect_in(problems(b.m.diagram),
              {"Select: its input is not a bus but the signal of Speed", "Bus Creator"});
  }
  {
    Bus b;
    b.name(b.force, "matrix");
    expect_in(problems(b.m.diagram), {"Inner: two elements of this bus are called 'matrix'"});
  }
  {
    Bus b;
    b.m.connect(b.outer, b.m.block("routing/mux", "Mux"), 0);
    b.m.connect(b.outer, b.m.block("math/gain", "Gain"));
    expect_in(problems(b.m.diagram), {"Mux: a bus, from Outer, arrives at input u1",
                                      "Gain: a bus, from Outer", "Bus Selector", "Bus to Vector"});
  }
  {
    Bus b;
    b.m.diagram.blocks[b.inner].parameters["ElementNames"] = "a";
    expect_in(problems(b.m.diagram), {"Inner: there are not as many element names as inputs"});
  }
  {
    Bus b;
    b.m.block("routing/bus_selector", "Select", {{"OutputSignals", "a..b"}});
    expect_in(problems(b.m.diagram), {"Select: the name of an element is empty"});
  }
}

TEST(Buses, BecomeAVector) {
  Bus b;
  b.m.diagram.blocks[b.inner].parameters["ElementNames"] = "first, second";
  const Id vector = b.m.block("routing/bus_to_vector", "Vector");
  b.m.connect(b.outer, vector);
  const RunOutcome outcome = b.outcome(vector, 1);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  const double expected[] = {3, 1, 2, 1, 3, 2, 4, 5};
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(outcome.column("y1[" + std::to_string(k + 1) + "]"), std::vector<double>{expected[k]});
}

TEST(Buses, AScopeRecordsTheElements) {
  Bus b;
  b.m.connect(b.outer, b.m.block("sinks/scope", "Scope"));
  const RunOutcome outcome = run_diagram(b.m.diagram);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("speed"), std::vector<double>{3});
  EXPECT_EQ(outcome.column("Position[2]"), std::vector<double>{2});
  EXPECT_EQ(outcome.column("force"), std::vector<double>{5});
}

// x' = -x through a bus that leads another element round a gain: by name there is no loop.
TEST(Buses, ALoopIsOneOnlyIfTheSameElementGoesRound) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           gain = m.block("math/gain", "Gain", {{"k", "-1"}}),
           bus = m.block("routing/bus_creator", "Bus", {{"ElementNames", "a,b"}}),
           selector = m.block("routing/bus_selector", "Select", {{"OutputSignals", "a,b"}}),
           out = m.block("sinks/scope", "y");
  m.connect(x, bus, 0).connect(gain, bus, 1).connect(bus, selector);
  m.connect(selector, 0, gain, 0).connect(selector, 1, x, 0).connect(x, out);
  EXPECT_TRUE(compiled(m.diagram));
}

TEST(Buses, ARingOfNothingButBusesDrivesNothing) {
  ModelBuilder m;
  const Id bus = m.block("routing/bus_creator", "Bus", {{"ElementNames", "a,b"}}),
           selector = m.block("routing/bus_selector", "Select", {{"OutputSignals", "a,b.a.a"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(bus, selector)
      .connect(selector, 0, bus, 0)
      .connect(selector, 1, bus, 1)
      .connect(selector, 0, x, 0);
  compile(m.diagram, the_library());
}

TEST(BusAssignment, ReplacesElements) {
  Bus b;
  const Id assign = b.m.block("routing/bus_assignment", "Assign", {{"AssignedSignals", "speed, nested"}});
  b.m.connect(b.outer, 0, assign, 0).connect(b.constant("Faster", "[7; 8]"), 0, assign, 1);
  b.m.connect(b.constant("Flat", "9"), 0, assign, 2);
  const RunOutcome outcome = b.outcome(b.select("speed, Position, nested", assign), 3);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("y1[1]"), std::vector<double>{7});
  EXPECT_EQ(outcome.column("y1[2]"), std::vector<double>{8});
  EXPECT_EQ(outcome.column("y2[2]"), std::vector<double>{2});
  EXPECT_EQ(outcome.column("y3"), std::vector<double>{9});
}

TEST(BusAssignment, LeavesTheBusItComesFromAlone) {
  Bus b;
  const Id assign = b.m.block("routing/bus_assignment", "Assign", {{"AssignedSignals", "speed"}});
  b.m.connect(b.outer, 0, assign, 0).connect(b.constant("Faster", "7"), 0, assign, 1);
  const RunOutcome outcome = b.outcome(b.select("speed, nested.force", b.outer), 2);
  EXPECT_EQ(outcome.column("y1"), std::vector<double>{3});
  EXPECT_EQ(outcome.column("y2"), std::vector<double>{5});
}

// The inner bus is taken out, changed and put back; the last assignment counts; a scope sees the whole.
TEST(BusAssignment, MayFollowAnotherAndReachInside) {
  Bus b;
  const Id inner = b.m.block("routing/bus_assignment", "InnerAssign", {{"AssignedSignals", "force"}}),
           first = b.m.block("routing/bus_assignment", "First", {{"AssignedSignals", "nested,speed"}}),
           second = b.m.block("routing/bus_assignment", "Second", {{"AssignedSignals", "speed"}}),
           whole = b.m.block("routing/bus_to_vector", "Whole"), all = b.m.block("math/gain", "all");
  b.m.connect(b.select("nested", b.outer), 0, inner, 0).connect(b.constant("Pull", "6"), 0, inner, 1);
  b.m.connect(b.outer, 0, first, 0).connect(inner, 0, first, 1).connect(b.constant("S1", "10"), 0, first, 2);
  b.m.connect(first, 0, second, 0).connect(b.constant("S2", "11"), 0, second, 1);
  b.m.connect(second, whole).connect(whole, all).connect(all, b.m.block("sinks/scope", "Scope"));
  const Id taken = b.m.block("routing/bus_selector", "Taken", {{"OutputSignals", "nested.force,speed"}});
  b.m.connect(second, taken);
  const RunOutcome outcome = b.outcome(taken, 2);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("y1"), std::vector<double>{6});
  EXPECT_EQ(outcome.column("y2"), std::vector<double>{11});
  const std::vector<double> expected{11, 1, 2, 1, 3, 2, 4, 6};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_EQ(outcome.column("all[" + std::to_string(k + 1) + "]"), std::vector<double>{expected[k]}) << k;
}

TEST(BusAssignment, SaysWhatCannotBeAssigned) {
  Bus b;
  const Id assign = b.m.block("routing/bus_assignment", "Assign", {{"AssignedSignals", "sped"}});
  b.m.connect(b.outer, 0, assign, 0).connect(b.speed, 0, assign, 1);
  expect_in(problems(b.m.diagram), {"Assign: there is no element 'sped'", "did you mean speed?"});
  Bus c;
  const Id other = c.m.block("routing/bus_assignment", "Assign", {{"AssignedSignals", "speed"}});
  c.m.connect(c.speed, 0, other, 0).connect(c.force, 0, other, 1);
  expect_in(problems(c.m.diagram), {"Assign: its input is not a bus but the signal of Speed"});
}

TEST(BusAssignment, ARingOfThemHasNoElements) {
  ModelBuilder m;
  const Id a = m.block("routing/bus_assignment", "A", {{"AssignedSignals", "x"}}),
           b = m.block("routing/bus_assignment", "B", {{"AssignedSignals", "y"}}),
           one = m.block("sources/constant", "One");
  m.connect(a, b).connect(b, a).connect(one, 0, a, 1).connect(one, 0, b, 1);
  expect_in(problems(m.diagram), {"there is no element 'x'"});
}

namespace {

// Two enabled subsystems one inside the other, through which the nested bus comes out; off from t = 1 on.
Id held_bus(Bus& b) {
  const Id outer = b.m.block("ports/subsystem", "Around"),
           inner = b.m.block("ports/subsystem", "Sub", {}, outer);
  const Id clock = b.m.block("sources/clock", "Clock", {}, inner),
           five = b.m.block("sources/constant", "Five", {{"value", "5"}}, inner),
           pair = b.m.block("routing/bus_creator", "Pair", {{"ElementNames", "t,five"}}, inner),
           all = b.m.block("routing/bus_creator", "All", {{"ElementNames", "pair,t"}}, inner);
  b.m.block("ports/enable", "Enable", {}, inner);
  b.m.connect(clock, 0, pair, 0).connect(five, 0, pair, 1).connect(pair, 0, all, 0).connect(clock, 0, all, 1);
  b.m.connect(all, b.m.block("ports/outport", "out", {{"InitialOutput", "-1"}}, inner));
  const Id step = b.m.block("sources/step", "Off", {{"before", "1"}, {"after", "0"}}, outer);
  b.m.connect(step, inner).connect(inner, b.m.block("ports/outport", "out", {}, outer));
  b.m.block("ports/enable", "Enable", {}, outer);
  b.m.connect(b.m.block("sources/step", "Off", {{"before", "1"}, {"after", "0"}, {"time", "2"}}), outer);
  b.m.set("StopTime", "3");
  return outer;
}

}  // namespace

TEST(Buses, AreHeldByConditionalSubsystemsElementByElement) {
  Bus b;
  const RunOutcome outcome = b.outcome(b.select("pair.t, pair.five, t", held_bus(b)), 3);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  const std::vector<double> t = outcome.times(), y1 = outcome.column("y1"), y3 = outcome.column("y3");
  ASSERT_EQ(t.size(), y1.size());
  for (std::size_t k = 0; k < t.size(); ++k) {
    EXPECT_NEAR(y1[k], std::min(t[k], 1.0), 1e-12) << t[k];
    EXPECT_NEAR(y3[k], std::min(t[k], 1.0), 1e-12) << t[k];
    EXPECT_EQ(outcome.column("y2")[k], 5);
  }
}

TEST(Buses, OfConditionalSubsystemsAreSeenAsAWhole) {
  Bus b;
  b.m.connect(held_bus(b), b.m.block("sinks/scope", "Scope"));
  const RunOutcome outcome = run_diagram(b.m.diagram);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_EQ(outcome.column("out[3]").size(), outcome.times().size()) << outcome.messages();
}

// A bus that comes out of an enabled subsystem and goes into it again as one of its elements, itself or by
// way of the bus of another one, in every order of blocks. With a selected element led back it is none of
// these.
TEST(Buses, ThatContainThemselvesAreRefused) {
  for (const int count : {1, 2, 3})
    for (const bool backwards : {false, true}) {
      ModelBuilder m;
      std::vector<Id> subsystems;
      for (int k = 0; k < count; ++k) {
        const Id s = m.block("ports/subsystem", "S" + std::to_string(k)),
                 bus = m.block("routing/bus_creator", "Bus", {{"ElementNames", "x,y,z"}, {"Inputs", "3"}}, s);
        const auto port = [&](const std::string& type) { return m.block(type, type.substr(6), {}, s); };
        const Id first = port(backwards ? "ports/outport" : "ports/inport"),
                 second = port(backwards ? "ports/inport" : "ports/outport");
        const Id from = backwards ? second : first, out = backwards ? first : second;
        m.block("ports/enable", "Enable", {}, s);
        m.connect(m.block("sources/clock", "Clock", {}, s), bus)
            .connect(from, 0, bus, 1)
            .connect(from, 0, bus, 2);
        m.connect(bus, out).connect(m.block("sources/constant", "on" + std::to_string(k)), 0, s, 1);
        subsystems.push_back(s);
      }
      for (int k = 0; k < count; ++k)
        m.connect(subsystems[static_cast<std::size_t>(k)],
                  subsystems[static_cast<std::size_t>((k + 1) % count)]);
      EXPECT_NE(run_diagram(m.diagram).messages().find("the bus that it holds contains itself"),
                std::string::npos)
          << count;
    }
}

TEST(Buses, MayLeadAnElementBackIntoTheSubsystemThatHoldsThem) {
  ModelBuilder m;
  const Id s = m.block("ports/subsystem", "S"),
           bus = m.block("routing/bus_creator", "Bus", {{"ElementNames", "t,x"}}, s),
           in = m.block("ports/inport", "in", {}, s),
           x = m.block("continuous/integrator", "x", {{"x0", "1"}}, s),
           selector = m.block("routing/bus_selector", "Select", {{"OutputSignals", "x"}}),
           gain = m.block("math/gain", "Gain", {{"k", "-1"}});
  m.block("ports/enable", "Enable", {}, s);
  m.connect(m.block("sources/clock", "Clock", {}, s), bus).connect(in, x).connect(x, 0, bus, 1);
  m.connect(bus, m.block("ports/outport", "out", {}, s));
  m.connect(s, selector)
      .connect(selector, gain)
      .connect(gain, s)
      .connect(m.block("sources/constant", "on"), 0, s, 1);
  m.connect(gain, m.block("sinks/scope", "Scope"));
  m.set("RelTol", "1e-9").set("StopTime", "1");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_TRUE(outcome.prepared) << outcome.messages();
  EXPECT_NEAR(outcome.column("Gain").back(), -std::exp(-1.0), 1e-8);
}

}  // namespace sim
