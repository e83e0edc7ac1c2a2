#include "sim_core/diagram/trace.h"

#include <gtest/gtest.h>

namespace sim {

// Source -> Plant(In -> Gain -> Out) -> To ... From -> Scope
class Tracing : public testing::Test {
 protected:
  Id add(const std::string& type, Id parent = no_id, std::map<std::string, std::string> parameters = {}) {
    const Id id = d.new_id();
    d.blocks[id].type = type;
    d.blocks[id].name = type;
    d.blocks[id].parent = parent;
    d.blocks[id].parameters = std::move(parameters);
    return id;
  }
  Id line(PortRef from, PortRef to) {
    const Id id = d.new_id();
    d.lines[id].source = from;
    d.lines[id].target = to;
    return id;
  }
  using Ids = std::set<Id>;
  Diagram d;
  Id source = add("sources/step"), plant = add("ports/subsystem"), in = add("ports/inport", plant),
     gain = add("math/gain", plant), out = add("ports/outport", plant), to = add("routing/goto"),
     from = add("routing/from"), scope = add("sinks/scope");
  Id a = line({source}, {plant}), b = line({in}, {gain}), c = line({gain}, {out}), e = line({plant}, {to}),
     f = line({from}, {scope});
};

TEST_F(Tracing, GoesThroughTagsAndBordersToTheBlockThatComputes) {
  EXPECT_EQ(trace_to_sources(d, {f}), (Trace{{from, to, plant, out, gain}, {f, e, c}}));
  EXPECT_EQ(trace_to_sources(d, {scope}).blocks, (Ids{scope, from, to, plant, out, gain}));
  EXPECT_EQ(trace_to_sources(d, {gain}), (Trace{{gain, in, plant, source}, {a, b}}));
}

TEST_F(Tracing, GoesDownstreamLikewise) {
  EXPECT_EQ(trace_to_destinations(d, {source}), (Trace{{source, plant, in, gain}, {a, b}}));
  EXPECT_EQ(trace_to_destinations(d, {c}), (Trace{{out, plant, to, from, scope}, {c, e, f}}));
}

TEST_F(Tracing, ALoopEnds) {
  const Id back = line({to}, {to});
  EXPECT_TRUE(trace_to_destinations(d, {back}).lines.contains(back));
  const Id inner = add("ports/subsystem"), i = add("ports/inport", inner), o = add("ports/outport", inner);
  const Id l = line({i}, {o}), m = line({inner}, {inner});
  EXPECT_EQ(trace_to_sources(d, {m}).lines, (Ids{l, m}));
}

TEST_F(Tracing, APhysicalLineMeansItsNode) {
  const auto p = [](Id block, int port) { return PortRef{block, port, PortKind::Conserving}; };
  const Id r = add("electrical/resistor"), s = add("electrical/resistor"), g = add("electrical/ground");
  const Id x = line(p(r, 1), p(s, 0)), y = line(p(s, 0), p(g, 0)), other = line(p(s, 1), p(r, 0));
  EXPECT_EQ(trace_to_sources(d, {x}), (Trace{{r, s, g}, {x, y}}));
  EXPECT_FALSE(trace_to_sources(d, {x}).lines.contains(other));
}

TEST_F(Tracing, TheNearestTagIsThePartner) {
  EXPECT_EQ(tag_partners(d, from), (std::vector<Id>{to}));
  EXPECT_EQ(tag_partners(d, to), (std::vector<Id>{from}));
  EXPECT_TRUE(tag_partners(d, scope).empty());
  const Id deep = add("routing/from", plant);
  EXPECT_TRUE(tag_partners(d, deep).empty()) << "the tag is local";
  d.blocks.at(to).parameters["TagVisibility"] = "global";
  EXPECT_EQ(tag_partners(d, deep), (std::vector<Id>{to}));
  const Id near = add("routing/goto", plant);
  EXPECT_EQ(tag_partners(d, deep), (std::vector<Id>{near}));
  d.blocks.at(near).parameters["TagVisibility"] = "scoped";
  EXPECT_EQ(tag_partners(d, deep), (std::vector<Id>{to})) << "nothing says where";
  add("routing/goto_tag_visibility", plant);
  EXPECT_EQ(tag_partners(d, deep), (std::vector<Id>{near}));
}

}  // namespace sim
