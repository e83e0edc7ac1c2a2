#include "sim_core/linalg/bandwidth.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "sim_core/linalg/index.h"
#include "sim_core/linalg/pattern_graph.h"

namespace sim {

Band band_of(const SparsityPattern& pattern) {
  std::vector<int> natural(static_cast<std::size_t>(pattern.cols));
  std::iota(natural.begin(), natural.end(), 0);
  return band_of(pattern, natural);
}

Band band_of(const SparsityPattern& pattern, std::span<const int> order) {
  const std::vector<int> place = places_in(order);
  Band band;
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) {
      const int below = place[static_cast<std::size_t>(i)] - place[static_cast<std::size_t>(j)];
      band.lower = std::max(band.lower, below);
      band.upper = std::max(band.upper, -below);
    }
  return band;
}

namespace {

class CuthillMcKee {
 public:
  explicit CuthillMcKee(const SparsityPattern& pattern)
      : graph_(pattern), seen_(static_cast<std::size_t>(pattern.cols), 0) {
    order_.reserve(seen_.size());
  }

  std::vector<int> reversed() {
    for (int v = 0; v < static_cast<int>(seen_.size()); ++v)
      if (!seen_[static_cast<std::size_t>(v)]) add_component(peripheral(v));
    std::reverse(order_.begin(), order_.end());
    return std::move(order_);
  }

 private:
  // Breadth first from `root`, neighbors of small degree first; `mark` tells this visit from others.
  void visit(int root, int mark, std::vector<int>& order) {
    const std::size_t begin = order.size();
    order.push_back(root);
    seen_[static_cast<std::size_t>(root)] = mark;
    last_level_ = begin;
    levels_ = 1;
    std::size_t level_end = order.size();
    for (std::size_t at = begin; at < order.size(); ++at) {
      if (at == level_end) {
        last_level_ = level_end;
        level_end = order.size();
        ++levels_;
      }
      const std::size_t first = order.size();
      for (int w : graph_.of(order[at])) {
        if (seen_[static_cast<std::size_t>(w)] == mark) continue;
        seen_[static_cast<std::size_t>(w)] = mark;
        order.push_back(w);
      }
      std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
                       [&](int a, int b) { return graph_.degree(a) < graph_.degree(b); });
    }
  }

  // A vertex from which the component is about as deep as can be.
  int peripheral(int root) {
    int depth = 0;
    for (int tries = 0; tries < 8; ++tries) {
      scratch_.clear();
      visit(root, --mark_, scratch_);
      if (levels_ <= depth) break;
      depth = levels_;
      root = *std::min_element(scratch_.begin() + static_cast<std::ptrdiff_t>(last_level_), scratch_.end(),
                               [&](int a, int b) { return graph_.degree(a) < graph_.degree(b); });
    }
    return root;
  }

  void add_component(int root) { visit(root, 1, order_); }

  PatternGraph graph_;
  std::vector<int> seen_, order_, scratch_;
  int mark_ = 0;  // negative marks: visits that only measure
  int levels_ = 0;
  std::size_t last_level_ = 0;
};

}  // namespace

std::vector<int> reverse_cuthill_mckee(const SparsityPattern& pattern) {
  assert(pattern.rows == pattern.cols);
  return CuthillMcKee(pattern).reversed();
}

double band_operations(const SparsityPattern& pattern, const Band& band) {
  return static_cast<double>(pattern.cols) * band.lower * (2.0 * band.upper + 1);
}

bool is_narrow(const SparsityPattern& pattern, const Band& band) {
  return band_operations(pattern, band) <= band_advantage * 2.0 * pattern.nonzeros();
}

OrderedBand ordered_band(const SparsityPattern& pattern) {
  OrderedBand natural;
  natural.order.resize(static_cast<std::size_t>(pattern.cols));
  std::iota(natural.order.begin(), natural.order.end(), 0);
  natural.band = band_of(pattern, natural.order);
  if (is_narrow(pattern, natural.band)) return natural;
  OrderedBand other{reverse_cuthill_mckee(pattern), {}};
  other.band = band_of(pattern, other.order);
  return other.band.width() < natural.band.width() ? other : natural;
}

}  // namespace sim
