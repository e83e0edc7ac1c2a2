#pragma once
// Decides on the part of a switching network that an instant concerns (switching_network.h).
//
// Where the through variable of a branch is known whatever the rest does - a source of it, a one-way branch
// that is free, friction that goes on slipping - the network is cut. What is left are clusters of nodes and
// branches that act on one another at once; across a cut, nothing of one cluster reaches another until the
// branch there changes its way. So a decision takes:
//
//   the clusters where something switches, has jumped or has passed its limit, and what is in them
//   the branches that cut these off: they are judged, as all of the part are
//   the clusters at their other ends, which move on as they did
//   the branches that cut off these in turn, with the through variables that they have
//
// Where one of the part has changed its way, or has passed an impulse, outside of the clusters it began with,
// its cluster is among those from then on, and the part is decided on again; in the end the part is the
// network. Where no ways are consistent, the network as a whole says so.
//
// Branches that are left out keep their way and states, and their slack is -1.
#include <deque>
#include <memory>
#include <vector>

#include "sim_core/linalg/switching_network.h"

namespace sim {

class NetworkParts {
 public:
  NetworkParts(int nodes, std::vector<NetworkBranch> branches);

  // concerned: by branch, whether something happens to it that `given` does not show, as a slope that
  // changes. `everywhere`: the whole network is decided on.
  const SwitchingNetwork::Outcome& decide(const SwitchingNetwork::Given& given,
                                          const std::vector<char>& concerned, bool everywhere);

 private:
  using Given = SwitchingNetwork::Given;
  using Outcome = SwitchingNetwork::Outcome;
  enum Role : char { Outside, Known, Judged };
  struct Part {
    std::vector<char> roles;           // by branch of the network
    std::vector<std::size_t> members;  // those that take part
    std::unique_ptr<SwitchingNetwork> network;
  };

  const Outcome& decide_whole(const Given& given);
  void heat_contacts();
  bool cuts(const Given& given, std::size_t branch) const;
  void find_clusters(const Given& given);
  bool pick();
  Part& part();
  Part make_part() const;
  Given given_to(const Part& part, const Given& given) const;
  NetworkLaw known_law(const Given& given, std::size_t branch) const;
  bool spreads(const Part& part, const Given& given, const Outcome& outcome);
  void merge(const Part& part, const Given& given, const Outcome& outcome);
  int cluster_of(int element);
  int branch_element(std::size_t branch) const { return nodes_ + static_cast<int>(branch); }
  template <class What>
  void each_node(std::size_t branch, const What& what) const;

  int nodes_;
  std::vector<NetworkBranch> branches_;
  std::vector<std::size_t> first_weight_;
  std::unique_ptr<SwitchingNetwork> whole_;
  std::deque<Part> parts_;  // those that were used last, the last one first
  Outcome outcome_;
  std::vector<char> hot_, cuts_;  // by branch
  std::vector<int> parents_;      // of nodes, then branches: into clusters
  std::vector<char> nearness_;    // by root of a cluster
  std::vector<char> roles_;
};

}  // namespace sim
