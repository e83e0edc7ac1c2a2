#pragma once
// The compiler's phases, one after the other, for tests that call one of them alone.
#include <string_view>
#include <utility>

#include "sim_core/compile/phases.h"
#include "tests/support/compiling.h"

namespace sim::compile_phases {

// Phase after phase, as far as a test needs them.
struct Stages {
  explicit Stages(const Diagram& diagram) : report(diagram) {}

  Blocks blocks() { return evaluate_parameters(report.diagram, the_library(), report); }
  ResolvedModel resolved() {
    Blocks made = blocks();
    SampleTimes times = declare_sample_times(made, report);
    Repetition repetition = find_controllers(made, report);
    return connect(std::move(made), std::move(times), std::move(repetition), report);
  }
  TypedModel typed() {
    ResolvedModel model = resolved();
    attach_pieces(model, report);
    ShapeTable shapes = propagate_attributes(model, report);
    return unroll(std::move(model), std::move(shapes), report);
  }
  EquationSystem equations() {
    TypedModel model = typed();
    SegmentTable segments = flatten(model, report);
    return write_equations(std::move(model), std::move(segments), report);
  }

  Report report;
};

inline int index_of(const Blocks& model, std::string_view path) {
  for (const Instance& instance : model.instances)
    if (instance.path == path) return instance.index;
  ADD_FAILURE() << "there is no " << path;
  return 0;
}

}  // namespace sim::compile_phases
