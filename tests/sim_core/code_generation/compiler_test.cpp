#include "sim_core/code_generation/compiler.h"

#include <gtest/gtest.h>

#include <chrono>

#include "sim_core/base/work.h"

namespace sim {

TEST(Compiler, ProgramsGetTheirWordsAndTellWhatTheySaid) {
  const ProgramResult told =
      run_program({"sh", "-c", "printf '%s' \"$1\"; pwd >&2; exit 3", "sh", "a b;$(c)"}, "/tmp");
  EXPECT_TRUE(told.started);
  EXPECT_EQ(told.status, 3);
  EXPECT_EQ(told.output, "a b;$(c)/tmp\n");
  EXPECT_FALSE(run_program({"there-is-no-such-program"}, "/tmp").started);
}

TEST(Compiler, LongOutputIsCutAndTheProgramGoesOn) {
  const ProgramResult told = run_program({"sh", "-c", "yes | head -c 1000000"}, "/tmp");
  EXPECT_EQ(told.status, 0);
  EXPECT_EQ(told.output.size(), 64U << 10);
}

TEST(Compiler, AProgramIsEndedWithWhatItHasStartedWhereTheWorkStops) {
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] { return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(200); };
  const Work work(late);
  EXPECT_THROW(run_program({"sh", "-c", "sleep 600 & sleep 600"}, "/tmp"), WorkStopped);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace sim
