// Models that others made, where there are some: FLUXION_IMPORT_CORPUS names a folder of them.
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/import_model.h"

namespace sim::importing {

TEST(Corpus, EveryFileOpensFastAndIsWrittenAsAModel) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder) GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder";
  const BlockLibrary library = standard_library();
  std::size_t files = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (!is_importable(file.path().string())) continue;
    ++files;
    const auto begin = std::chrono::steady_clock::now();
    const auto imported = import_model(file.path().string(), library);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    ASSERT_TRUE(imported) << file.path() << to_text(imported.error());
    EXPECT_LT(took.count(), 1) << file.path();
    const auto again = read_diagram(write_diagram(imported->diagram), file.path().string());
    ASSERT_TRUE(again) << file.path() << to_text(again.error());
    EXPECT_TRUE(again->warnings.empty()) << file.path() << to_text(again->warnings.front());
  }
  EXPECT_GT(files, 0u);
}

}  // namespace sim::importing
