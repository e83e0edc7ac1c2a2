#include "sim_core/compile/network_decision.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

#include "sim_core/ir/written_in_c.h"
#include "sim_core/linalg/decides_network.h"
#include "sim_core/linalg/network_parts.h"

namespace sim::compile_phases {

namespace {

constexpr int instant_elements = 4;    // of the first argument
constexpr std::size_t first_said = 3;  // the argument
constexpr int results_of_branch = 5;   // way, state, slack, impulse, how far it moves

NetworkBranch branch_of(const NetworkTopology::Member& member) {
  using Kind = NetworkBranch::Kind;
  const Kind kind = member.stores ? (member.across ? Kind::StoresAcross : Kind::StoresThrough)
                    : member.hold == BranchHold::OneWay   ? Kind::OneWay
                    : member.hold == BranchHold::Friction ? Kind::Friction
                                                          : Kind::Law;
  return {kind, member.nodes, member.partner, member.drops, member.pressed_by};
}

// It is constant between jumps.
class NoChange final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  explicit NoChange(int size) : size_(size) {}
  std::string name() const override { return "zero"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(size_)}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const>, std::span<double* const> outputs) const override {
    std::fill_n(outputs[0], size_, 0.0);
    return EvalStatus::Ok;
  }
  std::string c_body() const override { return ir::c_zeros("out0", size_); }

 private:
  int size_;
};

// Arguments: whether anything changes, whether this is the start, the time and whether the laws contradict
// the states; which branches are loose, and which switch; and for each branch what its component says of it.
// It is asked for the same several times at an instant, by each kernel that needs it, and so keeps its last
// answer.
class Decision final : public ir::ExternalFunction, public DecidesNetwork {
 public:
  explicit Decision(const NetworkTerms& terms) : nodes_(terms.nodes()) {
    std::vector<NetworkBranch> branches;
    for (int b = 0; b < terms.branches(); ++b) branches.push_back(branch_of(terms.member(at(b))));
    branches_ = branches;
    std::size_t size = instant_elements + 2 * branches_.size();
    for (std::size_t b = 0; b < branches_.size(); ++b) size += size_of_said(b) + next_elements;
    read_.resize(size);
    network_ = std::make_unique<NetworkParts>(terms.nodes(), std::move(branches));
  }
  std::string name() const override { return "decision of a network"; }
  int node_count() const override { return nodes_; }
  const std::vector<NetworkBranch>& branches() const override { return branches_; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(size())}; }
  bool depends(int, int, int, int) const override { return true; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<NoChange>(size());
  }

  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    double* out = outputs[0];
    if (arguments[0][0] == 0) {
      *out++ = 1;
      for (std::size_t b = 0; b < branches_.size(); ++b) {
        const double* said = arguments[first_said + 2 * b];
        *out++ = element(said, b, BranchElement::Way);
        *out++ = element(said, b, BranchElement::State);
        *out++ = -1;
        *out++ = 0;
        *out++ = 0;
      }
      return EvalStatus::Ok;
    }
    const std::lock_guard lock(mutex_);
    if (!unchanged(arguments)) answer(arguments);
    std::copy(answer_.begin(), answer_.end(), out);
    return EvalStatus::Ok;
  }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  int size() const { return 1 + results_of_branch * static_cast<int>(branches_.size()); }
  double element(const double* said, std::size_t b, BranchElement which) const {
    return said[branches_[b].nodes.size() + static_cast<std::size_t>(which)];
  }
  std::vector<char> truths(const double* values) const {
    std::vector<char> all(branches_.size());
    std::transform(values, values + all.size(), all.begin(), [](double v) { return v != 0; });
    return all;
  }
  NetworkLaw law(const double* first) const { return {first[0], first[1], first[2]}; }

  // Copies the arguments. True if they are, bit by bit, those of the last answer.
  bool unchanged(std::span<const double* const> arguments) const {
    bool same = answered_;
    double* kept = read_.data();
    const auto take = [&](const double* from, std::size_t count) {
      same = same && std::memcmp(kept, from, count * sizeof(double)) == 0;
      kept = std::copy_n(from, count, kept);
    };
    take(arguments[0], instant_elements);
    for (int k : {1, 2}) take(arguments[k], branches_.size());
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      take(arguments[first_said + 2 * b], size_of_said(b));
      take(arguments[first_said + 1 + 2 * b], next_elements);
    }
    answered_ = true;
    return same;
  }
  std::size_t size_of_said(std::size_t b) const {
    return branches_[b].nodes.size() + branch_elements - next_elements;
  }

  void answer(std::span<const double* const> arguments) const {
    SwitchingNetwork::Given given;
    given.start = arguments[0][1] != 0;
    given.time = std::fabs(arguments[0][2]);
    given.loose = truths(arguments[1]);
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      const double *said = arguments[first_said + 2 * b], *next = arguments[first_said + 1 + 2 * b];
      const auto of = [&](BranchElement which) { return element(said, b, which); };
      given.weights.insert(given.weights.end(), said, said + branches_[b].nodes.size());
      given.before.push_back(law(said + branches_[b].nodes.size()));
      given.next.push_back(branches_[b].stores() ? given.before.back() : law(next));
      given.slopes.push_back(of(BranchElement::Slope));
      given.states.push_back(of(BranchElement::State) * of(BranchElement::Gain));
      given.capacities.push_back(branches_[b].stores() ? of(BranchElement::Capacity) : 1);
      given.limits.push_back(of(BranchElement::Limit));
      given.kinetics.push_back(of(BranchElement::Kinetic));
      given.limit_slopes.push_back(of(BranchElement::LimitSlope));
      given.kinetic_slopes.push_back(of(BranchElement::KineticSlope));
      given.restitutions.push_back(of(BranchElement::Restitution));
      given.slowest.push_back(of(BranchElement::Slowest));
      given.beyond.push_back(of(BranchElement::Beyond));
      given.gyrations.push_back(of(BranchElement::Gyration));
      given.drops.push_back(of(BranchElement::Drop));
      given.ways.push_back(static_cast<int>(of(BranchElement::Way)));
      given.crossed.push_back(of(BranchElement::Crossed) != 0);
      given.rests.push_back(
          next[static_cast<int>(BranchElement::Rests) - static_cast<int>(BranchElement::Next)] != 0);
    }
    const std::vector<char> switching = truths(arguments[2]);
    const SwitchingNetwork::Outcome& outcome = network_->decide(given, switching, arguments[0][3] != 0);
    answer_.assign(1, outcome.found);
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      const double x = element(arguments[first_said + 2 * b], b, BranchElement::State),
                   gain = element(arguments[first_said + 2 * b], b, BranchElement::Gain);
      answer_.push_back(outcome.ways[b]);
      answer_.push_back(
          !branches_[b].stores() || outcome.states[b] == given.states[b] ? x : outcome.states[b] / gain);
      answer_.push_back(outcome.slacks[b]);
      answer_.push_back(outcome.impulses[b]);
      answer_.push_back(outcome.moved[b]);
    }
  }

  int nodes_;
  std::vector<NetworkBranch> branches_;
  mutable std::mutex mutex_;  // a program may be run in several threads
  std::unique_ptr<NetworkParts> network_;
  mutable std::vector<double> read_, answer_;
  mutable bool answered_ = false;
};

}  // namespace

NetworkDecision decide(const NetworkTerms& terms, const NetworkInstant& instant) {
  ir::Graph& graph = terms.graph();
  const auto joined = [&](const std::vector<ir::Value>& parts) {
    return graph.concat(parts, vector_shape(static_cast<int>(parts.size())));
  };
  std::vector<ir::Value> arguments{
      joined({instant.changes, instant.start, instant.time, instant.contradicted}), joined(instant.loose),
      joined(instant.switching)};
  for (int b = 0; b < terms.branches(); ++b)
    for (ir::Value v : terms.all_said(static_cast<std::size_t>(b))) arguments.push_back(v);
  const ir::Value all = graph.call(std::make_shared<Decision>(terms), arguments).front();
  NetworkDecision decision{terms.element(all, 0), {}, {}, {}, {}, {}};
  int at = 1;
  for (int b = 0; b < terms.branches(); ++b)
    for (auto* results :
         {&decision.way, &decision.state, &decision.slack, &decision.impulse, &decision.moved})
      results->push_back(terms.element(all, at++));
  return decision;
}

}  // namespace sim::compile_phases
