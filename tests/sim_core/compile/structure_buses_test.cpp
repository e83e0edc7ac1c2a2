// A Constant of a structure is a bus with its fields.
#include <gtest/gtest.h>

#include "tests/sim_core/compile/selected_outputs.h"

namespace sim {

namespace {

struct Source {
  ModelBuilder m;
  Id source;
  explicit Source(const std::string& value)
      : source(m.block("sources/constant", "Motor", {{"Value", value}})) {
    m.set("StopTime", "0");
  }
  RunOutcome selected(const std::string& paths, int outputs) {
    return recorded_outputs(m, bus_selector(m, paths, source), outputs);
  }
};

}  // namespace

TEST(StructureBuses, HaveTheFields) {
  Source s("motor");
  s.m.variable("motor", "struct('R', 1.5, 'gear', struct('ratio', int8(20), 'table', [0 1; 5 7]))");
  const RunOutcome run = s.selected("R,gear.ratio,gear.table", 3);
  ASSERT_TRUE(run.prepared) << run.messages();
  EXPECT_EQ(run.column("y1"), std::vector<double>{1.5});
  EXPECT_EQ(run.column("y2"), std::vector<double>{20});
  EXPECT_EQ(run.column("y3[2,1]"), std::vector<double>{5});
}

TEST(StructureBuses, AreWrittenOutAndFieldsOfOthers) {
  EXPECT_EQ(Source("struct('a', 1, 'b', [2; 3])").selected("b", 1).column("y1[2]"), std::vector<double>{3});
  Source part("car.motor(2)");
  part.m.variable("car", "struct('motor', [struct('n', 1), struct('n', 10)])");
  EXPECT_EQ(part.selected("n", 1).column("y1"), std::vector<double>{10});
}

TEST(StructureBuses, SeeTheParametersOfTheMask) {
  ModelBuilder m;
  const Id inside = m.block("ports/subsystem", "Sub");
  m.diagram.blocks[inside].mask = Mask{};
  m.diagram.blocks[inside].mask->parameters.push_back({});
  m.diagram.blocks[inside].mask->parameters[0].name = "p";
  m.diagram.blocks[inside].mask->parameters[0].expression = "struct('k', 7)";
  const Id source = m.block("sources/constant", "Motor", {{"Value", "p"}}),
           selector = m.block("routing/bus_selector", "Select", {{"OutputSignals", "k"}}),
           scope = m.block("sinks/scope", "S");
  for (const Id id : {source, selector, scope}) m.diagram.blocks[id].parent = inside;
  m.connect(source, selector).connect(selector, scope);
  for (auto& [id, line] : m.diagram.lines) line.parent = inside;
  m.set("StopTime", "0");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_TRUE(run.prepared) << run.messages();
}

TEST(StructureBuses, WhatIsNoBusIsRefused) {
  Source array("[struct('n', 1), struct('n', 10)]");
  EXPECT_NE(array.selected("n", 1).messages().find("(1).n"), std::string::npos);
  Source arrays("motors");
  arrays.m.variable("motors", "[struct('n', 1), struct('n', 10)]");
  EXPECT_NE(arrays.selected("n", 1).messages().find("motors(1).n"), std::string::npos);
  EXPECT_NE(Source("struct('name', 'fast')").selected("name", 1).messages().find("not string"),
            std::string::npos);
  Source inner("struct('a', 1, 'many', s)");
  inner.m.variable("s", "[struct('n', 1), struct('n', 2)]");
  EXPECT_NE(inner.selected("a", 1).messages().find("structure (n)"), std::string::npos);
  EXPECT_NE(Source("struct('a', 1)").selected("b", 1).messages().find("'b'"), std::string::npos);
}

TEST(StructureBuses, NamesMayClash) {
  Source s("motor");
  s.m.variable("motor", "struct('R', 1.5, 'L', 2)");
  s.m.block("sources/constant", "Motor.R", {{"Value", "100"}});
  EXPECT_EQ(s.selected("R", 1).column("y1"), std::vector<double>{1.5});
}

}  // namespace sim
