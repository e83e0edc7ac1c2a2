#pragma once
// Rooted trees, which order conditions of Runge-Kutta methods go by. J. C. Butcher, J. Austral. Math. Soc. 3
// (1963) 185-201.
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace sim::test {

struct Tree {
  std::multiset<Tree> children;
  int order = 1;
  bool operator<(const Tree& other) const { return children < other.children; }
};

inline constexpr int highest_order = 9;

inline const std::vector<Tree>& trees_of_order(int order) {
  static std::map<int, std::vector<Tree>> known;
  if (const auto cached = known.find(order); cached != known.end()) return cached->second;
  std::set<Tree> found;
  std::function<void(Tree, int, int)> grow = [&](Tree tree, int left, int largest) {
    if (left == 0) {
      found.insert(tree);
      return;
    }
    for (int size = std::min(left, largest); size >= 1; --size)
      for (const Tree& child : trees_of_order(size)) {
        Tree bigger = tree;
        bigger.children.insert(child);
        bigger.order += size;
        grow(bigger, left - size, size);
      }
  };
  grow({}, order - 1, order - 1);
  return known[order] = {found.begin(), found.end()};
}

inline double density(const Tree& tree) {
  double gamma = tree.order;
  for (const Tree& child : tree.children) gamma *= density(child);
  return gamma;
}

}  // namespace sim::test
