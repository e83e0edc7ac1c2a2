// Integers in the program of a Function block: as in expressions, in signals; and the types of its ports.
#include <algorithm>
#include <cmath>
#include <string>

#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

RunOutcome run_integers(const std::string& script, const std::map<std::string, std::string>& more = {}) {
  std::map<std::string, std::string> parameters = more;
  parameters["script"] = script;
  return run_diagram(one_block("user_defined/function", parameters, {"u"}, 1, {{"StopTime", "2"}}).diagram);
}

void expect_integers(const std::string& body, double (*expected)(double)) {
  SCOPED_TRACE(body);
  expect_signal(run_integers("function y = f(u)\n" + body), "Block", expected, 1e-12);
}

void expect_integers_refused(const std::string& body, const std::string& message) {
  const RunOutcome run = run_integers("function y = f(u)\n" + body);
  EXPECT_EQ(run.end, RunEnd::Failed) << body;
  EXPECT_NE(run.messages().find(message), std::string::npos) << body << "\n" << run.messages();
}

std::string warnings_of(const Diagram& diagram) {
  const auto compiled = compile(diagram, the_library());
  std::string all;
  for (const Diagnostic& d : compiled ? compiled->warnings : compiled.errors()) all += to_text(d) + "\n";
  return all;
}

double held_int8(double x) { return std::clamp(std::round(x), -128.0, 127.0); }

}  // namespace

TEST(FunctionIntegers, RoundAndHold) {
  expect_integers("y = int8(100*u) + 100;", [](double t) { return held_int8(held_int8(100 * t) + 100); });
  expect_integers("k = int8(10*u); y = k/4;", [](double t) { return held_int8(held_int8(10 * t) / 4); });
  expect_integers("k = int8(10*u); y = k*k - int8(3);",
                  [](double t) { return held_int8(held_int8(held_int8(10 * t) * held_int8(10 * t)) - 3); });
  expect_integers("k = int8(10*u); y = -k;", [](double t) { return held_int8(-held_int8(10 * t)); });
  expect_integers("k = int8(3*u); y = k^2;",
                  [](double t) { return held_int8(held_int8(3 * t) * held_int8(3 * t)); });
  expect_integers("k = int8(100*u); y = 2*double(k) + 0.5;",
                  [](double t) { return 2 * held_int8(100 * t) + 0.5; });
  expect_integers("v = [int8(3*u) 2.6 true]; y = v(1) + v(2) + v(3);",
                  [](double t) { return held_int8(held_int8(held_int8(3 * t) + 3) + 1); });
  expect_integers("y = u/int8(0) + int8(1);", [](double t) { return t > 0 ? 127.0 : 1.0; });
  expect_integers("y = sum([int8(100*u) int8(100*u)])/3;",
                  [](double t) { return 2 * held_int8(100 * t) / 3; });
  expect_integers("y = max([int8(10*u) 5]) / 2;",
                  [](double t) { return held_int8(std::max(held_int8(10 * t), 5.0) / 2); });
}

TEST(FunctionIntegers, StayInVariables) {
  expect_integers("n = int8(0);\nfor k = int8(1):int8(3)\n  n = n + k/2;\nend\ny = n;",
                  [](double) { return 1.0 + 1 + 2; });
  expect_integers("v = zeros(1, 2, 'int8'); v(1) = 200*u; v(2) = 0.4; y = v(1) + v(2);",
                  [](double t) { return held_int8(200 * t); });
  expect_integers("if u > 1, k = int8(1); else, k = int8(2); end\ny = k/2;",
                  [](double) { return 1.0; });  // 0.5 is rounded
  expect_integers("m = false(1, 2); m(2) = 5; y = m(1) + m(2);", [](double) { return 1.0; });
  expect_integers("y = half(int8(3)) + u - u;\nfunction z = half(x)\nz = x/2;", [](double) { return 2.0; });
  expect_integers("y = strcmp(class(int8(3)), 'int8')*isinteger(int8(1));", [](double) { return 1.0; });
}

TEST(FunctionIntegers, AreKept) {
  const RunOutcome run = run_integers("function y = f(u)\npersistent n = int8(120)\nn = n + 1;\ny = n;",
                                      {{"SampleTime", "0.1"}});
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.column("Block").back(), 127);
  expect_integers_refused("persistent n = int8(0)\nn = double(n) + 0.5;\ny = n;", "'n' is int8 or double");
}

TEST(FunctionIntegers, AreRefusedWhereTheyCannotBeExact) {
  expect_integers_refused("y = int8(u) + int16(u);", "int8 and int16 do not mix");
  expect_integers_refused("y = sin(int8(u));", "no function of integers");
  expect_integers_refused("y = int64(u) + 1;", "int64 numbers beyond 2^53 would not be exact");
  expect_integers_refused("y = int8(u)^u;", "known whole number");
  expect_integers_refused("A = int8([u 1; 1 u]); B = A*A; y = B(1);", "double(A)");
  expect_integers_refused("y = cumsum(int8([u u]));", "takes no integers");
  expect_integers_refused("if u > 1, k = int8(1); else, k = 0.5; end\ny = k;", "'k' is int8 or double");
  expect_integers_refused("y = u > 1 ? int8(1) : 0.5;", "an integer");
  expect_integers_refused("y = complex(1, 2)*int8(u);", "imaginary");
  expect_integers_refused("v = zeros(1, 2, 'int8'); v(1) = int16(u); y = v(1);", "do not mix");
}

TEST(FunctionIntegers, HaveTypesAtThePorts) {
  for (const bool integer : {true, false}) {
    ModelBuilder m;
    const Id source = m.block("sources/constant", "A", {{"value", integer ? "int8(5)" : "5"}}),
             gain = m.block("math/gain", "Gain", {{"k", "0.3"}}),
             program = m.block("user_defined/function", "F", {{"script", "function y = f(u)\ny = u*0.3;"}});
    m.connect(source, gain).connect(source, program);
    m.connect(program, m.block("sinks/scope", "S")).connect(gain, m.block("sinks/scope", "T"));
    m.set("StopTime", "0");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_TRUE(run.prepared) << run.messages();
    EXPECT_EQ(run.column("Gain"), std::vector<double>{integer ? 1 : 1.5});  // rounded towards -inf
    EXPECT_EQ(run.column("F"), std::vector<double>{integer ? 2 : 1.5});     // 0.3*int8(5), halves away from 0
    EXPECT_EQ(warnings_of(m.diagram), "");
  }
}

// A chain of programs: what the first gives is the input of the next.
TEST(FunctionIntegers, AreToldToTheProgramsBehind) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "A", {{"value", "2.6"}}),
           first = m.block("user_defined/function", "F", {{"script", "y = int16(u)"}}),
           second = m.block("user_defined/function", "G",
                            {{"script", "function y = g(n) % counts\ny = n/2 + 32767;\nend"}}),
           third = m.block("user_defined/function", "H",
                           {{"script", "function [k, c] = h(n)\nk = isa(n, 'int16');\nc = double(n)/2;"}});
  m.connect(source, first).connect(first, second).connect(second, third);
  m.connect(second, m.block("sinks/scope", "S")).connect(third, m.block("sinks/scope", "T"));
  m.connect(third, 1, m.block("sinks/scope", "U"), 0);
  m.set("StopTime", "0");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_TRUE(run.prepared) << run.messages();
  EXPECT_EQ(run.column("H:c"), std::vector<double>{32767.0 / 2});
  EXPECT_EQ(run.column("G"), std::vector<double>{32767});
  EXPECT_EQ(run.column("H:k"), std::vector<double>{1});
  EXPECT_EQ(warnings_of(m.diagram), "");
  ModelBuilder wide;
  const Id big = wide.block("sources/constant", "A", {{"value", "int64(7)"}}),
           sum = wide.block("user_defined/function", "F", {{"script", "function y = f(u)\ny = u + 1;"}});
  wide.connect(big, sum).connect(sum, wide.block("sinks/scope", "S"));
  const RunOutcome refused = run_diagram(wide.diagram);
  EXPECT_NE(refused.messages().find("int64 numbers beyond 2^53 would not be exact"), std::string::npos)
      << refused.messages();
}

TEST(FunctionIntegers, BeginWithTheTypeOfTheInput) {
  ModelBuilder m;
  const Id source = m.block("sources/constant", "A", {{"value", "int8(100)"}}),
           program = m.block("user_defined/function", "F",
                             {{"script", "function y = f(u)\nu = int8(u);\ny = u + 100;"}}),
           gain = m.block("math/gain", "Gain", {{"k", "0.5"}});
  m.connect(source, program).connect(program, gain).connect(gain, m.block("sinks/scope", "S"));
  m.set("StopTime", "0");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_TRUE(run.prepared) << run.messages();
  EXPECT_EQ(warnings_of(m.diagram), "");
  EXPECT_EQ(run.column("Gain"), std::vector<double>{63});  // an int8 signal: 63.5 is not one
}

TEST(FunctionIntegers, OfVariablesKeepTheirType) {
  ModelBuilder m =
      one_block("user_defined/function", {{"script", "function y = f(u)\ny = k/2 + u - u;"}}, {"u"});
  m.variable("k", "int8(3)");
  expect_signal(
      run_diagram(m.diagram), "Block", [](double) { return 2.0; }, 1e-12);
  ModelBuilder named = one_block("user_defined/function",
                                 {{"script",
                                   "function y = f(u)\nswitch mode\ncase Color.Green\n  y = u;\notherwise\n  "
                                   "y = Color.Red + int32(1);\nend"}},
                                 {"u"});
  named.variable("Color", "enumeration('Red', 1, 'Green', 5)");
  named.variable("mode", "Color.Red");
  expect_signal(
      run_diagram(named.diagram), "Block", [](double) { return 2.0; }, 1e-12);
}

// Variables of the program, kept ones too, are values of the enumeration that they were given.
TEST(FunctionIntegers, NamesOfAnotherEnumerationAreNotCompared) {
  const std::string header = "function y = f(u)\n";
  const auto outcome = [&](const std::string& body) {
    ModelBuilder named =
        one_block("user_defined/function", {{"SampleTime", "0.1"}, {"script", header + body}}, {"u"});
    named.variable("Color", "enumeration('Red', 1, 'Green', 5)");
    named.variable("Mode", "enumeration('Off', 'On')");
    named.variable("mode", "Mode.On");
    return run_diagram(named.diagram);
  };
  const std::string told = "values of two enumerations are compared";
  const std::string kept = "persistent s\nif isempty(s), s = Mode.Off; end\ny = 0;\n";
  for (const std::string& body :
       {std::string("y = double(mode == Color.Red);"), kept + "if s == Color.Red, y = 1; end\ns = Mode.On;",
        kept + "switch s\ncase Mode.Off\n  y = 1;\ncase Color.Green\n  y = 2;\nend",
        std::string("if u > 0, s = Mode.On; else, s = Mode.Off; end\ny = double(s < Color.Red);"),
        std::string("s = same(Mode.On);\ny = double(s == Color.Red);\nfunction z = same(x)\nz = x;")}) {
    const RunOutcome run = outcome(body);
    EXPECT_EQ(run.end, RunEnd::Failed) << body;
    EXPECT_NE(run.messages().find(told), std::string::npos) << body << "\n" << run.messages();
  }
  for (const std::string& body :
       {kept + "if s == Mode.On, y = 1; end\ns = Mode.On;",
        std::string("y = double(double(mode) == Color.Red);"), std::string("y = double(Color.Red == 1);"),
        std::string("if u > 0, s = Mode.On; else, s = Color.Red; end\ny = double(s == Color.Red);")}) {
    const RunOutcome run = outcome(body);
    EXPECT_EQ(run.end, RunEnd::Finished) << body << "\n" << run.messages();
  }
}

}  // namespace sim
