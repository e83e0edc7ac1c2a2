#pragma once
// Bodies that fall onto a floor and onto one another, with friction, by Moreau's time-stepping: positions at
// the middle of a step say which contacts there are, their impulses over the step follow by projections onto
// the cone of friction, contact after contact until nothing changes. Plastic impacts; nothing of the
// engine's.
//
// J. J. Moreau, Numerical aspects of the sweeping process, Comput. Methods Appl. Mech. Eng. 177 (1999)
// 329-349.
#include <array>
#include <vector>

namespace sim {

struct ContactsSpec {
  struct Body {
    double mass = 1, inertia = 1;
    std::array<double, 3> q{}, v{};  // x, y, angle
  };
  // A point of a body, or a circle around it, over the floor y = 0; or circles around the centers of two
  // bodies.
  struct Contact {
    int body = 0, other = -1;  // -1: the floor
    double x = 0, y = 0;       // of the point on the body
    double radius = 0, other_radius = 0;
    double friction = 0;
  };
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  double gravity_x = 0, gravity_y = -9.80665;
  double end = 1;
};

// The positions of all bodies at the end, one after the other.
std::vector<double> contacts_reference(const ContactsSpec& spec, double step);

}  // namespace sim
