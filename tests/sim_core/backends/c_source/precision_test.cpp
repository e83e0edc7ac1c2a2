#include "sim_core/backends/c_source/precision.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim::c_source {

namespace {

std::string single(std::string_view text) { return in_precision(text, Precision::Single); }
std::string plain(std::string_view text) { return in_precision(text, Precision::Double); }

TEST(PrecisionOfCode, DoubleLosesTheMarksOnly) {
  EXPECT_EQ(plain("static $time f($time t) { return $value(t) + 0.5; }"),
            "static double f(double t) { return t + 0.5; }");
  EXPECT_EQ(plain("$time(g(1.5) * (2.0 + x)) < 0x1p53"), "g(1.5) * (2.0 + x) < 0x1p53");
}

TEST(PrecisionOfCode, SingleHasTypesLiteralsAndFunctionsOfFloat) {
  EXPECT_EQ(single("const double a = sin(x) + 0.5 * fabs(y) + pow(z, 2);"),
            "const float a = sinf(x) + 0.5F * fabsf(y) + powf(z, 2);");
  EXPECT_EQ(single("1e-9 + 1.5e+3 - 0x1p-23 + 12 + 0x1F + .5"),
            "1e-9F + 1.5e+3F - 0x1p-23F + 12 + 0x1F + .5F");
  EXPECT_EQ(single("4.0 * DBL_EPSILON"), "4.0F * FLT_EPSILON");
  EXPECT_EQ(single("isfinite(a) && isnan(b)"), "isfinite(a) && isnan(b)");
}

// Members and variables may have the names of functions, and parts of names mean nothing.
TEST(PrecisionOfCode, LeavesNamesAsTheyAre) {
  EXPECT_EQ(single("to->sin = row[1]; arcsin(x); double_gain = x2e5;"),
            "to->sin = row[1]; arcsin(x); double_gain = x2e5;");
  EXPECT_EQ(single("/* double 0.5 */ \"double \\\" 0.5\" #include <float.h>\n"),
            "/* double 0.5 */ \"double \\\" 0.5\" #include <float.h>\n");
}

TEST(PrecisionOfCode, InstantsStayDoubles) {
  EXPECT_EQ(
      single("$time t = $time(0.1 * fma(k, h, 1e-3)); f($value(t), $value(end - t), $value(self->time));"),
      "double t = 0.1 * fma(k, h, 1e-3); f((float)t, (float)(end - t), (float)self->time);");
}

TEST(PrecisionOfCode, SignsAndLimitsThatAreNone) {
  EXPECT_EQ(single("-1e-300 - distance"), "-1.17549435e-38F - distance");
  EXPECT_EQ(single("x < 1e308"), "x < 3.40282347e+38F");
  EXPECT_FALSE(has_number(Precision::Single, 1e200));
  EXPECT_FALSE(has_number(Precision::Single, -1e-45));
  EXPECT_TRUE(has_number(Precision::Double, 1e200));
  for (const double fine : {0.0, -7.2e10, 1e-38 * 2, 1e300, -1e-300, HUGE_VAL, std::nan("")})
    EXPECT_TRUE(has_number(Precision::Single, fine)) << fine;
  EXPECT_FALSE(has_numbers_of(Precision::Single, "x = 1e-50 * y;"));
  EXPECT_TRUE(has_numbers_of(Precision::Single, "x = 1e-5 * y; /* 1e-50 */"));
}

TEST(PrecisionOfCode, UnfinishedTextEnds) {
  for (const char* text : {"/* a", "\"a\\", "$time(", "$value", "1e", "#", "'"})
    EXPECT_NO_FATAL_FAILURE(single(text)) << text;
}

}  // namespace

}  // namespace sim::c_source
