#include "sim_core/linalg/coloring.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace sim {

namespace {

// Columns are neighbors where they share a row. Their lists are written out: a pattern for which they would
// be longer than this is colored in its natural order alone.
constexpr double most_neighbors = 5e7;

struct ColumnGraph {
  std::vector<std::size_t> start;
  std::vector<int> to;
  std::span<const int> of(int v) const {
    const std::size_t begin = start[static_cast<std::size_t>(v)];
    return {to.data() + begin, start[static_cast<std::size_t>(v) + 1] - begin};
  }
  int degree(int v) const { return static_cast<int>(of(v).size()); }
  int size() const { return static_cast<int>(start.size()) - 1; }
};

ColumnGraph column_graph(const SparsityPattern& pattern, const SparsityPattern& by_row) {
  ColumnGraph graph;
  graph.start.push_back(0);
  std::vector<int> last_seen(static_cast<std::size_t>(pattern.cols), -1);
  for (int j = 0; j < pattern.cols; ++j) {
    last_seen[static_cast<std::size_t>(j)] = j;
    for (int row : pattern.column(j))
      for (int other : by_row.column(row)) {
        int& seen = last_seen[static_cast<std::size_t>(other)];
        if (seen != j) graph.to.push_back(other);
        seen = j;
      }
    graph.start.push_back(graph.to.size());
  }
  return graph;
}

// The colors that the columns of a row have, as bits; as long as its last color needs.
class RowColors {
 public:
  explicit RowColors(int rows) : words_(static_cast<std::size_t>(rows)) {}
  void forbid(int row, std::vector<std::uint64_t>& forbidden) const {
    const auto& words = words_[static_cast<std::size_t>(row)];
    for (std::size_t k = 0; k < words.size(); ++k) forbidden[k] |= words[k];
  }
  void add(int row, int color) {
    auto& words = words_[static_cast<std::size_t>(row)];
    const auto word = static_cast<std::size_t>(color) / bits;
    if (words.size() <= word) words.resize(word + 1, 0);
    words[word] |= std::uint64_t{1} << (static_cast<std::size_t>(color) % bits);
  }
  static constexpr std::size_t bits = 64;

 private:
  std::vector<std::vector<std::uint64_t>> words_;
};

// Each column gets the first color that no neighbor has; -1 for empty ones.
std::vector<int> greedy(const SparsityPattern& pattern, std::span<const int> order, int& count) {
  std::vector<int> color(static_cast<std::size_t>(pattern.cols), -1);
  RowColors taken(pattern.rows);
  std::vector<std::uint64_t> forbidden;
  count = 0;
  for (int j : order) {
    if (pattern.column(j).empty()) continue;
    forbidden.assign(static_cast<std::size_t>(count) / RowColors::bits + 1, 0);
    for (int row : pattern.column(j)) taken.forbid(row, forbidden);
    int free = 0;
    for (std::size_t k = 0; k < forbidden.size(); ++k, free += static_cast<int>(RowColors::bits))
      if (~forbidden[k] != 0) {
        free += std::countr_one(forbidden[k]);
        break;
      }
    for (int row : pattern.column(j)) taken.add(row, free);
    color[static_cast<std::size_t>(j)] = free;
    count = std::max(count, free + 1);
  }
  return color;
}

// Vertices sorted into buckets by a number that changes by one at a time. Within a bucket the last that came
// in is the first that goes out.
class Buckets {
 public:
  Buckets(int vertices, int largest)
      : head_(static_cast<std::size_t>(largest) + 1, -1),
        next_(static_cast<std::size_t>(vertices), -1),
        previous_(static_cast<std::size_t>(vertices), -1),
        key_(static_cast<std::size_t>(vertices), 0) {}
  void insert(int v, int key) {
    const auto k = static_cast<std::size_t>(key), at = static_cast<std::size_t>(v);
    key_[at] = key;
    previous_[at] = -1;
    next_[at] = head_[k];
    if (head_[k] >= 0) previous_[static_cast<std::size_t>(head_[k])] = v;
    head_[k] = v;
  }
  void remove(int v) {
    const auto at = static_cast<std::size_t>(v);
    if (previous_[at] >= 0)
      next_[static_cast<std::size_t>(previous_[at])] = next_[at];
    else
      head_[static_cast<std::size_t>(key_[at])] = next_[at];
    if (next_[at] >= 0) previous_[static_cast<std::size_t>(next_[at])] = previous_[at];
  }
  int first(int key) const { return head_[static_cast<std::size_t>(key)]; }
  int key(int v) const { return key_[static_cast<std::size_t>(v)]; }

 private:
  std::vector<int> head_, next_, previous_, key_;
};

int largest_degree(const ColumnGraph& graph) {
  int largest = 0;
  for (int v = 0; v < graph.size(); ++v) largest = std::max(largest, graph.degree(v));
  return largest;
}

std::vector<int> largest_first(const ColumnGraph& graph) {
  std::vector<int> order(static_cast<std::size_t>(graph.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return graph.degree(a) > graph.degree(b); });
  return order;
}

// Backwards: the vertex with the fewest neighbors among those that are left goes last.
std::vector<int> smallest_last(const ColumnGraph& graph) {
  const int n = graph.size();
  Buckets left(n, largest_degree(graph));
  for (int v = n; v-- > 0;) left.insert(v, graph.degree(v));
  std::vector<int> order(static_cast<std::size_t>(n));
  std::vector<char> done(static_cast<std::size_t>(n), 0);
  int least = 0;
  for (int at = n; at-- > 0;) {
    while (left.first(least) < 0) ++least;
    const int v = left.first(least);
    left.remove(v);
    done[static_cast<std::size_t>(v)] = 1;
    order[static_cast<std::size_t>(at)] = v;
    for (int w : graph.of(v)) {
      if (done[static_cast<std::size_t>(w)]) continue;
      const int degree = left.key(w) - 1;
      left.remove(w);
      left.insert(w, degree);
      least = std::min(least, degree);
    }
  }
  return order;
}

// Takes a vertex with the largest key, which is at most `most`, and becomes it.
int take_largest(Buckets& left, int& most) {
  while (left.first(most) < 0) --most;
  const int v = left.first(most);
  left.remove(v);
  return v;
}

// The vertex with the most neighbors that have come already is the next.
std::vector<int> incidence_degree(const ColumnGraph& graph) {
  const int n = graph.size();
  Buckets left(n, largest_degree(graph));
  for (int v = n; v-- > 0;) left.insert(v, 0);
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(n));
  std::vector<char> done(static_cast<std::size_t>(n), 0);
  int most = 0;
  for (int k = 0; k < n; ++k) {
    const int v = take_largest(left, most);
    done[static_cast<std::size_t>(v)] = 1;
    order.push_back(v);
    for (int w : graph.of(v)) {
      if (done[static_cast<std::size_t>(w)]) continue;
      const int degree = left.key(w) + 1;
      left.remove(w);
      left.insert(w, degree);
      most = std::max(most, degree);
    }
  }
  return order;
}

// Color by color, the last first: never takes more colors than before (J. C. Culberson, Iterated greedy
// graph coloring and the difficulty landscape, University of Alberta TR 92-07 (1992)).
std::vector<int> by_color_backwards(const std::vector<int>& color) {
  std::vector<int> order(color.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return color[static_cast<std::size_t>(a)] > color[static_cast<std::size_t>(b)];
  });
  return order;
}

// The vertex whose neighbors have the most different colors is the next (D. Brelaz, New methods to color
// the vertices of a graph, Commun. ACM 22 (1979) 251-256). Tells 64 colors apart.
std::vector<int> most_saturated_first(const ColumnGraph& graph) {
  const int n = graph.size();
  constexpr int most_colors = 64;
  Buckets left(n, most_colors);
  for (int v = n; v-- > 0;) left.insert(v, 0);
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(n), 0);
  std::vector<char> done(static_cast<std::size_t>(n), 0);
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(n));
  int most = 0;
  for (int k = 0; k < n; ++k) {
    const int v = take_largest(left, most);
    done[static_cast<std::size_t>(v)] = 1;
    order.push_back(v);
    const std::uint64_t color = std::uint64_t{1}
                                << std::min(std::countr_one(seen[static_cast<std::size_t>(v)]), 63);
    for (int w : graph.of(v)) {
      std::uint64_t& around = seen[static_cast<std::size_t>(w)];
      if (done[static_cast<std::size_t>(w)] || (around & color)) continue;
      around |= color;
      const int saturation = left.key(w) + 1;
      left.remove(w);
      left.insert(w, saturation);
      most = std::max(most, saturation);
    }
  }
  return order;
}

Coloring grouped(std::vector<int> color, int count) {
  Coloring result;
  result.count = count;
  result.color = std::move(color);
  result.group_start.assign(static_cast<std::size_t>(count) + 1, 0);
  for (int c : result.color)
    if (c >= 0) ++result.group_start[static_cast<std::size_t>(c) + 1];
  std::partial_sum(result.group_start.begin(), result.group_start.end(), result.group_start.begin());
  result.columns.resize(static_cast<std::size_t>(result.group_start.back()));
  std::vector<int> next(result.group_start.begin(), result.group_start.end() - 1);
  for (std::size_t j = 0; j < result.color.size(); ++j)
    if (const int c = result.color[j]; c >= 0)
      result.columns[static_cast<std::size_t>(next[static_cast<std::size_t>(c)]++)] = static_cast<int>(j);
  return result;
}

// What a row that reads every column leaves.
Coloring one_each(int columns) {
  std::vector<int> color(static_cast<std::size_t>(columns));
  std::iota(color.begin(), color.end(), 0);
  return grouped(std::move(color), columns);
}

}  // namespace

Coloring color_columns(const SparsityPattern& pattern) {
  const SparsityPattern by_row = transpose(pattern);
  int least = 0;  // columns of one row need as many colors
  double neighbors = 0;
  for (int i = 0; i < by_row.cols; ++i) {
    const auto in_row = static_cast<int>(by_row.column(i).size());
    least = std::max(least, in_row);
    neighbors += static_cast<double>(in_row) * in_row;
  }
  if (least == pattern.cols) return one_each(pattern.cols);
  std::vector<int> natural(static_cast<std::size_t>(pattern.cols));
  std::iota(natural.begin(), natural.end(), 0);
  int best_count = 0;
  std::vector<int> best = greedy(pattern, natural, best_count);
  if (best_count == least || neighbors > most_neighbors) return grouped(std::move(best), best_count);

  const ColumnGraph graph = column_graph(pattern, by_row);
  const int rounds = neighbors > 2e5 ? 1 : 4;
  for (const auto& ordered : {most_saturated_first, smallest_last, incidence_degree, largest_first}) {
    std::vector<int> order = ordered(graph);
    for (int round = 0; round < rounds && best_count > least; ++round) {
      int count = 0;
      std::vector<int> color = greedy(pattern, order, count);
      order = by_color_backwards(color);
      if (count >= best_count) continue;
      best_count = count;
      best = std::move(color);
    }
  }
  return grouped(std::move(best), best_count);
}

}  // namespace sim
