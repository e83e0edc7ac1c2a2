// Linear models between marks of a diagram, against published and computed values.
#include "sim_core/diagram/analysis_points.h"

#include <gtest/gtest.h>

#include <complex>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/poles.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

LinearModel linear(const Diagram& diagram, const std::vector<AnalysisPoint>& points, double t = -1) {
  const auto linearizer = Linearizer::prepare(diagram, library(), points);
  EXPECT_TRUE(linearizer) << (linearizer ? "" : to_text(linearizer.error()));
  if (!linearizer) return {};
  const auto reached = linearizer->reach({t});
  EXPECT_TRUE(reached) << (reached ? "" : to_text(reached.error()));
  if (!reached) return {};
  auto model = linearizer->at(reached->front());
  EXPECT_TRUE(model) << (model ? "" : to_text(model.error()));
  return model ? *model : LinearModel();
}

void expect_response(const LinearModel& model, const std::vector<double>& w,
                     const std::vector<Complex>& wanted) {
  ASSERT_EQ(model.input_count(), 1);
  ASSERT_EQ(model.output_count(), 1);
  const auto got = frequency_response(model, 0, 0, w);
  for (std::size_t k = 0; k < w.size(); ++k)
    EXPECT_LE(std::abs(got[k] - wanted[k]), 1e-10 * std::abs(wanted[k])) << w[k] << ": " << got[k];
}

// e = r - h; u1 = 1.5 e + xi, xi' = e; u2 = 4 (u1 - v); v' = -3 v + 2 u2; y' = -0.5 y + v; h' = -10 h + 10 y.
struct Cascade {
  ModelBuilder m;
  Id r, u1, u2, v, y, h;
  Cascade() {
    r = m.block("ports/inport", "r");
    const Id e = m.block("math/sum", "e", {{"signs", "+-"}}), p = m.block("math/gain", "p", {{"k", "1.5"}}),
             xi = m.block("continuous/integrator", "xi"),
             difference = m.block("math/sum", "d", {{"signs", "+-"}});
    u1 = m.block("math/sum", "u1");
    u2 = m.block("math/gain", "u2", {{"k", "4"}});
    const auto lag = [&](const char* name, const char* numerator, const char* denominator) {
      return m.block("continuous/transfer_fcn", name,
                     {{"Numerator", numerator}, {"Denominator", denominator}});
    };
    v = lag("v", "2", "[1 3]"), y = lag("y", "1", "[1 0.5]"), h = lag("h", "10", "[1 10]");
    m.connect(r, e, 0).connect(h, e, 1).connect(e, p).connect(e, xi).connect(p, u1, 0).connect(xi, u1, 1);
    m.connect(u1, difference, 0).connect(v, difference, 1).connect(difference, u2).connect(u2, v);
    m.connect(v, y).connect(y, h).connect(y, m.block("ports/outport", "out"));
  }
  AnalysisPoint at(Id block, PointKind kind) const { return {{block, 0}, kind}; }
};

}  // namespace

TEST(AnalysisPoints, EveryKindInACascade) {
  const Cascade c;
  using enum PointKind;
  const std::vector<double> w{0.1, 1, 5};
  const auto check = [&](const std::vector<AnalysisPoint>& points, const std::vector<Complex>& wanted) {
    expect_response(linear(c.m.diagram, points), w, wanted);
  };
  check({}, {{1.0005697800585027, -0.059501909392240617},
             {0.67517165887152951, -0.61673798387899293},
             {-0.075769080558729458, -0.21784118807683764}});
  check({c.at(c.u1, LoopTransfer)},
        {Complex(0.97407510207259899, 14.388306454232495), Complex(0.35968186982632689, 1.1050154195747444),
         Complex(0.14222704462227045, 0.10759256747592567)});
  check({c.at(c.u1, Sensitivity)}, {{0.00012522651276847648, 0.069500657127112932},
                                    {0.39257637575878197, 0.67748034630311474},
                                    {1.1477517396777186, 0.14396531823797833}});
  check({c.at(c.u1, ComplementarySensitivity)}, {{-0.99987477348723152, 0.069500657127112932},
                                                 {-0.60742362424121803, 0.67748034630311474},
                                                 {0.14775173967771862, 0.14396531823797833}});
  check({c.at(c.u2, LoopTransfer)}, {{2.1825598538071575, 52.716840840461331},
                                     {-0.29306930693069307, 4.2693069306930693},
                                     {-0.33668025626092021, 1.1926849155503786}});
  check({c.at(c.u2, Sensitivity)}, {{-0.00042531029266344052, 0.018959729551080181},
                                    {0.064981590207980894, 0.21454871131455866},
                                    {0.41651361761499005, 0.37164423318432526}});
  check(
      {c.at(c.u2, LoopTransfer), c.at(c.h, LoopBreak)},
      {{-2.6637069922308546, 0.08879023307436182}, {-2.4, 0.8}, {-0.70588235294117647, 1.1764705882352941}});
  check({c.at(c.u2, Input), c.at(c.y, OpenOutput)}, {{0.34898577994189927, -0.073102667929541742},
                                                     {0.059016393442622951, -0.15081967213114754},
                                                     {-0.010579140105791401, -0.031194900311949003}});
  check({c.at(c.r, Input), c.at(c.v, Output), c.at(c.h, LoopBreak)},
        {{1.0247087017601851, -7.282042806379638},
         {1.0163934426229508, -0.81967213114754098},
         {0.84931506849315068, -0.53150684931506849}});
}

// A signal may be cut with another value than 0 at its point: nothing else moves.
TEST(AnalysisPoints, CutsLeaveTheOperatingPoint) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "3"}}),
           square = m.block("math/product", "square"), minus = m.block("math/gain", "minus", {{"k", "-1"}});
  m.connect(x, square, 0).connect(x, square, 1).connect(square, minus).connect(minus, x);
  const LinearModel closed = linear(m.diagram, {{{minus, 0}, PointKind::Sensitivity}});
  EXPECT_EQ(closed.entry(0, 0), -6);
  EXPECT_EQ(closed.dx, std::vector<double>{-9});
  const LinearModel open = linear(m.diagram, {{{minus, 0}, PointKind::LoopTransfer}});
  EXPECT_EQ(open.entry(0, 0), 0);
  EXPECT_EQ(open.entry(0, 1), 1);
  EXPECT_EQ(open.entry(1, 0), -6);
  EXPECT_EQ(open.dx, std::vector<double>{-9});
  EXPECT_EQ(open.y, std::vector<double>{-9});
}

TEST(AnalysisPoints, ASaturatedBlockIsListedWithTheWayItCuts) {
  for (const bool saturated : {false, true}) {
    ModelBuilder m;
    const Id r = m.block("ports/inport", "r", {{"ModelInput", saturated ? "1" : "0.2"}}),
             e = m.block("math/sum", "e", {{"signs", "+-"}}),
             xi = m.block("continuous/integrator", "xi", {{"x0", saturated ? "0.5" : "0"}}),
             p = m.block("math/gain", "p", {{"k", "2"}}), i = m.block("math/gain", "i", {{"k", "1.5"}}),
             v = m.block("math/sum", "v"), f = m.block("math/gain", "f", {{"k", "0.3"}}),
             s = m.block("discontinuities/saturation", "Limit", {{"LowerLimit", "-1"}, {"UpperLimit", "1"}}),
             rate = m.block("math/sum", "rate", {{"signs", "-++"}}),
             x = m.block("continuous/integrator", "x", {{"x0", saturated ? "0.2" : "0"}});
    m.connect(r, e, 0).connect(x, e, 1).connect(e, xi).connect(e, p).connect(xi, i).connect(p, v, 0);
    m.connect(i, v, 1)
        .connect(v, s)
        .connect(r, f)
        .connect(x, rate, 0)
        .connect(s, rate, 1)
        .connect(f, rate, 2);
    m.connect(rate, x).connect(x, m.block("ports/outport", "y"));
    const LinearModel model = linear(m.diagram, {});
    ASSERT_EQ(model.states, (std::vector<std::string>{"xi.x", "x.x"}));
    EXPECT_EQ(model.entry(1, 1), saturated ? -1 : -3);
    EXPECT_EQ(model.entry(1, 0), saturated ? 0 : 1.5);
    EXPECT_EQ(model.entry(0, 1), -1);
    EXPECT_NEAR(model.entry(1, 2), saturated ? 0.3 : 2.3, 1e-15);
    ASSERT_EQ(model.cuts.size(), saturated ? 1u : 0u);
    if (!saturated) continue;
    EXPECT_EQ(model.cuts[0].path, "Limit");
    const std::vector<std::string>& way = model.cuts[0].way;
    EXPECT_EQ(way.front(), "r");
    EXPECT_NE(std::find(way.begin(), way.end(), "Limit"), way.end());
    EXPECT_EQ(way.back(), "x");
  }
}

// x1' = x2, x2' = -x1 - z, z = u - tanh(z + x2) - z^3/4, y = z x1.
TEST(AnalysisPoints, ThroughAnAlgebraicLoop) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u", {{"ModelInput", "0.9"}}),
           x1 = m.block("continuous/integrator", "x1", {{"x0", "0.8"}}),
           x2 = m.block("continuous/integrator", "x2", {{"x0", "-0.35"}}), both = m.block("math/sum", "both"),
           tanh = m.block("user_defined/fcn", "tanh", {{"expression", "tanh(u)"}}),
           cube = m.block("user_defined/fcn", "cube", {{"expression", "u^3/4"}}),
           z = m.block("math/sum", "z", {{"signs", "+--"}}),
           rate = m.block("math/sum", "rate", {{"signs", "--"}}), y = m.block("math/product", "y");
  m.connect(u, z, 0).connect(tanh, z, 1).connect(cube, z, 2).connect(z, both, 0).connect(x2, both, 1);
  m.connect(both, tanh).connect(z, cube).connect(x2, x1).connect(x1, rate, 0).connect(z, rate, 1);
  m.connect(rate, x2).connect(z, y, 0).connect(x1, y, 1).connect(y, m.block("ports/outport", "out"));
  const LinearModel model = linear(m.diagram, {});
  ASSERT_EQ(model.states, (std::vector<std::string>{"x1.x", "x2.x"}));
  EXPECT_NEAR(model.entry(1, 1), 0.42519983116221674, 1e-12);
  EXPECT_EQ(model.entry(0, 1), 1);
  EXPECT_NEAR(model.entry(1, 0), -1, 1e-15);
  EXPECT_NEAR(model.entry(1, 2), -0.45244162185928639, 1e-12);
  EXPECT_NEAR(model.entry(2, 0), 0.60048926593783238, 1e-12);
  EXPECT_NEAR(model.entry(2, 1), -0.34015986492977339, 1e-12);
  EXPECT_NEAR(model.entry(2, 2), 0.36195329748742911, 1e-12);
}

TEST(AnalysisPoints, SeveralInstantsOfOneRun) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), x = m.block("continuous/integrator", "x", {{"x0", "0.1"}}),
           growth = m.block("user_defined/fcn", "growth", {{"expression", "u*(1-u)"}}),
           rate = m.block("math/sum", "rate"),
           square = m.block("user_defined/fcn", "square", {{"expression", "u^2"}});
  m.connect(x, growth).connect(growth, rate, 0).connect(u, rate, 1).connect(rate, x).connect(x, square);
  m.connect(square, m.block("ports/outport", "y")).set("RelTol", "1e-10").set("AbsTol", "1e-12");
  const auto linearizer = Linearizer::prepare(m.diagram, library());
  ASSERT_TRUE(linearizer);
  const auto points = linearizer->reach({10, 0, 2.5, 1});
  ASSERT_TRUE(points);
  const double a[] = {-0.99918313503478369, 0.8, -0.15024170272902948, 0.53606136663185213};
  const double c[] = {1.9991831350347837, 0.2, 1.1502417027290295, 0.46393863336814787};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto model = linearizer->at((*points)[k]);
    ASSERT_TRUE(model);
    EXPECT_NEAR(model->entry(0, 0), a[k], 1e-8);
    EXPECT_EQ(model->entry(0, 1), 1);
    EXPECT_NEAR(model->entry(1, 0), c[k], 1e-8);
    EXPECT_EQ(model->entry(1, 1), 0);
  }
}

// Plant y' = v, v' = -v + u; inner loop u = q - 1.2 v every 0.1 s, outer q = 2 (r - y) every 0.2 s.
TEST(AnalysisPoints, SeveralRatesAreOneMapOverTheirPeriod) {
  ModelBuilder m;
  const Id r = m.block("ports/inport", "r"), y = m.block("continuous/integrator", "y"),
           v = m.block("continuous/integrator", "v"), rate = m.block("math/sum", "rate", {{"signs", "-+"}}),
           held_v = m.block("discrete/zero_order_hold", "held v", {{"SampleTime", "0.1"}}),
           held_q = m.block("discrete/zero_order_hold", "held q", {{"SampleTime", "0.2"}}),
           held_u = m.block("discrete/zero_order_hold", "held u", {{"SampleTime", "0.1"}}),
           e = m.block("math/sum", "e", {{"signs", "+-"}}), q = m.block("math/gain", "q", {{"k", "2"}}),
           back = m.block("math/gain", "back", {{"k", "1.2"}}),
           u = m.block("math/sum", "u", {{"signs", "+-"}});
  m.connect(r, e, 0).connect(y, e, 1).connect(e, q).connect(q, held_q).connect(held_q, u, 0);
  m.connect(v, held_v).connect(held_v, back).connect(back, u, 1).connect(u, held_u).connect(v, rate, 0);
  m.connect(held_u, rate, 1).connect(rate, v).connect(v, y).connect(y, m.block("ports/outport", "out"));
  const auto linearizer = Linearizer::prepare(m.diagram, library());
  ASSERT_TRUE(linearizer) << to_text(linearizer.error());
  const auto points = linearizer->reach({-1});
  ASSERT_TRUE(points);
  const auto model = linearizer->sampled_at(points->front(), 0);
  ASSERT_TRUE(model) << to_text(model.error());
  EXPECT_NEAR(model->sample_time, 0.2, 1e-15);
  ASSERT_EQ(model->states, (std::vector<std::string>{"y.x", "v.x"}));
  const double a[2][2] = {{0.96364331270085548, 0.16000764397094102},
                          {-0.34080429302948577, 0.62511527766756565}};
  const double b[2] = {0.036356687299144525, 0.34080429302948577};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) EXPECT_NEAR(model->entry(i, j), a[i][j], 1e-13);
    EXPECT_NEAR(model->entry(i, 2), b[i], 1e-13);
  }
  const auto wrong = linearizer->sampled_at(points->front(), 0.3);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("no multiple of the sample time"), std::string::npos);
  const auto continuous = linearizer->at(points->front());
  ASSERT_TRUE(continuous);
  EXPECT_FALSE(continuous->cuts.empty());
}

// L = 2 (1 + 1/(2 s)) exp(-0.4 s)/(s + 1), closed by a negative feedback.
TEST(AnalysisPoints, DelaysAreExact) {
  ModelBuilder m;
  const Id r = m.block("ports/inport", "r"), e = m.block("math/sum", "e", {{"signs", "+-"}}),
           p = m.block("math/gain", "p", {{"k", "2"}}), xi = m.block("continuous/integrator", "xi"),
           u = m.block("math/sum", "u"),
           delay = m.block("continuous/transport_delay", "Delay", {{"delay", "0.4"}}),
           plant =
               m.block("continuous/transfer_fcn", "plant", {{"Numerator", "1"}, {"Denominator", "[1 1]"}});
  m.connect(r, e, 0).connect(plant, e, 1).connect(e, p).connect(e, xi).connect(p, u, 0).connect(xi, u, 1);
  m.connect(u, delay).connect(delay, plant).connect(plant, m.block("ports/outport", "y"));
  const LinearModel model = linear(m.diagram, {});
  ASSERT_EQ(model.delays, std::vector<double>{0.4});
  expect_response(model, {0.001, 1, 100, 1e6},
                  {{0.99999840000978927, -0.00099999612002462491},
                   {0.73057016237398626, -0.48459719949885688},
                   {-0.015011625284102103, 0.013667273096166365},
                   {2.8508189732090092e-7, -1.9795772354666379e-6}});
  expect_response(with_pade(model, 3), {3.3}, {{-0.75599280648058054, -0.86403378074715715}});
}

// The past of a signal enters as its value there, not as 0.
TEST(AnalysisPoints, TheValueOfADelayedSignalCounts) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u", {{"ModelInput", "3"}}),
           delay = m.block("continuous/transport_delay", "Delay", {{"delay", "0.5"}, {"InitialOutput", "2"}}),
           square = m.block("user_defined/fcn", "square", {{"expression", "u^2"}});
  m.connect(u, delay).connect(delay, square).connect(square, m.block("ports/outport", "y"));
  const double one[] = {0.0};
  EXPECT_NEAR(frequency_response(linear(m.diagram, {}, 0), 0, 0, one)[0].real(), 4, 1e-12);
  EXPECT_NEAR(frequency_response(linear(m.diagram, {}, 2), 0, 0, one)[0].real(), 6, 1e-12);
}

TEST(AnalysisPoints, OneSidedAtKinksAndInfiniteAtARoot) {
  const auto slope = [](const char* type, std::map<std::string, std::string> parameters, const char* at) {
    ModelBuilder m;
    const Id u = m.block("ports/inport", "u", {{"ModelInput", at}}), b = m.block(type, "Block", parameters);
    m.connect(u, b).connect(b, m.block("ports/outport", "y"));
    return linear(m.diagram, {}).entry(0, 0);
  };
  EXPECT_EQ(std::abs(slope("math/abs", {}, "0")), 1);
  for (const char* at : {"1", "-1"}) {
    const double d = slope("discontinuities/saturation", {{"LowerLimit", "-1"}, {"UpperLimit", "1"}}, at);
    EXPECT_TRUE(d == 0 || d == 1) << d;
  }
  EXPECT_EQ(slope("math/sign", {}, "0"), 0);
  EXPECT_EQ(slope("discontinuities/quantizer", {{"QuantizationInterval", "0.5"}}, "0.3"), 0);
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"),
           root = m.block("user_defined/fcn", "root", {{"expression", "sqrt(u)"}});
  m.connect(u, root).connect(root, m.block("ports/outport", "y"));
  const auto linearizer = Linearizer::prepare(m.diagram, library());
  ASSERT_TRUE(linearizer);
  const auto model = linearizer->at(linearizer->reach({0})->front());
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().message, "the derivative of y along u is infinite there");
}

TEST(AnalysisPoints, ParametersChangeWithoutCompiling) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), k = m.block("math/gain", "K", {{"k", "2"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(u, k).connect(k, x).connect(x, m.block("ports/outport", "y"));
  const auto first = Linearizer::prepare(m.diagram, library());
  ASSERT_TRUE(first);
  m.diagram.blocks.at(k).parameters["k"] = "5";
  const auto second = first->with(m.diagram);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->at(first->reach({0})->front())->entry(0, 1), 2);
  EXPECT_EQ(second->at(second->reach({0})->front())->entry(0, 1), 5);
}

TEST(AnalysisPoints, AreSavedWithTheModelAndFoundByName) {
  Cascade c;
  c.m.diagram.blocks.at(c.u1).signal_names[0] = "control";
  const Edit mark = mark_signal(c.m.diagram, {c.u1, 0}, PointKind::LoopTransfer);
  ASSERT_FALSE(mark.empty());
  const Edit inverse = apply(c.m.diagram, mark);
  const auto points = analysis_points(c.m.diagram);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].kind, PointKind::LoopTransfer);
  EXPECT_EQ(c.m.diagram.blocks.at(c.u1).unknown.at("analysis_points"), "{\"1\": \"loop transfer\"}");
  EXPECT_EQ(*find_signal(c.m.diagram, "control"), (PortRef{c.u1, 0}));
  EXPECT_EQ(*find_signal(c.m.diagram, "u2"), (PortRef{c.u2, 0}));
  EXPECT_EQ(*find_signal(c.m.diagram, "u2:1"), (PortRef{c.u2, 0}));
  const auto wrong = find_signal(c.m.diagram, "contrl");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().remedy, "did you mean control?");
  apply(c.m.diagram, inverse);
  EXPECT_TRUE(analysis_points(c.m.diagram).empty());
  c.m.diagram.blocks.at(c.u1).unknown["analysis_points"] = "{\"1\": \"elsewhere\"}";
  Diagnostics problems;
  EXPECT_TRUE(analysis_points(c.m.diagram, &problems).empty());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].message.find("'elsewhere' is no kind of analysis point"), std::string::npos);
}

TEST(AnalysisPoints, WhatHasNoDerivativeIsRefused) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), positive = m.block("logic/compare_to_zero", "positive");
  m.connect(u, positive).connect(positive, m.block("sinks/scope", "Scope"));
  const AnalysisPoint point{{positive, 0}, PointKind::Output};
  const auto linearizer = Linearizer::prepare(m.diagram, library(), std::span(&point, 1));
  ASSERT_FALSE(linearizer);
  EXPECT_EQ(linearizer.error().message, "positive carries boolean values, which have no derivative");
}

}  // namespace sim
