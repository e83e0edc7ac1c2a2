#include "sim_core/base/work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sim_core/base/attempt.h"
#include "sim_core/base/failure_report.h"
#include "sim_core/base/leave_on_stop.h"

namespace sim {
namespace {

struct RestoredLimit {
  const std::size_t before = memory_limit();
  ~RestoredLimit() { set_memory_limit(before); }
};

Diagnostic told(void (*what)()) {
  try {
    what();
  } catch (...) {
    return failure_report("do this");
  }
  return {};
}

}  // namespace

TEST(Work, StopsWithTheWorkAroundIt) {
  check_stop();  // no work: nothing to stop
  bool outer_stop = false, inner_stop = false;
  const Work outer([&] { return outer_stop; });
  {
    const Work inner([&] { return inner_stop; });
    check_stop();
    inner_stop = true;
    EXPECT_THROW(check_stop(), WorkStopped);
    inner_stop = false;
    outer_stop = true;
    EXPECT_THROW(check_stop(), WorkStopped);
    outer_stop = false;
    inner_stop = true;
  }
  check_stop();                              // the inner work is over
  std::thread([] { check_stop(); }).join();  // and this is the work of one thread
}

TEST(Work, KnowsWhetherAnybodyCanStopIt) {
  const Work outer;
  EXPECT_FALSE(outer.can_be_stopped());
  bool stop = false;
  {
    const Work asked([&] { return stop; });
    const Work inner;
    EXPECT_TRUE(inner.can_be_stopped()) << "with the work around it";
    check_stop();
    stop = true;
    EXPECT_THROW(check_stop(), WorkStopped);
  }
  check_stop();
}

TEST(Work, CountsWhatItsObjectsTakeAndGiveBack) {
  const RestoredLimit restored;
  set_memory_limit(10'000'000);
  const Work work;
  MemoryBudget& budget = *work.budget();
  {
    const MemoryCharge first(4'000'000), copy = first;
    EXPECT_EQ(budget.used(), 8'000'000u);
    EXPECT_THROW(MemoryCharge(2'000'001), OverBudget);
    EXPECT_EQ(budget.used(), 8'000'000u);  // what was refused is not counted
    const MemoryCharge last(2'000'000);
    EXPECT_EQ(budget.used(), budget.limit());
    EXPECT_THROW(need_memory(1), OverBudget);
  }
  EXPECT_EQ(budget.used(), 0u);
  MemoryCharge grows;
  for (int k = 0; k < 1000; ++k) grows.grow(1000);
  EXPECT_NEAR(static_cast<double>(budget.used()), 1e6, 65536);
  MemoryCharge moved = std::move(grows);
  grows = MemoryCharge();
  EXPECT_GT(budget.used(), 0u);
  moved = MemoryCharge();
  EXPECT_EQ(budget.used(), 0u);
}

TEST(Work, SaysWhichElementAskedForHowMuch) {
  const RestoredLimit restored;
  set_memory_limit(1'000'000'000);
  const Work work;
  const MemoryCharge used(600'000'000);
  const WorkPlace place("Plant/G7");
  const Diagnostic d = told([] { MemoryCharge(720'000'000); });
  EXPECT_EQ(d.path, "Plant/G7");
  EXPECT_EQ(d.message, "720 MB more memory is needed; 600 MB of the limit of 1 GB is in use");
  EXPECT_NE(d.remedy.find("--memory"), std::string::npos);
}

TEST(FailureReport, TellsEachKindOfFailure) {
  EXPECT_EQ(told([] { throw WorkStopped{}; }).message, "stopped");
  EXPECT_EQ(told([] { throw std::bad_alloc(); }).message, "there is not enough memory to do this");
  EXPECT_EQ(told([] { throw std::length_error("vector"); }).message,
            "an internal error made it impossible to do this: vector");
  EXPECT_EQ(told([] { throw 1; }).message, "an internal error made it impossible to do this");
}

TEST(Attempt, GivesTheResultOrSaysWhyThereIsNone) {
  const auto tried = [](void (*what)()) {
    const Result<int> result = attempt("read the table", "a.csv", [&]() -> Result<int> {
      what();
      return 3;
    });
    EXPECT_EQ(Work::current(), nullptr) << "the work is over";
    return result;
  };
  EXPECT_EQ(*tried([] {}), 3);
  const auto refused = attempt("read", "a.csv", []() -> Result<int> { return error("b.csv", "empty"); });
  EXPECT_EQ(refused.error().path, "b.csv");
  const auto missing = tried([] { throw std::bad_alloc(); });
  EXPECT_EQ(missing.error().message, "there is not enough memory to read the table");
  EXPECT_EQ(missing.error().path, "a.csv");
  EXPECT_EQ(tried([] { throw WorkStopped{}; }).error().message, "stopped");
  EXPECT_EQ(tried([] { throw std::length_error("vector"); }).error().path, "a.csv");
  // The element that asked for too much is nearer than the file.
  const auto large = tried([] {
    const WorkPlace place("Plant/G7");
    need_memory(1e12);
  });
  EXPECT_EQ(large.error().path, "Plant/G7");
}

TEST(Attempt, StopsWithTheWorkAroundItAndHasABudgetOfItsOwn) {
  const RestoredLimit restored;
  set_memory_limit(10'000'000);
  bool stop = false;
  const Work work([&] { return stop; });
  const MemoryCharge most(9'000'000);
  const auto again = [] {
    return attempt("compute", {}, []() -> Result<int> {
      const MemoryCharge more(9'000'000);
      check_stop();
      return 1;
    });
  };
  EXPECT_TRUE(again());
  stop = true;
  EXPECT_EQ(again().error().message, "stopped");
}

TEST(MemoryLimit, IsReadWithItsUnit) {
  EXPECT_EQ(parse_memory("4GB"), 4'000'000'000u);
  EXPECT_EQ(parse_memory("4 G"), 4'000'000'000u);
  EXPECT_EQ(parse_memory("1.5G"), 1'500'000'000u);
  EXPECT_EQ(parse_memory("500M"), 500'000'000u);
  EXPECT_EQ(parse_memory("20000000"), 20'000'000u);
  for (const char* wrong : {"", "G", "4X", "4GBs", "-4G", "1e3GB", "100", "1TB", "nan", "4..2G"})
    EXPECT_FALSE(parse_memory(wrong)) << wrong;
  EXPECT_EQ(to_memory_text(1e9), "1 GB");
  EXPECT_EQ(to_memory_text(999.6e3), "1 MB");
  EXPECT_EQ(to_memory_text(12), "12 bytes");
}

TEST(LeaveOnStop, GivesTheResultAndWhatIsThrown) {
  const Work work;
  EXPECT_EQ(leave_on_stop(1e9, [v = std::vector<int>{1, 2, 3}] { return v.size(); }), 3u);
  EXPECT_THROW(leave_on_stop(1e9, []() -> int { throw std::runtime_error("singular"); }), std::runtime_error);
  // What is computed apart takes of the same budget.
  leave_on_stop(1e9, [&] {
    EXPECT_EQ(Work::current()->budget(), work.budget());
    return 0;
  });
}

TEST(LeaveOnStop, LeavesWhatKnowsOfNoStop) {
  std::atomic<bool> stop{false};
  auto release = std::make_shared<std::promise<void>>();
  auto ended = std::make_shared<std::promise<void>>();
  auto over = ended->get_future();
  {
    const Work work([&] { return stop.load(); });
    EXPECT_THROW(leave_on_stop(1e9,
                               [&stop, release, ended] {
                                 stop = true;  // while it computes, somebody stops the work
                                 release->get_future().wait();
                                 EXPECT_THROW(check_stop(), WorkStopped);  // it may look at the stop itself
                                 ended->set_value();
                                 return 0;
                               }),
                 WorkStopped);
  }
  release->set_value();  // the work is gone by now
  EXPECT_EQ(over.wait_for(std::chrono::minutes(1)), std::future_status::ready);
}

}  // namespace sim
