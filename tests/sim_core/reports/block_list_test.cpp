// What a program that writes models reads of block types, against what the types declare.
#include "sim_core/reports/block_list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim_core/blocks/standard_library.h"

using namespace sim;
using Json = nlohmann::json;

TEST(BlockList, EveryTypeIsThereAsItIsDeclared) {
  const BlockLibrary library = standard_library();
  const Json all = Json::parse(blocks_json(library.all(), library));
  ASSERT_EQ(all.size(), library.all().size());
  for (const Json& json : all) {
    const BlockType* type = library.find(json["type"]);
    ASSERT_TRUE(type) << json["type"];
    ASSERT_EQ(json["parameters"].size(), type->parameters.size()) << type->id;
    for (std::size_t k = 0; k < type->parameters.size(); ++k) {
      const ParameterSpec& spec = type->parameters[k];
      const Json& parameter = json["parameters"][k];
      EXPECT_EQ(parameter["name"], spec.name);
      EXPECT_EQ(parameter["default"], spec.default_text);
      EXPECT_EQ(parameter["unit"], spec.unit);
      if (spec.kind == ParameterKind::Choice) {
        EXPECT_EQ(parameter["choices"], Json(spec.choices)) << type->id;
      }
    }
  }
}

TEST(BlockList, OneTypeAsTextAndAsJson) {
  const BlockLibrary library = standard_library();
  const BlockType* gain = library.find("math/gain");
  const Json json = Json::parse(blocks_json(std::span(&gain, 1), library)).at(0);
  EXPECT_EQ(json["inputs"], Json::parse(R"([{"name": "u", "doc": ""}])"));
  EXPECT_EQ(json["outputs"][0]["name"], "y");
  EXPECT_TRUE(json["ports_follow_from"].is_null());
  const std::string text = block_text(*gain, library);
  EXPECT_NE(text.find("math/gain  Gain (Math Operations)"), text.npos);
  EXPECT_NE(text.find("input 1: u\n"), text.npos);
  EXPECT_NE(text.find("  k = 1    Gain (real)\n"), text.npos) << text;
  EXPECT_NE(text.find("      one of: element-wise | "), text.npos) << text;
  const BlockType* sum = library.find("math/sum");
  EXPECT_EQ(Json::parse(blocks_json(std::span(&sum, 1), library)).at(0)["ports_follow_from"], "parameters");
}

TEST(BlockList, TheListHasALineForEachType) {
  const BlockLibrary library = standard_library();
  const std::string text = block_list_text(library);
  for (const BlockType* type : library.all())
    EXPECT_NE(text.find("\n  " + type->id + ' '), text.npos) << type->id;
}
