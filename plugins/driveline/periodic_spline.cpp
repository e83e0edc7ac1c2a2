#include "plugins/driveline/periodic_spline.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sim_core/ir/values.h"

namespace sim::driveline {

namespace {

constexpr double turn = 2 * std::numbers::pi;

// (lower, diagonal, upper) x = right, where nothing needs a pivot: diagonals dominate.
std::vector<double> solved(const std::vector<double>& lower, std::vector<double> diagonal,
                           const std::vector<double>& upper, std::vector<double> right) {
  for (std::size_t k = 1; k < right.size(); ++k) {
    const double factor = lower[k] / diagonal[k - 1];
    diagonal[k] -= factor * upper[k - 1];
    right[k] -= factor * right[k - 1];
  }
  for (std::size_t k = right.size(); k-- > 0;) {
    if (k + 1 < right.size()) right[k] -= upper[k] * right[k + 1];
    right[k] /= diagonal[k];
  }
  return right;
}

}  // namespace

// The second derivatives M_k satisfy h_k-1 M_k-1 + 2 (h_k-1 + h_k) M_k + h_k M_k+1 = 6 (d_k - d_k-1), with d
// the slopes of chords and indices around the turn: a cyclic system, by Sherman and Morrison.
PeriodicSpline::PeriodicSpline(std::vector<double> angles, std::vector<double> values)
    : x_(std::move(angles)), y_(std::move(values)) {
  const std::size_t n = x_.size();
  x_.push_back(x_.front() + turn);
  y_.push_back(y_.front());
  std::vector<double> width(n), chord(n);
  for (std::size_t k = 0; k < n; ++k) {
    width[k] = x_[k + 1] - x_[k];
    chord[k] = (y_[k + 1] - y_[k]) / width[k];
  }
  std::vector<double> lower(n), diagonal(n), upper(n), right(n), corner(n, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t before = (k + n - 1) % n;
    lower[k] = width[before], upper[k] = width[k];
    diagonal[k] = 2 * (width[before] + width[k]);
    right[k] = 6 * (chord[k] - chord[before]);
  }
  const double link = width[n - 1], gamma = -diagonal[0];
  diagonal[0] -= gamma;
  diagonal[n - 1] -= link * link / gamma;
  corner[0] = gamma, corner[n - 1] = link;
  bend_ = solved(lower, diagonal, upper, right);
  const std::vector<double> around = solved(lower, diagonal, upper, corner);
  const double share =
      (bend_[0] + bend_[n - 1] * link / gamma) / (1 + around[0] + around[n - 1] * link / gamma);
  for (std::size_t k = 0; k < n; ++k) bend_[k] -= share * around[k];
  bend_.push_back(bend_.front());
}

// How many pieces the angle has come through: whole at the points.
ir::Value PeriodicSpline::pieces_at(ir::Value angle) const {
  const ir::Value turns = ir::make(ir::Op::Floor, (angle - x_.front()) * (1 / turn));
  const ir::Value at = angle - turns * turn, none = angle.graph->constant(0), one = angle.graph->constant(1);
  ir::Value pieces = turns * static_cast<double>(x_.size() - 1);
  for (std::size_t k = 0; k + 1 < x_.size(); ++k) {
    const ir::Value share = (at - x_[k]) * (1 / (x_[k + 1] - x_[k]));
    pieces = pieces + ir::make(ir::Op::Min, ir::make(ir::Op::Max, share, none), one);
  }
  return pieces;
}

// Inside of a step the piece stays, and goes on beyond its ends: so that what a solver sees is smooth, and a
// step that is cut short at a point is as good as any. Pieces take turns at being even.
PeriodicSpline::Values PeriodicSpline::write(Equations& e, ir::Value angle) const {
  const auto count = static_cast<double>(x_.size() - 1);
  const ir::Value pieces = pieces_at(angle), zero = e.constant(0);
  const ir::Value even = e.crosses_above(ir::sin(pieces * std::numbers::pi), zero);
  const auto nearest = [&](double parity) {
    return ir::make(ir::Op::Round, (pieces - (parity + 0.5)) * 0.5) * 2.0 + parity;
  };
  const ir::Value piece = select(even, nearest(0), nearest(1));
  const ir::Value turns = ir::make(ir::Op::Floor, (piece + 0.5) * (1 / count));
  const ir::Value at = angle - turns * turn, of_turn = piece - turns * count;
  const double width = x_[1] - x_[0];
  double slope = (y_[1] - y_[0]) / width - width * (2 * bend_[0] + bend_[1]) / 6;
  Values sum{e.constant(y_.front()), e.constant(slope), e.constant(bend_.front())};
  for (std::size_t k = 0; k + 1 < x_.size(); ++k) {
    const double h = x_[k + 1] - x_[k], grows = (bend_[k + 1] - bend_[k]) / h, place = static_cast<double>(k);
    const ir::Value begun = of_turn >= e.constant(place - 0.5), over = of_turn >= e.constant(place + 0.5);
    const ir::Value t = select(over, e.constant(h), select(begun, at - x_[k], zero));
    sum.value = sum.value + t * ((t * (grows / 6) + bend_[k] / 2) * t + slope);
    sum.slope = sum.slope + t * (t * (grows / 2) + bend_[k]);
    sum.bend = sum.bend + t * grows;
    slope += h * (bend_[k] + bend_[k + 1]) / 2;
  }
  return sum;
}

double PeriodicSpline::steepest() const {
  double most = 0;
  for (std::size_t k = 0; k + 1 < x_.size(); ++k)
    most = std::max(most, std::abs((y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k])));
  return most;
}

void require_turn(BlockTypeBuilder& b, Param angles, Param values) {
  b.require(
      [=](const ParameterValues& v) {
        return v.of(angles).numbers.size() == v.of(values).numbers.size() && v.of(angles).numbers.size() > 2;
      },
      "its table needs at least three points, and a value for each", "give both lists as many numbers");
  b.require(
      [=](const ParameterValues& v) {
        const auto& x = v.of(angles).numbers;
        return std::adjacent_find(x.begin(), x.end(), [](double a, double c) { return !(a < c); }) ==
                   x.end() &&
               x.back() - x.front() < turn * (1 - 1e-9);
      },
      "the angles of its table do not rise over less than one turn",
      "sort the table, and leave out the point at which the turn ends");
}

}  // namespace sim::driveline
