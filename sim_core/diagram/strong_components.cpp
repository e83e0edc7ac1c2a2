#include "sim_core/diagram/strong_components.h"

#include <algorithm>

namespace sim {

std::vector<std::vector<int>> strong_components(const std::vector<std::vector<int>>& out) {
  const auto at = [](int n) { return static_cast<std::size_t>(n); };
  const int count = static_cast<int>(out.size());
  std::vector<std::vector<int>> parts;
  std::vector<int> number(at(count), -1), low(at(count), 0), stack;
  std::vector<char> on_stack(at(count), 0);
  int next = 0;
  struct Visit {
    int node;
    std::size_t child;
  };
  for (int root = 0; root < count; ++root) {
    if (number[at(root)] >= 0) continue;
    std::vector<Visit> open{{root, 0}};
    while (!open.empty()) {
      const int n = open.back().node;
      if (open.back().child == 0) {
        number[at(n)] = low[at(n)] = next++;
        stack.push_back(n), on_stack[at(n)] = 1;
      }
      if (open.back().child < out[at(n)].size()) {
        const int to = out[at(n)][open.back().child++];
        if (number[at(to)] < 0)
          open.push_back({to, 0});
        else if (on_stack[at(to)])
          low[at(n)] = std::min(low[at(n)], number[at(to)]);
        continue;
      }
      if (low[at(n)] == number[at(n)]) {
        parts.emplace_back();
        for (int member = -1; member != n;) {
          member = stack.back();
          stack.pop_back(), on_stack[at(member)] = 0;
          parts.back().push_back(member);
        }
      }
      open.pop_back();
      if (!open.empty()) low[at(open.back().node)] = std::min(low[at(open.back().node)], low[at(n)]);
    }
  }
  return parts;
}

}  // namespace sim
