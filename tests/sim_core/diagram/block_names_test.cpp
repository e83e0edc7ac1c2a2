#include "sim_core/diagram/block_names.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "tests/support/model_builder.h"

namespace sim {

TEST(BlockNames, SlashesAreDoubledInPaths) {
  EXPECT_EQ(in_path("m/s to km/h"), "m//s to km//h");
  EXPECT_EQ(in_path("Gain"), "Gain");
  EXPECT_EQ(last_name("Units/m//s to km//h"), "m/s to km/h");
  EXPECT_EQ(last_name("a//b/c"), "c");
  EXPECT_EQ(last_name("a////b"), "a//b");
  EXPECT_EQ(last_name("Gain"), "Gain");
  EXPECT_EQ(last_name(""), "");
}

TEST(BlockNames, PathsLeadBackToTheirBlocks) {
  ModelBuilder m;
  const Id units = m.block("ports/subsystem", "m/s");
  const Id inner = m.block("math/gain", "to km/h", {}, units);
  const Id b = m.block("ports/subsystem", "a");
  const Id deep = m.block("math/gain", "b", {}, b), flat = m.block("math/gain", "a/b"),
           twice = m.block("math/gain", "a//b");
  EXPECT_EQ(block_path(m.diagram, inner), "m//s/to km//h");
  EXPECT_EQ(block_path(m.diagram, deep), "a/b");
  EXPECT_EQ(block_path(m.diagram, flat), "a//b");
  EXPECT_EQ(block_path(m.diagram, twice), "a////b");
  for (Id id : {units, inner, b, deep, flat, twice}) {
    EXPECT_EQ(find_block(m.diagram, block_path(m.diagram, id)), id);
    EXPECT_EQ(last_name(block_path(m.diagram, id)), m.diagram.blocks.at(id).name);
  }
  EXPECT_EQ(find_block(m.diagram, "m/s"), std::nullopt);
}

TEST(BlockNames, NoneBeginsOrEndsWithASlash) {
  EXPECT_EQ(why_not_a_block_name("m/s"), "");
  for (const char* name : {"/s", "m/", "/"})
    EXPECT_EQ(why_not_a_block_name(name),
              "the name begins or ends with '/', which separates the names in a path");
  EXPECT_EQ(allowed_block_name("/m/s/"), "_m/s_");
  EXPECT_EQ(allowed_block_name("a\nb"), "a_b");
  EXPECT_EQ(allowed_block_name(std::string(999, 'x') + "/y"), std::string(999, 'x') + "_");
}

TEST(BlockNames, TheFileKeepsThem) {
  ModelBuilder m;
  const Id block = m.block("math/gain", "rad/s");
  const auto loaded = read_diagram(write_diagram(m.diagram), "m.flx");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->diagram.blocks.at(block).name, "rad/s");
  const auto renamed = rename_block(m.diagram, block, "km/h");
  ASSERT_TRUE(renamed);
  EXPECT_FALSE(rename_block(m.diagram, block, "km/"));
}

}  // namespace sim
