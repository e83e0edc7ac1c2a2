#pragma once
// The phases of compilation, in order, and what they hand on to each other. Each phase is one function in a
// file of its own; it adds diagnostics to the model and the compiler stops after the first phase that adds an
// error.
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/stoppable.h"
#include "sim_core/block/block_library.h"
#include "sim_core/compile/formula_uses.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/program/program.h"
#include "sim_core/program/read_sets.h"

namespace sim::compile_phases {

// Where an input's value comes from: an output of an instance. Instance -1: nothing drives it, it reads zero.
struct Driver {
  int instance = -1;
  int port = 0;
  auto operator<=>(const Driver&) const = default;
};
// Some elements of an output of a block that is not virtual.
struct Segment {
  Driver from;
  int first = 0, count = 0;
};

struct InvariantRole {
  ir::NodeId residual = ir::no_node, target = ir::no_node;
  InvariantSpec spec;
  int captured = -1, size_slot = -1;  // of the first element; -1: none
};
struct CrossingRole {
  ir::NodeId function = ir::no_node;
  int mode = 0, below_mode = -1;  // -1: a function with two signs
  CrossingDirection direction = CrossingDirection::Either;
  bool located = true, remembers = false;
  bool unordered = false;  // the mode where the function is not a number
};
// A signal whose turning points are crossings.
struct TurnRole {
  ir::NodeId signal = ir::no_node, active = ir::no_node;
  int mode = 0;
  bool located = true;
};
struct TimeEventRole {
  ir::NodeId at = ir::no_node;
  int mode = 0;
};
struct CaptureRole {
  ir::NodeId value = ir::no_node;
  int slot = 0;
};
struct RateRole {
  double period = 0, offset = 0;
  int mode = 0;
};
struct DiscreteRole {
  std::string name;
  int first = 0;
  Shape shape;
  ir::NodeId initial = ir::no_node;
};
struct UpdateRole {
  int slot = 0;
  ir::NodeId next = ir::no_node;
  bool primed = false;
  bool stored = true;   // false: a later pass goes on with it
  bool before = false;  // it is what a truth value was before
};
struct LatchRole {
  int slot = 0;
  ir::NodeId value = ir::no_node;
  bool stored = true;
};
struct ResetRole {
  int state = 0;
  ir::NodeId condition = ir::no_node, value = ir::no_node;
  bool by_network = false;
};
struct CheckRole {
  ir::NodeId condition = ir::no_node;
  CheckAction action = CheckAction::Stop;
  std::string message;
};
struct ProjectionRole {
  int state = 0;
  ir::ProjectionMethod method;
  ir::NodeId u = ir::no_node, p = ir::no_node;
};

struct JumpRole {
  ir::NodeId condition = ir::no_node, energy_loss = ir::no_node, impulses = ir::no_node;
};

// A signal whose past is read: elements slot, slot + 1, ... of what is recorded.
struct RecordedRole {
  ir::NodeId signal = ir::no_node, initial = ir::no_node, delay = ir::no_node;
  int slot = 0;
  double maximum = 0;
};

// An output that is the solution of residual = 0.
struct ImplicitRole {
  int output = 0;
  ir::NodeId residual = ir::no_node;
  double tolerance = 0;
  bool reads_itself = false;  // the residual reads the output within the block
};

// What a block's equations assigned: nodes of the open graph, in which inputs are leaves.
struct Roles {
  std::vector<ir::NodeId> outputs, derivatives, initial_states;
  std::vector<CrossingRole> crossings;
  std::vector<TurnRole> turns;
  std::vector<TimeEventRole> time_events;
  std::vector<RateRole> rates;
  std::vector<DiscreteRole> discrete;
  std::vector<UpdateRole> updates;
  std::vector<LatchRole> latches;
  std::vector<ResetRole> resets;
  std::vector<CheckRole> checks;
  std::vector<CaptureRole> captures;
  std::vector<InvariantRole> invariants;
  std::vector<ProjectionRole> projections;
  std::vector<RecordedRole> recorded;
  std::vector<JumpRole> jumps;
  std::vector<ImplicitRole> implicit;
  std::vector<ir::NodeId> guesses;    // by output: of an algebraic loop; may be none
  VariablesRead variables;            // of its formulas
  std::vector<ir::NodeId> decisions;  // what these were written for, made of variables and constants

  ImplicitRole* implicit_output(int port) {
    for (ImplicitRole& role : implicit)
      if (role.output == port) return &role;
    return nullptr;
  }
  const ImplicitRole* implicit_output(int port) const {
    return const_cast<Roles*>(this)->implicit_output(port);
  }
};

// What a component says of one branch, as elements of an output behind its others: the weights of the block's
// conserving ports, then these. The law from this instant on is an output of its own, behind that: it may
// depend on what flows now.
enum class BranchElement {
  Across,  // the law, three elements
  State = 3,
  Capacity,
  Gain,
  Slope,
  Way,  // what Equations::goes is asked with, nine elements
  Crossed,
  Limit,
  Kinetic,
  LimitSlope,
  KineticSlope,
  Restitution,
  Slowest,
  Beyond,
  Next,  // the next law, three elements
  Rests = Next + 3
};
inline constexpr int branch_elements = 20;
inline constexpr int next_elements = 4;
inline constexpr int branch_outputs = 2;
// What it hears: inputs, for each branch these.
enum class BranchInput { Across, Through, Way, State, Slack, AcrossSize, ThroughSize, Moved };
inline constexpr int branch_inputs = 8;
// Behind them, for the component as a whole.
enum class NetworkInput { Switches, EnergyLoss };
inline constexpr int network_inputs = 2;

// Inputs that every block has besides its ports: scalars that the compiler drives.
enum class HiddenInput {
  Hit,         // 1 at the block's sample hits
  Active,      // 1 while the conditional subsystem around the block is executed
  Entering,    // 1 in the major step in which that begins and states are to be reset
  Executes,    // 1 at the block's sample hits; always where it is continuous
  WordLength,  // the number of bits of the integer type of its first input; 0: it has none
  Called,      // 1 while the subsystem around it, near or far, that is executed on demand is
  Located,     // 1 in a run that locates crossings
  Rate         // the derivative of its first input
};
inline constexpr int hidden_input_count = 8;

// A port of a For Each subsystem: an Inport gives one piece of what arrives, an Outport puts the pieces of
// all copies together.
struct Piecewise {
  enum class Kind { No, Splits, Joins } kind = Kind::No;
  PieceRule rule;        // of an input that is split; for Joins: the one that says how many copies there are
  int joined_along = 1;  // dimension, of Joins
  int piece = 0;         // of Splits: which it gives
  std::vector<int> copies;  // of Joins: the Outports that the pieces arrive at
};

// What State Reader, State Writer and Parameter Writer blocks do with a block (accesses.h): inputs and
// outputs of it behind its own ports, which its equations do not know of.
struct Access {
  struct Shown {
    int state = 0, output = 0;
  };
  struct Written {
    int target = 0;             // a state, or a parameter
    int value = 0, is_now = 0;  // inputs
  };
  std::vector<Shown> shown;  // states: the continuous ones, then the discrete ones
  std::vector<Written> states, parameters;
  int inputs = 0, outputs = 0;            // how many ports there are of them
  int first_input = 0, first_output = 0;  // where they begin
  bool is_input(int port) const { return port >= first_input && port < first_input + inputs; }
};

// A variable that a formula of a block may read, among Program::parameters.
struct VariableSlot {
  std::string name;
  int first = 0;
  Shape shape;
};

// One block while it is being compiled.
struct Instance {
  Id id = no_id;
  const Block* block = nullptr;
  const BlockType* type = nullptr;
  std::string path;
  const expr::Scope* variables = nullptr;  // those its parameters may use
  ParameterValues parameters;
  std::vector<PortSpec> inputs, outputs;
  std::vector<Driver> drivers;  // by input; subsystem borders are seen through
  std::vector<Shape> input_shapes, output_shapes, state_shapes;
  std::vector<bool> complex_memories;  // in the order that the equations ask for them
  std::vector<ElementType> input_types, output_types;
  std::vector<std::string> input_units, output_units;  // empty: not known
  std::vector<std::vector<Segment>> segments;          // by input; Mux and Demux are seen through too
  std::vector<int> parameter_first;          // by parameter: into Program::parameters; -1: not numeric
  std::vector<VariableSlot> variable_slots;  // numbers that its formulas name
  std::vector<int> input_first;              // by input: the first element of its Input leaf
  int hidden_first = -1;                     // the Input leaf of the first hidden input
  int controller = -1;                       // the control block of the conditional subsystem around it
  int rules_from = 0;                        // of a control block: the output that says when it is executed
  int iterator = -1;                         // of the nearest iterated subsystem around it
  Piecewise piecewise;
  Access access;
  bool tells_hits = false;  // its outputs are not held from one of its sample hits to the next
  // Blocks inside iterated and For Each subsystems stand here several times (unroll). The memories of a pass
  // begin with what they were to become in the pass before.
  bool copy = false;                          // not the first
  std::vector<int> pieces;                    // of the For Each subsystems around, the innermost first: which
  int pass = 0;                               // of an Iterator
  int previous = -1;                          // the same block in the pass before
  bool goes_on = false;                       // a later pass begins with its memories
  bool begins_anew = false;                   // its memories have their initial values at each time step
  std::vector<int> kept_in;                   // by memory: the slot that it has between time steps; -1: none
  int carried_from = 0;                       // the output that is its first memory as it will be
  int memory_inputs = 0, memory_outputs = 0;  // ports behind the others
  int network_inputs = 0, network_outputs = 0;  // likewise, of a component: what leads to its network
  int network_input = -1, network_output = -1;  // the first of them; -1: it is in none
  bool network_stops = false;                   // there are stops in that network, which may move positions
  bool network_springs = false;                 // likewise, what stores a through variable
  std::vector<int> jumping;  // of a network: by branch, the component that an impulse acts on
  SampleTime sample_time{SampleTime::Kind::Inherited};
  int hit_mode = -1;  // of Discrete: the mode that is 1 at its sample hits
  std::vector<int> state_first;
  Roles roles;
  ReadSets reads;                                   // direct feedthrough
  std::vector<std::vector<bool>> reads_controller;  // [output][output of the controller]
  bool reduced = false;                             // computes nothing that anybody needs
  bool idle = false;                                // the same, but block reduction is off

  // How many ports it has without those that the compiler gave it.
  std::size_t own_inputs() const {
    return inputs.size() - static_cast<std::size_t>(memory_inputs + network_inputs + access.inputs);
  }
  std::size_t own_outputs() const {
    return outputs.size() - static_cast<std::size_t>(memory_outputs + network_outputs + access.outputs);
  }
  // Holds an output of a conditional subsystem while that is not executed, or converts that of any.
  bool holds_output() const { return type->role == BlockRole::Outport && !outputs.empty(); }
  bool records_inputs() const { return type->logs_inputs && !holds_output(); }
  // Takes part in a physical network, and writes equations for it.
  bool is_component() const {
    return !type->conserving.empty() && type->role == BlockRole::Ordinary && !reduced;
  }
  bool is_virtual() const {
    if (piecewise.kind != Piecewise::Kind::No) return true;
    if (type->role == BlockRole::Inport) return inputs.empty();
    return type->role != BlockRole::Ordinary && type->role != BlockRole::Outport &&
           type->role != BlockRole::Control && type->role != BlockRole::Iterator;
  }
};

// The unit of sorting: one output of one instance.
using Unit = Driver;

// Outputs that are strongly connected. If the torn ones are known, the others follow one after the other.
struct AlgebraicLoop {
  std::vector<Unit> units;
  std::vector<LoopInfo::Torn> torn;
  std::vector<Unit> sequence;  // the others
};

struct Model {
  const Diagram& diagram;
  const BlockLibrary& library;
  Program& program;
  Diagnostics diagnostics;
  std::vector<std::string> reductions;
  // What the program was made from besides its tables: parameters, as their first index into
  // Program::parameters.
  std::set<int> fixed_parameters;
  struct Variables {
    explicit Variables(std::shared_ptr<const expr::Workspace> w) : workspace(std::move(w)) {}
    std::shared_ptr<const expr::Workspace> workspace;
    expr::WorkspaceScope scope{*workspace};
  };
  std::map<Id, std::unique_ptr<Variables>> variables;  // by masked subsystem; no_id: those of the model
  std::vector<Instance> instances;
  std::map<Id, int> instance_of;     // by block
  ir::Graph open;                    // the equations of all blocks, not linked yet
  std::vector<int> input_owner;      // by Input leaf element: the instance
  std::vector<Unit> order;           // every output, drivers first
  std::vector<AlgebraicLoop> loops;  // strongly connected outputs
  std::map<Id, int> repeated;        // by subsystem: the Iterator or For Each block inside
  std::deque<Block> made_blocks;     // of instances that are in no diagram
  std::deque<BlockType> made_types;
  std::uint64_t random_seed = 0;      // the setting RandomSeed
  std::set<Id> looked_at = {};        // blocks whose outputs count as recorded
  std::set<Id> kept_to_look_at = {};  // those of them that nothing else needs
  int first_variable = 0;             // from here on Program::parameters are variables of formulas

  void fail(const Instance& at, std::string message, std::string remedy) {
    diagnostics.push_back(error(at.path, std::move(message), std::move(remedy), at.id));
  }
  // Whether there is an error among the diagnostics. Each is looked at once, however often this is asked.
  bool failed() {
    for (; checked < diagnostics.size(); ++checked)
      found_error = found_error || diagnostics[checked].severity == Severity::Error;
    return found_error;
  }
  std::size_t checked = 0;
  bool found_error = false;
};

// For loops over all blocks and over all nodes (base/stoppable.h).
inline StoppableIndices<std::size_t> stoppable_indices(const auto& all) { return {all.size(), 1}; }
inline StoppableIndices<ir::NodeId> stoppable_nodes(const ir::Graph& graph) { return {graph.size(), 1024}; }

// A diagnostic that a setting (none, warning or error) can silence or make an error of.
void report_as_set(Model&, std::string_view setting, Diagnostic warning);
// What a condition that such a setting is about does to the run; nothing where it is not checked.
std::optional<CheckAction> check_action(const Model&, std::string_view setting);

// Blocks with their types, ports and parameter values.
void evaluate_parameters(Model&);
// What drives each input, through subsystems, inports and outports; blocks that are commented out.
void connect(Model&);
// The sample times that blocks declare.
void declare_sample_times(Model&);
// Which control block rules which blocks.
void find_controllers(Model&);  // before connect: their subsystems' outputs are blocks of their own
// Of these the nearest around a block that has it executed on demand, at instants only; -1: none.
int calling_control(const Model&, const Instance&);
// Ports of subsystems that have units of their own are blocks of their own.
void find_measured_ports(Model&);
// What belongs to variants that are not active.
void leave_out_inactive_variants(Model&);
// Merge blocks see which of their drivers are executed.
void attach_merges(Model&);
// Outports of For Each subsystems see how many pieces there are.
void attach_pieces(Model&);
// Shapes of all ports and states, to a fixed point.
void propagate_attributes(Model&);
// Which signals and states are complex, to a fixed point.
void propagate_complexity(Model&);
// Blocks whose results nobody needs.
void reduce_blocks(Model&);
// Blocks inside iterated and For Each subsystems are copied, once for each pass or piece.
void unroll(Model&);
// Physical networks: a block for each, which solves for what its components are driven by.
void connect_networks(Model&);
// Mux and Demux become lists of elements.
void flatten(Model&);
// What an output of a virtual block (Mux, Demux, those of buses) is made of; nothing where it goes in a ring.
std::optional<std::vector<Segment>> elements_of(const Model&, const Driver& output);
// Every block writes its equations, once, into one graph.
void write_equations(Model&);
// What nobody needs and block reduction kept has been checked with the others; it takes no part in the run.
void leave_out_idle_blocks(Model&);
// Units from where they are declared; inputs of other units are converted.
void propagate_units(Model&);
// The element type of every signal; outputs of narrower types than double are converted to them.
void propagate_types(Model&);
// Drivers before the direct feedthrough they drive.
void sort_blocks(Model&);
// What could not be sorted: what it is solved for, and what the user hears about it.
void algebraic_loops(Model&);
// When each block computes: what its sample time says, or its inputs; one mode for each rate.
void sample_times(Model&);
// The open graph becomes the program's: inputs are replaced by what drives them; kernels, tables.
void lower(Model&);
// Linear combinations of states that the equations conserve, if the settings ask for them.
void add_linear_invariants(Model&);
// What recorded signals read, and which delays are constant.
void find_delays(Model&);
// Blocks that stay but cost nothing: what they compute is known before the run, or is their input.
void report_folded_blocks(Model&);
// The pattern of the Jacobian, its colours, tangent kernels.
void differentiate(Model&);

// The patterns of the Jacobians with the program's parameters as they are, and their colours.
void find_patterns(Program&);

// Runs a block's equations on `graph` with these input values, assigning `roles`. `inputs` are those of the
// ports, then the hidden ones, or not (a block that is always executed, at a hit).
struct EquationSlots {
  // Where the block's own begin.
  int parameter = 0, state = 0, discrete = 0, mode = 0, captured = 0, recorded = 0, unknown = 0;
};
void run_equations(Model&, Instance&, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                   EquationSlots& slots, Roles& roles);

// The equations on a graph of their own, with inputs of the shapes known so far. What is wrong now may be
// right when more is known; what stays wrong is said when the equations are written for good.
struct Trial {
  ir::Graph graph;
  Roles roles;
  bool failed = false;
};
Trial try_equations(Model&, Instance&);

}  // namespace sim::compile_phases
