#pragma once
// The phases of compilation, in order. Each is one function in a file of its own; it adds diagnostics to the
// model and the compiler stops after the first phase that adds an error.
#include <optional>
#include <string_view>
#include <vector>

#include "sim_core/base/stoppable.h"
#include "sim_core/compile/hidden_ports.h"
#include "sim_core/compile/model.h"

namespace sim::compile_phases {

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
// The pattern of the Jacobian, its colors, tangent kernels.
void differentiate(Model&);

// The patterns of the Jacobians with the program's parameters as they are, and their colors.
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
