#include "sim_core/diagram/mask_proposal.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace sim {

static std::string shown(const std::vector<MaskParameter>& parameters) {
  std::string out;
  for (const MaskParameter& p : parameters) out += p.name + "=" + p.expression + " ";
  return out;
}

TEST(MaskProposal, IsWhatBlocksInsideTakeFromOutside) {
  ModelBuilder m;
  m.variable("a", "1");
  const Id outer = m.block("ports/subsystem", "Outer"),
           plant = m.block("ports/subsystem", "Plant", {}, outer),
           inner = m.block("ports/subsystem", "Inner", {}, plant);
  m.diagram.blocks[outer].mask = Mask{{{"b", "", "2"}}};
  m.diagram.blocks[inner].mask = Mask{{{"r", "", "2*fresh"}}, "q = r"};
  m.block("math/gain", "One", {{"k", "a*b + sin(pi) + nosuch"}, {"Text", "skipped"}, {"wrong", "2*("}},
          plant);
  m.block("math/gain", "Two", {{"k", "q*r*a"}}, inner);
  m.block("math/gain", "Beside", {{"k", "elsewhere"}}, outer);
  const IsVariableName variable = [](const Block&, const std::string& key, std::string_view) {
    return key != "Text";
  };
  EXPECT_EQ(shown(proposed_mask_parameters(m.diagram, plant, variable)), "fresh=0 a=a b=b nosuch=0 ");
  m.diagram.blocks[plant].mask = Mask{{{"a", "", "a"}}, "nosuch = 1"};
  EXPECT_EQ(shown(proposed_mask_parameters(m.diagram, plant, variable)), "fresh=0 b=b ");
  EXPECT_TRUE(proposed_mask_parameters(m.diagram, Id{99}, variable).empty());
}

}  // namespace sim
