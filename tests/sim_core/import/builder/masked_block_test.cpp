// Masks on blocks that are no subsystems.
#include "sim_core/import/builder/masked_block.h"

#include "tests/sim_core/import/simulink/model_folder.h"
#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

static std::string masked(const std::string& display = {}) {
  return "MaskPromptString \"Twice the gain:\"\n MaskStyleString \"edit\"\n MaskVariables \"half=@1;\"\n "
         "MaskValueString \"c/2\"\n MaskInitialization \"whole = 2*half;\"\n" +
         (display.empty() ? std::string() : " MaskDisplay \"" + display + "\"\n");
}

TEST(MaskedBlock, GoesIntoASubsystemWithTheMask) {
  const ImportedModel model = imported(
      mdl(mdl_block("Constant", "c", "Value \"3\"") +
              mdl_block("Gain", "amplifier", "Gain \"whole\"\n" + masked("disp('AMP')")) +
              mdl_block("Outport", "out") + mdl_line("c", "amplifier") + mdl_line("amplifier", "out"),
          "StopTime \"1\"\n PreLoadFcn \"c = 7;\""));
  const Block& block = *find(model.diagram, "amplifier");
  EXPECT_EQ(block.type, "ports/subsystem");
  ASSERT_TRUE(block.mask);
  EXPECT_EQ(block.mask->parameters.at(0).expression, "c/2");
  EXPECT_EQ(block.mask->icon.content, "AMP");
  EXPECT_EQ(find(model.diagram, "amplifier/Gain")->parameters.at("k"), "whole");
  EXPECT_EQ(entry(model.report, "amplifier")->outcome, Outcome::Exact);
  EXPECT_EQ(entry(model.report, "amplifier")->target_type, "ports/subsystem");
  EXPECT_TRUE(model.report.undefined.empty());
  EXPECT_EQ(final_value(model.diagram), 3 * 7);
}

TEST(MaskedBlock, HasAllPortsWhetherLinesReachThemOrNot) {
  const ImportedModel model = imported(mdl(mdl_block("Sum", "s", "Inputs \"+-+\"\n" + masked()) +
                                           mdl_block("Demux", "d", "Outputs \"3\"\n" + masked())));
  for (const auto& [name, inputs, outputs] : {std::tuple("s", 3, 1), std::tuple("d", 1, 3)}) {
    int in = 0, out = 0;
    for (const auto& [id, block] : model.diagram.blocks) {
      const auto path = block_path(model.diagram, id);
      if (!path.starts_with(std::string(name) + '/')) continue;
      in += block.type == "ports/inport", out += block.type == "ports/outport";
    }
    EXPECT_EQ(in, inputs) << name;
    EXPECT_EQ(out, outputs) << name;
  }
}

// A block of several parts is a subsystem already.
TEST(MaskedBlock, IsNotPutIntoTwo) {
  const ImportedModel model = imported(mdl(mdl_block("Demux", "d", "Outputs \"[1 2]\"\n" + masked())));
  ASSERT_TRUE(find(model.diagram, "d")->mask);
  EXPECT_TRUE(find(model.diagram, "d/y2 of u"));
}

// Tags and ports mean something else inside.
TEST(MaskedBlock, StaysWhereItMattersInWhichSystemItIs) {
  const ImportedModel model = imported(mdl(mdl_block("Goto", "g", "GotoTag \"A\"\n" + masked())));
  EXPECT_EQ(find(model.diagram, "g")->type, "routing/goto");
  EXPECT_FALSE(find(model.diagram, "g")->mask);
  EXPECT_NE(entry(model.report, "g")->remarks.at(0).find("its mask is not taken over"), std::string::npos);
}

// A name of a type alone needs no subsystem.
TEST(MaskedBlock, AMaskThatSaysNothingIsLeftOut) {
  const ImportedModel model = imported(mdl(mdl_block("Gain", "g", "MaskType \"Amplifier\"")));
  EXPECT_EQ(find(model.diagram, "g")->type, "math/gain");
  EXPECT_EQ(entry(model.report, "g")->outcome, Outcome::Exact);
}

TEST(MaskedBlock, WhatHasNoCounterpartKeepsTheValuesOfItsMask) {
  const ImportedModel model =
      imported(mdl(mdl_block("S-Function", "plant", "FunctionName \"f\"\n Ports [1, 1]\n" + masked())));
  EXPECT_EQ(find(model.diagram, "plant")->parameters.at("SourceParameters"),
            "FunctionName = f\nhalf = c/2\n");
}

}  // namespace sim::importing::simulink
