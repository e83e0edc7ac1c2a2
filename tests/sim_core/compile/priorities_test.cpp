// Priorities of blocks, and the order of execution they give.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/compiling.h"

namespace sim {

namespace {

std::string order_of(const Diagram& diagram) {
  const auto program = compiled(diagram);
  std::string order;
  for (int index : program->order) {
    const BlockInfo& block = program->blocks[static_cast<std::size_t>(index)];
    if (block.type != "ports/outport") order += block.path;
  }
  return order;
}

// Sines A, B, C; a gain D behind C; all recorded.
struct Four {
  ModelBuilder m;
  Id a = source("A"), b = source("B"), c = source("C"), d = m.block("math/gain", "D");
  Four() {
    m.connect(c, d);
    int port = 1;
    for (Id id : {a, b, c, d}) {
      const std::string number = std::to_string(port++);
      m.connect(id, m.block("ports/outport", "o" + number, {{"port", number}}));
    }
  }
  Id source(const char* name) { return m.block("sources/sine_wave", name); }
  void priority(Id id, int value) { m.diagram.blocks[id].priority = value; }
};

}  // namespace

TEST(Priorities, OrderWhatIsFree) {
  Four f;
  EXPECT_EQ(order_of(f.m.diagram), "ABCD");
  f.priority(f.b, 2);
  f.priority(f.c, -1);
  EXPECT_EQ(order_of(f.m.diagram), "CBAD");
  f.priority(f.d, 1);
  EXPECT_EQ(order_of(f.m.diagram), "CDBA");
}

TEST(Priorities, ALowNumberTakesWhatItReadsAlong) {
  Four f;
  f.priority(f.d, 1);
  f.priority(f.a, 2);
  EXPECT_EQ(order_of(f.m.diagram), "CDAB");
}

TEST(Priorities, WhatFeedthroughForbidsIsReportedAsConfigured) {
  for (const std::string policy : {"none", "warning", "error"}) {
    Four f;
    f.priority(f.d, 1);
    f.priority(f.c, 5);
    f.m.set("BlockPriorityViolationMsg", policy);
    auto result = compile(f.m.diagram, the_library());
    EXPECT_EQ(bool(result), policy != "error");
    const Diagnostics list = result ? result->warnings : result.errors();
    if (policy == "none") {
      EXPECT_TRUE(list.empty());
    } else {
      ASSERT_EQ(list.size(), 1u);
      expect_in(to_text(list.front()), {"D: its priority 1 cannot be kept", "C of priority 5"});
    }
  }
}

TEST(Priorities, AreNoMatterBehindAnIntegrator) {
  ModelBuilder m;
  const Id g = m.block("math/gain", "G"), x = m.block("continuous/integrator", "X"),
           out = m.block("ports/outport", "y");
  m.connect(x, g).connect(g, x).connect(g, out);
  m.diagram.blocks[g].priority = 1;
  m.diagram.blocks[x].priority = 2;
  const auto result = compile(m.diagram, the_library());  // G reads X at the same instant
  ASSERT_TRUE(result);
  EXPECT_EQ(result->warnings.size(), 1u);
  m.diagram.blocks[x].priority = 0;
  EXPECT_TRUE(compile(m.diagram, the_library())->warnings.empty());
  EXPECT_EQ(order_of(m.diagram), "XG");
}

}  // namespace sim
