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

// What To Workspace of other tools writes: instants and values, alone and as the fields of a bus.
TEST(StructureBuses, PlayStructuresWithTime) {
  for (const std::string recorded :
       {"struct('time', [0; 1; 2], 'signals', struct('values', [0 5; 10 6; 30 7], 'label', 'x'))",
        "struct('Time', [0 1 2], 'Data', [0 5; 10 6; 30 7])"}) {
    SCOPED_TRACE(recorded);
    ModelBuilder m;
    m.variable("s", recorded);
    const Id source = m.block("sources/from_variable", "S", {{"VariableName", "s"}});
    m.connect(source, m.block("sinks/scope", "o")).set("StopTime", "2").set("MaxStep", "0.5");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const std::vector<double> t = run.times(), x = run.column("S[1]"), y = run.column("S[2]");
    for (std::size_t k = 0; k < t.size(); ++k) {
      EXPECT_NEAR(x[k], t[k] < 1 ? 10 * t[k] : 10 + 20 * (t[k] - 1), 1e-12) << t[k];
      EXPECT_NEAR(y[k], 5 + t[k], 1e-12);
    }
  }
}

TEST(StructureBuses, PlayStructuresOfSignals) {
  ModelBuilder m;
  m.variable("log",
             "struct('speed', struct('Time', [0; 1], 'Data', [2; 4]), 'in', struct('u', [0 1; 1 3], 'v', "
             "struct('time', [0 1], 'signals', struct('values', [7 8]))))");
  const Id source = m.block("sources/from_variable", "S", {{"VariableName", "log"}}),
           selector = m.block("routing/bus_selector", "Select", {{"OutputSignals", "speed,in.u,in.v"}});
  m.connect(source, selector).set("StopTime", "1");
  for (int k = 0; k < 3; ++k) {
    const Id gain = m.block("math/gain", "y" + std::to_string(k));
    m.connect(selector, k, gain, 0).connect(gain, m.block("sinks/scope", "o" + std::to_string(k)));
  }
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.column("y0").back(), 4);
  EXPECT_EQ(run.column("y1").front(), 1);
  EXPECT_EQ(run.column("y1").back(), 3);
  EXPECT_EQ(run.column("y2").back(), 8);
  ModelBuilder wrong;
  wrong.variable("s", "struct('time', [0; 1; 2], 'signals', struct('values', [1; 2]))");
  wrong.connect(wrong.block("sources/from_variable", "S", {{"VariableName", "s"}}),
                wrong.block("sinks/scope", "o"));
  const RunOutcome refused = run_diagram(wrong.diagram);
  EXPECT_FALSE(refused.prepared);
  EXPECT_NE(refused.messages().find("S"), std::string::npos) << refused.messages();
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
