// LU factors with pivots from the diagonal, supernode after supernode: the columns of one, what its children
// leave behind and what they meet are one dense front. I. S. Duff, J. K. Reid, The multifrontal solution of
// indefinite sparse symmetric linear equations, ACM Trans. Math. Softw. 9 (1983) 302-325. Rows are divided by
// their largest entries first. Where a pivot turns out to be small beside its column, KLU looks for others.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/linalg/front_kernels.h"
#include "sim_core/linalg/index.h"
#include "sim_core/linalg/linear_factors.h"
#include "sim_core/linalg/supernodes.h"

namespace sim {

namespace {

// An entry of a column may be so many times its pivot.
constexpr double largest_growth = 100;

class MultifrontalFactors final : public LinearFactors<double> {
 public:
  MultifrontalFactors(const SparsityPattern& pattern, std::shared_ptr<const Supernodes> supernodes)
      : pattern_(pattern), supernodes_(std::move(supernodes)) {
    lay_out();
    place_entries();
  }

  bool factor(std::span<const double> values) override {
    by_fronts_ = pattern_.cols == 0 || factor_by_fronts(values);
    if (by_fronts_) return true;
    if (!others_) others_ = klu_factors<double>(pattern_);
    return others_->factor(values);
  }

  void solve(std::span<double> b) override {
    if (!by_fronts_) return others_->solve(b);
    for (std::size_t k = 0; k < b.size(); ++k) {
      const auto row = at(supernodes_->order[k]);
      x_[k] = b[row] / scale_[row];
    }
    for (std::size_t s = 0; s < supernodes_->nodes.size(); ++s) forward(s);
    for (std::size_t s = supernodes_->nodes.size(); s-- > 0;) backward(s);
    for (std::size_t k = 0; k < b.size(); ++k) b[at(supernodes_->order[k])] = x_[k];
  }

  double reciprocal_condition() const override {
    if (!by_fronts_) return others_->reciprocal_condition();
    return pattern_.cols == 0 ? 1 : pivots_.smallest / pivots_.largest;
  }
  long entries() const override { return by_fronts_ ? static_cast<long>(size_) : others_->entries(); }

 private:
  // A node's columns, and behind them its rows right of these.
  FrontMatrix panel(std::size_t s) {
    const Supernodes::Node& node = supernodes_->nodes[s];
    return {factors_.data() + start_[s], node.height(), node.width, node.height()};
  }
  FrontMatrix right_of(std::size_t s) {
    const Supernodes::Node& node = supernodes_->nodes[s];
    return {factors_.data() + start_[s] + at(node.width) * at(node.height()), node.width, node.below,
            node.width};
  }

  // Where each node has its factors, and the room for what children leave behind: on a stack, as each subtree
  // is in one piece.
  void lay_out() {
    std::size_t stack = 0;
    children_.resize(supernodes_->nodes.size());
    for (std::size_t s = 0; s < supernodes_->nodes.size(); ++s) {
      const Supernodes::Node& node = supernodes_->nodes[s];
      start_.push_back(size_);
      size_ += at(node.width) * (at(node.height()) + at(node.below));
      for (int child : children_[s]) stack -= square(at(child));
      stack += square(s);
      deepest_ = std::max(deepest_, stack);
      widest_ = std::max(widest_, square(s));
      if (node.parent >= 0) children_[at(node.parent)].push_back(static_cast<int>(s));
    }
  }
  void allocate() {
    factors_.resize(size_);
    stack_.resize(deepest_);
    left_.resize(widest_);
    for (auto* numbers : {&scale_, &x_, &below_}) numbers->resize(at(pattern_.cols));
  }
  std::size_t square(std::size_t s) const {
    return at(supernodes_->nodes[s].below) * at(supernodes_->nodes[s].below);
  }

  // Where the value of each entry of the pattern goes.
  void place_entries() {
    const std::vector<int> number = places_in(supernodes_->order), node_of = supernodes_->node_of_columns();
    for (int j = 0; j < pattern_.cols; ++j)
      for (int i : pattern_.column(j)) {
        const int row = number[at(i)], column = number[at(j)];
        const auto s = at(node_of[at(std::min(row, column))]);
        const int local_row = local(s, row), local_column = local(s, column),
                  width = supernodes_->nodes[s].width;
        place_.push_back(start_[s] + at(local_row) +
                         (local_column < width
                              ? at(local_column) * at(supernodes_->nodes[s].height())
                              : at(width) * (at(supernodes_->nodes[s].height()) + at(local_column - width))));
      }
  }
  int local(std::size_t s, int row) const {
    const Supernodes::Node& node = supernodes_->nodes[s];
    if (row < node.first + node.width) return row - node.first;
    const auto rows = supernodes_->rows.begin() + static_cast<std::ptrdiff_t>(node.first_row);
    return node.width + static_cast<int>(std::lower_bound(rows, rows + node.below, row) - rows);
  }

  bool factor_by_fronts(std::span<const double> values) {
    allocate();
    std::fill(scale_.begin(), scale_.end(), 0.0);
    for (std::size_t k = 0; k < values.size(); ++k) {
      double& scale = scale_[at(pattern_.row_index[k])];
      scale = std::max(scale, std::fabs(values[k]));
    }
    if (!std::all_of(scale_.begin(), scale_.end(), [](double v) { return v > 0; })) return false;
    std::fill(factors_.begin(), factors_.end(), 0.0);
    for (std::size_t k = 0; k < values.size(); ++k)
      factors_[place_[k]] = values[k] / scale_[at(pattern_.row_index[k])];
    pivots_ = {std::numeric_limits<double>::infinity(), 0, 0};
    top_ = 0;
    for (std::size_t s = 0; s < supernodes_->nodes.size(); ++s)
      if (!eliminate(s)) return false;
    return true;
  }

  bool eliminate(std::size_t s) {
    const Supernodes::Node& node = supernodes_->nodes[s];
    const FrontMatrix columns = panel(s), right = right_of(s),
                      left = {left_.data(), node.below, node.below, node.below};
    std::fill_n(left.first, square(s), 0.0);
    for (auto child = children_[s].rbegin(); child != children_[s].rend(); ++child) {
      top_ -= square(at(*child));
      add_child(at(*child), columns, right, left);
    }
    if (!factor_panel(columns, pivots_) || !(pivots_.growth <= largest_growth)) return false;
    const int width = node.width;
    solve_unit_lower(columns.part(0, 0, width, width), right);
    subtract_product(columns.part(width, 0, node.below, width), right, left);
    std::copy_n(left.first, square(s), stack_.begin() + static_cast<std::ptrdiff_t>(top_));
    top_ += square(s);
    return true;
  }

  // What a child leaves behind, from the top of the stack.
  void add_child(std::size_t child, const FrontMatrix& columns, const FrontMatrix& right,
                 const FrontMatrix& left) {
    const Supernodes::Node& node = supernodes_->nodes[child];
    const int *place = supernodes_->places.data() + node.first_row, width = columns.cols;
    const auto own = static_cast<int>(std::lower_bound(place, place + node.below, width) - place);
    const double* from = stack_.data() + top_;
    for (int j = 0; j < node.below; ++j, from += node.below) {
      if (j < own) {
        double* to = &columns(0, place[j]);
        for (int i = 0; i < node.below; ++i) to[place[i]] += from[i];
      } else {
        double *above = &right(0, place[j] - width), *to = &left(0, place[j] - width);
        for (int i = 0; i < own; ++i) above[place[i]] += from[i];
        for (int i = own; i < node.below; ++i) to[place[i] - width] += from[i];
      }
    }
  }

  void forward(std::size_t s) {
    const Supernodes::Node& node = supernodes_->nodes[s];
    const FrontMatrix columns = panel(s);
    const int* rows = supernodes_->rows.data() + node.first_row;
    double* x = x_.data() + node.first;
    for (int k = 0; k < node.width; ++k) {
      const double factor = x[k], *column = &columns(0, k);
      for (int i = k + 1; i < node.width; ++i) x[i] -= column[i] * factor;
    }
    if (node.below == 0) return;
    for (int i = 0; i < node.below; ++i) below_[at(i)] = x_[at(rows[i])];
    subtract_product(columns.part(node.width, 0, node.below, node.width), x, below_.data());
    for (int i = 0; i < node.below; ++i) x_[at(rows[i])] = below_[at(i)];
  }

  void backward(std::size_t s) {
    const Supernodes::Node& node = supernodes_->nodes[s];
    const FrontMatrix columns = panel(s), right = right_of(s);
    const int* rows = supernodes_->rows.data() + node.first_row;
    double* x = x_.data() + node.first;
    for (int j = 0; j < node.below; ++j) below_[at(j)] = x_[at(rows[j])];
    subtract_product(right, below_.data(), x);
    for (int k = node.width - 1; k >= 0; --k) {
      const double* column = &columns(0, k);
      x[k] /= column[k];
      for (int i = 0; i < k; ++i) x[i] -= column[i] * x[k];
    }
  }

  const SparsityPattern& pattern_;
  std::shared_ptr<const Supernodes> supernodes_;
  std::vector<std::vector<int>> children_;
  std::vector<std::size_t> start_;  // of each node in factors_
  std::vector<std::size_t> place_;  // of each entry of the pattern in factors_
  std::vector<double> factors_, stack_, left_, scale_, x_, below_;
  std::size_t size_ = 0, deepest_ = 0, widest_ = 0;  // of factors_, stack_ and left_
  std::size_t top_ = 0;                              // of stack_
  Pivots pivots_;
  bool by_fronts_ = true;
  std::unique_ptr<LinearFactors<double>> others_;
};

}  // namespace

std::unique_ptr<LinearFactors<double>> multifrontal_factors(const SparsityPattern& pattern,
                                                            std::shared_ptr<const Supernodes> supernodes) {
  return std::make_unique<MultifrontalFactors>(pattern, std::move(supernodes));
}

}  // namespace sim
