// What becomes of break, continue and return, as the script that is left.
#include "sim_core/expr/script_jumps.h"

#include <gtest/gtest.h>

namespace sim::expr {

namespace {

// The statements by their kinds, one a letter: a assignment, c choice (with its branches), l loop.
std::string shape_of(const Statements& body) {
  std::string out;
  for (const Statement& s : body) {
    if (std::holds_alternative<Assignment>(s.content)) out += 'a';
    if (const auto* choice = std::get_if<Choice>(&s.content)) {
      out += "c(";
      for (std::size_t k = 0; k < choice->branches.size(); ++k)
        out += (k > 0 ? "|" : "") + shape_of(choice->branches[k].body);
      out += ')';
    }
    if (const auto* loop = std::get_if<Loop>(&s.content)) out += "l(" + shape_of(loop->body) + ")";
  }
  return out;
}

std::string shape_of(const std::string& text) {
  const auto script = parse_script(text);
  EXPECT_TRUE(script) << (script ? "" : script.error().message);
  return script ? shape_of(script->body) : std::string();
}

bool names_a_jump(const Statements& body) {
  for (const Statement& s : body) {
    if (const auto* a = std::get_if<Assignment>(&s.content))
      if (a->name == "break" || a->name == "continue" || a->name == "return") return true;
    if (const auto* choice = std::get_if<Choice>(&s.content))
      for (const ScriptBranch& branch : choice->branches)
        if (names_a_jump(branch.body)) return true;
    if (const auto* loop = std::get_if<Loop>(&s.content))
      if (names_a_jump(loop->body)) return true;
  }
  return false;
}

}  // namespace

TEST(ScriptJumps, WhereNothingJumpsNothingChanges) {
  EXPECT_EQ(shape_of("for k = 1:3\n  y = k\nend\ny = 2*y"), "l(a)a");
  EXPECT_EQ(shape_of("if u > 0\n  y = 1\nelse\n  y = 2\nend"), "c(a|a)");
}

TEST(ScriptJumps, NoJumpIsLeftWhateverItLeaves) {
  for (const char* text :
       {"for k = 1:3\n  if u > k\n    break\n  end\n  y = k\nend",
        "for k = 1:3\n  if u > k\n    continue\n  end\n  y = k\nend",
        "if u > 0\n  y = 1\n  return\nend\ny = 2", "for k = 1:3\n  if u > k, y = k, return, end\nend\ny = 0",
        "for j = 1:2\n  for k = 1:3\n    if u > k, break, end\n    y = k\n  end\nend"}) {
    const auto script = parse_script(text);
    ASSERT_TRUE(script) << text;
    EXPECT_FALSE(names_a_jump(script->body)) << text;
  }
}

// What follows a jump stands in the branch in which nothing has jumped. The first and the last assignment say
// so.
TEST(ScriptJumps, WhatFollowsIsInTheOtherBranch) {
  const auto script = parse_script("if u > 0\n  y = 1\n  return\nend\nz = 2");
  ASSERT_TRUE(script);
  ASSERT_EQ(shape_of(script->body), "ac(aa|a)");
  const auto& branches = std::get<Choice>(script->body[1].content).branches;
  const auto name = [](const Statement& s) { return std::get<Assignment>(s.content).name; };
  EXPECT_EQ(name(branches[0].body[0]), "y");
  EXPECT_EQ(name(branches[0].body[1]), name(script->body[0])) << "nothing else goes on";
  EXPECT_EQ(name(branches[1].body[0]), "z");
}

TEST(ScriptJumps, NothingDirectlyBehindOneIsReached) {
  const auto script = parse_script("y = 1\nreturn\ny = 2");
  ASSERT_TRUE(script);
  int assignments_of_y = 0;
  for (const Statement& s : script->body) {
    ASSERT_TRUE(std::holds_alternative<Assignment>(s.content));
    assignments_of_y += std::get<Assignment>(s.content).name == "y";
  }
  EXPECT_EQ(assignments_of_y, 1);
}

TEST(ScriptJumps, AJumpKeepsItsLine) {
  const Statement jump = jump_statement(Jump::Continue, 7);
  EXPECT_EQ(jump.line, 7);
  EXPECT_EQ(std::get<Assignment>(jump.content).name, "continue");
}

}  // namespace sim::expr
