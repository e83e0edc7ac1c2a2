#pragma once
// The fluent declaration of a block: each call adds one fact, so that a declaration reads top to bottom.
//
//   void gain(BlockTypeBuilder& b) {
//     b.id("math/gain").label("Gain").category("Math Operations").doc("...").icon(...);
//     Param k = b.real("k", "Gain", "1").doc("...");
//     In u = b.input("u");
//     Out y = b.output("y");
//     b.equations([=](Equations& e) { e.output(y, e(k) * e(u)); });
//   }
#include <string>
#include <utility>

#include "sim_core/block/block_type.h"

namespace sim {

class ParameterBuilder {
 public:
  ParameterBuilder(BlockType& type, int index) : type_(type), index_(index) {}
  ParameterBuilder& unit(std::string v) { return spec().unit = std::move(v), *this; }
  ParameterBuilder& doc(std::string v) { return spec().doc = std::move(v), *this; }
  ParameterBuilder& range(double lo, double hi) { return spec().minimum = lo, spec().maximum = hi, *this; }
  // "auto" may be written, and stands for this number.
  ParameterBuilder& automatic(double v) { return spec().automatic = v, *this; }
  ParameterBuilder& scalar() { return spec().scalar_only = true, *this; }
  ParameterBuilder& advanced() { return spec().advanced = true, *this; }
  ParameterBuilder& may_be_complex() { return spec().may_be_complex = true, *this; }
  // A list of the block's own: its dimensions are not those of the signals, and it may be empty.
  ParameterBuilder& list() { return spec().apart = true, *this; }
  // A parameter that can be changed at any time, for nothing that is computed depends on it.
  ParameterBuilder& looks() { return spec().tunable = false, spec().looks = true, *this; }
  // How files have spelt its name, and a choice of it, before.
  ParameterBuilder& formerly(std::string v) { return spec().former_names.push_back(std::move(v)), *this; }
  ParameterBuilder& formerly_chosen(std::string before, std::string now) {
    return spec().former_choices.push_back({std::move(before), std::move(now)}), *this;
  }
  ParameterBuilder& not_tunable() { return spec().tunable = false, *this; }
  operator Param() const { return {index_}; }

 private:
  ParameterSpec& spec() { return type_.parameters[static_cast<std::size_t>(index_)]; }
  BlockType& type_;
  int index_;
};

class BlockTypeBuilder {
 public:
  BlockTypeBuilder& id(std::string v) { return type_.id = std::move(v), *this; }
  BlockTypeBuilder& label(std::string v) { return type_.label = std::move(v), *this; }
  BlockTypeBuilder& category(std::string v) { return type_.category = std::move(v), *this; }
  BlockTypeBuilder& doc(std::string v) { return type_.doc = std::move(v), *this; }
  BlockTypeBuilder& keywords(std::vector<std::string> v) { return type_.keywords = std::move(v), *this; }
  BlockTypeBuilder& role(BlockRole v) { return type_.role = v, *this; }
  BlockTypeBuilder& size(int width, int height) {
    return type_.default_width = width, type_.default_height = height, *this;
  }
  BlockTypeBuilder& icon(IconShape shape, std::string path, std::string text = {}) {
    return type_.icon = {shape, std::move(path), std::move(text)}, *this;
  }
  BlockTypeBuilder& declares_invariant() { return type_.declares_invariant = true, *this; }
  BlockTypeBuilder& logs_inputs() { return type_.logs_inputs = true, *this; }
  BlockTypeBuilder& plugin(std::string v) { return type_.plugin = std::move(v), *this; }

  ParameterBuilder real(std::string name, std::string label, std::string default_text) {
    return parameter(ParameterKind::Real, std::move(name), std::move(label), std::move(default_text), true);
  }
  ParameterBuilder integer(std::string name, std::string label, std::string default_text) {
    return parameter(ParameterKind::Integer, std::move(name), std::move(label), std::move(default_text),
                     false)
        .scalar();
  }
  ParameterBuilder text(std::string name, std::string label, std::string default_text) {
    return parameter(ParameterKind::Text, std::move(name), std::move(label), std::move(default_text), false);
  }
  ParameterBuilder formula(std::string name, std::string label, std::string default_text) {
    return parameter(ParameterKind::Formula, std::move(name), std::move(label), std::move(default_text),
                     false);
  }
  ParameterBuilder script(std::string name, std::string label, std::string default_text) {
    return parameter(ParameterKind::Script, std::move(name), std::move(label), std::move(default_text),
                     false);
  }
  ParameterBuilder flag(std::string name, std::string label, bool on) {
    return parameter(ParameterKind::Flag, std::move(name), std::move(label), on ? "on" : "off", false);
  }
  // The first choice is the default.
  ParameterBuilder choice(std::string name, std::string label, std::vector<std::string> choices) {
    auto p = parameter(ParameterKind::Choice, std::move(name), std::move(label), choices.front(), false);
    type_.parameters.back().choices = std::move(choices);
    return p;
  }
  // The usual switch of a block with discontinuities.
  ParameterBuilder zero_crossing_flag() {
    return flag("ZeroCross", "Enable zero-crossing detection", true)
        .doc(
            "On: the instant of each switch is located, and a step ends there. Off: the block follows its "
            "signal in "
            "every evaluation, also inside of steps, as an if in a formula does; a jump is then found by the "
            "error "
            "control alone, in short steps.");
  }

  In input(std::string name, std::string doc = {}) {
    type_.fixed_inputs.push_back({std::move(name), std::move(doc)});
    return {static_cast<int>(type_.fixed_inputs.size()) - 1};
  }
  Out output(std::string name, std::string doc = {}) {
    type_.fixed_outputs.push_back({std::move(name), std::move(doc)});
    return {static_cast<int>(type_.fixed_outputs.size()) - 1};
  }
  void inputs(PortsRule rule) { type_.inputs_rule = std::move(rule); }
  void outputs(PortsRule rule) { type_.outputs_rule = std::move(rule); }
  // A conserving port.
  Terminal terminal(std::string name, Domain domain, PortSide side, std::string doc = {}) {
    type_.conserving.push_back({std::move(name), std::move(doc), domain, side});
    return {static_cast<int>(type_.conserving.size()) - 1};
  }
  // A planar one.
  Terminal planar(std::string name, PortSide side, FrameRole frame, std::string doc = {}) {
    type_.conserving.push_back({std::move(name), std::move(doc), Domain::Planar, side, frame});
    return {static_cast<int>(type_.conserving.size()) - 1};
  }
  Branch branch() { return add_branch({}); }
  // What its law prescribes is no supply: a voltage that is lost, a torque that currents make.
  Branch passive_branch() { return add_branch({.supplies = false}); }
  // Its law comes from an energy of positions: a weight, a spring between bodies.
  Branch potential_branch() { return add_branch({.potential = true}); }
  // From a thermal port of a component of another domain.
  Branch heat_branch() { return add_branch({.heat = true}); }
  // A node that only the component's own branches end at.
  Terminal inner_node() { return {static_cast<int>(type_.conserving.size()) + type_.inner_nodes++}; }
  // It shows the energy of its network (Equations::network_energy).
  void senses_energy() { type_.senses_energy = true; }
  void gives_gravity() { type_.gives_gravity = true; }
  void records_motion(Param flag) { type_.records_motion = flag.index; }
  void scene(std::function<SceneShape(const ParameterValues&)> f) { type_.scene = std::move(f); }
  // One that holds bodies in positions, or whose ratio follows one; and one that does so one way only.
  Branch holding_branch(bool angular = false) { return add_branch({.constrains = true, .angular = angular}); }
  Branch contact_branch() {
    return add_branch({.hold = BranchHold::OneWay, .stops = true, .constrains = true});
  }
  // Dry friction of what such a branch presses together: its limits are shares of what goes through that one.
  Branch contact_friction_branch(Branch contact) {
    return add_branch({.hold = BranchHold::Friction, .constrains = true, .pressed_by = contact.index});
  }
  // Of a body that moves along an axis.
  Branch stores_motion(State position, State speed) {
    return add_branch({.state = speed.index, .position = position.index});
  }
  // A diode; a stop; dry friction.
  Branch one_way_branch() { return add_branch({.hold = BranchHold::OneWay}); }
  Branch stop_branch() { return add_branch({.hold = BranchHold::OneWay, .stops = true}); }
  Branch friction_branch() { return add_branch({.hold = BranchHold::Friction}); }
  // Branches that store energy: in their across variable (an inertia, a capacitor), or in their through
  // variable (a spring, an inductor).
  Branch stores_across(State state) { return add_branch({state.index, true}); }
  // ... of which 1/2 capacity (gain x)^2 is no energy, but still the norm in which laws are taken on.
  Branch stores_across_without_energy(State state) {
    return add_branch({.state = state.index, .energy = false});
  }
  Branch stores_through(State state) { return add_branch({state.index, false}); }
  // ... behind what Equations::drop says.
  Branch stores_behind_drop(State state) {
    return add_branch({.state = state.index, .across = false, .drops = true});
  }
  // Two branches of which the through variable of each follows from the across variable of the other.
  std::pair<Branch, Branch> gyrator() {
    const int first = static_cast<int>(type_.branches.size());
    return {add_branch({.partner = first + 1}), add_branch({.partner = first})};
  }
  State state(std::string name, Param initial) {
    type_.states.push_back({std::move(name), initial});
    return {static_cast<int>(type_.states.size()) - 1};
  }
  DiscreteState discrete_state(std::string name, Param initial) {
    type_.discrete_states.push_back({std::move(name), initial});
    return {static_cast<int>(type_.discrete_states.size()) - 1};
  }
  // The parameter SampleTime. Where it is a period, outputs change at its hits only.
  ParameterBuilder sample_time(std::string default_text, std::string name = "SampleTime") {
    type_.sample_time = static_cast<int>(type_.parameters.size());
    return parameter(ParameterKind::SampleTime, std::move(name), "Sample time", std::move(default_text),
                     false)
        .unit("s")
        .doc("-1: as the inputs say; 0: continuous; a period; [period, offset]; inf: constant.");
  }
  // A block that remembers the major step before (Memory).
  void restarts_states() { type_.restarts_states = true; }
  void merges() { type_.merges = true; }
  void passes(std::function<int(const ParameterValues&)> f) { type_.passes = std::move(f); }
  void pieces(std::function<PieceRule(const ParameterValues&, int)> f) { type_.pieces = std::move(f); }
  void joined_along(std::function<int(const ParameterValues&, int)> f) { type_.joined_along = std::move(f); }
  void executes_once() { type_.executes_once = true; }
  void at_major_steps() { type_.at_major_steps = true; }
  // Outputs may be complex although all inputs and parameters are real.
  void gives_complex() { type_.gives_complex = true; }
  // All outputs have this element type, whatever the inputs are.
  void gives(ElementType t) { type_.output_type.fixed = t; }
  // The parameter OutDataTypeStr: the types, behind what may be inherited. The first is the default.
  ParameterBuilder output_type(std::vector<std::string> inherited) {
    type_.output_type.chosen = static_cast<int>(type_.parameters.size());
    for (ElementType t : all_element_types) inherited.emplace_back(name_of(t));
    return choice("OutDataTypeStr", "Output data type", std::move(inherited))
        .doc("What the output's elements are; auto: as the inputs and the equations say.")
        .advanced();
  }
  // RndMeth and SaturateOnIntegerOverflow: how an integer output is made.
  void integer_output() {
    type_.output_type.rounding = static_cast<int>(type_.parameters.size());
    choice("RndMeth", "Integer rounding mode", {"Floor", "Ceiling", "Zero", "Nearest", "Round", "Convergent"})
        .doc("Of an integer output. Halves: Nearest upwards, Round away from zero, Convergent to even.")
        .advanced();
    type_.output_type.saturates = static_cast<int>(type_.parameters.size());
    flag("SaturateOnIntegerOverflow", "Saturate on integer overflow", false)
        .doc("On: an integer output that would be too large is the largest; off: it wraps around.")
        .advanced();
  }
  // The signal that passes must have the chosen type, and these dimensions where they are not -1.
  void specifies(Param dimensions) {
    type_.output_type.specifies = true;
    type_.output_type.dimensions = dimensions.index;
  }
  // The parameter Unit: what the outputs are measured in. An input in another unit is converted to it.
  ParameterBuilder output_unit(std::string default_text) {
    type_.output_type.unit = static_cast<int>(type_.parameters.size());
    return text("Unit", "Unit", std::move(default_text))
        .doc("Such as m/s^2, N*m, rad/s or degC; 1: none; inherit: as the equations say.");
  }
  // The input is converted whatever the settings are; the parameter says its unit where it is not known.
  void converts_unit(Param input_unit) { type_.output_type.input_unit = input_unit.index; }
  // All that arithmetic blocks have; call it behind the block's own parameters.
  void arithmetic_output() {
    output_type({inherit_auto, inherit_back});
    integer_output();
  }
  void shapes_from_equations() { type_.shapes_from_equations = true; }
  void shapes(ShapeRule rule) { type_.shape_rule = std::move(rule); }
  void require(std::function<bool(const ParameterValues&)> holds, std::string message, std::string remedy) {
    type_.rules.push_back({std::move(holds), std::move(message), std::move(remedy)});
  }
  void equations(std::function<void(Equations&)> f) { type_.equations = std::move(f); }

  BlockType take() { return std::move(type_); }

 private:
  Branch add_branch(BranchSpec spec) {
    type_.branches.push_back(spec);
    return {static_cast<int>(type_.branches.size()) - 1};
  }
  ParameterBuilder parameter(ParameterKind kind, std::string name, std::string label, std::string text,
                             bool tunable) {
    ParameterSpec spec;
    spec.name = std::move(name), spec.label = std::move(label), spec.default_text = std::move(text);
    spec.kind = kind, spec.tunable = tunable;
    type_.parameters.push_back(std::move(spec));
    return {type_, static_cast<int>(type_.parameters.size()) - 1};
  }
  BlockType type_;
};

}  // namespace sim
