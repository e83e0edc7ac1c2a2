#pragma once
// A function that decides, by a NetworkParts, on the ways of a network's branches. Who writes a model as
// source asks it for the network.
#include <vector>

#include "sim_core/linalg/network_series.h"

namespace sim {

class DecidesNetwork {
 public:
  virtual ~DecidesNetwork() = default;
  virtual int node_count() const = 0;
  virtual const std::vector<NetworkBranch>& branches() const = 0;
};

}  // namespace sim
