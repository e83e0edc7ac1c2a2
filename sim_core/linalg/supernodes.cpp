#include "sim_core/linalg/supernodes.h"

#include <algorithm>

#include "sim_core/linalg/index.h"
#include "sim_core/linalg/pattern_graph.h"

namespace sim {

namespace {

using Index = std::vector<int>;

Index elimination_tree(const PatternGraph& graph, std::span<const int> order) {
  const Index place = places_in(order);
  const int n = static_cast<int>(order.size());
  Index parent(order.size(), -1), ancestor(order.size(), -1);
  for (int j = 0; j < n; ++j)
    for (int v : graph.of(order[at(j)])) {
      int i = place[at(v)];
      while (i < j && i != -1) {
        const int next = ancestor[at(i)];
        ancestor[at(i)] = j;
        if (next == -1) parent[at(i)] = j;
        i = next;
      }
    }
  return parent;
}

// Children before parents, each subtree in one piece.
Index postorder(const Index& parent) {
  const int n = static_cast<int>(parent.size());
  Index first_child(parent.size(), -1), sibling(parent.size(), -1), order, open;
  for (int j = n - 1; j >= 0; --j)
    if (const int p = parent[at(j)]; p >= 0) sibling[at(j)] = first_child[at(p)], first_child[at(p)] = j;
  order.reserve(parent.size());
  for (int root = 0; root < n; ++root) {
    if (parent[at(root)] >= 0) continue;
    open.push_back(root);
    while (!open.empty()) {
      const int j = open.back();
      if (const int child = first_child[at(j)]; child >= 0) {
        first_child[at(j)] = sibling[at(child)];
        open.push_back(child);
      } else {
        order.push_back(j);
        open.pop_back();
      }
    }
  }
  return order;
}

struct Block {
  int first = 0, width = 0;
  Index rows;
  double zeros = 0;  // that joining has brought in
};

// Columns with the same rows, one below the other. The rows of a column are its neighbors below it and those
// of its children.
std::vector<Block> equal_columns(const PatternGraph& graph, const Index& order, const Index& parent) {
  const Index place = places_in(order);
  const int n = static_cast<int>(parent.size());
  std::vector<Block> blocks;
  std::vector<Index> children(parent.size());  // the blocks that end in a child
  Index met(parent.size(), -1);
  for (int j = 0; j < n; ++j) {
    Index rows;
    const auto meet = [&](int i) {
      if (i > j && met[at(i)] != j) met[at(i)] = j, rows.push_back(i);
    };
    for (int v : graph.of(order[at(j)])) meet(place[at(v)]);
    for (int block : children[at(j)])
      for (int i : blocks[at(block)].rows) meet(i);
    const bool goes_on = j > 0 && parent[at(j - 1)] == j && blocks.back().rows.size() == rows.size() + 1;
    if (!goes_on) blocks.push_back({j, 0, {}, 0});
    ++blocks.back().width;
    blocks.back().rows = std::move(rows);
    Index().swap(children[at(j)]);
    if (parent[at(j)] >= 0) children[at(parent[at(j)])].push_back(static_cast<int>(blocks.size()) - 1);
  }
  for (Block& block : blocks) std::sort(block.rows.begin(), block.rows.end());
  return blocks;
}

// Whether a block that wide gains from so large a share of zeros.
bool may_join(double width, double zeros) {
  if (width <= 4) return true;
  if (width <= 16) return zeros < 0.4;
  return zeros < (width <= 48 ? 0.1 : 0.05);
}

// `child` with the columns in front of those of `parent`; false: it would not be worth it.
bool join(Block& parent, const Block& child) {
  if (child.rows.empty() || child.first + child.width != parent.first ||
      child.rows.front() >= parent.first + parent.width)
    return false;
  const double width = child.width + parent.width, below = static_cast<double>(parent.rows.size());
  const double zeros = parent.zeros + child.zeros +
                       child.width * (parent.width + below - static_cast<double>(child.rows.size()));
  if (!may_join(width, zeros / (width * (0.5 * (width + 1) + below)))) return false;
  parent.first = child.first;
  parent.width += child.width;
  parent.zeros = zeros;
  return true;
}

std::vector<Block> joined(std::vector<Block> blocks) {
  std::vector<Block> kept;
  for (Block& block : blocks) {
    while (!kept.empty() && join(block, kept.back())) kept.pop_back();
    kept.push_back(std::move(block));
  }
  return kept;
}

void place_in_parents(Supernodes& found) {
  const Index node_of = found.node_of_columns();
  found.places.resize(found.rows.size());
  for (Supernodes::Node& node : found.nodes) {
    if (node.below == 0) continue;
    node.parent = node_of[at(found.rows[node.first_row])];
    const Supernodes::Node& parent = found.nodes[at(node.parent)];
    const int* row = found.rows.data() + parent.first_row;
    int k = 0;
    for (std::size_t i = node.first_row; i < node.first_row + at(node.below); ++i) {
      const int own = found.rows[i] - parent.first;
      if (own >= parent.width)
        while (row[k] < found.rows[i]) ++k;
      found.places[i] = own < parent.width ? own : parent.width + k;
    }
  }
}

}  // namespace

std::vector<int> Supernodes::node_of_columns() const {
  std::vector<int> node_of(order.size());
  for (std::size_t s = 0; s < nodes.size(); ++s)
    std::fill_n(node_of.begin() + nodes[s].first, nodes[s].width, static_cast<int>(s));
  return node_of;
}

double Supernodes::entries() const {
  double sum = 0;
  for (const Node& node : nodes) sum += static_cast<double>(node.width) * (node.height() + node.below);
  return sum;
}

double Supernodes::operations() const {
  double sum = 0;
  for (const Node& node : nodes)
    for (int k = 1; k <= node.width; ++k) {
      const double left = node.height() - k;
      sum += left + 2 * left * left;
    }
  return sum;
}

Supernodes find_supernodes(const SparsityPattern& pattern, std::span<const int> order) {
  Supernodes found;
  const PatternGraph graph(pattern);
  const Index tree = elimination_tree(graph, order), post = postorder(tree), place = places_in(post);
  Index parent;
  for (int k : post) {
    found.order.push_back(order[at(k)]);
    parent.push_back(tree[at(k)] < 0 ? -1 : place[at(tree[at(k)])]);
  }
  for (const Block& block : joined(equal_columns(graph, found.order, parent))) {
    found.nodes.push_back(
        {block.first, block.width, found.rows.size(), static_cast<int>(block.rows.size()), -1});
    found.rows.insert(found.rows.end(), block.rows.begin(), block.rows.end());
  }
  place_in_parents(found);
  return found;
}

}  // namespace sim
