// What the Function block does with functions that are called with structures, and with error(): against
// closed forms, and what the run says.
#include <cmath>
#include <numbers>
#include <string>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

RunOutcome run_calling(const std::string& script, const std::map<std::string, std::string>& more = {}) {
  std::map<std::string, std::string> parameters = more;
  parameters["script"] = script;
  return run_diagram(one_block("user_defined/function", parameters, {"u"}, 1, {{"StopTime", "2"}}).diagram);
}

// Of a script with one output, which u = t makes.
void expect_called(const std::string& body, double (*expected)(double)) {
  SCOPED_TRACE(body);
  expect_signal(run_calling("function y = f(u)\n" + body), "Block", expected, 1e-12);
}

void expect_ended(const RunOutcome& run, const std::string& message) {
  EXPECT_EQ(run.end, RunEnd::Failed) << run.messages();
  EXPECT_NE(run.messages().find(message), std::string::npos) << run.messages();
}

}  // namespace

TEST(FunctionCalls, StructuresArePassedOn) {
  expect_called(
      "p.mass = 2; p.place.x = u; p.place.y = 3;\n"
      "y = weight(p, 10) + twice(p.place) + weight(p, 1);\n"
      "function w = weight(q, g)\n"
      "w = q.mass*g + q.place.y;\n"
      "function z = twice(at)\n"
      "z = at.x + scaled(at, 2);\n"
      "function z = scaled(at, k)\n"
      "z = k*at.y;\n",
      [](double t) { return 23 + (t + 6) + 5; });
}

TEST(FunctionCalls, AStructureBelongsToItsCall) {
  // What a function does to it changes nothing outside; another structure makes another function.
  expect_called(
      "a.k = u; b = struct('k', 2, 'extra', u); a2 = a;\n"
      "y = grown(a) + 100*a.k + 10000*of(b) + 1000000*of(a2);\n"
      "function z = grown(s)\n"
      "s.k = s.k + 1; s.more = 5; z = s.k + s.more;\n"
      "function z = of(s)\n"
      "z = s.k;\n",
      [](double t) { return (t + 6) + 100 * t + 20000 + 1e6 * t; });
  // nargin counts a structure once.
  expect_called("s.a = 1; s.b = 2; s.c = 3; y = u + count(s, u);\nfunction n = count(s, x, z)\nn = nargin;",
                [](double t) { return t + 2; });
}

TEST(FunctionCalls, WhatAStructureLacksIsSaidWithTheFunction) {
  expect_ended(run_calling("function y = f(u)\ns.a = u;\ny = g(s);\nfunction z = g(s)\nz = s.b;"),
               "in 'g', line 5: there is no 's.b'");
  expect_ended(run_calling("function y = f(u)\ns.a = u;\ny = g(s, 1);\nfunction z = g(s)\nz = s.a;"),
               "'g' takes 1 inputs, not 2");
  expect_ended(run_calling("function y = f(u)\ns.a = u;\ny = g(s);\nfunction z = g(s)\nz = s;"),
               "fields of 'z' are assigned, but it is an input or an output");
}

TEST(FunctionCalls, AnOutputMayBeAnInput) {
  expect_called("y = wrapped(u) + wrapped(-u);\nfunction x = wrapped(x)\nif x < 0\n  x = 1 - x;\nend",
                [](double t) { return t == 0 ? 0 : t + 1 + t; });
  const RunOutcome run = run_calling("function u = f(u)\nu = 2*u;");
  expect_signal(
      run, "Block", [](double t) { return 2 * t; }, 0);
}

TEST(FunctionCalls, DegreesAndRadians) {
  expect_called("v = deg2rad([90*u; 180]); y = v(1) + 10*v(2) + rad2deg(u) + deg2rad(180);", [](double t) {
    const double pi = std::numbers::pi;
    return 90 * t * (pi / 180) + 10 * pi + t * (180 / pi) + pi;
  });
}

TEST(FunctionCalls, DimensionsAreAskedFor) {
  expect_called(
      "v = [u; 2]; y = u*(isvector(v) + 2*isscalar(v) + 4*iscolumn(v) + 8*isrow(v) + 16*isscalar(u));",
      [](double t) { return 21 * t; });
}

TEST(FunctionCalls, MatricesHaveWholePowers) {
  // [1 u; 0 1]^n = [1 n u; 0 1]
  expect_called(
      "A = [1 u; 0 1]; B = A^7; C = A^-3; D = A^0; y = B(1, 2) + 10*C(1, 2) + 100*D(1, 2) + D(2, 2);",
      [](double t) { return 7 * t - 30 * t + 1; });
  expect_ended(run_calling("function y = f(u)\nA = [1 u; 0 1]; B = A^0.5; y = B(1);"),
               "only a square matrix has a power");
  expect_ended(run_calling("function y = f(u)\nA = [1 u; 0 1]; B = A^u; y = B(1);"), "known whole number");
  expect_ended(run_calling("function y = f(u)\nA = [1 u 1; 0 1 1]; B = A^2; y = B(1);"),
               "only a square matrix");
}

TEST(FunctionCalls, ElementsOfMatricesAreChosenBySignals) {
  const RunOutcome run = run_calling(
      "function y = f(u)\nM = [1 2 3; 10 20 30*u]; k = 1 + floor(u); y = M(2, k) + 100*M(k, 1) + 10000*M(k, "
      "k);");
  expect_signal(run, "Block",
                [](double t) { return t < 1   ? 10 + 100 + 10000
                                      : t < 2 ? 20 + 1000 + 200000
                                              : std::nan(""); },
                1e-9, {1, 2});
  expect_ended(run_calling("function y = f(u)\nM = [1 2; 3 4]; y = M(3, 1 + floor(u));"), "index");
}

TEST(FunctionCalls, WhatIsKeptMayBeginWithASignal) {
  expect_called("persistent first\nif isempty(first)\n  first = u + 3;\nend\ny = u - first;",
                [](double t) { return t - 3; });
  expect_called("persistent v = [u + 1; 2*u]\nv(2) = v(2) + 0;\ny = v(1) + v(2);",
                [](double) { return 1.0; });
  // Of a sampled block the first hit counts, and then what the program gives it.
  const RunOutcome run =
      run_calling("function y = f(u)\npersistent n = u + 5\ny = n;\nn = n + 1;", {{"SampleTime", "0.5"}});
  expect_signal(run, "Block", [](double t) { return 5 + std::floor(t / 0.5 + 1e-9); }, 0, {0.5, 1, 1.5, 2});
}

TEST(FunctionCalls, AStatementMayCallAFunctionOfTheScript) {
  expect_called("y = g(u);\ng(u);\nfunction z = g(x)\nz = 2*x;", [](double t) { return 2 * t; });
  expect_ended(run_calling("function y = f(u)\ny = u;\nsin(u);"), "line 3: ';' stands where '=' should be");
}

TEST(FunctionCalls, AnErrorEndsTheRunWhereItIsReached) {
  const RunOutcome run = run_calling(
      "function y = f(u)\nif u > 1.5\n  error('Model:high', 'u is too high');\nend\nif u < 0, error('low'); "
      "end\ny = u;");
  expect_ended(run, "u is too high");
  EXPECT_NEAR(run.times().back(), 1.5, 1e-6);
  EXPECT_EQ(run.messages().find("low"), std::string::npos) << run.messages();
}

TEST(FunctionCalls, AnErrorOfACalledFunctionCountsWhereItIsCalled) {
  const char* root = "\nfunction z = root(x)\nif x < 0\n  error('x is negative')\nend\nz = sqrt(x);";
  expect_ended(run_calling("function y = f(u)\ny = root(1 - u);" + std::string(root)), "x is negative");
  // Behind a branch that is not taken it is none, though the same call stands in both.
  const RunOutcome guarded =
      run_calling("function y = f(u)\nif u < 1\n  y = root(1 - u);\nelse\n  y = 0;\nend" + std::string(root));
  EXPECT_EQ(guarded.end, RunEnd::Finished) << guarded.messages();
  expect_signal(guarded, "Block", [](double t) { return t < 1 ? std::sqrt(1 - t) : 0; }, 1e-12, {1});
  expect_ended(
      run_calling("function y = f(u)\ny = 0;\nif u < 1\n  y = root(1 - u);\nend\ny = y + root(1 - u);" +
                  std::string(root)),
      "x is negative");
}

TEST(FunctionCalls, WhatIsKnownBeforeTheRunIsSaidBeforeIt) {
  const char* checked =
      "function y = f(u)\nif length(u) ~= SIZE,error('u must have dimension SIZE !');end\ny = u;";
  const auto with = [&](const std::string& size) {
    std::string script = checked;
    for (auto at = script.find("SIZE"); at != script.npos; at = script.find("SIZE"))
      script.replace(at, 4, size);
    return run_calling(script);
  };
  EXPECT_EQ(with("1").end, RunEnd::Finished) << with("1").messages();
  expect_ended(with("3"), "line 2: the program ends here with its error 'u must have dimension 3 !'");
}

TEST(FunctionCalls, ABranchThatEndsNeedGiveNothing) {
  const RunOutcome run = run_calling(
      "function y = f(u)\nif u < 1\n  y = u;\nelseif u < 10\n  y = 2*u;\nelse\n  error('far');\nend");
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  expect_signal(run, "Block", [](double t) { return t < 1 ? t : 2 * t; }, 1e-12, {1});
  // A name called error is one.
  expect_called("error = u - 1; error(1) = 2*error; y = error;", [](double t) { return 2 * t - 2; });
  expect_called("warning('odd'); y = u;", [](double t) { return t; });
}

TEST(FunctionCalls, ErrorsOfSampledBlocksCountAtTheirHits) {
  const RunOutcome run = run_calling("function y = f(u)\nif u > 0.95 && u < 1.05, error('hit'); end\ny = u;",
                                     {{"SampleTime", "0.7"}});
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
}

}  // namespace sim
