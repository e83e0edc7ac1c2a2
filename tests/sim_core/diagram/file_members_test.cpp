#include "sim_core/diagram/file_members.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>

#include "sim_core/diagram/file.h"

namespace sim {

static std::string content(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(std::string(FLUXION_SOURCE_DIR) + "/" + path).rdbuf();
  return out.str();
}

static std::string example() {
  const std::string page = content("docs/file-format.md");
  const auto start = page.find("```json\n") + 8;
  return page.substr(start, page.find("```", start) - start);
}

// The reader, the schema and the page name the same members.
TEST(FileMembers, AreThoseOfTheSchemaAndThePage) {
  const auto schema = nlohmann::json::parse(content("resources/schema/flx.schema.json"));
  const std::string page = content("docs/file-format.md");
  const auto check = [&](const nlohmann::json& properties, std::span<const std::string_view> members) {
    std::set<std::string> named;
    for (const auto& [key, value] : properties.items()) named.insert(key);
    EXPECT_EQ(named, std::set<std::string>(members.begin(), members.end()));
    for (std::string_view member : members)
      EXPECT_NE(page.find("`" + std::string(member) + "`"), page.npos) << member;
  };
  check(schema.at("properties"), file_members::top);
  const auto& kinds = schema.at("$defs");
  check(kinds.at("variable").at("properties"), file_members::variable);
  check(kinds.at("block").at("properties"), file_members::block);
  check(kinds.at("mask_parameter").at("properties"), file_members::mask_parameter);
  check(kinds.at("mask_icon").at("properties"), file_members::mask_icon);
  check(kinds.at("link").at("properties"), file_members::link);
  check(kinds.at("line").at("properties"), file_members::line);
  check(kinds.at("annotation").at("properties"), file_members::annotation);
}

TEST(FileMembers, TheLimitsOfTheSchemaAreThoseOfTheReader) {
  const auto kinds = nlohmann::json::parse(content("resources/schema/flx.schema.json")).at("$defs");
  EXPECT_EQ(kinds.at("id").at("maximum"), max_file_id);
  EXPECT_EQ(kinds.at("name").at("maxLength"), max_name_length);
  EXPECT_EQ(kinds.at("point").at("items").at("maximum"), max_coordinate);
  const auto& block = kinds.at("block").at("properties");
  EXPECT_EQ(block.at("mask").at("maxItems"), max_mask_parameters);
  EXPECT_EQ(kinds.at("mask_parameter").at("properties").at("choices").at("maxItems"), max_mask_choices);
  EXPECT_EQ(block.at("priority").at("maximum"), max_priority);
  EXPECT_EQ(block.at("priority").at("minimum"), -max_priority);
  EXPECT_EQ(kinds.at("size").at("items").at("maximum"), max_element_size);
  EXPECT_EQ(kinds.at("port").at("prefixItems").at(1).at("maximum"), max_port_number);
}

TEST(FileMembers, TheExampleOfThePageIsAModelAsTheProgramWritesIt) {
  const auto loaded = read_diagram(example(), "example");
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_TRUE(loaded->warnings.empty());
  EXPECT_EQ(loaded->diagram.blocks.size(), 7u);
  EXPECT_EQ(loaded->diagram.lines.at(Id{13}).parent, Id{4});
  EXPECT_EQ(write_diagram(loaded->diagram), example());
}

}  // namespace sim
