#pragma once
// The past of a vector signal as a piecewise polynomial: one segment a step of the solver, given by the
// signal's values at fixed fractions of the step, both ends among them.
//
// A jump begins a new *piece*. A reader that follows the signal at a constant distance stays within one piece
// until it is told that the jump has arrived: so it reads the left limit up to the jump and the right limit
// behind it, whatever t - delay is rounded to. A reader that names no piece reads the one that lies at t,
// from a jump on the new one.
//
//   t before the start             the initial value
//   t behind the end, or behind    the quadratic through both ends and the middle of the last segment there
//   is, the end of the reader's piece  held where it has gone on for twice the segment's length t older than
//   `span`            may have been forgotten: the oldest value there is
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim_core/base/memory_budget.h"
#include "sim_core/simulate/lagrange_basis.h"

namespace sim {

class SignalHistory {
 public:
  static constexpr std::int64_t any_piece = -1;

  // What a reader remembers of its last query, so that the next one is found without a search.
  struct Cursor {
    std::int64_t segment = 0;
  };

  struct Segment {
    double begin = 0, end = 0;
    std::int64_t piece = 0;  // pieces end at jumps; 0 is what lies before the start
    std::int64_t smooth =
        0;  // counts kinks and jumps: segments of equal number are parts of one smooth curve
  };

  // All there is to know, to go on elsewhere from here.
  struct Content {
    std::vector<double> initial, right_limit, values;
    std::vector<Segment> segments;
    std::int64_t piece = 0, smooth = 0;
    double start = 0, end = 0;
  };

  // width: elements of the signal; points: where in a step its values are given, ascending from 0 to 1;
  // span: how far back it may be asked, in seconds. across > 0: where the smooth curve has enough segments,
  // the ends of across + 1 of them are interpolated instead, for methods whose own interpolant falls behind
  // their order.
  SignalHistory(int width, std::span<const double> points, double span, int across = 0);

  int width() const { return width_; }
  int points() const { return basis_.size(); }
  double point(int i) const { return basis_.point(i); }

  // Begins at t: before it the signal was `initial`, from it on it is `now`.
  void restart(double t, std::span<const double> initial, std::span<const double> now);
  // The signal between end() and t_end: its values at the points, one vector after the other.
  void append(double t_end, std::span<const double> values);
  // At end() something happened: the signal jumps to `now`, which begins a piece, or goes on in another way
  // from there.
  void jump(std::span<const double> now);
  void kink() { ++smooth_; }

  double end() const { return end_; }
  std::int64_t piece() const { return piece_; }
  // The left limit at end().
  std::span<const double> last() const;
  // The largest difference of two values of the last segment, of one element.
  double last_range(int element) const;

  // Elements first, first + 1, ... at t.
  void read(double t, std::int64_t piece, Cursor& cursor, int first, std::span<double> out) const;
  // Their derivatives with respect to t.
  void slope(double t, std::int64_t piece, Cursor& cursor, int first, std::span<double> out) const;

  std::size_t segment_count() const { return segments_.size() - head_; }
  // How many numbers are stored.
  std::size_t stored() const { return values_.size(); }

  Content save() const;
  void restore(const Content& content);
  // Whether it can be restored here: the same width and points, and segments in order.
  bool fits(const Content& content) const;

 private:
  struct Stencil;
  void evaluate(double t, std::int64_t piece, Cursor& cursor, int first, std::span<double> out,
                bool slope) const;
  // Where the signal is constant at t because no segment lies there; null elsewhere.
  const std::vector<double>* constant_at(double t, std::int64_t piece) const;
  std::int64_t find(double t, std::int64_t piece, Cursor& cursor) const;
  Stencil stencil(double t, std::int64_t at, bool slope) const;
  Stencil within(std::int64_t at, double s, bool slope) const;
  Stencil beyond(std::int64_t at, double s, bool slope) const;
  bool across(double t, std::int64_t at, bool slope, Stencil& stencil) const;
  const Segment& segment(std::int64_t k) const {
    return segments_[head_ + static_cast<std::size_t>(k - first_)];
  }
  std::size_t values_of(std::int64_t k) const {  // where they begin
    return (head_ + static_cast<std::size_t>(k - first_)) * static_cast<std::size_t>(width_ * points());
  }
  void forget();

  int width_, across_;
  LagrangeBasis basis_;
  std::vector<double> middle_;  // the weights of the middle of a segment
  double span_;
  std::vector<double> initial_, right_limit_;  // right_limit_: at end_, while the piece has no segment
  std::vector<Segment> segments_;              // from head_ on
  std::vector<double> values_;                 // of segments_, those before head_ too
  MemoryCharge charge_;                        // of values_
  std::size_t head_ = 0;
  std::int64_t first_ = 0;  // the number of the oldest segment; they are counted from the start
  std::int64_t piece_ = 0, smooth_ = 0;
  double start_ = 0, end_ = 0;
};

}  // namespace sim
