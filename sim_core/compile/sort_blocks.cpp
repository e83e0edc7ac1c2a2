// Depth-first over outputs: an output comes after the outputs its direct feedthrough inputs read. What is
// strongly connected (R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972)
// 146) is a loop. Blocks are visited by id, so the order is stable; priorities change it where it is free.
// What many outputs of a block read in common is a unit of its own between them and their inputs, so that the
// graph has as many edges as the block has ports.
#include <algorithm>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/priorities.h"

namespace sim::compile_phases {

namespace {

class Sorter {
 public:
  Sorter(const EquationSystem& model, Report& report) : model_(model), report_(report) {
    int count = 0;
    for (const Instance& instance : stoppable(model.instances)) {
      prioritised_ = prioritised_ || instance.block->priority.has_value();
      first_.push_back(count);
      for (std::size_t port = 0; port < instance.outputs.size(); ++port)
        units_.push_back({static_cast<int>(first_.size()) - 1, static_cast<int>(port)});
      count += static_cast<int>(instance.outputs.size());
    }
    real_ = units_.size();
    for (std::size_t k = 0; k < model.instances.size(); ++k) {
      first_set_.push_back(static_cast<int>(units_.size()));
      const ReadSets& reads = model.equations[k].reads;
      for (std::size_t set = 0; shares(reads) && set < reads.sets(); ++set)
        units_.push_back({static_cast<int>(k), static_cast<int>(set)});
    }
    index_.assign(units_.size(), 0);
    low_.assign(units_.size(), 0);
    on_stack_.assign(units_.size(), 0);
  }

  Order run() {
    for (std::size_t unit = 0; unit < real_; ++unit) {
      const Instance& instance = model_.instances[static_cast<std::size_t>(units_[unit].instance)];
      if (index_[unit] == 0 && !instance.reduced && !instance.is_virtual()) visit(static_cast<int>(unit));
    }
    if (prioritised_) reorder();
    return std::move(order_);
  }

 private:
  struct Frame {
    int unit;
    std::vector<int> needs;
    std::size_t next = 0;
  };

  bool is_set(int unit) const { return static_cast<std::size_t>(unit) >= real_; }
  static bool shares(const ReadSets& reads) {
    constexpr std::size_t few = 4;
    return reads.outputs() > few;
  }

  std::vector<int> needs_of(int unit) const {
    const Unit& u = units_[static_cast<std::size_t>(unit)];
    const Instance& instance = model_.instances[static_cast<std::size_t>(u.instance)];
    const BlockEquations& equations = model_.equations[u.instance];
    std::vector<int> needs;
    if (is_set(unit)) {
      add_drivers(instance, equations.reads.of_set(u.port), needs);
      return needs;
    }
    if (const ImplicitRole* role = equations.roles.implicit_output(u.port); role && role->reads_itself)
      needs.push_back(unit);
    const auto output = static_cast<std::size_t>(u.port);
    if (shares(equations.reads))
      needs.push_back(first_set_[static_cast<std::size_t>(u.instance)] + equations.reads.set_of(output));
    else
      add_drivers(instance, equations.reads.of(output), needs);
    const auto& ruled = equations.reads_controller[output];
    for (std::size_t k = 0; k < ruled.size() && instance.controller >= 0; ++k)
      if (ruled[k])
        needs.push_back(first_[static_cast<std::size_t>(instance.controller)] +
                        model_.instances[static_cast<std::size_t>(instance.controller)].rules_from +
                        static_cast<int>(k));
    return needs;
  }

  void add_drivers(const Instance& instance, const std::vector<int>& ports, std::vector<int>& needs) const {
    for (const int port : ports)
      for (const Segment& segment : model_.segments[instance][static_cast<std::size_t>(port)])
        if (segment.from.instance >= 0)
          needs.push_back(first_[static_cast<std::size_t>(segment.from.instance)] + segment.from.port);
  }

  void enter(int unit) {
    check_stop();
    const auto at = static_cast<std::size_t>(unit);
    index_[at] = low_[at] = ++counter_;
    on_stack_[at] = 1;
    component_.push_back(unit);
    frames_.push_back({unit, needs_of(unit)});
  }

  // Without recursion: chains of blocks may be long.
  void visit(int root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next < frame.needs.size()) {
        const int need = frame.needs[frame.next++];
        const auto at = static_cast<std::size_t>(need), here = static_cast<std::size_t>(frame.unit);
        if (index_[at] == 0)
          enter(need);
        else if (on_stack_[at])
          low_[here] = std::min(low_[here], index_[at]);
        continue;
      }
      const int unit = frame.unit;
      const bool self_loop = std::find(frame.needs.begin(), frame.needs.end(), unit) != frame.needs.end();
      frames_.pop_back();
      if (!frames_.empty()) {
        auto& low = low_[static_cast<std::size_t>(frames_.back().unit)];
        low = std::min(low, low_[static_cast<std::size_t>(unit)]);
      }
      if (low_[static_cast<std::size_t>(unit)] == index_[static_cast<std::size_t>(unit)])
        close(unit, self_loop);
    }
  }

  void close(int unit, bool self_loop) {
    std::vector<Unit> members;
    const bool in_loop = self_loop || component_.back() != unit;
    for (int member = -1; member != unit;) {
      member = component_.back();
      component_.pop_back();
      on_stack_[static_cast<std::size_t>(member)] = 0;
      if (!is_set(member)) members.push_back(units_[static_cast<std::size_t>(member)]);
    }
    if (members.empty()) return;
    order_.outputs.insert(order_.outputs.end(), members.begin(), members.end());
    if (prioritised_) components_.push_back({members, {}});
    if (in_loop) {
      std::reverse(members.begin(), members.end());
      order_.loops.push_back({std::move(members), {}, {}});
    }
  }

  // As the priorities of blocks want it.
  void reorder() {
    std::vector<int> component_of(units_.size(), -1);
    const auto number = [&](const Unit& unit) {
      return static_cast<std::size_t>(first_[static_cast<std::size_t>(unit.instance)] + unit.port);
    };
    for (std::size_t c = 0; c < components_.size(); ++c)
      for (const Unit& unit : components_[c].members) component_of[number(unit)] = static_cast<int>(c);
    for (std::size_t c = 0; c < components_.size(); ++c)
      for (const Unit& unit : components_[c].members)
        for (int need : needs_of(static_cast<int>(number(unit))))
          for (int real : is_set(need) ? needs_of(need) : std::vector{need})
            if (const int other = component_of[static_cast<std::size_t>(real)];
                other >= 0 && other != static_cast<int>(c))
              components_[c].needs.push_back(other);
    order_.outputs.clear();
    for (int c : order_by_priority(model_, components_, report_)) {
      const auto& members = components_[static_cast<std::size_t>(c)].members;
      order_.outputs.insert(order_.outputs.end(), members.begin(), members.end());
    }
  }

  const EquationSystem& model_;
  Report& report_;
  Order order_;
  bool prioritised_ = false;           // some block has a priority
  std::vector<Component> components_;  // drivers first; only where some block has a priority
  std::vector<int> first_;             // by instance: its first unit
  std::vector<int> first_set_;         // and the first of its sets
  std::vector<Unit> units_;            // outputs, then what outputs read in common
  std::size_t real_ = 0;               // how many are outputs
  std::vector<int> index_, low_;
  std::vector<char> on_stack_;
  std::vector<int> component_;
  std::vector<Frame> frames_;
  int counter_ = 0;
};

}  // namespace

Order sort_blocks(const EquationSystem& model, Report& report) { return Sorter(model, report).run(); }

}  // namespace sim::compile_phases
