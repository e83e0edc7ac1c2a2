// Instants that a run decides on, against closed forms.
#include "sim_core/linear_analysis/triggers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/linear_analysis/linearize.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& known_blocks() {
  static const BlockLibrary all = standard_library();
  return all;
}

// p'' = -p, p(0) = 0, p'(0) = 1, and |p| in a block.
Diagram oscillator() {
  ModelBuilder m;
  const Id v = m.block("continuous/integrator", "V", {{"InitialCondition", "1"}}),
           p = m.block("continuous/integrator", "P"), back = m.block("math/gain", "Back", {{"k", "-1"}}),
           size = m.block("math/abs", "Size"), scope = m.block("sinks/scope", "Scope");
  m.connect(v, p).connect(p, back).connect(back, v).connect(p, size).connect(size, scope);
  m.set("StopTime", "10").set("RelTol", "1e-10").set("AbsTol", "1e-12");
  m.diagram.blocks.at(p).signal_names[0] = "p";
  return m.diagram;
}

std::vector<double> times(const std::string& text, std::size_t most = 100) {
  const Diagram diagram = oscillator();
  const auto trigger = read_trigger(diagram, text);
  EXPECT_TRUE(trigger) << to_text(trigger.error());
  const auto found = trigger_times(diagram, known_blocks(), *trigger, most);
  EXPECT_TRUE(found) << to_text(found.error());
  return found ? *found : std::vector<double>{};
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-7) << k;
}

std::string refusal(const std::string& text) {
  const Diagram diagram = oscillator();
  const auto trigger = read_trigger(diagram, text);
  if (!trigger) return to_text(trigger.error());
  const auto found = trigger_times(diagram, known_blocks(), *trigger, 5);
  return found ? std::string("taken") : to_text(found.error());
}

}  // namespace

TEST(Triggers, CrossingsAreThoseOfTheSine) {
  constexpr double pi = std::numbers::pi;
  expect_near(times("p = 0.5"), {pi / 6, pi * 5 / 6, pi * 13 / 6, pi * 17 / 6});
  expect_near(times("p rising 0.5"), {pi / 6, pi * 13 / 6});
  expect_near(times(" p  falling  0.5 "), {pi * 5 / 6, pi * 17 / 6});
  expect_near(times("P = -0.5", 1), {pi * 7 / 6});
}

TEST(Triggers, EventsAreThoseOfABlock) {
  constexpr double pi = std::numbers::pi;
  const auto found = times("event Size");
  ASSERT_GE(found.size(), 3u);
  for (const double t : found) EXPECT_NEAR(std::sin(t), 0, 1e-7);
  EXPECT_NEAR(found.back(), 3 * pi, 1e-7);
  for (const double t : found) EXPECT_GT(t, std::round(t / pi) * pi);
}

// Behind the event |p| falls with p rather than to rise with it.
TEST(Triggers, ModesBehindAnEventAreThoseThatFollow) {
  Diagram diagram = oscillator();
  const auto slope = [&](double t) {
    const auto linearizer =
        Linearizer::prepare(diagram, known_blocks(),
                            std::vector{AnalysisPoint{*find_signal(diagram, "p"), PointKind::Input},
                                        AnalysisPoint{*find_signal(diagram, "Size"), PointKind::Output}});
    EXPECT_TRUE(linearizer) << to_text(linearizer.error());
    return d_of(*linearizer->at(linearizer->reach({t})->front()))(0, 0);
  };
  const auto found = times("event Size");
  double t = 0;
  for (const double each : found)
    if (std::abs(each - std::numbers::pi) < 1e-6) t = each;
  EXPECT_EQ(slope(t), -1);
  EXPECT_EQ(slope(std::numbers::pi - 1e-3), 1);
}

TEST(Triggers, WhatIsNoneIsSaid) {
  EXPECT_NE(refusal("soon").find("this is no time and no trigger"), std::string::npos);
  EXPECT_NE(refusal("p = much").find("the value that is crossed is no number"), std::string::npos);
  EXPECT_NE(refusal("event Sze").find("did you mean Size"), std::string::npos);
  EXPECT_NE(refusal("q = 1").find("q"), std::string::npos);
  EXPECT_NE(refusal("p = 2").find("p = 2: the signal does not cross this value in the run"),
            std::string::npos);
  EXPECT_NE(refusal("event Back").find("this block has no events in the run"), std::string::npos);
}

}  // namespace sim
