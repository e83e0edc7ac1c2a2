// What a component of a physical network writes: one output for each branch, and an output that says when it
// switches; and what it hears from the network (network_equations.h).
#include "sim_core/compile/equation_writer.h"
#include "sim_core/compile/planar_frames.h"

namespace sim::compile_phases {

namespace {

std::size_t place(const Instance& instance, BranchElement which) {
  return static_cast<std::size_t>(potential_count(*instance.type)) + static_cast<std::size_t>(which);
}

}  // namespace

// While equations are only tried there is no network yet.
ir::Value EquationWriter::heard(Branch b, BranchInput which) {
  if (network_.input < 0) return graph_.constant(0);
  return inputs_[static_cast<std::size_t>(network_.input + b.index * branch_inputs +
                                          static_cast<int>(which))];
}

ir::Value EquationWriter::heard(NetworkInput which) {
  if (network_.input < 0) return graph_.constant(0);
  const int behind = static_cast<int>(instance_.type->branches.size()) * branch_inputs;
  return inputs_[static_cast<std::size_t>(network_.input + behind + static_cast<int>(which))];
}

ir::Value EquationWriter::network_energy(EnergyKind kind) {
  if (network_.input < 0 || !instance_.type->senses_energy) return graph_.constant(0);
  const int behind = static_cast<int>(instance_.type->branches.size()) * branch_inputs,
            first = behind + static_cast<int>(NetworkInput::Energy);
  return inputs_[static_cast<std::size_t>(network_.input + first + static_cast<int>(kind))];
}

void EquationWriter::say(Branch b, BranchElement which, ir::Value v) {
  said_.resize(instance_.type->branches.size());
  auto& elements = said_[static_cast<std::size_t>(b.index)];
  elements.resize(place(instance_, BranchElement::Across) + branch_elements);
  elements[place(instance_, which)] = v;
}

void EquationWriter::say(Branch b, BranchElement first, const BranchLaw& law) {
  int at = static_cast<int>(first);
  for (ir::Value v : {law.across, law.through, law.value}) say(b, static_cast<BranchElement>(at++), v);
}

void EquationWriter::branch(Branch b, const std::vector<BranchEnd>& ends) {
  say(b, BranchElement::Slope, ir::Value{});  // makes room
  auto& elements = said_[static_cast<std::size_t>(b.index)];
  for (const BranchEnd& end : ends) {
    ir::Value& weight =
        elements[static_cast<std::size_t>(first_potential(*instance_.type, end.at.index) + end.at.axis)];
    weight = weight ? weight + end.weight : end.weight;
  }
}

void EquationWriter::law(Branch b, const BranchLaw& now, const BranchLaw& next) {
  say(b, BranchElement::Across, now);
  say(b, BranchElement::Next, next);
}

ir::Value EquationWriter::goes(Branch b, const BranchWay& now) {
  say(b, BranchElement::Way, now.way);
  say(b, BranchElement::Crossed, now.crossed);
  say(b, BranchElement::Limit, now.limit);
  if (now.kinetic) say(b, BranchElement::Kinetic, now.kinetic);
  if (now.limit_slope) say(b, BranchElement::LimitSlope, now.limit_slope);
  if (now.kinetic_slope) say(b, BranchElement::KineticSlope, now.kinetic_slope);
  if (now.restitution) say(b, BranchElement::Restitution, now.restitution);
  if (now.slowest) say(b, BranchElement::Slowest, now.slowest);
  if (now.beyond) say(b, BranchElement::Beyond, now.beyond);
  if (now.rests) say(b, BranchElement::Rests, now.rests);
  return heard(b, BranchInput::Way);
}

void EquationWriter::gyrates(Branch one, Branch other, ir::Value ratio) {
  const ir::Value zero = graph_.constant(0), unit = graph_.constant(1);
  for (Branch b : {one, other}) law(b, {zero, unit, zero});
  say(one, BranchElement::Gyration, ratio);
  say(other, BranchElement::Gyration, -ratio);
}

void EquationWriter::drop(Branch b, ir::Value v) { say(b, BranchElement::Drop, v); }

void EquationWriter::stored(Branch b, ir::Value energy) { say(b, BranchElement::Energy, energy); }

ir::Value EquationWriter::said(Branch b, BranchElement which) const {
  if (said_.size() <= static_cast<std::size_t>(b.index)) return {};
  const auto& elements = said_[static_cast<std::size_t>(b.index)];
  return elements.empty() ? ir::Value{} : elements[place(instance_, which)];
}

void EquationWriter::slope(Branch b, ir::Value v) { say(b, BranchElement::Slope, v); }

void EquationWriter::stores(Branch b, State state, ir::Value capacity, ir::Value gain) {
  if (!said(b, BranchElement::Energy))
    stored(b, capacity * ir::square(gain ? before(state) * gain : before(state)) * 0.5);
  const bool across_type = instance_.type->branches[static_cast<std::size_t>(b.index)].across;
  const ir::Value one = graph_.constant(1), zero = graph_.constant(0);
  if (!gain) gain = one;
  const ir::Value x = before(state);
  law(b, {across_type ? one : zero, across_type ? zero : one, x * gain});
  say(b, BranchElement::State, x);
  say(b, BranchElement::Capacity, capacity);
  say(b, BranchElement::Gain, gain);
  const ir::Value flow = across_type ? through(b) : across(b);
  const ir::Value lost = said(b, BranchElement::Drop);
  derivative(state, (lost ? flow - lost : flow) / (capacity * gain));
  // Of a spring the state is a position: what the network makes of it, and where that moves to.
  const ir::Value behind = heard(b, BranchInput::State);
  const bool moves = !across_type && network_.stops;
  reset(state, network_switches(), moves ? behind + moved(b) / (capacity * gain) : behind);
  roles_.resets.back().by_network = !moves;
}

void EquationWriter::integrates(State state, Branch b) {
  derivative(state, across(b));
  if (network_.stops || network_.springs) reset(state, network_switches(), before(state) + moved(b));
}

// Of planar components: what they say stands behind what they say of branches, what they hear likewise.
ir::Value EquationWriter::heard_of_plane(int input, int element, int count) {
  if (network_.frame_input < 0) return graph_.constant(element < 2 && count == frame_elements ? 1 : 0);
  return ir::slice(inputs_[static_cast<std::size_t>(network_.frame_input + input)], element, scalar_shape);
}

PlanarFrame EquationWriter::frame(Terminal port) {
  int input = 0;
  for (int k = 0; k < port.index; ++k)
    input += takes_frame(instance_.type->conserving[static_cast<std::size_t>(k)]);
  const auto element = [&](int k) { return heard_of_plane(input, k, frame_elements); };
  return {element(0), element(1), element(2), element(3), element(4), element(5), element(6), element(7)};
}

std::pair<ir::Value, ir::Value> EquationWriter::gravity() {
  return {heard_of_plane(0, 0, gravity_elements), heard_of_plane(0, 1, gravity_elements)};
}

void EquationWriter::say_of_plane(int output, const std::vector<ir::Value>& elements) {
  if (network_.planar_output < 0) return;
  roles_.outputs[static_cast<std::size_t>(network_.planar_output + output)] =
      graph_.concat(elements, vector_shape(static_cast<int>(elements.size()))).id;
}

void EquationWriter::holds(Branch b, const HeldPosition& p) {
  int output = 0;
  for (int k = 0; k < b.index; ++k)
    output += instance_.type->branches[static_cast<std::size_t>(k)].constrains;
  say_of_plane(output, {p.residual, p.rate, p.size, p.holds});
}

PlanarEquations::Residuals EquationWriter::mechanism_residuals() {
  if (network_.residual_input < 0) return {graph_.constant(0), graph_.constant(0)};
  const auto first = static_cast<std::size_t>(network_.residual_input);
  return {inputs_[first], inputs_[first + 1]};
}

void EquationWriter::gives_frame(Terminal port, const PlanarFrame& f) {
  int output = 0;
  for (const BranchSpec& branch : instance_.type->branches) output += branch.constrains;
  for (int k = 0; k < port.index; ++k)
    output += compile_phases::gives_frame(instance_.type->conserving[static_cast<std::size_t>(k)]);
  say_of_plane(output, {f.x, f.y, f.angle, f.vx, f.vy, f.speed, f.arm_x, f.arm_y});
}

// Behind all frames of a World.
void EquationWriter::gives_gravity(ir::Value x, ir::Value y) {
  say_of_plane(static_cast<int>(instance_.type->conserving.size()), {x, y});
}

void EquationWriter::switches(ir::Value condition) {
  switches_ = switches_ ? switches_ | condition : condition;
}

void EquationWriter::speak() {
  if (network_.output < 0) return;
  auto port = static_cast<std::size_t>(network_.output);
  said_.resize(instance_.type->branches.size());
  for (auto& elements : said_) {
    elements.resize(place(instance_, BranchElement::Across) + branch_elements);
    for (ir::Value& v : elements)
      if (!v) v = graph_.constant(0);
    const auto behind = elements.end() - next_elements;
    for (const std::vector<ir::Value>& part :
         {std::vector<ir::Value>(elements.begin(), behind), std::vector<ir::Value>(behind, elements.end())})
      roles_.outputs[port++] = graph_.concat(part, vector_shape(static_cast<int>(part.size()))).id;
  }
  roles_.outputs[port] = (switches_ ? switches_ : graph_.constant(0)).id;
}

}  // namespace sim::compile_phases
