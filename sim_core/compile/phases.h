#pragma once
// The phases of compilation, in order. Each is one function in a file of its own: it takes what is known
// before it, and gives a table or the next stage of the model (model.h); where it takes a stage that is no
// constant, it goes on building that. It adds diagnostics to the report, and the compiler stops behind the
// first phase that adds an error.
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "sim_core/base/stoppable.h"
#include "sim_core/compile/hidden_ports.h"
#include "sim_core/compile/model.h"
#include "sim_core/compile/report.h"
#include "sim_core/program/program.h"

namespace sim::compile_phases {

// For loops over all blocks and over all nodes (base/stoppable.h).
inline StoppableIndices<std::size_t> stoppable_indices(const auto& all) { return {all.size(), 1}; }
inline StoppableIndices<ir::NodeId> stoppable_nodes(const ir::Graph& graph) { return {graph.size(), 1024}; }

// Blocks with their types, ports and parameter values.
Blocks evaluate_parameters(const Diagram&, const BlockLibrary&, Report&);
// The sample times that blocks declare.
SampleTimes declare_sample_times(const Blocks&, Report&);
// Which control block rules which blocks; the ports of their subsystems that are blocks of their own.
Repetition find_controllers(Blocks&, Report&);
// Ports of subsystems that have units of their own are blocks of their own, where they are not already
// because of what repeats their subsystem.
void find_measured_ports(Blocks&, const Repetition&);
// What drives each input, through subsystems, inports and outports; blocks that are commented out.
ResolvedModel connect(Blocks, SampleTimes, Repetition, Report&);
// What belongs to variants that are not active.
void leave_out_inactive_variants(ResolvedModel&, Report&);
// Merge blocks see which of their drivers are executed.
void attach_merges(ResolvedModel&, Report&);
// Data Store Write, Memory and Read blocks see each other.
void attach_data_stores(ResolvedModel&, Report&);
// State Readers, State Writers and Parameter Writers are led to and from the block they name.
void attach_accesses(ResolvedModel&, Report&);
// Outports of For Each subsystems see how many pieces there are.
void attach_pieces(ResolvedModel&, Report&);
// Shapes of all ports and states, to a fixed point.
ShapeTable propagate_attributes(const ResolvedModel&, Report&);
// Which signals and states are complex, to a fixed point.
void propagate_complexity(const ResolvedModel&, ShapeTable&, Report&);
// Blocks whose results nobody needs; those that are looked at count as needed.
void reduce_blocks(ResolvedModel&, const std::set<Id>& looked_at, Report&);
// Blocks inside iterated and For Each subsystems are copied, once for each pass or piece.
TypedModel unroll(ResolvedModel, ShapeTable, Report&);
// Physical networks: a block for each, which solves for what its components are driven by.
void connect_networks(TypedModel&, Report&);
// Mux and Demux become lists of elements.
SegmentTable flatten(const TypedModel&, Report&);
// Every block writes its equations, once, into one graph.
EquationSystem write_equations(TypedModel, SegmentTable, Report&);
// Units from where they are declared; inputs of other units are converted.
UnitTable propagate_units(EquationSystem&, Report&);
// The element type of every signal; outputs of narrower types than double are converted to them.
TypeTable propagate_types(EquationSystem&, Report&);
// What nobody needs and block reduction kept has been checked with the others; it takes no part in the run.
void leave_out_idle_blocks(EquationSystem&);
// When each block computes: what its sample time says, or its inputs; one mode for each rate.
Rates sample_times(const EquationSystem&, Report&);
// Readers of stores of continuous signals read behind the writers, where that closes no loop; others that so
// lag behind by a time step are warned of.
void order_data_stores(EquationSystem&, const Rates&, Report&);
// Drivers before the direct feedthrough they drive.
Order sort_blocks(const EquationSystem&, Report&);
// What could not be sorted: what it is solved for, and what the user hears about it.
Unknowns algebraic_loops(const EquationSystem&, Order&, Report&);
// The open graph becomes the program's: inputs are replaced by what drives them; kernels, tables.
std::shared_ptr<Program> lower(const SortedSystem&, Parameters, Report&);
// Linear combinations of states that the equations conserve, if the settings ask for them.
void add_linear_invariants(Program&, const Diagram&);
// What recorded signals read, and which delays are constant.
void find_delays(Program&, Report&);
// Blocks that stay but cost nothing: what they compute is known before the run, or is their input.
void report_folded_blocks(const SortedSystem&, Report&);
// The pattern of the Jacobian, its colors, tangent kernels.
void differentiate(Program&);

// Of the control blocks around a block the nearest that has it executed on demand, at instants only; -1:
// none.
int calling_control(const Blocks&, const Instance&);
// What an output of a virtual block (Mux, Demux, those of buses) is made of; nothing where it goes in a ring.
std::optional<std::vector<Segment>> elements_of(const TypedModel&, const Driver& output);
// The patterns of the Jacobians with the program's parameters as they are, and their colors.
void find_patterns(Program&);

}  // namespace sim::compile_phases
