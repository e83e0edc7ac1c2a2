// Models that ask for more memory than compilation may take are refused before they get it.
#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
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
}

}  // namespace sim
