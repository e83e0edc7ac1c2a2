// Top-level Outports name what they show.
#include "sim_core/compile/result_names.h"

#include <gtest/gtest.h>

#include "tests/support/compiling.h"

namespace sim {

namespace {

// Two constants, the first through a line with a name.
struct Two : ModelBuilder {
  Id a = block("sources/constant", "A", {{"value", "1"}});
  Id b = block("sources/constant", "B", {{"value", "[2; 3]"}});
  Two() {
    diagram.blocks.at(a).signal_names[0] = "speed";
    set("StopTime", "0");
  }
};

std::vector<std::string> names(const RunOutcome& run) {
  std::vector<std::string> names;
  for (const auto& [name, values] : run.columns)
    if (name != "time") names.push_back(name);
  return names;
}

}  // namespace

TEST(ResultNames, AreThoseOfTheOutports) {
  Two m;
  m.connect(m.a, m.block("ports/outport", "omega"))
      .connect(m.b, m.block("ports/outport", "q", {{"port", "2"}}));
  m.connect(m.a, m.block("sinks/scope", "Scope"));
  EXPECT_EQ(names(run_diagram(m.diagram)), (std::vector<std::string>{"omega", "q[1]", "q[2]"}));
}

TEST(ResultNames, OutportsThatWereNotRenamedLeaveTheNameOfALine) {
  Two m;
  m.connect(m.a, m.block("ports/outport", "Outport"))
      .connect(m.b, m.block("ports/outport", "Out1", {{"port", "2"}}));
  EXPECT_EQ(names(run_diagram(m.diagram)), (std::vector<std::string>{"Out1[1]", "Out1[2]", "speed"}));
}

TEST(ResultNames, OfSeveralSignalsCountThrough) {
  Two m;
  const Id mux = m.block("routing/mux", "Mux");
  m.connect(m.a, 0, mux, 0).connect(m.b, 0, mux, 1).connect(mux, m.block("ports/outport", "y"));
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(names(run), (std::vector<std::string>{"y[1]", "y[2]", "y[3]"}));
  EXPECT_EQ(run.column("y[3]").back(), 3);
}

TEST(ResultNames, ASecondOutportOfASignalIsTold) {
  Two m;
  m.connect(m.a, m.block("ports/outport", "y")).connect(m.a, m.block("ports/outport", "z", {{"port", "2"}}));
  m.connect(m.b, m.block("sinks/scope", "Scope"));
  EXPECT_EQ(names(run_diagram(m.diagram)), (std::vector<std::string>{"B[1]", "B[2]", "y"}));
  const Diagnostics told = remarks(m.diagram);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].path, "z");
  EXPECT_EQ(told[0].message, "its signal is recorded already, as 'y'");
}

// The name of an Outport comes first, whatever else is recorded under it.
TEST(ResultNames, OtherSignalsGiveWay) {
  Two m;
  const Id other = m.block("sources/constant", "y", {{"value", "7"}});
  m.connect(other, m.block("sinks/scope", "Scope"));
  const Id sub = m.block("ports/subsystem", "S"),
           inner = m.block("sources/constant", "C", {{"value", "5"}}, sub);
  m.connect(inner, m.block("ports/outport", "o", {}, sub)).connect(sub, m.block("ports/outport", "C"));
  const Id c = m.block("sources/constant", "C2", {{"value", "6"}});
  m.diagram.blocks.at(c).signal_names[0] = "C";
  m.connect(c, m.block("sinks/scope", "Scope2"));
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.column("C").back(), 5);
  EXPECT_EQ(run.column("C2").back(), 6);
}

}  // namespace sim
