#pragma once
// Handles that the declaration of a block type hands out (builder.h) and its equations use.

namespace sim {

struct In {
  int index = -1;
};
struct Out {
  int index = -1;
};
struct State {
  int index = -1;
};
struct DiscreteState {
  int index = -1;
};

// A conserving port, and a branch between conserving ports, of a component of a physical network.
struct Terminal {
  int index = -1;
  int axis = 0;  // of a planar port: x, y or the angle
};
struct Branch {
  int index = -1;
};

}  // namespace sim
