#include "sim_core/linalg/network_parts.h"

#include <algorithm>
#include <numeric>

namespace sim {

using Kind = NetworkBranch::Kind;

static constexpr std::size_t most_parts = 4;  // that are kept

// Of a cluster.
enum Nearness : char { Far, Beside, Hot };

NetworkParts::NetworkParts(int nodes, std::vector<NetworkBranch> branches)
    : nodes_(nodes), branches_(std::move(branches)) {
  std::size_t first = 0;
  for (const NetworkBranch& b : branches_) {
    first_weight_.push_back(first);
    first += b.nodes.size();
  }
}

const SwitchingNetwork::Outcome& NetworkParts::decide_whole(const Given& given) {
  if (!whole_) whole_ = std::make_unique<SwitchingNetwork>(nodes_, branches_);
  return whole_->decide(given);
}

const SwitchingNetwork::Outcome& NetworkParts::decide(const Given& given, const std::vector<char>& concerned,
                                                      bool everywhere) {
  hot_ = concerned;
  const auto differ = [](const NetworkLaw& a, const NetworkLaw& b) {
    return a.across != b.across || a.through != b.through || a.value != b.value;
  };
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    const bool switched = !branches_[b].switches() && differ(given.before[b], given.next[b]);
    if (switched || given.crossed[b] != 0 || given.loose[b] != 0) hot_[b] = 1;
  }
  heat_contacts();
  const auto any = [](const std::vector<char>& of) {
    return std::any_of(of.begin(), of.end(), [](char c) { return c != 0; });
  };
  if (everywhere || given.start || !any(hot_)) return decide_whole(given);
  for (;; heat_contacts()) {
    find_clusters(given);
    if (!pick()) return decide_whole(given);
    Part& part = this->part();
    const Outcome& outcome = part.network->decide(given_to(part, given));
    if (!outcome.found) return decide_whole(given);
    if (spreads(part, given, outcome)) continue;
    merge(part, given, outcome);
    return outcome_;
  }
}

// A contact and its friction are decided on together.
void NetworkParts::heat_contacts() {
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (branches_[b].pressed_by < 0) continue;
    char& contact = hot_[static_cast<std::size_t>(branches_[b].pressed_by)];
    contact = hot_[b] = contact != 0 || hot_[b] != 0;
  }
}

// Whether its through variable is known, whatever the rest of the network does.
bool NetworkParts::cuts(const Given& given, std::size_t b) const {
  if (hot_[b] != 0 || branches_[b].stores() || branches_[b].partner >= 0) return false;
  if (branches_[b].kind == Kind::OneWay) return given.ways[b] == 0;
  if (const int contact = branches_[b].pressed_by; contact >= 0)
    return given.ways[static_cast<std::size_t>(contact)] == 0;
  if (branches_[b].kind == Kind::Friction) return given.ways[b] != 0;
  return given.before[b].across == 0 && given.before[b].through != 0;
}

template <class What>
void NetworkParts::each_node(std::size_t b, const What& what) const {
  for (int node : branches_[b].nodes)
    if (node >= 0) what(node);
}

int NetworkParts::cluster_of(int element) {
  const auto parent = [&](int k) -> int& { return parents_[static_cast<std::size_t>(k)]; };
  while (parent(element) != element) element = parent(element) = parent(parent(element));
  return element;
}

void NetworkParts::find_clusters(const Given& given) {
  parents_.resize(static_cast<std::size_t>(nodes_) + branches_.size());
  std::iota(parents_.begin(), parents_.end(), 0);
  cuts_.resize(branches_.size());
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    cuts_[b] = cuts(given, b);
    if (cuts_[b] == 0)
      each_node(b, [&](int node) {
        parents_[static_cast<std::size_t>(cluster_of(node))] = cluster_of(branch_element(b));
      });
    if (const int partner = branches_[b].partner; partner >= 0)
      parents_[static_cast<std::size_t>(cluster_of(branch_element(static_cast<std::size_t>(partner))))] =
          cluster_of(branch_element(b));
  }
}

// The roles of all branches. False: there is nothing to leave out.
bool NetworkParts::pick() {
  const auto nearness = [&](int element) -> char& {
    return nearness_[static_cast<std::size_t>(cluster_of(element))];
  };
  const auto touches = [&](std::size_t b, Nearness which) {
    bool any = false;
    each_node(b, [&](int node) { any = any || nearness(node) == which; });
    return any;
  };
  nearness_.assign(parents_.size(), Far);
  for (std::size_t b = 0; b < branches_.size(); ++b)
    if (hot_[b] != 0) nearness(branch_element(b)) = Hot;
  for (std::size_t b = 0; b < branches_.size(); ++b)
    if (cuts_[b] != 0 && touches(b, Hot))
      each_node(b, [&](int node) {
        if (nearness(node) == Far) nearness(node) = Beside;
      });
  roles_.assign(branches_.size(), Outside);
  bool all = true;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (cuts_[b] == 0 ? nearness(branch_element(b)) != Far : touches(b, Hot))
      roles_[b] = Judged;
    else if (cuts_[b] != 0 && touches(b, Beside))
      roles_[b] = Known;
    all = all && roles_[b] == Judged;
  }
  return !all;
}

NetworkParts::Part& NetworkParts::part() {
  const auto found =
      std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.roles == roles_; });
  if (found != parts_.end()) {
    std::rotate(parts_.begin(), found, found + 1);
  } else {
    if (parts_.size() == most_parts) parts_.pop_back();
    parts_.push_front(make_part());
  }
  return parts_.front();
}

NetworkParts::Part NetworkParts::make_part() const {
  Part part;
  part.roles = roles_;
  std::vector<int> number(static_cast<std::size_t>(nodes_), -1);
  int count = 0;
  for (std::size_t b = 0; b < branches_.size(); ++b) {
    if (roles_[b] != Outside) part.members.push_back(b);
    if (roles_[b] == Judged)
      each_node(b, [&](int node) {
        int& own = number[static_cast<std::size_t>(node)];
        if (own < 0) own = count++;
      });
  }
  std::vector<int> place_of(branches_.size(), -1);
  for (std::size_t k = 0; k < part.members.size(); ++k) place_of[part.members[k]] = static_cast<int>(k);
  std::vector<NetworkBranch> branches;
  for (std::size_t b : part.members) {
    NetworkBranch& branch = branches.emplace_back(branches_[b]);
    if (roles_[b] == Known) branch.kind = Kind::Law;
    for (int& node : branch.nodes)
      if (node >= 0) node = number[static_cast<std::size_t>(node)];
    if (branch.partner >= 0) branch.partner = place_of[static_cast<std::size_t>(branch.partner)];
    if (roles_[b] == Known) branch.pressed_by = -1;
    if (branch.pressed_by >= 0) branch.pressed_by = place_of[static_cast<std::size_t>(branch.pressed_by)];
  }
  part.network = std::make_unique<SwitchingNetwork>(count, std::move(branches));
  return part;
}

NetworkLaw NetworkParts::known_law(const Given& given, std::size_t b) const {
  if (branches_[b].kind == Kind::OneWay || branches_[b].pressed_by >= 0) return {0, 1, 0};
  if (branches_[b].kind == Kind::Friction) return {0, 1, given.ways[b] * given.kinetics[b]};
  return given.before[b];
}

SwitchingNetwork::Given NetworkParts::given_to(const Part& part, const Given& given) const {
  Given own;
  own.time = given.time;
  const auto copy = [&](auto Given::*which) {
    const auto& from = given.*which;
    auto& to = own.*which;
    if (from.empty()) return;
    to.reserve(part.members.size());
    for (std::size_t b : part.members) to.push_back(from[b]);
  };
  for (auto which : {&Given::before, &Given::next}) copy(which);
  for (auto which : {&Given::loose, &Given::crossed, &Given::rests}) copy(which);
  for (auto which : {&Given::slopes, &Given::states, &Given::capacities, &Given::limits, &Given::kinetics,
                     &Given::limit_slopes, &Given::kinetic_slopes, &Given::restitutions, &Given::slowest,
                     &Given::beyond, &Given::gyrations, &Given::drops})
    copy(which);
  copy(&Given::ways);
  for (std::size_t k = 0; k < part.members.size(); ++k) {
    const std::size_t b = part.members[k];
    if (part.roles[b] == Known) own.before[k] = own.next[k] = known_law(given, b);
    if (part.roles[b] == Known && branches_[b].kind == Kind::Friction && branches_[b].pressed_by < 0 &&
        !given.kinetic_slopes.empty())
      own.slopes[k] = given.ways[b] * given.kinetic_slopes[b];
    for (std::size_t end = 0; end < branches_[b].nodes.size(); ++end)
      own.weights.push_back(given.weights[first_weight_[b] + end]);
  }
  return own;
}

// Whether something has changed outside of the clusters that were known to be concerned; these are, from now
// on.
bool NetworkParts::spreads(const Part& part, const Given& given, const Outcome& outcome) {
  bool any = false;
  for (std::size_t k = 0; k < part.members.size(); ++k) {
    const std::size_t b = part.members[k];
    const bool inside =
        cuts_[b] == 0 && nearness_[static_cast<std::size_t>(cluster_of(branch_element(b)))] == Hot;
    if (part.roles[b] != Judged || inside) continue;
    const bool changed =
        outcome.impulses[k] != 0 || (branches_[b].switches() && outcome.ways[k] != given.ways[b]);
    if (!changed) continue;
    hot_[b] = 1;
    any = true;
  }
  return any;
}

void NetworkParts::merge(const Part& part, const Given& given, const Outcome& outcome) {
  outcome_.found = true;
  outcome_.ways = given.ways;
  outcome_.states = given.states;
  outcome_.impulses.assign(branches_.size(), 0);
  outcome_.moved.assign(branches_.size(), 0);
  outcome_.slacks.assign(branches_.size(), -1);
  for (std::size_t k = 0; k < part.members.size(); ++k) {
    const std::size_t b = part.members[k];
    if (part.roles[b] != Judged) continue;
    outcome_.ways[b] = outcome.ways[k];
    outcome_.states[b] = outcome.states[k];
    outcome_.impulses[b] = outcome.impulses[k];
    outcome_.moved[b] = outcome.moved[k];
    outcome_.slacks[b] = outcome.slacks[k];
  }
}

}  // namespace sim
