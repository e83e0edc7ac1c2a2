// Numbers and letters of files and messages are those of no locale; the window has that of its user, by Qt.
// These need a locale with a decimal comma: ./dev locale-test has one.
#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <cstring>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"

namespace sim {

TEST(Locale, IsThatOfTheEnvironment) {
  const char* wanted = std::getenv("LC_ALL");
  if (!wanted || std::strncmp(wanted, "tr_TR", 5) != 0) GTEST_SKIP() << "for ./dev locale-test";
  EXPECT_STREQ(std::localeconv()->decimal_point, ",");
}

TEST(Locale, RoundedNumbersHaveAPoint) {
  EXPECT_EQ(to_text(0.5, 3), "0.5");
  EXPECT_EQ(to_text(1234567, 3), "1.23e+06");
  EXPECT_EQ(to_text(1e-5, 12), "1e-05");
  EXPECT_EQ(to_text(100, 3), "100");
  EXPECT_EQ(to_text(-1.0 / 3, 6), "-0.333333");
  EXPECT_EQ(parse_number("0.5"), 0.5);
  EXPECT_FALSE(parse_number("0,5"));
}

TEST(Locale, CaseIsThatOfAsciiLetters) {
  EXPECT_EQ(lower_case('I'), 'i');
  EXPECT_EQ(near_names("INTEGRATOR", {"integrator"}), std::vector<std::string>{"integrator"});
}

}  // namespace sim
