#include "sim_core/exchange/frame.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace sim {

TEST(Frame, HasTheBytesThatGeneratedProgramsExchange) {
  const Bytes bytes = frame_bytes({258, 1.0, {-2.0}});
  const Bytes expected{'F', 'L', 'X', '1', 2, 1, 0,    0,      // 258
                       0,   0,   0,   0,   0, 0, 0xF0, 0x3F,   // 1.0
                       1,   0,   0,   0,   0, 0, 0,    0,      // count, nothing
                       0,   0,   0,   0,   0, 0, 0,    0xC0};  // -2.0
  EXPECT_EQ(bytes, expected);
}

TEST(Frame, IsReadAsItWasWritten) {
  const SignalFrame frame{7, 0.5, {1e-300, -0.0, 3}};
  const auto back = read_frame(frame_bytes(frame), 3);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->number, 7u);
  EXPECT_EQ(back->time, 0.5);
  EXPECT_EQ(back->values, frame.values);
}

TEST(Frame, WhatIsNoneIsRefused) {
  const Bytes good = frame_bytes({0, 0, {1, 2}});
  EXPECT_FALSE(read_frame(good, 1));
  EXPECT_FALSE(read_frame(good, 3));
  EXPECT_FALSE(read_frame({}, 0));
  for (const std::size_t at : {0, 3, 16, 20}) {
    Bytes changed = good;
    ++changed[at];
    EXPECT_FALSE(read_frame(changed, 2)) << at;
  }
  for (const double v : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_FALSE(read_frame(frame_bytes({0, 0, {1, v}}), 2));
}

TEST(Frame, ReadersDropOlderOnesAndStartAgainBehindTheLargestNumber) {
  FrameReader reader(1);
  const auto takes = [&](std::uint32_t number) {
    return reader.take(frame_bytes({number, 0, {1.0}})) != nullptr;
  };
  EXPECT_TRUE(takes(0xFFFFFFFE));
  EXPECT_FALSE(takes(0xFFFFFFFE));
  EXPECT_FALSE(takes(0xFFFFFFFD));
  EXPECT_TRUE(takes(0xFFFFFFFF));
  EXPECT_TRUE(takes(0));
  EXPECT_FALSE(takes(0xFFFFFFFF));
  EXPECT_TRUE(takes(5));
  EXPECT_EQ(reader.taken(), 4u);
  EXPECT_EQ(reader.dropped(), 3u);
}

// In pieces of any size, with noise in between, every undamaged frame is found, in order.
TEST(Frame, ScannersFindFramesInAStreamOfPieces) {
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Bytes stream;
  int damaged = 0;
  std::vector<std::uint32_t> sent, found;
  for (std::uint32_t k = 0; k < 500; ++k) {
    for (int noise = below(4); noise > 0; --noise) stream.push_back(static_cast<unsigned char>(below(64)));
    Bytes frame = checked_frame(frame_bytes({k, 0.1 * k, {1.0 * k, -1.0 * k}}));
    if (below(5) == 0) {
      frame[4 + static_cast<std::size_t>(below(30))] ^= 0x80U;
      ++damaged;
    } else {
      sent.push_back(k);
    }
    stream.insert(stream.end(), frame.begin(), frame.end());
  }
  FrameScanner scanner(2);
  int told = 0;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t size = std::min(stream.size() - at, static_cast<std::size_t>(1 + below(200)));
    scanner.feed(
        {stream.data() + at, size}, [&](auto bytes) { found.push_back(read_frame(bytes, 2).value().number); },
        [&] { ++told; });
    at += size;
  }
  EXPECT_EQ(found, sent);
  EXPECT_EQ(told, damaged);
}

}  // namespace sim
