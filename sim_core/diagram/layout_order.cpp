#include "sim_core/diagram/layout_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "sim_core/diagram/strong_components.h"

namespace sim::layout {

namespace {

std::size_t at(int n) { return static_cast<std::size_t>(n); }

constexpr double of_feedback = 0.6, dead_end = 1, of_length = 0.1;

struct Arc {
  int from, to;
  double weight;
};

// One strongly connected part, in numbers of its own.
struct Part {
  int count = 0;
  std::vector<Arc> arcs;
  // Nodes that edges from or to other parts meet; again for each edge. Main entries are those that look least
  // like a disturbance: where any edge leads to a first input, those.
  std::vector<int> entries, main_entries, exits;
  double main_weight = 0;
  std::vector<Point> hints;
};

class Sequence {
 public:
  explicit Sequence(const Part& part) : p_(part), out_(at(part.count)), in_(at(part.count)) {
    for (int k = 0; k < static_cast<int>(part.arcs.size()); ++k) {
      out_[at(part.arcs[at(k)].from)].push_back(k);
      in_[at(part.arcs[at(k)].to)].push_back(k);
    }
  }

  // The best order found, as the place of each node.
  std::vector<int> find() {
    std::vector<int> best;
    double least = std::numeric_limits<double>::infinity();
    const auto compare = [&](const std::vector<int>& place) {
      const double cost = cost_of(place);
      if (cost < least - 1e-9) least = cost, best = place;
    };
    for (int first : beginnings())
      for (const bool deep : {true, false}) {
        if (deep && first < 0) continue;
        std::vector<int> place = deep ? depth_first(first) : greedy(first);
        compare(place);
        improve(place);
        compare(place);
      }
    return best;
  }

 private:
  // Entries, or all nodes of a part without; not all of many. -1: whichever is best.
  std::vector<int> beginnings() const {
    std::vector<int> nodes = p_.entries;
    if (nodes.empty()) {
      nodes.resize(at(p_.count));
      std::iota(nodes.begin(), nodes.end(), 0);
    }
    const auto key = [this](int n) { return std::tuple(p_.hints[at(n)].x, p_.hints[at(n)].y, n); };
    std::sort(nodes.begin(), nodes.end(), [&](int a, int b) { return key(a) < key(b); });
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const auto most = at(std::clamp(20'000 / p_.count, 2, 24));
    if (nodes.size() > most) nodes.resize(most);
    nodes.insert(nodes.begin(), -1);
    return nodes;
  }

  // What comes back to where it came from is feedback.
  std::vector<int> depth_first(int first) const {
    std::vector<int> place(at(p_.count), -1);
    std::vector<char> seen(at(p_.count), 0);
    int back = p_.count;
    std::vector<std::pair<int, std::size_t>> open{{first, 0}};
    seen[at(first)] = 1;
    while (!open.empty()) {
      auto& [n, child] = open.back();
      if (child == out_[at(n)].size()) {
        place[at(n)] = --back;
        open.pop_back();
        continue;
      }
      const int to = p_.arcs[at(out_[at(n)][child++])].to;
      if (!std::exchange(seen[at(to)], 1)) open.emplace_back(to, 0);
    }
    return place;
  }

  std::vector<int> greedy(int first) const {
    std::vector<int> place(at(p_.count), -1);
    std::vector<double> outs(at(p_.count), 0), ins(at(p_.count), 0), entered(at(p_.count), 0);
    for (const Arc& a : p_.arcs) outs[at(a.from)] += a.weight, ins[at(a.to)] += a.weight;
    int front = 0, back = p_.count;
    const auto take = [&](int n, bool to_front) {
      place[at(n)] = to_front ? front++ : --back;
      for (int k : out_[at(n)]) {
        const Arc& a = p_.arcs[at(k)];
        ins[at(a.to)] -= a.weight;
        if (to_front) entered[at(a.to)] = 1;
      }
      for (int k : in_[at(n)]) outs[at(p_.arcs[at(k)].from)] -= p_.arcs[at(k)].weight;
    };
    const auto pick = [&](auto fits) {
      int best = -1;
      const auto key = [&](int n) {
        return std::tuple(-entered[at(n)], ins[at(n)] - outs[at(n)], p_.hints[at(n)].x, p_.hints[at(n)].y, n);
      };
      for (int n = 0; n < p_.count; ++n)
        if (place[at(n)] < 0 && fits(n) && (best < 0 || key(n) < key(best))) best = n;
      return best;
    };
    if (first >= 0) take(first, true);
    while (front < back) {
      constexpr double none = 1e-9;
      if (const int sink = pick([&](int n) { return outs[at(n)] < none; }); sink >= 0 && front > 0)
        take(sink, false);
      else if (const int source = pick([&](int n) { return ins[at(n)] < none; }); source >= 0)
        take(source, true);
      else
        take(pick([](int) { return true; }), true);
    }
    return place;
  }

  // Moves each node to where its edges lead backwards least, as long as that helps.
  void improve(std::vector<int>& place) const {
    std::vector<int> order(at(p_.count));
    for (int n = 0; n < p_.count; ++n) order[at(place[at(n)])] = n;
    constexpr int rounds = 8;
    bool better = true;
    for (int round = 0; round < rounds && better; ++round) {
      better = false;
      for (int n = 0; n < p_.count; ++n) {
        const int to = best_place(n, place);
        if (to == place[at(n)]) continue;
        const int from = place[at(n)];
        const auto begin = order.begin();
        if (to > from)
          std::rotate(begin + from, begin + from + 1, begin + to + 1);
        else
          std::rotate(begin + to, begin + from, begin + from + 1);
        for (int k = std::min(from, to); k <= std::max(from, to); ++k) place[at(order[at(k)])] = k;
        better = true;
      }
    }
  }

  int best_place(int n, const std::vector<int>& place) const {
    // What is gained by passing each neighbor, in the order in which they are met.
    std::vector<std::pair<int, double>> right, left;
    const auto meet = [&](int other, double gain_to_the_right) {
      const int there = place[at(other)];
      if (there > place[at(n)]) right.emplace_back(there, gain_to_the_right);
      if (there < place[at(n)]) left.emplace_back(-there, -gain_to_the_right);
    };
    for (int k : out_[at(n)]) meet(p_.arcs[at(k)].to, -p_.arcs[at(k)].weight);
    for (int k : in_[at(n)]) meet(p_.arcs[at(k)].from, p_.arcs[at(k)].weight);
    double most = 1e-9;
    int best = place[at(n)];
    for (auto* way : {&right, &left}) {
      std::sort(way->begin(), way->end());
      double gain = 0;
      for (const auto& [there, more] : *way)
        if (gain += more; gain > most) most = gain, best = std::abs(there);
    }
    return best;
  }

  double cost_of(const std::vector<int>& place) const {
    std::vector<int> order(at(p_.count));
    for (int n = 0; n < p_.count; ++n) order[at(place[at(n)])] = n;
    const auto forward = [&](const Arc& a) { return place[at(a.from)] < place[at(a.to)]; };
    double cost = 0;
    for (const Arc& a : p_.arcs)
      if (!forward(a)) cost += a.weight;
    if (p_.entries.empty() || p_.exits.empty()) return cost;
    constexpr double never = -1e9;
    const auto ways_from = [&](const std::vector<int>& entries) {
      std::vector<double> longest(at(p_.count), never);
      for (int n : entries) longest[at(n)] = 0;
      for (int n : order)
        for (int k : out_[at(n)])
          if (const Arc& a = p_.arcs[at(k)]; forward(a))
            longest[at(a.to)] = std::max(longest[at(a.to)], longest[at(n)] + a.weight);
      return longest;
    };
    const std::vector<double> from_entry = ways_from(p_.entries), from_main = ways_from(p_.main_entries);
    std::vector<double> to_exit(at(p_.count), never);
    for (int n : p_.exits) to_exit[at(n)] = 0;
    double longest = 0;
    for (auto n = order.rbegin(); n != order.rend(); ++n) {
      for (int k : out_[at(*n)])
        if (const Arc& a = p_.arcs[at(k)]; forward(a))
          to_exit[at(*n)] = std::max(to_exit[at(*n)], to_exit[at(a.to)] + a.weight);
      longest = std::max(longest, from_main[at(*n)] + to_exit[at(*n)]);
    }
    for (int n : p_.entries)
      if (to_exit[at(n)] < 0) cost += dead_end;
    for (int n : p_.exits)
      if (from_entry[at(n)] < 0) cost += dead_end;
    return cost - of_length * longest;
  }

  const Part& p_;
  std::vector<std::vector<int>> out_, in_;  // arcs by node
};

// Of what may come first, what the hints say.
std::vector<int> topological(const std::vector<LayoutNode>& nodes, const std::vector<Arc>& arcs) {
  std::vector<int> place(nodes.size(), 0), open(nodes.size(), 0);
  std::vector<std::vector<int>> out(nodes.size());
  for (const Arc& a : arcs) out[at(a.from)].push_back(a.to), ++open[at(a.to)];
  using Key = std::tuple<double, double, int>;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
  const auto push = [&](int n) { ready.emplace(nodes[at(n)].hint.x, nodes[at(n)].hint.y, n); };
  for (int n = 0; n < static_cast<int>(nodes.size()); ++n)
    if (open[at(n)] == 0) push(n);
  for (int next = 0; !ready.empty(); ++next) {
    const int n = std::get<2>(ready.top());
    ready.pop();
    place[at(n)] = next;
    for (int to : out[at(n)])
      if (--open[at(to)] == 0) push(to);
  }
  return place;
}

}  // namespace

std::vector<int> forward_order(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
  std::vector<Arc> arcs, forward;
  for (const LayoutEdge& e : edges)
    if (e.left != e.right) arcs.push_back({e.left, e.right, 1 - of_feedback * e.feedback});
  std::vector<std::vector<int>> out(nodes.size());
  for (const Arc& a : arcs) out[at(a.from)].push_back(a.to);
  const auto parts = strong_components(out);
  std::vector<int> part_of(nodes.size(), 0), number(nodes.size(), 0);
  std::vector<Part> all(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (int n : parts[k]) {
      part_of[at(n)] = static_cast<int>(k);
      number[at(n)] = all[k].count++;
      all[k].hints.push_back(nodes[at(n)].hint);
    }
  for (const Arc& a : arcs) {
    Part &from = all[at(part_of[at(a.from)])], &to = all[at(part_of[at(a.to)])];
    if (&from == &to) {
      from.arcs.push_back({number[at(a.from)], number[at(a.to)], a.weight});
    } else {
      from.exits.push_back(number[at(a.from)]);
      to.entries.push_back(number[at(a.to)]);
      if (a.weight > to.main_weight + 1e-9) to.main_entries.clear(), to.main_weight = a.weight;
      if (a.weight > to.main_weight - 1e-9) to.main_entries.push_back(number[at(a.to)]);
    }
  }
  std::vector<std::vector<int>> places(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (all[k].count > 1) places[k] = Sequence(all[k]).find();
  for (const Arc& a : arcs) {
    const auto part = at(part_of[at(a.from)]);
    const bool inside = part == at(part_of[at(a.to)]);
    if (!inside || places[part][at(number[at(a.from)])] < places[part][at(number[at(a.to)])])
      forward.push_back(a);
  }
  return topological(nodes, forward);
}

}  // namespace sim::layout
