#pragma once
// A planar mechanism as a list of bodies and joints, from which a diagram is written (mechanism_diagram.h)
// and which a reference integrates by itself (mechanism_reference.h).
#include <array>
#include <vector>

namespace sim {

struct MechanismSpec {
  static constexpr int ground = -1;
  struct Body {
    double mass = 1, inertia = 1;
    std::array<double, 2> a{}, b{};    // its frames
    std::array<double, 3> place{};     // x, y, angle: they satisfy the joints
    std::array<double, 3> velocity{};  // a guess
  };
  // From frame B of a body, or from a frame at rest, to frame A or B of another.
  struct Joint {
    bool slides = false;  // prismatic; else revolute
    int from = ground, to = 0;
    std::array<double, 3> at{};  // x, y, angle of the frame at rest
    bool to_b = false;
    double angle = 0;  // of a prismatic one, from frame to frame
  };
  // From frame B of a body to a point at rest.
  struct Spring {
    int body = 0;
    std::array<double, 2> at{};
    double stiffness = 1, damping = 0, length = 1;
  };
  // Through a shaft that turns as two bodies do against one another: a flywheel, and a motor in a circuit.
  struct Shaft {
    int from = ground, to = 0;
    double inertia = 1, speed = 0;  // a guess
    double voltage = 0, resistance = 1, inductance = 1, constant = 0;
  };
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Spring> springs;
  std::vector<Shaft> shafts;
  double end = 1;
};

// Open chains, trees and closed loops. The same seed draws the same.
MechanismSpec random_mechanism(unsigned seed);

}  // namespace sim
