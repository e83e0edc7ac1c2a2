#pragma once
// Planar ports that are connected: which component gives their frame, and the body that it is on. All frames
// of a body have its three potentials as nodes: the velocity of its center along x and y, and its angular
// velocity.
#include <array>
#include <functional>
#include <map>
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class PlanarFrames {
 public:
  using SetOf = std::function<int(const Instance&, int port)>;  // of connected ports

  // Says what is wrong: frames that nothing gives, or several.
  PlanarFrames(TypedModel& model, Report& report, SetOf set_of, std::function<int()> new_set)
      : model_(model), report_(report), set_of_(std::move(set_of)), new_set_(std::move(new_set)) {}
  void find(const std::vector<int>& components);

  bool is_grounded(int set) { return body_of(set) == ground; }
  // The component whose body a port is on; -1: the ground.
  int body(const Instance& component, int port) { return body_of(set_of_(component, port)); }
  // The sets that stand for the potentials of the body of a port. Of one on the ground: that of the port.
  std::array<int, 3> potentials(const Instance& component, int port);
  // Gives the components what they hear of frames and gravity, and say of them.
  void connect(const std::vector<int>& components);

 private:
  struct Giver {
    int component = -1, port = 0;
  };
  static constexpr int ground = -1, nobody = -2;

  const Instance& at(int index) const { return model_.instances[static_cast<std::size_t>(index)]; }
  int body_of(int set);
  int body_of_giver(const Giver& giver, int depth);
  void add_outputs(Instance& component);
  void add_inputs(Instance& component, int world);
  void add_scene(const Instance& component);
  Driver frame_of(const Instance& component, int port);  // the output that says it

  TypedModel& model_;
  Report& report_;
  SetOf set_of_;
  std::function<int()> new_set_;
  std::map<int, Giver> givers_;                    // by set
  std::map<int, int> bodies_;                      // by set; filled as it is asked for
  std::map<int, std::array<int, 3>> potentials_;   // by body
  std::map<std::pair<int, int>, int> frame_port_;  // (component, port) -> the output that says its frame
};

// What a planar port of a component is.
inline bool takes_frame(const ConservingPort& port) {
  return port.domain == Domain::Planar && port.frame == FrameRole::Takes;
}
inline bool gives_frame(const ConservingPort& port) {
  return port.domain == Domain::Planar && port.frame != FrameRole::Takes;
}
bool is_planar(const BlockType& type);  // it has such ports
bool is_body(const BlockType& type);    // its frames are on a body of its own
bool is_world(const BlockType& type);   // says what gravity is

}  // namespace sim::compile_phases
