#include "sim_core/linalg/scalar_root.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace sim {

namespace {

constexpr double largest_number = std::numeric_limits<double>::max();

// Doubles in their order: neighbors differ by one.
std::int64_t place_of(double z) {
  const auto bits = std::bit_cast<std::int64_t>(z);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}
double double_at(std::int64_t place) {
  return std::bit_cast<double>(place < 0 ? std::numeric_limits<std::int64_t>::min() - place : place);
}

class Search {
 public:
  Search(const ScalarEquation& equation, double start) : equation_(equation), start_(start) {
    root_.value = std::numeric_limits<double>::quiet_NaN();
  }

  ScalarRoot run() {
    make_points();
    if (!look_outwards() && !stopped()) follow_minima();
    return root_;
  }

 private:
  bool stopped() const { return equation_.stopped && equation_.stopped(); }

  double value(double z) {
    const double r = equation_.value(z);
    if (std::fabs(r) < best_) {
      best_ = std::fabs(r);
      if (!root_.found) root_.z = z, root_.value = r;
    }
    return r;
  }

  bool accept(double z, double r) {
    root_.found = true;
    root_.z = z;
    root_.value = r;
    return true;
  }

  // The start, what is near to it by steps that double, and powers of two, closer together near to one.
  void make_points() {
    const double size = start_ == 0 ? 1 : std::fabs(start_);
    for (int k = -44; k <= 8; ++k)
      for (const double sign : {-1.0, 1.0}) points_.push_back(start_ + sign * std::ldexp(size, k));
    for (int k = -1074; k <= 1023; k += k >= -128 && k < 128 ? 1 : 8)
      for (const double sign : {-1.0, 1.0}) points_.push_back(sign * std::ldexp(1.0, k));
    for (const double z : {start_, 0.0, largest_number, -largest_number}) points_.push_back(z);
    std::erase_if(points_, [](double z) { return !std::isfinite(z); });
    std::sort(points_.begin(), points_.end());
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
    values_.assign(points_.size(), 0.0);
  }

  bool look_outwards() {
    const auto middle =
        static_cast<std::size_t>(std::lower_bound(points_.begin(), points_.end(), start_) - points_.begin());
    values_[middle] = value(points_[middle]);
    if (settles(points_[middle], values_[middle])) return true;
    for (std::size_t away = 1; away < points_.size(); ++away) {
      if (stopped()) return false;
      if (middle + away < points_.size() && look_at(middle + away, middle + away - 1)) return true;
      if (away <= middle && look_at(middle - away, middle - away + 1)) return true;
    }
    return false;
  }

  // The next point on one side; `before` lies between it and the start.
  bool look_at(std::size_t at, std::size_t before) {
    values_[at] = value(points_[at]);
    if (values_[at] == 0 && values_[before] == 0)
      return false;  // a level stretch, whose first point was looked at
    if (settles(points_[at], values_[at])) return true;
    double inner = points_[before], outer = points_[at];
    double inner_value = values_[before], outer_value = values_[at];
    if (std::isnan(inner_value) && std::isnan(outer_value)) return false;
    if (std::isnan(outer_value))
      to_the_edge(inner, outer, outer_value);
    else if (std::isnan(inner_value))
      to_the_edge(outer, inner, inner_value);
    if (std::isnan(inner_value) || std::isnan(outer_value)) return false;
    if (settles(outer, outer_value) || settles(inner, inner_value)) return true;
    if ((inner_value < 0) == (outer_value < 0)) return false;
    return inner < outer ? halve(inner, outer, inner_value < 0) : halve(outer, inner, outer_value < 0);
  }

  bool settles(double z, double r) { return r == 0 && equation_.solves(z, r) && accept(z, r); }

  // Where the function ends between a point where it is defined and one where it is not.
  void to_the_edge(double inside, double& outside, double& edge_value) {
    std::int64_t in = place_of(inside), out = place_of(outside);
    double at = std::nan("");
    while (std::max(in, out) - 1 > std::min(in, out)) {
      const std::int64_t between = std::midpoint(in, out);
      const double r = value(double_at(between));
      if (std::isnan(r)) {
        out = between;
      } else {
        in = between;
        at = r;
      }
    }
    outside = double_at(in);
    edge_value = at;
  }

  bool halve(double low, double high, bool negative_below) {
    if (++halved_ > most_brackets) return false;
    std::int64_t lo = place_of(low), hi = place_of(high);
    while (hi - lo > 1) {
      const std::int64_t between = std::midpoint(lo, hi);
      const double r = value(double_at(between));
      if (std::isnan(r)) return false;
      if (r == 0) return settles(double_at(between), r);
      ((r < 0) == negative_below ? lo : hi) = between;
    }
    return judge(lo, hi);
  }

  // The function changes its sign between two neighbors.
  bool judge(std::int64_t lo, std::int64_t hi) {
    const double below = value(double_at(lo)), above = value(double_at(hi));
    const bool low_is_better = std::fabs(below) <= std::fabs(above);
    for (const bool low : {low_is_better, !low_is_better}) {
      const double z = double_at(low ? lo : hi), r = low ? below : above;
      if (std::isfinite(r) && equation_.solves(z, r)) return accept(z, r);
    }
    if (goes_to_zero(lo, -1, below) && goes_to_zero(hi, 1, above))
      return low_is_better ? accept(double_at(lo), below) : accept(double_at(hi), above);
    if (!root_.at_jump) {
      root_.at_jump = true;
      root_.jump_at = double_at(hi);
      root_.below = below;
      root_.above = above;
    }
    return false;
  }

  // Values at distances of 16, 64 and 256 doubles follow a power of the distance: what they come to at the
  // distance 0 (Aitken's extrapolation) is small against the first of them.
  bool goes_to_zero(std::int64_t from, int direction, double nearest) {
    double r[3];
    for (int k = 0; k < 3; ++k) {
      const std::int64_t place = from + direction * (std::int64_t{16} << (2 * k));
      r[k] = std::fabs(value(double_at(place)));
    }
    const double bend = r[2] - 2 * r[1] + r[0];
    if (!(r[1] > 1.02 * r[0]) || !(r[2] > 1.02 * r[1]) || !std::isfinite(r[2]) || bend <= 0) return false;
    const double limit = r[0] - (r[1] - r[0]) * (r[1] - r[0]) / bend;
    return std::fabs(limit) <= 0.1 * r[0] && std::fabs(nearest) <= r[0];
  }

  void follow_minima() {
    std::vector<std::size_t> dips;
    for (std::size_t k = 1; k + 1 < points_.size(); ++k) {
      const double here = std::fabs(values_[k]);
      if (here <= std::fabs(values_[k - 1]) && here <= std::fabs(values_[k + 1])) dips.push_back(k);
    }
    std::sort(dips.begin(), dips.end(),
              [&](std::size_t a, std::size_t b) { return std::fabs(values_[a]) < std::fabs(values_[b]); });
    if (dips.size() > most_minima) dips.resize(most_minima);
    for (std::size_t k : dips)
      if (stopped() || follow_down(k)) return;
  }

  bool follow_down(std::size_t k) {
    const bool negative = values_[k] < 0;
    std::int64_t lo = place_of(points_[k - 1]), hi = place_of(points_[k + 1]);
    const auto share = [&] {
      return static_cast<std::int64_t>(0.6180339887498949 * static_cast<double>(hi - lo));
    };
    std::int64_t z[2] = {hi - share(), lo + share()};
    double r[2] = {value(double_at(z[0])), value(double_at(z[1]))};
    while (z[0] < z[1] && !stopped()) {
      for (int side = 0; side < 2; ++side) {
        const double here = double_at(z[side]);
        if (settles(here, r[side])) return true;
        if (!std::isnan(r[side]) && (r[side] < 0) != negative)
          return here < points_[k] ? halve(here, points_[k], r[side] < 0) : halve(points_[k], here, negative);
      }
      const bool down = std::fabs(r[0]) <= std::fabs(r[1]);
      (down ? hi : lo) = z[down ? 1 : 0];
      z[down ? 1 : 0] = z[down ? 0 : 1];
      r[down ? 1 : 0] = r[down ? 0 : 1];
      z[down ? 0 : 1] = down ? hi - share() : lo + share();
      r[down ? 0 : 1] = value(double_at(z[down ? 0 : 1]));
    }
    // The last few doubles one by one.
    for (std::int64_t place = lo - 2; place <= std::min(hi, lo + 8) + 2; ++place) {
      const double r_here = value(double_at(place));
      if (std::isfinite(r_here) && equation_.solves(double_at(place), r_here))
        return accept(double_at(place), r_here);
    }
    return false;
  }

  static constexpr int most_brackets = 40;
  static constexpr std::size_t most_minima = 4;

  const ScalarEquation& equation_;
  double start_;
  std::vector<double> points_, values_;
  double best_ = std::numeric_limits<double>::infinity();
  int halved_ = 0;
  ScalarRoot root_;
};

}  // namespace

ScalarRoot find_scalar_root(const ScalarEquation& equation, double start) {
  return Search(equation, std::isfinite(start) ? start : 0).run();
}

}  // namespace sim
