#pragma once
// The compiled model: equations as one flat graph, the kernels cut from it, and the tables that lead from
// every number back to a block. Immutable once compiled; shared between threads. How it is run is the
// backends' business.
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "sim_core/base/check_action.h"
#include "sim_core/base/crossing_direction.h"
#include "sim_core/base/domain.h"
#include "sim_core/base/element_type.h"
#include "sim_core/base/id.h"
#include "sim_core/base/sample_time.h"
#include "sim_core/base/scene_kind.h"
#include "sim_core/base/shape.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/graph.h"
#include "sim_core/linalg/coloring.h"
#include "sim_core/linalg/global_method.h"
#include "sim_core/linalg/sparsity_pattern.h"
#include "sim_core/program/kept_code.h"
#include "sim_core/program/read_sets.h"

namespace sim {

// What is computed together, and when. Each kernel holds only what its results need.
enum class KernelKind {
  InitialState,         // x(t0)                                   once
  InitialDiscrete,      // d(t0)                                   once
  Derivatives,          // dx/dt                                   minor steps
  Crossings,            // zero-crossing functions                 after each step, and while one is located
  EventTimes,           // the instants time_reached() waits for   when parameters or discrete slots change
  Captures,             // values captured at the start            once
  Latches,              // discrete slots that follow a signal     at the end of a step, before modes change
  Updates,              // d+, the discrete slots from now on      major steps, after the outputs
  Resets,               // x+ of states that events change         with Updates
  Checks,               // conditions that end a run or warn       major steps
  Logged,               // signals that are recorded               major steps
  Invariants,           // residuals: target - g                   after each step
  InvariantTangents,    // -(dg/dx) s, for a direction s           after each step
  InvariantTargets,     // what the invariants should be           after each step
  InvariantRates,       // d/dt (target - g) with x held           once, when invariants are checked
  Tangents,             // (df/dx) s                               when the solver wants its Jacobian
  ProjectionArguments,  // u and p of blocks that project themselves
  Recorded,             // signals whose past is read              several points of each step
  BeforeStart,          // what they were before the run           once
  Delays,               // how far back they are read, in s        major steps
  Jumps,                // whether states jump, energy lost, impulses   with Updates
  Watched,              // signals somebody looks at               when asked for
};
inline constexpr int kernel_count = 22;

struct Kernel {
  std::vector<ir::NodeId> results;  // their elements one after the other
  int size = 0;                     // how many elements
};

struct PortInfo {
  std::string name;
  Shape shape;
  ElementType type = ElementType::Double;
  std::string unit;  // empty: not known
};

struct BlockInfo {
  Id id = no_id;
  std::string path, type;
  SampleTime sample_time;
  std::vector<PortInfo> inputs, outputs;
};
struct StateInfo {
  int block = 0;     // index into Program::blocks
  std::string name;  // "x"
  int first = 0;     // index of the first element
  Shape shape;
};
// One element: mode `mode` is 1 where the crossing function is >= 0. A function with two signs counts zero as
// positive; one with three has a mode that is 1 where it is <= 0 besides.
struct CrossingInfo {
  int block = 0;
  int mode = 0;
  CrossingDirection direction = CrossingDirection::Either;  // of the crossings that are located
  bool located = true;           // false: as in runs that locate none (ModelEquations::follow)
  bool rules_execution = false;  // whether other blocks are executed hangs on it
  int below_mode = -1;           // -1: it has two signs
  bool remembers = false;        // the function reads what its block keeps from one major step to the next
  bool unordered = false;        // what the mode is where the function is not a number

  // On which sides of zero the function is. Zero is on both where it has three signs, above where it has two;
  // what is not a number is below where it has two and `unordered` does not say above, and on neither side
  // where it has three.
  struct Sides {
    bool above = false, below = false;
    bool operator==(const Sides&) const = default;
  };
  Sides sides(double function) const {
    const bool above = std::isnan(function) ? unordered : function >= 0;
    return {above, below_mode < 0 ? !above : function <= 0};
  }
};
// Mode `mode` becomes 1 when t reaches result `k` of EventTimes, k being the index of this entry.
struct TimeEventInfo {
  int block = 0;
  int mode = 0;
};
// Mode `mode` is 1 while outputs are computed at offset + k period.
struct RateInfo {
  double period = 0, offset = 0;  // s
  int mode = 0;
  int block = -1;  // for whose edges alone these instants are; -1: a sample time
};
// What a block remembers between major steps: slots first, first + 1, ... of d.
struct DiscreteInfo {
  int block = 0;
  std::string name;  // empty: a slot that the block's author gave no name
  int first = 0;
  Shape shape;
};
// Result `k` of Updates goes to slot `slot`.
struct UpdateInfo {
  int slot = 0;
  bool primed = false;  // what it starts with is what it would be updated to at the start
  bool before = false;  // ... and that is what others look back to: a truth value whose edges are asked for
};
// Result `k` of Resets goes to state `state`.
struct ResetInfo {
  int state = 0;
  int block = 0;
  bool by_network = false;  // only ever onto the new laws of its network
};
// A result of Checks that is not 0 does this.
struct CheckInfo {
  int block = 0;
  CheckAction action = CheckAction::Stop;
  std::string message;
};
struct ParameterInfo {
  int block = 0;
  std::string name;
  int first = 0;
  Shape shape;
  bool tunable = true;
};
// A signal that is recorded: columns first, first + 1, ... of the log, one an element. A part of a signal
// shares the columns of the whole.
struct LoggedSignal {
  std::string name;                   // the line's name, else that of the block it comes from; unique
  std::vector<std::string> elements;  // "y", or "y[1]", "y[2]" for a vector: the names of the columns
  int block = -1;                     // where it comes from; -1: an input that nothing drives
  int port = 0;                       // -1: no output, but a residual that the compiler recorded
  int first = 0;
  bool held = false;      // changes at major steps only: drawn as a staircase
  bool residual = false;  // of invariants: how far they are from what they should be
  int count() const { return static_cast<int>(elements.size()); }
};
// An output that can be looked at although nothing records it: the newest values of its first elements, from
// the first of the kernel's on, or all of it in a tap.
struct WatchedSignal {
  int block = 0, port = 0;
  int first = 0, count = 0;
  int total = 0;                  // how many elements it has
  ir::NodeId node = ir::no_node;  // all of them
  bool held = false;              // changes at major steps only
};
// What the animation draws of a component, in frames that are recorded: x, y and angle.
struct SceneItem {
  int block = 0;
  SceneKind kind = SceneKind::Rod;
  std::vector<int> frames;      // indices into Program::logged
  std::vector<double> lengths;  // as in SceneShape
};
// A scope or file block and the signals that arrive at it.
struct Viewer {
  int block = 0;
  std::vector<std::vector<int>>
      inputs;  // by input port: indices into Program::logged, several where signals are joined
};
// One element of an invariant, g(x, t) = target.
struct InvariantInfo {
  int block = 0;
  int element = 0;           // of the block's
  bool active = true;        // false: monitored only
  bool lower_bound = false;  // g >= target instead
  int captured = -1;         // slot of k that is the target; -1: it is given
  bool recaptured = false;   // the slot is recaptured where states that g reads are reset
  int size_slot = -1;        // slot of d that shows how far it made the last projection go; -1: nobody asks
  double weight = 1;
  double tolerance = -1;  // of the residual, relative to the terms of g; -1: as the settings say
  std::string name;       // of one that the compiler found; empty: as the block says
};
// Results first (is it so?), first + 1 (the energy that is lost) and the next ones (impulses) of Jumps.
struct JumpInfo {
  int block = 0;
  int first = 0;
  std::vector<int> elements;  // by impulse: the block that it acts on
};
// Of a physical network (Equations::energy): a scalar.
struct EnergyInfo {
  EnergyKind kind;
  Domain domain;
  ir::NodeId value = ir::no_node;
};
// A block whose S-function projects its own states.
struct ProjectionInfo {
  int block = 0;
  int first_state = 0, state_count = 0;
  int u_first = 0, p_first = 0;  // into the results of ProjectionArguments
  ir::ProjectionMethod method;
};
// States of several blocks that are projected together.
struct JointProjectionInfo {
  int block = 0;             // one of them
  std::vector<int> states;   // elements of x
  int first = 0, count = 0;  // into the results of ProjectionArguments
  ir::StateProjectionMethod method;
};
// A signal whose past is read.
struct DelayInfo {
  int block = 0;
  int first = 0, count = 0;              // slots of recorded signals
  int result = 0;                        // the first of Recorded and of BeforeStart
  int delay_first = 0, delay_count = 0;  // results of Delays: one, or one for each element
  double maximum = 0;                    // s: longer delays are cut to it
  bool constant = true;                  // the delays are the same all through a run
  bool reads_states = false;
  std::vector<int> modes, discrete;  // that it reads: slots of m and d
  std::vector<int>
      reads;  // the signals whose past it reads at the same instant, as indices into Program::delays
};
// "[2]" or "[1,2]" for an element of a vector or matrix, nothing for a scalar; ".re" or ".im" behind it for
// the numbers of complex ones.
std::string element_suffix(const Shape& shape, int element);

// An algebraic loop: outputs that depend on themselves at the same instant.
struct LoopInfo {
  struct Member {
    int block = 0, output = 0;
    std::vector<int> inputs;  // ports through which the loop comes in
  };
  struct Torn {  // an output that is solved for, or some of its elements
    int block = 0, output = 0;
    std::vector<int> elements;
  };
  std::vector<Member> members;
  std::vector<Torn> torn;
  int first = 0, count = 0;  // elements of Unknown
  double tolerance = 0;      // of the residuals; 0: round-off
};

struct Feedthrough {
  int block = 0;
  ReadSets reads;
};

// The derivative of a block's first input (Equations::input_rate), where the compiler cannot write it: it
// counts as 0. Two modes that are always 0 are added to it, the second three times, so that a run finds
// whether anything depends on it. Or it can be written if the derivatives of some states do not depend on it
// in turn: only these must not.
struct UnknownRate {
  int block = 0;
  int mode = 0;             // and the one behind it
  std::vector<int> states;  // none: all
};

struct Program {
  ir::Graph graph;
  std::array<Kernel, kernel_count> kernels;

  std::vector<double> parameters;  // values p, as evaluated
  int state_count = 0, discrete_count = 0, mode_count = 0, captured_count = 0, unknown_count = 0;
  int branch_count = 0;  // Unknown leaves beyond unknown_count: modes of loops (ir::LoopSite::Branches)

  std::vector<BlockInfo> blocks;  // every block that was compiled
  std::vector<int> order;         // execution order, indices into blocks
  std::vector<StateInfo> states;
  std::vector<double> absolute_tolerances;  // by state: of its block; -1: as the settings say
  std::vector<ParameterInfo> parameter_table;
  std::vector<CrossingInfo> crossings;  // by element of kernel Crossings
  std::vector<TimeEventInfo> time_events;
  bool event_times_move = false;                                       // they depend on discrete slots
  std::vector<RateInfo> rates;                                         // of sample hits, fastest first
  std::vector<char> derivatives_read_mode, derivatives_read_discrete;  // by mode and slot
  int major_step_mode = -1;  // 1 in every major step; -1: nobody asks
  int located_mode = -1;     // 1 in a run that locates crossings; -1: nobody asks
  std::vector<DiscreteInfo> discrete;
  std::vector<UpdateInfo> updates;  // by element of kernel Updates
  std::vector<int> latches;         // by element of kernel Latches: its slot
  std::vector<ResetInfo> resets;    // by element of kernel Resets
  std::vector<CheckInfo> checks;    // by element of kernel Checks
  std::vector<LoggedSignal> logged;
  std::vector<Viewer> viewers;
  std::vector<SceneItem> scene;
  std::vector<WatchedSignal> watched;     // every output that is computed
  std::vector<int> captures;              // by element of kernel Captures: its slot of k
  std::vector<InvariantInfo> invariants;  // by element of kernel Invariants
  std::vector<ProjectionInfo> projections;
  std::vector<JointProjectionInfo> joint_projections;
  std::vector<DelayInfo> delays;
  std::vector<JumpInfo> jumps;
  std::vector<EnergyInfo> energies;
  std::vector<UnknownRate> unknown_rates;
  std::vector<Feedthrough> feedthrough;
  std::vector<LoopInfo> loops;
  GlobalMethod loop_method = GlobalMethod::Auto;

  SparsityPattern jacobian_pattern;     // of df/dx; where parameters are zero, its entries are left out
  Coloring jacobian_coloring;           // its columns, grouped
  bool analytical = true;               // every block on the way to a derivative gives its own
  std::vector<int> without_derivative;  // the blocks that do not, ascending
  SparsityPattern invariant_pattern;    // of dG/dx
  Coloring invariant_coloring;

  KeptCode code;  // of its kernels

  const Kernel& kernel(KernelKind kind) const { return kernels[static_cast<std::size_t>(kind)]; }
  Kernel& kernel(KernelKind kind) { return kernels[static_cast<std::size_t>(kind)]; }
  // "Plant/Integrator.x[2]" for element `index` of the state vector.
  std::string state_name(int index) const;
  std::vector<std::string> state_names() const;  // of all elements
  // Names of the log's columns.
  std::vector<std::string> column_names() const;
  // "Energy", or "Momenta[2]", for a row of the invariants.
  std::string invariant_name(int row) const;
  int column_count() const { return kernel(KernelKind::Logged).size; }
};

}  // namespace sim
