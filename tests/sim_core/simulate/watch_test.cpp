// The newest values of signals that nothing records.
#include <gtest/gtest.h>

#include <thread>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// x' = 1 from 0, its square, a vector and a sampled copy: all are integrated, and only x is
// recorded.
struct Watched {
  ModelBuilder m;
  Id one = m.block("sources/constant", "one"), x = m.block("continuous/integrator", "x"),
     square = m.block("math/product", "square"),
     vector = m.block("math/gain", "vector", {{"k", "[1 2 3 4 5]"}}),
     hold = m.block("discrete/zero_order_hold", "hold", {{"SampleTime", "0.75"}});
  Watched() {
    m.connect(one, x).connect(x, square, 0).connect(x, square, 1).connect(x, vector).connect(x, hold);
    int k = 0;
    for (Id id : {square, vector, hold})
      m.connect(id, m.block("continuous/integrator", "user" + std::to_string(k++)));
    m.connect(x, m.block("sinks/scope", "Scope"));
    m.set("StopTime", "2");
  }
  std::unique_ptr<ModelRun> run() {
    auto prepared = ModelRun::prepare(m.diagram, library);
    if (prepared) return *std::move(prepared);
    ADD_FAILURE() << to_text(prepared.error());
    return nullptr;
  }
  const BlockLibrary library = standard_library();
};

std::vector<double> of(const Program& program, Id id, const std::vector<double>& values) {
  for (const WatchedSignal& signal : program.watched)
    if (program.blocks[static_cast<std::size_t>(signal.block)].id == id)
      return {values.begin() + signal.first, values.begin() + signal.first + signal.count};
  ADD_FAILURE() << "not watched";
  return {};
}

}  // namespace

TEST(Watching, GivesTheNewestValuesOfSignalsThatNobodyRecords) {
  Watched w;
  const auto run = w.run();
  double t = 0;
  std::vector<double> values;
  EXPECT_FALSE(run->watched_values().read(t, values));
  ASSERT_EQ(run->execute().end, RunEnd::Finished);
  ASSERT_TRUE(run->watched_values().read(t, values));
  EXPECT_EQ(t, 2);
  const Program& p = run->program();
  EXPECT_NEAR(of(p, w.x, values)[0], 2, 1e-12);
  EXPECT_NEAR(of(p, w.square, values)[0], 4, 1e-12);
  EXPECT_NEAR(of(p, w.hold, values)[0], 1.5, 1e-12);
  const std::vector<double> vector = of(p, w.vector, values);
  ASSERT_EQ(vector.size(), 4u) << "the first elements are enough to look at";
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(vector[k], 2.0 * static_cast<double>(k + 1), 1e-12);
}

TEST(Watching, NothingIsWrittenWhereNobodyAskedForIt) {
  const auto run = Watched().run();
  ASSERT_EQ(run->execute().end, RunEnd::Finished);
  double t = 0;
  std::vector<double> values;
  EXPECT_FALSE(run->watched_values().read(t, values));
}

// Mux and Demux only rename elements, and can be looked at all the same.
TEST(Watching, ShowsWhatMuxAndDemuxGive) {
  Watched w;
  const Id mux = w.m.block("routing/mux", "mux"), demux = w.m.block("routing/demux", "demux");
  w.m.connect(w.vector, mux, 0).connect(w.x, mux, 1).connect(mux, demux);
  w.m.connect(demux, 1, w.m.block("sinks/scope", "Parts"), 0);
  const auto run = w.run();
  run->watched_values().ask();
  ASSERT_EQ(run->execute().end, RunEnd::Finished);
  double t = 0;
  std::vector<double> values;
  ASSERT_TRUE(run->watched_values().read(t, values));
  const std::vector<double> joined = of(run->program(), mux, values);
  ASSERT_EQ(joined.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(joined[k], 2.0 * static_cast<double>(k + 1), 1e-12);
  EXPECT_NEAR(of(run->program(), demux, values)[0], 2, 1e-12) << "its first output: the first half";
}

TEST(Watching, ChangesNoDigitOfTheRun) {
  Watched on, off;
  for (Watched* w : {&on, &off}) {
    // A loop for the solver, whose unknown is looked at too.
    const Id loop = w->m.block("user_defined/fcn", "f", {{"expression", "0.5*cos(u) + 0.1*sin(3*u)"}});
    w->m.connect(loop, loop).connect(loop, w->m.block("sinks/scope", "Loop"));
  }
  const auto watched = on.run(), plain = off.run();
  ASSERT_TRUE(watched && plain);
  watched->watched_values().ask();
  std::thread thread([&] { EXPECT_EQ(watched->execute().end, RunEnd::Finished); });
  double t = 0;
  std::vector<double> values;
  while (t < 2) watched->watched_values().read(t, values);
  thread.join();
  ASSERT_EQ(plain->execute().end, RunEnd::Finished);
  ASSERT_EQ(watched->log().size(), plain->log().size());
  for (std::size_t row = 0; row < plain->log().size(); ++row)
    for (int column = 0; column < 2; ++column)
      EXPECT_EQ(watched->log().value(column, row), plain->log().value(column, row));
}

TEST(Watching, ShowsWhereAPausedRunIs) {
  Watched w;
  const auto run = w.run();
  run->control().request_pause();
  std::thread thread([&] { run->execute(); });
  while (!run->control().paused()) std::this_thread::yield();
  double t = -1;
  std::vector<double> values;
  EXPECT_TRUE(run->watched_values().read(t, values));
  EXPECT_EQ(t, 0);
  run->control().step_forward();
  while (run->control().progress().steps < 1 || !run->control().paused()) std::this_thread::yield();
  EXPECT_TRUE(run->watched_values().read(t, values));
  EXPECT_GT(t, 0);
  EXPECT_NEAR(of(run->program(), w.x, values)[0], t, 1e-12);
  run->control().request_stop();
  thread.join();
}

}  // namespace sim
