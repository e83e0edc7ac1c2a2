// Every example can be left at any major step and gone on with elsewhere, and stepped back in: to the last
// bit as if nothing had happened.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "sim_core/operating_points/operating_point_file.h"
#include "tests/examples/example_run.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

std::unique_ptr<ModelRun> prepare(const std::string& name) {
  auto run = ModelRun::prepare(load(name), library());
  if (!run) ADD_FAILURE() << to_text(run.errors().front());
  return run ? *std::move(run) : nullptr;
}

std::map<std::string, Bits> columns_of(const ModelRun& run) {
  std::map<std::string, Bits> columns;
  copy_log(run.log(), columns);
  return columns;
}

// A run in a thread of its own, as the window has it.
class Running {
 public:
  explicit Running(ModelRun& run) : run_(run), thread_([this] { end_ = run_.execute().end; }) {}
  ~Running() {
    run_.control().request_stop();
    if (thread_.joinable()) thread_.join();
  }
  // Until it waits for a command that has not been given.
  void settle() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while ((!run_.control().paused() || run_.control().stepping_back()) &&
           std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(run_.control().paused());
  }
  RunEnd end() {
    thread_.join();
    return end_;
  }

 private:
  ModelRun& run_;
  RunEnd end_ = RunEnd::Failed;
  std::thread thread_;
};

}  // namespace

class OperatingPoints : public testing::TestWithParam<std::string> {};

TEST_P(OperatingPoints, GoOnElsewhereAsIfNothingHadHappened) {
  const auto whole = prepare(GetParam());
  ASSERT_TRUE(whole);
  ASSERT_EQ(whole->execute().end, RunEnd::Finished);
  const auto expected = columns_of(*whole);
  const std::uint64_t steps = whole->control().progress().steps;
  for (std::uint64_t k : {steps / 7, steps / 3, steps - 2}) {
    const auto first = prepare(GetParam()), second = prepare(GetParam());
    first->control().step_forward(static_cast<int>(k));
    Running running(*first);
    running.settle();
    first->control().request_stop();
    ASSERT_EQ(running.end(), RunEnd::Stopped);
    const auto point = first->operating_point();
    ASSERT_TRUE(point);
    auto read = read_operating_point(write_operating_point(*point, first->program()), second->program());
    ASSERT_TRUE(read) << to_text(read.errors().front());
    second->start_from(*std::move(read));
    ASSERT_EQ(second->execute().end, RunEnd::Finished);
    const auto rest = columns_of(*second);
    const std::size_t rows = rest.at("time").size() - 1;  // the first is the point itself
    ASSERT_LT(rows, expected.at("time").size());
    for (const auto& [name, bits] : rest)
      EXPECT_TRUE(std::equal(bits.end() - static_cast<std::ptrdiff_t>(rows), bits.end(),
                             expected.at(name).end() - static_cast<std::ptrdiff_t>(rows)))
          << name << " from step " << k;
  }
}

TEST_P(OperatingPoints, SteppingBackLeavesNoTrace) {
  const auto whole = prepare(GetParam()), stepped = prepare(GetParam());
  ASSERT_TRUE(whole && stepped);
  ASSERT_EQ(whole->execute().end, RunEnd::Finished);
  RunControl& control = stepped->control();
  control.keep_points(8, 1);
  control.step_forward(20);
  Running running(*stepped);
  running.settle();
  EXPECT_EQ(control.progress().steps, 20u);
  for (int k = 0; k < 5; ++k) control.step_back();
  running.settle();
  EXPECT_EQ(control.progress().steps, 15u);
  EXPECT_LE(stepped->log().time(stepped->log().size() - 1), control.progress().time);
  for (int k = 0; k < 20; ++k) control.step_back();  // no further than what is kept
  running.settle();
  EXPECT_EQ(control.progress().steps, 12u);
  control.resume();
  ASSERT_EQ(running.end(), RunEnd::Finished);
  EXPECT_TRUE(columns_of(*stepped) == columns_of(*whole));
}

// To instants between the states that are kept, it goes by the same steps as before.
TEST_P(OperatingPoints, StepsBackAreSingleSteps) {
  const auto whole = prepare(GetParam()), stepped = prepare(GetParam());
  ASSERT_TRUE(whole && stepped);
  ASSERT_EQ(whole->execute().end, RunEnd::Finished);
  RunControl& control = stepped->control();
  control.keep_points(2, 7);
  control.step_forward(17);
  Running running(*stepped);
  running.settle();
  const double then = control.progress().time;
  control.step_forward(3);
  running.settle();
  EXPECT_EQ(control.progress().steps, 20u);
  for (int k = 0; k < 3; ++k) control.step_back();
  running.settle();
  EXPECT_EQ(control.progress().steps, 17u);
  EXPECT_EQ(control.progress().time, then);
  for (int k = 0; k < 20; ++k) control.step_back();  // no further than what is kept
  running.settle();
  EXPECT_EQ(control.progress().steps, 0u);
  control.resume();
  ASSERT_EQ(running.end(), RunEnd::Finished);
  EXPECT_TRUE(columns_of(*stepped) == columns_of(*whole));
}

INSTANTIATE_TEST_SUITE_P(All, OperatingPoints, testing::ValuesIn(example_names()),
                         [](const auto& info) { return info.param; });

TEST(OperatingPoint, OfAnotherModelIsRefused) {
  const auto pendulum = prepare("damped_pendulum"), prey = prepare("predator_prey_drift");
  ASSERT_TRUE(pendulum && prey);
  pendulum->execute();
  const std::string text = write_operating_point(*pendulum->operating_point(), pendulum->program());
  EXPECT_FALSE(read_operating_point(text, prey->program()));
  EXPECT_FALSE(read_operating_point("", prey->program()));
  EXPECT_FALSE(read_operating_point("{\"fluxion_operating_point\": 1}", prey->program()));
  // Nor is one that contradicts itself.
  for (const auto& [was, is] : std::map<std::string, std::string>{{"\"time\": 20.0", "\"time\": -3.0"},
                                                                  {"\"time\": 20.0", "\"time\": 1e300"}}) {
    std::string other = text;
    if (const auto at = other.find(was); at != std::string::npos) other.replace(at, was.size(), is);
    const auto run = prepare("damped_pendulum");
    if (auto point = read_operating_point(other, run->program())) {
      run->start_from(*std::move(point));
      EXPECT_EQ(run->execute().end, RunEnd::Failed);
    }
  }
  // At the stop time there is nothing left to run.
  const auto again = prepare("damped_pendulum");
  again->start_from(*read_operating_point(text, again->program()));
  EXPECT_EQ(again->execute().end, RunEnd::Failed);
}

// What was recorded for a delay is checked before it is read.
TEST(OperatingPoint, WithABrokenPastIsRefused) {
  const auto whole = prepare("delayed_predator_prey");
  ASSERT_TRUE(whole);
  whole->control().step_forward(50);
  Running running(*whole);
  running.settle();
  whole->control().request_stop();
  ASSERT_EQ(running.end(), RunEnd::Stopped);
  const OperatingPoint good = *whole->operating_point();
  const auto ends = [&](auto&& spoil) {
    OperatingPoint point = good;
    spoil(point);
    const auto run = prepare("delayed_predator_prey");
    run->start_from(std::move(point));
    return run->execute().end;
  };
  EXPECT_EQ(ends([](OperatingPoint&) {}), RunEnd::Finished);
  const auto refused = [&](auto&& spoil) { EXPECT_EQ(ends(spoil), RunEnd::Failed); };
  refused([](OperatingPoint& p) { p.histories.recorded[0].segments.clear(); });
  refused([](OperatingPoint& p) {
    p.histories.recorded[0].segments.clear();
    p.histories.recorded[0].values.clear();
  });
  refused([](OperatingPoint& p) { p.histories.pieces[0][0] = 7'000'000; });
  refused([](OperatingPoint& p) { p.histories.settled_at = 50; });
  refused(
      [](OperatingPoint& p) { p.histories.recorded[0].piece = std::numeric_limits<std::int64_t>::max(); });
  refused([](OperatingPoint& p) { p.histories.breakpoints.emplace(NAN, Breakpoint{}); });
  refused([](OperatingPoint& p) { p.time = -5; });
}

}  // namespace sim
