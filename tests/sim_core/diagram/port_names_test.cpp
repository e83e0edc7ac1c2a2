#include "sim_core/diagram/port_names.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace sim {

namespace {

using Names = std::map<Id, std::string>;

struct Border : ModelBuilder {
  Id source = block("math/gain", "Gain"), plant = block("ports/subsystem", "Plant");
  Id first = block("ports/inport", "Inport", {}, plant),
     second = block("ports/inport", "Inport1", {{"port", "2"}}, plant);
  Id inner = block("math/gain", "Inner", {}, plant), out = block("ports/outport", "Out1", {}, plant),
     top = block("ports/outport", "Outport");
  Border() {
    connect(source, plant, 1).connect(inner, out).connect(plant, top);
    diagram.blocks[source].signal_names[0] = "torque";
  }
};

}  // namespace

TEST(PortNames, ThePortThatTheSignalReachesTakesItsName) {
  Border m;
  EXPECT_EQ(ports_named_after(m.diagram, {m.source, 0}, ""), (Names{{m.second, "torque"}}));
  EXPECT_EQ(ports_named_after(m.diagram, {m.inner, 0}, ""), Names());  // no name
  m.diagram.blocks[m.inner].signal_names[0] = "speed in m/s";
  EXPECT_EQ(ports_named_after(m.diagram, {m.inner, 0}, ""), (Names{{m.out, "speed in m/s"}}));
  m.diagram.blocks[m.plant].signal_names[0] = "v";
  EXPECT_EQ(ports_named_after(m.diagram, {m.plant, 0}, ""), Names());  // of the model, not of a subsystem
}

TEST(PortNames, NotOneThatSomebodyHasNamed) {
  Border m;
  m.diagram.blocks[m.second].name = "Load";
  EXPECT_EQ(ports_named_after(m.diagram, {m.source, 0}, ""), Names());
  EXPECT_EQ(ports_named_after(m.diagram, {m.source, 0}, "Load"), (Names{{m.second, "torque"}}));
  m.diagram.blocks[m.second].name = "Input";  // not In1
  EXPECT_EQ(ports_named_after(m.diagram, {m.source, 0}, ""), Names());
}

}  // namespace sim
