// A row of disc clutches, as a diagram and written by hand: fluxion_clutches [CLUTCHES...]
// Processor time, the best of some rounds that alternate. Prints Markdown.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "benchmarks/clutches/row_by_hand.h"
#include "sim_core/base/text.h"
#include "tests/support/network_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr double relative = 1e-6, absolute = 1e-9;

Diagram diagram_of(const ClutchRow& row) {
  NetworkBuilder m;
  Id before = no_id;
  const Id pressure = m.constant("pressure", "1"), torque = m.constant("torque", to_text(row.torque)),
           source = m.block("driveline/torque_source", "source");
  m.connect(torque, source, 0).join(source, c, m.ground(), 0);
  for (std::size_t k = 0; k < row.inertia.size(); ++k) {
    const std::string number = std::to_string(k);
    const Id body = m.inertia("body" + number, to_text(row.inertia[k]), to_text(row.speed[k]));
    m.watch(body, 0, "w" + number);
    if (k == 0) {
      m.join(source, r, body, 0);
    } else {
      const Id clutch = m.block("driveline/clutch", "clutch" + number,
                                {{"r", "1"},
                                 {"N", "1"},
                                 {"A", "1"},
                                 {"mu_k", to_text(row.kinetic[k - 1])},
                                 {"mu_s", to_text(row.breakaway[k - 1])}});
      m.connect(pressure, clutch, 0).join(before, 0, clutch, r).join(clutch, c, body, 0);
    }
    before = body;
  }
  m.set("StopTime", to_text(row.end)).set("RelTol", to_text(relative)).set("AbsTol", to_text(absolute));
  m.set("Solver", "ode45");
  return m.diagram;
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(int clutches, int rounds) {
  const ClutchRow row = ClutchRow::of(clutches);
  const Diagram diagram = diagram_of(row);
  BlockLibrary library = standard_library();
  add_network_libraries(library);
  double by_hand = 1e9, compile = 1e9, run = 1e9, worst = 0;
  ClutchRun hand;
  RunStatistics statistics;
  for (int round = 0; round < rounds; ++round) {
    double from = seconds();
    hand = run_by_hand(row, relative, absolute);
    by_hand = std::min(by_hand, seconds() - from);
    from = seconds();
    auto prepared = ModelRun::prepare(diagram, library);
    if (!prepared) std::exit(1);
    compile = std::min(compile, seconds() - from);
    from = seconds();
    const RunResult result = (*prepared)->execute();
    run = std::min(run, seconds() - from);
    for (const Diagnostic& d : result.diagnostics) std::fprintf(stderr, "%s\n", to_text(d).c_str());
    statistics = result.statistics;
    const SignalLog& log = (*prepared)->log();
    for (int k = 0; k < static_cast<int>(row.inertia.size()); ++k) {
      const double exact = hand.speeds[hand.speeds.size() - row.inertia.size() + static_cast<std::size_t>(k)];
      worst = std::max(worst, std::abs(log.value(k, log.size() - 1) - exact));
    }
  }
  std::printf("| %d | %zu | %.2f | %d, %d, %d | %.2f | %.2f | %llu, %llu, %llu | %.2f | %.1f | %.1e |\n",
              clutches, diagram.blocks.size(), by_hand * 1e3, hand.steps, hand.instants, hand.evaluations,
              compile * 1e3, run * 1e3, static_cast<unsigned long long>(statistics.steps),
              static_cast<unsigned long long>(statistics.zero_crossings),
              static_cast<unsigned long long>(statistics.rhs_evaluations),
              run * 1e3 / static_cast<double>(statistics.zero_crossings), run / by_hand, worst);
  std::fflush(stdout);
}

}  // namespace

}  // namespace sim

int main(int count, char** values) {
  std::vector<int> sizes;
  for (int k = 1; k < count; ++k) sizes.push_back(std::atoi(values[k]));
  if (sizes.empty()) sizes = {10, 50, 200, 1000};
  std::printf(
      "| clutches | blocks | by hand, ms | steps, instants, evaluations | compile, ms | run, ms | steps, "
      "instants, evaluations | ms an instant | run : by hand | differ by "
      "|\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (int size : sizes)
    if (size > 0) sim::measure(size, size <= 200 ? 5 : 1);
}
