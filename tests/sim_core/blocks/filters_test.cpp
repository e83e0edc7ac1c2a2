// Filters and transfer functions by their poles: frequency and step responses against closed forms.
#include <numbers>

#include "tests/sim_core/blocks/frequency_response.h"
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

const Settings accurate{{"StopTime", "2"}, {"RelTol", "1e-10"}, {"AbsTol", "1e-12"}};

// The frequency of the low-pass prototype that a frequency of the filter stands for: cut-off 3 rad/s, or a
// band from 2 to 5 rad/s.
double prototype_frequency(const std::string& type, double w) {
  const double band = (w * w - 10) / (3 * w);
  return type == "Lowpass" ? w / 3 : type == "Highpass" ? 3 / w : type == "Bandpass" ? band : 1 / band;
}

LinearBlock filter(const std::string& design, const std::string& type, int order) {
  return linear_block("continuous/analog_filter", {{"DesignMethod", design},
                                                   {"FilterType", type},
                                                   {"FilterOrder", std::to_string(order)},
                                                   {"Frequency", "3"},
                                                   {"BandEdges", "[2 5]"},
                                                   {"Units", "rad/sec"},
                                                   {"PassbandRipple", "0.5"}});
}

// The polynomial s^n + ... of Bessel, in rising powers: (2n - k)! / (2^(n-k) k! (n-k)!).
std::vector<double> bessel(int n) {
  std::vector<double> c;
  for (int k = 0; k <= n; ++k)
    c.push_back(std::exp(std::lgamma(2 * n - k + 1) - (n - k) * std::numbers::ln2 - std::lgamma(k + 1) -
                         std::lgamma(n - k + 1)));
  return c;
}
Complex at(const std::vector<double>& coefficients, Complex s) {
  Complex sum = 0;
  for (std::size_t k = coefficients.size(); k-- > 0;) sum = sum * s + coefficients[k];
  return sum;
}

double squared_gain(const std::string& design, int n, double w) {
  if (design == "Butterworth") return 1 / (1 + std::pow(w, 2 * n));
  if (design == "Critical damping") return std::pow(1 + w * w * (std::exp2(1.0 / n) - 1), -n);
  const double x = std::fabs(w), t = x <= 1 ? std::cos(n * std::acos(x)) : std::cosh(n * std::acosh(x));
  return 1 / (1 + (std::pow(10, 0.05) - 1) * t * t);
}

}  // namespace

TEST(AnalogFilter, HasTheGainItIsKnownForAtEveryOrderInEveryBand) {
  for (const std::string design : {"Butterworth", "Chebyshev", "Critical damping"})
    for (const std::string type : {"Lowpass", "Highpass", "Bandpass", "Bandstop"})
      for (int order = 1; order <= 12; ++order) {
        const LinearBlock block = filter(design, type, order);
        ASSERT_EQ(block.states(), order * (type.starts_with("Band") ? 2 : 1));
        for (double w : {0.5, 1.9, 2.0, 2.7, 3.0, 4.1, 5.0, 7.0, 20.0}) {
          const double expected = squared_gain(design, order, prototype_frequency(type, w));
          EXPECT_NEAR(std::norm(block.response(w)), expected, 1e-9 * std::max(expected, 1e-6))
              << design << ", " << type << " of order " << order << " at " << w;
        }
      }
}

TEST(AnalogFilter, OfBesselIsBesselsPolynomialAndAtMinusThreeDecibels) {
  for (int order = 1; order <= 12; ++order) {
    const LinearBlock block = filter("Bessel", "Lowpass", order);
    EXPECT_NEAR(std::norm(block.response(3)), 0.5, 1e-10) << order;
    // How far the frequencies are scaled is what one response says; the others must agree.
    const std::vector<double> c = bessel(order);
    auto expected = [&](double w, double scale) { return c[0] / at(c, Complex(0, w * scale)); };
    double low = 0, high = 50;
    for (int k = 0; k < 100; ++k) {
      const double middle = 0.5 * (low + high);
      (std::norm(expected(3, middle)) > 0.5 ? low : high) = middle;
    }
    for (double w : {0.1, 1.0, 2.5, 4.0, 9.0})
      EXPECT_NEAR(std::abs(block.response(w) - expected(w, low)), 0, 1e-9) << order << " at " << w;
  }
}

// 1 + the sum of residues times exp(p t), with the poles of Butterworth on the circle.
TEST(AnalogFilter, AnswersAStepAsItsPolesSay) {
  for (int n : {1, 2, 5, 8}) {
    const RunOutcome run = run_diagram(one_block("continuous/analog_filter",
                                                 {{"FilterOrder", std::to_string(n)}, {"Frequency", "0.8"}},
                                                 {"1 + 0*u"}, 1, accurate)
                                           .diagram);
    const double scale = 2 * std::numbers::pi * 0.8;
    expect_signal(
        run, "Block",
        [&](double t) {
          Complex sum = 1;
          std::vector<Complex> poles;
          for (int k = 0; k < n; ++k)
            poles.push_back(std::polar(1.0, std::numbers::pi * (2 * k + n + 1) / (2 * n)));
          for (const Complex& p : poles) {
            Complex residue = -1;
            for (const Complex& other : poles)
              if (other != p) residue *= -other / (p - other);
            sum += residue * std::exp(p * scale * t);
          }
          return sum.real();
        },
        1e-7);
  }
}

TEST(AnalogFilter, StaysAtRestForAConstantInput) {
  for (const char* design : {"Butterworth", "Chebyshev", "Bessel", "Critical damping"})
    for (const std::string type : {"Lowpass", "Highpass", "Bandpass", "Bandstop"})
      for (const char* order : {"3", "4"}) {
        const RunOutcome run =
            run_diagram(one_block("continuous/analog_filter",
                                  {{"DesignMethod", design},
                                   {"FilterType", type},
                                   {"FilterOrder", order},
                                   {"InitialState", "at rest for the first input"}},
                                  {"[2; 5] + 0*u"}, 1, {{"StopTime", "2"}, {"MaxStep", "0.01"}})
                            .diagram);
        const bool passes = type == "Lowpass" || type == "Bandstop",
                   ripples = std::string(design) == "Chebyshev" && std::string(order) == "4";
        const double gain = passes ? (ripples ? std::pow(10, -1.0 / 20) : 1) : 0;
        expect_signal(
            run, "Block[1]", [&](double) { return 2 * gain; }, 1e-11);
        expect_signal(
            run, "Block[2]", [&](double) { return 5 * gain; }, 1e-11);
      }
}

TEST(ZeroPole, TakesComplexPairsAndIsTheProductOfItsRoots) {
  const struct {
    const char *zeros, *poles;
    std::vector<Complex> z, p;
  } cases[] = {
      {"[]", "[-1+2i -1-2i]", {}, {{-1, 2}, {-1, -2}}},
      {"[-3]", "[-1+2i -1-2i]", {-3}, {{-1, 2}, {-1, -2}}},
      {"[1i -1i]", "[-2 -5 -1]", {{0, 1}, {0, -1}}, {-2, -5, -1}},
      {"[-1 -2 -3]", "[-1+2i -4 -1-2i]", {-1, -2, -3}, {{-1, 2}, {-1, -2}, -4}},
      {"[-0.5 3i -3i 2]",
       "[-1+1i -1-1i -2+4i -2-4i -9]",
       {-0.5, {0, 3}, {0, -3}, 2},
       {{-1, 1}, {-1, -1}, {-2, 4}, {-2, -4}, -9}},
      {"[4]", "[-1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1]", {4}, std::vector<Complex>(14, -1)},
  };
  for (const auto& c : cases) {
    const LinearBlock block =
        linear_block("continuous/zero_pole", {{"Zeros", c.zeros}, {"Poles", c.poles}, {"Gain", "5"}});
    ASSERT_GT(block.states(), 0);
    for (double w : {0.0, 0.3, 1.0, 2.1, 10.0}) {
      Complex expected = 5, s(0, w);
      for (Complex z : c.z) expected *= s - z;
      for (Complex p : c.p) expected /= s - p;
      EXPECT_LT(std::abs(block.response(w) - expected), 1e-12 * (1 + std::abs(expected))) << c.poles << w;
    }
  }
  const char* refused[][2] = {{"[]", "[1+1i -2]"}, {"[1 2]", "-1"}, {"[2i]", "[-1 -2]"}};
  for (const auto& [zeros, poles] : refused)
    expect_refused(one_block("continuous/zero_pole", {{"Zeros", zeros}, {"Poles", poles}}, {"u"}).diagram,
                   "the zeros and poles do not make a proper transfer function");
}

TEST(Lags, AnswerAsTheirEquationsSay) {
  expect_signal(
      run_diagram(one_block("continuous/first_order",
                            {{"Gain", "3"}, {"TimeConstant", "[0.4; 2]"}, {"InitialOutput", "1"}},
                            {"2 + 0*u"}, 1, accurate)
                      .diagram),
      "Block[1]", [](double t) { return 6 - 5 * std::exp(-t / 0.4); }, 1e-8);
  const double omega = 5, zeta = 0.3, damped = omega * std::sqrt(1 - zeta * zeta);
  expect_signal(
      run_diagram(one_block("continuous/second_order",
                            {{"Gain", "2"}, {"NaturalFrequency", "5"}, {"DampingRatio", "0.3"}}, {"1 + 0*u"},
                            1, accurate)
                      .diagram),
      "Block",
      [&](double t) {
        return 2 - 2 * std::exp(-zeta * omega * t) *
                       (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t));
      },
      1e-7);
  expect_signal(
      run_diagram(one_block("continuous/lead_lag", {{"Gain", "2"}, {"LeadTime", "1.5"}, {"LagTime", "0.5"}},
                            {"3 + u"}, 1, accurate)
                      .diagram),
      "Block",
      [](double t) {
        const double rate = 1 - std::exp(-t / 0.5);
        return 2 * (3 + t - 0.5 * rate + 1.5 * rate);
      },
      1e-8);
}

}  // namespace sim
