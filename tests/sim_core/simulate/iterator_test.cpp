// Iterated subsystems: their passes, and what is remembered between them.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"

namespace sim {

namespace {

// A subsystem "s" with an Outport "out" whose signal goes to a scope.
struct Repeated {
  ModelBuilder m;
  Id sub, out, scope;
  explicit Repeated(Id parent = no_id) {
    sub = m.block("ports/subsystem", "s", {}, parent);
    out = m.block("ports/outport", "out", {}, sub);
    scope = m.block("sinks/scope", "Scope");
    m.set("StopTime", "3").set("Solver", "ode1").set("FixedStep", "1");
    if (parent == no_id) m.connect(sub, scope);
  }
  Id inside(const std::string& type, const std::string& name,
            std::map<std::string, std::string> parameters = {}) {
    return m.block(type, name, std::move(parameters), sub);
  }
};

using Numbers = std::vector<double>;

// n! by `memory`, a Unit Delay or a Memory, with N = 5 passes.
Repeated factorial(const std::string& memory, const std::string& initial, const std::string& states) {
  Repeated r;
  const Id loop = r.inside("ports/for_iterator", "For", {{"IterationLimit", "5"}, {"ResetStates", states}});
  const Id last = r.inside(memory, "last", {{initial, "1"}});
  const Id product = r.inside("math/product", "product", {{"operations", "2"}});
  r.m.connect(loop, product, 0).connect(last, product, 1).connect(product, last).connect(product, r.out);
  return r;
}

}  // namespace

TEST(ForIterator, ResetStatesGiveTheFactorialAtEveryStep) {
  EXPECT_EQ(finished_run(factorial("discrete/unit_delay", "InitialCondition", "reset").m).column("out"),
            Numbers(4, 120.0));
  EXPECT_EQ(finished_run(factorial("discrete/memory", "X0", "reset").m).column("out"), Numbers(4, 120.0));
}

TEST(ForIterator, HeldStatesGoOnWhereTheStepBeforeEnded) {
  for (const auto& [memory, initial] :
       {std::pair{"discrete/unit_delay", "InitialCondition"}, {"discrete/memory", "X0"}})
    EXPECT_EQ(finished_run(factorial(memory, initial, "held").m).column("out"),
              (Numbers{120.0, 120.0 * 120, 120.0 * 120 * 120, 120.0 * 120 * 120 * 120}));
}

// f(k) = f(k - 1) + f(k - 2), two delays in a row: 8 passes a step.
TEST(ForIterator, FibonacciGoesOnOverSteps) {
  Repeated r;
  r.inside("ports/for_iterator", "For", {{"IterationLimit", "8"}, {"ShowIterationPort", "off"}});
  const Id one = r.inside("discrete/unit_delay", "one", {{"InitialCondition", "1"}});
  const Id two = r.inside("discrete/unit_delay", "two");
  const Id sum = r.inside("math/sum", "sum");
  r.m.connect(one, two).connect(one, sum, 0).connect(two, sum, 1).connect(sum, one).connect(sum, r.out);
  EXPECT_EQ(finished_run(r.m).column("out"), (Numbers{34, 1597, 75025, 3524578}));
}

TEST(ForIterator, TheIndexBeginsAtOneOrZero) {
  for (const auto& [mode, last] : {std::pair{"One-based", 7.0}, {"Zero-based", 6.0}}) {
    Repeated r;
    const Id loop = r.inside("ports/for_iterator", "For", {{"IterationLimit", "7"}, {"IndexMode", mode}});
    r.m.connect(loop, r.out);
    EXPECT_EQ(finished_run(r.m).column("out"), Numbers(4, last)) << mode;
  }
}

namespace {

// Sums the index up to N, which comes from outside: the time.
Repeated sum_up_to_time(const std::string& most, const std::string& output_when_disabled = "held") {
  Repeated r;
  const Id n = r.m.block("sources/digital_clock", "time", {{"SampleTime", "1"}});
  const Id in = r.inside("ports/inport", "n");
  const Id loop =
      r.inside("ports/for_iterator", "For",
               {{"IterationSource", "external"}, {"IterationLimit", most}, {"ResetStates", "reset"}});
  const Id last = r.inside("discrete/unit_delay", "last");
  const Id sum = r.inside("math/sum", "sum");
  r.m.diagram.blocks.at(r.out).parameters = {{"OutputWhenDisabled", output_when_disabled},
                                             {"InitialOutput", "-1"}};
  r.m.connect(n, r.sub).connect(in, loop).connect(loop, sum, 0).connect(last, sum, 1);
  r.m.connect(sum, last).connect(sum, r.out);
  r.m.set("StopTime", "4");
  return r;
}

}  // namespace

TEST(ForIterator, TheNumberOfPassesMayComeFromOutside) {
  EXPECT_EQ(finished_run(sum_up_to_time("10").m).column("out"), (Numbers{-1, 1, 3, 6, 10}));
  EXPECT_EQ(finished_run(sum_up_to_time("4").m).column("out"), (Numbers{-1, 1, 3, 6, 10}));
}

TEST(ForIterator, MorePassesThanTheLimitAreAnError) {
  const RunOutcome run = run_diagram(sum_up_to_time("3").m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("above its limit of 3"), std::string::npos) << run.messages();
}

// Held states count passes: as many as there were until then.
TEST(ForIterator, PassesThatAreNotExecutedLeaveHeldStatesAlone) {
  Repeated r = sum_up_to_time("6");
  for (auto& [id, block] : r.m.diagram.blocks)
    if (block.name == "For") block.parameters["ResetStates"] = "held";
  EXPECT_EQ(finished_run(r.m).column("out"), (Numbers{-1, 1, 4, 10, 20}));
}

// At a rate of 2 s, by its input, while the model steps every second.
TEST(ForIterator, HeldStatesAdvanceAtTheRateOfTheInputs) {
  Repeated r;
  const Id source = r.m.block("sources/digital_clock", "time", {{"SampleTime", "2"}});
  const Id in = r.inside("ports/inport", "u");
  r.inside("ports/for_iterator", "For", {{"IterationLimit", "3"}, {"ShowIterationPort", "off"}});
  const Id last = r.inside("discrete/unit_delay", "last");
  const Id one = r.inside("math/bias", "one", {{"Bias", "1"}});
  const Id zero = r.inside("math/gain", "zero", {{"k", "0"}});
  const Id sum = r.inside("math/sum", "sum");
  r.m.connect(source, r.sub).connect(in, zero).connect(zero, one).connect(one, sum, 0).connect(last, sum, 1);
  r.m.connect(sum, last).connect(sum, r.out).set("StopTime", "5");
  EXPECT_EQ(finished_run(r.m).column("out"), (Numbers{3, 3, 6, 6, 9, 9}));
}

// Of a function of its inputs every stage of the solver sees the value of that stage: x' = -3 x.
TEST(ForIterator, ResetStatesAreAFunctionOfContinuousInputs) {
  Repeated r;
  const Id x = r.m.block("continuous/integrator", "x", {{"x0", "1"}});
  const Id in = r.inside("ports/inport", "u");
  r.inside("ports/for_iterator", "For",
           {{"IterationLimit", "3"}, {"ShowIterationPort", "off"}, {"ResetStates", "reset"}});
  const Id last = r.inside("discrete/unit_delay", "last");
  const Id sum = r.inside("math/sum", "sum", {{"signs", "+-"}});
  r.m.connect(x, r.sub).connect(in, sum, 1).connect(last, sum, 0).connect(sum, last).connect(sum, r.out);
  r.m.connect(r.sub, x).connect(x, r.m.block("sinks/scope", "y"));
  r.m.set("StopTime", "1").set("Solver", "ode45").set("RelTol", "1e-8").set("AbsTol", "1e-10");
  const RunOutcome run = finished_run(r.m);
  EXPECT_NEAR(run.column("x").back(), std::exp(-3.0), 1e-8);
}

TEST(ForIterator, AnEdgeIsOneFromPassToPass) {
  Repeated r;
  const Id loop = r.inside("ports/for_iterator", "For", {{"IterationLimit", "6"}, {"ResetStates", "reset"}});
  const Id odd = r.inside("user_defined/fcn", "odd", {{"expression", "mod(u, 2)"}});
  const Id inner = r.inside("ports/subsystem", "counter");
  r.m.block("ports/trigger", "Trigger", {}, inner);
  const Id count = r.m.block("discrete/unit_delay", "count", {}, inner);
  const Id more = r.m.block("math/bias", "more", {{"Bias", "1"}}, inner);
  const Id y = r.m.block("ports/outport", "y", {}, inner);
  r.m.connect(count, more).connect(more, count).connect(more, y);
  r.m.connect(loop, odd).connect(odd, inner).connect(inner, r.out);
  EXPECT_EQ(finished_run(r.m).column("out"), Numbers(4, 2.0));  // at passes 3 and 5
}

TEST(ForIterator, InsideAnEnabledSubsystemItRunsWhileThatDoes) {
  ModelBuilder m;
  const Id pulse = m.block("sources/piecewise_linear", "on",
                           {{"times", "[0 1.5 1.5 3.5 3.5 9]"}, {"values", "[0 0 1 1 0 0]"}});
  const Id outer = m.block("ports/subsystem", "outer");
  m.block("ports/enable", "Enable", {}, outer);
  const Id loop = m.block("ports/subsystem", "loop", {}, outer);
  const Id y = m.block("ports/outport", "y", {}, outer);
  const Id index = m.block("ports/for_iterator", "For", {{"IterationLimit", "4"}}, loop);
  const Id last = m.block("discrete/memory", "last", {}, loop);
  const Id sum = m.block("math/sum", "sum", {}, loop);
  const Id out = m.block("ports/outport", "out", {}, loop);
  m.connect(index, sum, 0).connect(last, sum, 1).connect(sum, last).connect(sum, out);
  m.connect(loop, y).connect(pulse, outer).connect(outer, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "5").set("Solver", "ode1").set("FixedStep", "1");
  EXPECT_EQ(finished_run(m).column("y"), (Numbers{0, 0, 10, 20, 20, 20}));
}

// Enabled again at 3 s, between the hits at 2 s and 4 s: one pass is what the block alone would do.
TEST(ForIterator, BeginsAnewBetweenHitsToo) {
  ModelBuilder m;
  const Id clock = m.block("sources/digital_clock", "time", {{"SampleTime", "2"}});
  const Id on = m.block("sources/piecewise_linear", "on",
                        {{"times", "[0 1.5 1.5 2.5 2.5 9]"}, {"values", "[1 1 0 0 1 1]"}});
  const Id outer = m.block("ports/subsystem", "outer");
  m.block("ports/enable", "Enable", {{"StatesWhenEnabling", "reset"}}, outer);
  const Id in = m.block("ports/inport", "u", {}, outer);
  const auto count = [&](Id parent, Id from) {
    const Id zero = m.block("math/gain", "zero", {{"k", "0"}}, parent);
    const Id one = m.block("math/bias", "one", {{"Bias", "1"}}, parent);
    const Id last = m.block("discrete/unit_delay", "last", {}, parent);
    const Id sum = m.block("math/sum", "sum", {}, parent);
    m.connect(from, zero).connect(zero, one).connect(one, sum, 0).connect(last, sum, 1).connect(sum, last);
    return sum;
  };
  const Id plain = m.block("ports/outport", "plain", {{"port", "1"}}, outer),
           iterated = m.block("ports/outport", "iterated", {{"port", "2"}}, outer);
  m.connect(count(outer, in), plain);
  const Id loop = m.block("ports/subsystem", "loop", {}, outer);
  m.block("ports/for_iterator", "For", {{"IterationLimit", "1"}, {"ShowIterationPort", "off"}}, loop);
  const Id inner = m.block("ports/inport", "u", {}, loop), out = m.block("ports/outport", "out", {}, loop);
  m.connect(count(loop, inner), out).connect(in, loop).connect(loop, iterated);
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(clock, outer, 0).connect(on, outer, 1).connect(outer, 0, scope, 0).connect(outer, 1, scope, 1);
  m.set("StopTime", "8").set("Solver", "ode1").set("FixedStep", "1");
  const RunOutcome run = finished_run(m);
  for (double t : {0.0, 4.0, 6.0, 8.0}) EXPECT_EQ(value_at(run, "iterated", t), t == 0 ? 1 : t / 2 - 1) << t;
  EXPECT_EQ(value_at(run, "iterated", 8), value_at(run, "plain", 8));
}

namespace {

// Newton's method for the square root of 2: x = (x + 2/x) / 2 while |x^2 - 2| > 1e-12.
Repeated newton(const std::string& most, const std::string& type) {
  Repeated r;
  const Id loop = r.inside(
      "ports/while_iterator", "While",
      {{"MaxIters", most}, {"WhileBlockType", type}, {"ResetStates", "reset"}, {"ShowIterationPort", "on"}});
  const Id x = r.inside("discrete/memory", "x", {{"X0", "2"}});
  const Id step = r.inside("user_defined/fcn", "step", {{"expression", "(u + 2/u)/2"}});
  const Id off = r.inside("user_defined/fcn", "off", {{"expression", "abs(u^2 - 2) > 1e-12"}});
  const Id passes = r.inside("ports/outport", "passes", {{"port", "2"}});
  r.m.connect(x, step).connect(step, x).connect(step, r.out).connect(step, off).connect(off, loop, 0);
  r.m.connect(loop, passes).connect(r.sub, 1, r.m.block("sinks/scope", "Passes"), 0);
  if (type == "while") r.m.connect(r.inside("sources/constant", "IC", {{"value", "1"}}), loop, 1);
  return r;
}

}  // namespace

TEST(WhileIterator, EndsWhenItsConditionFails) {
  for (const char* type : {"while", "do-while"}) {
    const RunOutcome run = finished_run(newton("20", type).m);
    EXPECT_NEAR(run.column("out").back(), std::sqrt(2.0), 1e-12) << type;
    EXPECT_EQ(run.column("passes"), Numbers(4, 5.0)) << type;
  }
}

TEST(WhileIterator, EndsAtItsMaximum) {
  ModelBuilder m = newton("3", "do-while").m;
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
  EXPECT_EQ(run.diagnostics[0].path, "s[3]/While");
  EXPECT_NE(run.messages().find("still holds after 3 passes"), std::string::npos) << run.messages();
  EXPECT_TRUE(run_diagram(m.set("IterationLimitMsg", "none").diagram).diagnostics.empty());
  EXPECT_EQ(run_diagram(m.set("IterationLimitMsg", "error").diagram).end, RunEnd::Failed);
  EXPECT_EQ(run.column("passes"), Numbers(4, 3.0));
  EXPECT_DOUBLE_EQ(run.column("out").back(), 577.0 / 408);
}

// Counts while the count is below 50: from 1 at the first step; afterwards the condition fails at once.
TEST(WhileIterator, GoesOnFromHeldStates) {
  Repeated r;
  const Id loop =
      r.inside("ports/while_iterator", "While", {{"MaxIters", "100"}, {"WhileBlockType", "do-while"}});
  const Id below = r.inside("logic/compare_to_constant", "below", {{"relop", "<"}, {"const", "50"}});
  const Id last = r.inside("discrete/unit_delay", "last");
  const Id more = r.inside("math/bias", "more", {{"Bias", "1"}});
  r.m.connect(last, more).connect(more, last).connect(more, below).connect(below, loop).connect(more, r.out);
  EXPECT_EQ(finished_run(r.m).column("out"), (Numbers{50, 51, 52, 53}));
}

// A condition that never holds: do-while counts one pass a step, while none.
TEST(WhileIterator, DoWhileIsExecutedAtLeastOnce) {
  for (const bool once : {true, false}) {
    Repeated r;
    const Id loop =
        r.inside("ports/while_iterator", "While", {{"WhileBlockType", once ? "do-while" : "while"}});
    const Id no = r.inside("sources/constant", "no", {{"value", "0"}});
    const Id last = r.inside("discrete/unit_delay", "last");
    const Id sum = r.inside("math/bias", "sum", {{"Bias", "1"}});
    r.m.connect(no, loop, 0).connect(last, sum).connect(sum, last).connect(sum, r.out);
    if (!once) r.m.connect(no, loop, 1);
    EXPECT_EQ(finished_run(r.m).column("out"), once ? (Numbers{1, 2, 3, 4}) : Numbers(4, 0.0));
  }
}

// Passes within passes: 3 times 4 additions of 1; whichever is reset takes its share away.
TEST(ForIterator, StandsInsideAnother) {
  const std::map<std::pair<std::string, std::string>, Numbers> expected = {{{"held", "held"}, {12, 24, 36}},
                                                                           {{"reset", "held"}, {12, 12, 12}},
                                                                           {{"held", "reset"}, {4, 4, 4}},
                                                                           {{"reset", "reset"}, {4, 4, 4}}};
  for (const auto& [states, values] : expected) {
    Repeated r;
    r.inside("ports/for_iterator", "Outer",
             {{"IterationLimit", "3"}, {"ResetStates", states.first}, {"ShowIterationPort", "off"}});
    const Id loop = r.inside("ports/subsystem", "loop");
    const Id y = r.m.block("ports/outport", "y", {}, loop);
    r.m.block("ports/for_iterator", "Inner",
              {{"IterationLimit", "4"}, {"ResetStates", states.second}, {"ShowIterationPort", "off"}}, loop);
    const Id last = r.m.block("discrete/unit_delay", "last", {}, loop);
    const Id more = r.m.block("math/bias", "more", {{"Bias", "1"}}, loop);
    r.m.connect(last, more).connect(more, last).connect(more, y).connect(loop, r.out).set("StopTime", "2");
    EXPECT_EQ(finished_run(r.m).column("out"), values) << states.first << ", " << states.second;
  }
}

// x = x/2 + k/2 is solved in each pass: x = k.
TEST(ForIterator, EachPassSolvesItsAlgebraicLoop) {
  Repeated r;
  const Id loop = r.inside("ports/for_iterator", "For", {{"IterationLimit", "4"}, {"ResetStates", "reset"}});
  const Id sum = r.inside("math/sum", "sum"), half = r.inside("math/gain", "half", {{"k", "0.5"}});
  const Id total = r.inside("math/sum", "total"), last = r.inside("discrete/unit_delay", "last");
  r.m.connect(loop, sum, 0).connect(half, sum, 1).connect(sum, half);
  r.m.connect(half, total, 0).connect(last, total, 1).connect(total, last).connect(total, r.out);
  r.m.set("AlgebraicLoopMsg", "none");
  for (double v : finished_run(r.m).column("out")) EXPECT_NEAR(v, 10, 1e-12);
}

TEST(ForIterator, TypesWrapInEachPass) {
  Repeated r;
  r.inside("ports/for_iterator", "For", {{"IterationLimit", "200"}, {"ShowIterationPort", "off"}});
  const Id last = r.inside("discrete/unit_delay", "last");
  const Id one = r.inside("sources/constant", "one", {{"value", "1"}});
  const Id sum = r.inside("math/sum", "sum", {{"OutDataTypeStr", "int8"}});
  r.m.set("IntegerOverflowMsg", "none");
  r.m.connect(last, sum, 0).connect(one, sum, 1).connect(sum, last).connect(sum, r.out);
  EXPECT_EQ(finished_run(r.m).column("out"), (Numbers{-56, -112, 88, 32}));
}

// A conditional subsystem inside is executed in the passes that enable it: 2 and 4.
TEST(ForIterator, ConditionalSubsystemsInsideFollowThePasses) {
  for (const char* states : {"held", "reset"}) {
    Repeated r;
    const Id loop =
        r.inside("ports/for_iterator", "For", {{"IterationLimit", "5"}, {"ResetStates", "reset"}});
    const Id even = r.inside("user_defined/fcn", "even", {{"expression", "mod(u, 2) < 0.5"}});
    const Id inner = r.inside("ports/subsystem", "counter");
    r.m.block("ports/enable", "Enable", {{"StatesWhenEnabling", states}}, inner);
    const Id count = r.m.block("discrete/unit_delay", "count", {}, inner);
    const Id more = r.m.block("math/bias", "more", {{"Bias", "1"}}, inner);
    const Id y = r.m.block("ports/outport", "y", {}, inner);
    r.m.connect(count, more).connect(more, count).connect(more, y);
    r.m.connect(loop, even).connect(even, inner).connect(inner, r.out);
    EXPECT_EQ(finished_run(r.m).column("out"), Numbers(4, std::string(states) == "held" ? 2 : 1)) << states;
  }
}

// A subsystem that is triggered in the last of three passes: in the others it holds what it gave before.
TEST(ForIterator, ATriggeredSubsystemInsideHoldsItsOutputBetweenPasses) {
  Repeated r;
  const Id loop = r.inside("ports/for_iterator", "For", {{"IterationLimit", "3"}});
  const Id third = r.inside("logic/compare_to_constant", "third", {{"relop", ">="}, {"const", "3"}});
  const Id inner = r.inside("ports/subsystem", "counter");
  r.m.block("ports/trigger", "Trigger", {}, inner);
  const Id count = r.m.block("discrete/unit_delay", "count", {}, inner);
  const Id more = r.m.block("math/bias", "more", {{"Bias", "1"}}, inner);
  const Id y = r.m.block("ports/outport", "y", {{"InitialOutput", "-1"}}, inner);
  const Id before = r.inside("discrete/unit_delay", "before");
  r.m.connect(count, more).connect(more, count).connect(more, y);
  r.m.connect(loop, third).connect(third, inner).connect(inner, before).connect(before, r.out);
  EXPECT_EQ(finished_run(r.m).column("out"), (Numbers{-1, 1, 2, 3}));
}

// Three passes at each rising edge of sin(t), of which there are three.
TEST(ForIterator, InsideATriggeredSubsystemItRunsAtItsEdges) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave", {{"phase", "-0.5"}});
  const Id outer = m.block("ports/subsystem", "outer");
  m.block("ports/trigger", "Trigger", {}, outer);
  const Id loop = m.block("ports/subsystem", "loop", {}, outer), y = m.block("ports/outport", "y", {}, outer);
  m.block("ports/for_iterator", "For", {{"IterationLimit", "3"}, {"ShowIterationPort", "off"}}, loop);
  const Id last = m.block("discrete/unit_delay", "last", {}, loop);
  const Id more = m.block("math/bias", "more", {{"Bias", "1"}}, loop);
  const Id out = m.block("ports/outport", "out", {}, loop);
  m.connect(last, more).connect(more, last).connect(more, out).connect(loop, y).connect(wave, outer);
  m.connect(outer, m.block("sinks/scope", "Scope")).set("StopTime", "15");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(value_at(run, "y", 0.4), 0);
  EXPECT_EQ(value_at(run, "y", 5), 3);
  EXPECT_EQ(value_at(run, "y", 15), 9);
}

TEST(ForIterator, CommentedThroughItIteratesNothing) {
  Repeated r = factorial("discrete/unit_delay", "InitialCondition", "held");
  for (auto& [id, block] : r.m.diagram.blocks) {
    if (block.name == "For") block.commented = CommentedOut::Through;
    if (block.name == "last") block.parameters["SampleTime"] = "1";
    if (block.name == "product") block.type = "math/bias", block.parameters = {{"Bias", "1"}};
  }
  std::erase_if(r.m.diagram.lines, [&](const auto& line) {
    return line.second.target->port == 1 || r.m.diagram.blocks.at(line.second.source->block).name == "For";
  });
  for (const auto& [id, block] : r.m.diagram.blocks)
    if (block.name == "last")
      for (const auto& [to, other] : r.m.diagram.blocks)
        if (other.name == "product") r.m.connect(id, to);
  EXPECT_EQ(finished_run(r.m).column("product"), (Numbers{2, 3, 4, 5}));
}

// Sums of 1 at the rate of the inputs stay what they are with block reduction off.
TEST(ForIterator, BlockReductionChangesNothing) {
  Repeated r = factorial("discrete/unit_delay", "InitialCondition", "held");
  const Id idle = r.inside("discrete/unit_delay", "idle"), gain = r.inside("math/gain", "gain");
  r.m.connect(idle, gain).connect(gain, idle);
  const RunOutcome reduced = finished_run(r.m);
  r.m.set("BlockReduction", "off");
  EXPECT_EQ(difference(reduced, finished_run(r.m)), "");
}

}  // namespace sim
