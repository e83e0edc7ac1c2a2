#include "sim_core/diagram/name_lines.h"

#include <gtest/gtest.h>
#include <algorithm>

#include "sim_core/diagram/file.h"

namespace sim {

using Lines = std::vector<std::string>;

TEST(NameLines, AreBrokenAtSpacesSoThatTheLongestIsShort) {
  EXPECT_EQ(broken_name("Discrete Transfer Fcn", 2), (Lines{"Discrete", "Transfer Fcn"}));
  EXPECT_EQ(broken_name("Discrete Transfer Fcn", 3), (Lines{"Discrete", "Transfer", "Fcn"}));
  EXPECT_EQ(broken_name("Discrete Transfer Fcn", 9), (Lines{"Discrete", "Transfer", "Fcn"}));
  EXPECT_EQ(broken_name("Discrete Transfer Fcn", 1), (Lines{"Discrete Transfer Fcn"}));
  EXPECT_EQ(broken_name("Gain", 3), (Lines{"Gain"}));
  EXPECT_EQ(broken_name("ä bcd", 2), (Lines{"ä", "bcd"}));
  EXPECT_EQ(broken_name("", 2), (Lines{""}));
  EXPECT_EQ(broken_name("   ", 2), (Lines{"   "}));
}

TEST(NameLines, StayInTheFile) {
  for (int lines = 0; lines <= 12; ++lines) {
    Diagram diagram;
    Block block;
    block.name = "G", block.type = "math/gain";
    set_name_lines(block, lines);
    const int kept = std::clamp(lines, 1, max_name_lines);
    EXPECT_EQ(name_lines(block), kept);
    diagram.blocks.emplace(diagram.new_id(), block);
    const std::string text = write_diagram(diagram);
    EXPECT_EQ(text.find("name_lines") == text.npos, kept == 1) << "one is not written";
    const auto read = read_diagram(text, "m");
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->warnings.empty());
    EXPECT_EQ(name_lines(read->diagram.blocks.begin()->second), kept);
    EXPECT_EQ(read->diagram, diagram);
  }
}

TEST(NameLines, WhatIsNoNumberOfThemIsKeptAndMeansOne) {
  for (const char* text : {"\"2\"", "0", "2.5", "12", "-1", "null", "[2]"}) {
    const auto read = read_diagram(
        std::string(
            R"({"fluxion": 1, "blocks": [{"id": 1, "type": "math/gain", "name": "G", "name_lines": )") +
            text + "}]}",
        "m");
    ASSERT_TRUE(read);
    EXPECT_EQ(name_lines(read->diagram.blocks.at(Id{1})), 1) << text;
    EXPECT_NE(write_diagram(read->diagram).find(text), std::string::npos);
  }
}

}  // namespace sim
