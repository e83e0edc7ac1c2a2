// Comparisons and logic.
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

namespace sim {

TEST(Logic, RelationsChangeWhereTheSignalsMeet) {
  auto expected = [](const std::string& relation, double a, double b) {
    return relation == ">="   ? a >= b
           : relation == ">"  ? a > b
           : relation == "<=" ? a <= b
           : relation == "<"  ? a < b
           : relation == "==" ? a == b
                              : a != b;
  };
  for (const std::string relation : {">=", ">", "<=", "<", "==", "~="}) {
    const RunOutcome run = run_diagram(
        one_block("logic/relational_operator", {{"Operator", relation}}, {"u^2", "u + 1"}).diagram);
    const double meet = 0.5 + std::sqrt(1.25);
    expect_signal(run, "Block", [&](double t) { return expected(relation, t * t, t + 1); }, 0, {meet});
    expect_events(run, {meet});
    // Where both are equal over time, the relation is that of equal numbers.
    expect_signal(
        run_diagram(
            one_block("logic/relational_operator", {{"Operator", relation}}, {"0*u + 3", "3"}).diagram),
        "Block", [&](double) { return expected(relation, 3, 3); }, 0);
    expect_signal(
        run_diagram(
            one_block("logic/compare_to_constant", {{"relop", relation}, {"const", "1.25"}}, {"u"}).diagram),
        "Block", [&](double t) { return expected(relation, t, 1.25); }, 0, {1.25});
    expect_signal(
        run_diagram(one_block("logic/compare_to_zero", {{"relop", relation}}, {"u - 1.25"}).diagram), "Block",
        [&](double t) { return expected(relation, t, 1.25); }, 0, {1.25});
  }
}

TEST(Logic, KindsOfNumbers) {
  const char* vector = "[u; inf; -inf; 0/0]";
  const std::map<std::string, std::vector<double>> expected = {
      {"isInf", {0, 1, 1, 0}}, {"isNaN", {0, 0, 0, 1}}, {"isFinite", {1, 0, 0, 0}}};
  for (const auto& [relation, values] : expected) {
    const RunOutcome run =
        run_diagram(one_block("logic/relational_operator", {{"Operator", relation}}, {vector}).diagram);
    for (int k = 0; k < 4; ++k)
      expect_signal(
          run, "Block[" + std::to_string(k + 1) + "]",
          [&](double) { return values[static_cast<std::size_t>(k)]; }, 0);
  }
}

TEST(Logic, OperatorsHaveTheirTruthTables) {
  auto expected = [](const std::string& op, bool a, bool b) {
    return op == "AND"    ? a && b
           : op == "OR"   ? a || b
           : op == "NAND" ? !(a && b)
           : op == "NOR"  ? !(a || b)
           : op == "XOR"  ? a != b
                          : a == b;
  };
  for (const std::string op : {"AND", "OR", "NAND", "NOR", "XOR", "NXOR"}) {
    const RunOutcome two = run_diagram(
        one_block("logic/logical_operator", {{"Operator", op}}, {"[0; 0; 2; -3]", "[0; 0.5; 0; 1]"}).diagram);
    for (int k = 0; k < 4; ++k)
      expect_signal(
          two, "Block[" + std::to_string(k + 1) + "]", [&](double) { return expected(op, k > 1, k % 2); }, 0);
    const RunOutcome one = run_diagram(
        one_block("logic/logical_operator", {{"Operator", op}, {"Inputs", "1"}}, {"[1; 0]"}).diagram);
    expect_signal(
        one, "Block", [&](double) { return expected(op, true, false); }, 0);
  }
  const RunOutcome inverted =
      run_diagram(one_block("logic/logical_operator", {{"Operator", "NOT"}}, {"[0; 7]"}).diagram);
  expect_signal(
      inverted, "Block[1]", [](double) { return 1; }, 0);
  expect_signal(
      inverted, "Block[2]", [](double) { return 0; }, 0);
}

TEST(Logic, AnIntervalIsClosedOrOpen) {
  const RunOutcome run = run_diagram(one_block("logic/interval_test", {}, {"u - 1"}).diagram);
  expect_signal(run, "Block", [](double t) { return std::fabs(t - 1) <= 0.5; }, 0, {0.5, 1.5});
  expect_events(run, {0.5, 1.5});
  for (const char* closed : {"on", "off"}) {
    const RunOutcome ends = run_diagram(
        one_block("logic/interval_test", {{"IntervalClosedLeft", closed}, {"IntervalClosedRight", closed}},
                  {"[-0.5; 0.5] + 0*u"})
            .diagram);
    for (const char* name : {"Block[1]", "Block[2]"})
      expect_signal(
          ends, name, [&](double) { return std::string(closed) == "on"; }, 0);
  }
}

// The default table is that of a latch: rows [S R Q].
TEST(Logic, CombinatorialLogicLooksUpRows) {
  const double table[8][2] = {{0, 0}, {0, 1}, {0, 1}, {1, 0}, {0, 1}, {1, 0}, {1, 0}, {1, 1}};
  for (int row = 0; row < 8; ++row) {
    const std::string input = "[" + std::to_string(row / 4) + "; " + std::to_string(row / 2 % 2) + "; " +
                              std::to_string(row % 2) + "] + 0*u";
    const RunOutcome run = run_diagram(one_block("logic/combinatorial_logic", {}, {input}).diagram);
    for (int k = 0; k < 2; ++k)
      expect_signal(
          run, "Block[" + std::to_string(k + 1) + "]", [&](double) { return table[row][k]; }, 0);
  }
  expect_refused(one_block("logic/combinatorial_logic", {}, {"[1; 0]"}).diagram,
                 "a truth table of 8 rows is for 3 truth values, and the input has 2");
}

// 0/0 at t = 0.5..1 only; before and behind the comparison holds.
TEST(Logic, WhatIsNotANumberIsUnordered) {
  for (const char* relation : {">=", ">", "<=", "<", "==", "~="}) {
    const std::string which = relation;
    const RunOutcome run = run_diagram(one_block("logic/relational_operator", {{"Operator", relation}},
                                                 {"[0/0*u; u; 0/0*u; 1/0 + u]", "[u; 0/0*u; 0/0*u; 1/0 + u]"})
                                           .diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    for (int k = 1; k <= 3; ++k)
      for (double y : run.column("Block[" + std::to_string(k) + "]"))
        EXPECT_EQ(y, which == "~=") << relation << ", " << k;
    for (double y : run.column("Block[4]"))  // infinity and infinity
      EXPECT_EQ(y, which == ">=" || which == "<=" || which == "==") << relation;
  }
}

// A signal that stops being a number in the middle of the run: sqrt(1 - t).
TEST(Logic, AComparisonEndsWhereItsSignalDoes) {
  for (const char* relation : {">=", ">", "<=", "<"})
    expect_signal(run_diagram(one_block("logic/relational_operator", {{"Operator", relation}},
                                        {"sqrt(1 - u)", "2 + u - u"})
                                  .diagram),
                  "Block", [&](double t) { return t <= 1 && *relation == '<'; }, 0, {1});
}

}  // namespace sim
