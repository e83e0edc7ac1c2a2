#include <algorithm>

#include "sim_core/diagram/layout_layers.h"

namespace sim::layout {

namespace {

constexpr int sweeps = 24;

class Ordering {
 public:
  explicit Ordering(Layers& layers) : l_(layers), place_(layers.nodes.size()) { number(); }

  void reduce() {
    std::vector<std::vector<int>> best = l_.order;
    long least = crossings(l_);
    for (int sweep = 0; sweep < sweeps && least > 0; ++sweep) {
      const int count = static_cast<int>(l_.order.size());
      for (int k = 1; k < count; ++k) sort_layer(sweep % 2 ? count - 1 - k : k, sweep % 2);
      if (const long now = crossings(l_); now < least) least = now, best = l_.order;
    }
    l_.order = std::move(best);
    number();
    for (bool better = true; better;) {
      better = false;
      for (auto& layer : l_.order)
        for (std::size_t k = 0; k + 1 < layer.size(); ++k)
          if (gain_of_swap(layer[k], layer[k + 1]) > 0) {
            std::swap(layer[k], layer[k + 1]);
            std::swap(place_[at(layer[k])], place_[at(layer[k + 1])]);
            better = true;
          }
    }
  }

 private:
  static std::size_t at(int n) { return static_cast<std::size_t>(n); }

  void number() {
    for (const auto& layer : l_.order)
      for (std::size_t k = 0; k < layer.size(); ++k) place_[at(layer[k])] = static_cast<int>(k);
  }

  // Where a segment meets its other node: the place of that, and how far down its edge.
  double meets(int segment, bool left) const {
    const Segment& s = l_.segments[at(segment)];
    const int node = left ? s.left : s.right;
    const double height = l_.nodes[at(node)].height, y = left ? s.left_at : s.right_at;
    const double along = height > 0 ? std::clamp(y / height, 0.0, 1.0) : 0.5;
    return place_[at(node)] + 0.98 * along;
  }

  void sort_layer(int index, bool by_right) {
    auto& layer = l_.order[at(index)];
    std::vector<std::pair<double, int>> keyed;
    for (int n : layer) {
      const auto& segments = by_right ? l_.to_right[at(n)] : l_.to_left[at(n)];
      double sum = 0;
      for (int s : segments) sum += meets(s, !by_right);
      keyed.emplace_back(segments.empty() ? -1 : sum / static_cast<double>(segments.size()), n);
    }
    // What is not connected on that side stays where it is; the others fill the places between.
    std::vector<std::pair<double, int>> moving;
    for (const auto& [key, n] : keyed)
      if (key >= 0) moving.emplace_back(key, n);
    std::stable_sort(moving.begin(), moving.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t next = 0;
    for (std::size_t k = 0; k < layer.size(); ++k) {
      if (keyed[k].first >= 0) layer[k] = moving[next++].second;
      place_[at(layer[k])] = static_cast<int>(k);
    }
  }

  // How many crossings fewer there are with b above a.
  int gain_of_swap(int a, int b) const {
    int gain = 0;
    for (const bool left : {true, false})
      for (int s : left ? l_.to_left[at(a)] : l_.to_right[at(a)])
        for (int t : left ? l_.to_left[at(b)] : l_.to_right[at(b)]) {
          const double x = meets(s, left), y = meets(t, left);
          gain += x > y ? 1 : x < y ? -1 : 0;
        }
    return gain;
  }

  Layers& l_;
  std::vector<int> place_;
};

// How many pairs (i < j) have values[i] > values[j]; by merging.
long inversions(std::vector<double>& values, std::size_t begin, std::size_t end) {
  if (end - begin < 2) return 0;
  const std::size_t middle = (begin + end) / 2;
  long count = inversions(values, begin, middle) + inversions(values, middle, end);
  for (std::size_t i = begin, j = middle; i < middle; ++i) {
    while (j < end && values[j] < values[i]) ++j;
    count += static_cast<long>(j - middle);
  }
  std::inplace_merge(values.begin() + static_cast<long>(begin), values.begin() + static_cast<long>(middle),
                     values.begin() + static_cast<long>(end));
  return count;
}

}  // namespace

long crossings(const Layers& l) {
  std::vector<int> place(l.nodes.size());
  for (const auto& layer : l.order)
    for (std::size_t k = 0; k < layer.size(); ++k)
      place[static_cast<std::size_t>(layer[k])] = static_cast<int>(k);
  const auto key = [&](int node, double y) {
    return place[static_cast<std::size_t>(node)] + std::clamp(y, 0.0, 1e6) * 0.9e-6;
  };
  std::vector<std::vector<std::pair<double, double>>> between(l.order.size());
  for (const Segment& s : l.segments)
    between[static_cast<std::size_t>(l.layer[static_cast<std::size_t>(s.left)])].emplace_back(
        key(s.left, s.left_at), key(s.right, s.right_at));
  long count = 0;
  for (auto& segments : between) {
    std::sort(segments.begin(), segments.end());
    std::vector<double> ends;
    for (const auto& [left, right] : segments) ends.push_back(right);
    count += inversions(ends, 0, ends.size());
  }
  return count;
}

void reduce_crossings(Layers& layers) { Ordering(layers).reduce(); }

}  // namespace sim::layout
