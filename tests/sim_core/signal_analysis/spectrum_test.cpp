#include "sim_core/signal_analysis/spectrum.h"

#include <gtest/gtest.h>

#include "tests/sim_core/signal_analysis/signals.h"

namespace sim::analysis {

using std::numbers::pi;

constexpr WindowShape all_shapes[] = {WindowShape::Rectangular, WindowShape::Hann, WindowShape::Hamming,
                                      WindowShape::BlackmanHarris, WindowShape::FlatTop};

TEST(Spectrum, ASineHasItsAmplitudeAndPhaseUnderEveryWindow) {
  const Recorded r = record([](double t) { return 7 + 3 * std::cos(2 * pi * 50 * t + 0.7); }, 0, 1, 400'001);
  for (const WindowShape shape : all_shapes) {
    const auto s = spectrum(r.samples(), {0, 1}, {shape, 4096});
    ASSERT_TRUE(s);
    EXPECT_NEAR(s->frequency(50), 50, 1e-12);
    EXPECT_NEAR(s->amplitude[50], 3, 1e-5) << static_cast<int>(shape);
    EXPECT_NEAR(s->phase[50], 0.7, 1e-5);
    EXPECT_NEAR(s->mean, 7, 1e-6);
    const auto found = peaks(*s, 5);
    ASSERT_EQ(found.size(), 1u) << static_cast<int>(shape);
    EXPECT_NEAR(found[0].frequency, 50, 0.01);
  }
}

// Between two frequencies of the transform: the windows differ in what they make of it.
TEST(Spectrum, TheFlatTopReadsAmplitudesBetweenBins) {
  const Recorded r = record([](double t) { return 3 * std::sin(2 * pi * 50.5 * t); }, 0, 1, 400'001);
  const auto highest = [&](WindowShape shape) {
    const auto s = spectrum(r.samples(), {0, 1}, {shape, 4096});
    return *std::max_element(s->amplitude.begin(), s->amplitude.end());
  };
  EXPECT_NEAR(highest(WindowShape::FlatTop), 3, 0.006);  // 0.016 dB
  EXPECT_NEAR(highest(WindowShape::Rectangular), 3 * 2 / pi, 0.02);
  EXPECT_NEAR(highest(WindowShape::Hann), 3 * 8 / (3 * pi), 0.005);
  const auto hann = spectrum(r.samples(), {0, 1}, {WindowShape::Hann, 4096});
  EXPECT_NEAR(peaks(*hann, 1).at(0).frequency, 50.5, 0.02);
}

TEST(Spectrum, TheDensityAddsUpToTheVariance) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal(0, 2);
  Recorded r;
  for (int k = 0; k <= 65536; ++k) r.add(k / 1024.0, 5 + normal(random));
  const auto even = resample(r.samples(), {0, 64}, 65536);
  ASSERT_TRUE(even);
  double mean = 0, variance = 0;
  for (const double y : *even) mean += y / 65536;
  for (const double y : *even) variance += (y - mean) * (y - mean) / 65536;
  for (const WindowShape shape : all_shapes) {
    const auto s = spectrum(r.samples(), {0, 64}, {shape, 65536});
    double sum = 0;
    for (const double p : s->density) sum += p * s->resolution;
    // Parseval: exactly for the rectangle, within the scatter of so much noise for the others.
    EXPECT_NEAR(sum, variance, shape == WindowShape::Rectangular ? 1e-9 : 0.05 * variance);
  }
}

TEST(Spectrum, KnownNoiseBandwidths) {
  const Recorded r = record([](double t) { return t; }, 0, 1, 100);
  const double expected[] = {1, 1.5, 1.3628, 2.0044, 3.7702};
  for (const WindowShape shape : all_shapes)
    EXPECT_NEAR(spectrum(r.samples(), {0, 1}, {shape, 1024})->noise_bandwidth,
                expected[static_cast<int>(shape)], 1e-3);
}

TEST(Spectrum, FindsPeaksInTheirOrder) {
  const auto signal = [](double t) {
    return std::sin(2 * pi * 40 * t) + 0.5 * std::sin(2 * pi * 90.3 * t) + 0.01 * std::sin(2 * pi * 200 * t);
  };
  const Recorded r = record(signal, 0, 2, 400'001);
  const auto s = spectrum(r.samples(), {0, 2}, {WindowShape::BlackmanHarris, 8192});
  const auto found = peaks(*s, 10);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0].frequency, 40, 0.01);
  EXPECT_NEAR(found[1].frequency, 90.3, 0.02);
  EXPECT_NEAR(found[1].amplitude, 0.5, 0.005);
  EXPECT_NEAR(found[2].frequency, 200, 0.01);
  EXPECT_NEAR(found[2].amplitude, 0.01, 1e-4);
  EXPECT_EQ(peaks(*s, 2).size(), 2u);
}

TEST(Spectrum, TotalHarmonicDistortion) {
  const auto signal = [](double t) {
    return std::sin(2 * pi * 50.2 * t) + 0.03 * std::sin(2 * pi * 100.4 * t) +
           0.04 * std::sin(2 * pi * 150.6 * t);
  };
  const Recorded r = record(signal, 0, 1, 400'001);
  for (const WindowShape shape : {WindowShape::Hann, WindowShape::BlackmanHarris, WindowShape::FlatTop}) {
    const auto thd = harmonic_distortion(*spectrum(r.samples(), {0, 1}, {shape, 8192}));
    ASSERT_TRUE(thd);
    EXPECT_NEAR(thd->ratio, 0.05, 5e-4) << static_cast<int>(shape);
  }
  // A square wave: sqrt(pi^2/8 - 1) with all its harmonics.
  const Recorded square = square_wave(1, 0.5, 1, 32);
  const auto s = spectrum(square.samples(), {0, 32}, {WindowShape::Hann, 1 << 16});
  EXPECT_NEAR(harmonic_distortion(*s, 1000)->ratio, std::sqrt(pi * pi / 8 - 1), 2e-3);
}

TEST(Spectrum, IsRefusedWhereTheSignalDoesNotCoverTheWindow) {
  Recorded r;
  r.add(0, 0), r.add(1, 1), r.add(2, std::nan("")), r.add(3, 0);
  EXPECT_FALSE(spectrum(r.samples(), {0, 3}, {}));
  EXPECT_FALSE(spectrum(r.samples(), {-1, 1}, {}));
  EXPECT_FALSE(spectrum(r.samples(), {1, 1}, {}));
  EXPECT_FALSE(spectrum(Samples{}, {0, 1}, {}));
  EXPECT_TRUE(spectrum(r.samples(), {0, 1}, {WindowShape::Hann, 1000}));
}

TEST(Spectrum, ResamplesStaircasesAsTheyAre) {
  Recorded r;
  r.held = true;
  r.add(0, 1), r.add(0.5, 2), r.add(1, 3);
  const auto even = resample(r.samples(), {0, 1}, 8);
  ASSERT_TRUE(even);
  EXPECT_EQ(*even, (std::vector<double>{1, 1, 1, 1, 2, 2, 2, 2}));
}

TEST(Spectrum, DecibelsHaveAFloor) {
  EXPECT_DOUBLE_EQ(decibels_of_amplitude(10), 20);
  EXPECT_DOUBLE_EQ(decibels_of_power(10), 10);
  EXPECT_EQ(decibels_of_amplitude(0), -400);
}

}  // namespace sim::analysis
