#include "sim_core/study/trim.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/linear_analysis/poles.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

struct Trimming {
  explicit Trimming(const Diagram& diagram) {
    auto prepared = Linearizer::prepare(diagram, library());
    EXPECT_TRUE(prepared) << (prepared ? "" : to_text(prepared.error()));
    linearizer = std::make_unique<Linearizer>(*std::move(prepared));
    const auto points = linearizer->reach({-1});
    EXPECT_TRUE(points) << (points ? "" : to_text(points.error()));
    auto asked = trim_question(*linearizer, points->front());
    EXPECT_TRUE(asked) << (asked ? "" : to_text(asked.error()));
    question = *std::move(asked);
  }
  TrimReport run() const {
    auto report = trim(*linearizer, question);
    EXPECT_TRUE(report) << (report ? "" : to_text(report.error()));
    return *std::move(report);
  }
  std::unique_ptr<Linearizer> linearizer;
  TrimQuestion question;
};

TrimSpec known(double value) { return {.known = true, .value = value}; }

// x' = u - x^2 - 1, y = x.
Diagram parabola(const char* x0 = "0.5") {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), x = m.block("continuous/integrator", "x", {{"x0", x0}}),
           rest = m.block("user_defined/fcn", "rest", {{"expression", "u^2+1"}}),
           rate = m.block("math/sum", "rate", {{"signs", "+-"}});
  m.connect(u, rate, 0).connect(x, rest).connect(rest, rate, 1).connect(rate, x);
  m.connect(x, m.block("ports/outport", "y"));
  return m.diagram;
}

// Johansson's quadruple tank.
Diagram tanks() {
  ModelBuilder m;
  const Id v1 = m.block("ports/inport", "v1", {{"Port", "1"}}),
           v2 = m.block("ports/inport", "v2", {{"Port", "2"}});
  const auto tank = [&](const char* name) { return m.block("continuous/integrator", name, {{"x0", "5"}}); };
  const Id h[] = {tank("h1"), tank("h2"), tank("h3"), tank("h4")};
  const char* areas[] = {"0.071", "0.057", "0.071", "0.057"};
  const char* floors[] = {"28", "32", "28", "32"};
  std::vector<Id> out, rate;
  for (int k = 0; k < 4; ++k) {
    const std::string n = std::to_string(k + 1);
    out.push_back(
        m.block("user_defined/fcn", "out" + n, {{"expression", std::string(areas[k]) + "*sqrt(2*981*u)"}}));
    m.connect(h[k], out.back());
    const Id sum = m.block("math/sum", "sum" + n, {{"signs", k < 2 ? "-++" : "-+"}});
    const Id scale = m.block("math/gain", "scale" + n, {{"k", std::string("1/") + floors[k]}});
    m.connect(out.back(), sum, 0).connect(sum, scale).connect(scale, h[k]);
    rate.push_back(sum);
  }
  m.connect(out[2], rate[0], 1).connect(out[3], rate[1], 1);
  const auto pump = [&](Id from, const char* gain, Id to, int input) {
    const Id block = m.block("math/gain", std::string("pump ") + gain, {{"k", gain}});
    m.connect(from, block).connect(block, to, input);
  };
  pump(v1, "0.7*3.33", rate[0], 2), pump(v2, "0.6*3.35", rate[1], 2);
  pump(v2, "0.4*3.35", rate[2], 1), pump(v1, "0.3*3.33", rate[3], 1);
  for (int k = 0; k < 2; ++k) {
    const std::string n = std::to_string(k + 1);
    const Id half = m.block("math/gain", "half" + n, {{"k", "0.5"}});
    m.connect(h[k], half).connect(half, m.block("ports/outport", "y" + n, {{"Port", n}}));
  }
  return m.diagram;
}

}  // namespace

TEST(Trim, LevelsOfFourTanksFromTheirPumps) {
  Trimming t(tanks());
  t.question.inputs[0] = t.question.inputs[1] = known(3);
  const TrimReport report = t.run();
  ASSERT_TRUE(report.satisfied) << (report.unmet.empty() ? "" : report.unmet[0]);
  const double wanted[] = {12.262967519550693, 12.783158403008971, 1.6339411322567788, 1.4090447025337366};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(report.model.x[k], wanted[k], 1e-10);
  EXPECT_NEAR(report.model.entry(0, 0), -0.016036959567264661, 1e-13);
  EXPECT_NEAR(report.model.entry(0, 2), 0.043934088486140725, 1e-13);
  const auto found = zeros(report.model);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].real(), -0.05969789356489011, 1e-10);
  EXPECT_NEAR(found[1].real(), -0.017470147623953318, 1e-10);
  EXPECT_TRUE(report.undetermined.empty());
}

TEST(Trim, PumpsOfFourTanksFromTheirLevels) {
  Trimming t(tanks());
  t.question.states[0] = known(12.4), t.question.states[1] = known(12.7);
  for (TrimSpec& input : t.question.inputs) input.minimum = 0, input.maximum = 10;
  const TrimReport report = t.run();
  ASSERT_TRUE(report.satisfied);
  EXPECT_NEAR(report.model.u[0], 3.0486293287105504, 1e-10);
  EXPECT_NEAR(report.model.u[1], 2.961198844799501, 1e-10);
}

TEST(Trim, SaysWhichSpecificationIsToBlame) {
  Trimming none(parabola());
  none.question.inputs[0] = known(0);
  TrimReport report = none.run();
  EXPECT_FALSE(report.satisfied);
  EXPECT_NEAR(report.model.x[0], 0, 1e-6);
  ASSERT_EQ(report.unmet.size(), 1u);
  EXPECT_EQ(report.unmet[0].substr(0, 18), "dx/dt of x.x is -1");
  Trimming bounded(parabola());
  bounded.question.states[0] = known(1.5);
  bounded.question.inputs[0].minimum = 0, bounded.question.inputs[0].maximum = 3;
  report = bounded.run();
  EXPECT_FALSE(report.satisfied);
  EXPECT_EQ(report.model.u[0], 3);
  EXPECT_NEAR(report.model.dx[0], -0.25, 1e-12);
  EXPECT_EQ(report.unmet, std::vector<std::string>{"dx/dt of x.x is -0.25, not 0"});
  EXPECT_EQ(report.blocked, std::vector<std::string>{"u is at its maximum 3"});
}

TEST(Trim, BoundsAndTheStartChooseTheEquilibrium) {
  Trimming below(parabola("-1"));
  below.question.inputs[0] = known(5);
  below.question.states[0].maximum = 0;
  const TrimReport low = below.run();
  EXPECT_TRUE(low.satisfied);
  EXPECT_NEAR(low.model.x[0], -2, 1e-12);
  EXPECT_NEAR(low.model.entry(0, 0), 4, 1e-11);
  Trimming above(parabola("3"));
  above.question.inputs[0] = known(5);
  const TrimReport high = above.run();
  EXPECT_NEAR(high.model.x[0], 2, 1e-12);
  EXPECT_NEAR(high.model.entry(0, 0), -4, 1e-11);
}

TEST(Trim, OutputsAreKnownOrBounded) {
  Trimming t(parabola("1"));
  t.question.outputs[0] = known(2);
  TrimReport report = t.run();
  EXPECT_TRUE(report.satisfied);
  EXPECT_NEAR(report.model.u[0], 5, 1e-9);
  t.question.outputs[0] = {.minimum = 3, .maximum = 4};
  report = t.run();
  EXPECT_TRUE(report.satisfied);
  EXPECT_GE(report.model.y[0], 3 - 1e-8);
  EXPECT_FALSE(report.undetermined.empty());
}

// x' = v; 0.05 v' = 0.05 9.81 - 1e-4 (i/x)^2; 0.01 i' = u - i.
TEST(Trim, AMagneticLevitation) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), x = m.block("continuous/integrator", "x", {{"x0", "0.012"}}),
           v = m.block("continuous/integrator", "v"),
           i = m.block("continuous/integrator", "i", {{"x0", "0.5"}}),
           ratio = m.block("math/product", "ratio", {{"Operations", "*/"}}),
           force = m.block("user_defined/fcn", "force", {{"expression", "9.81-1e-4/0.05*u^2"}}),
           difference = m.block("math/sum", "difference", {{"signs", "+-"}}),
           rate = m.block("math/gain", "rate", {{"k", "100"}});
  m.connect(v, x).connect(i, ratio, 0).connect(x, ratio, 1).connect(ratio, force).connect(force, v);
  m.connect(u, difference, 0).connect(i, difference, 1).connect(difference, rate).connect(rate, i);
  m.connect(x, m.block("ports/outport", "y"));
  Trimming t(m.diagram);
  const auto& names = t.linearizer->program().state_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k] == "x.x") t.question.states[k] = known(0.012);
    if (names[k] == "v.x") t.question.states[k] = known(0);
    if (names[k] == "i.x") t.question.states[k].minimum = 0;
  }
  const TrimReport report = t.run();
  ASSERT_TRUE(report.satisfied);
  EXPECT_NEAR(report.model.u[0], 0.84042846215487015, 1e-10);
  const auto all = poles(report.model);
  EXPECT_NEAR(all[0].real(), -100, 1e-9);
  EXPECT_NEAR(all[1].real(), -40.435133238311457, 1e-8);
  EXPECT_NEAR(all[2].real(), 40.435133238311457, 1e-8);
}

// Modes follow the search: from inside a saturation to outside of it.
TEST(Trim, GoesThroughTheBranchesOfASaturation) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), x = m.block("continuous/integrator", "x"),
           limit =
               m.block("discontinuities/saturation", "limit", {{"LowerLimit", "-1"}, {"UpperLimit", "1"}}),
           rate = m.block("math/sum", "rate", {{"signs", "+--"}}),
           small = m.block("math/gain", "small", {{"k", "0.1"}});
  m.connect(u, rate, 0).connect(x, limit).connect(limit, rate, 1).connect(x, small).connect(small, rate, 2);
  m.connect(rate, x).connect(x, m.block("ports/outport", "y"));
  Trimming t(m.diagram);
  t.question.inputs[0] = known(2);
  const TrimReport report = t.run();
  EXPECT_TRUE(report.satisfied);
  EXPECT_NEAR(report.model.x[0], 10, 1e-9);
  EXPECT_NEAR(report.model.entry(0, 0), -0.1, 1e-15);
}

// A run that begins there holds the inputs.
TEST(Trim, ThePointHoldsTheInputs) {
  Trimming t(parabola());
  t.question.states[0] = known(2);
  const TrimReport report = t.run();
  ASSERT_TRUE(report.satisfied);
  EXPECT_NEAR(report.point.inputs.at("u"), 5, 1e-12);
  EXPECT_TRUE(report.not_held.empty());
  const auto model = t.linearizer->at(report.point, false);
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->dx[0], 0, 1e-12);
  EXPECT_EQ(model->u[0], report.point.inputs.at("u"));
  // A search that begins there begins with them.
  const auto again = trim_question(*t.linearizer, report.point);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->inputs[0].value, report.point.inputs.at("u"));
  const auto same = trim(*t.linearizer, *again);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->satisfied);
  EXPECT_NEAR(same->model.x[0], 2, 1e-12);
}

// What an input adds to may depend on the states: then it does not have the value that is known.
TEST(Trim, AnInputInsideTheModelIsCheckedAndNotHeld) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           force = m.block("math/gain", "force", {{"k", "-1"}}), load = m.block("sources/constant", "load"),
           rate = m.block("math/sum", "rate", {{"signs", "++"}});
  m.connect(x, force).connect(force, rate, 0).connect(load, rate, 1).connect(rate, x);
  m.connect(x, m.block("ports/outport", "y"));
  const AnalysisPoint points[] = {{{force, 0}, PointKind::Input}, {{x, 0}, PointKind::Output}};
  const auto linearizer = Linearizer::prepare(m.diagram, library(), points);
  ASSERT_TRUE(linearizer) << to_text(linearizer.error());
  auto question = trim_question(*linearizer, linearizer->reach({-1})->front());
  ASSERT_TRUE(question);
  question->outputs[0] = known(3);
  const auto moved = trim(*linearizer, *question);
  ASSERT_TRUE(moved);
  EXPECT_TRUE(moved->satisfied);
  EXPECT_NEAR(moved->model.u[0], -1, 1e-10);  // -3 of the gain and 2 added
  EXPECT_EQ(moved->not_held, std::vector<std::string>{moved->model.inputs[0]});
  EXPECT_TRUE(moved->point.inputs.empty());
  question->inputs[0] = known(-4);
  question->states[0].steady = false;
  const auto known_there = trim(*linearizer, *question);
  ASSERT_TRUE(known_there);
  EXPECT_FALSE(known_there->satisfied);
  ASSERT_FALSE(known_there->unmet.empty());
  EXPECT_NE(known_there->unmet[0].find(", not -4"), std::string::npos) << known_there->unmet[0];
}

}  // namespace sim
