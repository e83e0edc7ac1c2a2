#pragma once
// A BlockType is everything the program knows about one kind of block: plain data, plus one function that
// writes the block's equations as IR. Ports, dialog, help, icon, attribute propagation, feedthrough, zero
// crossings, Jacobian and code are read from it. A new block is one file and one line in
// blocks/standard_blocks.def.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/domain.h"
#include "sim_core/base/element_type.h"
#include "sim_core/base/scene_kind.h"
#include "sim_core/block/equations.h"
#include "sim_core/block/parameters.h"

namespace sim {

struct PortSpec {
  std::string name;
  std::string doc;
};

// What flows through a conserving port, and what its potential is: torque and angular velocity, force and
// velocity, current and voltage, heat flow and temperature, volume flow and pressure. A planar port is a
// frame on a body: its potentials are three, the velocity of the body's center along x and y and its angular
// velocity. Only ports of one domain can be connected.
enum class PortSide { Left, Right, Top };
// Of a planar port. Exactly one of those that are connected gives the frame: that of the component's own
// body, or, where the component takes one too, of that one's body. A fixed one is a frame on the ground.
enum class FrameRole { Takes, Gives, Fixed };
struct ConservingPort {
  std::string name;
  std::string doc;
  Domain domain = Domain::Any;
  PortSide side = PortSide::Left;
  FrameRole frame = FrameRole::Takes;
};
inline int potentials_of(const ConservingPort& port) { return port.domain == Domain::Planar ? 3 : 1; }
// What a branch may do at an instant besides what its laws say (Equations::goes).
enum class BranchHold {
  ByLaw,
  OneWay,   // it holds (no across variable) while the through variable presses, below 0, and is free (nothing
            // goes through) while the across variable opens it, above 0
  Friction  // it holds as far as the through variable stays within a limit, either way
};
// A path of through variable (Equations::branch). One that stores energy has a state for it.
struct BranchSpec {
  int state = -1;      // that of Equations::stores; -1: it stores nothing
  bool across = true;  // whether the state is an across variable (of an inertia, a capacitor)
  BranchHold hold = BranchHold::ByLaw;
  bool stops = false;    // a one-way branch that stands for a limit to the integral of its across variable
  bool energy = true;    // what it stores is an energy
  int partner = -1;      // of a gyrator (Equations::gyrates): its other branch
  bool drops = false;    // it stores in its through variable, behind a drop (Equations::drop)
  bool supplies = true;  // where its law prescribes a value, that is supply; false: it is a loss inside
  // It carries heat between thermal ports of a component that has others too: a part of the thermal network,
  // which is solved by itself. Such branches are declared behind all others.
  bool heat = false;
  // What its law prescribes comes from an energy that depends on positions and is told by Equations::stored.
  bool potential = false;
  int position = -1;        // of a body: the state whose rate the one above is
  bool constrains = false;  // it holds bodies (Equations::holds), or its ratio follows a position ...
  bool angular = false;     // ... by an angle
  int pressed_by = -1;      // of friction at a contact: the one-way branch that presses
};

// For the animation.
struct SceneShape {
  SceneKind kind = SceneKind::Rod;
  std::vector<Terminal> frames;
  std::vector<double> lengths;
};

// Where the shape of a port or state comes from.
enum class ShapeSource {
  Common,  // the block's common shape: of all its Common ports, states and Real parameters; scalars are
           // repeated
  Fixed,
};
struct StateSpec {
  std::string name;
  Param initial;  // a Real parameter
  ShapeSource source = ShapeSource::Common;
};

// Shapes of the outputs and states, given those of the inputs. Without a rule all ports, states and Real
// parameters that are not scalar_only share one common shape; scalars are repeated, and a parameter that is a
// row counts as a column. A block that cannot have these inputs says why.
struct Shapes {
  std::vector<Shape> inputs, outputs, states;  // discrete states after the continuous ones
  std::string problem;
};
using ShapeRule = std::function<void(const ParameterValues&, Shapes&)>;

// What a block is to the compiler besides its equations.
enum class BlockRole {
  Ordinary,
  Subsystem,
  Inport,
  Outport,
  Mux,
  Demux,
  Goto,
  From,
  GotoTagVisibility,
  BusCreator,
  BusSelector,
  BusToVector,
  Control,         // its outputs say when the subsystem around it is executed, and when its states are reset
  Iterator,        // the subsystem around it is executed several times at each time step
  ConnectionPort,  // a conserving port of the subsystem around it
  Reference,       // its conserving port has the potential 0
  ForEach          // the subsystem around it is there several times, once for each piece of its inputs
};

// Where the element type of the outputs comes from besides the equations, which say it otherwise: a
// comparison gives booleans, arithmetic the common type of the signals in it. Indices of parameters; -1:
// there is none.
struct OutputType {
  std::optional<ElementType> fixed;  // whatever the inputs are
  int chosen = -1;  // OutDataTypeStr: a Choice of inherit_auto, inherit_back or a type's name
  int rounding = -1, saturates = -1;  // RndMeth, SaturateOnIntegerOverflow; without: Floor, saturates
  bool specifies = false;             // the input has to have the chosen type already
  int dimensions = -1;                // specified too: -1, n or [m n]
  int unit = -1;                      // the outputs have this unit (Text); "inherit": as the equations say
  int input_unit = -1;                // that of the input, which is then converted whatever the settings are
};
inline constexpr const char* inherit_auto = "Inherit: auto";
inline constexpr const char* inherit_back = "Inherit: via back propagation";

enum class IconShape { Rectangle, Triangle, Circle, Bar };

// What a block looks like. The path is SVG path data in the unit square, y downwards. In the text, {name}
// stands for the parameter's text; "\n" breaks lines; "num/den" over a line: "{a}\n---\n{b}".
struct Icon {
  IconShape shape = IconShape::Rectangle;
  std::string path;
  std::string text;
};

// A rule between parameters that a range cannot say; checked in the dialog and before a run.
struct Rule {
  std::function<bool(const ParameterValues&)> holds;
  std::string message, remedy;
};

// How a For Each block splits an input of the subsystem around it, and joins an output. A vector has one way
// to be split; a matrix is split along dimension 1 (rows) or 2 (columns).
struct PieceRule {
  bool split = false;
  int dimension = 1;
  int width = 1;
};

using PortsRule = std::function<std::vector<PortSpec>(const ParameterValues&)>;

// A discrete state; like a continuous one, but it changes at sample hits.
using DiscreteStateSpec = StateSpec;

// ... or, where a flag of this name is on, at the samples of its inputs.
inline constexpr const char* inherits_sample_time = "InheritSampleTime";

struct BlockType {
  std::string id;        // "math/gain", as in the file
  std::string label;     // "Gain"
  std::string category;  // "Math Operations"
  std::string doc;       // one sentence, then the equation and what else there is to know; Markdown
  std::vector<std::string> keywords;  // names in other tools, for the search
  BlockRole role = BlockRole::Ordinary;
  std::vector<ParameterSpec> parameters;
  std::vector<PortSpec> fixed_inputs, fixed_outputs;
  PortsRule inputs_rule, outputs_rule;     // where the number of ports depends on parameters
  std::vector<ConservingPort> conserving;  // not empty: a component of a physical network
  std::vector<BranchSpec> branches;
  std::vector<StateSpec> states;
  std::vector<DiscreteStateSpec> discrete_states;
  int absolute_tolerance = -1;   // the parameter about its continuous states; -1: it has none
  int sample_time = -1;          // the parameter that says it; -1: as the equations and inputs say
  bool merges = false;           // sees which of its drivers are executed
  bool restarts_states = false;  // a Control block: states are reset when it says so
  bool executes_once = false;    // a Control block: what it rules is executed at instants, not over time
  bool at_major_steps = false;   // where no discrete sample time is given: at every major step ...
  std::function<int(const ParameterValues&)> passes;                  // of an Iterator: the most there can be
  std::function<PieceRule(const ParameterValues&, int port)> pieces;  // of a ForEach: by inport, from 0
  std::function<int(const ParameterValues&, int port)> joined_along;  // by outport: a dimension
  ShapeRule shape_rule;                                               // null: everything has the common shape
  bool gives_complex = false;          // its outputs may be complex where no input or parameter is
  bool shapes_from_equations = false;  // the outputs' shapes are those of what the equations assign
  OutputType output_type;
  std::vector<Rule> rules;
  Icon icon;
  int default_width = 60, default_height = 40;
  int inner_nodes = 0;         // of its network, behind its conserving ports: its own branches end at them
  bool senses_energy = false;  // of its network
  bool gives_gravity = false;  // to all planar bodies of the model
  int records_motion = -1;     // the flag of a World: bodies are recorded for the animation
  std::function<SceneShape(const ParameterValues&)> scene;  // null: nothing to draw
  bool declares_invariant = false;                          // needed even if nobody looks at its output
  bool logs_inputs = false;                                 // a scope or a file: what arrives is recorded
  std::function<void(Equations&)> equations;                // null: writes none
  std::string plugin;  // the shared library it came from; empty: built in

  std::vector<PortSpec> inputs(const ParameterValues& v) const {
    return inputs_rule ? inputs_rule(v) : fixed_inputs;
  }
  std::vector<PortSpec> outputs(const ParameterValues& v) const {
    return outputs_rule ? outputs_rule(v) : fixed_outputs;
  }
  // The index of a parameter by its name, or by a former one; or -1.
  int parameter_index(const std::string& name) const;
};

}  // namespace sim
