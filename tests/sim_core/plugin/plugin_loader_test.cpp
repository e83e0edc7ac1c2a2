// Plug-ins that are what they should be, and every way of not being it.
#include "sim_core/plugin/plugin_loader.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/sim_core/plugin/plugin_runs.h"

namespace sim {

namespace {

const std::filesystem::path test_plugins = FLUXION_TEST_PLUGIN_DIR;

// The diagnostics of the plug-in that is broken in this way.
Diagnostics load_broken(const std::string& how, BlockLibrary& library) {
  setenv("FLUXION_BROKEN", how.c_str(), 1);
  Diagnostics problems = load_plugin(test_plugins / "broken.so", library);
  unsetenv("FLUXION_BROKEN");
  return problems;
}

}  // namespace

TEST(PluginLoader, AddsTheBlocksOfAFolder) {
  BlockLibrary library = standard_library();
  const std::size_t built_in = library.all().size();
  EXPECT_TRUE(load_plugins(FLUXION_PLUGIN_DIR, library).empty());
  EXPECT_GE(library.all().size(), built_in + 3);
  const BlockType* type = library.find("predator_prey/projected");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->category, "Predator and Prey");
  EXPECT_EQ(std::filesystem::path(type->plugin).filename(), "predator_prey.so");
  EXPECT_EQ(type->keywords.front(), "Lotka");
  EXPECT_EQ(type->keywords.back(), "S-function");
  EXPECT_EQ(type->parameters.size(), 6u);  // with that of all blocks with states
  EXPECT_EQ(type->parameters.back().name, "AbsoluteTolerance");
  EXPECT_TRUE(type->fixed_inputs.empty());
  EXPECT_EQ(type->fixed_outputs.size(), 1u);
  for (const char* id : {"predator_prey/drift", "pendulum/cartesian"}) {
    ASSERT_TRUE(library.find(id)) << id;
    EXPECT_FALSE(library.find(id)->doc.empty());
  }
}

TEST(PluginLoader, TakesAMissingFolderForAnEmptyOne) {
  BlockLibrary library;
  EXPECT_TRUE(load_plugins("/no/such/folder", library).empty());
  EXPECT_TRUE(library.all().empty());
}

TEST(PluginLoader, GoesOnAfterABadFile) {
  BlockLibrary library = standard_library();
  const Diagnostics problems = load_plugins(test_plugins, library);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].path.find("no_entry.so"), std::string::npos);
  EXPECT_NE(problems[0].message.find("fluxion_plugin"), std::string::npos);
  EXPECT_TRUE(library.find("sample/switched"));
  EXPECT_TRUE(library.find("broken/lag"));
}

TEST(PluginLoader, RefusesWhatIsNoLibrary) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("fluxion_plugins_" + std::to_string(std::rand()));
  std::filesystem::create_directories(folder / "folder.so");
  std::ofstream(folder / "text.so") << "This is no library.\n";
  std::ofstream(folder / "empty.so");
  std::ofstream(folder / "notes.txt") << "Not looked at.\n";
  BlockLibrary library;
  const Diagnostics problems = load_plugins(folder, library);
  EXPECT_EQ(problems.size(), 3u);
  for (const Diagnostic& d : problems) {
    EXPECT_NE(d.message.find("cannot be loaded"), std::string::npos) << to_text(d);
    EXPECT_FALSE(d.remedy.empty());
  }
  EXPECT_EQ(load_plugin(folder / "missing.so", library).size(), 1u);
  EXPECT_EQ(load_plugins(folder / "text.so", library).size(), 1u);
  EXPECT_TRUE(library.all().empty());
  std::filesystem::remove_all(folder);
}

TEST(PluginLoader, RefusesAPluginTwice) {
  BlockLibrary library;
  EXPECT_TRUE(load_plugin(test_plugins / "broken.so", library).empty());
  const Diagnostics problems = load_plugin(test_plugins / "broken.so", library);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].message.find("'broken/lag' already"), std::string::npos) << to_text(problems[0]);
  EXPECT_EQ(library.all().size(), 1u);
}

TEST(PluginLoader, ChecksWhatAPluginSays) {
  const std::pair<const char*, const char*> cases[] = {
      {"null descriptor", "no descriptor"},
      {"wrong major", "built for version 7"},
      {"small descriptor", "descriptor has 16 bytes"},
      {"tiny descriptor", "descriptor has 0 bytes"},
      {"no blocks", "0 blocks"},
      {"too many blocks", "2000000000 blocks"},
      {"null block", "no block 1"},
      {"null accessor", "blocks"},
      {"same block twice", "already"},
      {"small block", "has 8 bytes"},
      {"null id", "no id"},
      {"id without vendor", "vendor/name"},
      {"id in capitals", "vendor/name"},
      {"id with two slashes", "vendor/name"},
      {"taken id", "'math/gain' already"},
      {"null label", "no label"},
      {"long label", "longer than"},
      {"not text", "not UTF-8"},
      {"cut text", "not UTF-8"},
      {"negative states", "-1 states"},
      {"huge states", "2000000000 states"},
      {"many parameters", "2000000000 parameters"},
      {"null parameters", "parameters have no valid size"},
      {"small parameter", "parameters have no valid size"},
      {"uneven parameters", "parameters differ in size"},
      {"parameter name", "'2 k' is no name"},
      {"parameter twice", "two parameters are called 'x0'"},
      {"parameter width", "-3 elements of a parameter"},
      {"null default", "no parameter's default"},
      {"default without value", "default of its parameter 'k' has no value"},
      {"default of text", "does not fit it"},
      {"default of wrong width", "does not fit it"},
      {"port without width", "0 elements of outputs"},
      {"huge port", "2000000000 elements of inputs"},
      {"null ports", "inputs have no valid size"},
      {"null port name", "no name for one of the inputs"},
      {"initial state", "initial state is parameter 2"},
      {"initial width", "initial state has 3 elements"},
      {"no outputs method", "no method that computes"},
      {"no derivatives method", "no method that gives derivatives"},
      {"jacobian without pattern", "Jacobian without a pattern"},
      {"projection without states", "projection and no states"},
      {"start alone", "only one of start and terminate"},
      {"small pattern", "pattern is incomplete"},
      {"null columns", "pattern is incomplete"},
      {"null rows", "pattern has no rows"},
      {"row out of range", "row 2 in column 0, with 2 rows"},
      {"negative row", "row -1"},
      {"rows descend", "do not ascend"},
      {"columns descend", "from 0 to -1"},
      {"columns leap", "to 2000000000"},
      {"columns begin late", "do not begin at 0"},
      {"no crossings", "0 zero crossings"},
      {"null crossings", "zero crossings are incomplete"},
      {"no direction", "zero crossing 0 has the direction 2"},
      {"no invariants", "0 invariants"},
      {"null invariants", "invariants are incomplete"},
      {"no discrete states", "0 discrete states"},
      {"null update", "discrete states are incomplete"},
      {"small discrete", "discrete states are incomplete"},
      {"null periods", "sample rates are incomplete"},
      {"many rates", "2000000000 sample rates"},
      {"no period", "sample rate 0 has no period"},
      {"late offset", "an offset that is not within it"},
  };
  for (const auto& [how, message] : cases) {
    BlockLibrary library = standard_library();
    const std::vector<std::string> before = library.ids();
    const Diagnostics problems = load_broken(how, library);
    ASSERT_EQ(problems.size(), 1u) << how;
    EXPECT_NE(problems[0].message.find(message), std::string::npos) << how << ": " << to_text(problems[0]);
    EXPECT_NE(problems[0].path.find("broken.so"), std::string::npos) << how;
    EXPECT_FALSE(problems[0].remedy.empty()) << how;
    EXPECT_EQ(library.ids(), before) << how;
  }
}

}  // namespace sim
