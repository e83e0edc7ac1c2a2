// A signal is complex where a complex parameter or a block that makes complex numbers has a part in it. What
// blocks make of complex inputs their equations say: they are written on scratch graphs, again and again
// until nothing more becomes complex. Models without complex numbers cost one look at each block.
#include <algorithm>
#include <deque>

#include "sim_core/compile/equation_trial.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/readers.h"

namespace sim::compile_phases {

namespace {

class ComplexityPropagation {
 public:
  ComplexityPropagation(const ResolvedModel& model, ShapeTable& shapes, Report& report)
      : model_(model), shapes_(shapes), report_(report), queued_(model.instances.size(), 0) {}

  void run() {
    for (const std::size_t k : stoppable_indices(model_.instances))
      if (is_source(model_.instances[k])) enqueue(static_cast<int>(k));
    if (queue_.empty()) return;
    for (const std::size_t k : stoppable_indices(model_.instances))
      for (std::size_t port = 0; port < model_.instances[k].drivers.size(); ++port)
        readers_.add(model_.instances[k].drivers[port], {static_cast<int>(k), static_cast<int>(port)});
    readers_.close();
    while (!queue_.empty()) {
      check_stop();
      const int index = queue_.front();
      queue_.pop_front();
      queued_[static_cast<std::size_t>(index)] = 0;
      update(index);
    }
  }

 private:
  static bool is_source(const Instance& instance) {
    return !instance.reduced && (instance.type->gives_complex ||
                                 std::any_of(instance.parameters.begin(), instance.parameters.end(),
                                             [](const ParameterValue& v) { return !v.imaginary.empty(); }));
  }

  void enqueue(int index) {
    if (std::exchange(queued_[static_cast<std::size_t>(index)], 1) == 0) queue_.push_back(index);
  }

  void update(int index) {
    const Instance& instance = model_.at(index);
    BlockShapes& shapes = shapes_[instance];
    const std::vector<Shape> before = shapes.outputs;
    if (instance.type->role == BlockRole::Iterator)
      report_.fail(instance, "a complex signal says how often its subsystem is executed",
                   "lead it through a Complex to Real-Imag block");
    else if (instance.is_virtual())
      for (Shape& shape : shapes.outputs) shape.complex = true;
    else
      write(instance, shapes);
    for (std::size_t port = 0; port < before.size(); ++port) {
      if (shapes.outputs[port] == before[port]) continue;
      for (const auto [reader, input] : readers_({index, static_cast<int>(port)})) {
        shapes_[reader].inputs[static_cast<std::size_t>(input)].complex = true;
        enqueue(reader);
      }
    }
  }

  // What is assigned complex values has a complex shape from then on.
  void write(const Instance& instance, BlockShapes& shapes) {
    for (bool changed = true; changed;) {
      const auto states = shapes.states, outputs = shapes.outputs;
      const auto memories = shapes.complex_memories;
      try_equations(model_, instance, shapes, report_);
      changed = states != shapes.states || outputs != shapes.outputs || memories != shapes.complex_memories;
    }
  }

  const ResolvedModel& model_;
  ShapeTable& shapes_;
  Report& report_;
  std::deque<int> queue_;
  std::vector<char> queued_;
  Readers readers_;
};

}  // namespace

void propagate_complexity(const ResolvedModel& model, ShapeTable& shapes, Report& report) {
  ComplexityPropagation(model, shapes, report).run();
}

}  // namespace sim::compile_phases
