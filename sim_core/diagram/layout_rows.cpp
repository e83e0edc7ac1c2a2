#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim_core/diagram/layout_layers.h"

namespace sim::layout {

namespace {

constexpr double gap = 26, bend_gap = 14;
constexpr int row_sweeps = 60;

// Nodes that stand in one row, each at an offset to the chain, so that the wire through them is straight.
class Rows {
 public:
  explicit Rows(const Layers& layers) : l_(layers) {
    place_.resize(l_.nodes.size());
    for (const auto& layer : l_.order)
      for (std::size_t k = 0; k < layer.size(); ++k) place_[at(layer[k])] = static_cast<int>(k);
  }

  std::vector<double> assign() {
    join_chains();
    number_chains();
    find_distances();
    find_wishes();
    settle();
    std::vector<double> rows(l_.nodes.size());
    for (std::size_t n = 0; n < rows.size(); ++n) rows[n] = y_[at(chain_[n])] + offset_[n];
    return rows;
  }

 private:
  static std::size_t at(int n) { return static_cast<std::size_t>(n); }

  // How many nodes the longest way through a segment has; the main chain is the longest.
  std::vector<int> lengths() const {
    std::vector<int> before(l_.nodes.size(), 0), after(l_.nodes.size(), 0);
    const auto visit = [&](int n, bool rightwards) {
      auto& length = rightwards ? before : after;
      for (int s : rightwards ? l_.to_left[at(n)] : l_.to_right[at(n)]) {
        const Segment& segment = l_.segments[at(s)];
        const int other = rightwards ? segment.left : segment.right;
        length[at(n)] = std::max(length[at(n)], length[at(other)] + (l_.is_bend(other) ? 0 : 1));
      }
    };
    for (const auto& layer : l_.order)
      for (int n : layer) visit(n, true);
    for (auto layer = l_.order.rbegin(); layer != l_.order.rend(); ++layer)
      for (int n : *layer) visit(n, false);
    std::vector<int> through;
    for (const Segment& s : l_.segments)
      through.push_back(before[at(s.left)] + after[at(s.right)] + !l_.is_bend(s.left) + !l_.is_bend(s.right));
    return through;
  }

  bool crosses(const Segment& a, const Segment& b) const {
    const int left = place_[at(a.left)] - place_[at(b.left)],
              right = place_[at(a.right)] - place_[at(b.right)];
    return (left < 0 && right > 0) || (left > 0 && right < 0);
  }

  // Takes segments as straight while they neither cross nor share a node with one that is already.
  void join_chains() {
    next_.assign(l_.nodes.size(), -1);
    previous_.assign(l_.nodes.size(), -1);
    std::vector<int> wish;
    for (int s = 0; s < static_cast<int>(l_.segments.size()); ++s)
      if (l_.segments[at(s)].level) wish.push_back(s);
    const std::vector<int> length = lengths();
    const int longest = length.empty() ? 0 : *std::max_element(length.begin(), length.end());
    const auto rank = [&](int s) {
      const Segment& segment = l_.segments[at(s)];
      const bool main = length[at(s)] == longest && segment.pull >= 1;
      const int middle = std::abs(2 * place_[at(segment.left)] -
                                  static_cast<int>(l_.order[at(l_.layer[at(segment.left)])].size()));
      return std::tuple(main ? 0 : 1, -segment.pull * length[at(s)], middle, s);
    };
    std::sort(wish.begin(), wish.end(), [&](int a, int b) { return rank(a) < rank(b); });
    std::vector<std::vector<int>> taken(l_.order.size());
    for (int s : wish) {
      const Segment& segment = l_.segments[at(s)];
      if (next_[at(segment.left)] >= 0 || previous_[at(segment.right)] >= 0) continue;
      auto& others = taken[at(l_.layer[at(segment.left)])];
      if (std::any_of(others.begin(), others.end(),
                      [&](int o) { return crosses(segment, l_.segments[at(o)]); }))
        continue;
      others.push_back(s);
      next_[at(segment.left)] = previous_[at(segment.right)] = s;
    }
  }

  void number_chains() {
    chain_.assign(l_.nodes.size(), -1);
    offset_.assign(l_.nodes.size(), 0);
    for (const auto& layer : l_.order)
      for (int first : layer) {
        if (previous_[at(first)] >= 0) continue;
        const int chain = static_cast<int>(members_.size());
        members_.emplace_back();
        double offset = 0;
        for (int n = first;;) {
          chain_[at(n)] = chain;
          offset_[at(n)] = offset;
          members_.back().push_back(n);
          const int s = next_[at(n)];
          if (s < 0) break;
          offset += l_.segments[at(s)].left_at - l_.segments[at(s)].right_at;
          n = l_.segments[at(s)].right;
        }
      }
  }

  struct Distance {
    int other;
    double least;  // of the difference between the two
  };

  void find_distances() {
    above_.resize(members_.size());
    below_.resize(members_.size());
    for (const auto& layer : l_.order)
      for (std::size_t k = 0; k + 1 < layer.size(); ++k) {
        const int a = layer[k], b = layer[k + 1];
        const LayoutNode& node = l_.nodes[at(a)];
        const double between = l_.is_bend(a) || l_.is_bend(b) ? bend_gap : gap;
        const double least = offset_[at(a)] + node.height + node.below + between - offset_[at(b)];
        below_[at(chain_[at(a)])].push_back({chain_[at(b)], least});
        above_[at(chain_[at(b)])].push_back({chain_[at(a)], least});
      }
  }

  struct Wish {
    int other;
    double difference;  // to the other chain, for a straight wire
    double weight;
  };

  void find_wishes() {
    wishes_.resize(members_.size());
    for (const Segment& s : l_.segments) {
      const int a = chain_[at(s.left)], b = chain_[at(s.right)];
      if (a == b) continue;
      const double difference = offset_[at(s.right)] + s.right_at - offset_[at(s.left)] - s.left_at;
      const double weight = s.level ? s.pull : 0.25 * s.pull;
      wishes_[at(a)].push_back({b, difference, weight});
      wishes_[at(b)].push_back({a, -difference, weight});
    }
  }

  // Chains from top to bottom.
  std::vector<int> sorted() const {
    std::vector<std::size_t> open(members_.size());
    std::vector<int> order;
    for (std::size_t c = 0; c < members_.size(); ++c) {
      open[c] = above_[c].size();
      if (open[c] == 0) order.push_back(static_cast<int>(c));
    }
    for (std::size_t k = 0; k < order.size(); ++k)
      for (const Distance& d : below_[at(order[k])])
        if (--open[at(d.other)] == 0) order.push_back(d.other);
    return order;
  }

  double wished(int chain) const {
    std::vector<std::pair<double, double>> places;
    double total = 0;
    for (const Wish& w : wishes_[at(chain)]) {
      places.emplace_back(y_[at(w.other)] + w.difference, w.weight);
      total += w.weight;
    }
    if (places.empty()) return y_[at(chain)];
    std::sort(places.begin(), places.end());
    double sum = 0;
    for (std::size_t k = 0; k < places.size(); ++k) {
      sum += places[k].second;
      if (sum > total / 2) return places[k].first;
      if (sum == total / 2 && k + 1 < places.size()) return (places[k].first + places[k + 1].first) / 2;
    }
    return places.back().first;
  }

  // Closely packed from the top; then each chain goes where its wires want it, as far as its neighbors let
  // it, downwards from below and upwards from above.
  void settle() {
    const std::vector<int> order = sorted();
    y_.assign(members_.size(), 0);
    for (int c : order)
      for (const Distance& d : above_[at(c)]) y_[at(c)] = std::max(y_[at(c)], y_[at(d.other)] + d.least);
    for (int sweep = 0; sweep < row_sweeps; ++sweep) {
      const bool up = sweep % 2;
      for (std::size_t k = 0; k < order.size(); ++k) {
        const int c = up ? order[k] : order[order.size() - 1 - k];
        double low = -1e9, high = 1e9;
        for (const Distance& d : above_[at(c)]) low = std::max(low, y_[at(d.other)] + d.least);
        for (const Distance& d : below_[at(c)]) high = std::min(high, y_[at(d.other)] - d.least);
        if (low <= high) y_[at(c)] = std::clamp(std::round(wished(c)), low, high);
      }
    }
  }

  const Layers& l_;
  std::vector<int> place_, next_, previous_, chain_;
  std::vector<double> offset_, y_;
  std::vector<std::vector<int>> members_;
  std::vector<std::vector<Distance>> above_, below_;
  std::vector<std::vector<Wish>> wishes_;
};

}  // namespace

std::vector<double> assign_rows(const Layers& layers) { return Rows(layers).assign(); }

}  // namespace sim::layout
