// What top-level Inports are given.
#include "sim_core/compile/model_inputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "sim_core/base/data_file.h"
#include "sim_core/interfaces/model_inputs.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

// y' = u from 0 to 2.
struct Integrated : ModelBuilder {
  Id u = block("ports/inport", "u");
  Id x = block("continuous/integrator", "x");
  Integrated() {
    connect(u, x).connect(x, block("ports/outport", "y"));
    set("StopTime", "2").set("RelTol", "1e-9");
  }
  Integrated& give(const std::string& text) {
    for (const auto& [name, value] : model_input_parameters(text))
      diagram.blocks.at(u).parameters[name] = value;
    return *this;
  }
};

std::string table(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

}  // namespace

TEST(ModelInputs, WithNothingAreZeroAndNoWarning) {
  EXPECT_EQ(run_diagram(Integrated().diagram).column("y").back(), 0);
  EXPECT_TRUE(remarks(Integrated().diagram).empty());
}

TEST(ModelInputs, AreExpressionsOfTheTime) {
  EXPECT_NEAR(run_diagram(Integrated().give("3*t^2").diagram).column("y").back(), 8, 1e-8);
  // The jump is located, however long the steps are.
  const RunOutcome run = run_diagram(Integrated().give("t > 0.3 ? 5 : 0").diagram);
  EXPECT_NEAR(run.column("y").back(), 8.5, 1e-12);
  EXPECT_EQ(run.statistics.zero_crossings, 1u);
}

TEST(ModelInputs, AreTables) {
  const std::string one = table("one_input.csv", "time,v\n0,0\n1,2\n2,2\n");
  EXPECT_NEAR(run_diagram(Integrated().give(one).diagram).column("y").back(), 3, 1e-9);
  // The column with the name of the port, where there is one.
  const std::string two = table("two_inputs.csv", "time,v,u\n0,100,0\n2,100,2\n");
  EXPECT_NEAR(run_diagram(Integrated().give(two).diagram).column("y").back(), 2, 1e-9);
}

TEST(ModelInputs, KeepTheirUnit) {
  Integrated m;
  m.give("36");
  m.diagram.blocks.at(m.u).parameters["Unit"] = "km/h";
  const Id out = m.block("ports/subsystem", "S");
  const Id in = m.block("ports/inport", "in", {{"Unit", "m/s"}}, out);
  m.connect(in, m.block("ports/outport", "o", {}, out));
  m.connect(m.u, out).connect(out, m.block("ports/outport", "v", {{"port", "2"}}));
  EXPECT_NEAR(run_diagram(m.diagram).column("v").back(), 10, 1e-12);
}

TEST(ModelInputs, MessagesNameThePort) {
  const RunOutcome run = run_diagram(Integrated().give("3*q").diagram);
  ASSERT_FALSE(run.prepared);
  EXPECT_EQ(run.diagnostics.front().path, "u");
  EXPECT_NE(run.messages().find("there is no 'q'"), std::string::npos) << run.messages();
  const RunOutcome missing = run_diagram(Integrated().give("/nowhere/inputs.csv").diagram);
  ASSERT_FALSE(missing.prepared);
  EXPECT_NE(missing.messages().find("the file '/nowhere/inputs.csv' cannot be used"), std::string::npos)
      << missing.messages();
}

TEST(ModelInputs, AreListedByTheirPorts) {
  ModelBuilder m;
  m.block("ports/inport", "second", {{"port", "2"}, {model_input_parameter, "sin(t)"}});
  m.block("ports/inport", "first", {{"port", "1"}, {data_file_parameter, "a.csv"}});
  m.block("ports/inport", "inside", {}, m.block("ports/subsystem", "S"));
  const auto inputs = model_inputs(m.diagram);
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].name + " " + inputs[0].given, "first a.csv");
  EXPECT_EQ(inputs[1].name + " " + inputs[1].given, "second sin(t)");
}

}  // namespace sim
