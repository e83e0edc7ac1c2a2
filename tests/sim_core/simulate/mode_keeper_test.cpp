#include "sim_core/simulate/mode_keeper.h"

#include <gtest/gtest.h>

#include "sim_core/ir/values.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/simulator.h"

namespace sim {

namespace {

void add_crossing(Program& program, int block, int mode, ir::Value function) {
  Kernel& kernel = program.kernel(KernelKind::Crossings);
  kernel.results.push_back(function.id);
  kernel.size += 1;
  program.crossings.push_back({block, mode, CrossingDirection::Either, true});
}

// Mode 0 is on where mode `last` is off, mode k where mode k - 1 is on.
std::shared_ptr<Program> ring(int length, bool closed) {
  auto program = std::make_shared<Program>();
  ir::Graph& g = program->graph;
  program->mode_count = length;
  program->derivatives_read_mode.assign(static_cast<std::size_t>(program->mode_count), 0);
  for (int k = 0; k < length; ++k) {
    program->blocks.emplace_back();
    program->blocks.back().path = "Relay" + std::to_string(k);
    const ir::Value before = g.leaf(ir::Op::Mode, (k + length - 1) % length, {});
    if (k > 0)
      add_crossing(*program, k, k, before - 0.5);
    else
      add_crossing(*program, 0, 0, closed ? 0.5 - before : g.leaf(ir::Op::Time, 0, {}) - 0.0);
  }
  return program;
}

}  // namespace

TEST(ModeKeeper, SettlesAChainHoweverLong) {
  const auto program = ring(200, false);
  ModelEquations equations(program);
  ModeKeeper keeper(equations);
  const double x[] = {0};
  const auto outcome = keeper.settle(1, x);
  EXPECT_EQ(outcome.status, EvalStatus::Ok);
  EXPECT_TRUE(outcome.changed);
  EXPECT_EQ(outcome.unsettled_block, -1);
  for (double mode : equations.modes()) EXPECT_EQ(mode, 1);
  EXPECT_FALSE(keeper.settle(1, x).changed);
  EXPECT_TRUE(keeper.settle(-1, x).changed);
  for (double mode : equations.modes()) EXPECT_EQ(mode, 0);
}

// Each of a chain of modes lets the last change: it goes off and on again until its function is exactly zero,
// which is on.
TEST(ModeKeeper, AFunctionOfExactlyZeroDecidesHoweverOftenItsModeHasChanged) {
  for (int length : {2, 4, 6, 7}) {
    const auto program = ring(length + 1, false);
    ir::Graph& g = program->graph;
    ir::Value sum = g.constant(0);
    for (int k = 0; k < length; ++k)
      sum = k % 2 == 0 ? sum + g.leaf(ir::Op::Mode, k, {}) : sum - g.leaf(ir::Op::Mode, k, {});
    program->kernel(KernelKind::Crossings).results.back() = (-sum).id;
    ModelEquations equations(program);
    ModeKeeper keeper(equations);
    const double x[] = {0};
    equations.set_mode(length, true);
    const auto outcome = keeper.settle(1, x);
    EXPECT_EQ(outcome.unsettled_block, -1);
    EXPECT_EQ(equations.modes().back(), length % 2 == 0) << length;
  }
}

TEST(ModeKeeper, NamesABlockOfARingThatCannotSettle) {
  for (int length : {1, 3, 8}) {
    ModelEquations equations(ring(length, true));
    ModeKeeper keeper(equations);
    const double x[] = {0};
    const auto outcome = keeper.settle(0, x);
    EXPECT_GE(outcome.unsettled_block, 0);
    EXPECT_LT(outcome.unsettled_block, length);
  }
}

TEST(ModeKeeper, ARingThatCannotSettleEndsARunWithAMessage) {
  RunOptions options;
  options.method = find_method("ode45");
  RunControl control;
  SignalLog log({});
  Simulator simulator(ring(4, true), options, control, log);
  EXPECT_EQ(simulator.run(), Simulator::End::Failed);
  ASSERT_EQ(simulator.diagnostics().size(), 1u);
  EXPECT_EQ(simulator.diagnostics()[0].path.substr(0, 5), "Relay");
  EXPECT_NE(simulator.diagnostics()[0].message.find("to and fro"), std::string::npos);
}

}  // namespace sim
