// Models that ask for more memory than compilation may take are refused before they get it.
#include <gtest/gtest.h>

#include "sim_core/base/work.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/memory_limit.h"
#include "tests/support/model_builder.h"

namespace sim {
namespace {

std::string message_of(const Result<Compilation>& compiled) {
  return compiled ? "compiled" : to_text(compiled.errors().front());
}

Diagram of_gains(int count, const std::string& gain) {
  ModelBuilder m;
  for (int k = 1; k <= count; ++k) m.block("math/gain", "G" + std::to_string(k), {{"k", gain}});
  return m.diagram;
}

}  // namespace

TEST(MemoryBudget, RefusesWhatNeedsMoreThanItMayTake) {
  const std::string refused = message_of(compile(of_gains(30, "ones(1,9e7)"), standard_library()));
  EXPECT_NE(refused.find("G1"), std::string::npos) << refused;
  EXPECT_NE(refused.find("720 MB"), std::string::npos) << refused;
  // Many that are small enough one by one.
  const std::string together = message_of(compile(of_gains(30, "ones(1,5e6)"), standard_library()));
  EXPECT_NE(together.find("of the limit of 1 GB is in use"), std::string::npos) << together;
}

TEST(MemoryBudget, CountsWhatScriptsUnrollInto) {
  ModelBuilder m;
  const Id sine = m.block("sources/sine_wave", "Sine");
  const Id script =
      m.block("user_defined/function", "Long",
              {{"script", "z=ones(1,100000)*u\nfor k=1:9000\nz(k)=sin(z(k+1))+k\nend\ny=sum(z)"}});
  m.connect(sine, script).connect(script, m.block("sinks/scope", "Scope"));
  const std::string refused = message_of(compile(m.diagram, standard_library()));
  EXPECT_NE(refused.find("of the limit of 1 GB is in use"), std::string::npos) << refused;
}

TEST(MemoryBudget, CountsDensePatterns) {
  ModelBuilder m;
  const Id sum = m.block("user_defined/fcn", "Sum", {{"expression", "-sum(u)*u"}});
  const Id x = m.block("continuous/integrator", "x", {{"x0", "ones(20000,1)"}});
  m.connect(x, sum).connect(sum, x).connect(x, m.block("sinks/scope", "Scope"));
  const std::string refused = message_of(compile(m.diagram, standard_library()));
  EXPECT_NE(refused.find("of the limit of 1 GB is in use"), std::string::npos) << refused;
  EXPECT_NE(refused.find("Sum: "), std::string::npos) << refused;
}

// Each block that looks at a signal has leaves for its elements.
TEST(MemoryBudget, CountsTheElementsThatManyBlocksLookAt) {
  const MemoryLimit small(50'000'000);
  ModelBuilder m;
  const Id source = m.block("sources/constant", "Many", {{"Value", "ones(1,1e6)"}});
  for (int k = 1; k <= 20; ++k) m.connect(source, m.block("sinks/scope", "Scope " + std::to_string(k)));
  const std::string refused = message_of(compile(m.diagram, standard_library()));
  EXPECT_NE(refused.find("of the limit of 50 MB is in use"), std::string::npos) << refused;
  EXPECT_NE(refused.find("Scope "), std::string::npos) << refused;
}

// Values within a script that nobody could count: their sizes once overflowed, to a crash or a run without
// end.
TEST(MemoryBudget, RefusesValuesInScriptsBeforeTheyAreMade) {
  std::string doubled = "x=[u u]\n", stacked = "x=[u;u]\n";
  for (int k = 0; k < 40; ++k) doubled += "x=[x x]\n", stacked += "x=[x;x]\n";
  for (const std::string& text :
       {doubled + "y=sum(x)", stacked + "y=sum(x)", std::string("v=ones(50000,1)*u\nw=v*v'\ny=w(1,1)"),
        std::string("v=[u u;u u]\nk=ones(1,100000)\nw=v(k,k)\ny=w(1,1)")}) {
    ModelBuilder m;
    const Id script = m.block("user_defined/function", "Large", {{"script", text}});
    m.connect(m.block("sources/sine_wave", "Sine"), script).connect(script, m.block("sinks/scope", "Scope"));
    const std::string refused = message_of(compile(m.diagram, standard_library()));
    EXPECT_NE(refused.find("Large: line"), std::string::npos) << refused;
    EXPECT_NE(refused.find("elements is too large"), std::string::npos) << refused;
  }
}

// A model that is over its budget is so with or without what is looked at: it is not compiled once more.
TEST(MemoryBudget, IsNotTriedAgainWithoutWhatIsLookedAt) {
  const MemoryLimit small(20'000'000);
  const Diagram model = of_gains(30, "ones(1,5e5)");
  const PortRef output{model.blocks.begin()->first, 0};
  const BlockLibrary library = standard_library();
  long looks = 0;
  const Work work([&] { return ++looks, false; });
  const auto looks_of = [&](std::span<const PortRef> looked_at) {
    looks = 0;
    const auto run = ModelRun::prepare(model, library, looked_at);
    EXPECT_FALSE(run);
    EXPECT_NE(to_text(run.errors().back()).find("of the limit of 20 MB is in use"), std::string::npos);
    return looks;
  };
  const long once = looks_of({});
  EXPECT_LE(looks_of({&output, 1}), once + once / 10 + 10);
}

}  // namespace sim
