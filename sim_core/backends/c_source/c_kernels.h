#pragma once
// The kernels that a run with fixed steps evaluates, and their names in C.
#include <array>

#include "sim_core/program/program.h"

namespace sim::c_source {

struct WrittenKernel {
  KernelKind kind;
  const char* name;
  bool projects = false;  // only where states are projected onto invariants
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
    WrittenKernel{KernelKind::Invariants, "invariant_residuals", true},
    WrittenKernel{KernelKind::InvariantTargets, "invariant_targets", true},
    WrittenKernel{KernelKind::InvariantTangents, "invariant_tangents", true},
};

}  // namespace sim::c_source
