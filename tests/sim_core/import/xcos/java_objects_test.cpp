#include "sim_core/import/xcos/java_objects.h"

#include <gtest/gtest.h>

#include "sim_core/import/xcos/scilab_objects.h"
#include "tests/sim_core/import/xcos/java_bytes.h"

namespace sim::importing::xcos {

static std::string refusal(const std::string& bytes) {
  const auto values = read_scilab_objects(bytes);
  return values ? std::string() : values.error().message;
}

TEST(JavaObjects, GiveScilabsValues) {
  JavaBytes stream;
  stream.begin_list(2);
  stream.texts({{"1;2"}, {"x"}});
  stream.numbers({{1, 2}, {3, 4.5}});
  stream.end_list();
  const auto values = read_scilab_objects(stream.bytes);
  ASSERT_TRUE(values) << to_text(values.error());
  ASSERT_GE(values->size(), 2u);
  EXPECT_EQ((*values)[0].texts, (std::vector<std::string>{"1;2", "x"}));
  EXPECT_EQ((*values)[0].rows, 2);
  EXPECT_EQ((*values)[1].numbers, (std::vector<double>{1, 3, 2, 4.5}));  // by column
}

TEST(JavaObjects, AreRefusedWhereTheyAreCut) {
  JavaBytes stream;
  stream.begin_list(1);
  stream.numbers({{1, 2}, {3, 4}});
  stream.end_list();
  for (std::size_t n = 0; n < stream.bytes.size(); ++n)
    EXPECT_NE(refusal(stream.bytes.substr(0, n)), "") << n;
}

TEST(JavaObjects, AreRefusedWhereTheyLie) {
  EXPECT_EQ(refusal("hello"), "the stream of objects cannot be read: it does not begin as one");
  const std::string head("\xac\xed\x00\x05", 4);
  EXPECT_EQ(refusal(head + std::string("\x71\x00\x7e\x00\x09", 5)),
            "the stream of objects cannot be read: it refers to an object that is not there");
  // An array of more elements than the stream has bytes.
  EXPECT_NE(refusal(head + std::string(
                               "\x75\x72\x00\x02[D\0\0\0\0\0\0\0\0\x02\x00\x00\x78\x70\x7f\xff\xff\xff", 24)),
            "");
  EXPECT_EQ(refusal(head + std::string(100'000, '\x73')),
            "the stream of objects cannot be read: there is no class at byte 5");
}

}  // namespace sim::importing::xcos
