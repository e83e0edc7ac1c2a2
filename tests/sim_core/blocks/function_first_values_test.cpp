// if isempty(n) ... end: what a program begins with and keeps.
#include <cmath>
#include <string>

#include "tests/sim_core/blocks/sampled_block.h"

namespace sim {

namespace {

void expect_kept(const std::string& script, const std::function<double(int)>& expected) {
  SCOPED_TRACE(script);
  expect_samples("user_defined/function", {{"script", script}}, expected);
}

void expect_kept_refused(const std::string& body, const std::string& message) {
  const RunOutcome run = run_diagram(
      one_block("user_defined/function", {{"script", "function y = f(u)\n" + body}, {"SampleTime", "0.1"}},
                {"u"}, 1, {{"StopTime", "2"}})
          .diagram);
  EXPECT_EQ(run.end, RunEnd::Failed) << body;
  EXPECT_NE(run.messages().find(message), std::string::npos) << body << "\n" << run.messages();
}

}  // namespace

// What nothing changes behind it is known: here the length of a loop. What changes is kept, field by field.
TEST(FunctionFirstValues, OfStructuresMayChange) {
  expect_kept(
      "function y = f(u)\npersistent s\nif isempty(s)\n  s.n = 3; s.a = s.n*2;\n  s.M = eye(2);\nend\n"
      "for k = 1:s.n\n  s.a = s.a + 1;\nend\ns.M(1, 2) = s.a;\ny = s.a + s.M(1, 2) + s.M(2, 2);",
      [](int k) { return 2.0 * (6 + 3 * (k + 1)) + 1; });
}

TEST(FunctionFirstValues, MayDependOnSignals) {
  expect_kept(
      "function y = f(u)\npersistent s\nif isempty(s)\n  s.a = u;\n  s.b = 1;\nend\ny = s.a + s.b;\n"
      "s.b = s.b + 1;",
      [](int k) { return u(0) + k + 1; });
  expect_kept(
      "function y = f(u)\npersistent n\nif isempty(n)\n  n = 0;\n  for j = 1:3, n = n + u; end\nelse\n"
      "  n = n + 1;\nend\ny = n;",
      [](int k) { return 3 * u(0) + k; });
}

// With a memory of zeros in the place of its first value, the matrix would be singular before the start.
TEST(FunctionFirstValues, AreThereBeforeAnythingIsComputed) {
  expect_kept(
      "function y = f(u)\npersistent P\nif isempty(P)\n  P = eye(2);\nend\n"
      "K = [u 0; 0 u] / (P + ones(2));\ny = K(1, 1);",
      [](int k) { return u(k) * 2.0 / 3.0; });
}

TEST(FunctionFirstValues, OfCalledFunctions) {
  // The second call of an execution goes on from the first.
  expect_kept(
      "function y = f(u)\ny = lag(u); y = 10*y + lag(2*u);\nfunction z = lag(x)\npersistent p\n"
      "if isempty(p)\n  p.last = x;\n  if x < -100, error('too small'); end\nend\nz = p.last;\np.last = x;",
      [](int k) { return 10 * (k == 0 ? u(0) : 2 * u(k - 1)) + u(k); });
  expect_kept("function y = f(u)\ny = kept(u);\nfunction z = kept(x)\npersistent n = x\nz = n;\nn = n + 1;",
              [](int k) { return u(0) + k; });
}

TEST(FunctionFirstValues, OthersAreChosen) {
  expect_kept(
      "function y = f(u)\npersistent n\nx = 1;\nif isempty(n)\n  n = 0;\n  x = 2;\n  q = 7; n = n + q;\n"
      "end\ny = 100*x + n;",
      [](int k) { return 100.0 * (k == 0 ? 2 : 1) + 7; });
  expect_kept(
      "function y = f(u)\npersistent a b\nif isempty(a) || isempty(b)\n  a = 1; b = 2 + a;\nend\n"
      "y = a + b;\nb = b + 1;",
      [](int k) { return 4.0 + k; });
  expect_kept_refused("persistent n\nif isempty(n)\n  n = 0;\n  q = 7; n = n + q;\nend\ny = n + q;",
                      "'q' has no value where the 'if' in line 3 takes another branch");
  expect_kept_refused("persistent n\nif isempty(n)\n  n = 0;\n  y = 2*n;\nend", "'y' is given no value");
  expect_kept_refused("persistent n m\nif isempty(n)\n  m = 1; for k = 1:2, m = m + 1; end\nend\ny = m;",
                      "'n' is given no first value");
  expect_kept_refused("if u > 1\n  persistent n\n  if isempty(n)\n    n.a = 0;\n  end\nend\ny = u;",
                      "kept in a branch");
  expect_kept_refused("persistent n\nif isempty(n)\n  n.a = 'x';\nend\nn.a = 3;\ny = u;", "cannot be kept");
  expect_kept_refused(
      "y = g(1) + g(2);\nfunction z = g(a)\npersistent p\nif isempty(p)\n  p.x = a;\nend\nz = p.x;",
      "other values in another call");
}

}  // namespace sim
