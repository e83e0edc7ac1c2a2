// Which columns the log has, and what scopes find in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

std::shared_ptr<const Program> compiled(const Diagram& diagram) {
  auto result = compile(diagram, standard_library());
  EXPECT_TRUE(result) << (result ? "" : to_text(result.error()));
  return result ? result->program : nullptr;
}

// The columns that input `port` of the k-th viewer shows, by name.
std::vector<std::string> shown(const Program& program, std::size_t viewer, std::size_t port) {
  const auto names = program.column_names();
  std::vector<std::string> out;
  for (int index : program.viewers[viewer].inputs[port]) {
    const LoggedSignal& signal = program.logged[static_cast<std::size_t>(index)];
    for (int k = 0; k < signal.count(); ++k) {
      EXPECT_EQ(names[static_cast<std::size_t>(signal.first + k)],
                signal.elements[static_cast<std::size_t>(k)]);
      out.push_back(names[static_cast<std::size_t>(signal.first + k)]);
    }
  }
  return out;
}

using Names = std::vector<std::string>;

}  // namespace

TEST(RecordedSignals, PartsShareTheColumnsOfTheWhole) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "Source", {{"value", "[1 2 3]"}});
  const Id demux = m.block("routing/demux", "Demux", {{"outputs", "3"}});
  const Id graph = m.block("sinks/xy_graph", "Graph");
  const Id scope = m.block("sinks/scope", "Scope");
  m.connect(source, demux).connect(demux, 2, graph, 0).connect(demux, 0, graph, 1).connect(source, scope);
  m.diagram.blocks.at(source).signal_names[0] = "v";
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->column_names(), (Names{"v[1]", "v[2]", "v[3]"}));
  EXPECT_EQ(shown(*program, 0, 0), (Names{"v[3]"}));
  EXPECT_EQ(shown(*program, 0, 1), (Names{"v[1]"}));
  EXPECT_EQ(shown(*program, 1, 0), (Names{"v[1]", "v[2]", "v[3]"}));
}

TEST(RecordedSignals, APartAloneIsRecordedAlone) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "Source", {{"value", "[1 2 3]"}});
  const Id demux = m.block("routing/demux", "Demux", {{"outputs", "3"}});
  const Id scope = m.block("sinks/scope", "Scope");
  m.connect(source, demux).connect(demux, 1, scope, 0);
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->column_names(), (Names{"Source[2]"}));
}

// Parts that overlap without one holding the other: every name still names one column.
TEST(RecordedSignals, OverlappingPartsHaveDistinctNames) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "Source", {{"value", "1:4"}});
  const Id halves = m.block("routing/demux", "Halves", {{"outputs", "2"}});
  const Id quarters = m.block("routing/demux", "Quarters", {{"outputs", "4"}});
  const Id middle = m.block("routing/mux", "Middle");
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(source, halves).connect(source, quarters);
  m.connect(quarters, 1, middle, 0).connect(quarters, 2, middle, 1);
  m.connect(middle, scope, 0).connect(halves, 1, scope, 1);
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  const Names names = program->column_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_TRUE(std::none_of(names.begin(), names.end(), [](const auto& name) { return name.empty(); }));
  EXPECT_EQ(shown(*program, 0, 0), (Names{"Source[2]", "Source[3]"}));
}

}  // namespace sim
