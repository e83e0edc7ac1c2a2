// Subsystems that the library offers with something inside, as they are right after they are put in a
// diagram.
#include "sim_core/diagram/ready_subsystems.h"

#include "sim_core/diagram/edits.h"
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

// Driven by the time, and ruled by formulas over it; what comes out is called Out.
struct Ruled {
  ModelBuilder m;
  Id subsystem = no_id;

  Ruled(const std::string& type, const std::vector<std::string>& rules) {
    Block block;
    block.type = type, block.name = "Ready";
    auto [edit, id] = insert_block(m.diagram, block);
    const Edit back = apply(m.diagram, edit);
    Diagram empty = m.diagram;
    apply(empty, back);
    EXPECT_TRUE(empty.blocks.empty() && empty.lines.empty()) << "one edit takes it back";
    subsystem = id;
    const Id clock = m.block("sources/clock", "Clock"), out = m.block("math/gain", "Out");
    m.connect(clock, subsystem);
    for (std::size_t k = 0; k < rules.size(); ++k) {
      const Id f = m.block("user_defined/fcn", "rule" + std::to_string(k), {{"expression", rules[k]}});
      m.connect(clock, f).connect(f, subsystem, static_cast<int>(k) + 1);
    }
    m.connect(subsystem, out).connect(out, m.block("sinks/scope", "Scope")).set("StopTime", "2");
  }
  RunOutcome run() const { return run_diagram(m.diagram); }
};

}  // namespace

TEST(ReadySubsystems, AreOrdinarySubsystemsWithAWayThrough) {
  int seen = 0;
  for (const BlockType* type : the_library().all()) {
    const ReadySubsystem* ready = ready_subsystem(type->id);
    EXPECT_EQ(ready != nullptr, type->role == BlockRole::Subsystem && type->id != "ports/subsystem");
    if (!ready) continue;
    ++seen;
    const Ruled model(type->id, {});
    EXPECT_EQ(model.m.diagram.blocks.at(model.subsystem).type, "ports/subsystem");
    std::size_t inside = 0;
    for (const auto& [id, block] : model.m.diagram.blocks) {
      EXPECT_NE(the_library().find(block.type), nullptr) << block.type;
      inside += block.parent == model.subsystem;
    }
    EXPECT_EQ(inside, 2 + ready->controls.size());
  }
  EXPECT_EQ(seen, 11);
}

TEST(ReadySubsystems, DoWhatTheirNamesSay) {
  expect_signal(Ruled("ports/enabled_subsystem", {"u - 1"}).run(), "Out",
                [](double t) { return t > 1 ? t : 0; }, 1e-9, {1});
  expect_signal(Ruled("ports/triggered_subsystem", {"u - 1"}).run(), "Out",
                [](double t) { return t > 1 ? 1 : 0; }, 1e-9, {1});
  expect_signal(Ruled("ports/enabled_triggered_subsystem", {"1 - u", "sin(2*pi*u - 1)"}).run(), "Out",
                [](double t) { return t < 1 / (2 * M_PI) ? 0 : 1 / (2 * M_PI); }, 1e-9, {1 / (2 * M_PI), 1});
  expect_signal(
      Ruled("ports/atomic_subsystem", {}).run(), "Out", [](double t) { return t; }, 1e-12);
  for (const char* always : {"ports/resettable_subsystem"})
    expect_signal(
        Ruled(always, {"u - 1"}).run(), "Out", [](double t) { return t; }, 1e-12);
  expect_signal(
      Ruled("ports/for_each_subsystem", {}).run(), "Out", [](double t) { return t; }, 1e-12);
  for (const char* action : {"ports/action_subsystem", "ports/switch_case_action_subsystem"})
    expect_signal(Ruled(action, {"u > 1"}).run(), "Out", [](double t) { return t > 1 ? t : 0; }, 1e-2, {1});
  for (const char* type : {"ports/function_call_subsystem"})
    EXPECT_EQ(Ruled(type, {"0*u"}).run().end, RunEnd::Finished);
  for (const char* type : {"ports/for_iterator_subsystem", "ports/while_iterator_subsystem"}) {
    const RunOutcome run = Ruled(type, {}).run();
    EXPECT_EQ(run.end, RunEnd::Finished) << type << run.messages();
    EXPECT_EQ(run.column("Out").back(), 2) << type;
  }
}

}  // namespace sim
