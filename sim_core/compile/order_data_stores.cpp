// A data store that continuous signals write is a signal: who reads it without saying when gets what is being
// written, also within a time step, unless what is written depends on that at the same instant.
#include <algorithm>
#include <set>

#include "sim_core/compile/atomic_subsystems.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

using Kind = SampleTime::Kind;

class StoreOrder {
 public:
  StoreOrder(EquationSystem& model, const Rates& rates, Report& report)
      : model_(model), rates_(rates), report_(report) {}

  void run() {
    std::vector<int> led;
    for (const std::size_t k : stoppable_indices(model_.instances))
      if (const int reader = static_cast<int>(k); reads_early(reader) &&
                                                  !is_given(priority_of(model_, at(reader))) &&
                                                  only_continuous_writers(store_of(reader)))
        led.push_back(reader);
    // All at once, so that the order of blocks does not matter; then back where that closes a loop.
    for (int reader : led) lead(reader, writers(store_of(reader)));
    std::vector<int> closing;
    std::copy_if(led.begin(), led.end(), std::back_inserter(closing),
                 [this](int reader) { return closes_a_loop(reader); });
    for (int reader : closing) lead(reader, 0);
    for (const std::size_t k : stoppable_indices(model_.instances))
      if (const int reader = static_cast<int>(k); reads_early(reader) && follows_late(reader))
        warn(at(reader));
  }

 private:
  Instance& at(int index) { return model_.instances[static_cast<std::size_t>(index)]; }
  Driver source(int reader) { return model_.segments[reader][0].front().from; }
  int store_of(int reader) { return source(reader).instance; }
  int writers(int store) { return static_cast<int>(at(store).own_inputs()) / 2; }
  bool is_continuous(int store, int writer) {
    const Driver from = at(store).drivers[static_cast<std::size_t>(writer)];
    return from.instance >= 0 && rates_.times[from.instance].kind == Kind::Continuous;
  }
  bool only_continuous_writers(int store) {
    for (int k = 0; k < writers(store); ++k)
      if (!is_continuous(store, k)) return false;
    return true;
  }
  // It reads before some writers.
  bool reads_early(int reader) {
    const Instance& instance = at(reader);
    if (instance.type->id != "routing/data_store_read" || instance.reduced ||
        model_.segments[reader].empty() || model_.segments[reader][0].empty() ||
        model_.segments[reader][0].front().from.instance < 0)
      return false;
    return source(reader).port < writers(store_of(reader));
  }
  // Within a time step it keeps what a continuous writer wrote at the step's beginning.
  bool follows_late(int reader) {
    if (rates_.times[reader].kind != Kind::Continuous) return false;
    for (int k = source(reader).port; k < writers(store_of(reader)); ++k)
      if (is_continuous(store_of(reader), k)) return true;
    return false;
  }
  void lead(int reader, int port) {
    for (Segment& segment : model_.segments[reader][0]) segment.from.port = port;
    at(reader).drivers[0].port = port;
  }

  // Whether what the reader reads depends on what it gives.
  bool closes_a_loop(int reader) {
    std::set<Unit> seen;
    std::vector<Unit> stack{source(reader)};
    const auto visit = [&](const Unit& unit) {
      if (unit.instance >= 0 && seen.insert(unit).second) stack.push_back(unit);
    };
    while (!stack.empty()) {
      const Unit unit = stack.back();
      stack.pop_back();
      if (unit.instance == reader) return true;
      const Instance& instance = at(unit.instance);
      const auto output = static_cast<std::size_t>(unit.port);
      const BlockEquations& equations = model_.equations[instance];
      if (output >= equations.reads.outputs()) continue;
      for (const int input : equations.reads.of(output))
        for (const Segment& segment : model_.segments[instance][static_cast<std::size_t>(input)])
          visit(segment.from);
      for (int k = 0; k < 2; ++k)
        if (instance.controller >= 0 && equations.reads_controller[output][static_cast<std::size_t>(k)])
          visit({instance.controller, at(instance.controller).rules_from + k});
    }
    return false;
  }

  void warn(const Instance& reader) {
    report_.diagnostics.push_back(warning(
        reader.path,
        "it reads what a continuous signal wrote one time step before, so that results depend on the step "
        "in the first order",
        "give it a priority behind that of the writer, or break the loop from here to there with a Memory "
        "or a Unit Delay",
        reader.id));
  }

  EquationSystem& model_;
  const Rates& rates_;
  Report& report_;
};

}  // namespace

void order_data_stores(EquationSystem& model, const Rates& rates, Report& report) {
  StoreOrder(model, rates, report).run();
}

}  // namespace sim::compile_phases
