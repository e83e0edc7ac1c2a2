#include "sim_core/diagram/name_place.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/file.h"

namespace sim {

static Result<LoadedDiagram> with_place(const std::string& place) {
  return read_diagram(
      R"({"fluxion": 1, "blocks": [{"id": 1, "type": "math/gain", "name": "G", "name_place": )" + place +
          "}]}",
      "m");
}

TEST(NamePlace, StaysInTheFile) {
  for (std::size_t k = 0; k < std::size(name_place_names); ++k) {
    Diagram diagram;
    Block block;
    block.name = "G", block.type = "math/gain";
    set_name_place(block, static_cast<NamePlace>(k));
    EXPECT_EQ(name_place(block), static_cast<NamePlace>(k));
    diagram.blocks.emplace(diagram.new_id(), block);
    const std::string text = write_diagram(diagram);
    EXPECT_EQ(text.find("name_place") == text.npos, k == 0) << "the usual one is not written";
    const auto read = read_diagram(text, "m");
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->warnings.empty());
    EXPECT_EQ(name_place(read->diagram.blocks.begin()->second), static_cast<NamePlace>(k));
    EXPECT_EQ(read->diagram, diagram);
  }
}

TEST(NamePlace, WhatIsNoPlaceIsKeptAndMeansTheUsualOne) {
  for (const char* text : {"\"middle\"", "3", "null", "[\"above\"]"}) {
    const auto read = with_place(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(name_place(read->diagram.blocks.at(Id{1})), NamePlace::Automatic) << text;
    EXPECT_NE(write_diagram(read->diagram).find(text), std::string::npos);
  }
  EXPECT_EQ(name_place(with_place("\"above\"")->diagram.blocks.at(Id{1})), NamePlace::Above);
}

}  // namespace sim
