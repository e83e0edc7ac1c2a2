// The instants of events against closed forms, for every variable-step solver: within ten tolerances of where
// they are, at every tolerance; of backward differences within fifty, for errors of their many steps add up.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "sim_core/solvers/methods/registry.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

bool long_tests() { return std::getenv("FLUXION_LONG_TESTS") != nullptr; }

struct EventModel {
  std::string name;
  Diagram diagram;
  std::vector<double> times;  // of its events
  double rate;                // how fast the crossing function moves there, relative to the state's size
};

// x' = -x from 1 through 1/2.
EventModel decay() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           rate = m.block("math/gain", "rate", {{"k", "-1"}}),
           hit = m.block("discontinuities/hit_crossing", "hit", {{"HitCrossingOffset", "0.5"}});
  m.connect(x, rate).connect(rate, x).connect(x, hit).connect(hit, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "1");
  return {"decay", m.diagram, {std::log(2)}, 1};
}

// x'' = -x from (1, 0), through 0 and, falling, through 1/2.
EventModel oscillator() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           v = m.block("continuous/integrator", "v"), pull = m.block("math/gain", "pull", {{"k", "-1"}});
  m.connect(x, pull).connect(pull, v).connect(v, x);
  for (const char* offset : {"0", "0.5"}) {
    const Id hit = m.block("discontinuities/hit_crossing", std::string("hit ") + offset,
                           {{"HitCrossingOffset", offset}, {"HitCrossingDirection", "falling"}});
    m.connect(x, hit).connect(hit, m.block("sinks/scope", std::string("Scope ") + offset));
  }
  m.set("StopTime", "2");
  return {"oscillator", m.diagram, {std::acos(0.5), std::acos(0)}, 1};
}

// x' = 3/2 - x; at 1 it fires and begins again at 0: an integrate-and-fire neuron.
EventModel neuron() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x",
                       {{"ExternalReset", "rising"}, {"ShowStatePort", "on"}, {"x0", "0"}}),
           drive = m.block("sources/constant", "drive", {{"value", "1.5"}}),
           sum = m.block("math/sum", "sum", {{"signs", "+-"}}),
           over = m.block("math/bias", "over", {{"Bias", "-1"}});
  m.connect(drive, sum, 0).connect(x, 0, sum, 1).connect(sum, x, 0);
  m.connect(x, 1, over, 0).connect(over, x, 1).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "3.5");
  return {"neuron", m.diagram, {std::log(3), 2 * std::log(3), 3 * std::log(3)}, 0.5};
}

std::vector<EventModel> models_with_events() { return {decay(), oscillator(), neuron()}; }

class EventTimes : public testing::TestWithParam<Method> {};

TEST_P(EventTimes, AreWithinTenTolerancesOfClosedForms) {
  const Method& method = GetParam();
  const double least = method.order <= 2                    ? (long_tests() ? 1e-8 : 1e-6)
                       : method.order <= 3 && !long_tests() ? 1e-9
                                                            : 1e-12;
  for (const EventModel& model : models_with_events())
    for (double tolerance = 1e-3; tolerance >= least * 0.9; tolerance /= 10) {
      Diagram diagram = model.diagram;
      diagram.settings["Solver"] = std::string(method.name);
      diagram.settings["RelTol"] = to_text(tolerance);
      const RunOutcome run = run_diagram(diagram);
      ASSERT_EQ(run.end, RunEnd::Finished) << model.name << " " << tolerance << ": " << run.messages();
      std::vector<double> found;
      for (const EventRecord& event : run.statistics.events)
        if (found.empty() || event.time - found.back() > 1e-9) found.push_back(event.time);
      ASSERT_EQ(found.size(), model.times.size())
          << model.name << " " << tolerance << testing::PrintToString(found);
      for (std::size_t k = 0; k < found.size(); ++k) {
        const double error = std::fabs(found[k] - model.times[k]) * model.rate / tolerance;
        if (std::getenv("SOLVER_TABLE"))
          std::printf("%-8s %-10s %.0e event %zu %8.2f steps %llu\n", std::string(method.name).c_str(),
                      model.name.c_str(), tolerance, k, error,
                      static_cast<unsigned long long>(run.statistics.steps));
        EXPECT_LE(error, method.implicit && method.multistep ? 50 : 10)
            << model.name << " " << tolerance << ", event " << k;
      }
    }
}

std::vector<Method> variable_step_methods() {
  std::vector<Method> result;
  for (const Method& m : methods())
    if (m.error_control) result.push_back(m);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Registry, EventTimes, testing::ValuesIn(variable_step_methods()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace sim
