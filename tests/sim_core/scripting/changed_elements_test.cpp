// Changes of diagrams as texts: what they lead to, what they say, and what is refused.
#include "sim_core/scripting/changed_elements.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "tests/support/random_diagram.h"

namespace sim {

namespace {

// What the text of the difference leads to is the other one.
void expect_leads(const Diagram& from, const Diagram& to) {
  const std::string text = changed_elements(from, to);
  const auto there = with_changes(from, text);
  ASSERT_TRUE(there) << to_text(there.error()) << "\n" << text;
  EXPECT_EQ(there->blocks, to.blocks) << text;
  EXPECT_EQ(there->lines, to.lines) << text;
  EXPECT_EQ(there->variables, to.variables) << text;
  EXPECT_EQ(there->annotations, to.annotations) << text;
  EXPECT_EQ(there->settings, to.settings) << text;
  EXPECT_EQ(there->unknown, to.unknown) << text;
}

// A diagram after many edits: some of its blocks are gone, those of another model have come.
Diagram edited(Diagram d, unsigned seed) {
  const Diagram other = RandomModel(seed, 25, 0, seed % 3 == 0).diagram();
  std::set<Id> gone, all;
  for (const auto& [id, block] : d.blocks)
    if ((to_number(id) * 7 + seed) % 5 == 0) gone.insert(id);
  apply(d, remove_blocks(d, gone));
  for (const auto& [id, block] : other.blocks) all.insert(id);
  const auto come = paste_fragment(d, copy_fragment(other, all), no_id, {16, 40});
  EXPECT_TRUE(come);
  if (come) apply(d, *come);
  d.settings = other.settings;
  return d;
}

std::string refusal(const Diagram& diagram, const char* changes) {
  const auto there = with_changes(diagram, changes);
  return there ? "taken" : to_text(there.error());
}

Diagram two_blocks() {
  ModelBuilder m;
  m.connect(m.block("sources/constant", "A"), m.block("math/gain", "B", {{"k", "2"}}));
  m.set("StopTime", "5").variable("v", "1");
  return m.diagram;
}

}  // namespace

TEST(ChangedElements, NothingIsAnEmptyObject) {
  const Diagram d = two_blocks();
  EXPECT_EQ(changed_elements(d, d), "{}");
  EXPECT_TRUE(difference(d, d).changes.empty());
  expect_leads(d, d);
}

TEST(ChangedElements, SayOnlyWhatDiffers) {
  const Diagram from = two_blocks();
  Diagram to = from;
  to.settings["StopTime"] = "7";
  EXPECT_EQ(changed_elements(from, to), R"({"settings": {"StopTime": "7"}})");
  to = from;
  to.settings.erase("StopTime");
  EXPECT_EQ(changed_elements(from, to), R"({"settings": {"StopTime": null}})");
  to = from;
  const Id b = *find_block(to, "B");
  apply(to, remove_blocks(to, {b}));
  const std::string gone = changed_elements(from, to);
  EXPECT_NE(gone.find("\"remove\": [" + std::to_string(to_number(b)) + ", "), std::string::npos) << gone;
  EXPECT_EQ(gone.find("blocks"), std::string::npos) << gone;
  to = from;
  to.unknown["study"] = R"({"runs": 3})";
  EXPECT_EQ(changed_elements(from, to), R"({"members": {"study": {"runs": 3}}})");
  expect_leads(from, to);
  expect_leads(to, from);
}

TEST(ChangedElements, LeadFromAnyDiagramToAnyOther) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Diagram from = RandomModel(seed, 20, 0, seed % 2 == 0).diagram();
    const Diagram to = edited(from, seed + 100);
    expect_leads(from, to);
    expect_leads(to, from);
    Diagram here = from;
    const Edit back = take_over(here, to);
    EXPECT_EQ(here.blocks, to.blocks);
    EXPECT_EQ(here.lines, to.lines);
    EXPECT_EQ(here.settings, to.settings);
    apply(here, back);
    EXPECT_EQ(here.blocks, from.blocks);
    EXPECT_EQ(here.lines, from.lines);
    EXPECT_EQ(here.settings, from.settings);
  }
}

// An id that was used by what has gone is never given again.
TEST(ChangedElements, IdsThatWereUsedStayUsed) {
  Diagram d = two_blocks();
  Diagram fewer = d;
  const Id b = *find_block(d, "B");
  apply(fewer, remove_blocks(fewer, {b}));
  take_over(d, fewer);
  EXPECT_FALSE(d.blocks.contains(b));
  EXPECT_GT(to_number(d.new_id()), to_number(b));
}

TEST(ChangedElements, WhatAFileMayNotHoldIsRefused) {
  const Diagram d = two_blocks();
  EXPECT_NE(refusal(d, "{"), "taken");
  EXPECT_NE(refusal(d, "[]").find("this is no object"), std::string::npos) << refusal(d, "[]");
  EXPECT_NE(refusal(d, R"({"blocks": {}})").find("this is no list"), std::string::npos);
  EXPECT_NE(refusal(d, R"({"settings": []})").find("this is no object"), std::string::npos);
  EXPECT_EQ(refusal(d, R"({"block": []})"),
            "block: there is nothing of this name to change (did you mean blocks?)");
  EXPECT_NE(refusal(d, R"({"blocks": [{"id": 1}]})"), "taken");  // a block without a type
  EXPECT_EQ(refusal(d, R"({"remove": [12345]})"), "taken");      // it is not there already
}

}  // namespace sim
