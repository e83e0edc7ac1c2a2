// Models that others made, where there are some: FLUXION_IMPORT_CORPUS names a folder of them.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include <gtest/gtest.h>
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/corpus_statistics.h"
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

// State charts, S-functions and libraries that are not there count as unresolved.
TEST(Corpus, NearlyAllBlocksAreExactOrApproximated) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder) GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder";
  const BlockLibrary library = standard_library();
  CorpusStatistics all;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (!is_importable(file.path().string())) continue;
    const auto imported = import_model(file.path().string(), library);
    ASSERT_TRUE(imported) << file.path();
    all.add(imported->report, 0);
    for (const ImportedBlock& block : imported->report.blocks) {
      if (block.outcome == Outcome::Unresolved) {
        EXPECT_NE(block.instead, "") << file.path() << ": " << block.path;
      } else if (block.outcome != Outcome::Exact) {
        EXPECT_FALSE(block.remarks.empty()) << file.path() << ": " << block.path;
      }
    }
  }
  const double kept = static_cast<double>(all.count(Outcome::Exact) + all.count(Outcome::Approximated));
  EXPECT_GE(kept, 0.95 * (kept + static_cast<double>(all.count(Outcome::Unresolved))));
}

// Of models that hold nearly every block once: the worst that became of each type.
TEST(Corpus, TypesOfEveryBlockAreKnown) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder) GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder";
  const BlockLibrary library = standard_library();
  std::map<std::string, Outcome> types;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = file.path().string();
    if (path.find("Simulink2dL__ports") == path.npos || !is_importable(path)) continue;
    const auto imported = import_model(path, library);
    ASSERT_TRUE(imported) << path;
    for (const ImportedBlock& block : imported->report.blocks) {
      Outcome& worst = types.emplace(block.source_type, block.outcome).first->second;
      worst = std::max(worst, block.outcome);
    }
  }
  if (types.empty()) GTEST_SKIP() << "there is no such model in " << folder;
  std::map<Outcome, int> counts;
  for (const auto& [type, outcome] : types) {
    ++counts[outcome];
    if (outcome > Outcome::Approximated) std::cout << name_of(outcome) << ": " << type << '\n';
  }
  const int known = counts[Outcome::Exact] + counts[Outcome::Approximated];
  std::cout << known << " of " << types.size() << " types are exact or approximated, "
            << counts[Outcome::LeftOut] << " have no effect on a run\n";
  EXPECT_GE(known, 160);
}

}  // namespace sim::importing
