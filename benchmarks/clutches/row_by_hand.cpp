#include "benchmarks/clutches/row_by_hand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace sim {

ClutchRow ClutchRow::of(int clutches) {
  ClutchRow row;
  std::mt19937 random(1);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 5) / 134217728.0;
  };
  for (int k = 0; k <= clutches; ++k) {
    row.inertia.push_back(between(0.5, 1.5));
    row.speed.push_back(between(8, 12));
  }
  for (int k = 0; k < clutches; ++k) {
    row.kinetic.push_back(between(1, 2));
    row.breakaway.push_back(row.kinetic.back() * 1.25);
  }
  row.torque = 0.5;
  row.end = 10;
  return row;
}

namespace {

class Solver {
 public:
  explicit Solver(const ClutchRow& row) : row_(row), count_(row.inertia.size()), direction_(count_ - 1, 0) {
    for (std::size_t k = 0; k + 1 < count_; ++k)
      direction_[k] = (row.speed[k] > row.speed[k + 1]) - (row.speed[k] < row.speed[k + 1]);
    torque_.resize(count_ - 1);
    loose_.resize(count_ - 1);
    for (auto& stage : stages_) stage.resize(count_);
  }

  ClutchRun run(double relative, double absolute) {
    ClutchRun out;
    std::vector<double> v = row_.speed, next(count_);
    double t = 0, h = row_.end / 50;
    settle();
    log(out, t, v);
    bool fresh = true;
    while (t < row_.end) {
      h = std::min({h, row_.end / 50, row_.end - t});
      if (fresh) accelerations(out, stages_[0]);
      fresh = false;
      const double error = step(out, v, h, next, relative, absolute);
      if (error > 1) {
        h *= std::max(0.2, 0.9 * std::pow(error, -0.2));
        continue;
      }
      const double until = first_crossing(v, next, h);
      ++out.steps;
      if (until < h) {
        for (std::size_t k = 0; k < count_; ++k) v[k] = interpolated(v, next, h, until, k);
        t += until;
        log(out, t, v);
        lock(v);
        settle();
        ++out.instants;
        fresh = true;
      } else {
        std::swap(v, next);
        std::swap(stages_[0], stages_[6]);
        t += h;
        if (breaks_loose()) {
          settle();
          ++out.instants;
          fresh = true;
        }
      }
      log(out, t, v);
      h *= std::min(5.0, 0.9 * std::pow(std::max(error, 1e-10), -0.2));
    }
    return out;
  }

 private:
  static void log(ClutchRun& out, double t, const std::vector<double>& v) {
    out.times.push_back(t);
    out.speeds.insert(out.speeds.end(), v.begin(), v.end());
  }

  // Of bodies that are locked together at once; what each lock carries too.
  void accelerations(ClutchRun& out, std::vector<double>& dv) {
    ++out.evaluations;
    for (std::size_t first = 0; first < count_;) {
      std::size_t last = first;
      double inertia = row_.inertia[first];
      while (last + 1 < count_ && direction_[last] == 0) inertia += row_.inertia[++last];
      const double from = first == 0 ? row_.torque : resistance(first - 1);
      const double to = last + 1 == count_ ? 0 : resistance(last);
      const double a = (from - to) / inertia;
      double through = from;
      for (std::size_t k = first; k <= last; ++k) {
        dv[k] = a;
        through -= a * row_.inertia[k];
        if (k < last) torque_[k] = through;
      }
      first = last + 1;
    }
  }

  bool breaks_loose() const {
    for (std::size_t k = 0; k + 1 < count_; ++k)
      if (direction_[k] == 0 && std::abs(torque_[k]) > row_.breakaway[k]) return true;
    return false;
  }

  double resistance(std::size_t k) const {
    return direction_[k] * (loose_[k] != 0 ? row_.breakaway[k] : row_.kinetic[k]);
  }

  // Locks that hold too much break loose, the worst first, while those that have go on resisting as much as
  // they held; then all of these slip.
  void settle() {
    ClutchRun nothing;
    for (bool any = true; any;) {
      for (;;) {
        accelerations(nothing, stages_[0]);
        std::size_t worst = count_;
        double most = 1;
        for (std::size_t k = 0; k + 1 < count_; ++k)
          if (direction_[k] == 0 && std::abs(torque_[k]) / row_.breakaway[k] > most)
            most = std::abs(torque_[k]) / row_.breakaway[k], worst = k;
        if (worst == count_) break;
        direction_[worst] = torque_[worst] > 0 ? 1 : -1;
        loose_[worst] = 1;
      }
      any = std::find(loose_.begin(), loose_.end(), 1) != loose_.end();
      std::fill(loose_.begin(), loose_.end(), 0);
    }
  }

  void lock(std::vector<double>& v) {
    for (std::size_t k = 0; k + 1 < count_; ++k)
      if (direction_[k] * (v[k] - v[k + 1]) < 0) direction_[k] = 0;
    for (std::size_t first = 0; first < count_;) {
      std::size_t last = first;
      double inertia = row_.inertia[first], momentum = inertia * v[first];
      while (last + 1 < count_ && direction_[last] == 0) {
        ++last;
        inertia += row_.inertia[last];
        momentum += row_.inertia[last] * v[last];
      }
      for (std::size_t k = first; k <= last; ++k) v[k] = momentum / inertia;
      first = last + 1;
    }
  }

  double step(ClutchRun& out, const std::vector<double>& v, double h, std::vector<double>& next,
              double relative, double absolute) {
    static constexpr double a[6][6] = {
        {1 / 5.0},
        {3 / 40.0, 9 / 40.0},
        {44 / 45.0, -56 / 15.0, 32 / 9.0},
        {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
        {9017 / 3168.0, -355 / 33.0, 46732 / 5247.0, 49 / 176.0, -5103 / 18656.0},
        {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0}};
    static constexpr double e[7] = {71 / 57600.0,      0,          -71 / 16695.0, 71 / 1920.0,
                                    -17253 / 339200.0, 22 / 525.0, -1 / 40.0};
    for (std::size_t stage = 0; stage < 6; ++stage) {
      for (std::size_t k = 0; k < count_; ++k) {
        double sum = 0;
        for (std::size_t s = 0; s <= stage; ++s) sum += a[stage][s] * stages_[s][k];
        next[k] = v[k] + h * sum;
      }
      accelerations(out, stages_[stage + 1]);
    }
    double worst = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      double sum = 0;
      for (std::size_t s = 0; s < 7; ++s) sum += e[s] * stages_[s][k];
      const double scale = std::max(relative * std::max(std::abs(v[k]), std::abs(next[k])), absolute);
      worst = std::max(worst, std::abs(h * sum) / scale);
    }
    return worst;
  }

  double interpolated(const std::vector<double>& v, const std::vector<double>& next, double h, double at,
                      std::size_t k) const {
    const double s = at / h, d = next[k] - v[k];
    return v[k] + s * d +
           s * (s - 1) * ((1 - 2 * s) * d + (s - 1) * h * stages_[0][k] + s * h * stages_[6][k]);
  }

  // The end of the shortest bracket around the first slip that changes its sign; h: none does.
  double first_crossing(const std::vector<double>& v, const std::vector<double>& next, double h) const {
    double first = h;
    for (std::size_t k = 0; k + 1 < count_; ++k) {
      if (direction_[k] == 0) continue;
      const auto slip = [&](double at) {
        return direction_[k] * (interpolated(v, next, h, at, k) - interpolated(v, next, h, at, k + 1));
      };
      double low = 0, high = first;
      if (slip(high) >= 0) continue;
      for (int pass = 0; pass < 60 && high - low > 1e-15; ++pass) {
        const double middle = (low + high) / 2;
        (slip(middle) >= 0 ? low : high) = middle;
      }
      first = high;
    }
    return first;
  }

  const ClutchRow& row_;
  std::size_t count_;
  std::vector<int> direction_;  // of each slip; 0: locked
  std::vector<char> loose_;     // at this instant: until all are, each resists as much as it held
  std::vector<double> torque_;  // of each lock
  std::array<std::vector<double>, 7> stages_;
};

}  // namespace

ClutchRun run_by_hand(const ClutchRow& row, double relative, double absolute) {
  return Solver(row).run(relative, absolute);
}

}  // namespace sim
