#include "sim_core/base/unit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sim {

namespace {

PhysicalUnit unit(const std::string& text) {
  auto u = parse_unit(text);
  EXPECT_TRUE(u) << (u ? "" : to_text(u.error()));
  return u ? *u : PhysicalUnit{};
}

}  // namespace

// From the SI brochure and NIST SP 811.
TEST(PhysicalUnit, ConvertsAsPublished) {
  struct Row {
    double value;
    const char *from, *to;
    double expected;
  };
  for (const Row& row : {Row{180, "deg", "rad", 3.141592653589793},
                         Row{60, "rpm", "rad/s", 6.283185307179586},
                         Row{1, "rev/s", "rpm", 60},
                         Row{100, "degC", "K", 373.15},
                         Row{32, "degF", "degC", 0},
                         Row{212, "degF", "degC", 100},
                         Row{0, "K", "degC", -273.15},
                         Row{1, "bar", "kPa", 100},
                         Row{1, "psi", "Pa", 6894.757293168361},
                         Row{36, "km/h", "m/s", 10},
                         Row{1, "mi", "km", 1.609344},
                         Row{1, "kWh", "MJ", 3.6},
                         Row{1, "N*m", "J", 1},
                         Row{1, "lbf*ft", "N*m", 1.3558179483314004},
                         Row{1, "L", "cm^3", 1000},
                         Row{25, "%", "1", 0.25},
                         Row{1, "N/mm^2", "MPa", 1},
                         Row{5, "us", "ms", 0.005},
                         Row{1, "\u00b5m", "nm", 1000},
                         Row{1, "kg*m/s^2", "N", 1},
                         Row{1, "V/A", "Ohm", 1},
                         Row{1, "J/(kg*K)", "m^2*s^-2/K", 1},
                         Row{1, "W*h", "J", 3600}}) {
    const PhysicalUnit from = unit(row.from), to = unit(row.to);
    ASSERT_TRUE(convertible(from, to)) << row.from << " to " << row.to;
    EXPECT_NEAR(conversion(from, to)(row.value), row.expected, 1e-11 * std::max(1.0, std::fabs(row.expected)))
        << row.from << " to " << row.to;
    EXPECT_NEAR(conversion(to, from)(row.expected), row.value, 1e-11 * std::max(1.0, std::fabs(row.value)));
  }
}

TEST(PhysicalUnit, ToldApart) {
  EXPECT_FALSE(convertible(unit("Hz"), unit("rad/s")));
  EXPECT_FALSE(convertible(unit("m"), unit("s")));
  EXPECT_FALSE(convertible(unit("kg"), unit("N")));
  EXPECT_TRUE(same_unit(unit("N/m^2"), unit("Pa")));
  EXPECT_FALSE(same_unit(unit("kPa"), unit("Pa")));
  EXPECT_FALSE(same_unit(unit("degC"), unit("K")));
  EXPECT_TRUE(same_unit(unit("m/s/s"), unit("m/s^2")));
  EXPECT_TRUE(same_unit(unit("mm"), unit("1e-3*m")));
}

TEST(PhysicalUnit, WithinAProductATemperatureIsADifference) {
  EXPECT_TRUE(same_unit(unit("W/degC"), unit("W/K")));
  EXPECT_EQ(unit("degC/s").offset, 0);
  EXPECT_FALSE(product(unit("degC"), unit("m")));
}

TEST(PhysicalUnit, RefusesWhatIsNoneAndSaysWhy) {
  for (const char* text : {"", "furlong", "m/", "m^", "m^x", "(m", "m)", "m**s", "m s", "^2", "m^1000", "0*m",
                           "kkg", "kft", "1e400*m", "m^1.5"}) {
    auto u = parse_unit(text);
    ASSERT_FALSE(u) << text;
    EXPECT_FALSE(u.error().message.empty());
  }
  EXPECT_FALSE(parse_unit(std::string(1000, '(')));
  EXPECT_NE(to_text(parse_unit("m/furlong").error()).find("furlong"), std::string::npos);
}

TEST(PhysicalUnit, RandomBytesAreRefusedOrRead) {
  std::mt19937 random(3);
  const std::string letters = "mskgNrad*/^()-+.0123e% \xc2\xb5";
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (int n = static_cast<int>(random() % 12); n > 0; --n) text += letters[random() % letters.size()];
    if (auto u = parse_unit(text)) {
      EXPECT_TRUE(std::isfinite(u->factor)) << text;
    }
  }
}

TEST(PhysicalUnit, PrintedTextReadsBackToTheSame) {
  for (const char* text : {"1", "kg", "degC", "degF", "rpm", "m/s^2", "N*m", "kPa", "km/h", "%", "lbf*ft",
                           "mol/L", "mm^2", "V/A", "1/s", "J/(kg*K)", "deg/min"}) {
    const PhysicalUnit u = unit(text);
    EXPECT_EQ(unit(to_text(u)), u) << text << " was printed as " << to_text(u);
  }
  std::mt19937 random(11);
  std::uniform_real_distribution<double> exponent(-12, 12);
  for (int k = 0; k < 2000; ++k) {
    PhysicalUnit u;
    for (auto& p : u.powers) p = static_cast<signed char>(static_cast<int>(random() % 9) - 4);
    u.factor = k % 3 ? std::pow(10, exponent(random)) : 1;
    EXPECT_EQ(unit(to_text(u)), u) << to_text(u);
  }
  EXPECT_EQ(to_text(unit("kg*m/s^2")), "N");
  EXPECT_EQ(to_text(unit("m/s^2")), "m/s^2");
}

}  // namespace sim
