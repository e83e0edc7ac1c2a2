// A program that is killed while it saves has lost nothing that it said was saved, and leaves a whole file.
#include "tests/sim_core/diagram/killed_save.h"

#include <filesystem>

namespace sim {

namespace fs = std::filesystem;

TEST(KilledSave, LosesNothing) {
  constexpr int blocks = 1000;  // so that a save takes some milliseconds
  const fs::path folder = fs::temp_directory_path() / ("fluxion-killed-save-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string path = (folder / "model.flx").string();
  ASSERT_TRUE(save_model(path, numbered_model(0, blocks)).empty());
  const int said = expect_nothing_lost({path, blocks, 60'000}, [](const auto& save) { save(); });
  // What the last one left goes with the next save.
  ASSERT_TRUE(save_model(path, numbered_model(said, blocks)).empty());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  fs::remove_all(folder);
}

}  // namespace sim
