#include "sim_core/signal_analysis/transitions.h"

#include "sim_core/signal_analysis/time_below.h"

namespace sim::analysis {

namespace {

constexpr std::size_t bins = 256;

// The mean of the signal while it is between two values.
double mean_between(const Samples& samples, Window window, double low, double high) {
  double time = 0, integral = 0;
  for_each_segment(samples, window, [&](const Segment& s) {
    const double a = std::max(s.low(), low), b = std::min(s.high(), high);
    if (a > b) return;
    const double share = s.duration() * (s.high() > s.low() ? (b - a) / (s.high() - s.low()) : 1);
    time += share;
    integral += share * (0.5 * a + 0.5 * b);
  });
  return time > 0 ? integral / time : 0.5 * (low + high);
}

struct Mean {
  double sum = 0;
  std::size_t count = 0;
  void add(double value) { sum += value, ++count; }
  std::optional<double> value() const {
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
  }
};

// What a signal does at the level it has come to, until it goes to the other one.
class Stay {
 public:
  // Came in direction `sign` from the value `from`, and passed 50 % at `begin`.
  Stay(double level, int sign, double begin, double from, double band)
      : level_(level), band_(band), begin_(begin), last_(from), sign_(sign) {}

  // The signal goes on to `value`; `when` gives the time at which it passes a level on the way.
  template <class When>
  void go(double value, const When& when) {
    const double beyond = sign_ * (value - level_);
    overshoot_ = std::max(overshoot_, beyond);
    if (arrived_) dip_ = std::max(dip_, -beyond);
    if (beyond >= 0) {
      undershoot_ = std::max(undershoot_, dip_);
      dip_ = 0;
      arrived_ = true;
    }
    const bool inside = std::abs(beyond) <= band_;
    if (inside && !inside_) entry_ = when(level_ + (last_ < level_ ? -band_ : band_));
    inside_ = inside;
    last_ = value;
  }
  // It has left for the other level: what it did on the way out was no dip.
  void leave() { left_ = true; }

  double overshoot() const { return overshoot_; }
  double undershoot() const { return left_ ? undershoot_ : std::max(undershoot_, dip_); }
  std::optional<double> settling_time() const {
    return entry_ && (left_ || inside_) ? std::optional(*entry_ - begin_) : std::nullopt;
  }

 private:
  double level_, band_, begin_, last_;
  int sign_;
  bool arrived_ = false, inside_ = false, left_ = false;
  double overshoot_ = 0, undershoot_ = 0, dip_ = 0;
  std::optional<double> entry_;
};

// Goes along with the signal and notes its transitions.
class Follower {
 public:
  Follower(Levels levels, double band) : levels_(levels), band_(band * levels.amplitude()) {}

  void add(const Segment& s) {
    if (known_ && s.first != value_) go({s.begin, s.begin, value_, s.first});  // a jump
    go(s);
    known_ = true;
    value_ = s.last;
  }

  Transitions end() {
    close();
    found_.levels = levels_;
    found_.rising = rise_.count;
    found_.falling = fall_.count;
    found_.rise_time = rise_.value();
    found_.fall_time = fall_.value();
    found_.settling_time = settled_ ? settling_ : std::nullopt;
    found_.period = rise_to_rise_.count > 0 ? rise_to_rise_.value() : fall_to_fall_.value();
    found_.duty_cycle = duty_.value();
    return found_;
  }

 private:
  enum class State { Unknown, Low, High };

  void go(const Segment& s) {
    const auto when = [&s](double level) {
      if (!(s.duration() > 0) || s.last == s.first) return s.end;
      return std::clamp(s.begin + (level - s.first) / (s.last - s.first) * s.duration(), s.begin, s.end);
    };
    const double a = levels_.amplitude(), line10 = levels_.low + 0.1 * a, line50 = levels_.low + 0.5 * a,
                 line90 = levels_.low + 0.9 * a;
    if (state_ == State::Unknown) {
      left_ = middle_ = s.begin;
      if (s.first <= line10) state_ = State::Low;
      if (s.first >= line90) state_ = State::High;
    }
    const auto rises = [&s](double level) { return s.first <= level && s.last > level; };
    const auto falls = [&s](double level) { return s.first >= level && s.last < level; };
    if (state_ == State::Low && rises(line10)) left_ = when(line10);
    if (state_ == State::High && falls(line90)) left_ = when(line90);
    if (rises(line50) || falls(line50)) middle_ = when(line50);
    if (s.last >= line90) {
      if (state_ == State::Low) rose(when(line90), s.first);
      state_ = State::High;
    } else if (s.last <= line10) {
      if (state_ == State::High) fell(when(line10), s.first);
      state_ = State::Low;
    }
    if (stay_) stay_->go(s.last, when);
  }

  void rose(double time, double from) {
    rise_.add(time - left_);
    if (last_rise_) {
      rise_to_rise_.add(middle_ - *last_rise_);
      if (last_fall_) duty_.add((*last_fall_ - *last_rise_) / (middle_ - *last_rise_));
    }
    last_rise_ = middle_;
    open(levels_.high, 1, from);
  }

  void fell(double time, double from) {
    fall_.add(time - left_);
    if (last_fall_) fall_to_fall_.add(middle_ - *last_fall_);
    last_fall_ = middle_;
    open(levels_.low, -1, from);
  }

  void open(double level, int sign, double from) {
    if (stay_) stay_->leave();
    close();
    stay_.emplace(level, sign, middle_, from, band_);
  }

  void close() {
    if (!stay_) return;
    const double percent = 100 / levels_.amplitude();
    found_.overshoot = std::max(found_.overshoot.value_or(0), percent * stay_->overshoot());
    found_.undershoot = std::max(found_.undershoot.value_or(0), percent * stay_->undershoot());
    if (const auto time = stay_->settling_time())
      settling_ = std::max(settling_.value_or(0), *time);
    else
      settled_ = false;
    stay_.reset();
  }

  Levels levels_;
  double band_;
  State state_ = State::Unknown;
  bool known_ = false, settled_ = true;
  double value_ = 0, left_ = 0, middle_ = 0;
  std::optional<double> last_rise_, last_fall_, settling_;
  std::optional<Stay> stay_;
  Mean rise_, fall_, rise_to_rise_, fall_to_fall_, duty_;
  Transitions found_;
};

}  // namespace

std::optional<Levels> levels(const Samples& samples, Window window) {
  const Extent extent = extent_of(samples, window);
  if (!(extent.high > extent.low)) return std::nullopt;
  TimeBelow below(extent.low, extent.high, bins + 1);
  for_each_segment(samples, window, [&](const Segment& s) { below.add(s); });
  const std::vector<double> sums = below.sums();
  // The first bin has what is equal to its lower edge too.
  const auto time = [&](std::size_t bin) { return sums[bin + 1] - (bin == 0 ? 0 : sums[bin]); };
  const auto fullest = [&](std::size_t first) {
    std::size_t best = first;
    for (std::size_t k = first; k < first + bins / 2; ++k)
      if (time(k) > time(best)) best = k;
    return mean_between(samples, window, below.edge(best), below.edge(best + 1));
  };
  const Levels found{fullest(0), fullest(bins / 2)};
  return found.high > found.low ? std::optional(found) : std::nullopt;
}

std::optional<Transitions> transitions(const Samples& samples, Window window, double band) {
  const auto between = levels(samples, window);
  if (!between) return std::nullopt;
  Follower follower(*between, band);
  for_each_segment(samples, window, [&](const Segment& s) { follower.add(s); });
  return follower.end();
}

}  // namespace sim::analysis
