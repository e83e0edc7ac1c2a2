#include "sim_core/run_archive/compare_series.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace sim {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most_leaves = 10'000;

// The limits of a series from either side, at times that never go back.
class Cursor {
 public:
  explicit Cursor(const TimeSeries& series) : series_(series) {}

  void move_to(double t) {
    while (first_ < series_.t.size() && series_.t[first_] < t) ++first_;
    last_ = first_;
    while (last_ + 1 < series_.t.size() && series_.t[last_ + 1] == t) ++last_;
    here_ = first_ < series_.t.size() && series_.t[first_] == t;
    between_ = here_ ? 0 : interpolated(t);
  }
  double before() const { return here_ ? series_.y[first_] : between_; }
  double after() const { return here_ ? series_.y[last_] : between_; }
  bool jumps() const { return here_ && last_ > first_; }
  bool has_row() const { return here_; }

 private:
  double interpolated(double t) const {
    if (first_ == 0) return series_.y.front();
    if (first_ == series_.t.size()) return series_.y.back();
    const double t0 = series_.t[first_ - 1], t1 = series_.t[first_];
    const double y0 = series_.y[first_ - 1], y1 = series_.y[first_];
    return y0 == y1 ? y0 : y0 + (y1 - y0) * ((t - t0) / (t1 - t0));
  }

  const TimeSeries& series_;
  std::size_t first_ = 0, last_ = 0;
  bool here_ = false;
  double between_ = 0;
};

struct Band {
  double lower = infinity, upper = -infinity;
  void take(double y) {
    if (y < lower) lower = y;
    if (y > upper) upper = y;
  }
};

// The extremes of a series in a window around times that never go back.
class Envelope {
 public:
  Envelope(const TimeSeries& series, double half)
      : series_(series), half_(half), left_(series), right_(series) {}

  Band at(double t) {
    // Times that are equal but for rounding are in the window.
    const double slack = 1e-9 * half_ + 4 * std::numeric_limits<double>::epsilon() * std::abs(t);
    const double from = t - half_ - slack, to = t + half_ + slack;
    for (; next_ < series_.t.size() && series_.t[next_] <= to; ++next_) push(next_);
    while (!least_.empty() && series_.t[least_.front()] < from) least_.pop_front();
    while (!greatest_.empty() && series_.t[greatest_.front()] < from) greatest_.pop_front();
    Band band;
    if (!least_.empty()) band.take(series_.y[least_.front()]);
    if (!greatest_.empty()) band.take(series_.y[greatest_.front()]);
    left_.move_to(std::max(from, series_.t.front()));
    right_.move_to(std::min(to, series_.t.back()));
    band.take(left_.after());
    band.take(right_.before());
    return band;
  }

 private:
  void push(std::size_t row) {
    const double y = series_.y[row];
    if (std::isnan(y)) return;
    while (!least_.empty() && series_.y[least_.back()] >= y) least_.pop_back();
    least_.push_back(row);
    while (!greatest_.empty() && series_.y[greatest_.back()] <= y) greatest_.pop_back();
    greatest_.push_back(row);
  }

  const TimeSeries& series_;
  double half_;
  Cursor left_, right_;
  std::size_t next_ = 0;
  std::deque<std::size_t> least_, greatest_;  // rows of the window whose values ascend and descend
};

// One side of one instant.
struct Place {
  double t, baseline, other, lower, upper;
  bool in_baseline, in_other;  // whether either has a row there
};

double room(double y, const Tolerance& tolerance) {
  const double relative = tolerance.relative > 0 ? tolerance.relative * std::abs(y) : 0;
  return std::max(tolerance.absolute, relative);
}

Place place(double t, double baseline, double other, Band band, const Tolerance& tolerance) {
  return {t,
          baseline,
          other,
          band.lower - room(band.lower, tolerance),
          band.upper + room(band.upper, tolerance),
          false,
          false};
}

// Every row of both series in the time both cover, and either side of every jump.
template <class Visit>
void walk(const TimeSeries& baseline, const TimeSeries& other, const Tolerance& tolerance, Visit visit) {
  if (baseline.empty() || other.empty()) return;
  const double from = std::max(baseline.t.front(), other.t.front());
  const double to = std::min(baseline.t.back(), other.t.back());
  Cursor a(baseline), b(other);
  Envelope envelope(baseline, std::max(tolerance.time, 0.0));
  std::size_t i = 0, j = 0;
  for (double t = from; t <= to;) {
    a.move_to(t);
    b.move_to(t);
    Band before, after;
    if (tolerance.time > 0) {
      before = after = envelope.at(t);
    } else {
      before.take(a.before());
      after.take(a.after());
    }
    Place here = place(t, a.before(), b.before(), before, tolerance);
    here.in_baseline = a.has_row(), here.in_other = b.has_row();
    visit(here);
    if (a.jumps() || b.jumps()) {
      Place behind = place(t, a.after(), b.after(), after, tolerance);
      behind.in_baseline = here.in_baseline, behind.in_other = here.in_other;
      visit(behind);
    }
    while (i < baseline.t.size() && baseline.t[i] <= t) ++i;
    while (j < other.t.size() && other.t[j] <= t) ++j;
    const double next = std::min(i < baseline.t.size() ? baseline.t[i] : infinity,
                                 j < other.t.size() ? other.t[j] : infinity);
    if (t < to && next > to) {
      t = to;  // the end of the shorter one lies between rows of the other
    } else {
      t = next;
    }
  }
}

double difference(const Place& p) {
  if (p.baseline == p.other || (std::isnan(p.baseline) && std::isnan(p.other))) return 0;
  const double distance = std::abs(p.other - p.baseline);
  return std::isnan(distance) ? infinity : distance;
}

double excess(const Place& p) {
  if (difference(p) == 0 || (p.other >= p.lower && p.other <= p.upper)) return 0;
  const double outside = std::max(p.lower - p.other, p.other - p.upper);
  return outside > 0 ? outside : infinity;
}

}  // namespace

SeriesComparison compare_series(const TimeSeries& baseline, const TimeSeries& other,
                                const Tolerance& tolerance) {
  SeriesComparison found;
  bool outside = false;
  walk(baseline, other, tolerance, [&](const Place& p) {
    const double d = difference(p);
    if (d > found.largest_difference) {
      found.largest_difference = d;
      found.time_of_largest = p.t;
    }
    if (p.in_baseline) found.largest_at_baseline = std::max(found.largest_at_baseline, d);
    if (p.in_other) found.largest_at_other = std::max(found.largest_at_other, d);
    const double e = excess(p);
    if (e > 0 && !found.first_out) found.first_out = p.t;
    if (e > 0 && !outside && found.leaves.size() < most_leaves) found.leaves.push_back(p.t);
    outside = e > 0;
    found.largest_excess = std::max(found.largest_excess, e);
  });
  return found;
}

DifferenceCurves difference_curves(const TimeSeries& baseline, const TimeSeries& other,
                                   const Tolerance& tolerance) {
  DifferenceCurves curves;
  walk(baseline, other, tolerance, [&](const Place& p) {
    curves.t.push_back(p.t);
    curves.baseline.push_back(p.baseline);
    curves.other.push_back(p.other);
    curves.difference.push_back(p.other - p.baseline);
    curves.lower.push_back(p.lower);
    curves.upper.push_back(p.upper);
  });
  return curves;
}

}  // namespace sim
