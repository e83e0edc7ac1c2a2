// Compilation that is stopped ends where it is, says so, and leaves nothing behind.
#include <gtest/gtest.h>

#include "sim_core/base/work.h"
#include "sim_core/compile/compile.h"
#include "tests/examples/example_run.h"

namespace sim {
namespace {

// Stops work that has asked `most` times whether it is to stop.
struct Patience {
  int most = 0, asked = 0;
  bool operator()() { return ++asked > most; }
};

std::string message_of(const Result<Compilation>& compiled) {
  return compiled ? "compiled" : compiled.errors().front().message;
}

}  // namespace

TEST(InterruptedCompilation, EndsWhereverItIsStopped) {
  for (const std::string& name : example_names()) {
    const Diagram diagram = load(name);
    int checks = 0;
    {
      const Work counted([&] { return ++checks, false; });
      ASSERT_TRUE(compile(diagram, library())) << name;
    }
    EXPECT_GT(checks, static_cast<int>(diagram.blocks.size()));
    for (int most = 0; most < checks; most += 1 + most / 2) {
      const Work stopped([patience = std::make_shared<Patience>(Patience{most})] { return (*patience)(); });
      EXPECT_EQ(message_of(compile(diagram, library())), "stopped") << name << ", check " << most;
    }
    EXPECT_TRUE(compile(diagram, library())) << name;
  }
}

}  // namespace sim
