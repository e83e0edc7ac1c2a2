// Histories of closed forms, read where they were recorded, between, before, behind, and on both sides of
// jumps.
#include "sim_core/simulate/signal_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace sim {

namespace {

using Signal = std::function<double(double)>;

constexpr double forever = std::numeric_limits<double>::infinity();

// Element k of the recorded vector is (k + 1) f.
std::vector<double> sampled(const SignalHistory& history, const Signal& f, double t0, double t1) {
  std::vector<double> values;
  for (int i = 0; i < history.points(); ++i)
    for (int k = 0; k < history.width(); ++k)
      values.push_back((k + 1) * f(i + 1 == history.points() ? t1 : t0 + history.point(i) * (t1 - t0)));
  return values;
}

void record(SignalHistory& history, const Signal& f, double t_end, int steps) {
  const double t0 = history.end();
  for (int k = 1; k <= steps; ++k) {
    const double t = k == steps ? t_end : t0 + (t_end - t0) * k / steps;
    history.append(t, sampled(history, f, history.end(), t));
  }
}

double at(const SignalHistory& history, double t, std::int64_t piece = SignalHistory::any_piece) {
  SignalHistory::Cursor cursor;
  double value = 0;
  history.read(t, piece, cursor, 0, {&value, 1});
  return value;
}

double slope(const SignalHistory& history, double t) {
  SignalHistory::Cursor cursor;
  double value = 0;
  history.slope(t, SignalHistory::any_piece, cursor, 0, {&value, 1});
  return value;
}

SignalHistory recorded(const Signal& f, int points, double t_end, int steps, int across = 0) {
  SignalHistory history(1, lobatto_points(points), forever, across);
  history.restart(0, std::vector{-7.0}, std::vector{f(0)});
  record(history, f, t_end, steps);
  return history;
}

double largest_error(const SignalHistory& history, const Signal& f, double t_end) {
  double worst = 0;
  for (int k = 0; k <= 1000; ++k) {
    const double t = t_end * k / 1000;
    worst = std::max(worst, std::fabs(at(history, t) - f(t)));
  }
  return worst;
}

}  // namespace

TEST(LagrangeBasis, ReproducesPolynomialsAndTheirSlopes) {
  for (int count = 2; count <= LagrangeBasis::max_points; ++count) {
    const std::vector<double> points = lobatto_points(count);
    const LagrangeBasis basis(points);
    std::vector<double> weights(points.size());
    for (double s : {-0.1, 0.0, 0.3, 0.77, 1.0, 1.2}) {
      for (int degree = 0; degree < count; ++degree) {
        double value = 0, slope = 0;
        basis.values(s, weights);
        for (std::size_t i = 0; i < points.size(); ++i) value += weights[i] * std::pow(points[i], degree);
        basis.slopes(s, weights);
        for (std::size_t i = 0; i < points.size(); ++i) slope += weights[i] * std::pow(points[i], degree);
        const bool inside = s >= 0 && s <= 1;
        EXPECT_NEAR(value, std::pow(s, degree), inside ? 1e-13 : 1e-8);
        EXPECT_NEAR(slope, degree == 0 ? 0 : degree * std::pow(s, degree - 1), inside ? 1e-10 : 1e-6);
      }
    }
  }
}

TEST(SignalHistory, IsExactForPolynomialsOfItsDegreeAndAtItsPoints) {
  const Signal cubic = [](double t) { return ((2 * t - 3) * t + 0.5) * t - 1; };
  const SignalHistory history = recorded(cubic, 4, 3, 7);
  EXPECT_LT(largest_error(history, cubic, 3), 1e-13);
  for (double t : {0.1, 1.0, 2.9}) EXPECT_NEAR(slope(history, t), (6 * t - 6) * t + 0.5, 1e-12);
  const Signal sine = [](double t) { return std::sin(t); };
  const SignalHistory rough = recorded(sine, 3, 2, 4);
  for (int k = 0; k <= 4; ++k) EXPECT_EQ(at(rough, 0.5 * k), std::sin(0.5 * k));
}

TEST(SignalHistory, GivesConstantsBackToTheLastBit) {
  for (double c : {1.0, 1.0 / 3, -5e300, 3e-310}) {
    const SignalHistory history = recorded([c](double) { return c; }, 7, 1, 3, 7);
    for (int k = 0; k <= 300; ++k) EXPECT_EQ(at(history, k / 200.0), c);
  }
}

TEST(SignalHistory, ConvergesWithTheOrderOfItsPoints) {
  const Signal f = [](double t) { return std::exp(-t) * std::sin(3 * t); };
  for (int points : {2, 3, 5, 7}) {
    const double coarse = largest_error(recorded(f, points, 4, 16), f, 4);
    const double fine = largest_error(recorded(f, points, 4, 32), f, 4);
    EXPECT_NEAR(std::log2(coarse / fine), points, 0.35) << points;
  }
}

// Only the ends of steps are as good as a method whose own interpolant is of lower order.
TEST(SignalHistory, AcrossSegmentsReachesTheOrderThatOneSegmentHasNot) {
  const Signal f = [](double t) { return std::cos(2 * t); };
  const double coarse = largest_error(recorded(f, 3, 8, 50, 7), f, 8);
  const double fine = largest_error(recorded(f, 3, 8, 100, 7), f, 8);
  EXPECT_NEAR(std::log2(coarse / fine), 8, 0.5);
}

TEST(SignalHistory, AcrossSegmentsNeverLooksOverAKink) {
  const Signal hat = [](double t) { return std::fabs(t - 2); };
  SignalHistory history(1, lobatto_points(3), forever, 7);
  history.restart(0, std::vector{0.0}, std::vector{2.0});
  record(history, hat, 2, 6);
  history.kink();
  record(history, hat, 4, 6);
  EXPECT_LT(largest_error(history, hat, 4), 1e-14);
}

TEST(SignalHistory, IsTheInitialValueBeforeTheStart) {
  const SignalHistory history = recorded([](double t) { return t; }, 3, 1, 2);
  EXPECT_EQ(at(history, -1e-300), -7);
  EXPECT_EQ(at(history, -forever), -7);
  EXPECT_EQ(at(history, 0), 0);
  EXPECT_EQ(slope(history, -0.5), 0);
  EXPECT_TRUE(std::isnan(at(history, NAN)));
}

TEST(SignalHistory, HasBothSidesOfAJump) {
  SignalHistory history(1, lobatto_points(4), forever);
  history.restart(0, std::vector{5.0}, std::vector{0.0});
  const std::int64_t first = history.piece();
  record(
      history, [](double t) { return t; }, 0.7, 3);
  const double jump = history.end();
  history.jump(std::vector{10.0});
  EXPECT_EQ(at(history, jump), 10) << "before anything is recorded behind it";
  EXPECT_EQ(at(history, jump, first), 0.7);
  record(
      history, [](double t) { return 10 - t; }, 2, 3);
  for (double ulps : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
    const double t = jump + ulps * 1.2e-16;
    EXPECT_NEAR(at(history, t, first), 0.7, 1e-15);
    EXPECT_NEAR(at(history, t, first + 1), 9.3, 1e-14);
    EXPECT_NEAR(at(history, t), t < jump ? 0.7 : 9.3, 1e-14);
  }
  EXPECT_EQ(at(history, 1e-17, 0), 5) << "the piece before the start";
  EXPECT_EQ(at(history, -1e-17, first), 0);
}

TEST(SignalHistory, GoesOnAsAQuadraticBeyondItsEndAndThenStays) {
  const Signal square = [](double t) { return t * t; };
  const SignalHistory history = recorded(square, 5, 1, 2);  // the last segment is [0.5, 1]
  for (double t : {1.0, 1.3, 2.0}) {
    EXPECT_NEAR(at(history, t), t * t, 1e-13);
    EXPECT_NEAR(slope(history, t), 2 * t, t < 2 ? 1e-12 : 4.1);
  }
  EXPECT_NEAR(at(history, 1e9), 4, 1e-12);
  EXPECT_EQ(slope(history, 1e9), 0);
}

TEST(SignalHistory, TheCursorOnlySavesTime) {
  const Signal f = [](double t) { return std::sin(5 * t); };
  const SignalHistory history = recorded(f, 4, 10, 100);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-1, 11);
  SignalHistory::Cursor cursor;
  for (int k = 0; k < 2000; ++k) {
    const double t = draw(random);
    double value = 0;
    history.read(t, SignalHistory::any_piece, cursor, 0, {&value, 1});
    EXPECT_EQ(value, at(history, t));
    cursor.segment += k % 7 == 0 ? 1000 : 0;
  }
}

TEST(SignalHistory, ForgetsWhatNobodyCanAskFor) {
  const Signal f = [](double t) { return std::sin(t); };
  SignalHistory history(2, lobatto_points(5), 1.0);
  history.restart(0, std::vector{0.0, 0.0}, std::vector{0.0, 0.0});
  std::size_t most = 0;
  for (int k = 1; k <= 20000; ++k) {
    history.append(0.01 * k, sampled(history, f, history.end(), 0.01 * k));
    most = std::max(most, history.stored());
    EXPECT_NEAR(at(history, history.end() - 1), k < 100 ? 0 : f(history.end() - 1), 1e-10);
  }
  EXPECT_LT(most, 3u * 100u * 10u);
  EXPECT_LT(history.segment_count(), 105u);
}

TEST(SignalHistory, IsRestoredToTheLastBit) {
  const Signal f = [](double t) { return std::exp(-t); };
  SignalHistory history(1, lobatto_points(5), 2.0, 7);
  history.restart(0, std::vector{3.0}, std::vector{1.0});
  record(history, f, 4, 500);
  history.jump(std::vector{2.0});
  SignalHistory copy(1, lobatto_points(5), 2.0, 7);
  copy.restore(history.save());
  for (SignalHistory* h : {&history, &copy}) record(*h, f, 5, 50);
  EXPECT_EQ(copy.segment_count(), history.segment_count());
  for (int k = 0; k < 200; ++k) {
    const double t = 3 + k / 100.0;
    EXPECT_EQ(at(copy, t), at(history, t));
    EXPECT_EQ(at(copy, t, 1), at(history, t, 1));
  }
}

}  // namespace sim
