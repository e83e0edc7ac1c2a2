#include <array>
#include <cassert>
#include <memory>

#include "benchmarks/table/dormand_prince_by_hand.h"
#include "benchmarks/table/row.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

constexpr double gravity = 9.81, height = 10, speed = 15, rebound = 0.8, end_time = 19, tolerance = 1e-6;

struct Fall {
  void operator()(double, const double* x, double* dx) const { dx[0] = x[1], dx[1] = -gravity; }
};

// A step that ends below the ground ends at the impact, found on the interpolant; the speed is turned, and
// the next step has a first length of its own.
class BallByHand : public DormandPrinceByHand<Fall> {
 public:
  int bounces = 0;
  BallByHand() : DormandPrinceByHand(Fall{}, 2, tolerance, tolerance) {}

  std::vector<double> bounce() {
    std::vector<double> x{height, speed};
    double t = 0;
    while (t < end_time) fly(t, x);
    return x;
  }

 private:
  void fly(double& t, std::vector<double>& x) {
    record(t, x.data());
    rhs_(t, x.data(), k_[0].data());
    for (double h = first_step(t, x); t < end_time;) {
      const double step = std::min(h, end_time - t), error = attempt(t, step, x);
      if (error > 1) {
        h = step * std::clamp(0.9 * std::pow(error, -0.2), 0.2, 0.9);
        continue;
      }
      const bool hit = y_[0] < 0;
      const double theta = hit ? impact(t, step, x) : 1;
      for (double part : {0.25, 0.5, 0.75}) interpolate(t, step, part * theta, x);
      ++steps;
      if (hit) {
        interpolate(t, step, theta, x);
        t += theta * step;
        x = {0, -rebound * z_[1]};
        ++bounces;
        return;
      }
      t += step;
      x.swap(y_);
      k_[0].swap(k_[6]);
      record(t, x.data());
      h = 5 * step;
    }
  }
  double impact(double t, double step, const std::vector<double>& x) {
    double low = 0, high = 1;
    for (int k = 0; k < 60 && (high - low) * step > 1e-15 * t; ++k) {
      const double middle = 0.5 * (low + high);
      interpolate(t, step, middle, x);
      rows.resize(rows.size() - 3);
      (z_[0] < 0 ? high : low) = middle;
    }
    return high;
  }
};

Diagram ball_diagram() {
  ModelBuilder m;
  const Id force = m.block("sources/constant", "Gravity", {{"Value", "-9.81"}});
  const Id ball = m.block("continuous/second_order_integrator", "Ball",
                          {{"ICSourceDXDT", "external"},
                           {"ICX", "10"},
                           {"LimitX", "on"},
                           {"LowerLimitX", "0"},
                           {"ReinitDXDTwhenXreachesSaturation", "on"}});
  const Id gain = m.block("math/gain", "Rebound", {{"k", "-0.8"}});
  const Id first = m.block("attributes/ic", "First", {{"InitialValue", "15"}});
  const Id scope = m.block("sinks/scope", "Flight", {{"Inputs", "2"}});
  m.connect(force, ball, 0).connect(ball, 1, gain, 0).connect(gain, first).connect(first, ball, 1);
  m.connect(ball, 0, scope, 0).connect(ball, 1, scope, 1);
  m.set("StopTime", "19").set("RelTol", "1e-6").set("AbsTol", "1e-6").set("MaxStep", "inf");
  m.set("ZeroCrossAlgorithm", "Adaptive").set("IgnoredZcDiagnostic", "none");
  return m.diagram;
}

// In closed form.
std::array<double, 2> exact() {
  double t = 0, x = height, v = speed;
  for (;;) {
    const double flight = (v + std::sqrt(v * v + 2 * gravity * x)) / gravity;
    if (t + flight > end_time) break;
    t += flight;
    v = rebound * (gravity * flight - v);
    x = 0;
  }
  const double left = end_time - t;
  return {x + v * left - 0.5 * gravity * left * left, v - gravity * left};
}

}  // namespace

void add_ball(std::vector<Row>& rows) {
  const auto library = std::make_shared<BlockLibrary>(standard_library());
  const std::shared_ptr<ModelRun> first = *ModelRun::prepare(ball_diagram(), *library);
  Row row;
  row.work = "a bouncing ball, 12 bounces: a run";
  row.wanted = 2.5;
  row.by_hand = [] { BallByHand().bounce(); };
  row.fluxion = [first, library] { first->again()->execute(); };
  row.errors = [first, library] {
    const auto right = exact();
    BallByHand hand;
    const auto x = hand.bounce();
    const auto run = first->again();
    const RunResult result = run->execute();
    const SignalLog& log = run->log();
    std::fprintf(stderr, "%d bounces, %ld steps; %llu crossings, %llu steps\n", hand.bounces, hand.steps,
                 static_cast<unsigned long long>(result.statistics.zero_crossings),
                 static_cast<unsigned long long>(result.statistics.steps));
    double theirs = 0, ours = 0;
    for (int k = 0; k < 2; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double weight = tolerance * std::max(1.0, std::abs(right[i]));
      theirs = std::max(theirs, std::abs(x[i] - right[i]) / weight);
      ours = std::max(ours, std::abs(log.value(k, log.size() - 1) - right[i]) / weight);
    }
    return std::pair(theirs, ours);
  };
  rows.push_back(std::move(row));
}

}  // namespace sim
