// Ports of sums, which are round or rectangles.
#include "sim_core/interfaces/port_layout.h"

#include <gtest/gtest.h>
#include "sim_core/blocks/standard_library.h"

namespace sim {

static PortLayout layout_of(const std::map<std::string, std::string>& parameters) {
  const BlockLibrary library = standard_library();
  Diagram diagram;
  const Id id = diagram.new_id();
  Block block;
  block.type = "math/sum";
  block.name = "s";
  block.position = {100, 200};
  block.size = {30, 60};
  block.parameters = parameters;
  diagram.blocks.emplace(id, block);
  return port_layout(block, library.find(block.type), block_interface(diagram, library, id));
}

TEST(PortLayout, InputsOfARoundSumGoFromTheTopOverTheLeftToTheBottom) {
  const PortLayout round = layout_of({{"signs", "+-+"}});
  ASSERT_EQ(round.inputs.size(), 3u);
  EXPECT_EQ(round.inputs[0].direction, (Point{0, -1}));
  EXPECT_EQ(round.inputs[1].direction, (Point{-1, 0}));
  EXPECT_EQ(round.inputs[2].direction, (Point{0, 1}));
  EXPECT_EQ(round.inputs[2].at, (Point{115, 260}));
}

TEST(PortLayout, InputsOfARectangularSumAreAllOnTheLeft) {
  const PortLayout rectangle = layout_of({{"signs", "+-+"}, {"IconShape", "Rectangular"}});
  ASSERT_EQ(rectangle.inputs.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(rectangle.inputs[k].direction, (Point{-1, 0}));
    EXPECT_EQ(rectangle.inputs[k].at, (Point{100, 200 + 10 + 20.0 * static_cast<double>(k)}));
  }
  EXPECT_EQ(rectangle.outputs[0].at, (Point{130, 230}));
}

TEST(PortLayout, OnlyATypeWithThatParameterHasAShapeToChoose) {
  const BlockLibrary library = standard_library();
  Block block;
  block.type = "math/sum";
  block.parameters["IconShape"] = "Rectangular";
  EXPECT_EQ(icon_shape(block, library.find("math/sum")), IconShape::Rectangle);
  EXPECT_EQ(icon_shape(block, library.find("math/gain")), library.find("math/gain")->icon.shape);
  EXPECT_EQ(icon_shape(block, nullptr), IconShape::Rectangle);
}

}  // namespace sim
