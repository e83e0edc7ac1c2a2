// The Function block: scripts as equations.
#include "sim_core/compile/compile.h"
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

RunOutcome run_script(const std::string& script, const std::vector<std::string>& inputs, int outputs = 1,
                      Settings settings = {{"StopTime", "2"}}, const std::string& sample_time = "-1") {
  return run_diagram(one_block("user_defined/function", {{"script", script}, {"SampleTime", sample_time}},
                               inputs, outputs, settings)
                         .diagram);
}

void expect_refused(const std::string& script, const std::string& message) {
  const RunOutcome run = run_script(script, {"u"});
  EXPECT_EQ(run.end, RunEnd::Failed) << script;
  EXPECT_NE(run.messages().find(message), std::string::npos) << script << "\n" << run.messages();
}

}  // namespace

TEST(Function, BranchesAreChosenAtTheInstantTheySwitch) {
  const RunOutcome run = run_script(
      "function y = f(u)\nif u < 0.5\n  y = 1\nelseif u < 1.25\n  y = 2 + u\nelse\n  y = u^2\nend", {"u"});
  expect_signal(run, "Block", [](double t) { return t < 0.5    ? 1
                                                    : t < 1.25 ? 2 + t
                                                               : t * t; }, 1e-12,
                {0.5, 1.25});
  expect_events(run, {0.5, 1.25});
}

TEST(Function, LoopsAreWrittenOut) {
  // Horner's scheme, and a sum over elements that were assigned one by one.
  const RunOutcome run = run_script(
      "function [p, s] = f(u)\nc = [3 -2 0.5 1]\np = 0\nfor k = 1:numel(c)\n  p = p*u + c(k)\nend\n"
      "for k = 3:-1:1\n  x(k) = k*u\nend\nx(2) = x(2) + 1\ns = sum(x.^2) + x(end)",
      {"u"}, 2);
  expect_signal(
      run, "Block:p", [](double t) { return ((3 * t - 2) * t + 0.5) * t + 1; }, 1e-12);
  expect_signal(
      run, "Block:s", [](double t) { return t * t + (2 * t + 1) * (2 * t + 1) + 9 * t * t + 3 * t; }, 1e-12);
}

TEST(Function, LoopsRunOverNumbersThatAreWrittenOut) {
  const RunOutcome run =
      run_script("function y = f(u)\ny = 1\nfor k = [2 5 1 -1]\n  y = 2*y + k*u\nend\nend", {"u"});
  expect_signal(
      run, "Block", [](double t) { return 16 + 8 * 2 * t + 4 * 5 * t + 2 * t - t; }, 1e-12);
}

TEST(Function, ElementsAreChosenAndAssignedInLoopsAndBranches) {
  // Bubble sort of three signals: what is computed depends on what they are worth.
  const RunOutcome run = run_script(
      "function y = sorted(u)\ny = u\nfor n = 1:2\n  for k = 1:2\n    if y(k) > y(k + 1)\n      low = y(k + "
      "1)\n"
      "      y(k + 1) = y(k)\n      y(k) = low\n    end\n  end\nend",
      {"[sin(3*u); 0.3; cos(2*u)]"});
  for (int k = 0; k < 3; ++k)
    expect_signal(
        run, "Block[" + std::to_string(k + 1) + "]",
        [k](double t) {
          std::vector<double> v{std::sin(3 * t), 0.3, std::cos(2 * t)};
          std::sort(v.begin(), v.end());
          return v[static_cast<std::size_t>(k)];
        },
        1e-9);
}

TEST(Function, MatricesAndRangesAreIndexed) {
  const RunOutcome run = run_script(
      "A = [1 2 3; 4 5 6]\nB = A(:, 2:end)\nB(1, end) = u\ny = [B(:, end); A(end, 1); sum(A(2, :)); B(1:2)']",
      {"u"});
  const auto expect = [&](int k, auto f) { expect_signal(run, "Block[" + std::to_string(k) + "]", f, 0); };
  expect(1, [](double t) { return t; });
  expect(2, [](double) { return 6; });
  expect(3, [](double) { return 4; });
  expect(4, [](double) { return 15; });
  expect(5, [](double) { return 2; });
  expect(6, [](double) { return 5; });
}

TEST(Function, RemembersFromHitToHit) {
  // A counter of the hits at which the input is at least 1, and the largest input so far.
  const RunOutcome run = run_script(
      "function [n, m] = f(u)\npersistent count = 0\npersistent largest = -inf\nif u >= 1\n  count = count + "
      "1\nend\n"
      "largest = max(largest, u)\nn = count\nm = largest",
      {"2*sin(3*u)"}, 2, {{"StopTime", "2"}}, "0.1");
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  int count = 0;
  double largest = -1e300;
  std::map<int, std::pair<int, double>> after;
  for (int k = 0; k <= 20; ++k) {
    const double u = 2 * std::sin(3 * (k * 0.1));
    if (u >= 1) ++count;
    largest = std::max(largest, u);
    after[k] = {count, largest};
  }
  const auto hit = [](double t) { return static_cast<int>(std::floor(t * 10 + 1e-9)); };
  expect_signal(
      run, "Block:n", [&](double t) { return after[hit(t)].first; }, 0);
  expect_signal(
      run, "Block:m", [&](double t) { return after[hit(t)].second; }, 1e-15);
}

// Each output reads only what it needs: a loop through the other one is none.
TEST(Function, FeedthroughIsThatOfEachOutput) {
  ModelBuilder m;
  const Id f = m.block("user_defined/function", "f",
                       {{"script", "function [a, b] = f(u, v)\na = v\nb = u + 1"}}),
           one = m.block("sources/constant", "one"), scope = m.block("sinks/scope", "Scope");
  m.connect(f, 0, f, 0).connect(one, 0, f, 1).connect(f, 1, scope, 0);
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  ASSERT_FALSE(run.column("f:b").empty());
  EXPECT_EQ(run.column("f:b").back(), 2);
  EXPECT_EQ(run.messages().find("loop"), std::string::npos) << run.messages();
}

// A stiff equation whose right side is a script: Newton's iteration sees exact derivatives.
TEST(Function, DerivativesAreExact) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[2; 0]"}}),
           f = m.block(
               "user_defined/function", "f",
               {{"script", "function d = vanderpol(x)\nmu = 1000\nd = [x(2); mu*(1 - x(1)^2)*x(2) - x(1)]"}});
  m.connect(x, f).connect(f, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode15s").set("StopTime", "1000").set("RelTol", "1e-8").set("AbsTol", "1e-10");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_LT(run.statistics.steps, 4000u);
}

TEST(Function, ComplexNumbersAreNumbers) {
  const RunOutcome run = run_script(
      "function [a, b] = f(u)\nz = exp(i*u)\nif u > 1\n  z = conj(z)\nend\na = real(z)\nb = imag(z)", {"u"},
      2);
  expect_signal(
      run, "Block:a", [](double t) { return std::cos(t); }, 1e-15);
  expect_signal(run, "Block:b", [](double t) { return t > 1 ? -std::sin(t) : std::sin(t); }, 1e-15, {1});
}

TEST(Function, ConstantsThatLeaveTheRealsAreComplexAsInParameters) {
  for (const std::string text : {"sqrt(-1)", "acosh(0)", "log(-2)", "asin(2)", "(-8)^(1/3)",
                                 "sqrt([-1 4])(1)", "abs(sqrt(-4))", "sqrt(sqrt(-4))"}) {
    ModelBuilder m;
    const Id script =
        m.block("user_defined/function", "f", {{"script", "function y = f(u)\ny = " + text + " + 0*u"}});
    const Id parameter = m.block("sources/constant", "p", {{"value", text}});
    const Id zero = m.block("sources/constant", "zero", {{"value", "0"}}), mux = m.block("routing/mux", "m");
    m.connect(zero, script).connect(script, 0, mux, 0).connect(parameter, 0, mux, 1);
    m.connect(mux, m.block("sinks/scope", "Scope")).set("StopTime", "0");
    const RunOutcome run = run_diagram(m.diagram);
    for (const char* part : {"", ".re", ".im"}) {
      const std::string f = std::string("f") + part, p = std::string("p") + part;
      EXPECT_EQ(run.has_column(f), run.has_column(p)) << text;
      if (run.has_column(f)) {
        EXPECT_EQ(run.column(f), run.column(p)) << text;
      }
    }
    EXPECT_TRUE(run.has_column("f") || run.has_column("f.im")) << text;
  }
}

// Each element that a model's only block gives, by its name.
std::map<std::string, double> values_of(ModelBuilder& m, Id block) {
  m.connect(block, m.block("sinks/scope", "Scope")).set("StopTime", "0");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  std::map<std::string, double> values;
  for (const auto& [name, bits] : run.columns)
    if (name != "time") values[name] = run.column(name).back();
  return values;
}

TEST(Function, ListsAreRowsWhereRowsMatter) {
  for (const std::string text : {"[1 2 3]*[1 2 3]'",
                                 "[1 2 3]'*[1 2 3]",
                                 "[1; 2; 3]*[4; 5; 6]'",
                                 "([1 2 3] + 1)*(2*[1 2 3])'",
                                 "-[1 2 3]*[1; 2; 3]",
                                 "([1 2]*[1 2; 3 4])'",
                                 "[1 2; 3 4]*[1 2]'",
                                 "[[1 2 3]; [4 5 6]]",
                                 "[[1; 2] [3; 4]]",
                                 "[[1 2] [3 4]; 5 6 7 8]",
                                 "[1 2 3](2:3)*[4; 5]",
                                 "[1 2 3](1, 2)",
                                 "size([1 2 3])*[10; 1]",
                                 "size([1 2 3]')*[10; 1]",
                                 "cols([1 2 3])",
                                 "rows([1; 2])",
                                 "[1 2 3](:)'*[1 2 3](:)",
                                 "size([1 2 3](:))*[10; 1]",
                                 "dot([1 2 3], [4; 5; 6])",
                                 "fliplr([1 2 3])*[1; 10; 100]",
                                 "sin([1 2 3])*max([1 2 3], 2)'",
                                 "((1:3) + [4 5 6])*[1; 10; 100]",
                                 "(true ? [1 2] : [3 4])*[5; 6]"}) {
    ModelBuilder parameter;
    const auto expected = values_of(parameter, parameter.block("sources/constant", "b", {{"value", text}}));
    ASSERT_FALSE(expected.empty()) << text;
    for (const std::string& script : {"y = " + text + " + 0*u", "x = " + text + "\ny = x + 0*u"}) {
      ModelBuilder m;
      const Id f = m.block("user_defined/function", "b", {{"script", "function y = f(u)\n" + script}});
      m.connect(m.block("sources/constant", "one", {{"value", "1"}}), f);
      EXPECT_EQ(values_of(m, f), expected) << script;
    }
  }
}

TEST(Function, ListsOfSignalsAreRowsWhereRowsMatter) {
  const RunOutcome run = run_script(
      "function y = f(u)\nv = [u 2 3]\nw(3) = u\nif u > 1\n  x = 2*v\nelse\n  x = [4 5 u]\nend\n"
      "P = [v; w]\ny = [v*v'; w*v'; x*[1; 0; 0]; P(2, 3); P(1, 2); v'(3)]",
      {"u"});
  const auto expect = [&](int k, auto f) {
    expect_signal(run, "Block[" + std::to_string(k) + "]", f, 1e-14, {1});
  };
  expect(1, [](double t) { return t * t + 13; });
  expect(2, [](double t) { return 3 * t; });
  expect(3, [](double t) { return t > 1 ? 2 * t : 4; });
  expect(4, [](double t) { return t; });
  expect(5, [](double) { return 2; });
  expect(6, [](double) { return 3; });
}

TEST(Function, ListsAgreeWithRows) {
  const RunOutcome run = run_script(
      "function y = f(u)\npersistent p = zeros(1, 3)\nv = [1 2 3]\nw = v(:)\nif u > 1\n  r = [u 2]\nelse\n"
      "  r = (3:4)\nend\np = [p(2:3) u]\ny = [p*[0; 0; 1]; dot(v, [u; u; u]); w'*w; r*[1; 1]]",
      {"u"});
  const auto expect = [&](int k, auto f) {
    expect_signal(run, "Block[" + std::to_string(k) + "]", f, 1e-14, {1});
  };
  expect(1, [](double t) { return t; });
  expect(2, [](double t) { return 6 * t; });
  expect(3, [](double) { return 14; });
  expect(4, [](double t) { return t > 1 ? t + 2 : 7; });
}

// A number in one branch of a choice is as many as the other has, element by element; what counts elements
// would not give what a parameter gives.
TEST(Function, ChoicesOfNumbersAndVectorsAreNotCounted) {
  for (const char* of : {"numel(t > 1 ? 1 : u)", "sum(t > 1 ? 1 : u)", "numel(-(t > 1 ? u : 2))",
                         "[(t > 1 ? 1 : u); 2]", "length(sin(true ? 1 : u) + 2)"})
    expect_refused("function y = f(u, t)\nu = [u u u]\ny = " + std::string(of),
                   "one branch of a choice is a number and the other has 3 elements");
  const RunOutcome run = run_script("function y = f(u)\nw = [u 2 3]\ny = sum((u > 100 ? 1 : w) + w)", {"u"});
  expect_signal(
      run, "Block", [](double t) { return 2 * t + 10; }, 1e-12);
}

TEST(Function, WhatCannotBeIsSaidWithItsLine) {
  expect_refused("function y = f(u)\ny = u + z", "line 2: there is no 'z' at column 9");
  expect_refused("function y = f(u)\nx = 2*u", "the output 'y' is given no value");
  expect_refused("function y = f(u)\nif u > 1\n  y = 1\nend",
                 "where the 'if' in line 2 takes another branch");
  expect_refused("function y = f(u)\nif u > 1\n  x = 1\nend\ny = x",
                 "line 5: 'x' has no value where the 'if' in line 2");
  expect_refused("function y = f(u)\nfor k = 1:u\n  y = k\nend",
                 "line 2: the ends of a range must be numbers");
  expect_refused("function y = f(u)\nx = [1 2 3]\ny = x([u u])",
                 "line 3: an index in a formula must be a number");
  expect_refused("function y = f(u)\nx = [1 2 3]\ny = x(4)", "line 3: index 4 is not between 1 and 3");
  expect_refused("function y = f(u)\ny = 0\nif u > 1\n  y = [1 2 3]\nend", "'y' becomes [3] or scalar");
  expect_refused("function y = f(u)\nif u > 1\n  y = [1 2]\nelse\n  y = [1 2 3]\nend",
                 "'y' becomes [2] or [3]");
  expect_refused("function y = f(u)\nfor k = 1:1000\n  for l = 1:1000\n    y = k\n  end\nend",
                 "more than 100000 statements");
  expect_refused("function y = f(u)\ny = u\nif u > 1\n  persistent n = 0\n  n = n + 1\nend",
                 "line 4: 'n' is kept in a branch that may not be taken");
  expect_refused("function y = f(u)\nif u\n", "line 3: the 'if' in line 2 is not closed");
}

// Not that lines are connected to ports that it would have.
TEST(Function, AFirstLineThatCannotBeReadIsSaid) {
  for (const char* script : {"function y = f(a, b + c)\ny = a", "function [y z = f(a, b)\ny = a\nz = b",
                             "function y = f(a, b)\ny = a +"}) {
    const RunOutcome run = run_script(script, {"1", "2"});
    EXPECT_EQ(run.end, RunEnd::Failed);
    EXPECT_NE(run.messages().find("Block: line "), std::string::npos) << run.messages();
    EXPECT_EQ(run.messages().find("connected to"), std::string::npos) << run.messages();
  }
}

TEST(Function, LoopsAsLongAsAKnownConditionHolds) {
  expect_signal(
      run_script("function y = f(u)\nn = 1\ny = u\nwhile n < 100\n  n = 2*n\n  y = y + 1\nend", {"u"}),
      "Block", [](double t) { return t + 7; }, 1e-13);
}

// Newton's method for the square root of u + 1: passes where the error is small enough already change
// nothing.
TEST(Function, LoopsAsLongAsASignalAsksForItAndACounterAllows) {
  const RunOutcome run = run_script(
      "function [y, n] = f(u)\ny = 1\nn = 0\nk = 0\nwhile abs(y^2 - u - 1) > 1e-13 && k < 20\n"
      "  y = (y + (u + 1)/y)/2\n  n = n + 1\n  k = k + 1\nend",
      {"u"}, 2);
  expect_signal(
      run, "Block:y", [](double t) { return std::sqrt(t + 1); }, 1e-12);
  const std::vector<double> passes = run.column("Block:n");
  EXPECT_EQ(passes.front(), 0) << "nothing to do where u is 0";
  EXPECT_GT(passes.back(), 3);
  EXPECT_LT(passes.back(), 8);
  // As many as the counter allows, where more would be asked for.
  expect_signal(
      run_script("function y = f(u)\ny = u\nk = 0\nwhile y < 100 && k < 3\n  y = y + 1\n  k = k + 1\nend",
                 {"u"}),
      "Block", [](double t) { return t + 3; }, 1e-13);
}

TEST(Function, LoopsThatNeedNotEndAreSaid) {
  expect_refused("function y = f(u)\ny = u - 200\nwhile y < 0\n  y = y + 1\nend",
                 "line 3: 'while' takes more than 100 passes");
  expect_refused("function y = f(u)\ny = u\nwhile true\nend", "line 3: more than 100000 statements");
  expect_refused("function y = f(u)\ny = u\nwhile true && y < 1\n  y = y + 1\nend",
                 "line 3: a 'while' that depends on signals takes more than 500 passes");
}

TEST(Function, AssignsFields) {
  const RunOutcome run = run_script(
      "function y = f(u)\ns.a = 2*u\ns.deep.b = [1 2]\ns.deep.b(2) = s.a + 1\nif u > 1\n  s.a = 0\nend\n"
      "y = s.a + sum(s.deep.b)",
      {"u"});
  expect_signal(run, "Block", [](double t) { return (t > 1 ? 0 : 2 * t) + 1 + 2 * t + 1; }, 1e-12, {1});
  expect_refused("function y = f(u)\ns.a = u\ny = s.b", "line 3: there is no 's.b'");
}

TEST(Function, CallsFunctionsOfItsOwn) {
  const RunOutcome run = run_script(
      "function [y, z] = f(u)\n[low, high] = around(u, 3)\ny = high - 2*low\nz = norm2(row(u))\nend\n"
      "function [a, b] = around(x, width)\na = x - width\nb = x\nfor k = 1:width\n  b = b + 1\nend\nend\n"
      "function n = norm2(v)\nn = sqrt(v*v')\nend\nfunction v = row(x)\nv = [x 2*x 2*x]\nend",
      {"u"}, 2);
  expect_signal(
      run, "Block:y", [](double t) { return (t + 3) - 2 * (t - 3); }, 1e-12);
  expect_signal(
      run, "Block:z", [](double t) { return 3 * t; }, 1e-7);
}

// What is located in it is located once.
TEST(Function, SeveralResultsAreThoseOfOneCall) {
  const ModelBuilder m = one_block(
      "user_defined/function",
      {{"script",
        "function [y, z] = f(u)\n[y, z] = g(u - 1)\nfunction [a, b] = g(x)\nif x > 0\n  a = x\n  b = "
        "2\nelse\n  a = 0\n  b = 1\nend"}},
      {"u"}, 2);
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled) << to_text(compiled.error());
  EXPECT_EQ(compiled->program->crossings.size(), 1u);
}

// Its own names are those of a call: u, y and n outside stay what they are; the count of inputs decides.
TEST(Function, CallsHaveNamesOfTheirOwn) {
  const RunOutcome run = run_script(
      "function y = f(u)\nn = 2\nx = g(10*u) + g(u, 4)\ny = x + n*u\n"
      "function y = g(u, m)\nif nargin < 2\n  m = 1\nend\nn = 100\ny = m*u + 0*n*nargout",
      {"u"});
  expect_signal(
      run, "Block", [](double t) { return 10 * t + 4 * t + 2 * t; }, 1e-12);
}

TEST(Function, CallsThatEnd) {
  const RunOutcome run = run_script(
      "function y = f(u)\ny = u*factorial_of(5)\nfunction y = factorial_of(n)\nif n < 2\n  y = 1\nelse\n  "
      "y = n*factorial_of(n - 1)\nend",
      {"u"});
  expect_signal(
      run, "Block", [](double t) { return 120 * t; }, 1e-12);
  expect_refused("function y = f(u)\ny = g(u)\nfunction y = g(u)\ny = g(u)",
                 "'g' is called within more than 20 other calls");
}

TEST(Function, CallsThatCannotBeAreSaid) {
  expect_refused("function y = f(u)\ny = g(u, 1)\nfunction y = g(u)\ny = u", "'g' takes 1 inputs, not 2");
  expect_refused("function y = f(u)\n[y, z] = g(u)\nfunction y = g(u)\ny = u", "'g' gives 1 results, not 2");
  expect_refused("function y = f(u)\ny = 1\ny = g(u)\nfunction z = g(u)\n\nz = w",
                 "line 3: in 'g', line 6: there is no 'w'");
  expect_refused("function y = f(u)\ny = g(u)\nfunction z = g(u)\nx = 1",
                 "in 'g', the output 'z' is given no value");
  expect_refused("function y = f(u)\ny = g(u)\nfunction z = g(x)\nz = u", "there is no 'u'");
}

TEST(Function, SwitchesBetweenCases) {
  const RunOutcome run = run_script(
      "function y = f(u)\nswitch floor(u)\n  case 0\n    y = 5\n  case 1\n    y = -u\n  otherwise\n    y = "
      "7\nend",
      {"u"});
  expect_signal(run, "Block", [](double t) { return t < 1 ? 5 : t < 2 ? -t : 7; }, 1e-12, {1, 2});
}

TEST(Function, FirstValuesAfterAQuestion) {
  const RunOutcome run =
      run_script("function y = f(u)\npersistent n k\nif isempty(n)\n  n = 3; k = 2;\nend\nn = n + k\ny = n",
                 {"u"}, 1, {{"StopTime", "2"}}, "0.5");
  const std::vector<double> found = samples(run, "Block", 0.5);
  ASSERT_GE(found.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(found[k], 5 + 2 * static_cast<double>(k));
}

TEST(Function, FunctionsThatAreValuesToo) {
  const RunOutcome run =
      run_script("function y = f(u)\nw = ones(3, 1)\nw(2) = u\ny = [w; zeros(2, 1); pi]", {"u"});
  const double expected[] = {1, 0, 1, 0, 0, 3.14159265358979323846};
  for (int k = 0; k < 6; ++k)
    expect_signal(
        run, "Block[" + std::to_string(k + 1) + "]", [&](double t) { return k == 1 ? t : expected[k]; }, 0);
}

// p is a structure of the model, gears three of them.
static RunOutcome run_with_structures(const std::string& script) {
  ModelBuilder m = one_block("user_defined/function", {{"script", script}}, {"u"});
  m.variable("p", "struct('K', [1 2; 3 4], 'name', 'x', 'deep', struct('a', 5))");
  m.variable("gears", "[struct('n', 1), struct('n', 10), struct('n', 100)]");
  return run_diagram(m.diagram);
}

TEST(Function, ReadsFieldsOfStructures) {
  expect_signal(
      run_with_structures(
          "function y = f(u)\ny = p.deep.a*u + p.K(2, 1)\nfor k = 1:3\n  y = y + k*gears(k).n\n"
          "end\ny = y + gears(end).n"),
      "Block", [](double t) { return 5 * t + 3 + 321 + 100; }, 1e-13);
}

// A field that is assigned hides that of the model's structure; the others are those of the model.
TEST(Function, AssignedFieldsHideThoseOfTheModel) {
  expect_signal(
      run_with_structures("function y = f(u)\np.K = 7*u\ny = p.K + p.deep.a"), "Block",
      [](double t) { return 7 * t + 5; }, 1e-13);
}

TEST(Function, FieldsThatCannotBeReadAreSaid) {
  const std::pair<const char*, const char*> refused[] = {
      {"y = p.x*u", "line 2: the structure 'p' has no field 'x'"},
      {"y = p + u", "line 2: this cannot stand in a formula"},
      {"y = gears.n*u", "line 2: these are 3 structures"},
      {"y = gears(4).n*u", "line 2: index 4 is none of the 3 structures"},
      {"y = gears(u).n", "line 2: an index in a formula must be a number"},
      {"y = u.n", "line 2: only structures have fields"},
      {"y = p.name", "the output 'y' is a string"},
      {"p.K = u\ny = p.x", "line 3: "}};
  for (const auto& [line, message] : refused) {
    const RunOutcome run = run_with_structures("function y = f(u)\n" + std::string(line));
    EXPECT_EQ(run.end, RunEnd::Failed) << line;
    EXPECT_NE(run.messages().find(message), std::string::npos) << line << "\n" << run.messages();
  }
}

// What is known beforehand decides beforehand: the other branch need not even be possible.
TEST(Function, DimensionsDecideWhenTheModelIsCompiled) {
  const char* script = "function y = f(u)\nif numel(u) > 2\n  y = u(3)\nelse\n  y = u(1)\nend";
  expect_signal(
      run_script(script, {"u"}), "Block", [](double t) { return t; }, 0);
  expect_signal(
      run_script(script, {"[u; u; 7*u]"}), "Block", [](double t) { return 7 * t; }, 0);
}

}  // namespace sim
