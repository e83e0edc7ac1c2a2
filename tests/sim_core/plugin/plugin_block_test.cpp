// What the compiled model knows of a plug-in's block: its Jacobian and pattern, direct feedthrough, events,
// and who failed.
#include "sim_core/plugin/plugin_block.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim_core/backends/interpreter/interpreter.h"
#include "sim_core/compile/compile.h"
#include "tests/sim_core/plugin/plugin_runs.h"

namespace sim {

namespace {

BlockLibrary samples() { return library_with(FLUXION_TEST_PLUGIN_DIR); }

// The pendulum, pushed by `k` times its own horizontal position.
Diagram pushed_pendulum(const std::string& k, const std::string& from = "position") {
  ModelBuilder m;
  const Id pendulum =
      m.block("pendulum/cartesian", "Pendulum", {{"L", "2"}, {"x0", "[1.2; -1.6; 0.8; 0.6]"}});
  const Id gain = m.block("math/gain", "Spring", {{"k", k}});
  const Id demux = m.block("routing/demux", "Parts", {{"outputs", "2"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(pendulum, demux)
      .connect(gain, pendulum)
      .connect(pendulum, 0, scope, 0)
      .connect(pendulum, 1, scope, 1);
  if (from == "position")
    m.connect(demux, 0, gain, 0);
  else
    m.connect(pendulum, 1, gain, 0);
  return m.diagram;
}

// Compares the tangents of a compiled model with central differences, and its pattern with what they show.
void expect_exact_jacobian(const Diagram& diagram, const std::vector<double>& x, double tolerance) {
  auto compiled = compile(diagram, library_with(FLUXION_PLUGIN_DIR));
  ASSERT_TRUE(compiled) << (compiled ? "" : to_text(compiled.error()));
  const Program& program = *compiled->program;
  EXPECT_TRUE(program.analytical);
  const auto executable = make_interpreter(compiled->program);
  const std::size_t n = x.size();
  ASSERT_EQ(program.state_count, static_cast<int>(n));
  std::vector<double> moved = x, direction(n), exact(n), low(n), high(n);
  Frame frame{0, moved.data(), program.parameters.data(), nullptr, nullptr, direction.data()};
  executable->hold(frame);
  for (std::size_t j = 0; j < n; ++j) {
    direction.assign(n, 0.0);
    direction[j] = 1;
    ASSERT_EQ(executable->run(KernelKind::Tangents, frame, exact.data()), EvalStatus::Ok);
    const double h = 1e-5;
    moved[j] = x[j] - h;
    executable->run(KernelKind::Derivatives, frame, low.data());
    moved[j] = x[j] + h;
    executable->run(KernelKind::Derivatives, frame, high.data());
    moved[j] = x[j];
    std::vector<int> rows;
    for (std::size_t i = 0; i < n; ++i) {
      const double difference = (high[i] - low[i]) / (2 * h);
      EXPECT_NEAR(exact[i], difference, tolerance * (1 + std::fabs(difference))) << i << "," << j;
      if (difference != 0) rows.push_back(static_cast<int>(i));
    }
    const auto pattern = program.jacobian_pattern.column(static_cast<int>(j));
    EXPECT_EQ(rows, std::vector<int>(pattern.begin(), pattern.end())) << "column " << j;
  }
}

}  // namespace

TEST(PluginBlock, DeclaresInvariantsThatTheProgramKeeps) {
  for (const char* type : {"sample/circle", "sample/circle_with_gradient"}) {
    Diagram diagram = single(type, {});
    diagram.settings = {{"Solver", "ode3"}, {"FixedStep", "0.1"}, {"StopTime", "20"}};
    const Ran kept(diagram, samples());
    ASSERT_EQ(kept.result.end, RunEnd::Finished) << kept.text();
    EXPECT_NEAR(kept.end(0), 5, 1e-14) << type;
    ASSERT_EQ(kept.result.statistics.invariants.size(), 1u);
    EXPECT_GT(kept.result.statistics.invariants[0].projections, 100u);
    diagram.settings["Projection"] = "off";
    EXPECT_GT(std::fabs(Ran(diagram, samples()).end(0) - 5), 1e-3) << type;
  }
}

TEST(PluginBlock, HasTheJacobianOfItsPlugin) {
  expect_exact_jacobian(single("predator_prey/projected", {{"a", "1.5"}}), {0.7, 1.9}, 1e-7);
  expect_exact_jacobian(pushed_pendulum("3"), {1.2, -1.6, 0.8, 0.6}, 1e-7);
}

TEST(PluginBlock, DifferencesWhereItHasNone) {
  auto compiled = compile(single("sample/switched", {}), samples());
  ASSERT_TRUE(compiled);
  const Program& program = *compiled->program;
  EXPECT_FALSE(program.analytical);
  ASSERT_EQ(program.without_derivative.size(), 1u);
  EXPECT_EQ(program.blocks[static_cast<std::size_t>(program.without_derivative[0])].type, "sample/switched");
}

// The position does not depend on the force at once, so a loop through it is no algebraic loop; the tension
// does.
TEST(PluginBlock, ReadsDirectFeedthroughFromThePattern) {
  const BlockLibrary library = library_with(FLUXION_PLUGIN_DIR);
  auto compiled = compile(pushed_pendulum("-4"), library);
  ASSERT_TRUE(compiled) << (compiled ? "" : to_text(compiled.error()));
  const auto& all = compiled->program->feedthrough;
  const auto pendulum = std::find_if(all.begin(), all.end(), [&](const Feedthrough& f) {
    return compiled->program->blocks[static_cast<std::size_t>(f.block)].path == "Pendulum";
  });
  ASSERT_NE(pendulum, all.end());
  EXPECT_FALSE(pendulum->reads(0, 0));
  EXPECT_TRUE(pendulum->reads(1, 0));
  Diagram looped = pushed_pendulum("0.1", "tension");
  looped.settings["AlgebraicLoopMsg"] = "error";
  const auto loop = compile(looped, library);
  ASSERT_FALSE(loop);
  EXPECT_NE(to_text(loop.error()).find("loop"), std::string::npos) << to_text(loop.error());
}

TEST(PluginBlock, KeepsPortsApart) {
  ModelBuilder m;
  const Id block = m.block("sample/two_ports", "Plant", {{"x0", "10"}});
  const Id five = m.block("sources/constant", "Five", {{"value", "5"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  // u1 = 5; u2 = y1 = [10; 15], without a loop.
  m.connect(five, block, 0)
      .connect(block, 0, block, 1)
      .connect(block, 0, scope, 0)
      .connect(block, 1, scope, 1);
  m.set("StopTime", "1");
  const Ran ran(m.diagram, samples());
  ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  EXPECT_DOUBLE_EQ(ran.end(0), 10);
  EXPECT_DOUBLE_EQ(ran.end(1), 15);
  EXPECT_NEAR(ran.end(2), 10 * 15 + 11, 1e-10);
}

TEST(PluginBlock, RepeatsAScalarInputAndRefusesAWrongOne) {
  for (const auto& [value, message] : {std::pair{"7", ""}, {"[1; 2; 3]", "shape [3] where [2] is needed"}}) {
    ModelBuilder m;
    const Id block = m.block("sample/two_ports", "Plant");
    const Id source = m.block("sources/constant", "Source", {{"value", value}});
    const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "1"}});
    m.connect(source, block, 1).connect(block, 1, scope, 0).set("StopTime", "1");
    const Ran ran(m.diagram, samples());
    EXPECT_EQ(ran.run == nullptr, *message != '\0') << ran.text();
    if (ran.run)
      EXPECT_NEAR(ran.end(0), 50, 1e-10);
    else
      EXPECT_NE(ran.text().find(message), std::string::npos) << ran.text();
  }
}

// K(sin 45 deg) makes g = (2 K)^2 a period of 2 for a swing from the horizontal: after 15 of them it is back.
TEST(PluginBlock, ProjectsAPendulum) {
  for (const char* projection : {"standard", "off"}) {
    Diagram diagram = single("pendulum/cartesian", {{"g", "13.750371636040745655"}}, 2);
    diagram.settings = {
        {"StopTime", "30"}, {"RelTol", "1e-7"}, {"AbsTol", "1e-7"}, {"Projection", projection}};
    const Ran ran(diagram, library_with(FLUXION_PLUGIN_DIR));
    ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
    double off_circle = 0;
    for (std::size_t k = 0; k < ran.run->log().size(); ++k)
      off_circle = std::max(
          off_circle, std::fabs(std::hypot(ran.run->log().value(0, k), ran.run->log().value(1, k)) - 1));
    if (std::string(projection) == "off") {
      EXPECT_GT(off_circle, 1e-8);
      EXPECT_EQ(ran.result.statistics.projections, 0u);
    } else {
      EXPECT_LT(off_circle, 1e-15);
      EXPECT_GT(ran.result.statistics.projections, 100u);
      EXPECT_NEAR(ran.end(0), 1, 1e-4);
      EXPECT_NEAR(ran.end(1), 0, 1e-2);
    }
  }
}

// Also those of a plug-in that knows no directions.
TEST(PluginBlock, LocatesItsZeroCrossings) {
  for (const char* type : {"sample/switched", "sample/switched_old"}) {
    Diagram diagram = single(type, {});
    diagram.settings["StopTime"] = "2";
    const Ran ran(diagram, samples());
    ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
    // 2 t up to x = 1 at t = 1/2, then half as fast as t.
    EXPECT_NEAR(ran.end(0), 1.75, 1e-9);
    ASSERT_EQ(ran.result.statistics.events.size(), 1u);
    EXPECT_NEAR(ran.result.statistics.events[0].time, 0.5, 1e-9);
    EXPECT_EQ(ran.result.statistics.events[0].block, "Plant");
  }
}

TEST(PluginBlock, StopsInTheDirectionsThatItNames) {
  Diagram diagram = single("sample/directions", {});
  diagram.settings["StopTime"] = "7";
  const Ran ran(diagram, samples());
  ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  const auto& events = ran.result.statistics.events;  // one falls, one rises, and one does both
  ASSERT_EQ(events.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(events[k].time, k < 2 ? std::numbers::pi : 2 * std::numbers::pi, 1e-12);
    EXPECT_EQ(events[k].rising, k >= 2);
  }
}

// Fixed steps locate nothing: the branch is chosen in every stage.
TEST(PluginBlock, FollowsItsFunctionsWhereTheyAreNotLocated) {
  Diagram diagram = single("sample/switched", {});
  diagram.settings = {{"StopTime", "0.8"}, {"Solver", "ode4"}, {"FixedStep", "0.4"}};
  const Ran ran(diagram, samples());
  ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  // x = 0.8 at t = 0.4; then the stages are at 0.8, 1.2, 0.9 and 1.6.
  EXPECT_NEAR(ran.end(0), 0.8 + 0.4 / 6 * (2 + 2 * 0.5 + 2 * 2 + 0.5), 1e-12);
}

TEST(PluginBlock, StartsAndTerminatesOncePerModel) {
  const std::string file = std::string(FLUXION_TEST_PLUGIN_DIR) + "/samples.so";
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(handle) << dlerror();
  const int* live = static_cast<const int*>(dlsym(handle, "live_tables"));
  ASSERT_TRUE(live);
  {
    const BlockLibrary library = samples();
    Diagram diagram = single("sample/table", {{"table", "[1, 2, 3.5]"}});
    diagram.settings["StopTime"] = "2";
    const Ran ran(diagram, library);
    ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
    EXPECT_NEAR(ran.end(0), 13, 1e-10);
    EXPECT_EQ(*live, 1);
    const auto& parameters = ran.run->program().parameter_table;
    EXPECT_TRUE(std::none_of(parameters.begin(), parameters.end(), [](auto& p) { return p.tunable; }));
    const Ran refused(single("sample/table", {{"table", "4"}}), library);
    EXPECT_NE(refused.text().find("Plant: the table needs two numbers, not 1"), std::string::npos)
        << refused.text();
    EXPECT_EQ(*live, 1);
  }
  EXPECT_EQ(*live, 0);
  dlclose(handle);
}

// The compiled model keeps the library of its blocks loaded.
TEST(PluginBlock, OutlivesTheBlockLibrary) {
  std::unique_ptr<ModelRun> run;
  {
    auto prepared = ModelRun::prepare(single("sample/switched", {}), samples());
    ASSERT_TRUE(prepared);
    run = *std::move(prepared);
  }
  EXPECT_EQ(run->execute().end, RunEnd::Finished);
}

TEST(PluginBlock, IsNamedWhenItFails) {
  const BlockLibrary library = samples();
  for (const char* solver : {"ode45", "ode4"})
    for (const char* type :
         {"recoverable", "fatal", "nan", "unwritten", "fatal_projection", "nan_projection"}) {
      Diagram diagram = single(std::string("sample/") + type, {});
      diagram.settings = {{"StopTime", "2"}, {"Solver", solver}, {"FixedStep", "0.1"}};
      const Ran ran(diagram, library);
      ASSERT_TRUE(ran.run) << ran.text();
      EXPECT_EQ(ran.result.end, RunEnd::Failed) << type << solver;
      ASSERT_FALSE(ran.problems.empty()) << type << solver;
      EXPECT_EQ(ran.problems.back().path, "Plant") << type << " " << solver << ": " << ran.text();
      EXPECT_GT(ran.run->log().size(), 1u);
    }
}

// x falls to 0 fast; steps that would take it below are repeated smaller.
TEST(PluginBlock, RecoversWithASmallerStep) {
  Diagram diagram = single("sample/narrow", {{"x0", "1"}});
  diagram.settings = {
      {"StopTime", "0.049"}, {"InitialStep", "0.049"}, {"RelTol", "1e-6"}, {"AbsTol", "1e-9"}};
  const Ran ran(diagram, samples());
  ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  EXPECT_NEAR(ran.end(0), 0.02 * 0.02, 1e-5);  // (1 - 20 t)^2
  EXPECT_GT(ran.result.statistics.rejected, 0u);
}

}  // namespace sim
