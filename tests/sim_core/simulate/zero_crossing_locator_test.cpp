#include "sim_core/simulate/zero_crossing_locator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sim {
namespace {

using enum CrossingDirection;
using Functions = std::vector<std::function<double(double)>>;

ZeroCrossing locate(const Functions& z, std::vector<CrossingDirection> directions, double t0, double t1,
                    double tolerance = 1e-12, int probes = 0) {
  auto evaluate = [&](double t, std::span<double> values) {
    for (std::size_t i = 0; i < z.size(); ++i) values[i] = z[i](t);
    return EvalStatus::Ok;
  };
  std::vector<double> z0(z.size()), z1(z.size());
  evaluate(t0, z0);
  evaluate(t1, z1);
  ZeroCrossingLocator locator(std::move(directions));
  return locator.locate(evaluate, t0, t1, z0, z1, tolerance, probes);
}

void expect_at(const ZeroCrossing& crossing, double t, double tolerance = 1e-12) {
  ASSERT_TRUE(crossing.found);
  EXPECT_LE(crossing.t_before, t);
  EXPECT_GE(crossing.t_after, t);
  EXPECT_LT(crossing.t_before, crossing.t_after);
  EXPECT_LE(crossing.t_after - crossing.t_before, tolerance * 1.001);
}

TEST(Crosses, ToAndFromZeroCount) {
  for (auto [before, after, rises, falls] : {std::tuple{-1., 1., true, false},
                                             {-1., 0., true, false},
                                             {0., 1., true, false},
                                             {1., -1., false, true},
                                             {1., 0., false, true},
                                             {0., -1., false, true},
                                             {0., 0., false, false},
                                             {1., 2., false, false},
                                             {-2., -1., false, false}}) {
    EXPECT_EQ(crosses(before, after, Rising), rises);
    EXPECT_EQ(crosses(before, after, Falling), falls);
    EXPECT_EQ(crosses(before, after, Either), rises || falls);
  }
  EXPECT_FALSE(crosses(std::nan(""), 1, Either));
}

TEST(ZeroCrossingLocator, FindsClosedFormsInFewEvaluations) {
  struct Case {
    std::function<double(double)> z;
    double t0, t1, root;
  };
  const double g = 9.81, v = 15, h = 10;
  const Case cases[] = {
      {[](double t) { return std::cos(t); }, 1, 2, std::numbers::pi / 2},
      {[=](double t) { return h + v * t - 0.5 * g * t * t; }, 3, 4, (v + std::sqrt(v * v + 2 * g * h)) / g},
      {[](double t) { return std::exp(t) - 2; }, 0, 3, std::log(2)},
      {[](double t) { return t * t * t - 8; }, 0, 10, 2},
      {[](double t) { return std::tanh(50 * (t - 0.3)); }, 0, 1, 0.3},
      {[](double t) { return t - 0.1; }, 0, 1, 0.1},
  };
  for (const Case& c : cases) {
    const auto crossing = locate({c.z}, {Either}, c.t0, c.t1);
    expect_at(crossing, c.root);
    EXPECT_LE(crossing.evaluations, 12) << "root " << c.root;
  }
}

TEST(ZeroCrossingLocator, NeverNeedsMuchMoreThanBisection) {
  auto jump = [](double t) { return t < std::numbers::sqrt2 / 2 ? -1e-300 : 1e300; };
  auto flat = [](double t) { return std::pow(t - 0.37, 21); };
  const auto crossing = locate({jump}, {Rising}, 0, 1);
  expect_at(crossing, std::numbers::sqrt2 / 2);
  EXPECT_LE(crossing.evaluations, 41 + 3);
  EXPECT_LE(locate({flat}, {Rising}, 0, 1).evaluations, 41 + 3);
}

TEST(ZeroCrossingLocator, TakesTheEarliestOfSeveral) {
  const Functions z{[](double t) { return t - 0.7; }, [](double t) { return std::exp(t) - std::exp(0.4); },
                    [](double t) { return 0.5 - t; }};
  const auto crossing = locate(z, {Rising, Rising, Either}, 0, 1);
  expect_at(crossing, 0.4);
  EXPECT_EQ(crossing.indices, std::vector<int>{1});
  const auto falling = locate(z, {Falling, Falling, Falling}, 0, 1);
  expect_at(falling, 0.5);
  EXPECT_EQ(falling.indices, std::vector<int>{2});
  EXPECT_FALSE(locate(z, {Falling, Falling, Rising}, 0, 1).found);
}

TEST(ZeroCrossingLocator, CrossingsWithinToleranceAreOneEvent) {
  const Functions z{[](double t) { return t - 0.3; }, [](double t) { return 0.3 + 1e-15 - t; },
                    [](double t) { return t - 0.3 - 1e-6; }};
  const auto crossing = locate(z, {Either, Either, Either}, 0, 1);
  EXPECT_EQ(crossing.indices, (std::vector<int>{0, 1}));
}

TEST(ZeroCrossingLocator, EndsAreOffTheZeroWhereTheyCanBe) {
  const auto through = locate({[](double t) { return t - 0.5; }}, {Rising}, 0, 1);
  expect_at(through, 0.5);
  EXPECT_LT(through.t_before, 0.5);
  EXPECT_GT(through.t_after, 0.5);

  const auto onto = locate({[](double t) { return std::min(t - 0.5, 0.0); }}, {Rising}, 0, 1);
  expect_at(onto, 0.5);
  EXPECT_LT(onto.t_before, 0.5);

  const auto leaving = locate({[](double t) { return std::max(t - 0.5, 0.0); }}, {Rising}, 0, 1);
  expect_at(leaving, 0.5);
  EXPECT_GT(leaving.t_after, 0.5);

  const auto at_start = locate({[](double t) { return std::sin(t); }}, {Rising}, 0, 1);
  expect_at(at_start, 0);
  const auto at_end = locate({[](double t) { return t - 1; }}, {Rising}, 0, 1);
  expect_at(at_end, 1);
  EXPECT_EQ(at_end.t_after, 1);
}

TEST(ZeroCrossingLocator, ToleranceBelowTheSpacingOfNumbersStillEnds) {
  const double t = 1e9 + 0.1;
  const auto crossing = locate({[=](double s) { return s - t; }}, {Either}, 1e9, 1e9 + 1, 0);
  expect_at(crossing, t, 1e-6);
}

TEST(ZeroCrossingLocator, ProbesFindADoubleCrossingInsideOneStep) {
  auto dip = [](double t) { return (t - 0.52) * (t - 0.53); };
  EXPECT_FALSE(locate({dip}, {Either}, 0, 1).found);
  expect_at(locate({dip}, {Either}, 0, 1, 1e-12, 1), 0.52);
  expect_at(locate({dip}, {Rising}, 0, 1, 1e-12, 1), 0.53);
  EXPECT_FALSE(locate({[&](double t) { return dip(t) + 1; }}, {Either}, 0, 1, 1e-12, 3).found);
  expect_at(locate({[](double t) { return std::sin(40 * t) - 0.97; }}, {Either}, 0, 1, 1e-12, 30),
            std::asin(0.97) / 40);
}

TEST(ZeroCrossingLocator, FailedEvaluationsAreValues) {
  ZeroCrossingLocator locator({Rising});
  const double z0[] = {-1}, z1[] = {1};
  auto fatal = [](double, std::span<double>) { return EvalStatus::Fatal; };
  EXPECT_EQ(locator.locate(fatal, 0, 1, z0, z1, 1e-9).status, EvalStatus::Fatal);
  auto lost = [](double, std::span<double> z) {
    z[0] = std::nan("");
    return EvalStatus::Ok;
  };
  const auto crossing = locator.locate(lost, 0, 1, z0, z1, 1e-9);
  EXPECT_FALSE(crossing.found);
  EXPECT_EQ(crossing.status, EvalStatus::Recoverable);
}

}  // namespace
}  // namespace sim
