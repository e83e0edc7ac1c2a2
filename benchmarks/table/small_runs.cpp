#include <cassert>
#include <memory>

#include "benchmarks/models.h"
#include "benchmarks/table/dormand_prince_by_hand.h"
#include "benchmarks/table/prepared_run.h"
#include "benchmarks/table/row.h"

namespace sim {

namespace {

constexpr double tolerance = 1e-6;

double error_of(double x, double reference) {
  return std::abs(x - reference) / std::max(tolerance * std::abs(reference), tolerance);
}

double last_value(const SignalLog& log, int column) { return log.value(column, log.size() - 1); }

template <class Rhs>
Row run_row(std::string work, Diagram diagram, Rhs rhs, std::vector<double> x0, double end, int recorded) {
  auto prepared = std::make_shared<PreparedRun>(std::move(diagram));
  const auto by_hand = [=](double relative) {
    std::vector<double> x = x0;
    DormandPrinceByHand<Rhs> method(rhs, x.size(), relative, relative);
    method.run(x, 0, end);
    return x;
  };
  Row row;
  row.work = std::move(work);
  row.wanted = 1.3;
  row.by_hand = [=] { by_hand(tolerance); };
  row.fluxion = [=] { prepared->run(); };
  row.errors = [=] {
    const auto exact = by_hand(1e-12), here = by_hand(tolerance);
    const auto [run, result] = prepared->run();
    double ours = 0, theirs = 0;
    const std::size_t first = x0.size() - static_cast<std::size_t>(recorded);
    for (int k = 0; k < recorded; ++k) {
      const std::size_t i = first + static_cast<std::size_t>(k);
      theirs = std::max(theirs, error_of(here[i], exact[i]));
      ours = std::max(ours, error_of(last_value(run->log(), k), exact[i]));
    }
    return std::pair(theirs, ours);
  };
  return row;
}

struct PredatorPrey {
  void operator()(double, const double* x, double* dx) const {
    dx[0] = x[0] * (1 - x[1]);
    dx[1] = -2 * x[1] * (1 - x[0]);
  }
};

struct Lags {
  std::size_t n;
  void operator()(double t, const double* x, double* dx) const {
    double before = std::sin(t);
    for (std::size_t k = 0; k < n; ++k) {
      dx[k] = 2 * (before - x[k]);
      before = x[k];
    }
  }
};

struct SeparateLags {
  std::size_t n;
  void operator()(double t, const double* x, double* dx) const {
    const double source = std::sin(t);
    for (std::size_t k = 0; k < n; ++k) dx[k] = 2 * (source - x[k]);
  }
};

Diagram separate_lags_diagram(int count) {
  ModelBuilder m;
  const Id source = m.block("sources/sine_wave", "Source");
  Id last = no_id;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    const Id sum = m.block("math/sum", "Error" + n, {{"signs", "+-"}});
    const Id gain = m.block("math/gain", "Rate" + n, {{"k", "2"}});
    last = m.block("continuous/integrator", "Lag" + n);
    m.connect(source, sum, 0).connect(last, sum, 1).connect(sum, gain).connect(gain, last);
  }
  m.connect(last, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "20").set("RelTol", "1e-6").set("AbsTol", "1e-6").set("MaxStep", "inf");
  return m.diagram;
}

}  // namespace

void add_small_runs(std::vector<Row>& rows) {
  rows.push_back(run_row("predator and prey, 0 to 1000, ode45, RelTol 1e-6: a run", predator_prey_diagram(),
                         PredatorPrey{}, {3, 1}, 1000, 2));
  rows.push_back(run_row("a chain of 1,000 lags (3,002 blocks), 0 to 20: a run", lag_diagram(3000),
                         Lags{1000}, std::vector<double>(1000, 0.0), 20, 1));
  rows.push_back(run_row("1,000 lags side by side (3,002 blocks), 0 to 20: a run",
                         separate_lags_diagram(1000), SeparateLags{1000}, std::vector<double>(1000, 0.0), 20,
                         1));
}

}  // namespace sim
