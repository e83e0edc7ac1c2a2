#include "sim_core/compile/planar_frames.h"

#include <algorithm>

#include "sim_core/compile/hidden_ports.h"

namespace sim::compile_phases {

namespace {

template <typename Is>
bool any_port(const BlockType& type, Is is) {
  return std::any_of(type.conserving.begin(), type.conserving.end(), is);
}

}  // namespace

bool is_planar(const BlockType& type) {
  return any_port(type, [](const ConservingPort& p) { return p.domain == Domain::Planar; });
}
bool is_body(const BlockType& type) {
  return any_port(type,
                  [](const ConservingPort& p) {
                    return p.domain == Domain::Planar && p.frame == FrameRole::Gives;
                  }) &&
         !any_port(type, takes_frame);
}
bool is_world(const BlockType& type) { return type.gives_gravity; }

void PlanarFrames::find(const std::vector<int>& components) {
  std::vector<int> worlds;
  for (int index : components) {
    const Instance& component = at(index);
    if (is_world(*component.type)) worlds.push_back(index);
    for (std::size_t k = 0; k < component.type->conserving.size(); ++k) {
      if (!gives_frame(component.type->conserving[k])) continue;
      const auto [it, fresh] =
          givers_.try_emplace(set_of_(component, static_cast<int>(k)), Giver{index, static_cast<int>(k)});
      if (!fresh)
        report_.fail(component,
                     "its frame '" + component.type->conserving[k].name + "' is connected to a frame of '" +
                         at(it->second.component).path + "' without a joint",
                     "put a Weld Joint between them, or another joint");
    }
  }
  if (worlds.size() > 1)
    report_.fail(at(worlds[1]), "the model has another World, '" + at(worlds[0]).path + "'",
                 "use a Fixed Frame for other places on the ground");
  for (int index : components) {
    const Instance& component = at(index);
    for (std::size_t k = 0; k < component.type->conserving.size(); ++k)
      if (takes_frame(component.type->conserving[k]) &&
          body_of(set_of_(component, static_cast<int>(k))) == nobody)
        report_.fail(
            component, "its port '" + component.type->conserving[k].name + "' is on no body",
            "connect it to a frame of a Body, of a World or of a Fixed Frame; between two joints there is "
            "a body too");
  }
}

int PlanarFrames::body_of(int set) {
  if (const auto known = bodies_.find(set); known != bodies_.end()) return known->second;
  const auto giver = givers_.find(set);
  const int body = giver == givers_.end() ? nobody : body_of_giver(giver->second, 0);
  return bodies_[set] = body;
}

// A frame that a component gives of one that it takes is on that one's body.
int PlanarFrames::body_of_giver(const Giver& giver, int depth) {
  const Instance& component = at(giver.component);
  if (component.type->conserving[static_cast<std::size_t>(giver.port)].frame == FrameRole::Fixed)
    return ground;
  for (std::size_t k = 0; k < component.type->conserving.size(); ++k) {
    if (!takes_frame(component.type->conserving[k])) continue;
    const auto next = givers_.find(set_of_(component, static_cast<int>(k)));
    if (next == givers_.end() || depth > static_cast<int>(givers_.size())) return nobody;
    return body_of_giver(next->second, depth + 1);
  }
  return giver.component;
}

std::array<int, 3> PlanarFrames::potentials(const Instance& component, int port) {
  const int set = set_of_(component, port), body = body_of(set);
  if (body == ground) return {set, set, set};
  const auto [it, fresh] = potentials_.try_emplace(body);
  if (fresh)
    for (int& potential : it->second) potential = new_set_();
  return it->second;
}

void PlanarFrames::connect(const std::vector<int>& components) {
  int world = -1;
  for (int index : components) {
    Instance& component = model_.instances[static_cast<std::size_t>(index)];
    if (is_world(*component.type)) world = index;
    add_outputs(component);
  }
  for (int index : components) add_inputs(model_.instances[static_cast<std::size_t>(index)], world);
  if (world >= 0)
    if (const int flag = at(world).type->records_motion;
        flag >= 0 && at(world).parameters[static_cast<std::size_t>(flag)].number() == 0)
      return;
  for (int index : components) add_scene(at(index));
}

void PlanarFrames::add_scene(const Instance& component) {
  if (!component.type->scene) return;
  for (Terminal port : component.type->scene(component.parameters).frames)
    model_.networks.of(component).scene.push_back(frame_of(component, port.index));
}

Driver PlanarFrames::frame_of(const Instance& component, int port) {
  if (gives_frame(component.type->conserving[static_cast<std::size_t>(port)]))
    return {component.index, frame_port_.at({component.index, port})};
  const Giver& from = givers_.at(set_of_(component, port));
  return {from.component, frame_port_.at({from.component, from.port})};
}

void PlanarFrames::add_outputs(Instance& component) {
  const auto add = [&](int size, const std::string& name) {
    NetworkPlace& place = model_.networks.of(component);
    if (place.planar_output < 0) place.planar_output = static_cast<int>(component.outputs.size());
    component.outputs.push_back({name, ""});
    model_.shapes[component].outputs.push_back(vector_shape(size));
    ++component.added_outputs;
    return static_cast<int>(component.outputs.size()) - 1;
  };
  for (const BranchSpec& branch : component.type->branches)
    if (branch.constrains) add(held_elements, "held");
  for (std::size_t k = 0; k < component.type->conserving.size(); ++k)
    if (gives_frame(component.type->conserving[k]))
      frame_port_[{component.index, static_cast<int>(k)}] =
          add(frame_elements, component.type->conserving[k].name);
  if (is_world(*component.type)) frame_port_[{component.index, -1}] = add(gravity_elements, "gravity");
}

void PlanarFrames::add_inputs(Instance& component, int world) {
  const auto add = [&](int size, Driver from) {
    NetworkPlace& place = model_.networks.of(component);
    if (place.frame_input < 0) place.frame_input = static_cast<int>(component.inputs.size());
    component.inputs.push_back({"frame", ""});
    model_.shapes[component].inputs.push_back(vector_shape(size));
    component.drivers.push_back(from);
    ++component.added_inputs;
  };
  for (std::size_t k = 0; k < component.type->conserving.size(); ++k) {
    if (!takes_frame(component.type->conserving[k])) continue;
    add(frame_elements, frame_of(component, static_cast<int>(k)));
  }
  if (is_body(*component.type) && world >= 0) add(gravity_elements, {world, frame_port_.at({world, -1})});
}

}  // namespace sim::compile_phases
