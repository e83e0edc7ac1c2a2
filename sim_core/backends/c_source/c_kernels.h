#pragma once
// The kernels that a run with fixed steps evaluates, and their names in C.
#include <array>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/program/program.h"

namespace sim::c_source {

enum class WrittenFor { AllModels, Projection, ImplicitMethods, Delays };

struct WrittenKernel {
  KernelKind kind;
  const char* name;
  WrittenFor needed = WrittenFor::AllModels;
};

inline constexpr std::array written_kernels{
    WrittenKernel{KernelKind::InitialState, "initial_states"},
    WrittenKernel{KernelKind::InitialDiscrete, "initial_discrete"},
    WrittenKernel{KernelKind::EventTimes, "event_times"},
    WrittenKernel{KernelKind::Captures, "captured_values"},
    WrittenKernel{KernelKind::Crossings, "crossing_functions"},
    WrittenKernel{KernelKind::Derivatives, "right_hand_side"},
    WrittenKernel{KernelKind::Latches, "latched"},
    WrittenKernel{KernelKind::Updates, "next_discrete"},
    WrittenKernel{KernelKind::Resets, "resets"},
    WrittenKernel{KernelKind::Jumps, "jump_values"},
    WrittenKernel{KernelKind::Checks, "check_values"},
    WrittenKernel{KernelKind::Logged, "recorded"},
    WrittenKernel{KernelKind::Invariants, "invariant_residuals", WrittenFor::Projection},
    WrittenKernel{KernelKind::InvariantTargets, "invariant_targets", WrittenFor::Projection},
    WrittenKernel{KernelKind::InvariantTangents, "invariant_tangents", WrittenFor::Projection},
    WrittenKernel{KernelKind::Delays, "delays", WrittenFor::Delays},
    WrittenKernel{KernelKind::BeforeStart, "before_start", WrittenFor::Delays},
    WrittenKernel{KernelKind::Recorded, "recorded_values", WrittenFor::Delays},
    WrittenKernel{KernelKind::Tangents, "tangents", WrittenFor::ImplicitMethods},
};

inline bool is_written(const WrittenKernel& kernel, const Program& program, const FixedStepRun& run) {
  switch (kernel.needed) {
    case WrittenFor::Projection:
      return !run.projection.rows.empty();
    case WrittenFor::ImplicitMethods:
      return run.implicit && program.jacobian_coloring.count > 0;
    case WrittenFor::Delays:
      return !program.delays.empty();
    default:
      return true;
  }
}

}  // namespace sim::c_source
