// One model in all of its forms, and what its parts become.
#include "sim_core/import/simulink/readers.h"

#include <cmath>

#include "sim_core/diagram/file.h"
#include "tests/sim_core/import/simulink/simulink_models.h"
#include "tests/support/run_results.h"

namespace sim::importing::simulink {

// x' = -2 x, x(0) = 3.
static std::string decay_mdl() {
  return mdl(mdl_block("Integrator", "x", "InitialCondition \"3\"") + mdl_block("Gain", "k", "Gain \"-2\"") +
             mdl_block("Scope", "Scope") +
             "  Line {\n SrcBlock \"x\"\n SrcPort 1\n Points [25, 0]\n Branch {\n DstBlock \"Scope\"\n "
             "DstPort 1\n }\n"
             "  Branch {\n Points [0, 60]\n DstBlock \"k\"\n DstPort 1\n }\n }\n" +
             mdl_line("k", "x"));
}

static const char* decay_blocks =
    "<Block BlockType=\"Integrator\" Name=\"x\" SID=\"1\"><P Name=\"Position\">[0, 0, 30, 30]</P><P "
    "Name=\"InitialCondition\">3</P></Block>"
    "<Block BlockType=\"Gain\" Name=\"k\" SID=\"2\"><P Name=\"Position\">[0, 0, 30, 30]</P><P "
    "Name=\"Gain\">-2</P></Block>"
    "<Block BlockType=\"Scope\" Name=\"Scope\" SID=\"3\"><P Name=\"Position\">[0, 0, 30, 30]</P></Block>"
    "<Line><P Name=\"Src\">1#out:1</P><P Name=\"Points\">[25, 0]</P><Branch><P "
    "Name=\"Dst\">3#in:1</P></Branch>"
    "<Branch><P Name=\"Points\">[0, 60]</P><P Name=\"Dst\">2#in:1</P></Branch></Line>"
    "<Line><P Name=\"Src\">2#out:1</P><P Name=\"Dst\">1#in:1</P></Line>";

static std::string decay_text_package() {
  return std::string(
             "# MathWorks OPC Text Package\nModel {\n Version 24.2\n}\n__MWOPC_PACKAGE_BEGIN__ R2024b\n") +
         "__MWOPC_PART_BEGIN__ /simulink/blockdiagram.xml\n<ModelInformation><Model><System "
         "Ref=\"system_root\"/></Model></ModelInformation>\n" +
         "__MWOPC_PART_BEGIN__ /metadata/thumbnail.png BASE64\nAAAA\n" +
         "__MWOPC_PART_BEGIN__ /simulink/systems/system_root.xml\n<System>" + decay_blocks + "</System>\n" +
         "__MWOPC_PART_BEGIN__ /simulink/configSet0.xml\n<ConfigSet><Object "
         "ClassName=\"Simulink.SolverCC\"><P "
         "Name=\"StopTime\">1</P><P "
         "Name=\"SolverName\">ode45</P></Object></ConfigSet>\n__MWOPC_PACKAGE_END__\n";
}

TEST(SimulinkReaders, AllFormsGiveOneDiagram) {
  const std::string text = write_diagram(imported(decay_mdl()).diagram);
  EXPECT_EQ(text, write_diagram(imported(slx({decay_blocks}), "model.slx").diagram));
  EXPECT_EQ(text, write_diagram(imported(decay_text_package()).diagram));
  EXPECT_TRUE(imported(decay_mdl()).report.complete()) << to_text(imported(decay_mdl()).report);
}

TEST(SimulinkReaders, WhatTheyGiveRuns) {
  Diagram diagram = imported(decay_mdl()).diagram;
  diagram.settings["RelTol"] = "1e-9";
  const RunOutcome run = run_diagram(diagram);
  ASSERT_TRUE(run.prepared) << run.messages();
  for (const auto& [name, bits] : run.columns) {
    if (name == "time") continue;
    EXPECT_NEAR(run.column(name).back(), 3 * std::exp(-2.0), 1e-7) << name;
  }
}

TEST(SimulinkReaders, BranchesStayOnTheirTrunk) {
  const Diagram diagram = imported(decay_mdl()).diagram;
  std::size_t branches = 0;
  for (const auto& [id, line] : diagram.lines) {
    const LineShape shape = shape_of(line.waypoints);
    if (shape.trunk.empty()) continue;
    ++branches;
    EXPECT_EQ(shape.trunk.back(), (Point{55, 15}));
    EXPECT_EQ(shape.corners, (std::vector<Point>{{55, 75}}));
  }
  EXPECT_EQ(branches, 1u);
}

TEST(SimulinkReaders, SystemsInPartsOfTheirOwn) {
  const std::string root =
      "<Block BlockType=\"SubSystem\" Name=\"Plant\" SID=\"7\"><P Name=\"Position\">[10, 20, 110, "
      "80]</P><System "
      "Ref=\"system_1\"/></Block>";
  const std::string inside =
      "<Block BlockType=\"Outport\" Name=\"y\" SID=\"8\"/><Block BlockType=\"Constant\" Name=\"c\" "
      "SID=\"9\"><P "
      "Name=\"Value\">[1;2];</P></Block>";
  const ImportedModel model = imported(slx({root, inside}), "model.slx");
  ASSERT_TRUE(find(model.diagram, "Plant/c"));
  EXPECT_EQ(find(model.diagram, "Plant/c")->parameters.at("Value"), "[1;2]");
  EXPECT_EQ(find(model.diagram, "Plant")->position, (Point{10, 20}));
  EXPECT_EQ(find(model.diagram, "Plant")->size, (Size{100, 60}));
}

TEST(SimulinkReaders, RefusesCirclesOfReferences) {
  const std::string circle =
      "<Block BlockType=\"SubSystem\" Name=\"S\" SID=\"1\"><System Ref=\"system_1\"/></Block>";
  EXPECT_NE(refusal(slx({circle, circle}), "model.slx").find("refers to itself"), std::string::npos);
}

TEST(SimulinkReaders, DanglingEndsStay) {
  const ImportedModel model = imported(
      mdl(mdl_block("Gain", "k") + "  Line {\n SrcBlock \"k\"\n SrcPort 1\n Points [40, 0; 0, 30]\n }\n"
                                   "  Line {\n Points [-50, 15; 20, 0]\n DstBlock \"k\"\n DstPort 1\n }\n"));
  ASSERT_EQ(model.diagram.lines.size(), 2u);
  const Line& first = model.diagram.lines.begin()->second;
  const Line& second = std::next(model.diagram.lines.begin())->second;
  EXPECT_FALSE(first.target);
  EXPECT_EQ(first.loose_target, (Point{70, 45}));
  EXPECT_FALSE(second.source);
  EXPECT_EQ(second.loose_source, (Point{-50, 15}));
}

TEST(SimulinkReaders, TwoBlocksOfOneNameBothArrive) {
  const ImportedModel model = imported(mdl(mdl_block("Gain", "k") + mdl_block("Constant", "k")));
  EXPECT_EQ(model.diagram.blocks.size(), 2u);
  EXPECT_TRUE(find(model.diagram, "k1"));
  ASSERT_FALSE(model.report.model.empty());
  EXPECT_EQ(to_text(model.report.model.back()),
            "k1: another block here is called \"k\" too: this one has a new name (look at its lines)");
  // No number takes the name of another block.
  const ImportedModel three =
      imported(mdl(mdl_block("Gain", "k") + mdl_block("Constant", "k") + mdl_block("Sum", "k1")));
  EXPECT_EQ(find(three.diagram, "k1")->type, "math/sum");
  EXPECT_EQ(find(three.diagram, "k2")->type, "sources/constant");
}

TEST(SimulinkReaders, OrientationsOfAllAges) {
  const auto placed = [](const std::string& more) {
    return *find(imported(mdl(mdl_block("Gain", "k", more))).diagram, "k");
  };
  EXPECT_TRUE(placed("Orientation left").flipped);
  EXPECT_EQ(placed("Orientation up").rotation, 3);
  EXPECT_FALSE(placed("Orientation up").flipped);
  EXPECT_EQ(placed("Orientation down").rotation, 3);  // ports stay in order from left to right
  EXPECT_TRUE(placed("Orientation down").flipped);
  EXPECT_EQ(placed("BlockRotation 270\n BlockMirror on").rotation, 3);
  EXPECT_TRUE(placed("BlockRotation 270\n BlockMirror on").flipped);
}

TEST(SimulinkReaders, EncodingsOfAllAges) {
  const auto name = [](const std::string& encoding, const std::string& bytes) {
    const std::string head = encoding.empty() ? "" : "SavedCharacterEncoding \"" + encoding + "\"\n";
    const Diagram d = imported(mdl(mdl_block("Gain", bytes), head)).diagram;
    return d.blocks.empty() ? std::string() : d.blocks.begin()->second.name;
  };
  EXPECT_EQ(name("windows-1252", "r\xFC\x63k"), "rück");
  EXPECT_EQ(name("ISO-8859-1", "r\xFC\x63k"), "rück");
  EXPECT_EQ(name("UTF-8", "rück"), "rück");
  EXPECT_EQ(name("windows-1250", "\xE8"), "č");
  EXPECT_EQ(name("", "r\xFC\x63k"), "rück");  // of 1998
}

TEST(SimulinkReaders, TheOldestFilesHoldTheirSettingsInTheModel) {
  const ImportedModel model = imported(
      mdl(mdl_block("Gain", "k"), "Solver FixedStepDiscrete\n StopTime \"6e-3\"\n FixedStep \"Ts\""));
  EXPECT_EQ(model.diagram.settings.at("Solver"), "discrete");
  EXPECT_EQ(model.diagram.settings.at("StopTime"), "6e-3");
  EXPECT_EQ(model.diagram.settings.at("FixedStep"), "Ts");
}

// Each gets a number of its own, without looking through those before.
TEST(SimulinkReaders, GivesManyBlocksOfOneNameNamesOfTheirOwn) {
  constexpr int count = 20'000;
  std::string system;
  for (int n = 0; n < count; ++n) system += "Block {\nBlockType Gain\nName \"g\"\n}\n";
  const ImportedModel model = imported(mdl(system));
  EXPECT_EQ(model.diagram.blocks.size(), static_cast<std::size_t>(count));
  EXPECT_TRUE(find(model.diagram, "g19999"));
}

TEST(SimulinkReaders, RefusesTextsAndDropsCornersBeyondAllMeasure) {
  const std::string text(std::size_t{5} << 20, '1');
  EXPECT_NE(refusal(slx({"<Block BlockType=\"Gain\" Name=\"g\" SID=\"1\"><P Name=\"Gain\">" + text +
                         "</P></Block>"}))
                .find("a text is longer than any model's"),
            std::string::npos);
  std::string points;
  for (int n = 0; n < 5000; ++n) points += n % 2 ? "0, 9;" : "9, 0;";
  const ImportedModel model =
      imported(mdl(mdl_block("Gain", "g") + "Line {\nSrcBlock \"g\"\nSrcPort 1\nPoints [" + points +
                   "]\nDstBlock \"g\"\nDstPort 1\n}\n"));
  ASSERT_EQ(model.diagram.lines.size(), 1u);
  EXPECT_LE(model.diagram.lines.begin()->second.waypoints.size(), 500u);
}

}  // namespace sim::importing::simulink
