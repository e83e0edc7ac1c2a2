#include "tests/plugins/random/network_reference.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>

#include "tests/plugins/random/network_branches.h"
#include "tests/plugins/random/network_signal.h"

namespace sim {

namespace {

using Kind = NetworkElement::Kind;

constexpr long double nothing = 1e-12;       // relative to the largest of its kind; all numbers are around 1
constexpr long double sample = 1.0L / 3000;  // of the whole time
constexpr std::size_t most_instants = 200;

class NetworkSolver {
 public:
  using Instant = NetworkReference::Instant;
  using Result = NetworkReference::Result;
  explicit NetworkSolver(const NetworkSpec& spec);
  Result run();

 private:
  static constexpr int orders = 4;  // the highest; the last is not determined
  using Real = long double;
  using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

  using Branch = ReferenceBranch;
  using Law = Branch::Law;
  // For each branch. One-way: 1 holds, 0 is free. Switch: 1 closed. Friction: 0 locked; 1 or -1 slips,
  // against its kinetic resistance; 2 or -2 slips against its breakaway resistance, while that is asked for.
  using Mode = std::vector<int>;
  struct Linear {
    Matrix series,
        left;     // times y: potentials and through variables of all orders; what is left of the equations
    Matrix rate;  // dy/dt = rate y
  };

  int unknown(int order, int k) const { return (order + 1) * size_ + k; }
  void load_signals(Real t);
  Real gap(const Branch& b, const Vector& y) const;
  Real across(const Vector& series, const Branch& b, int order) const;
  Real through(const Vector& series, std::size_t b, int order) const;
  Vector signal_row(const Branch& b, int order) const;
  Linear make(const Mode& mode) const;
  const Linear& linear(const Mode& mode);
  bool consistent(const Mode& mode, Vector& series);
  bool find(const std::vector<char>& weak, Mode& mode, Vector& series);
  bool settle();
  Real at_rest(const Vector& series) const;
  std::vector<Real> violations(const Linear& of, const Vector& y) const;
  double speed_of_hit(const Linear& of) const;
  bool goes_wrong(const Linear& of, const Vector& y) const;
  Vector later(const Linear& of, const Vector& y, Real by) const;
  bool go_to(Real end, Result& result);
  void note(Result& result, const Mode& before, bool known, double speed = HUGE_VAL) const;

  const NetworkSpec& spec_;
  std::vector<Branch> branches_;
  int size_ = 0;                              // nodes and branches
  std::vector<std::pair<int, int>> signals_;  // element, place in y
  Vector y_;                                  // states, positions, signals with their slopes
  Real time_ = 0;
  Mode mode_;
  std::map<Mode, Linear> known_;
  std::vector<Real> slack_;  // what rounding left of violations at the last instant
};

NetworkSolver::NetworkSolver(const NetworkSpec& spec) : spec_(spec), branches_(branches_of(spec)) {
  size_ = spec.nodes + static_cast<int>(branches_.size());
  std::vector<Real> start;
  for (Branch& b : branches_) {
    const NetworkElement& e = spec.elements[static_cast<std::size_t>(b.element)];
    if (b.law == Law::Capacity || b.law == Law::Inductance) {
      b.state = static_cast<int>(start.size());
      start.push_back(e.initial);
    }
    if (b.side > 0) start.push_back(e.initial);
    if (b.side != 0) b.position = static_cast<int>(start.size()) - 1;
  }
  for (Branch& b : branches_) {
    const Kind kind = spec.elements[static_cast<std::size_t>(b.element)].kind;
    if (kind != Kind::AcrossSource && kind != Kind::ThroughSource && kind != Kind::Friction &&
        kind != Kind::Clutch && kind != Kind::Switch)
      continue;
    b.signal = static_cast<int>(start.size());
    signals_.emplace_back(b.element, b.signal);
    start.insert(start.end(), {0, 0});
  }
  y_ = Eigen::Map<Vector>(start.data(), static_cast<Eigen::Index>(start.size()));
  mode_.assign(branches_.size(), 0);
}

// Each signal with its slope, from this instant on.
void NetworkSolver::load_signals(Real t) {
  for (const auto& [element, place] : signals_) {
    const NetworkElement& e = spec_.elements[static_cast<std::size_t>(element)];
    const auto [value, slope] = e.kind == Kind::Friction ? SignalValue{} : signal_at(e.signal, t);
    y_[place] = value, y_[place + 1] = slope;
  }
  for (std::size_t b = 0; b < branches_.size(); ++b)
    if (branches_[b].law == Law::Switch) mode_[b] = y_[branches_[b].signal] > 0.5L;
}

NetworkSolver::Real NetworkSolver::gap(const Branch& b, const Vector& y) const {
  if (b.side == 0) return 0;
  const NetworkElement& e = spec_.elements[static_cast<std::size_t>(b.element)];
  return b.side > 0 ? y[b.position] - Real(e.lower) : Real(e.upper) - y[b.position];
}

NetworkSolver::Real NetworkSolver::across(const Vector& series, const Branch& b, int order) const {
  Real sum = 0;
  for (const auto& [node, weight] : b.ends) sum += weight * series[unknown(order, node)];
  return sum;
}
NetworkSolver::Real NetworkSolver::through(const Vector& series, std::size_t b, int order) const {
  return series[unknown(order, spec_.nodes + static_cast<int>(b))];
}

// The derivative of its signal of this order, as a row over y.
NetworkSolver::Vector NetworkSolver::signal_row(const Branch& b, int order) const {
  Vector row = Vector::Zero(y_.size());
  if (b.signal < 0 || order < 0) return row;
  const NetworkSignal& s = spec_.elements[static_cast<std::size_t>(b.element)].signal;
  if (!s.is_sine()) {
    if (order < 2) row[b.signal + order] = 1;
    return row;
  }
  const Real omega = 2 * std::numbers::pi_v<Real> * s.frequency;
  row[b.signal + order % 2] = std::pow(omega, order) * (order % 4 < 2 ? 1 : -1);
  return row;
}

NetworkSolver::Linear NetworkSolver::make(const Mode& mode) const {
  const int rows = (orders + 2) * size_;
  Matrix a = Matrix::Zero(rows, rows), given = Matrix::Zero(rows, y_.size());
  for (int order = -1; order <= orders; ++order)
    for (std::size_t k = 0; k < branches_.size(); ++k) {
      const Branch& b = branches_[k];
      const int j = spec_.nodes + static_cast<int>(k), row = unknown(order, j);
      for (const auto& [node, weight] : b.ends) a(unknown(order, node), unknown(order, j)) += weight;
      const auto put_across = [&](int of_order, Real factor) {
        for (const auto& [node, weight] : b.ends) a(row, unknown(of_order, node)) += factor * weight;
      };
      const auto put_through = [&](int of_order, Real factor) { a(row, unknown(of_order, j)) += factor; };
      const bool slips = b.law == Law::Friction && (mode[k] != 0 || order < 0);
      const bool fixes_across = b.law == Law::Across || (b.law == Law::Friction && !slips) ||
                                ((b.law == Law::OneWay || b.law == Law::Switch) && mode[k] != 0);
      if (b.law == Law::Capacity) {
        put_across(order, order < 0 ? 1 : b.value);
        if (order >= 0) put_through(order - 1, -1);
        if (order == 0) given(row, b.state) = b.value;
      } else if (b.law == Law::Inductance) {
        put_through(order, order < 0 ? 1 : b.value);
        if (order >= 0) put_across(order - 1, -1);
        if (order == 0) given(row, b.state) = b.value;
      } else if (b.law == Law::Resistance) {
        put_across(order, 1);
        put_through(order, -b.value);
      } else if (b.law == Law::Gyrator) {
        put_through(order, 1);
        for (const auto& [node, weight] : branches_[b.partner > 0 ? k + 1 : k - 1].ends)
          a(row, unknown(order, node)) += b.value * weight;
      } else if (fixes_across) {
        put_across(order, 1);
        if (b.law == Law::Across) given.row(row) = signal_row(b, order).transpose();
      } else {
        put_through(order, 1);
        const Real factor = b.law == Law::Through ? -1
                            : slips && order >= 0
                                ? (std::abs(mode[k]) == 2 ? b.breakaway : b.kinetic) * (mode[k] > 0 ? 1 : -1)
                                : 0;
        given.row(row) = factor * signal_row(b, order).transpose();
      }
    }
  Eigen::FullPivLU<Matrix> lu(rows, rows);
  lu.setThreshold(1e-14L);
  lu.compute(a);
  Linear of;
  of.series = lu.solve(given);
  of.left = a * of.series - given;
  of.rate = Matrix::Zero(y_.size(), y_.size());
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const Branch& b = branches_[k];
    const auto row_of = [&](int order) -> Vector {
      if (b.law == Law::Inductance)
        return of.series.row(unknown(order, spec_.nodes + static_cast<int>(k))).transpose();
      Vector row = Vector::Zero(y_.size());
      for (const auto& [node, weight] : b.ends)
        row += weight * of.series.row(unknown(order, node)).transpose();
      return row;
    };
    if (b.state >= 0) of.rate.row(b.state) = row_of(1).transpose();
    if (b.side > 0) of.rate.row(b.position) = row_of(0).transpose();
    if (b.signal < 0) continue;
    const NetworkSignal& s = spec_.elements[static_cast<std::size_t>(b.element)].signal;
    const Real omega = s.is_sine() ? 2 * std::numbers::pi_v<Real> * s.frequency : 1;
    of.rate(b.signal, b.signal + 1) = omega;
    if (s.is_sine()) of.rate(b.signal + 1, b.signal) = -omega;
  }
  return of;
}

const NetworkSolver::Linear& NetworkSolver::linear(const Mode& mode) {
  const auto found = known_.find(mode);
  return found != known_.end() ? found->second : known_.emplace(mode, make(mode)).first->second;
}

// Whether this mode is right; its series.
bool NetworkSolver::consistent(const Mode& mode, Vector& series) {
  const Linear& of = linear(mode);
  series = of.series * y_;
  const Real size = 1 + std::max(y_.lpNorm<Eigen::Infinity>(), series.lpNorm<Eigen::Infinity>());
  if ((of.left * y_).lpNorm<Eigen::Infinity>() > 1e-11L * size) return false;
  std::vector<Real> tolerance_across, tolerance_through;
  for (int order = -1; order < orders; ++order) {
    const auto block = series.segment(unknown(order, 0), size_);
    const auto largest = [&](Eigen::Index from, Eigen::Index count) {
      return nothing *
             (count > 0 ? std::max<Real>(1, block.segment(from, count).lpNorm<Eigen::Infinity>()) : 1);
    };
    tolerance_across.push_back(largest(0, spec_.nodes));
    tolerance_through.push_back(largest(spec_.nodes, size_ - spec_.nodes));
  }
  // The sign of the first term that is not 0.
  const auto sign = [&](const auto& term, const std::vector<Real>& tolerance) {
    for (int order = -1; order < orders; ++order) {
      const Real value = term(order);
      if (std::abs(value) > tolerance[static_cast<std::size_t>(order + 1)]) return value > 0 ? 1 : -1;
    }
    return 0;
  };
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const Branch& b = branches_[k];
    const auto w = [&](int order) { return across(series, b, order); };
    const auto j = [&](int order) { return through(series, k, order); };
    if (b.law == Law::OneWay) {
      if (mode[k] != 0 && (gap(b, y_) > nothing || sign(j, tolerance_through) > 0)) return false;
      if (mode[k] == 0 && gap(b, y_) <= nothing && sign(w, tolerance_across) < 0) return false;
    } else if (b.law == Law::Friction && mode[k] == 0) {
      for (const int side : {1, -1}) {
        const auto room = [&](int order) {
          return order < 0 ? 0 : b.breakaway * signal_row(b, order).dot(y_) - side * j(order);
        };
        if (sign(room, tolerance_through) < 0) return false;
      }
    } else if (b.law == Law::Friction) {
      if (sign(w, tolerance_across) * mode[k] <= 0) return false;
    }
  }
  return true;
}

// A right mode, as near to the present one as possible. weak: friction that slips does so against its kinetic
// resistance.
bool NetworkSolver::find(const std::vector<char>& weak, Mode& mode, Vector& series) {
  std::vector<std::pair<int, Mode>> modes{{0, mode}};
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const Branch& b = branches_[k];
    if (b.law != Law::OneWay && b.law != Law::Friction) continue;
    const int strength = weak[k] != 0 ? 1 : 2;
    std::vector<int> ways{0};
    if (b.law == Law::Friction)
      ways = {0, strength, -strength};
    else if (gap(b, y_) <= nothing)
      ways = {0, 1};
    std::vector<std::pair<int, Mode>> more;
    for (const auto& [changes, of] : modes)
      for (const int way : ways) {
        more.push_back({changes + ((way > 0) - (way < 0) != (mode[k] > 0) - (mode[k] < 0)), of});
        more.back().second[k] = way;
      }
    modes = std::move(more);
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [changes, candidate] : modes)
    if (consistent(candidate, series)) {
      mode = candidate;
      return true;
    }
  return false;
}

NetworkSolver::Real NetworkSolver::at_rest(const Vector& series) const {
  return nothing * std::max<Real>(1, series.segment(unknown(0, 0), spec_.nodes).lpNorm<Eigen::Infinity>());
}

bool NetworkSolver::settle() {
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds; ++round) {
    Mode mode = mode_;
    std::vector<char> weak(branches_.size(), 0);
    Vector series = linear(mode_).series * y_;
    for (std::size_t k = 0; k < branches_.size(); ++k)  // what slips goes on doing so
      weak[k] = branches_[k].law == Law::Friction && mode[k] != 0 &&
                std::abs(across(series, branches_[k], 0)) > at_rest(series);
    for (bool all = false, again = true; again; all = true) {
      if (!find(weak, mode, series)) return false;
      again = !all;
      for (std::size_t k = 0; k < branches_.size(); ++k) {
        if (branches_[k].law != Law::Friction || mode[k] == 0 || weak[k] != 0) continue;
        if (!all && std::abs(across(series, branches_[k], 0)) <= at_rest(series)) continue;
        weak[k] = 1;
        again = true;
      }
    }
    mode_ = mode;
    bool moved = false;
    for (std::size_t k = 0; k < branches_.size(); ++k) {
      const Branch& b = branches_[k];
      if (b.state < 0) continue;
      const Real behind = b.law == Law::Capacity ? across(series, b, 0) : through(series, k, 0);
      moved |= std::abs(behind - y_[b.state]) > nothing * (1 + std::abs(behind));
      y_[b.state] = behind;
    }
    if (moved) continue;
    slack_ = violations(linear(mode_), y_);
    return true;
  }
  return false;
}

// By how much each element that switches is past what it is watched for.
std::vector<NetworkSolver::Real> NetworkSolver::violations(const Linear& of, const Vector& y) const {
  const auto row = [&](int k) { return Real(of.series.row(unknown(0, k)).dot(y)); };
  std::vector<Real> past(branches_.size(), 0);
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const Branch& b = branches_[k];
    if (b.law != Law::OneWay && b.law != Law::Friction) continue;
    const Real j = row(spec_.nodes + static_cast<int>(k));
    Real w = 0;
    for (const auto& [node, weight] : b.ends) w += weight * row(node);
    if (b.law == Law::OneWay) {
      const Real left = gap(b, y);
      past[k] = mode_[k] != 0 ? j : left > 1e-14L ? 0 : std::max(-left, -w);
    } else {
      past[k] = mode_[k] == 0 ? std::abs(j) - b.breakaway * y[b.signal] : -w * mode_[k];
    }
  }
  return past;
}

// Of the slowest of the stops that are at their limits and closing.
double NetworkSolver::speed_of_hit(const Linear& of) const {
  const Vector series = of.series * y_;
  double slowest = HUGE_VAL;
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const Branch& b = branches_[k];
    const Real size = b.side == 0 ? 0 : std::abs(y_[b.position]) + std::abs(gap(b, y_)),
               w = across(series, b, 0);
    if (mode_[k] == 0 && std::abs(gap(b, y_)) < 1e-9L * size && w < 0)
      slowest = std::min(slowest, static_cast<double>(-w / size));
  }
  return slowest;
}

bool NetworkSolver::goes_wrong(const Linear& of, const Vector& y) const {
  const std::vector<Real> past = violations(of, y);
  const Real some = 1e-14L * (1 + y.lpNorm<Eigen::Infinity>());
  for (std::size_t k = 0; k < past.size(); ++k)
    if (past[k] > some + 2 * std::max<Real>(0, slack_[k])) return true;
  return false;
}

NetworkSolver::Vector NetworkSolver::later(const Linear& of, const Vector& y, Real by) const {
  Vector sum = y, term = y;
  for (int k = 1; k < 200; ++k) {
    term = of.rate * term * (by / k);
    sum += term;
    if (term.lpNorm<Eigen::Infinity>() <= 1e-20L * y.lpNorm<Eigen::Infinity>()) break;
  }
  return sum;
}

bool NetworkSolver::go_to(Real end, Result& result) {
  while (time_ < end) {
    const Linear& of = linear(mode_);
    const Real step = std::min(end - time_, sample * static_cast<Real>(spec_.end));
    const Vector next = later(of, y_, step);
    if (!goes_wrong(of, next)) {
      y_ = next;
      time_ = end - time_ <= step ? end : time_ + step;
      continue;
    }
    Real low = 0, high = step;
    for (int pass = 0; pass < 70 && high - low > 1e-18L; ++pass) {
      const Real middle = (low + high) / 2;
      (goes_wrong(of, later(of, y_, middle)) ? high : low) = middle;
    }
    y_ = later(of, y_, high);
    time_ += high;
    const Mode before = mode_;
    const double speed = speed_of_hit(of);
    if (!settle()) {
      result.failure = "no mode is consistent";
      return false;
    }
    note(result, before, false, speed);
    if (result.instants.size() > most_instants) {
      result.failure = "too many instants";
      return false;
    }
  }
  return true;
}

void NetworkSolver::note(Result& result, const Mode& before, bool known, double speed) const {
  Instant instant{static_cast<double>(time_), {}, known, speed};
  for (std::size_t k = 0; k < branches_.size(); ++k)
    if (mode_[k] != before[k])
      instant.elements.push_back(spec_.elements[static_cast<std::size_t>(branches_[k].element)].name);
  if (!instant.elements.empty() || !known) result.instants.push_back(std::move(instant));
}

NetworkSolver::Result NetworkSolver::run() {
  Result result;
  std::vector<double> jumps, stops = spec_.instants;
  for (const NetworkElement& e : spec_.elements)
    for (double t : e.signal.times)
      if (t > 0 && t < spec_.end) jumps.push_back(t);
  stops.insert(stops.end(), jumps.begin(), jumps.end());
  std::sort(stops.begin(), stops.end());
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  load_signals(0);
  if (!settle()) {
    result.failure = "no mode is consistent at the start";
    return result;
  }
  for (const double stop : stops) {
    if (!go_to(stop, result)) return result;
    if (std::find(jumps.begin(), jumps.end(), stop) != jumps.end()) {
      const Mode before = mode_;
      load_signals(stop);
      if (!settle()) {
        result.failure = "no mode is consistent";
        return result;
      }
      note(result, before, true);
    }
    if (std::find(spec_.instants.begin(), spec_.instants.end(), stop) == spec_.instants.end()) continue;
    const Vector series = linear(mode_).series * y_;
    result.values.emplace_back();
    for (int node : spec_.watched)
      result.values.back().push_back(static_cast<double>(series[unknown(0, node)]));
  }
  return result;
}

}  // namespace

NetworkReference::Result NetworkReference::run() const { return NetworkSolver(spec_).run(); }

}  // namespace sim
