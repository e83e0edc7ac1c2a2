// Blocks that pass signals on.
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

namespace sim {

TEST(Routing, SwitchByEachCriterion) {
  for (const char* criterion : {"u2 >= Threshold", "u2 > Threshold", "u2 ~= 0"}) {
    const bool by_zero = std::string(criterion) == "u2 ~= 0",
               strict = std::string(criterion) == "u2 > Threshold";
    const std::map<std::string, std::string> parameters{{"Criteria", criterion}, {"Threshold", "0.75"}};
    const RunOutcome run = run_diagram(one_block("routing/switch", parameters, {"1 + u", "u", "-u"}).diagram);
    expect_signal(run, "Block", [&](double t) { return (by_zero ? t != 0 : t >= 0.75) ? 1 + t : -t; }, 0,
                  {by_zero ? 0 : 0.75});
    if (!by_zero) expect_events(run, {0.75});
    expect_signal(
        run_diagram(one_block("routing/switch", parameters, {"1 + u", "0.75 + 0*u", "-u"}).diagram), "Block",
        [&](double t) { return strict ? -t : 1 + t; }, 0);
  }
}

TEST(Routing, MultiportSwitchPassesTheInputOfTheNumber) {
  const std::vector<std::string> inputs{"4*u - 1", "10 + u", "20 + u", "30 + u"};
  const RunOutcome one = run_diagram(one_block("routing/multiport_switch", {}, inputs).diagram);
  expect_signal(one, "Block", [](double t) { return t + (t < 0.75 ? 10 : t < 1 ? 20 : 30); }, 0, {0.75, 1});
  expect_events(one, {0.75, 1});
  const RunOutcome zero = run_diagram(
      one_block("routing/multiport_switch", {{"DataPortOrder", "Zero-based contiguous"}}, inputs).diagram);
  expect_signal(zero, "Block", [](double t) { return t + (t < 0.5    ? 10
                                                          : t < 0.75 ? 20
                                                                     : 30); }, 0,
                {0.5, 0.75});
}

TEST(Routing, ManualSwitchSelectorAndConcatenate) {
  for (const char* position : {"0", "1"})
    expect_signal(
        run_diagram(one_block("routing/manual_switch", {{"sw", position}}, {"1 + u", "-u"}).diagram), "Block",
        [&](double t) { return *position == '1' ? 1 + t : -t; }, 0);
  const RunOutcome selected =
      run_diagram(one_block("routing/selector", {{"Indices", "[3 1 3]"}}, {"[u; 2*u; 3*u]"}).diagram);
  for (int k = 0; k < 3; ++k)
    expect_signal(
        selected, "Block[" + std::to_string(k + 1) + "]", [k](double t) { return (k == 1 ? 1 : 3) * t; }, 0);
  expect_refused(one_block("routing/selector", {{"Indices", "4"}}, {"[u; 2*u; 3*u]"}).diagram,
                 "there is no element 4 in an input of 3");

  const std::map<std::string, std::vector<double>> by_column = {
      {"Vector", {1, 3, 2, 4, 5, 7, 6, 8}},
      {"Matrix, side by side", {1, 3, 2, 4, 5, 7, 6, 8}},
      {"Matrix, one above the other", {1, 3, 5, 7, 2, 4, 6, 8}}};
  for (const auto& [mode, values] : by_column) {
    ModelBuilder m;
    const Id a = m.block("sources/constant", "A", {{"value", "[1 2; 3 4]"}}),
             b = m.block("sources/constant", "B", {{"value", "[5 6; 7 8]"}}),
             joined = m.block("routing/vector_concatenate", "Joined", {{"Mode", mode}}),
             flat = m.block("routing/selector", "Flat", {{"Indices", "1:8"}}),
             view = m.block("sinks/scope", "View");
    m.connect(a, joined, 0).connect(b, joined, 1).connect(joined, flat).connect(flat, view);
    const RunOutcome run = run_diagram(m.diagram);
    for (int k = 0; k < 8; ++k)
      expect_signal(
          run, "Flat[" + std::to_string(k + 1) + "]",
          [&](double) { return values[static_cast<std::size_t>(k)]; }, 0);
  }
}

}  // namespace sim
