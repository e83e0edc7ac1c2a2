// Gains against closed forms and published ones, in all forms of the blocks; what is refused, and why.
#include "sim_core/pid_tuning/pid_tuner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& all_blocks() {
  static const BlockLibrary all = standard_library();
  return all;
}

// r - y -> controller -> plant -> y, the blocks of the plant one behind the other.
struct Loop {
  ModelBuilder m;
  Id controller = no_id;
  const BlockLibrary& library = all_blocks();

  using Row = std::pair<std::string, std::map<std::string, std::string>>;
  Loop(const std::string& type, std::map<std::string, std::string> parameters,
       const std::vector<Row>& plant) {
    const bool two = type.ends_with("2dof");
    const Id r = m.block("sources/step", "r");
    controller = m.block(type, "C", std::move(parameters));
    Id last = controller;
    int number = 0;
    for (const auto& [kind, values] : plant) {
      const Id next = m.block(kind, "plant " + std::to_string(++number), values);
      m.connect(last, next);
      last = next;
    }
    if (two) {
      m.connect(r, controller, 0).connect(last, controller, 1);
    } else {
      const Id error = m.block("math/sum", "error", {{"signs", "+-"}});
      m.connect(r, error, 0).connect(last, error, 1).connect(error, controller);
    }
    m.connect(last, m.block("ports/outport", "measured"));
    m.set("StopTime", "40");
  }

  Result<PidTuner> tuner() const {
    const auto pid = read_pid(m.diagram, library, controller);
    if (!pid) return pid.errors();
    const auto points = pid_points(m.diagram, *pid);
    if (!points) return points.errors();
    const auto linearizer = Linearizer::prepare(m.diagram, library, *points);
    if (!linearizer) return linearizer.errors();
    const auto at = linearizer->reach({-std::numeric_limits<double>::infinity()});
    if (!at) return at.errors();
    auto plant = pid_plant(*linearizer, at->front(), *pid);
    if (!plant) return plant.errors();
    return PidTuner::prepare(m.diagram, library, *std::move(plant));
  }
};

const std::vector<Loop::Row> lags{
    {"continuous/transfer_fcn",
     {{"Numerator", "2"}, {"Denominator", "conv(conv([1 1], [0.4 1]), [0.1 1])"}}}};
const std::vector<Loop::Row> dead_time{
    {"continuous/transfer_fcn", {{"Numerator", "1"}, {"Denominator", "[2 1]"}}},
    {"continuous/transport_delay", {{"DelayTime", "0.5"}}}};

void expect_gains(const PidGains& got, double p, double i, double d, double relative) {
  EXPECT_NEAR(got.p, p, relative * std::abs(p));
  EXPECT_NEAR(got.i, i, relative * std::abs(i));
  EXPECT_NEAR(got.d, d, relative * std::abs(d));
}

std::string refusal(const Result<PidTuning>& tuning) {
  return tuning ? "not refused" : to_text(tuning.error());
}

}  // namespace

// The reference: solved in 40 digits from P(j w), and by another route.
TEST(PidTuner, AThreeLagPlantGetsTheGainsOfTheClosedForm) {
  const Loop loop("continuous/pid", {{"N", "1e6"}}, lags);
  const auto tuner = loop.tuner();
  ASSERT_TRUE(tuner) << to_text(tuner.error());
  const auto pi = tuner->tune({PidKind::PI, 1.5, 60});
  ASSERT_TRUE(pi) << to_text(pi.error());
  expect_gains(pi->gains, 0.96957186450204387, 0.65347840363975927, 0, 1e-9);
  const auto pid = tuner->tune({PidKind::PID, 1.5, 60});
  ASSERT_TRUE(pid) << to_text(pid.error());
  expect_gains(pid->gains, 0.96957186450204387, 1.1239516303795453, 0.20909921188434934, 1e-5);
  EXPECT_NEAR(pid->loop.crossover, 1.5, 1e-5);
  EXPECT_NEAR(pid->loop.phase_margin, 60, 1e-4);
  EXPECT_TRUE(pid->loop.stable);
  EXPECT_GT(pid->loop.gain_margin, 1e3);
  EXPECT_TRUE(pid->notes.empty());
}

TEST(PidTuner, AFilterAtTenTimesTheCrossoverCounts) {
  const Loop loop("continuous/pid", {{"N", "15"}}, lags);
  const auto pid = loop.tuner()->tune({PidKind::PID, 1.5, 60});
  ASSERT_TRUE(pid) << to_text(pid.error());
  expect_gains(pid->gains, 0.93977387293974399, 1.1004482770742575, 0.2006398098528192, 1e-9);
  EXPECT_EQ(pid->gains.n, 15);
}

TEST(PidTuner, DeadTimeIsExact) {
  const Loop loop("continuous/pid", {{"N", "9"}}, dead_time);
  const auto tuner = loop.tuner();
  ASSERT_TRUE(tuner) << to_text(tuner.error());
  const auto pi = tuner->tune({PidKind::PI, 0.9, 55});
  ASSERT_TRUE(pi) << to_text(pi.error());
  expect_gains(pi->gains, 1.616587984555611, 1.1478593395683316, 0, 1e-9);
  const auto pid = tuner->tune({PidKind::PID, 0.9, 55});
  ASSERT_TRUE(pid) << to_text(pid.error());
  expect_gains(pid->gains, 1.5791684539405606, 1.484635115103785, 0.41993028801334305, 1e-9);
  EXPECT_NEAR(pid->loop.phase_margin, 55, 1e-6);
  EXPECT_TRUE(pid->loop.stable);
}

// Written into the block, the model itself has the crossover and the margin that were asked for: the loop
// transfer of the whole model, linearized at the controller's output.
TEST(PidTuner, TheModelHasTheMarginsThatWereAskedFor) {
  const std::vector<Loop::Row> held{{"discrete/zero_order_hold", {{"SampleTime", "0.1"}}}, lags.front()};
  struct Case {
    const char* type;
    std::map<std::string, std::string> parameters;
    bool sampled;
  };
  const std::vector<Case> cases{
      {"continuous/pid", {}, false},
      {"continuous/pid", {{"Form", "Ideal"}, {"P", "3"}}, false},
      {"continuous/pid",
       {{"LimitOutput", "on"}, {"UpperSaturationLimit", "-1"}, {"LowerSaturationLimit", "-2"}},
       false},
      {"continuous/pid_2dof", {{"b", "0.5"}, {"c", "0"}}, false},
      {"discrete/discrete_pid", {{"SampleTime", "0.1"}}, true},
      {"discrete/discrete_pid",
       {{"SampleTime", "0.1"}, {"UseFilter", "off"}, {"IntegratorMethod", "Trapezoidal"}},
       true},
      {"discrete/discrete_pid",
       {{"SampleTime", "0.1"}, {"Form", "Ideal"}, {"FilterMethod", "Backward Euler"}},
       true},
      {"discrete/discrete_pid_2dof",
       {{"SampleTime", "0.1"}, {"FilterMethod", "Trapezoidal"}, {"IntegratorMethod", "Backward Euler"}},
       true},
  };
  for (const Case& each : cases)
    for (const PidKind kind : {PidKind::PID, PidKind::PI, PidKind::PD}) {
      SCOPED_TRACE(std::string(each.type) + " " + name_of(kind));
      Loop loop(each.type, each.parameters, each.sampled ? held : lags);
      const auto tuner = loop.tuner();
      ASSERT_TRUE(tuner) << to_text(tuner.error());
      const double w = kind == PidKind::PD ? 4 : 1.3, margin = 60;
      const auto tuning = tuner->tune({kind, w, margin});
      ASSERT_TRUE(tuning) << to_text(tuning.error());
      Diagram diagram = loop.m.diagram;
      apply(diagram, write_pid(diagram, loop.library, tuner->plant().pid, kind, tuning->gains));
      auto& parameters = diagram.blocks.at(loop.controller).parameters;
      parameters["LimitOutput"] = "off";
      const AnalysisPoint at[] = {{{loop.controller, 0}, PointKind::LoopTransfer}};
      const auto linearizer = Linearizer::prepare(diagram, loop.library, at);
      ASSERT_TRUE(linearizer);
      const auto point = linearizer->reach({0});
      const auto open =
          each.sampled ? linearizer->sampled_at(point->front(), 0.1) : linearizer->at(point->front());
      ASSERT_TRUE(open) << to_text(open.error());
      const Margins found = margins(*open, 0, 0, -1);
      ASSERT_FALSE(found.phase.empty());
      EXPECT_NEAR(found.phase.front().frequency, w, 1e-4 * w);
      EXPECT_NEAR(found.phase.front().value, margin, 1e-3);
      EXPECT_EQ(found.stable, true);
    }
}

// The step response that is drawn is that of a run with the gains.
TEST(PidTuner, TheStepResponseIsThatOfARun) {
  for (const char* type : {"continuous/pid", "continuous/pid_2dof"}) {
    SCOPED_TRACE(type);
    Loop loop(type, {}, lags);
    if (std::string(type).ends_with("2dof"))
      loop.m.diagram.blocks.at(loop.controller).parameters = {{"b", "0.3"}, {"c", "0"}};
    for (auto& [id, block] : loop.m.diagram.blocks)
      if (block.name == "r") block.parameters = {{"StepTime", "0"}};
    const auto tuner = loop.tuner();
    const auto tuning = tuner->tune({PidKind::PID, 1.5, 60});
    ASSERT_TRUE(tuning);
    Diagram diagram = loop.m.diagram;
    apply(diagram, write_pid(diagram, loop.library, tuner->plant().pid, PidKind::PID, tuning->gains));
    diagram.settings["StopTime"] = "3";
    diagram.settings["RelTol"] = "1e-9";
    const auto run = ModelRun::prepare(diagram, loop.library);
    ASSERT_TRUE(run) << to_text(run.error());
    ASSERT_EQ((*run)->execute().end, RunEnd::Finished);
    const auto response = time_response(tuning->loop.reference, ResponseKind::Step, 0, 3, 301);
    const double last = (*run)->log().value(0, (*run)->log().size() - 1);
    EXPECT_NEAR(response.values[0].back(), last, 1e-5);
  }
}

TEST(PidTuner, ASuggestionMakesARobustLoop) {
  struct Case {
    std::vector<Loop::Row> plant;
    PidKind kind;
  };
  const std::vector<Case> cases{
      {lags, PidKind::PID},
      {lags, PidKind::PI},
      {dead_time, PidKind::PI},
      {dead_time, PidKind::I},
      {{{"continuous/integrator", {}}}, PidKind::PI},
      {{{"continuous/integrator", {}}, {"continuous/integrator", {}}}, PidKind::PD},
      {{{"continuous/transfer_fcn", {{"Numerator", "-3"}, {"Denominator", "[1 1]"}}}}, PidKind::PI},
      {{{"continuous/transfer_fcn", {{"Numerator", "1"}, {"Denominator", "[1 -1]"}}}}, PidKind::PI},
      {{{"continuous/transfer_fcn", {{"Numerator", "1"}, {"Denominator", "[1 0.2 1]"}}}}, PidKind::PID},
  };
  for (const Case& each : cases) {
    const Loop loop("continuous/pid", {}, each.plant);
    const auto tuner = loop.tuner();
    ASSERT_TRUE(tuner) << to_text(tuner.error());
    const auto target = tuner->suggestion(each.kind);
    ASSERT_TRUE(target) << name_of(each.kind) << ": " << to_text(target.error());
    const auto tuning = tuner->tune(*target);
    ASSERT_TRUE(tuning) << to_text(tuning.error());
    EXPECT_TRUE(tuning->loop.stable);
    EXPECT_GE(std::abs(tuning->loop.phase_margin), 29);
  }
}

TEST(PidTuner, WhatCannotBeReachedIsSaid) {
  const Loop loop("continuous/pid", {}, lags);
  const auto tuner = loop.tuner();
  ASSERT_TRUE(tuner);
  EXPECT_EQ(
      refusal(tuner->tune({PidKind::PI, 5, 60})),
      "C: at 5 rad/s a phase margin of 60 degrees needs a controller that turns the phase by 49 degrees, and "
      "a PI controller turns it by -90 to 0 (ask for a slower response or less robustness, or choose a "
      "controller with a derivative part)");
  EXPECT_EQ(
      refusal(tuner->tune({PidKind::PD, 0.9, 60})),
      "C: at 0.9 rad/s a phase margin of 60 degrees needs a controller that turns the phase by -53 degrees, "
      "and a PD controller turns it by 0 to 90 (ask for a faster response or more robustness)");
  EXPECT_NE(refusal(tuner->tune({PidKind::P, 50, 60})).find("make the loop unstable"), std::string::npos);
  EXPECT_NE(refusal(tuner->tune({PidKind::PI, 1, 200})).find("between 0 and 180"), std::string::npos);
  const Loop twice("continuous/pid", {}, {{"continuous/integrator", {}}, {"continuous/integrator", {}}});
  const auto none = twice.tuner()->suggestion(PidKind::PI);
  ASSERT_FALSE(none);
  EXPECT_EQ(to_text(none.error()),
            "C: no PI controller makes a stable loop with a phase margin of at least 30 degrees (choose "
            "another kind "
            "of controller)");
  const Loop sampled("discrete/discrete_pid", {{"SampleTime", "0.1"}}, lags);
  EXPECT_NE(refusal(sampled.tuner()->tune({PidKind::PI, 40, 60})).find("Nyquist frequency"),
            std::string::npos);
}

TEST(PidTuner, APlantThatIsNoneIsRefused) {
  const auto why = [](const Loop& loop) {
    const auto tuner = loop.tuner();
    return tuner ? "not refused" : to_text(tuner.error());
  };
  const std::string cut =
      "C: what the controller puts out does not come back to what it reads: plant 1 lets nothing pass at "
      "this point ";
  const std::string remedy =
      " (tune at another time or operating point, or, where the plant is sampled, use a Discrete PID "
      "Controller)";
  const std::string still = "(its output does not move with its input at this point)",
                    sampled = "(it is sampled, and holds its output between its sample hits)";
  EXPECT_EQ(why(Loop("continuous/pid", {}, {{"math/gain", {{"k", "0"}}}})), cut + still + remedy);
  EXPECT_EQ(why(Loop("continuous/pid", {},
                     {{"discontinuities/saturation", {{"upper", "-1"}, {"lower", "-2"}}}, lags.front()})),
            cut + still + remedy);
  EXPECT_EQ(
      why(Loop("continuous/pid", {}, {{"discrete/zero_order_hold", {{"SampleTime", "0.1"}}}, lags.front()})),
      cut + sampled + remedy);
  Loop apart("continuous/pid", {}, lags);
  const Id other = apart.m.block("sources/constant", "other");
  for (auto& [id, line] : apart.m.diagram.lines)
    if (apart.m.diagram.blocks.at(line.target->block).name == "error") line.source = PortRef{other, 0};
  EXPECT_EQ(
      why(apart),
      "C: what the controller puts out does not come back to what it reads (connect the measured output of "
      "the plant to the controller)");
  Loop open("continuous/pid", {}, lags);
  std::erase_if(open.m.diagram.lines,
                [&](const auto& each) { return each.second.target->block == open.controller; });
  EXPECT_EQ(why(open), "C: nothing is connected to its error (close the loop around the controller first)");
  EXPECT_EQ(
      why(Loop("continuous/pid", {{"P", "[1 2]"}}, {{"continuous/integrator", {{"x0", "[0 0]"}}}})),
      "C: P has several elements: the block is several controllers (tune blocks with one controller each)");
  EXPECT_EQ(
      why(Loop("continuous/pid", {}, {{"continuous/integrator", {{"x0", "[0 0]"}}}})),
      "C: it controls several signals at once (tune blocks with one controller each, of scalar signals)");
}

TEST(PidBlock, GainsThatAreVariablesGiveTheVariablesTheirValues) {
  Loop loop("continuous/pid", {{"P", "kp"}, {"I", "k"}, {"D", "k"}}, lags);
  loop.m.variable("kp", "1").variable("k", "1");
  const auto pid = read_pid(loop.m.diagram, loop.library, loop.controller);
  ASSERT_TRUE(pid);
  Diagram diagram = loop.m.diagram;
  const Edit edit = write_pid(diagram, loop.library, *pid, PidKind::PID, {2.0000004, 3, 0.25, 100});
  EXPECT_EQ(edit.label, "Tune C");
  const Edit back = apply(diagram, edit);
  const Block& block = diagram.blocks.at(loop.controller);
  EXPECT_EQ(block.parameters.at("P"), "kp");
  EXPECT_EQ(block.parameters.at("I"), "3");  // of a variable for two gains only numbers
  EXPECT_EQ(block.parameters.at("D"), "0.25");
  for (const auto& [id, variable] : diagram.variables)
    EXPECT_EQ(variable.expression, variable.name == "kp" ? "2" : "1");
  apply(diagram, back);
  EXPECT_EQ(diagram, loop.m.diagram);
  EXPECT_TRUE(write_pid(diagram, loop.library, *pid, PidKind::PID, pid->gains).empty());
}

}  // namespace sim
