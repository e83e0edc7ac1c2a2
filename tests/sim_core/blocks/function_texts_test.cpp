// Strings, functions called by name, and values that called functions keep, in the program of a Function
// block.
#include <cmath>
#include <string>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/sim_core/blocks/sampled_block.h"

namespace sim {

namespace {

RunOutcome run_texts(const std::string& script) {
  return run_diagram(
      one_block("user_defined/function", {{"script", script}}, {"u"}, 1, {{"StopTime", "2"}}).diagram);
}

void expect_texts(const std::string& body, double (*expected)(double)) {
  SCOPED_TRACE(body);
  expect_signal(run_texts("function y = f(u)\n" + body), "Block", expected, 1e-12);
}

void expect_texts_refused(const std::string& body, const std::string& message) {
  const RunOutcome run = run_texts("function y = f(u)\n" + body);
  EXPECT_EQ(run.end, RunEnd::Failed) << body;
  EXPECT_NE(run.messages().find(message), std::string::npos) << body << "\n" << run.messages();
}

}  // namespace

TEST(FunctionTexts, ChooseWhatIsWritten) {
  expect_texts("mode = 'fast';\nif strcmp(mode, 'fast'), y = 2*u; else, y = u; end",
               [](double t) { return 2 * t; });
  expect_texts("mode = 'slow';\nswitch mode\ncase 'fast'\n  y = u;\ncase {'slow', 'off'}\n  y = 3*u;\nend",
               [](double t) { return 3 * t; });
  expect_texts("switch 'b', case {'a', 'b c'}, y = 0; case {'it''s', 'b'}, y = u; end",
               [](double t) { return t; });
  expect_texts("mode = \"a\";\nif mode == 'a' && mode ~= 'b', y = u; else, y = 0; end",
               [](double t) { return t; });
  expect_texts(
      "y = scaled(u, 'twice');\nfunction z = scaled(x, how)\nz = x;\nif strcmpi(how, 'TWICE')\n  z = "
      "2*x;\nend",
      [](double t) { return 2 * t; });
  expect_texts("y = u*(length(name(1)) + ischar('a'));\nfunction n = name(k)\nn = ['ab' num2str(k)];",
               [](double t) { return 4 * t; });
  expect_texts("m = 'linear'; y = interp1([0 1], [0 2], 0.5, m) + u;", [](double t) { return 1 + t; });
}

TEST(FunctionTexts, AreVariablesOfTheModel) {
  ModelBuilder m = one_block(
      "user_defined/function",
      {{"script", "function y = f(u)\nif strcmp(mode, opt.name), y = u; else, y = -u; end"}}, {"u"});
  m.variable("mode", "'fast'");
  m.variable("opt", "struct('name', 'fast')");
  expect_signal(
      run_diagram(m.diagram), "Block", [](double t) { return t; }, 1e-12);
}

TEST(FunctionTexts, AreNoNumbers) {
  expect_texts_refused("m = 'fast'; y = m + u;", "'fast' is no number");
  expect_texts_refused("m = 'fast'; if m, y = u; else, y = 0; end", "'fast'");
  expect_texts_refused("y = 'fast';", "the output 'y' is a string");
  expect_texts_refused("if u > 1, m = 'a'; else, m = 'b'; end\ny = strcmp(m, 'a');", "which signals choose");
  expect_texts_refused("m = 'fast'; m(1) = 2; y = u;", "not strings");
  expect_texts_refused("persistent m = 'fast'\ny = u;", "cannot be kept");
  expect_texts_refused("for k = 'ab'\n  y = u;\nend", "not over a string");
  expect_texts_refused("y = sin('a');", "is no number");
}

TEST(FunctionTexts, NameFunctions) {
  expect_texts("y = feval('sin', u);", [](double t) { return std::sin(t); });
  expect_texts("f = 'twice'; y = feval(f, u) + feval('max', [u 1]);\nfunction z = twice(x)\nz = 2*x;",
               [](double t) { return 2 * t + std::max(t, 1.0); });
  expect_texts_refused("y = feval('nothing', u);", "no function 'nothing'");
  expect_texts_refused("y = feval(u, 1);", "name of the function");
}

TEST(FunctionKept, CalledFunctionsKeepValues) {
  // Each call goes on from the one before.
  expect_samples("user_defined/function",
                 {{"script",
                   "function y = f(u)\ny = counted(2);\ny = 100*y + counted(1);\nfunction z = counted(by)\n"
                   "persistent n = 0\nn = n + by;\nz = n;"}},
                 [](int k) { return 100.0 * (3 * k + 2) + 3 * k + 3; });
  // Several results of one call; arguments are computed once.
  expect_samples("user_defined/function",
                 {{"script",
                   "function y = f(u)\n[a, b] = both(step());\ny = a + 1000*b;\nfunction [p, q] = both(x)\n"
                   "persistent m = 0\nm = m + 1;\np = x;\nq = m;\nfunction z = step()\npersistent n\n"
                   "if isempty(n)\n  n = 10;\nend\nn = n + 1;\nz = n;"}},
                 [](int k) { return 11.0 + k + 1000 * (k + 1); });
}

TEST(FunctionKept, WhatIsComputedOnceMayBeAStructure) {
  expect_samples(
      "user_defined/function",
      {{"script",
        "function y = f(u)\ny = mass() + 0*u;\nfunction m = mass()\npersistent ship\nif isempty(ship)\n"
        "  L = 3;\n  ship.length = L;\n  ship.area = ship.length*2;\nend\nm = ship.area + ship.length;"}},
      [](int) { return 9.0; });
}

TEST(FunctionTexts, InterpolateAlongLines) {
  expect_texts("y = interp1([0 1 3], [0 10 0], u);",
               [](double t) { return t < 1 ? 10 * t : 10 - 5 * (t - 1); });
  expect_texts("T = [3 0; 0 0; 1 10]; y = interp1(T(:, 1), T(:, 2), u - 1, 'linear', 'extrap');",
               [](double t) { return t - 1 < 1 ? 10 * (t - 1) : 10 - 5 * (t - 2); });
  expect_texts_refused("y = interp1([0 1], [0 1], u, 'spline');", "straight lines");
  expect_texts_refused("y = interp1([0 u], [0 1], u);", "the first of which is known");
  expect_texts_refused("y = interp1([1 1], [0 1], u);", "must differ");
  expect_texts_refused("y = interp1(1, 1, u);", "2 to 1000");
}

TEST(FunctionTexts, WhatDrawsDoesNothing) {
  expect_texts(
      "y = u;\nfigure(1); subplot(311), plot(u, y, 'k'), title('a'), xlabel('t'), grid\nhold on;\ngrid = "
      "2;\ny = y*grid;",
      [](double t) { return 2 * t; });
  expect_texts_refused("plot(u)\ny = u;\nfunction z = plot(x)\nz = x;", "another name");
}

TEST(FunctionKept, OnlyWhereTheyAreCalled) {
  // u > 0.5 where sin(3 t) > 0.
  expect_samples("user_defined/function",
                 {{"script",
                   "function y = f(u)\ny = 0;\nif u > 0.5\n  y = counted();\nelse\n  y = -counted();\nend\n"
                   "if u > 1\n  y = y + 100*counted();\nend\n"
                   "function z = counted()\npersistent n = 0\nn = n + 1;\nz = n;"},
                  {"ZeroCross", "off"}},
                 [](int k) {
                   double n = 0, y = 0;
                   for (int j = 0; j <= k; ++j) {
                     n += 1;
                     y = u(j) > 0.5 ? n : -n;
                     if (u(j) > 1) n += 1, y += 100 * n;
                   }
                   return y;
                 });
  expect_texts_refused(
      "y = u > 1 && counted() > 2;\nfunction z = counted()\npersistent n = 0\nn = n + 1;\nz = n;",
      "a line of its own");
  expect_texts_refused(
      "k = 0; y = u;\nwhile k < 3 && u > 1 && counted() > 2\n  k = k + 1;\nend\nfunction z = counted()\n"
      "persistent n = 0\nn = n + 1;\nz = n;",
      "a line of its own");
  expect_texts_refused("y = kept(u);\nfunction z = kept(x)\nif x > 1\n  persistent n = 0\nend\nz = x;",
                       "put 'persistent' first");
  expect_texts_refused("persistent n = 0\nn = [];\ny = u;", "no value at the end");
}

}  // namespace sim
