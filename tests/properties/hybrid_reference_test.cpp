// Random multirate, conditional and nested models against the reference interpreter, at every tick and
// between ticks, under four solvers and two step sizes. A share runs always, all 10,000 with
// FLUXION_LONG_TESTS=1.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/random_hybrid.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr int ticks = 60;

struct Stepping {
  const char *solver, *fixed_step, *max_step;
};

std::vector<Stepping> steppings(bool integrates) {
  const char* without = integrates ? "ode4" : "discrete";
  return {{without, "1/20", "auto"},  {without, "1/40", "0.03"},  {"ode1", "1/20", "auto"},
          {"ode1", "1/40", "auto"},   {"ode45", "auto", "auto"},  {"ode45", "auto", "0.037"},
          {"ode15s", "auto", "auto"}, {"ode15s", "auto", "0.023"}};
}

// What the interpreter gives at each tick, by recorded block.
std::vector<std::vector<double>> expected(const RandomHybrid& drawn) {
  reference::Interpreter interpreter(drawn.model(), 1.0 / RandomHybrid::ticks_per_second);
  std::vector<std::vector<double>> values(drawn.recorded().size());
  for (int tick = 0; tick <= ticks; ++tick) {
    interpreter.advance(tick);
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k].push_back(interpreter.output(drawn.recorded()[k]));
  }
  return values;
}

// The first difference; empty: none.
std::string first_difference(const RandomHybrid& drawn, const std::vector<std::vector<double>>& wanted,
                             const RunOutcome& run) {
  const std::vector<double> time = run.column("time");
  std::string first;
  double earliest = 1e9;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const int block = drawn.recorded()[k];
    const std::string name = drawn.column(block);
    const std::vector<double> column = run.column(name);
    if (column.empty()) return "no column " + name;
    std::size_t row = 0;
    for (int half = 0; half <= 2 * ticks; ++half) {
      const double t = half / (2.0 * RandomHybrid::ticks_per_second);
      while (row + 1 < time.size() && time[row + 1] <= t) ++row;
      if (drawn.moves(block) && (half % 2 != 0 || time[row] < t)) continue;  // it has gone on since
      const double is = column[row], should_be = wanted[k][static_cast<std::size_t>(half / 2)];
      const double tolerance = drawn.is_exact(block) ? 0 : 1e-9 * std::max(1.0, std::fabs(should_be));
      if (std::fabs(is - should_be) <= tolerance || t >= earliest) continue;
      earliest = t;
      first = name + " is " + to_text(is) + " at t = " + to_text(t) + " where " + to_text(should_be) +
              " is right";
      break;
    }
  }
  return first;
}

}  // namespace

TEST(HybridReference, RandomModelsDoWhatTheDocumentationSays) {
  const char* chosen = std::getenv("FLUXION_HYBRID_SEED");
  const int from = chosen ? std::atoi(chosen) : 1;
  const int count = chosen ? 1 : std::getenv("FLUXION_LONG_TESTS") ? 10'000 : 150;
  int wrong = 0;
  for (int seed = from; seed < from + count && wrong < 20; ++seed) {
    RandomHybrid drawn(static_cast<unsigned>(seed));
    const auto wanted = expected(drawn);
    drawn.builder().set("StopTime",
                        std::to_string(ticks) + "/" + std::to_string(RandomHybrid::ticks_per_second));
    for (const Stepping& stepping : steppings(drawn.integrates())) {
      drawn.builder().set("Solver", stepping.solver).set("FixedStep", stepping.fixed_step);
      drawn.builder().set("MaxStep", stepping.max_step);
      const RunOutcome run = run_diagram(drawn.builder().diagram);
      ASSERT_TRUE(run.prepared) << "seed " << seed << ": " << run.messages();
      std::string difference =
          run.end == RunEnd::Finished ? first_difference(drawn, wanted, run) : run.messages();
      if (difference.empty()) continue;
      ADD_FAILURE() << "seed " << seed << ", " << stepping.solver << " with steps of " << stepping.fixed_step
                    << " or " << stepping.max_step << ": " << difference;
      ++wrong;
      break;
    }
  }
}

}  // namespace sim
