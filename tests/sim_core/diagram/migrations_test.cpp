#include "sim_core/diagram/migrations.h"

#include <gtest/gtest.h>

namespace sim {

// A made-up history: version 1 called the blocks "nodes"; version 2 had no "name" at the top.
static void rename_nodes(Json& file) {
  for (auto& key : file.keys)
    if (key == "nodes") key = "blocks";
}
static void add_name(Json& file) {
  file.keys.push_back("name");
  file.items.push_back({Json::Kind::Text, "unnamed", {}, {}});
}
static constexpr Migration history[] = {rename_nodes, add_name};

static std::string migrated(const std::string& text, int expected_version) {
  Json json = *parse_json(text, "old.flx");
  const auto version = migrate(json, "old.flx", history);
  EXPECT_TRUE(version);
  EXPECT_EQ(version ? *version : 0, expected_version);
  return to_text(json);
}

TEST(Migrations, AreAppliedFromTheVersionOfTheFileOn) {
  EXPECT_EQ(migrated(R"({"fluxion": 1, "nodes": [1]})", 1),
            R"({"fluxion": 3, "blocks": [1], "name": "unnamed"})");
  EXPECT_EQ(migrated(R"({"fluxion": 2, "nodes": [1]})", 2),
            R"({"fluxion": 3, "nodes": [1], "name": "unnamed"})");
  EXPECT_EQ(migrated(R"({"nodes": [], "fluxion": 3})", 3), R"({"nodes": [], "fluxion": 3})");
}

TEST(Migrations, ANewerVersionIsNamed) {
  Json json = *parse_json(R"({"fluxion": 4})", "new.flx");
  const auto version = migrate(json, "new.flx", history);
  ASSERT_FALSE(version);
  EXPECT_EQ(to_text(version.error()),
            "new.flx: fluxion: the file has format version 4; this program reads up to version 3 "
            "(open it with a newer Fluxion, one that reads format version 4)");
}

}  // namespace sim
