#include "sim_core/compile/priorities.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace sim::compile_phases {

namespace {

constexpr int none = std::numeric_limits<int>::max();

int priority_of(const Model& model, const Unit& unit) {
  return model.instances[static_cast<std::size_t>(unit.instance)].block->priority.value_or(none);
}

// The block of the highest number among those that something has to wait for.
struct Latest {
  int priority = std::numeric_limits<int>::min();
  int instance = -1;
  void include(const Latest& o) {
    if (o.instance >= 0 && o.priority > priority) *this = o;
  }
};

void report_violations(Model& model, const std::vector<Component>& components) {
  std::vector<Latest> waits_for(components.size()), includes(components.size());
  std::set<int> reported;
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (int need : components[c].needs) {
      waits_for[c].include(waits_for[static_cast<std::size_t>(need)]);
      waits_for[c].include(includes[static_cast<std::size_t>(need)]);
    }
    for (const Unit& unit : components[c].members) {
      const int priority = priority_of(model, unit);
      if (priority == none) continue;
      includes[c].include({priority, unit.instance});
      const Latest& other = waits_for[c];
      if (other.instance < 0 || other.priority <= priority || !reported.insert(unit.instance).second)
        continue;
      const Instance& block = model.instances[static_cast<std::size_t>(unit.instance)];
      report_as_set(model, "BlockPriorityViolationMsg",
                    warning(block.path,
                            "its priority " + std::to_string(priority) +
                                " cannot be kept: it reads, at the same instant, what depends on " +
                                model.instances[static_cast<std::size_t>(other.instance)].path +
                                " of priority " + std::to_string(other.priority),
                            "give it a number that is not lower, or none", block.id));
    }
  }
}

}  // namespace

std::vector<int> order_by_priority(Model& model, const std::vector<Component>& components) {
  report_violations(model, components);
  using Key = std::pair<int, int>;  // priority, place in the order without priorities
  std::vector<int> readers(components.size(), 0);
  std::vector<Key> keys;
  for (std::size_t c = 0; c < components.size(); ++c) {
    Key key{none, static_cast<int>(c)};
    for (const Unit& unit : components[c].members) key.first = std::min(key.first, priority_of(model, unit));
    keys.push_back(key);
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
