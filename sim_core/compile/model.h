#pragma once
// The stages of a model while it is being compiled. Each is a value, made of the one before and of what a few
// phases have found out: what a phase needs is in the type it takes, so that it cannot be called before that
// is there.
//
//   Blocks          types, parameters and ports of all blocks
//   ResolvedModel   what drives each input, which blocks rule which
//   TypedModel      dimensions of all signals; copies, networks
//   EquationSystem  the equations of all blocks, not linked yet
//   SortedSystem    units, types, rates and the order of outputs
//
// A stage is a kind of each before it: what needs blocks only can be asked of any.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/compile/roles.h"
#include "sim_core/compile/tables.h"
#include "sim_core/program/read_sets.h"

namespace sim::compile_phases {

// The numbers that become those of the program.
struct Parameters {
  std::vector<double> values;
  std::vector<ParameterInfo> table;
  int first_variable = 0;  // from here on values are variables of formulas
};

// Which instance a block is. Blocks are added in the order of their ids.
class InstanceIndex {
 public:
  void add(Id block, int instance) { all_.emplace_back(block, instance); }
  auto find(Id block) const {
    const auto it = std::lower_bound(all_.begin(), all_.end(), block,
                                     [](const auto& entry, Id id) { return entry.first < id; });
    return it != all_.end() && it->first == block ? it : all_.end();
  }
  auto end() const { return all_.end(); }
  int at(Id block) const { return find(block)->second; }

 private:
  std::vector<std::pair<Id, int>> all_;
};

struct Blocks {
  Blocks(const Diagram& d, const BlockLibrary& l) : diagram(d), library(l) {}

  const Diagram& diagram;
  const BlockLibrary& library;
  struct Variables {
    explicit Variables(std::shared_ptr<const expr::Workspace> w) : workspace(std::move(w)) {}
    std::shared_ptr<const expr::Workspace> workspace;
    expr::WorkspaceScope scope{*workspace};
  };
  std::map<Id, std::unique_ptr<Variables>> variables;  // by masked subsystem; no_id: those of the model
  std::vector<Instance> instances;
  InstanceIndex instance_of;
  Parameters parameters;

  const Instance& at(int index) const { return instances[static_cast<std::size_t>(index)]; }
  Instance& at(int index) { return instances[static_cast<std::size_t>(index)]; }
  // Gives it its index.
  Instance& add(Instance instance) {
    instance.index = static_cast<int>(instances.size());
    return instances.emplace_back(std::move(instance));
  }
};

using SampleTimes = BlockTable<SampleTime>;

// Which subsystems stand for several: iterated ones and For Each subsystems.
struct Repetition {
  std::map<Id, int> repeating;  // by subsystem: the Iterator or For Each block inside
  // Of the ports of For Each subsystems.
  struct Pieces {
    PieceRule
        rule;  // of an input that is split; of one that joins: the one that says how many copies there are
    int joined_along = 1;     // dimension
    int piece = 0;            // of one that splits: which it gives
    std::vector<int> copies;  // of one that joins: the Outports that the pieces arrive at
  };
  SideTable<Pieces> ports;
};

// What State Reader, State Writer and Parameter Writer blocks do with a block (accesses.cpp): inputs and
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
  bool tells_hits = false;  // it writes: its outputs are not held from one of its sample hits to the next
  bool is_input(int port) const { return port >= first_input && port < first_input + inputs; }
};

struct ResolvedModel : Blocks {
  ResolvedModel(Blocks blocks, SampleTimes times, Repetition r)
      : Blocks(std::move(blocks)), declared(std::move(times)), repetition(std::move(r)) {}

  SampleTimes declared;  // what blocks say of their sample times
  Repetition repetition;
  SideTable<Access> accesses;

  Instance& add(Instance instance, SampleTime time) {
    declared.add(time);
    return Blocks::add(std::move(instance));
  }
};

// The dimensions of a block's signals and states, and which of them are complex.
struct BlockShapes {
  std::vector<Shape> inputs, outputs, states;
  std::vector<bool> complex_memories;  // in the order that the equations ask for them
};
using ShapeTable = BlockTable<BlockShapes>;

// Blocks inside iterated and For Each subsystems stand in the model several times (unroll). The memories of a
// pass begin with what they were to become in the pass before.
struct Copy {
  bool copy = false;              // not the first
  std::vector<int> pieces;        // of the For Each subsystems around, the innermost first: which
  int pass = 0;                   // of an Iterator
  int previous = -1;              // the same block in the pass before
  bool goes_on = false;           // a later pass begins with its memories
  bool resets_each_step = false;  // its memories have their initial values at each time step
};

// Of a component of a physical network.
struct NetworkPlace {
  int input = -1, output = -1;  // the first of what leads from its network and to it; -1: it is in none
  bool stops = false;           // there are stops in that network, which may move positions
  bool springs = false;         // likewise, what stores a through variable
  std::vector<int> jumping;     // of a network: by branch, the component that an impulse acts on
  int frame_input = -1;         // of a planar component: the first frame that it takes, then gravity
  int planar_output = -1;       // what its branches hold, the frames that it gives, and gravity
  std::vector<Driver> scene;    // outputs: the frames in which the animation draws it; none: it does not
  int residual_input = -1;      // of what senses its network: the first of what the linkage tells
};

// A block that the compiler makes: its inputs are outputs of components, its outputs scalars.
struct MadeBlock {
  std::string id, path;
  std::function<void(Equations&)> equations;
  int outputs = 0;
  bool needed = false;  // even if nobody looks at its outputs
};

struct TypedModel : ResolvedModel {
  TypedModel(ResolvedModel model, ShapeTable s) : ResolvedModel(std::move(model)), shapes(std::move(s)) {}

  ShapeTable shapes;
  SideTable<Copy> copies;
  SideTable<NetworkPlace> networks;
  std::deque<Block> made_blocks;  // of instances that are in no diagram
  std::deque<BlockType> made_types;

  Instance& add(Instance instance, BlockShapes of_ports, SampleTime time) {
    shapes.add(std::move(of_ports));
    return ResolvedModel::add(std::move(instance), time);
  }
  // Messages about it are shown at `first`.
  Instance& add_made(const Instance& first, const MadeBlock& made, const std::vector<Driver>& drivers) {
    Block& block = made_blocks.emplace_back();
    block.name = block.type = made.id;
    BlockType& type = made_types.emplace_back();
    type.id = made.id;
    type.equations = made.equations;
    type.declares_invariant = made.needed;
    Instance instance;
    instance.id = first.id;
    instance.block = &block;
    instance.type = &type;
    instance.path = made.path;
    instance.variables = first.variables;
    instance.drivers = drivers;
    instance.added_inputs = static_cast<int>(drivers.size());
    instance.added_outputs = made.outputs;
    instance.inputs.own().assign(drivers.size(), {made.id, ""});
    instance.outputs.own().assign(static_cast<std::size_t>(made.outputs), {made.id, ""});
    BlockShapes ports;
    for (const Driver& from : drivers)
      ports.inputs.push_back(shapes[from.instance].outputs[static_cast<std::size_t>(from.port)]);
    ports.outputs.assign(static_cast<std::size_t>(made.outputs), scalar_shape);
    return add(std::move(instance), std::move(ports), {SampleTime::Kind::Inherited});
  }
};

// By input: the elements of ordinary outputs that it is made of; Mux and Demux are seen through too.
using SegmentTable = BlockTable<std::vector<std::vector<Segment>>>;

// What a block's equations gave.
struct BlockEquations {
  std::vector<int> input_first;  // by input: the first element of its Input leaf
  int hidden_first = -1;         // the Input leaf of the first hidden input
  std::vector<int> state_first;
  Roles roles;
  int memory_inputs = 0, memory_outputs = 0;  // ports behind the others
  std::vector<int> kept_in;                   // by memory: the slot that it has between time steps; -1: none
  int carried_from = 0;                       // the output that is its first memory as it will be
  ReadSets reads;                             // direct feedthrough
  std::vector<std::array<bool, 2>> reads_controller;  // [output][output of the controller]
};

struct EquationSystem : TypedModel {
  EquationSystem(TypedModel model, SegmentTable s)
      : TypedModel(std::move(model)), segments(std::move(s)), equations(instances.size()) {}

  SegmentTable segments;
  BlockTable<BlockEquations> equations;
  ir::Graph open;                // of all blocks; inputs are leaves
  std::vector<int> input_owner;  // by Input leaf element: the instance
  int state_count = 0, discrete_count = 0, mode_count = 0, captured_count = 0;
};

// By port; empty: not known.
struct BlockUnits {
  std::vector<std::string> inputs, outputs;
};
using UnitTable = BlockTable<BlockUnits>;

struct BlockTypes {
  std::vector<ElementType> inputs, outputs;
};
using TypeTable = BlockTable<BlockTypes>;

// When blocks compute.
struct Rates {
  SampleTimes times;
  BlockTable<int> hit_modes;  // of Discrete: the mode that is 1 at its sample hits; else -1
  std::vector<RateInfo> all;  // fastest first
  int mode_count = 0;         // with those of the rates
};

// The unit of sorting: one output of one instance.
using Unit = Driver;

// Outputs that are strongly connected. If the torn ones are known, the others follow one after the other.
struct AlgebraicLoop {
  std::vector<Unit> units;
  std::vector<LoopInfo::Torn> torn;
  std::vector<Unit> sequence;  // the others
};

struct Order {
  std::vector<Unit> outputs;         // every one, drivers first
  std::vector<AlgebraicLoop> loops;  // strongly connected outputs
};

// What loops are solved for.
struct Unknowns {
  std::vector<LoopInfo> loops;
  int count = 0;
  GlobalMethod method = GlobalMethod::Auto;
};

struct SortedSystem : EquationSystem {
  SortedSystem(EquationSystem system, UnitTable u, TypeTable t, Rates r, Order o, Unknowns n)
      : EquationSystem(std::move(system)),
        units(std::move(u)),
        types(std::move(t)),
        rates(std::move(r)),
        order(std::move(o)),
        unknowns(std::move(n)) {}

  UnitTable units;
  TypeTable types;
  Rates rates;
  Order order;
  Unknowns unknowns;
};

}  // namespace sim::compile_phases
