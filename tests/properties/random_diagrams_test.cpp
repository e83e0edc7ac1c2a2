// What must hold for every diagram, on some hundreds of random ones.
#include <gtest/gtest.h>

#include <cstdlib>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "tests/support/random_diagram.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr int diagrams = 300;

// A third of them with everything that happens at instants.
Diagram draw(int k) {
  return RandomModel(static_cast<unsigned>(1000 + k), 8 + k % 53, 0, k % 3 == 2).diagram();
}

}  // namespace

TEST(RandomDiagrams, CompileAndRun) {
  int finished = 0;
  for (int k = 0; k < diagrams; ++k) {
    const RunOutcome outcome = run_diagram(draw(k));
    EXPECT_TRUE(outcome.prepared) << k << ": " << outcome.messages();
    finished += outcome.end == RunEnd::Finished;
  }
  EXPECT_GT(finished, diagrams * 9 / 10);  // a few grow beyond all numbers
}

// A loop may have no solution: then the run says so. Twice the same run gives the same bits.
TEST(RandomDiagrams, WithAlgebraicLoopsRunOrSayWhyNot) {
  int finished = 0, count = 0;
  for (int k = 0; k < diagrams; k += 2, ++count) {
    const Diagram diagram = RandomModel(static_cast<unsigned>(5000 + k), 8 + k % 31, 1 + k % 3).diagram();
    const RunOutcome outcome = run_diagram(diagram);
    EXPECT_TRUE(outcome.prepared) << k << ": " << outcome.messages();
    finished += outcome.end == RunEnd::Finished;
    if (outcome.end != RunEnd::Finished) {
      EXPECT_NE(outcome.messages(), "") << k;
    }
    if (k % 10 == 0) {
      EXPECT_EQ(difference(outcome, run_diagram(diagram)), "") << k;
    }
  }
  EXPECT_GT(finished, count * 2 / 3);
}

TEST(RandomDiagrams, TwoRunsAreTheSameToTheLastBit) {
  for (int k = 0; k < diagrams; k += 3) {
    const RunOutcome first = run_diagram(draw(k)), second = run_diagram(draw(k));
    EXPECT_EQ(difference(first, second), "") << k;
  }
}

// Whole runs, with steps, events and loops: machine code from the first evaluation on, and none at all. A
// share of them normally; 10,000 with FLUXION_LONG_TESTS in the environment.
TEST(RandomDiagrams, BothBackendsGiveTheSameBits) {
  const int count = std::getenv("FLUXION_LONG_TESTS") ? 10'000 : 100;
  for (int k = 0; k < count; ++k) {
    const auto seed = static_cast<unsigned>(20'000 + k);
    Diagram diagram = RandomModel(seed, 8 + k % 53, k % 4 == 1 ? 1 + k % 3 : 0, k % 3 == 2).diagram();
    diagram.settings["Backend"] = "interpreter";
    const RunOutcome interpreted = run_diagram(diagram);
    diagram.settings["Backend"] = "native";
    EXPECT_EQ(difference(interpreted, run_diagram(diagram)), "") << k;
  }
}

TEST(RandomDiagrams, TheOrderOfBlocksDoesNotMatter) {
  for (int k = 0; k < diagrams; ++k) {
    const Diagram diagram = draw(k);
    const RunOutcome plain = run_diagram(diagram);
    const RunOutcome permuted = run_diagram(with_permuted_ids(diagram, static_cast<unsigned>(k)));
    EXPECT_EQ(difference(plain, permuted), "") << k;
  }
}

TEST(RandomDiagrams, ASubsystemIsOnlyAWayToDraw) {
  for (int k = 0; k < diagrams; ++k) {
    const Diagram diagram = draw(k);
    Diagram grouped = with_subsystem(diagram, static_cast<unsigned>(k));
    if (k % 2) grouped = with_subsystem(grouped, static_cast<unsigned>(k) + 7000);
    const RunOutcome plain = run_diagram(diagram), inside = run_diagram(grouped);
    EXPECT_EQ(difference(plain, inside), "") << k;
  }
}

TEST(RandomDiagrams, SaveAndLoadExactly) {
  for (int k = 0; k < diagrams; ++k) {
    const Diagram diagram = with_subsystem(draw(k), static_cast<unsigned>(k));
    const std::string text = write_diagram(diagram);
    auto loaded = read_diagram(text, "random.flx");
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    EXPECT_TRUE(loaded->warnings.empty()) << to_text(loaded->warnings.front());
    EXPECT_TRUE(loaded->diagram == diagram) << k;
    EXPECT_EQ(write_diagram(loaded->diagram), text) << k;
  }
}

TEST(RandomDiagrams, UndoExactly) {
  for (int k = 0; k < diagrams; ++k) {
    const Diagram original = with_subsystem(draw(k), static_cast<unsigned>(k));
    Diagram diagram = original;
    std::mt19937 random(static_cast<unsigned>(k));
    auto any_block = [&] {
      auto it = diagram.blocks.begin();
      std::advance(it, static_cast<std::ptrdiff_t>(random() % diagram.blocks.size()));
      return it->first;
    };
    std::vector<Edit> undo;
    for (int step = 0; step < 20 && diagram.blocks.size() > 3; ++step) {
      Edit edit;
      switch (random() % 5) {
        case 0:
          edit = remove_blocks(diagram, {any_block()});
          break;
        case 1:
          edit = move_blocks(diagram, {any_block(), any_block()}, {13, -7});
          break;
        case 2: {
          Block block = diagram.blocks.at(any_block());
          block.parameters["k"] = std::to_string(step);
          edit = insert_block(diagram, block).edit;
          break;
        }
        case 3:
          if (auto renamed = rename_block(diagram, any_block(), "B1")) edit = *renamed;
          break;
        default:
          if (auto wired = connect(diagram, {any_block(), 0}, {any_block(), 0})) edit = *wired;
      }
      undo.push_back(apply(diagram, edit));
    }
    const Diagram changed = diagram;
    std::vector<Edit> redo;
    for (; !undo.empty(); undo.pop_back()) redo.push_back(apply(diagram, undo.back()));
    EXPECT_TRUE(diagram == original) << k;
    for (; !redo.empty(); redo.pop_back()) apply(diagram, redo.back());
    EXPECT_TRUE(diagram == changed) << k;
  }
}

}  // namespace sim
