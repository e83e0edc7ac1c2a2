// A For Iterator with held states and n passes does in a step what its contents alone do in n steps, whatever
// they are: random diagrams of discrete blocks and conditional subsystems.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sim_core/interfaces/block_interface.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

constexpr int steps = 6;

class RandomContents {
 public:
  explicit RandomContents(unsigned seed) : random_(seed) {}

  Diagram diagram(int passes, bool iterated) {
    const Id sub = m_.block("ports/subsystem", "s");
    places_ = {sub};
    for (int k = pick(3); k > 0; --k) add_conditional_subsystem(k);
    for (Id place : places_) add_blocks(place, iterated ? "-1" : "1");
    const Id one = m_.block("sources/constant", "one");
    m_.connect(one, sub);
    for (Id place : places_) connect_blocks(place);
    m_.connect(sub, m_.block("sinks/scope", "Scope"));
    if (iterated)
      m_.block("ports/for_iterator", "For",
               {{"IterationLimit", std::to_string(passes)}, {"ShowIterationPort", "off"}}, sub);
    m_.set("Solver", "ode1").set("FixedStep", "1").set("AlgebraicLoopMsg", "error");
    m_.set("StopTime", std::to_string(iterated ? steps : (steps + 1) * passes - 1));
    return m_.diagram;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  void add_conditional_subsystem(int number) {
    const Id parent = places_[static_cast<std::size_t>(pick(static_cast<int>(places_.size())))];
    const Id sub = m_.block("ports/subsystem", "s" + std::to_string(number), {}, parent);
    places_.push_back(sub);
    const int kind = pick(4);
    if (kind == 0) m_.block("ports/enable", "Enable", {{"StatesWhenEnabling", "held"}}, sub);
    if (kind == 1) m_.block("ports/enable", "Enable", {{"StatesWhenEnabling", "reset"}}, sub);
    if (kind == 2)
      m_.block("ports/trigger", "Trigger", {{"TriggerType", pick(2) ? "rising" : "either"}}, sub);
    if (kind == 3) m_.block("ports/reset_port", "Reset", {}, sub);
  }

  void add_blocks(Id place, const std::string& sample_time) {
    const char* const types[] = {"math/sum",
                                 "math/sum",
                                 "discrete/unit_delay",
                                 "discrete/unit_delay",
                                 "discrete/delay",
                                 "discrete/tapped_delay",
                                 "discrete/difference",
                                 "math/bias",
                                 "math/gain",
                                 "sources/constant",
                                 "sources/uniform_random_number",
                                 "logic/compare_to_constant",
                                 "logic/detect_change",
                                 "discontinuities/relay",
                                 "discontinuities/backlash",
                                 "routing/switch",
                                 "user_defined/fcn"};
    m_.block("ports/outport", "out", {{"InitialOutput", std::to_string(pick(3))}}, place);
    m_.block("ports/inport", "in", {}, place);
    for (int k = 4 + pick(8); k > 0; --k) {
      const std::string type = types[pick(static_cast<int>(std::size(types)))];
      Parameters parameters;
      if (type == "math/bias") parameters["Bias"] = std::to_string(pick(5) - 2);
      if (type == "math/gain") parameters["k"] = std::to_string(pick(9) - 4) + "/4";
      if (type == "sources/constant") parameters["value"] = std::to_string(pick(7) - 3);
      if (type == "user_defined/fcn") parameters["expression"] = pick(2) ? "mod(u, 3) - 1" : "sin(u)";
      if (the_library().find(type)->parameter_index("SampleTime") >= 0)
        parameters["SampleTime"] = sample_time;
      m_.block(type, "b" + std::to_string(k), parameters, place);
    }
  }

  void connect_blocks(Id place) {
    std::vector<Id> blocks;
    for (const auto& [id, block] : m_.diagram.blocks)
      if (block.parent == place) blocks.push_back(id);
    std::vector<PortRef> outputs;
    for (Id id : blocks)
      for (std::size_t k = 0; k < block_interface(m_.diagram, the_library(), id).outputs.size(); ++k)
        outputs.push_back({id, static_cast<int>(k)});
    for (Id id : blocks)
      for (std::size_t k = 0; k < block_interface(m_.diagram, the_library(), id).inputs.size(); ++k) {
        const PortRef from = outputs[static_cast<std::size_t>(pick(static_cast<int>(outputs.size())))];
        if (pick(15) > 0) m_.connect(from.block, from.port, id, static_cast<int>(k));
      }
  }

  std::mt19937 random_;
  ModelBuilder m_;
  std::vector<Id> places_;
};

// The one signal that is recorded.
std::vector<double> recorded(const RunOutcome& run) {
  for (const auto& [name, bits] : run.columns)
    if (name != "time") return run.column(name);
  return {};
}

}  // namespace

TEST(Iteration, PassesAreSteps) {
  int compared = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const int passes = 1 + static_cast<int>(seed % 4);
    const RunOutcome alone = run_diagram(RandomContents(seed).diagram(passes, false)),
                     iterated = run_diagram(RandomContents(seed).diagram(passes, true));
    // Loops that go through a comparison are cut there alone, but not where they are iterated; an event alone
    // may bring a further step of length zero.
    const std::vector<double> expected = recorded(alone), found = recorded(iterated);
    if (alone.end != RunEnd::Finished || iterated.end != RunEnd::Finished || expected.empty()) continue;
    if (expected.size() != static_cast<std::size_t>((steps + 1) * passes)) continue;
    ASSERT_EQ(found.size(), static_cast<std::size_t>(steps + 1)) << seed;
    ++compared;
    for (std::size_t k = 0; k < found.size(); ++k) {
      const double wanted = expected[(k + 1) * static_cast<std::size_t>(passes) - 1];
      if (std::isnan(wanted)) continue;
      EXPECT_EQ(found[k], wanted) << "seed " << seed << ", step " << k;
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace sim
