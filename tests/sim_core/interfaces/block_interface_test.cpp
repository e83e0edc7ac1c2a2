#include "sim_core/interfaces/block_interface.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary library = standard_library();

std::pair<std::size_t, std::size_t> ports(const Diagram& diagram, Id block) {
  const BlockInterface i = block_interface(diagram, library, block);
  return {i.inputs.size(), i.outputs.size()};
}
using Ports = std::pair<std::size_t, std::size_t>;

ParameterSpec named(const std::string& label, ParameterKind kind) {
  ParameterSpec spec;
  spec.name = spec.label = label;
  spec.kind = kind;
  return spec;
}

}  // namespace

TEST(BlockInterface, OfEveryRole) {
  ModelBuilder m;
  m.variable("n", "3");
  EXPECT_EQ(ports(m.diagram, m.block("math/gain", "Gain")), Ports(1, 1));
  EXPECT_EQ(ports(m.diagram, m.block("math/sum", "Sum", {{"signs", "|+-+"}})), Ports(3, 1));
  EXPECT_EQ(ports(m.diagram, m.block("routing/mux", "Mux", {{"inputs", "n + 1"}})), Ports(4, 1));
  EXPECT_EQ(ports(m.diagram, m.block("routing/demux", "Demux", {{"outputs", "n"}})), Ports(1, 3));
  EXPECT_EQ(ports(m.diagram, m.block("ports/inport", "In")), Ports(0, 1));
  EXPECT_EQ(ports(m.diagram, m.block("ports/outport", "Out")), Ports(1, 0));
  EXPECT_EQ(ports(m.diagram, m.block("sinks/scope", "Scope", {{"inputs", "2"}})), Ports(2, 0));
  // What is wrong is drawn as the default would be.
  EXPECT_EQ(ports(m.diagram, m.block("routing/mux", "Wrong", {{"inputs", "nosuch"}})), Ports(2, 1));
  EXPECT_EQ(ports(m.diagram, Id{999}), Ports(0, 0));
}

TEST(BlockInterface, OfASubsystemIsWhatIsInside) {
  ModelBuilder m;
  const Id s = m.block("ports/subsystem", "S");
  EXPECT_EQ(ports(m.diagram, s), Ports(0, 0));
  m.block("ports/inport", "Torque", {{"port", "2"}}, s);
  const Id off = m.block("ports/inport", "Off", {{"port", "5"}}, s);
  m.block("ports/outport", "Speed", {}, s);
  m.block("ports/outport", "Elsewhere");
  m.diagram.blocks[off].commented = CommentedOut::Out;
  const BlockInterface i = block_interface(m.diagram, library, s);
  ASSERT_EQ(i.inputs.size(), 2u);  // port 1 is missing and has its place all the same
  EXPECT_EQ(i.inputs[1].name, "Torque");
  ASSERT_EQ(i.outputs.size(), 1u);
  EXPECT_EQ(i.outputs[0].name, "Speed");
}

TEST(BlockInterface, OfAnUnknownTypeIsWhereLinesAre) {
  ModelBuilder m;
  const Id a = m.block("no/such", "A"), b = m.block("math/gain", "B");
  m.connect(b, 0, a, 3).connect(a, 1, b, 0);
  EXPECT_EQ(ports(m.diagram, a), Ports(4, 2));
  EXPECT_FALSE(block_interface(m.diagram, library, a).known);
}

TEST(EvaluateParameter, SaysWhatIsWrong) {
  const expr::Workspace workspace;
  const expr::WorkspaceScope scope(workspace);
  ParameterSpec real = named("Gain", ParameterKind::Real);
  real.minimum = 0, real.maximum = 10;
  auto message = [&](const ParameterSpec& spec, const std::string& text) {
    auto value = evaluate_parameter(spec, text, scope);
    return value ? std::string() : to_text(value.error());
  };
  EXPECT_EQ(message(real, "[1 2; 3 4]"), "");
  for (const char* bad : {"", "  ", "[]", "1i", "'a'", "11", "-1", "nan", "1+", "nosuch", "[1 20]"})
    EXPECT_NE(message(real, bad).find("'Gain'"), std::string::npos) << bad << ": " << message(real, bad);
  EXPECT_NE(message(real, "11").find("from 0 to 10"), std::string::npos);
  const ParameterSpec whole = named("Number", ParameterKind::Integer);
  for (const char* bad : {"1.5", "[1 2]", "inf", "nan"}) EXPECT_NE(message(whole, bad), "") << bad;
  EXPECT_EQ(message(whole, "2^3"), "");
  ParameterSpec choice = named("Choice", ParameterKind::Choice);
  choice.choices = {"a", "b"};
  EXPECT_NE(message(choice, "c").find("a, b"), std::string::npos);
  auto value = evaluate_parameter(choice, "b", scope);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->number(), 1);
  const ParameterSpec flag = named("Flag", ParameterKind::Flag);
  EXPECT_EQ(evaluate_parameter(flag, "on", scope)->number(), 1);
  EXPECT_NE(message(flag, "true"), "");
}

TEST(EvaluateParameters, DefaultsKnowNoVariables) {
  ModelBuilder m;
  m.variable("inf", "3");
  const Id id = m.block("continuous/integrator", "x", {{"UpperSaturationLimit", "inf"}});
  const expr::Workspace workspace = workspace_of(m.diagram, no_id);
  const BlockType& type = *library.find("continuous/integrator");
  auto values = evaluate_parameters(m.diagram, type, id, expr::WorkspaceScope(workspace));
  ASSERT_TRUE(values);
  const auto value = [&](const char* name) {
    return (*values)[static_cast<std::size_t>(type.parameter_index(name))].number();
  };
  EXPECT_EQ(value("UpperSaturationLimit"), 3);
  EXPECT_EQ(value("LowerSaturationLimit"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("AbsoluteTolerance"), -1);
}

TEST(EvaluateParameters, FindsAllThatIsWrongWithABlock) {
  ModelBuilder m;
  const Id id = m.block("discontinuities/saturation", "Limit", {{"upper", "x"}, {"lower", "y"}});
  const expr::Workspace workspace = workspace_of(m.diagram, no_id);
  const expr::WorkspaceScope scope(workspace);
  auto values = evaluate_parameters(m.diagram, *library.find("discontinuities/saturation"), id, scope);
  ASSERT_FALSE(values);
  EXPECT_EQ(values.errors().size(), 2u);
  EXPECT_EQ(values.error().path, "Limit");
  EXPECT_EQ(values.error().element, id);
}

}  // namespace sim
