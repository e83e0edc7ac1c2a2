// Statements of the program of a Function block: loops without counters, assert, calls of functions by their
// names, and what a constant decides.
#include <cmath>
#include <string>
#include <vector>

#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

RunOutcome run_statements(const std::string& script, const std::vector<std::string>& inputs, int outputs = 1,
                          Settings settings = {{"StopTime", "2"}}, const std::string& sample_time = "-1") {
  return run_diagram(one_block("user_defined/function", {{"script", script}, {"SampleTime", sample_time}},
                               inputs, outputs, settings)
                         .diagram);
}

void expect_statements_refused(const std::string& script, const std::string& message) {
  const RunOutcome run = run_statements(script, {"u"});
  EXPECT_EQ(run.end, RunEnd::Failed) << script;
  EXPECT_NE(run.messages().find(message), std::string::npos) << script << "\n" << run.messages();
}

}  // namespace

TEST(FunctionStatements, LoopsMayEndBySignalsAlone) {
  const RunOutcome run = run_statements("function y = f(u)\ny = 10*u\nwhile y > 3\n  y = y - 4\nend", {"u"},
                                        1, {{"StopTime", "1"}});
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const std::vector<double> t = run.times(), y = run.column("Block");
  for (std::size_t k = 0; k < t.size(); ++k) EXPECT_LE(y[k], 3 + 1e-9) << t[k];
  EXPECT_NEAR(y.back(), 2, 1e-9);
}

// nargin == 2 && ...: what is not reached need not be there.
TEST(FunctionStatements, WhatAConstantDecidesIsNotReached) {
  const RunOutcome run = run_statements(
      "function y = f(u)\ny = wrap(u) + wrap(u, 'deg')\nfunction y = wrap(x, unit)\n"
      "if nargin == 1 || strcmp(unit, 'rad')\n  y = x\nelseif nargin > 1 && strcmp(unit, 'deg')\n"
      "  y = 10*x\nend",
      {"u"});
  expect_signal(
      run, "Block", [](double t) { return 11 * t; }, 1e-12);
}

TEST(FunctionStatements, AssertsConditions) {
  const RunOutcome run = run_statements(
      "function y = f(u)\nassert(isscalar(u), 'my:id', 'u is no scalar');\n"
      "assert(all(size(u) == [1 1]) && u < 1.5, 'u is too large');\ny = 2*u;",
      {"u"});
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("u is too large"), std::string::npos) << run.messages();
  EXPECT_NEAR(run.times().back(), 1.5, 1e-6);
  expect_statements_refused("function y = f(u)\nassert(numel(u) == 2, 'my:id', 'two of them');\ny = u;",
                            "two of them");
  expect_statements_refused("function y = f(u)\nassert\ny = u;", "assert");
}

TEST(FunctionStatements, TakesFunctionsByTheirNames) {
  const RunOutcome run = run_statements(
      "function y = f(u)\ny = twice(@sin, u) + twice(@shift, u);\nshow(u);\nfunction y = twice(g, x)\n"
      "y = g(g(x));\nfunction y = shift(x)\ny = x + 1;\nfunction show(x)\nfigure; plot(x);",
      {"u"});
  expect_signal(
      run, "Block", [](double t) { return std::sin(std::sin(t)) + t + 2; }, 1e-12);
  expect_statements_refused("function y = f(u)\ny = nothing(u);\nfunction nothing(x)\ndisp(x);",
                            "gives 0 results");
}

}  // namespace sim
