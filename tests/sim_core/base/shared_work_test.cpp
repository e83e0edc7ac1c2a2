#include "sim_core/base/shared_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "sim_core/base/work.h"

namespace sim {

TEST(SharedWork, EachPieceIsMadeOnce) {
  for (const int jobs : {1, 3}) {
    std::vector<std::atomic<int>> made(100);
    const auto done = share_work(made.size(), {jobs, {}, {}}, "count", [&](std::size_t k) {
      ++made[k];
      return Diagnostics{};
    });
    ASSERT_TRUE(done);
    EXPECT_TRUE(*done);
    for (const auto& each : made) EXPECT_EQ(each, 1);
  }
  EXPECT_TRUE(*share_work(0, {}, "count", [](std::size_t) { return Diagnostics{}; }));
}

TEST(SharedWork, AProblemEndsItAndIsTold) {
  std::atomic<int> made = 0;
  const auto done = share_work(1000, {2, {}, {}}, "count", [&](std::size_t k) {
    ++made;
    return k == 5 ? Diagnostics{error("five", "it is odd")} : Diagnostics{};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(to_text(done.error()), "five: it is odd");
  EXPECT_LT(made, 1000);
  const auto thrown = share_work(3, {1, {}, {}}, "count",
                                 [](std::size_t) -> Diagnostics { throw std::runtime_error("no luck"); });
  ASSERT_FALSE(thrown);
  EXPECT_NE(to_text(thrown.error()).find("no luck"), std::string::npos);
}

TEST(SharedWork, ItStopsInsideAPiece) {
  std::atomic<bool> stop = false;
  int made = 0;
  const auto done = share_work(10, {1, [&] { return stop.load(); }, {}}, "count", [&](std::size_t k) {
    if (k == 3) stop = true;
    check_stop();
    ++made;
    return Diagnostics{};
  });
  ASSERT_TRUE(done);
  EXPECT_FALSE(*done);
  EXPECT_EQ(made, 3);
}

}  // namespace sim
