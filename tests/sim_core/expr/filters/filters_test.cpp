// Filters against published coefficients, and by what makes them filters: poles, edges, gain.
#include <cmath>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

// Prototype poles and bilinear transform in 40 digits; scipy.signal to 5e-16.
TEST(Filters, Coefficients) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"butter(5, 0.3)",
       "[0.0069331961301426058 0.034665980650713029 0.069331961301426058 0.069331961301426058 "
       "0.034665980650713029 0.0069331961301426058]",
       "[1 -1.9759016164414661 2.0134730260003075 -1.1026179777777694 0.32761833400015664 "
       "-0.0407094896166652]"},
      {"butter(3, [0.2 0.45])",
       "[0.031689343849711033 0 -0.095068031549133099 0 0.095068031549133099 0 -0.031689343849711033]",
       "[1 -2.5217966228864393 3.6430670632698737 -3.3252855816659675 2.1492061328893685 "
       "-0.85049684249246716 "
       "0.19782518726431938]"},
      {"cheby1(4, 0.5, 0.25, 'high')",
       "[0.2950320270643741 -1.1801281082574964 1.7701921623862446 -1.1801281082574964 0.2950320270643741]",
       "[1 -1.7130535304452353 1.5349813194610461 -0.59289693106173984 0.15928859846469843]"},
      {"cheby2(4, 40, 0.4)",
       "[0.028370770158785202 0.01871766767648291 0.041607661390155814 0.01871766767648291 "
       "0.028370770158785202]",
       "[1 -2.1298323544905309 1.9678538081543468 -0.84796869471714295 0.14573177811401911]"},
      {"ellip(4, 0.5, 40, 0.35)",
       "[0.052090465234020196 0.078964328704711252 0.11304219452316737 0.078964328704711252 "
       "0.052090465234020196]",
       "[1 -1.7335310182501389 1.883870824605653 -1.0325018993317406 0.2795430159909937]"}};
  for (const auto& [text, b, a] : cases) {
    const auto found = results_of(text, 2);
    expect_close(found[0], b, 2e-14);
    expect_close(found[1], a, 2e-14);
  }
  expect_same("butter(2, 0.1)", "nthargout(1, 2, 'butter', 2, 0.1)");
}

TEST(Filters, BesselPoles) {
  expect_close("poly(nthargout(2, 3, 'besself', 4, 1))",
               "poly([-0.90475879678824495-0.27091873300387466i -0.90475879678824495+0.27091873300387466i "
               "-0.65721117167188295-0.83016143500487338i -0.65721117167188295+0.83016143500487338i])");
  // Of orders 1 and 2: 3/(s^2 + 3 s + 3), scaled.
  expect_close(results_of("besself(1, 5)", 2)[1], "[1 5]");
  expect_close(results_of("besself(2, 1)", 2)[1], "[1 sqrt(3) 1]");
  for (const int n : {3, 6, 10}) {
    const std::string order = std::to_string(n);
    const auto zpk = results_of("besself(" + order + ", 10)", 3);
    const ValueScope::Variables v{{"p", zpk[1]}};
    expect_close("prod(p)", "(-10)^" + order, 1e-10, v);
    EXPECT_LT(value_of("max(real(p))", v)[0], 0);
    EXPECT_EQ(zpk[1].size(), n);
    // The delay at 0, sum of -1/p, and its curvature: flat.
    const double flat = value_of("real(sum(1 ./ p.^3)) / abs(sum(1 ./ p))^3", v)[0];
    EXPECT_NEAR(flat, 0, 1e-9) << n;
  }
}

TEST(Filters, WindowedCoefficients) {
  expect_close("fir1(8, 0.35)",
               "[-0.0063027472749669297 -0.0037102165982100425 0.072379400367904681 0.25546161922479511 "
               "0.36434388856095436 0.25546161922479511 0.072379400367904681 -0.0037102165982100425 "
               "-0.0063027472749669297]");
  expect_close("fir1(10, [0.2 0.5])",
               "[0.007226086510412351 -0.011139581126720918 -0.11685667205781714 -0.14650012584506202 "
               "0.16981338636235882 0.42565163053717025 0.16981338636235882 -0.14650012584506202 "
               "-0.11685667205781714 -0.011139581126720918 0.007226086510412351]");
  expect_near("sum(fir1(21, 0.3))", 1);
  expect_near("sum(fir1(20, 0.3, 'high') .* cos(pi*(0:20)))", 1);
  expect_same("numel(fir1(21, 0.3, 'high'))", "23");  // of even order
  expect_near("sum(fir1(20, [0.3 0.6], 'stop'))", 1);
  expect_near("sum(fir1(20, [0.2 0.4 0.6], 'DC-1'))", 1);
  expect_close("fir1(2, 0.5, ones(1, 3), 'noscale')", "[1/pi 0.5 1/pi]");
}

// |H| at digital frequencies, of zeros, poles and gain, and of coefficients.
static Value gains(const std::vector<Value>& zpk, const std::string& w) {
  const ValueScope::Variables v{{"z", zpk[0]}, {"p", zpk[1]}, {"k", zpk[2]}};
  return value_of("abs(k*polyval(poly(z), exp(1i*pi*" + w + ")) ./ polyval(poly(p), exp(1i*pi*" + w + ")))",
                  v);
}

TEST(Filters, EdgesGainAndPoles) {
  struct Case {
    std::string name;
    double edge, ripple;  // gain at the edges; the least in the pass band
  };
  const Case cases[] = {{"butter(N, ", std::sqrt(0.5), 0},
                        {"cheby1(N, 1, ", std::pow(10, -0.05), std::pow(10, -0.05)},
                        {"cheby2(N, 30, ", std::pow(10, -1.5), 0},
                        {"ellip(N, 1, 50, ", std::pow(10, -0.05), std::pow(10, -0.05)}};
  for (const Case& c : cases)
    for (int n = 1; n <= 7; ++n) {
      const std::string name = std::string(c.name).replace(c.name.find('N'), 1, std::to_string(n));
      const std::pair<const char*, const char*> bands[] = {
          {"0.3)", "0"}, {"0.3, 'high')", "1"}, {"[0.2 0.5])", ""}, {"[0.2 0.5], 'stop')", "0"}};
      for (const auto& [edges, passes] : bands) {
        const bool two = edges[0] == '[';
        const auto zpk = results_of(name + edges, 3);
        const Value at_edges = gains(zpk, two ? "[0.2 0.5]" : "0.3");
        for (int k = 0; k < at_edges.size(); ++k) EXPECT_NEAR(at_edges[k], c.edge, 1e-9) << name << edges;
        const ValueScope::Variables v{{"p", zpk[1]}};
        EXPECT_LT(value_of("max(abs(p))", v)[0], 1) << name << edges;
        EXPECT_EQ(zpk[1].size(), two ? 2 * n : n);
        const bool ripples = c.ripple > 0 && n % 2 == 0;
        if (*passes) {
          EXPECT_NEAR(gains(zpk, passes)[0], ripples ? c.ripple : 1, 1e-9) << name << edges;
        }

        const Value all = gains(zpk, "(0.005:0.005:0.995)");
        for (int k = 0; k < all.size(); ++k) EXPECT_LE(all[k], 1 + 1e-9) << name << edges;
      }
    }
}

// Analog: w in rad/s; the response in the stop band of an elliptic filter is below its attenuation.
TEST(Filters, Analog) {
  expect_close(results_of("butter(2, 10, 's')", 2)[1], "[1 sqrt(2)*10 100]");
  expect_close(results_of("butter(2, 10, 'high', 's')", 2)[0], "[1 0 0]");
  expect_close(results_of("butter(1, [2 8], 's')", 2)[0], "[0 6 0]");
  expect_close(results_of("butter(1, [2 8], 's')", 2)[1], "[1 6 16]");
  expect_close(results_of("butter(1, [2 8], 'stop', 's')", 2)[0], "[1 0 16]");
  const auto tf = results_of("ellip(5, 0.1, 60, 1, 's')", 2);
  const ValueScope::Variables v{{"b", tf[0]}, {"a", tf[1]}};
  EXPECT_LE(value_of("max(abs(polyval(b, 1i*(2.5:0.01:20)) ./ polyval(a, 1i*(2.5:0.01:20))))", v)[0],
            1.0001e-3);
  EXPECT_GE(value_of("min(abs(polyval(b, 1i*(0:0.01:1)) ./ polyval(a, 1i*(0:0.01:1))))", v)[0],
            std::pow(10, -0.005) - 1e-9);
}

// The same filter in all forms.
TEST(Filters, FormsAgree) {
  for (const char* text :
       {"butter(6, 0.2)", "ellip(5, 1, 60, [0.3 0.4])", "cheby2(4, 30, [0.1 0.2], 'stop')"}) {
    const auto tf = results_of(text, 2), zpk = results_of(text, 3), s = results_of(text, 4);
    const ValueScope::Variables v{{"A", s[0]}, {"B", s[1]}, {"C", s[2]}, {"D", s[3]}};
    const auto again = results_of("ss2tf(A, B, C, D)", 2, v);
    EXPECT_LT(difference(again[0], tf[0]), 1e-9) << text;
    EXPECT_LT(difference(again[1], tf[1]), 1e-9) << text;
    const ValueScope::Variables w{{"z", zpk[0]}, {"p", zpk[1]}, {"k", zpk[2]}};
    const auto multiplied = results_of("zp2tf(z, p, k)", 2, w);
    EXPECT_LT(difference(multiplied[0], tf[0]), 1e-13) << text;
  }
}

TEST(Filters, ErrorsSayWhatIsWrong) {
  expect_message("butter(0, 0.1)", "the order must be from 1 to 500, not 0");
  expect_message("butter(2.5, 0.1)", "whole number");
  expect_message("butter(2, 1)", "Wn must be below 1, half of the sample rate, not 1");
  expect_message("butter(2, 0)", "Wn must be positive, not 0");
  expect_message("butter(2, [0.5 0.2])", "the second edge must be above the first");
  expect_message("butter(2, 0.2, 'stop')", "'stop' needs two edges");
  expect_message("butter(2, [0.1 0.2], 'high')", "'high' needs one edge");
  expect_message("butter(2, 0.2, 'lowpass')", "there is no kind of filter 'lowpass'");
  expect_message("butter(2, [0.1 0.2 0.3])", "one number, or two for a band, not [1x3]");
  expect_message("cheby1(2, -1, 0.2)", "the ripple must be a positive number of dB, not -1");
  expect_message("ellip(2, 50, 40, 0.2)", "the attenuation of 40 dB is not above the ripple of 50 dB");
  expect_message("besself(16, 1)", "the order must be from 1 to 15, not 16");
  expect_message("fir1(5, 1.2)", "1.2 does not");
  expect_message("fir1(4, 0.5, ones(1, 3))", "the window has 3 elements, but the filter 5");
  // Coefficients of high order do not hold the filter: refused, not wrong.
  expect_message("butter(40, 0.01)", "too sensitive: rounding changes the filter");
  EXPECT_EQ(results_of("butter(40, 0.01)", 3)[1].size(), 40);
  EXPECT_EQ(results_of("butter(40, 0.01)", 4)[0].rows(), 40);
}

}  // namespace sim::expr
