// Whatever a diagram says, preparing it ends in a run or in diagnostics, and running it ends.
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/random_diagram.h"
#include "tests/support/run_results.h"
#include "tests/support/vandal.h"

namespace sim {

namespace {

// Ends a run that goes on for long.
class Watchdog {
 public:
  explicit Watchdog(RunControl& control)
      : thread_([&control, this] {
          std::unique_lock lock(mutex_);
          if (!done_changed_.wait_for(lock, std::chrono::milliseconds(100), [this] { return done_; }))
            control.request_stop();
        }) {}
  ~Watchdog() {
    {
      std::lock_guard lock(mutex_);
      done_ = true;
    }
    done_changed_.notify_all();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace

TEST(HostileDiagrams, EndInARunOrInDiagnostics) {
  const BlockLibrary library = standard_library();
  int prepared = 0, refused = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Diagram base = RandomModel(seed, 6 + static_cast<int>(seed % 25)).diagram();
    if (seed % 2) base = with_subsystem(base, seed);
    const Diagram diagram = Vandal(seed).spoil(std::move(base));
    auto run = ModelRun::prepare(diagram, library);
    if (!run) {
      ++refused;
      for (const Diagnostic& d : run.errors()) EXPECT_FALSE(d.message.empty());
      continue;
    }
    ++prepared;
    Watchdog watchdog((*run)->control());
    const RunResult result = (*run)->execute();
    if (result.end == RunEnd::Failed) {
      EXPECT_TRUE(has_errors(result.diagnostics));
      EXPECT_FALSE(result.diagnostics.back().message.empty());
    }
  }
  EXPECT_GT(prepared, 500);
  EXPECT_GT(refused, 500);
}

}  // namespace sim
