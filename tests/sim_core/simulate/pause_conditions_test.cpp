#include "sim_core/simulate/pause_conditions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

std::vector<int> ids(const std::vector<PauseHit>& hits) {
  std::vector<int> out;
  for (const PauseHit& hit : hits) out.push_back(hit.id);
  return out;
}

std::vector<int> at(PauseConditions& conditions, double t, double signal) {
  return ids(conditions.met({t, std::span(&signal, 1), 0, 0, {}}));
}

// sin(t) into a scope, watched; ends at `stop`.
std::unique_ptr<ModelRun> sine(const char* stop) {
  static const BlockLibrary library = standard_library();
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave"), scope = m.block("sinks/scope", "Scope");
  m.connect(wave, scope).set("StopTime", stop).set("MaxStep", "0.01");
  auto run = ModelRun::prepare(m.diagram, library);
  return run ? *std::move(run) : nullptr;
}

void wait_for_pause(ModelRun& run) {
  for (int k = 0; k < 5000 && !run.control().paused(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(run.control().paused());
}

}  // namespace

TEST(PauseConditions, AComparisonIsMetWhenItBecomesTrue) {
  PauseConditions c;
  c.set({{1, PauseCondition::Kind::Signal, 0, -1, Relation::Above, 3},
         {2, PauseCondition::Kind::Signal, 0, -1, Relation::AtLeast, 3},
         {3, PauseCondition::Kind::Signal, 0, -1, Relation::Equal, 3},
         {4, PauseCondition::Kind::Signal, 0, -1, Relation::AtMost, 1},
         {5, PauseCondition::Kind::Signal, 0, -1, Relation::Below, 1}});
  EXPECT_EQ(at(c, 0, 2), (std::vector<int>{}));
  EXPECT_EQ(at(c, 1, 3), (std::vector<int>{2, 3}));
  EXPECT_EQ(at(c, 2, 4), (std::vector<int>{1}));
  EXPECT_EQ(at(c, 3, 5), (std::vector<int>{}));
  EXPECT_EQ(at(c, 4, 1), (std::vector<int>{4}));
  EXPECT_EQ(at(c, 5, 0), (std::vector<int>{5}));
  EXPECT_EQ(at(c, 6, std::nan("")), (std::vector<int>{}));
  EXPECT_EQ(at(c, 7, 4), (std::vector<int>{1, 2}));
}

TEST(PauseConditions, AValueIsCrossedEitherWay) {
  PauseConditions c;
  c.set({{7, PauseCondition::Kind::Signal, 0, -1, Relation::Crosses, 1}});
  EXPECT_TRUE(at(c, 0, 1).empty()) << "it begins there";
  EXPECT_TRUE(at(c, 1, 2).empty()) << "it leaves";
  EXPECT_EQ(at(c, 2, 0), (std::vector<int>{7}));
  EXPECT_EQ(at(c, 3, 1), (std::vector<int>{7})) << "it arrives";
  EXPECT_TRUE(at(c, 4, 0).empty());
}

TEST(PauseConditions, EventsCountFromWhenTheyAreLookedAt) {
  PauseConditions c;
  c.set({{1, PauseCondition::Kind::Rejection},
         {2, PauseCondition::Kind::ZeroCrossing},
         {3, PauseCondition::Kind::ZeroCrossing, 0, 5}});
  const std::vector<int> crossed{4, 5};
  EXPECT_TRUE(c.met({0, {}, 7, 9, {}}).empty());
  EXPECT_EQ(ids(c.met({1, {}, 7, 10, {}})), (std::vector<int>{1}));
  EXPECT_EQ(ids(c.met({2, {}, 9, 10, crossed})), (std::vector<int>{2, 3}));
  EXPECT_TRUE(c.met({3, {}, 9, 10, {}}).empty());
}

TEST(PauseConditions, AfterAStepBackWhatIsTrueIsNoNews) {
  PauseConditions c;
  c.set({{1, PauseCondition::Kind::Signal, 0, -1, Relation::Above, 3}});
  const double high = 4;
  EXPECT_EQ(at(c, 0, high), (std::vector<int>{1}));
  c.look_again({0, std::span(&high, 1), 0, 0, {}});
  EXPECT_TRUE(at(c, 1, high).empty());
}

TEST(PauseConditions, ARunPausesWhereTheyAreMet) {
  const auto run = sine("100");
  run->control().set_pause_conditions({{1, PauseCondition::Kind::Signal, 0, -1, Relation::Above, 0.5},
                                       {2, PauseCondition::Kind::Time, 0, -1, Relation::Above, 1.0}});
  std::thread thread([&] { run->execute(); });
  wait_for_pause(*run);
  auto hits = run->control().take_hits();
  ASSERT_EQ(ids(hits), (std::vector<int>{1}));
  EXPECT_NEAR(hits[0].time, M_PI / 6, 0.011);
  EXPECT_GT(hits[0].value, 0.5);
  EXPECT_EQ(run->control().progress().time, hits[0].time);
  run->control().resume();
  for (int k = 0; k < 5000 && run->control().progress().time < 1; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  wait_for_pause(*run);
  hits = run->control().take_hits();
  ASSERT_EQ(ids(hits), (std::vector<int>{2}));
  EXPECT_NEAR(hits[0].time, 1, 0.011);
  run->control().set_pause_conditions({});
  run->control().resume();
  thread.join();
  EXPECT_EQ(run->control().progress().time, 100);
}

TEST(PauseConditions, PausingChangesNoNumber) {
  const auto plain = sine("10"), paused = sine("10");
  plain->execute();
  paused->control().set_pause_conditions({{1, PauseCondition::Kind::Signal, 0, -1, Relation::Crosses, 0}});
  std::thread thread([&] { paused->execute(); });
  int hits = 0;
  while (paused->control().progress().time < 10) {
    if (!paused->control().paused()) continue;
    hits += static_cast<int>(paused->control().take_hits().size());
    paused->control().resume();
  }
  thread.join();
  hits += static_cast<int>(paused->control().take_hits().size());  // of a step that ended the run
  EXPECT_EQ(hits, 3);
  ASSERT_EQ(plain->log().size(), paused->log().size());
  for (std::size_t row = 0; row < plain->log().size(); ++row)
    ASSERT_EQ(plain->log().value(0, row), paused->log().value(0, row));
}

}  // namespace sim
