// Bytes that come in pieces of any size become lines, and no more than the limit is kept.
#include "app/server/lines.h"

#include <gtest/gtest.h>

namespace fluxion::server {

static std::string taken(Lines& lines) {
  std::string all;
  while (!lines.empty()) all += '[' + lines.take() + ']';
  return all;
}

TEST(Lines, ComeInPiecesOfAnySize) {
  const std::string text = "one\ntwo\r\n\n \t\nthree\nfour";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    Lines lines;
    for (std::size_t at = 0; at < text.size(); at += piece)
      EXPECT_TRUE(lines.add(std::string_view(text).substr(at, piece), 10));
    EXPECT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines.bytes(), 12u);
    EXPECT_TRUE(lines.incomplete());
    EXPECT_EQ(taken(lines), "[one][two\r][three]");
    EXPECT_EQ(lines.bytes(), 0u);
  }
}

TEST(Lines, AreNoLongerThanTheLimit) {
  Lines lines;
  EXPECT_TRUE(lines.add("1234\n12", 4));
  EXPECT_TRUE(lines.add("34", 4));
  EXPECT_TRUE(lines.add("\n", 4));
  EXPECT_EQ(taken(lines), "[1234][1234]");
  EXPECT_TRUE(lines.add("123", 4));
  EXPECT_FALSE(lines.add("45\n", 4));
  EXPECT_FALSE(lines.incomplete()) << "nothing of it is kept";
}

}  // namespace fluxion::server
