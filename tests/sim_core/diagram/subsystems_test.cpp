#include "sim_core/diagram/subsystems.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/trace.h"
#include "sim_core/diagram/well_known_types.h"
#include "tests/sim_core/diagram/random_diagram.h"

namespace sim {

// Setpoint -> Sum -> Gain -> Plant -> Scope, and Plant back to Sum.
class Subsystems : public testing::Test {
 protected:
  Id add(const std::string& name, const std::string& type, double x, double y, Id parent = no_id,
         std::map<std::string, std::string> parameters = {}) {
    Block block;
    block.name = name;
    block.type = type;
    block.parent = parent;
    block.position = {x, y};
    block.parameters = std::move(parameters);
    auto [edit, id] = insert_block(d, block);
    apply(d, edit);
    return id;
  }
  void line(PortRef from, PortRef to) {
    const auto edit = connect(d, from, to);
    ASSERT_TRUE(edit);
    apply(d, *edit);
  }
  PortSites sites = [this](const PortRef& port, bool input) {
    const Block& block = d.blocks.at(port.block);
    return PortSite{"p" + std::to_string(port.port + 1),
                    1,
                    {block.position.x + (input ? 0 : 60), block.position.y + 20 + 10 * port.port}};
  };
  // Undoing must restore everything; the file must take it.
  void perform(const Edit& edit) {
    const Diagram before = d;
    const Edit inverse = apply(d, edit);
    Diagram back = d;
    apply(back, inverse);
    EXPECT_EQ(back, before);
    const auto loaded = read_diagram(write_diagram(d), "f");
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(loaded->warnings.empty());
  }
  Id group(const std::set<Id>& ids) {
    const auto made = create_subsystem(d, ids, sites);
    EXPECT_TRUE(made);
    if (!made) return no_id;
    perform(made->edit);
    return made->subsystem;
  }
  void expand(Id id) {
    const auto edit = expand_subsystem(d, id);
    ASSERT_TRUE(edit) << to_text(edit.error());
    perform(*edit);
  }
  const Block* inside(Id parent, const std::string& name) {
    for (const auto& [id, block] : d.blocks)
      if (block.parent == parent && block.name == name) return &block;
    return nullptr;
  }
  // Lines as pairs of "block:port".
  std::set<std::string> wires(Id parent) {
    std::set<std::string> out;
    const auto text = [&](const std::optional<PortRef>& end) {
      if (!end) return std::string("loose");
      return d.blocks.at(end->block).name + ":" + std::to_string(end->port + 1) +
             (end->kind == PortKind::Conserving ? "c" : "");
    };
    for (const auto& [id, l] : d.lines) {
      if (l.parent != parent) continue;
      std::string a = text(l.source), b = text(l.target);
      if (l.conserving() && b < a) std::swap(a, b);
      out.insert(a + " " + b);
    }
    return out;
  }
  using Wires = std::set<std::string>;

  Diagram d;
  Id setpoint = add("Setpoint", "sources/step", 0, 0), sum = add("Sum", "math/sum", 100, 0),
     gain = add("Gain", "math/gain", 200, 0), plant = add("Plant", "continuous/integrator", 300, 0),
     scope = add("Scope", "sinks/scope", 400, 0);
  void SetUp() override {
    line({setpoint}, {sum, 0});
    line({sum}, {gain});
    line({gain}, {plant});
    line({plant}, {scope});
    line({plant}, {sum, 1});
  }
};

TEST_F(Subsystems, LinesThatCrossLeadThroughPorts) {
  d.blocks.at(gain).signal_names[0] = "u";
  const Id s = group({sum, gain});
  EXPECT_EQ(d.blocks.at(s).name, "Subsystem");
  EXPECT_EQ(wires(no_id), (Wires{"Setpoint:1 Subsystem:1", "Plant:1 Subsystem:2", "Subsystem:1 Plant:1",
                                 "Plant:1 Scope:1"}));
  EXPECT_EQ(wires(s), (Wires{"Setpoint:1 Sum:1", "Plant:1 Sum:2", "Sum:1 Gain:1", "Gain:1 u:1"}));
  EXPECT_EQ(inside(s, "Setpoint")->type, "ports/inport");
  EXPECT_EQ(inside(s, "Plant")->parameters.at("port"), "2");
  EXPECT_EQ(inside(s, "u")->type, "ports/outport");
  EXPECT_EQ(d.blocks.at(s).signal_names.at(0), "u") << "the wire outside keeps its name";
}

TEST_F(Subsystems, AnOutputThatGoesToSeveralPlacesHasOnePort) {
  const Id s = group({plant});
  EXPECT_EQ(wires(no_id), (Wires{"Setpoint:1 Sum:1", "Sum:1 Gain:1", "Gain:1 Subsystem:1",
                                 "Subsystem:1 Scope:1", "Subsystem:1 Sum:2"}));
  EXPECT_EQ(wires(s), (Wires{"Gain:1 Plant:1", "Plant:1 Plant out:1"}));
  const Id t = group({sum, scope});
  EXPECT_EQ(wires(t), (Wires{"Setpoint:1 Sum:1", "p1:1 Sum:2", "p1:1 Scope:1", "Sum:1 Sum out:1"}));
}

TEST_F(Subsystems, ExpandingGivesBackWhatWasThere) {
  const Diagram before = d;
  for (const std::set<Id>& ids : {std::set<Id>{sum, gain}, {plant}, {sum, gain, plant}}) {
    expand(group(ids));
    for (const auto& [id, block] : before.blocks) EXPECT_EQ(d.blocks.at(id), block) << block.name;
    EXPECT_EQ(d.blocks.size(), before.blocks.size());
    EXPECT_EQ(wires(no_id), (Wires{"Setpoint:1 Sum:1", "Sum:1 Gain:1", "Gain:1 Plant:1", "Plant:1 Scope:1",
                                   "Plant:1 Sum:2"}));
  }
}

TEST_F(Subsystems, NestedSubsystemsExpandOneLevelAtATime) {
  const Id inner = group({sum, gain}), outer = group({inner, plant});
  EXPECT_EQ(d.blocks.at(inner).parent, outer);
  expand(inner);
  EXPECT_EQ(d.blocks.at(sum).parent, outer);
  expand(outer);
  EXPECT_EQ(d.blocks.at(sum).parent, no_id);
  EXPECT_EQ(d.lines.size(), 5u);
}

TEST_F(Subsystems, PortsAndControlBlocksStayWithTheSubsystemAround) {
  const Id s = group({sum, gain});
  std::set<Id> all;
  for (const auto& [id, block] : d.blocks)
    if (block.parent == s) all.insert(id);
  all.insert(add("Enable", "ports/enable", 0, 0, s));
  const Id t = group(all);
  EXPECT_TRUE(inside(s, "Setpoint") && inside(s, "Enable"));
  EXPECT_EQ(d.blocks.at(sum).parent, t);
  EXPECT_FALSE(create_subsystem(d, {}, sites));
  EXPECT_FALSE(create_subsystem(d, {setpoint, sum}, sites)) << "of two levels";
}

TEST_F(Subsystems, LooseEndsGoWhereTheirBlockGoes) {
  Line hanging;
  hanging.source = PortRef{gain};
  hanging.loose_target = {500, 500};
  d.lines[d.new_id()] = hanging;
  const Id s = group({gain});
  EXPECT_TRUE(wires(s).contains("Gain:1 loose"));
  expand(s);
  EXPECT_TRUE(wires(no_id).contains("Gain:1 loose"));
}

TEST_F(Subsystems, ALocalTagIsKnownOnBothSides) {
  const Id to = add("To", "routing/goto", 0, 100, no_id, {{"GotoTag", "speed"}});
  const Id from = add("From", "routing/from", 100, 100, no_id, {{"GotoTag", "speed"}});
  const Id s = group({from, gain});
  EXPECT_EQ(d.blocks.at(to).parameters.at("TagVisibility"), "scoped");
  const Block* where = inside(no_id, "Scope of speed");
  ASSERT_TRUE(where);
  EXPECT_EQ(where->type, "routing/goto_tag_visibility");
  // Another block further down that uses the tag would see the wrong one.
  d.blocks.at(to).parameters.erase("TagVisibility");
  add("Near", "routing/from", 100, 200, no_id, {{"GotoTag", "speed"}});
  EXPECT_FALSE(create_subsystem(d, {to}, sites)) << d.blocks.at(s).name;
}

TEST_F(Subsystems, ATagThatIsTakenOutsideIsRenamed) {
  const Id s = group({sum});
  const Id to = add("To", "routing/goto", 0, 100, s), from = add("From", "routing/from", 0, 100, s);
  add("Other", "routing/goto", 0, 100);
  expand(s);
  EXPECT_EQ(d.blocks.at(to).parameters.at("GotoTag"), "A2");
  EXPECT_EQ(d.blocks.at(from).parameters.at("GotoTag"), "A2");
}

TEST_F(Subsystems, APortThatConvertsAUnitStaysAsASpecification) {
  const Id s = group({sum, gain});
  for (auto& [id, block] : d.blocks)
    if (block.parent == s && block.name == "Setpoint") block.parameters["Unit"] = "rad/s";
  expand(s);
  const Block* kept = inside(no_id, "Setpoint1");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->type, "attributes/signal_specification");
  EXPECT_EQ(kept->parameters, (std::map<std::string, std::string>{{"Unit", "rad/s"}}));
  EXPECT_TRUE(wires(no_id).contains("Setpoint:1 Setpoint1:1"));
  EXPECT_TRUE(wires(no_id).contains("Setpoint1:1 Sum:1"));
}

TEST_F(Subsystems, ASignalThatOnlyPassesThroughIsLedOn) {
  const Id s = add("Through", "ports/subsystem", 250, 0);
  const Id in = add("In", "ports/inport", 0, 0, s), out = add("Out", "ports/outport", 100, 0, s);
  line({in}, {out});
  line({sum}, {s});
  line({s}, {gain});
  EXPECT_FALSE(wires(no_id).contains("Sum:1 Gain:1"));
  expand(s);
  EXPECT_TRUE(wires(no_id).contains("Sum:1 Gain:1"));
}

TEST_F(Subsystems, WhatIsMoreThanAWayToDrawIsNotExpanded) {
  const Id s = group({sum, gain});
  add("Enable", "ports/enable", 0, 0, s);
  EXPECT_FALSE(expand_subsystem(d, s));
  EXPECT_FALSE(expand_subsystem(d, sum));
}

TEST_F(Subsystems, ANodeOfANetworkThatSpansTheBorderHasOneConnectionPort) {
  const auto c = [](Id block, int port) { return PortRef{block, port, PortKind::Conserving}; };
  const Id source = add("Source", "electrical/voltage", 0, 200),
           r = add("R", "electrical/resistor", 100, 200), l = add("L", "electrical/inductor", 200, 200),
           ground = add("Ground", "electrical/ground", 300, 200);
  line(c(source, 0), c(r, 0));
  line(c(r, 1), c(l, 0));
  line(c(l, 1), c(ground, 0));
  line(c(source, 1), c(ground, 0));
  line(c(r, 1), c(ground, 0));
  const Wires before = wires(no_id);
  const Id s = group({r, l});
  int ports = 0;
  for (const auto& [id, block] : d.blocks)
    ports += block.parent == s && block.type == "ports/connection_port";
  EXPECT_EQ(ports, 3) << "one for each of the three nodes";
  expand(s);
  EXPECT_EQ(wires(no_id), before);
}

TEST_F(Subsystems, NeighborsMakeRoomForContents) {
  const Id s = group({gain});
  d.blocks.at(gain).position = {-400, -400};
  const Id far = add("Far", "math/gain", 600, 400, s);
  expand(s);
  EXPECT_GT(d.blocks.at(plant).position.x, d.blocks.at(far).position.x + 60);
  EXPECT_LT(d.blocks.at(sum).position.x + 60, d.blocks.at(gain).position.x);
}

// Whatever the diagram, the result is one that the file takes, and undoing gives back what was.
TEST(SubsystemsOfAnything, StayWholeAndAreUndone) {
  const PortSites sites = [](const PortRef& port, bool) {
    return PortSite{std::string(static_cast<std::size_t>(port.port % 3), '/'), 1, {0, 10.0 * port.port}};
  };
  int made = 0, expanded = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    test::RandomDiagram random(seed);
    Diagram d = random.diagram(random.number(1, 30));
    const auto check = [&](const Edit& edit) {
      const Diagram before = d;
      const Edit inverse = apply(d, edit);
      Diagram back = d;
      apply(back, inverse);
      ASSERT_EQ(back, before) << "seed " << seed;
      const auto loaded = read_diagram(write_diagram(d), "f");
      ASSERT_TRUE(loaded) << "seed " << seed << ": " << to_text(loaded.error());
      for (const Diagnostic& w : loaded->warnings) FAIL() << "seed " << seed << ": " << to_text(w);
    };
    for (int step = 0; step < 4; ++step) {
      std::set<Id> chosen;
      const Id level = d.blocks.at(random.any(d.blocks)).parent;
      for (const auto& [id, block] : d.blocks)
        if (block.parent == level && random.chance(50)) chosen.insert(id);
      for (const auto& [id, note] : d.annotations)
        if (note.parent == level && random.chance(50)) chosen.insert(id);
      if (const auto grouping = create_subsystem(d, chosen, sites)) check(grouping->edit), ++made;
      const Id any = random.any(d.blocks);
      trace_to_sources(d, {any});
      trace_to_destinations(d, {any});
      if (const auto edit = expand_subsystem(d, any)) check(*edit), ++expanded;
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(made, 500);
  EXPECT_GT(expanded, 50);
}

}  // namespace sim
