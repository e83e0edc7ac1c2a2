#include "sim_core/compile/priorities.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "sim_core/compile/atomic_subsystems.h"

namespace sim::compile_phases {

namespace {

const Instance& instance_of(const Blocks& model, const Unit& unit) {
  return model.instances[static_cast<std::size_t>(unit.instance)];
}

// The block of the highest number among those that something has to wait for.
struct Latest {
  Priority priority;
  int instance = -1;
  void include(const Latest& o) {
    if (o.instance >= 0 && (instance < 0 || o.priority > priority)) *this = o;
  }
};

// The first number that decides between the two.
std::pair<int, int> differing(const Priority& a, const Priority& b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return {in_a == a.end() ? a.back() : *in_a, in_b == b.end() ? b.back() : *in_b};
}

void report_violations(const Blocks& model, const std::vector<Component>& components, Report& report) {
  std::vector<Latest> waits_for(components.size()), includes(components.size());
  std::set<int> reported;
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (int need : components[c].needs) {
      waits_for[c].include(waits_for[static_cast<std::size_t>(need)]);
      waits_for[c].include(includes[static_cast<std::size_t>(need)]);
    }
    for (const Unit& unit : components[c].members) {
      const Instance& block = instance_of(model, unit);
      const Priority priority = priority_of(model, block);
      if (!is_given(priority)) continue;
      includes[c].include({priority, unit.instance});
      const Latest& other = waits_for[c];
      if (other.instance < 0 || other.priority <= priority || !reported.insert(unit.instance).second)
        continue;
      const auto [own, others] = differing(priority, other.priority);
      report.as_set("BlockPriorityViolationMsg",
                    warning(block.path,
                            "its priority " + std::to_string(own) +
                                " cannot be kept: it reads, at the same instant, what depends on " +
                                model.instances[static_cast<std::size_t>(other.instance)].path +
                                " of priority " + std::to_string(others),
                            "give it a number that is not lower, or none", block.id));
    }
  }
}

}  // namespace

std::vector<int> order_by_priority(const Blocks& model, const std::vector<Component>& components,
                                   Report& report) {
  report_violations(model, components, report);
  using Key = std::pair<Priority, int>;  // priority, place in the order without priorities
  std::vector<int> readers(components.size(), 0);
  std::vector<Key> keys;
  for (std::size_t c = 0; c < components.size(); ++c) {
    Key key{priority_of(model, instance_of(model, components[c].members.front())), static_cast<int>(c)};
    for (const Unit& unit : components[c].members)
      key.first = std::min(key.first, priority_of(model, instance_of(model, unit)));
    keys.push_back(std::move(key));
    for (int need : components[c].needs) ++readers[static_cast<std::size_t>(need)];
  }
  std::priority_queue<Key> last;
  for (std::size_t c = 0; c < components.size(); ++c)
    if (readers[c] == 0) last.push(keys[c]);
  std::vector<int> order;
  while (!last.empty()) {
    const int c = last.top().second;
    last.pop();
    order.push_back(c);
    for (int need : components[static_cast<std::size_t>(c)].needs)
      if (--readers[static_cast<std::size_t>(need)] == 0) last.push(keys[static_cast<std::size_t>(need)]);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace sim::compile_phases
