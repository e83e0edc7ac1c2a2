// Bands around signals: closed forms, and what must hold for any two of them.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim_core/run_archive/compare_runs.h"
#include "tests/support/run_records.h"

namespace sim {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

TimeSeries random_series(std::mt19937& random) {
  TimeSeries series;
  double t = 0;
  for (int k = 0; k < 60; ++k) {
    series.t.push_back(t);
    series.y.push_back(std::normal_distribution<>(0, 1)(random));
    if (random() % 4 != 0) t += std::uniform_real_distribution<>(0.01, 0.3)(random);
  }
  return series;
}

}  // namespace

TEST(CompareSeries, aSignalIsWithinNoToleranceOfItself) {
  std::mt19937 random(1);
  for (int k = 0; k < 50; ++k) {
    const TimeSeries series = random_series(random);
    for (const Tolerance& tolerance : {Tolerance{}, Tolerance{0, 0, 0.1}, Tolerance{0, 1e-3, 0}}) {
      const auto found = compare_series(series, series, tolerance);
      EXPECT_TRUE(found.within());
      EXPECT_EQ(found.largest_difference, 0);
    }
  }
}

TEST(CompareSeries, withoutRelativeOrTimeToleranceTheOrderDoesNotMatter) {
  std::mt19937 random(2);
  for (int k = 0; k < 50; ++k) {
    const TimeSeries a = random_series(random), b = random_series(random);
    const auto ab = compare_series(a, b, {0.5, 0, 0}), ba = compare_series(b, a, {0.5, 0, 0});
    EXPECT_EQ(ab.largest_difference, ba.largest_difference);
    EXPECT_EQ(ab.time_of_largest, ba.time_of_largest);
    EXPECT_EQ(ab.first_out, ba.first_out);
    EXPECT_DOUBLE_EQ(ab.largest_excess, std::max(0.0, ab.largest_difference - 0.5));
  }
}

TEST(CompareSeries, aWiderToleranceNeverRefusesMore) {
  std::mt19937 random(3);
  for (int k = 0; k < 100; ++k) {
    const TimeSeries a = random_series(random), b = random_series(random);
    double excess = inf;
    for (double wide : {0.0, 0.2, 0.4, 0.8, 1.6}) {
      const double now = compare_series(a, b, {wide, 0, wide}).largest_excess;
      EXPECT_LE(now, excess);
      excess = now;
    }
    EXPECT_EQ(compare_series(a, b, {0, 0, 1e6}).largest_excess,
              compare_series(a, b, {0, 0, 1e9}).largest_excess);
  }
}

TEST(CompareSeries, aStepThatComesLateNeedsTimeTolerance) {
  const TimeSeries early = step_series(1), late = step_series(1.25);
  const auto strict = compare_series(early, late, {});
  EXPECT_EQ(strict.first_out, 1.0);
  EXPECT_EQ(strict.largest_difference, 1);
  EXPECT_TRUE(compare_series(early, late, {0, 0, 0.25}).within());
  EXPECT_TRUE(compare_series(late, early, {0, 0, 0.25}).within());
  EXPECT_FALSE(compare_series(early, late, {0, 0, 0.24}).within());
  EXPECT_FALSE(compare_series(early, late, {0.9, 0, 0}).within());
  EXPECT_TRUE(compare_series(early, late, {1, 0, 0}).within());
}

// sin(t + d) differs from sin t by at most 2 sin(d/2).
TEST(CompareSeries, theLargestDifferenceOfShiftedSinesIsKnown) {
  const double d = 0.3;
  const TimeSeries a = sampled([](double t) { return std::sin(t); }, 0, 11, 4401);
  const TimeSeries b = sampled([&](double t) { return std::sin(t + d); }, 0, 10, 1777);
  const auto found = compare_series(a, b, {0.1, 0, 0});
  EXPECT_NEAR(found.largest_difference, 2 * std::sin(d / 2), 1e-4);
  // |2 sin(d/2) cos(t + d/2)| is above 0.1 from the start.
  EXPECT_EQ(found.first_out, 0.0);
  EXPECT_TRUE(compare_series(a, b, {1e-4, 0, d}).within());
  EXPECT_FALSE(compare_series(a, b, {1e-4, 0, 0.8 * d}).within());
}

// The grid of one is a third of the other's: differences lie where only one of them has a row.
TEST(CompareSeries, findsAPeakBetweenTheRowsOfTheBaseline) {
  const TimeSeries flat{{0, 10}, {0, 0}}, peak{{0, 4.9, 5, 5.1, 10}, {0, 0, 2, 0, 0}};
  EXPECT_EQ(compare_series(flat, peak, {}).largest_difference, 2);
  EXPECT_EQ(compare_series(flat, peak, {1.5, 0, 0}).first_out, 5.0);
  EXPECT_EQ(compare_series(peak, flat, {1.5, 0, 0}).first_out, 5.0);
  EXPECT_TRUE(compare_series(peak, flat, {0, 0, 0.1}).within()) << "0 is in the band around the peak";
  EXPECT_FALSE(compare_series(flat, peak, {0, 0, 5}).within());
}

TEST(CompareSeries, relativeToleranceIsOfTheBaseline) {
  const TimeSeries a{{0, 1}, {100, 1}}, b{{0, 1}, {109, 1}};
  EXPECT_TRUE(compare_series(a, b, {0, 0.1, 0}).within());
  EXPECT_TRUE(compare_series(a, b, {9, 0.01, 0}).within()) << "the larger of the two counts";
  EXPECT_FALSE(compare_series(a, b, {8, 0.08, 0}).within());
  const auto curves = difference_curves(a, b, {0, 0.1, 0});
  EXPECT_DOUBLE_EQ(curves.lower[0], 90);
  EXPECT_DOUBLE_EQ(curves.upper[0], 110);
  EXPECT_EQ(curves.difference[0], 9);
}

TEST(CompareSeries, jumpsAreComparedOnEitherSide) {
  const TimeSeries up = step_series(5), ramp{{0, 5, 5 + 1e-9, 10}, {0, 0, 1, 1}};
  EXPECT_TRUE(compare_series(up, up, {}).within());
  const auto found = compare_series(up, ramp, {0.5, 0, 0});
  EXPECT_EQ(found.first_out, 5.0) << "just after the jump the ramp is still at 0";
  // Two rows or ten at the instant of a jump: the first and the last count.
  const TimeSeries nervous{{0, 5, 5, 5, 5, 10}, {0, 0, 7, -7, 1, 1}};
  EXPECT_TRUE(compare_series(up, nervous, {}).within());
}

TEST(CompareSeries, numbersThatAreNone) {
  const TimeSeries a{{0, 1, 2}, {0, nan, inf}}, b{{0, 1, 2}, {0, 3, inf}};
  EXPECT_TRUE(compare_series(a, a, {}).within());
  const auto found = compare_series(a, b, {1e9, 0, 0});
  EXPECT_EQ(found.first_out, 1.0);
  EXPECT_EQ(found.largest_difference, inf);
}

TEST(CompareSeries, theBandFollowsASlopeInTime) {
  const TimeSeries slope{{0, 10}, {0, 10}};
  const auto curves = difference_curves(slope, sampled([](double t) { return t; }, 0, 10, 10), {0.5, 0, 1});
  for (std::size_t k = 2; k + 2 < curves.t.size(); ++k) {
    EXPECT_NEAR(curves.lower[k], curves.t[k] - 1.5, 1e-8);
    EXPECT_NEAR(curves.upper[k], curves.t[k] + 1.5, 1e-8);
  }
}

TEST(ReadSeries, aHeldSignalBecomesAStaircase) {
  SignalLog log({"y"});
  for (double k : {0.0, 1.0, 2.0}) log.append(k, std::vector{k < 2 ? 0.0 : 5.0});
  EXPECT_EQ(read_series(log, 0, false).t.size(), 3U);
  const TimeSeries stairs = read_series(log, 0, true);
  EXPECT_EQ(stairs.t, (std::vector<double>{0, 1, 2, 2}));
  EXPECT_EQ(stairs.y, (std::vector<double>{0, 0, 0, 5}));
}

namespace {

RunRecord table(const std::string& text) {
  auto run = import_csv_text(text, "table.csv");
  EXPECT_TRUE(run);
  return *std::move(run);
}

}  // namespace

TEST(CompareRuns, pairsByPlaceThenByName) {
  RunSummary a, b;
  const auto add = [](RunSummary& s, const char* name, const char* block, int port) {
    s.recorded.push_back(
        {name, {name}, block, no_id, port, static_cast<int>(s.recorded.size()), {}, false, {}});
  };
  add(a, "x", "Plant/x", 0), add(a, "speed", "Plant/v", 0), add(a, "moved", "Old/y", 0),
      add(a, "gone", "g", 0);
  add(b, "moved", "New/y", 0), add(b, "velocity", "Plant/v", 0), add(b, "x", "Plant/x", 0),
      add(b, "new", "n", 0);
  const auto pairs = pair_signals(a, b);
  ASSERT_EQ(pairs.size(), 5U);
  EXPECT_EQ(pairs[0].other, 2);
  EXPECT_EQ(pairs[1].other, 1) << "the line has another name";
  EXPECT_EQ(pairs[2].other, 0) << "the block is elsewhere";
  EXPECT_EQ(pairs[3].other, -1);
  EXPECT_EQ(pairs[4].baseline, -1);
}

TEST(CompareRuns, givesAVerdictForEachSignalWithTheWorstFirst) {
  const RunRecord a = table("t,good,near,v[1],v[2],only\n0,1,1,0,0,0\n1,1,1,0,0,0\n");
  const RunRecord b = table("t,v[1],near,good,v[2],more,v3\n0,0,1.01,1,0,0,0\n1,0,1.02,1,9,0,0\n");
  CompareOptions options;
  options.by_signal["near"] = {0.05, 0, 0};
  const RunComparison found = compare_runs(a, b, options);
  std::map<std::string, Verdict> verdicts;
  for (const SignalVerdict& s : found.verdicts) verdicts[s.name] = s.verdict;
  EXPECT_EQ(verdicts["good"], Verdict::Within);
  EXPECT_EQ(verdicts["near"], Verdict::Within);
  EXPECT_EQ(verdicts["only"], Verdict::MissingInOther);
  EXPECT_EQ(verdicts["more"], Verdict::MissingInBaseline);
  EXPECT_EQ(found.verdicts.back().verdict, Verdict::Within);
  EXPECT_FALSE(found.within());
  EXPECT_TRUE(compare_runs(a, a, {}).within());
}

TEST(CompareRuns, theElementThatDiffersMostSpeaksForItsSignal) {
  const RunRecord a = table("t,v[1],v[2],v[3]\n0,0,0,0\n1,0,0,0\n"),
                  b = table("t,v[1],v[2],v[3]\n0,0,1,0\n1,0,5,2\n");
  const auto found = compare_runs(a, b, {});
  ASSERT_EQ(found.verdicts.size(), 1U);
  EXPECT_EQ(found.verdicts[0].verdict, Verdict::Out);
  EXPECT_EQ(found.verdicts[0].element, 1);
  EXPECT_EQ(found.verdicts[0].series.largest_difference, 5);
  EXPECT_EQ(found.verdicts[0].series.first_out, 0.0);
}

TEST(CompareRuns, unitsAreConvertedToThoseOfTheBaseline) {
  const RunRecord a = table("t,x [m],T [degC],u [V]\n0,1,0,1\n1,2,20,2\n"),
                  b = table("t,x [mm],T [K],u [A]\n0,1000,273.15,1\n1,2003,293.15,2\n");
  std::map<std::string, SignalVerdict> found;
  for (const SignalVerdict& s : compare_runs(a, b, {{1e-9, 0, 0}, {}}).verdicts) found[s.name] = s;
  EXPECT_NEAR(found["x"].series.largest_difference, 0.003, 1e-12);
  EXPECT_EQ(found["T"].verdict, Verdict::Within);
  EXPECT_EQ(found["u"].verdict, Verdict::Failed);
  EXPECT_EQ(found["u"].message, "one is in V, the other in A (compare signals that measure the same)");
}

TEST(CompareRuns, aRunThatEndsEarlyIsNotWithinTolerance) {
  const RunRecord a = table("t,x\n0,1\n10,1\n"), b = table("t,x\n0,1\n4,1\n");
  const auto found = compare_runs(a, b, {});
  EXPECT_EQ(found.verdicts[0].verdict, Verdict::DifferentTimes);
  EXPECT_EQ(found.verdicts[0].message, "ends at t = 4 rather than 10");
  EXPECT_TRUE(compare_runs(a, b, {{0, 0, 6}, {}}).within());
}

TEST(CompareRuns, twoRunsOfOneModelAreAlike) {
  const RunRecord a = oscillator_run(), b = oscillator_run();
  const auto found = compare_runs(a, b, {});
  ASSERT_EQ(found.verdicts.size(), 1U);
  EXPECT_TRUE(found.within());
}

}  // namespace sim
