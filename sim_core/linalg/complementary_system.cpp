#include "sim_core/linalg/complementary_system.h"

#include <algorithm>
#include <cmath>

#include "sim_core/linalg/linear_solver.h"

namespace sim {

static std::size_t at(int index) { return static_cast<std::size_t>(index); }

class ComplementarySystem::Implementation {
 public:
  Implementation(int size, std::vector<Entry> entries, std::vector<Pair> pairs)
      : size_(size),
        entries_(std::move(entries)),
        pairs_(std::move(pairs)),
        pair_of_row_(at(size), -1),
        solver_(make_solver()),
        scaled_(at(static_cast<int>(solver_.pattern().nonzeros()))),
        row_scale_(at(size)),
        column_scale_(at(size)),
        lambda_(pairs_.size()) {
    for (std::size_t k = 0; k < pairs_.size(); ++k) pair_of_row_[at(pairs_[k].row)] = static_cast<int>(k);
  }

  bool solve(std::span<const double> values, std::span<const double> right, std::span<double> y) {
    values_ = values, right_ = right;
    held_.assign(pairs_.size(), 0);
    if (!pivot()) return false;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      double& answer = y_[at(pairs_[k].unknown)];
      answer = held_[k] ? -beyond(lambda_[k], flow_noise_) : beyond(answer, noise_);
    }
    std::copy(y_.begin(), y_.end(), y.begin());
    return true;
  }

 private:
  static double beyond(double v, double noise) { return v > noise ? v : 0; }

  bool pivot() {
    constexpr int patience = 5;
    std::size_t fewest = pairs_.size() + 1;
    int left = patience;
    const std::size_t most = 100 + 20 * pairs_.size();
    std::vector<char> before = held_;
    for (std::size_t step = 0; step < most; ++step) {
      if (!solve_choice()) {  // of several that repeat one another, one is enough
        if (step == 0 || left == 0) return false;
        held_ = before;
        left = 0;
        if (!solve_choice()) return false;
      }
      const std::vector<std::size_t> wrong = find_wrong();
      if (wrong.empty()) return true;
      if (wrong.size() < fewest)
        fewest = wrong.size(), left = std::max(left, 1);
      else if (left > 0)
        --left;
      before = held_;
      for (std::size_t k : wrong) {
        held_[k] = !held_[k];
        if (left == 0) break;
      }
    }
    return false;
  }

  std::vector<std::size_t> find_wrong() const {
    std::vector<std::size_t> wrong;
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      if (held_[k] ? lambda_[k] < -flow_noise_ : y_[at(pairs_[k].unknown)] < -noise_) wrong.push_back(k);
    return wrong;
  }

  // y and lambda where the pairs in held_ have y = 0 and the others lambda = 0.
  bool solve_choice() {
    if (!factor()) return false;
    y_.assign(right_.begin(), right_.end());
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      if (held_[k]) y_[at(pairs_[k].row)] = 0;
    solve_factored(y_);
    if (!std::all_of(y_.begin(), y_.end(), [](double v) { return std::isfinite(v); })) return false;
    find_lambda();
    return true;
  }

  bool replaced(int row) const {
    const int pair = pair_of_row_[at(row)];
    return pair >= 0 && held_[at(pair)];
  }

  void solve_factored(std::vector<double>& y) {
    for (int i = 0; i < size_; ++i) y[at(i)] *= row_scale_[at(i)];
    solver_.solve(y);
    for (int j = 0; j < size_; ++j) y[at(j)] *= column_scale_[at(j)];
  }

  // What the rows that were replaced leave, and what rounding makes of the numbers that went into it.
  void find_lambda() {
    constexpr double rounding = 1e-13;
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    noise_ = flow_noise_ = 0;
    for (const Pair& pair : pairs_) noise_ = std::max(noise_, rounding * std::fabs(y_[at(pair.unknown)]));
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const double term = values_[k] * y_[at(entries_[k].column)];
      const int pair = pair_of_row_[at(entries_[k].row)];
      if (pair < 0) continue;
      lambda_[at(pair)] += term;
      flow_noise_ = std::max(flow_noise_, rounding * std::fabs(term));
    }
    for (std::size_t k = 0; k < pairs_.size(); ++k) lambda_[k] -= right_[at(pairs_[k].row)];
  }

  LinearSolver make_solver() {
    std::vector<std::pair<int, int>> places;
    for (const Entry& e : entries_) places.emplace_back(e.row, e.column);
    for (const Pair& pair : pairs_) places.emplace_back(pair.row, pair.unknown);
    SparsityPattern pattern = make_pattern(size_, size_, places);
    for (const auto& [row, column] : places) {
      const auto rows = pattern.column(column);
      const auto in_column = std::lower_bound(rows.begin(), rows.end(), row) - rows.begin();
      places_.push_back(at(pattern.column_start[at(column)] + static_cast<int>(in_column)));
    }
    return LinearSolver(std::move(pattern));
  }

  // Rows, then columns, are scaled to have 1 for their largest.
  bool factor() {
    std::fill(scaled_.begin(), scaled_.end(), 0.0);
    for (std::size_t k = 0; k < entries_.size(); ++k)
      if (!replaced(entries_[k].row)) scaled_[places_[k]] += values_[k];
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      if (held_[k]) scaled_[places_[entries_.size() + k]] = 1;
    std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
    std::fill(column_scale_.begin(), column_scale_.end(), 0.0);
    const auto each = [&](auto what) {
      std::size_t k = 0;
      for (int j = 0; j < size_; ++j)
        for (int i : solver_.pattern().column(j)) what(at(i), at(j), scaled_[k++]);
    };
    const auto invert = [](std::vector<double>& scales) {
      for (double& scale : scales) scale = scale > 0 ? 1 / scale : 1;
    };
    each(
        [&](std::size_t i, std::size_t, double v) { row_scale_[i] = std::max(row_scale_[i], std::fabs(v)); });
    invert(row_scale_);
    each([&](std::size_t i, std::size_t j, double v) {
      column_scale_[j] = std::max(column_scale_[j], std::fabs(v) * row_scale_[i]);
    });
    invert(column_scale_);
    each([&](std::size_t i, std::size_t j, double& v) { v *= row_scale_[i] * column_scale_[j]; });
    return solver_.factor(scaled_);
  }

  int size_;
  std::vector<Entry> entries_;
  std::vector<Pair> pairs_;
  std::vector<int> pair_of_row_;
  std::vector<std::size_t> places_;  // of each entry, then of each pair, among the values of the pattern
  LinearSolver solver_;
  std::vector<double> scaled_, row_scale_, column_scale_, y_, lambda_;
  std::vector<char> held_;  // by pair: lambda may be positive
  std::span<const double> values_, right_;
  double noise_ = 0, flow_noise_ = 0;
};

ComplementarySystem::ComplementarySystem(int size, std::vector<Entry> entries, std::vector<Pair> pairs)
    : implementation_(std::make_unique<Implementation>(size, std::move(entries), std::move(pairs))) {}
ComplementarySystem::~ComplementarySystem() = default;

bool ComplementarySystem::solve(std::span<const double> values, std::span<const double> right,
                                std::span<double> y) {
  return implementation_->solve(values, right, y);
}

}  // namespace sim
