// What the Function block does with matrices, structures and lists of signals, against closed forms.
#include <algorithm>
#include <cmath>
#include <string>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

RunOutcome run_script(const std::string& script, int outputs = 1) {
  return run_diagram(
      one_block("user_defined/function", {{"script", script}}, {"u"}, outputs, {{"StopTime", "2"}}).diagram);
}

// Of a script with one output, which u = t makes.
void expect_output(const std::string& body, double (*expected)(double)) {
  SCOPED_TRACE(body);
  expect_signal(run_script("function y = f(u)\n" + body), "Block", expected, 1e-12);
}

void expect_body_refused(const std::string& body, const std::string& message) {
  const RunOutcome run = run_script("function y = f(u)\n" + body);
  EXPECT_EQ(run.end, RunEnd::Failed) << body;
  EXPECT_NE(run.messages().find(message), std::string::npos) << body << "\n" << run.messages();
}

}  // namespace

TEST(FunctionMatrices, AreCastToIntegers) {
  expect_output("y = double(int8(100*u)) + 0.25;",
                [](double t) { return std::min(std::round(100 * t), 127.0) + 0.25; });
  expect_output("y = double(uint8(-3*u)) + single(u);",
                [](double t) { return double(static_cast<float>(t)); });
  expect_output("y = double(int16(u/0));", [](double t) { return t == 0 ? 0 : 32767.0; });
}

TEST(FunctionMatrices, CasesInBracesAreEither) {
  expect_output("switch floor(2*u)\n  case {0, 3}\n    y = 1;\n  otherwise\n    y = 2;\nend",
                [](double t) { return std::floor(2 * t) == 0 || std::floor(2 * t) == 3 ? 1.0 : 2.0; });
}

TEST(FunctionMatrices, CellsHoldWhatIsNoNumber) {
  expect_output("y = u*bitand(6, 3)*strcmp('a', 'a');", [](double t) { return 2 * t; });
  expect_output("c = {1, u; 'two', [u 3]}; v = c{2, 2}; y = c{1, 2} + v(2)*strcmp(c{2}, 'two');",
                [](double t) { return t + 3; });
  expect_output(
      "y = total({u, 'skip', 2*u});\nfunction s = total(c)\ns = 0;\nfor k = 1:numel(c)\n"
      "  if ~isequal(c{k}, 'skip'), s = s + c{k}; end\nend",
      [](double t) { return 3 * t; });
  expect_body_refused("c = {1, u}; y = c + 1;", "a cell array is no number");
  expect_body_refused("c = {1, u}; y = c(1);", "by { }");
  expect_body_refused("c = {1, u}; y = c{3};", "between 1 and 2");
  expect_body_refused("y = {1, u};", "'y' is a cell array");
  expect_body_refused("if u > 1, c = {1}; else, c = {2}; end\ny = c{1};", "cell array in one branch");
  expect_body_refused("y = u{1};", "cell array");
  expect_body_refused("y = u*num2str(3);", "is no number");
  expect_body_refused("y = sum(pinv([u 1]));", "'pinv'");
}

// Dimensions of length 1 are expanded, as in a parameter.
// size(A, 3) is 1: programs for stacks of matrices take one, too.
TEST(FunctionMatrices, HaveOneElementInTheThirdDimension) {
  expect_output("A = [u 1; 2 3]; y = A(1, 1, 1) + sum(sum(A(:, :, end)));",
                [](double t) { return 2 * t + 6; });
  expect_output("A = [u 1; 2 3]; y = 0; for k = 1:size(A, 3), B = A(:, :, k); y = y + B(1); end",
                [](double t) { return t; });
  expect_body_refused("A = [u 1; 2 3]; y = A(1, 1, 2);", "index 2 is not between 1 and 1");
  expect_body_refused("A = [u 1; 2 3]; A(1, 1, 2) = 3; y = A(1);", "index 2 is not between 1 and 1");
}

TEST(FunctionMatrices, AreExpanded) {
  expect_output("A = [1 2; 3 4] + [u; 2*u]; y = A(1, 2) + 10*A(2, 1);",
                [](double t) { return 2 + t + 10 * (3 + 2 * t); });
  expect_output("A = [u; 2*u]*1 - [1 2 3]*eye(3); y = A(2, 3);", [](double t) { return 2 * t - 3; });
  expect_output("A = ones(2, 2).*[1 10]; y = u*A(1, 2);", [](double t) { return 10 * t; });
  expect_body_refused("y = sum([u; 1; 2] + ones(2, 2));", "do not match");
}

TEST(FunctionMatrices, GrowByElements) {
  expect_output("A(1, 2) = u; A(3, 1) = 2; y = sum(A(:)) + 10*numel(A);",
                [](double t) { return t + 2 + 60; });
  expect_output("A(:, 1) = [u; 1]; A(:, 2) = [2; 3*u]; y = det(A);", [](double t) { return 3 * t * t - 2; });
  expect_output("A(2, :) = [1 u]; y = A(1, 1) + A(2, 2);", [](double t) { return t; });
  expect_output("v = [1 2 3]; v(1, 5) = u; y = v(5) + v(4) + v(3);", [](double t) { return t + 3; });
}

TEST(FunctionMatrices, HaveNorms) {
  expect_output("y = norm([3*u; 4*u]);", [](double t) { return 5 * t; });
  expect_output("y = norm([u -2*u], 1) + norm([u; -2*u], inf);", [](double t) { return 5 * t; });
  expect_output("A = [u -2*u; 3*u 4*u]; y = norm(A, 1) + norm(A, 'inf') + norm(A, 'fro')^2;",
                [](double t) { return 13 * t + 30 * t * t; });
  expect_body_refused("y = norm([u 1; 2 3]);", "singular values");
}

TEST(FunctionMatrices, AnswerQuestionsOfTheirDimensions) {
  expect_output("[r, c] = size([u 1 2; 3 4 5]); y = u*(r + 10*c + 100*ndims(u));",
                [](double t) { return 232 * t; });
  expect_output(
      "y = u*(isequal([u 1], [u 1]) + 2*isequal(u, 'a') + 4*isequal([u 1], [u 1 2]) + 8*isreal(u));",
      [](double t) { return 9 * t; });
  expect_output("y = u*(isa(u, 'double') + 2*ischar(u) + 4*strcmp(u, 'a') + 8*isnumeric(u));",
                [](double t) { return 9 * t; });
  expect_output("d = diff([u 3*u 7]); y = d(1) + 10*d(2);",
                [](double t) { return 2 * t + 10 * (7 - 3 * t); });
  expect_output("A = reshape([u 2 3 4 5 6], [2 3]); y = A(1, 1) + A(2, 3);", [](double t) { return t + 6; });
}

TEST(FunctionMatrices, AreInvertedAndDividedBy) {
  const std::string a = "A = [2+u 1; 1 3];\n";  // det A = 5 + 3u
  expect_output(a + "B = inv(A); y = B(1, 1) + 10*B(1, 2);", [](double t) { return (3 - 10) / (5 + 3 * t); });
  expect_output(a + "x = A\\[1; u]; y = x(2);", [](double t) { return ((2 + t) * t - 1) / (5 + 3 * t); });
  expect_output(a + "x = [1 u]/A; y = x(1);", [](double t) { return (3 - t) / (5 + 3 * t); });
  expect_output(a + "y = det(A) + trace(A);", [](double t) { return 5 + 3 * t + 5 + t; });
  expect_output("A = [u 1 2 0; 1 0 u 3; 2 1 1 1; 0 u 1 1]; y = det(A);", [](double t) {
    return [](double u) {
      const double m[4][4] = {{u, 1, 2, 0}, {1, 0, u, 3}, {2, 1, 1, 1}, {0, u, 1, 1}};
      double sum = 0;
      const int p[24][5] = {{0, 1, 2, 3, 1}, {0, 1, 3, 2, -1}, {0, 2, 1, 3, -1}, {0, 2, 3, 1, 1},
                            {0, 3, 1, 2, 1}, {0, 3, 2, 1, -1}, {1, 0, 2, 3, -1}, {1, 0, 3, 2, 1},
                            {1, 2, 0, 3, 1}, {1, 2, 3, 0, -1}, {1, 3, 0, 2, -1}, {1, 3, 2, 0, 1},
                            {2, 0, 1, 3, 1}, {2, 0, 3, 1, -1}, {2, 1, 0, 3, -1}, {2, 1, 3, 0, 1},
                            {2, 3, 0, 1, 1}, {2, 3, 1, 0, -1}, {3, 0, 1, 2, -1}, {3, 0, 2, 1, 1},
                            {3, 1, 0, 2, 1}, {3, 1, 2, 0, -1}, {3, 2, 0, 1, -1}, {3, 2, 1, 0, 1}};
      for (const auto& q : p) sum += q[4] * m[0][q[0]] * m[1][q[1]] * m[2][q[2]] * m[3][q[3]];
      return sum;
    }(t);
  });
  expect_body_refused("y = sum(sum(inv([u 1 2; 3 4 5])));", "'inv' of signals needs a square matrix");
  expect_body_refused("y = [u 1; 2 3]\\[1; 2; 3];", "square matrix of as many rows");
}

TEST(FunctionMatrices, AreTakenApartAndPutTogether) {
  expect_output("c = cross([u; 1; 0], [0; u; 2]); y = c(1) + 10*c(2) + 100*c(3);",
                [](double t) { return 2 - 20 * t + 100 * t * t; });
  expect_output("K = kron([u 1; 0 2], [1 u]); y = K(1, 2) + 10*K(2, 4);",
                [](double t) { return t * t + 20 * t; });
  expect_output("D = diag([u 2*u 3]); y = D(2, 2) + sum(diag(D)) + sum(D(:, 1));",
                [](double t) { return 2 * t + 3 * t + 3 + t; });
  expect_output("R = reshape([u 2 3 4], 2, 2); y = R(1, 2) + 10*R(2, 1) + numel(repmat(u, 2, 3));",
                [](double) { return 3 + 20 + 6.0; });
  expect_output("v = fliplr([1 u 3]); w = cumsum(v); y = v(1) + 10*w(2) + polyval([u 0 1], 2);",
                [](double t) { return 3 + 10 * (3 + t) + 4 * t + 1; });
  expect_output("A = [u 1; 2 3]; s = sum(A); r = sum(A, 2); m = mean(A, 2); y = s(1) + 10*r(2) + 100*m(1);",
                [](double t) { return t + 2 + 50 + 50 * (t + 1); });
  expect_output("x = linspace(0, u, 5); y = x(2) + x(end);", [](double t) { return 1.25 * t; });
}

TEST(FunctionMatrices, AreSortedAndSearched) {
  expect_output("s = sort([1.5 u 0.5]); y = s(1) + 10*s(2) + 100*s(3);", [](double t) {
    const double low = std::min(t, 0.5), high = std::max(t, 1.5);
    return low + 10 * (2 + t - low - high) + 100 * high;
  });
  expect_output("[m, k] = max([0.55 u 1.45]); [~, j] = min([1.05 u]); y = m + 10*k + 100*j;", [](double t) {
    return std::max(t, 1.45) + 10 * (t > 1.45 ? 2 : 3) + 100 * (t < 1.05 ? 2 : 1);
  });
}

TEST(FunctionMatrices, SizesThatCannotBeAreRefused) {
  for (const char* large : {"repmat(u, 65536)", "linspace(u, 1, 2147483647)", "repmat(u, 1, 1000001)"})
    expect_body_refused("y = sum(sum(" + std::string(large) + "))", "a result of at most a million elements");
  expect_body_refused("v = [u 2 3]; R = reshape(v, -1, -3); y = R(1)", "with as many elements");
  expect_body_refused("y = sum(linspace(u, 1, 1e18))", "'linspace' of signals needs");
}

TEST(FunctionMatrices, AnElementIsChosenByASignal) {
  const RunOutcome run = run_script("function y = f(u)\ntable = [10 20 30]; y = table(1 + floor(u));");
  expect_signal(run, "Block", [](double t) { return t < 1 ? 10 : t < 2 ? 20 : 30; }, 0, {1, 2});
  const RunOutcome beyond = run_script("function y = f(u)\ntable = [10 20]; y = table(3 + 0*u);");
  EXPECT_NE(beyond.messages().find("nan"), std::string::npos) << "an index beyond the end is told of";
}

TEST(FunctionMatrices, StructuresAreCopied) {
  expect_output("s = struct('a', u, 'b', 2); s.c = 3; t = s; t.a = 2*u; y = s.a + 10*t.a + t.b*t.c;",
                [](double t) { return t + 20 * t + 6; });
  expect_body_refused("s = struct('a', u); y = s;", "fields of 'y' are assigned");
  expect_body_refused("s = struct('a', u); y = 2*s;", "here it is used as a whole");
}

TEST(FunctionMatrices, LoopsRunOverColumnsAndListsGrow) {
  expect_output("y = 0; for c = [1 2; 3 u]\n y = y + c(1)*c(2);\nend", [](double t) { return 3 + 2 * t; });
  expect_output("v = []; v(end + 1) = u; v(end + 1) = 2*u; y = sum(v) + numel(v);",
                [](double t) { return 3 * t + 2; });
}

TEST(FunctionMatrices, TextsOfOtherToolsAreRead) {
  expect_output("%{\nA remark\nof several lines\n%}\nif (u > -1) y = u; else y = 1; end",
                [](double t) { return t; });
  expect_output("coder.extrinsic('plot'); disp(u); fprintf('%d\\n', u); y = u;", [](double t) { return t; });
  expect_output("A = sparse([1 2], [1 2], [3 4]); b = full(A)*[u; 1]; y = b(1) + b(2);",
                [](double t) { return 3 * t + 4; });
}

}  // namespace sim
