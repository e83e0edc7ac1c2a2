#pragma once
// Writes the equations of one block into a graph: what Equations promises to a block's author. The roles of a
// block inside a conditional subsystem are guarded here, so that a block knows nothing of where it stands.
#include <map>

#include "sim_core/compile/equation_trial.h"
#include "sim_core/compile/equation_variables.h"

namespace sim::compile_phases {

class EquationWriter final : public Equations {
 public:
  EquationWriter(const EquationSource& source, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                 EquationSlots& slots, BlockEquations& equations, Report& report);

  ir::Graph& graph() override { return graph_; }
  ir::Value operator()(Param p) override;
  ir::Value operator()(In in) override { return inputs_[static_cast<std::size_t>(in.index)]; }
  ir::Value operator()(State state) override;
  ir::Value before(State state) override;
  ir::Value operator()(DiscreteState state) override;
  ir::Value time() override { return graph_.leaf(ir::Op::Time, 0, scalar_shape); }
  const ParameterValue& value(Param p) override;
  ElementType type(Param p) override { return instance_.parameters.get().of(p).type; }
  int input_count() override { return input_count_ - access_.inputs; }
  int output_count() override { return output_count_ - access_.outputs; }
  Shape input_shape(In in) override { return real_shape(shapes_.inputs[static_cast<std::size_t>(in.index)]); }
  Shape output_shape(Out out) override { return real_shape(shape_of(out)); }
  FormulaVariables& variables() override { return variables_; }

  void derivative(State state, ir::Value v) override;
  void output(Out out, ir::Value v) override;
  void output_type(Out out, ElementType type) override { roles_.output_types[out.index] = type; }
  ir::Value implicit_output(Out out, ir::Value guess, double tolerance) override;
  void residual(Out out, ir::Value v) override;
  void loop_guess(Out out, ir::Value guess) override;
  ir::Value located_above(ir::Value a, ir::Value b, CrossingDirection direction) override {
    return reaches(a, b, direction, false);
  }
  ir::Value located_exceeds(ir::Value a, ir::Value b, CrossingDirection direction) override {
    return 1.0 - reaches(b, a, reversed(direction), true);
  }
  ir::Value rises(ir::Value v) override;
  SignModes sign_modes(ir::Value v, CrossingDirection direction) override;
  ir::Value located() override;
  ir::Value time_reached(ir::Value at) override;
  void initial(State state, ir::Value v) override;
  void initial(DiscreteState state, ir::Value v) override;
  void reset(State state, ir::Value condition, ir::Value v) override;
  ir::Value active() override {
    return instance_.controller < 0 ? graph_.constant(1) : hidden(HiddenInput::Active);
  }
  bool on_demand() override {
    return instance_.controller >= 0 && source_.model.at(instance_.controller).type->executes_once;
  }
  ir::Value entering() override { return hidden(HiddenInput::Entering); }
  ir::Value driver_active(int input) override;
  int pass() override { return copy_.pass; }
  ir::Value hit() override;
  ir::Value executes() override;
  ir::Value word_length() override {
    return equations_.hidden_first < 0 ? graph_.constant(0) : hidden(HiddenInput::WordLength);
  }
  ir::Value input_rate() override {
    return equations_.hidden_first < 0 ? graph_.constant(0) : hidden(HiddenInput::Rate);
  }
  ir::Value hits(double period, double offset) override;
  void next(DiscreteState state, ir::Value v) override;
  ir::Value memory(ir::Value initial) override;
  void store(ir::Value memory, ir::Value next) override;
  void follow(ir::Value memory, ir::Value v) override;
  ir::Value held_since(ir::Value condition, ir::Value v) override;
  ir::Value latched(ir::Value condition, ir::Value v, ir::Value initial) override;
  ir::Value rising(ir::Value truth) override;
  ir::Value falling(ir::Value truth) override;
  void check(ir::Value condition, CheckAction action, std::string message) override;
  void check(ir::Value condition, std::string_view setting, std::string message) override;
  ir::Value captured(ir::Value v) override;
  InvariantSignals invariant(ir::Value g, const InvariantSpec& spec) override;
  ir::Value delayed(ir::Value signal, ir::Value delay, ir::Value initial, double maximum) override;
  void projection(State state, ir::ProjectionMethod method, ir::Value u, ir::Value p) override;
  void branch(Branch b, const std::vector<BranchEnd>& ends) override;
  ir::Value across(Branch b) override { return heard(b, BranchInput::Across); }
  ir::Value through(Branch b) override { return heard(b, BranchInput::Through); }
  void law(Branch b, const BranchLaw& now) override { law(b, now, now); }
  void law(Branch b, const BranchLaw& now, const BranchLaw& next) override;
  void gyrates(Branch one, Branch other, ir::Value ratio) override;
  void drop(Branch b, ir::Value v) override;
  void slope(Branch b, ir::Value v) override;
  void stores(Branch b, State state, ir::Value capacity, ir::Value gain) override;
  void switches(ir::Value condition) override;
  ir::Value goes(Branch b, const BranchWay& now) override;
  ir::Value slack(Branch b) override { return heard(b, BranchInput::Slack); }
  ir::Value across_size(Branch b) override { return heard(b, BranchInput::AcrossSize); }
  ir::Value through_size(Branch b) override { return heard(b, BranchInput::ThroughSize); }
  ir::Value moved(Branch b) override { return heard(b, BranchInput::Moved); }
  void integrates(State state, Branch b) override;
  ir::Value energy_loss() override { return heard(NetworkInput::EnergyLoss); }
  ir::Value network_switches() override { return heard(NetworkInput::Switches); }
  ir::Value network_energy(EnergyKind kind) override;
  void jump(ir::Value condition, ir::Value energy_loss, ir::Value impulses) override;
  void stored(Branch, ir::Value energy) override;
  void energy(const EnergyTerm&) override;
  bool balances_energy() override;
  PlanarFrame frame(Terminal port) override;
  void gives_frame(Terminal port, const PlanarFrame& frame) override;
  std::pair<ir::Value, ir::Value> gravity() override;
  void gives_gravity(ir::Value x, ir::Value y) override;
  void holds(Branch b, const HeldPosition& position) override;
  Residuals mechanism_residuals() override;
  void projects(const std::vector<StateOfBlock>& states, ir::StateProjectionMethod method,
                ir::Value arguments) override {
    roles_.joint_projections.push_back({states, std::move(method), arguments.id});
  }
  std::vector<std::uint64_t> identity() override;
  void report(Diagnostic d) override;

  // Behind the block's equations: what the compiler adds.
  void finish();

 private:
  int parameter_offset(int index) const;
  Shape& shape_of(Out out) { return shapes_.outputs[static_cast<std::size_t>(out.index)]; }
  Shape state_shape(int index) const { return shapes_.states[static_cast<std::size_t>(index)]; }
  Shape& discrete_shape(DiscreteState state) {
    return shapes_.states[instance_.type->states.size() + static_cast<std::size_t>(state.index)];
  }
  ir::Value repeated(ir::Value v, Shape shape);
  ir::Value assigned(ir::Value v, Shape& shape);
  ir::Value parameter(int index);
  ir::Value initial_value(const StateSpec& spec, Shape& shape);
  ir::Value hidden(HiddenInput which);
  // Control blocks themselves look on while they are not executed, but not in a pass that is none.
  bool conditional() const {
    const BlockRole role = instance_.type->role;
    if (role == BlockRole::Iterator || instance_.controller < 0) return false;
    return role != BlockRole::Control || iterated();
  }
  // Inside an iterated subsystem, which is executed at instants as a whole.
  bool iterated() const { return instance_.iterator >= 0; }
  bool restarts() const;
  bool locates_crossings() const;
  ir::Value mode(Shape shape);
  bool remembers(ir::Value function) const;
  ir::Value reaches(ir::Value a, ir::Value b, CrossingDirection direction, bool unordered);
  ir::Value while_active(ir::Value v, ir::Value otherwise);
  ir::Value while_executed(ir::Value v, ir::Value otherwise);
  bool called() const;
  ir::Value and_active(ir::Value condition);
  // A number that is kept: from one major step to the next in a slot of d, from pass to pass in an input that
  // is driven by the pass before.
  struct Memory {
    ir::NodeId leaf = ir::no_node, initial = ir::no_node, next = ir::no_node;
    ir::NodeId shown = ir::no_node;  // what the block sees where states are reset; none: the leaf
    int kept_in = -1;                // the slot; -1: it restarts at each time step
    int asked = -1;                  // which call of memory() it is; -1: it is another's
  };
  ir::Value slot(Shape shape, ir::Value initial, std::string name = {});
  // One that starts with what it would be updated to at the start.
  struct Primed {
    ir::Value slot, value;
  };
  Primed primed_slot(ir::Value start, ir::Value initial);
  ir::Value initial_output(ir::Value v);
  ir::Value memory_input(Driver from, Shape shape);
  void memory_output(ir::NodeId value);
  Memory& memory_of(ir::Value leaf);
  void update(ir::Value slot, ir::Value next, bool primed);
  void carry_memories();
  ir::Value earlier(ir::Value truth);
  bool samples_outputs() const;
  // Of states and parameters that other blocks read and write.
  struct Write {
    ir::Value condition, value;
  };
  void make_written_parameters();
  void give_accesses();
  ir::Value state_before(int index);
  Write write_to(int target, const std::vector<Access::Written>& accesses, Shape shape);
  void overwrite(ir::Value slot, const Write& write);
  // Of components of physical networks.
  ir::Value heard(Branch b, BranchInput which);
  ir::Value heard(NetworkInput which);
  void say(Branch b, BranchElement which, ir::Value v);
  void say(Branch b, BranchElement first, const BranchLaw& law);
  ir::Value said(Branch b, BranchElement which) const;  // until now; or none
  void speak();
  // Of planar ones.
  void say_of_plane(int output, const std::vector<ir::Value>& elements);
  ir::Value heard_of_plane(int input, int element, int count);

  const EquationSource& source_;
  const Instance& instance_;
  BlockShapes& shapes_;
  const Access& access_;
  const Copy& copy_;
  const NetworkPlace& network_;
  Report& report_;
  ir::Graph& graph_;
  const std::vector<ir::Value>& inputs_;
  EquationSlots& slots_;
  BlockEquations& equations_;
  Roles& roles_;
  EquationVariables variables_;
  bool restarts_ = false;
  int input_count_, output_count_;
  std::vector<Memory> memories_;
  int asked_ = 0;                             // calls of memory()
  ir::Value begun_;                           // 1 once a pass has been executed
  std::vector<ir::Value> discrete_;           // by discrete state: its slot
  std::map<int, ir::Value> written_;          // by parameter that another block writes: its slot
  std::vector<std::vector<ir::Value>> said_;  // by branch: what its output will be
  ir::Value switches_;
  std::map<ir::NodeId, ir::NodeId> previous_;  // truth values and the slot with their last value
};

}  // namespace sim::compile_phases
