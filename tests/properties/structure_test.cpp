// Ways to draw that must not change a result, on random diagrams and on the examples.
#include <gtest/gtest.h>

#include <filesystem>

#include "sim_core/diagram/file.h"
#include "tests/support/random_diagram.h"
#include "tests/support/rewired.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr int diagrams = 200;

// Half of them with everything that happens at instants.
Diagram draw(unsigned k) {
  return RandomModel(5000 + k, 8 + static_cast<int>(k % 53), static_cast<int>(k % 8 == 7), k % 2 == 1)
      .diagram();
}

Diagram without_reduction(Diagram diagram) {
  diagram.settings["BlockReduction"] = "off";
  return diagram;
}

}  // namespace

TEST(Structure, TagsAreOnlyAWayToDraw) {
  for (unsigned k = 0; k < diagrams; ++k) {
    const Diagram diagram = draw(k);
    EXPECT_EQ(difference(run_diagram(diagram), run_diagram(Rewirer(diagram, k).with_tags())), "") << k;
  }
}

TEST(Structure, BusesAreOnlyAWayToDraw) {
  for (unsigned k = 0; k < diagrams; ++k) {
    const Diagram diagram = draw(k);
    EXPECT_EQ(difference(run_diagram(diagram), run_diagram(Rewirer(diagram, k).with_bus())), "") << k;
  }
}

// Buses whose elements are buses' elements, through tags, through borders, under other ids, from a file.
TEST(Structure, AllWaysTogether) {
  for (unsigned k = 0; k < diagrams; ++k) {
    const Diagram diagram = draw(k);
    Diagram other = Rewirer(Rewirer(diagram, k).with_bus(), k + 1).with_tags();
    other = Rewirer(with_subsystem(with_permuted_ids(other, k), k + 2), k + 3).with_bus();
    // A local tag is known in one subsystem only.
    bool tags_apart = false;
    for (auto& [id, block] : other.blocks)
      if (block.type == "routing/goto") block.parameters["TagVisibility"] = "global", tags_apart = true;
    if (!tags_apart) continue;
    const auto loaded = read_diagram(write_diagram(other), "other.flx");
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    EXPECT_EQ(difference(run_diagram(diagram), run_diagram(loaded->diagram)), "") << k;
  }
}

TEST(Structure, PrioritiesChangeNoResult) {
  for (unsigned k = 0; k < diagrams; ++k) {
    const Diagram diagram = draw(k);
    Diagram other = diagram;
    std::mt19937 random(k);
    for (auto& [id, block] : other.blocks)
      if (random() % 2) block.priority = static_cast<int>(random() % 9) - 4;
    EXPECT_EQ(difference(run_diagram(diagram), run_diagram(other)), "") << k;
  }
}

TEST(Structure, BlockReductionChangesNoResult) {
  for (unsigned k = 0; k < diagrams; ++k) {
    const Diagram diagram = k % 2 ? draw(k) : with_subsystem(draw(k), k);
    EXPECT_EQ(difference(run_diagram(diagram), run_diagram(without_reduction(diagram))), "") << k;
  }
}

TEST(Structure, BlockReductionChangesNoExample) {
  int compared = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(FLUXION_SOURCE_DIR "/examples")) {
    if (file.path().extension() != ".flx") continue;
    const auto loaded = load_file(file.path().string());
    ASSERT_TRUE(loaded) << file.path();
    const RunOutcome reduced = run_diagram(loaded->diagram);
    if (!reduced.prepared) continue;  // it needs a plug-in that is not here
    EXPECT_EQ(difference(reduced, run_diagram(without_reduction(loaded->diagram))), "") << file.path();
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

}  // namespace sim
