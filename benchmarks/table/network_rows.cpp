// Physical networks in rows: vessels behind resistances, coils and capacitors, and rods that hang on one
// another; beside the same steps over equations that are written for these rows alone.
#include <array>
#include <cstdio>
#include <memory>

#include "benchmarks/table/dormand_prince_by_hand.h"
#include "benchmarks/table/prepared_run.h"
#include "benchmarks/table/row.h"
#include "plugins/libraries.h"
#include "tests/plugins/network_rows.h"

namespace sim {

namespace {

constexpr double tolerance = 1e-6;
constexpr int measured = 12;  // the element that is recorded: what begins at the source has come so far

BlockLibrary network_library() {
  BlockLibrary blocks = standard_library();
  add_network_libraries(blocks);
  return blocks;
}

Diagram with_steps(Diagram diagram, const char* stop, const char* absolute) {
  diagram.settings["StopTime"] = stop;
  diagram.settings["RelTol"] = "1e-6";
  diagram.settings["AbsTol"] = absolute;
  diagram.settings["MaxStep"] = "inf";
  diagram.settings["UnconnectedOutput"] = "none";
  return diagram;
}

// 500 vessels of 1 l behind 500 resistances, at 1 bar: a pressure in bar is 1e-5 p, and C R = 1 ms.
constexpr int vessels = 500;
struct VesselsByHand {
  void operator()(double, const double* p, double* dp) const {
    double before = 1e5;
    for (std::size_t k = 0; k < vessels; ++k) {
      const double after = k + 1 < vessels ? p[k + 1] : p[k];
      dp[k] = ((before - p[k]) / 1e9 - (p[k] - after) / 1e9) / 1e-12;
      before = p[k];
    }
  }
};

// 500 coils and capacitors at 1 V, one after the other.
constexpr int stages = 500;
struct LineByHand {
  void operator()(double, const double* x, double* dx) const {
    double before = 1;
    for (std::size_t k = 0; k < stages; ++k) {  // currents first, then voltages
      const double i = x[k], v = x[stages + k], next = k + 1 < stages ? x[k + 1] : 0;
      dx[k] = (before - v) / 1e-3;
      dx[stages + k] = (i - next) / 1e-3;
      before = v;
    }
  }
};

double error_in_tolerances(double x, double exact, double absolute) {
  return std::abs(x - exact) / std::max(tolerance * std::abs(exact), absolute);
}

template <class Rhs>
Row network_row(std::string work, Diagram diagram, Rhs rhs, std::size_t states, std::size_t recorded,
                double end, double absolute) {
  auto prepared = std::make_shared<PreparedRun>(std::move(diagram), network_library());
  const auto by_hand = [=](double relative) {
    std::vector<double> x(states, 0.0);
    DormandPrinceByHand<Rhs> method(rhs, states, relative, relative / tolerance * absolute);
    method.run(x, 0, end);
    return std::pair(x[recorded], method.steps);
  };
  Row row;
  row.work = std::move(work);
  row.wanted = 2;
  row.by_hand = [=] { by_hand(tolerance); };
  row.fluxion = [=] { prepared->run(); };
  row.errors = [=] {
    const double exact = by_hand(1e-11).first;
    const auto [here, steps] = by_hand(tolerance);
    const auto [run, result] = prepared->run();
    std::fprintf(stderr, "%ld steps by hand, %llu steps\n", steps,
                 static_cast<unsigned long long>(result.statistics.steps));
    const SignalLog& log = run->log();
    return std::pair(error_in_tolerances(here, exact, absolute),
                     error_in_tolerances(log.value(0, log.size() - 1), exact, absolute));
  };
  return row;
}

// Rods of 1 kg and 0.1 m, from the horizontal. Unknown are x, y, angle of each, then their rates; the forces
// in the joints solve a system whose matrix A M^-1 A' has three blocks of 2 x 2 in a row.
constexpr int rods = 200;
constexpr double half = 0.05, inverse_inertia = 12 / 0.01, weight = 9.80665;

class ChainByHand {
 public:
  void operator()(double, const double* x, double* dx) const {
    const double *q = x, *v = x + 3 * rods;
    factor(q);
    for (std::size_t k = 0; k < rods; ++k) {
      const double own = v[3 * k + 2] * v[3 * k + 2], before = k > 0 ? v[3 * k - 1] * v[3 * k - 1] : 0;
      const Pair u = arm(k), w = k > 0 ? arm(k - 1) : Pair{};
      force_[k] = {-(u[0] * own + w[0] * before), -(u[1] * own + w[1] * before)};
    }
    force_[0][1] += weight;
    solve();
    double* a = dx + 3 * rods;
    std::copy_n(v, 3 * rods, dx);
    std::fill_n(a, 3 * rods, 0.0);
    pull(a);
    for (std::size_t k = 0; k < rods; ++k) a[3 * k + 1] -= weight;
  }
  // Onto the joints: positions by Newton's method, then velocities.
  void project(double* x) const {
    double *q = x, *v = x + 3 * rods;
    for (int round = 0; round < 5; ++round) {
      factor(q);
      double most = 0;
      for (std::size_t k = 0; k < rods; ++k) {
        const Pair own = arm(k), before = k > 0 ? arm(k - 1) : Pair{};
        for (std::size_t i = 0; i < 2; ++i) {
          const double at = q[3 * k + i] - own[i] - (k > 0 ? q[3 * k - 3 + i] + before[i] : 0);
          force_[k][i] = -at;
          most = std::max(most, std::abs(at));
        }
      }
      if (most < 1e-14) break;
      solve();
      pull(q);
    }
    for (std::size_t k = 0; k < rods; ++k) {
      const Pair own = arm(k), before = k > 0 ? arm(k - 1) : Pair{};
      const double turn = v[3 * k + 2], last = k > 0 ? v[3 * k - 1] : 0;
      for (std::size_t i = 0; i < 2; ++i) {
        const double along = i == 0 ? -own[1] : own[0], other = i == 0 ? -before[1] : before[0];
        force_[k][i] = -(v[3 * k + i] - along * turn - (k > 0 ? v[3 * k - 3 + i] + other * last : 0));
      }
    }
    solve();
    pull(v);
  }

 private:
  using Pair = std::array<double, 2>;
  struct Block {
    double a = 0, b = 0, c = 0, d = 0;  // rows a b, c d
  };
  Pair arm(std::size_t k) const { return arms_[k]; }
  // w w' / J, w being the arm turned by a right angle.
  static Block turning(const Pair& u) {
    return {u[1] * u[1] * inverse_inertia, -u[0] * u[1] * inverse_inertia, -u[0] * u[1] * inverse_inertia,
            u[0] * u[0] * inverse_inertia};
  }
  void factor(const double* q) const {
    for (std::size_t k = 0; k < rods; ++k)
      arms_[k] = {half * std::cos(q[3 * k + 2]), half * std::sin(q[3 * k + 2])};
    for (std::size_t k = 0; k < rods; ++k) {
      Block d = turning(arms_[k]);
      d.a += 1, d.d += 1;
      if (k > 0) {
        const Block t = turning(arms_[k - 1]);
        d.a += 1 + t.a, d.b += t.b, d.c += t.c, d.d += 1 + t.d;
        const Block s{t.a - 1, t.b, t.c, t.d - 1}, f = inverse_[k - 1];
        beside_[k] = {s.a * f.a + s.b * f.c, s.a * f.b + s.b * f.d, s.c * f.a + s.d * f.c,
                      s.c * f.b + s.d * f.d};
        const Block l = beside_[k];
        d.a -= l.a * s.a + l.b * s.c, d.b -= l.a * s.b + l.b * s.d;
        d.c -= l.c * s.a + l.d * s.c, d.d -= l.c * s.b + l.d * s.d;
      }
      const double det = d.a * d.d - d.b * d.c;
      inverse_[k] = {d.d / det, -d.b / det, -d.c / det, d.a / det};
    }
  }
  // force_: the right side, then the forces in the joints.
  void solve() const {
    for (std::size_t k = 1; k < rods; ++k) {
      const Block& l = beside_[k];
      const Pair before = force_[k - 1];
      force_[k][0] -= l.a * before[0] + l.b * before[1];
      force_[k][1] -= l.c * before[0] + l.d * before[1];
    }
    for (std::size_t k = rods; k-- > 0;) {
      const Block& f = inverse_[k];
      const Pair r = force_[k];
      force_[k] = {f.a * r[0] + f.b * r[1], f.c * r[0] + f.d * r[1]};
      if (k + 1 == rods) continue;
      const Block& l = beside_[k + 1];
      const Pair next = force_[k + 1];
      force_[k][0] -= l.a * next[0] + l.c * next[1];
      force_[k][1] -= l.b * next[0] + l.d * next[1];
    }
  }
  // Adds M^-1 A' force.
  void pull(double* to) const {
    for (std::size_t k = 0; k < rods; ++k) {
      const Pair own = force_[k], next = k + 1 < rods ? force_[k + 1] : Pair{}, u = arms_[k];
      to[3 * k] += own[0] - next[0];
      to[3 * k + 1] += own[1] - next[1];
      to[3 * k + 2] -= inverse_inertia * (-u[1] * (own[0] + next[0]) + u[0] * (own[1] + next[1]));
    }
  }

  mutable std::array<Pair, rods> arms_{}, force_{};
  mutable std::array<Block, rods> beside_{}, inverse_{};
};

// Steps as those of ode45, each taken onto the joints.
class ChainRun : public DormandPrinceByHand<ChainByHand> {
 public:
  ChainRun(double relative, double absolute)
      : DormandPrinceByHand(ChainByHand{}, 6 * rods, relative, absolute) {}

  // The place of the end.
  std::array<double, 2> swing(double end) {
    std::vector<double> x(6 * rods, 0.0);
    for (std::size_t k = 0; k < rods; ++k) x[3 * k] = half + 2 * half * static_cast<double>(k);
    march(
        x, 0, end, [](double, double) {},
        [&](double t) {
          rhs_.project(x.data());
          rhs_(t, x.data(), k_[0].data());
        });
    const double angle = x[3 * rods - 1];
    return {x[3 * rods - 3] + half * std::cos(angle), x[3 * rods - 2] + half * std::sin(angle)};
  }
};

Diagram chain_diagram() {
  NetworkBuilder m;
  Id last = m.block("planar/world", "world", {{"Animation", "off"}});
  int port = 0;
  for (int k = 0; k < rods; ++k) {
    const Id rod = m.block(
        "planar/body", numbered("rod", k),
        {{"m", "1"}, {"J", "0.01/12"}, {"xA", "-0.05"}, {"xB", "0.05"}, {"x0", numbered("0.05+0.1*", k)}});
    const Id joint = m.block("planar/revolute_joint", numbered("joint", k));
    m.join(last, port, joint, 0).join(joint, 1, rod, 0);
    last = rod, port = 1;
  }
  const Id sensor = m.block("planar/motion_sensor", "sensor");
  m.join(last, 1, sensor, 0);
  m.record(sensor, 0, "x");
  m.record(sensor, 1, "y");
  m.set("Refine", "1").set("ProjectionTooLarge", "none");
  return with_steps(m.diagram, "0.5", "1e-6");
}

Row chain_row() {
  constexpr double end = 0.5;
  auto prepared = std::make_shared<PreparedRun>(chain_diagram(), network_library());
  Row row;
  row.work = "200 rods that hang on one another, 0 to 0.5: a run";
  row.wanted = 2;
  row.rounds = 3;
  row.by_hand = [] { ChainRun(tolerance, tolerance).swing(end); };
  row.fluxion = [=] { prepared->run(); };
  row.errors = [=] {
    const auto exact = ChainRun(1e-10, 1e-12).swing(end);
    ChainRun hand(tolerance, tolerance);
    const auto here = hand.swing(end);
    const auto [run, result] = prepared->run();
    std::fprintf(stderr, "%ld steps by hand, %llu steps\n", hand.steps,
                 static_cast<unsigned long long>(result.statistics.steps));
    const SignalLog& log = run->log();
    double theirs = 0, ours = 0;
    for (int k = 0; k < 2; ++k) {
      const auto i = static_cast<std::size_t>(k);
      theirs = std::max(theirs, error_in_tolerances(here[i], exact[i], tolerance));
      ours = std::max(ours, error_in_tolerances(log.value(k, log.size() - 1), exact[i], tolerance));
    }
    return std::pair(theirs, ours);
  };
  return row;
}

}  // namespace

void add_network_rows(std::vector<Row>& rows) {
  rows.push_back(network_row("1,000 hydraulic elements in a row, 0 to 0.2: a run",
                             with_steps(hydraulic_row(2 * vessels, measured), "0.2", "1e-1"), VesselsByHand{},
                             vessels, measured, 0.2, 1e-1));
  rows.push_back(network_row("1,000 electrical elements in a row, 0 to 0.05: a run",
                             with_steps(electrical_row(2 * stages, measured), "0.05", "1e-6"), LineByHand{},
                             2 * stages, stages + measured, 0.05, 1e-6));
  rows.push_back(chain_row());
}

}  // namespace sim
