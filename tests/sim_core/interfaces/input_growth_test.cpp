#include "sim_core/interfaces/input_growth.h"

#include <gtest/gtest.h>

#include <set>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/interfaces/block_interface.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary library = standard_library();

using Changes = std::map<std::string, std::string>;

std::optional<Changes> grown(const std::string& type, Changes parameters) {
  ModelBuilder m;
  m.variable("n", "3");
  const Id block = m.block(type, "Block", std::move(parameters));
  return one_more_input(m.diagram, library, block);
}

}  // namespace

TEST(InputGrowth, CountsAndOperationsBecomeLonger) {
  EXPECT_EQ(grown("sinks/scope", {}), (Changes{{"Inputs", "2"}}));
  EXPECT_EQ(grown("routing/mux", {{"inputs", "7"}}), (Changes{{"Inputs", "8"}}));
  EXPECT_EQ(grown("math/sum", {{"signs", "|+-"}}), (Changes{{"signs", "|+-+"}}));
  EXPECT_EQ(grown("math/sum", {{"signs", "3"}}), (Changes{{"signs", "4"}}));
  EXPECT_EQ(grown("math/product", {{"operations", "*/"}}), (Changes{{"Operations", "*/*"}}));
  EXPECT_EQ(grown("routing/multiport_switch", {}), (Changes{{"Inputs", "4"}}));
}

TEST(InputGrowth, ElementsOfABusAreNamedWhereTheOthersAre) {
  EXPECT_EQ(grown("routing/bus_creator", {}), (Changes{{"Inputs", "3"}}));
  EXPECT_EQ(grown("routing/bus_creator", {{"ElementNames", "speed,force"}}),
            (Changes{{"Inputs", "3"}, {"ElementNames", "speed,force,u3"}}));
  EXPECT_EQ(grown("routing/bus_creator", {{"ElementNames", "u3,force"}})->at("ElementNames"), "u3,force,u3_");
  EXPECT_EQ(grown("routing/bus_creator", {{"Inputs", "n"}, {"ElementNames", "a,b,c"}}), std::nullopt);
}

TEST(InputGrowth, NotWhereTheUserWroteAnExpressionOrAtTheLimit) {
  EXPECT_EQ(grown("routing/mux", {{"inputs", "n"}}), std::nullopt);
  EXPECT_EQ(grown("routing/mux", {{"inputs", "n + 1"}}), std::nullopt);
  EXPECT_EQ(grown("sinks/scope", {{"inputs", "64"}}), std::nullopt);
  EXPECT_EQ(grown("math/sum", {{"signs", "1000"}}), std::nullopt);
  EXPECT_EQ(grown("math/gain", {}), std::nullopt);
  EXPECT_EQ(grown("logic/logical_operator", {{"Operator", "NOT"}}), std::nullopt);
  EXPECT_EQ(one_more_input(Diagram{}, library, Id{7}), std::nullopt);
}

// Of the whole library, those one would expect; and each has then one input more.
TEST(InputGrowth, OfTheLibrary) {
  std::set<std::string> growing;
  for (const BlockType* type : library.all()) {
    ModelBuilder m;
    const Id id = m.block(type->id, "Block");
    const auto changes = one_more_input(m.diagram, library, id);
    if (!changes) continue;
    growing.insert(type->id);
    const std::size_t before = block_interface(m.diagram, library, id).inputs.size();
    for (const auto& [name, text] : *changes) m.diagram.blocks[id].parameters[name] = text;
    EXPECT_EQ(block_interface(m.diagram, library, id).inputs.size(), before + 1) << type->id;
  }
  EXPECT_EQ(growing,
            (std::set<std::string>{"logic/logical_operator", "math/minmax", "math/product", "math/sum",
                                   "ports/if", "routing/bus_creator", "routing/manual_variant",
                                   "routing/merge", "routing/multiport_switch", "routing/mux",
                                   "routing/vector_concatenate", "sinks/scope"}));
}

}  // namespace sim
