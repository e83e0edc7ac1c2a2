#include "sim_core/simulate/signal_history.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sim {

// A linear combination of stored vectors. The weights of a value add up to one, those of a slope to zero:
// what is summed is the difference to the vector at `nearest`, so that a constant signal is read back to the
// last bit.
struct SignalHistory::Stencil {
  std::array<std::size_t, LagrangeBasis::max_points> at{};
  std::array<double, LagrangeBasis::max_points> weight{};
  int size = 0, nearest = 0;
};

SignalHistory::SignalHistory(int width, std::span<const double> points, double span, int across)
    : width_(width), across_(std::min(across, LagrangeBasis::max_points - 1)), basis_(points), span_(span) {
  assert(width >= 1 && points.size() >= 2 && points.front() == 0 && points.back() == 1);
  middle_.resize(points.size());
  basis_.values(0.5, middle_);
  initial_.assign(static_cast<std::size_t>(width), 0.0);
  right_limit_ = initial_;
}

void SignalHistory::restart(double t, std::span<const double> initial, std::span<const double> now) {
  initial_.assign(initial.begin(), initial.end());
  right_limit_.assign(now.begin(), now.end());
  segments_.clear();
  values_.clear();
  head_ = 0;
  first_ = 0;
  piece_ = smooth_ = 1;
  start_ = end_ = t;
}

void SignalHistory::append(double t_end, std::span<const double> values) {
  assert(t_end > end_ && values.size() == static_cast<std::size_t>(width_ * points()));
  segments_.push_back({end_, t_end, piece_, smooth_});
  if (const std::size_t needed = values_.size() + values.size(), room = values_.capacity(); needed > room)
    charge_.grow((std::max(needed, 2 * room) - room) * sizeof(double));
  values_.insert(values_.end(), values.begin(), values.end());
  end_ = t_end;
  forget();
}

void SignalHistory::jump(std::span<const double> now) {
  right_limit_.assign(now.begin(), now.end());
  ++piece_;
  ++smooth_;
}

std::span<const double> SignalHistory::last() const {
  if (segment_count() == 0) return initial_;
  return std::span(values_).last(static_cast<std::size_t>(width_));
}

double SignalHistory::last_range(int element) const {
  if (segment_count() == 0) return 0;
  const double* v = values_.data() + values_.size() - static_cast<std::size_t>(width_ * points()) + element;
  double low = *v, high = *v;
  for (int i = 1; i < points(); ++i) {
    low = std::min(low, v[i * width_]);
    high = std::max(high, v[i * width_]);
  }
  return high - low;
}

// Interpolation across segments looks at neighbors; a reader one step behind may look one further back.
void SignalHistory::forget() {
  const auto keep = static_cast<std::size_t>(across_ + 2);
  while (segment_count() > keep && segments_[head_ + keep - 1].end < end_ - span_) {
    ++head_;
    ++first_;
  }
  if (head_ < 64 || head_ < segment_count()) return;
  segments_.erase(segments_.begin(), segments_.begin() + static_cast<std::ptrdiff_t>(head_));
  values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(
                                                       head_ * static_cast<std::size_t>(width_ * points())));
  head_ = 0;
}

const std::vector<double>* SignalHistory::constant_at(double t, std::int64_t piece) const {
  if (piece == 0 || (piece == any_piece && t < start_)) return &initial_;
  if (segment_count() == 0) return &right_limit_;
  const bool newest_is_empty = segments_.back().piece != piece_;
  if (!newest_is_empty) return nullptr;
  return piece == piece_ || (piece == any_piece && t >= end_) ? &right_limit_ : nullptr;
}

// The last segment that begins at or before t, in the reader's piece if it has one: segments ascend by both.
std::int64_t SignalHistory::find(double t, std::int64_t piece, Cursor& cursor) const {
  const std::int64_t newest = first_ + static_cast<std::int64_t>(segment_count()) - 1;
  auto holds = [&](std::int64_t k) {
    if (k < first_ || k > newest) return false;
    const Segment& s = segment(k);
    return t >= s.begin && t < s.end && (piece == any_piece || s.piece == piece);
  };
  for (std::int64_t k : {cursor.segment, cursor.segment + 1})
    if (holds(k)) return cursor.segment = k;
  const auto begin = segments_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto behind = std::partition_point(begin, segments_.end(), [&](const Segment& s) {
    return piece == any_piece ? s.begin <= t : s.piece < piece || (s.piece == piece && s.begin <= t);
  });
  std::int64_t k = std::max<std::int64_t>(0, behind - begin - 1) + first_;
  if (piece != any_piece && segment(k).piece < piece) k = std::min(k + 1, newest);
  return cursor.segment = k;
}

SignalHistory::Stencil SignalHistory::within(std::int64_t at, double s, bool slope) const {
  Stencil out;
  out.size = points();
  out.nearest = basis_.nearest(s);
  for (int i = 0; i < out.size; ++i)
    out.at[static_cast<std::size_t>(i)] = values_of(at) + static_cast<std::size_t>(i * width_);
  if (slope)
    basis_.slopes(s, out.weight);
  else
    basis_.values(s, out.weight);
  return out;
}

// The quadratic through both ends and the middle, s > 1.
SignalHistory::Stencil SignalHistory::beyond(std::int64_t at, double s, bool slope) const {
  constexpr double farthest = 3;
  const double r = std::min(s, farthest);
  Stencil out = within(at, 1, false);
  double q[] = {(2 * r - 1) * (r - 1), 4 * r * (1 - r), r * (2 * r - 1)};
  if (slope) {
    const double moves = s < farthest ? 1 : 0;
    q[0] = moves * (4 * r - 3), q[1] = moves * (4 - 8 * r), q[2] = moves * (4 * r - 1);
  }
  for (std::size_t i = 0; i < middle_.size(); ++i) out.weight[i] = q[1] * middle_[i];
  out.weight[0] += q[0];
  out.weight[middle_.size() - 1] += q[2];
  return out;
}

// The polynomial through the ends of up to across_ segments around `at`; false if the smooth curve has too
// few.
bool SignalHistory::across(double t, std::int64_t at, bool slope, Stencil& out) const {
  const std::int64_t newest = first_ + static_cast<std::int64_t>(segment_count()) - 1;
  auto joined = [&](std::int64_t k) { return segment(k).smooth == segment(at).smooth; };
  std::int64_t from = at, until = at;
  while (from > first_ && at - from < across_ && joined(from - 1)) --from;
  while (until < newest && until - at < across_ && joined(until + 1)) ++until;
  if (until - from + 1 < (across_ + 1) / 2) return false;
  from = std::max(from, std::min(at - across_ / 2, until - across_ + 1));
  until = std::min(until, from + across_ - 1);

  const double begin = segment(at).begin, h = segment(at).end - begin;
  std::array<double, LagrangeBasis::max_points> ends{};
  out.size = static_cast<int>(until - from) + 2;
  for (int i = 0; i < out.size; ++i) {
    const std::int64_t k = i == 0 ? from : from + i - 1;
    ends[static_cast<std::size_t>(i)] = ((i == 0 ? segment(k).begin : segment(k).end) - begin) / h;
    out.at[static_cast<std::size_t>(i)] =
        values_of(k) + (i == 0 ? 0 : static_cast<std::size_t>((points() - 1) * width_));
  }
  const LagrangeBasis basis{std::span(ends).first(static_cast<std::size_t>(out.size))};
  const double s = (t - begin) / h;
  out.nearest = basis.nearest(s);
  if (slope)
    basis.slopes(s, out.weight);
  else
    basis.values(s, out.weight);
  return true;
}

SignalHistory::Stencil SignalHistory::stencil(double t, std::int64_t at, bool slope) const {
  const Segment& s = segment(at);
  const double h = s.end - s.begin;
  Stencil out;
  if (t > s.end)
    out = beyond(at, (t - s.begin) / h, slope);
  else if (t < s.begin || across_ == 0 || !across(t, at, slope, out))
    out = within(at, std::max((t - s.begin) / h, 0.0), slope);
  if (slope)
    for (int i = 0; i < out.size; ++i) out.weight[static_cast<std::size_t>(i)] /= h;
  return out;
}

void SignalHistory::evaluate(double t, std::int64_t piece, Cursor& cursor, int first, std::span<double> out,
                             bool slope) const {
  if (std::isnan(t)) {
    std::fill(out.begin(), out.end(), t);
    return;
  }
  if (const std::vector<double>* constant = constant_at(t, piece)) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = slope ? 0.0 : (*constant)[static_cast<std::size_t>(first) + i];
    return;
  }
  const Stencil sum = stencil(t, find(t, piece, cursor), slope);
  const double* reference =
      values_.data() + sum.at[static_cast<std::size_t>(sum.nearest)] + static_cast<std::size_t>(first);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = slope ? 0.0 : reference[i];
  for (int k = 0; k < sum.size; ++k) {
    const double weight = sum.weight[static_cast<std::size_t>(k)];
    if (k == sum.nearest || weight == 0) continue;
    const double* v = values_.data() + sum.at[static_cast<std::size_t>(k)] + static_cast<std::size_t>(first);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += weight * (v[i] - reference[i]);
  }
}

void SignalHistory::read(double t, std::int64_t piece, Cursor& cursor, int first,
                         std::span<double> out) const {
  evaluate(t, piece, cursor, first, out, false);
}

void SignalHistory::slope(double t, std::int64_t piece, Cursor& cursor, int first,
                          std::span<double> out) const {
  evaluate(t, piece, cursor, first, out, true);
}

SignalHistory::Content SignalHistory::save() const {
  Content content{initial_, right_limit_, {}, {}, piece_, smooth_, start_, end_};
  content.segments.assign(segments_.begin() + static_cast<std::ptrdiff_t>(head_), segments_.end());
  content.values.assign(values_.begin() + static_cast<std::ptrdiff_t>(values_of(first_)), values_.end());
  return content;
}

bool SignalHistory::fits(const Content& content) const {
  const auto width = static_cast<std::size_t>(width_);
  if (content.initial.size() != width || content.right_limit.size() != width ||
      content.values.size() != content.segments.size() * width * static_cast<std::size_t>(points()))
    return false;
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (!std::isfinite(content.start) || !(content.end >= content.start) || !std::isfinite(content.end) ||
      content.piece < 0 || content.piece > most || content.smooth < 0 || content.smooth > most)
    return false;
  Segment last{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0, 0};
  for (const Segment& segment : content.segments) {
    if (!(segment.begin >= last.end && segment.end > segment.begin) || segment.piece < last.piece ||
        segment.smooth < last.smooth)
      return false;
    last = segment;
  }
  return content.segments.empty()
             ? content.start == content.end
             : last.end == content.end && last.piece <= content.piece && last.smooth <= content.smooth;
}

void SignalHistory::restore(const Content& content) {
  initial_ = content.initial;
  right_limit_ = content.right_limit;
  segments_ = content.segments;
  values_ = content.values;
  head_ = 0;
  first_ = 0;
  piece_ = content.piece;
  smooth_ = content.smooth;
  start_ = content.start;
  end_ = content.end;
}

}  // namespace sim
