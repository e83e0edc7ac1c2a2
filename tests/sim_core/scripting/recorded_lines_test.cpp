// What somebody does to a diagram as lines of Python: in words where there are any, else by the elements.
#include "sim_core/scripting/recorded_lines.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/scripting/named_edits.h"
#include "tests/support/random_diagram.h"

namespace sim {

class RecordedLinesTest : public testing::Test {
 protected:
  std::string after(const Result<Edit>& edit) {
    EXPECT_TRUE(edit) << to_text(edit.error());
    if (edit) apply(d, *edit);
    const std::string text = recorder.lines_to(d);
    EXPECT_EQ(recorder.played(), d) << text;
    return text;
  }
  std::string added(const std::string& type, const std::string& path) {
    const auto block = add_block(d, library, type, path);
    return after(block ? Result<Edit>(block->edit) : Result<Edit>(block.errors()));
  }

  const BlockLibrary library = standard_library();
  Diagram d;
  RecordedLines recorder{library, "m"};
};

TEST_F(RecordedLinesTest, SayWhatWasDone) {
  EXPECT_EQ(added("math/gain", "k"), R"(m.add("math/gain", "k"))"
                                     "\n");
  EXPECT_EQ(added("continuous/integrator", "x"), R"(m.add("continuous/integrator", "x"))"
                                                 "\n");
  EXPECT_EQ(after(connect_ports(d, library, "x:k")), R"(m.connect("x.1", "k.1"))"
                                                     "\n");
  EXPECT_EQ(after(assign(d, library, "k.k", "-2")), R"(m["k"].parameters["k"] = "-2")"
                                                    "\n");
  EXPECT_EQ(after(assign_setting("StopTime", "7")), R"(m.settings["StopTime"] = "7")"
                                                    "\n");
  EXPECT_EQ(after(define_variable(d, "a", "[1 2]")), R"(m.variables["a"] = "[1 2]")"
                                                     "\n");
  EXPECT_EQ(after(rename_block(d, *find_block(d, "k"), "a \"b\"")), R"(m["k"].name = "a \"b\"")"
                                                                    "\n");
  EXPECT_EQ(after(remove_named(d, "a")), R"(del m.variables["a"])"
                                         "\n");
  EXPECT_EQ(after(remove_named(d, "x")), R"(m.remove("x"))"
                                         "\n");
}

TEST_F(RecordedLinesTest, NothingIsNoLine) {
  added("math/gain", "k");
  EXPECT_EQ(recorder.lines_to(d), "");
}

TEST_F(RecordedLinesTest, AMoveSaysWhere) {
  added("math/gain", "k");
  Block block = d.blocks.begin()->second;
  block.position = {120, -16.5};
  Edit edit;
  edit.set(d.blocks.begin()->first, block);
  EXPECT_EQ(after(edit), "m[\"k\"].at = (120, -16.5)\n");
}

// An annotation has no words.
TEST_F(RecordedLinesTest, WhatHasNoWordsIsSaidByItsElements) {
  added("math/gain", "k");
  Annotation note;
  note.text = "a 'quoted' \"text\"\nin two lines";
  Edit edit;
  edit.set(d.new_id(), note);
  const std::string text = after(edit);
  EXPECT_TRUE(text.starts_with(R"(m.change(**{"annotations": [{"id": )")) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
}

TEST_F(RecordedLinesTest, AnyModelIsPlayedBack) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    d = RandomModel(seed, 30).diagram();
    recorder.begin({});
    const std::string text = recorder.lines_to(d);
    EXPECT_EQ(recorder.played().blocks, d.blocks) << text;
    EXPECT_EQ(recorder.played().lines, d.lines) << text;
    EXPECT_EQ(recorder.played().settings, d.settings) << text;
    EXPECT_EQ(recorder.lines_to(d), "");
  }
}

TEST(PythonText, IsALiteralOfPython) {
  EXPECT_EQ(python_text("it's"), R"("it's")");
  EXPECT_EQ(python_text("a \"b\"\n\\"), R"("a \"b\"\n\\")");
  EXPECT_EQ(python_literal(R"({"a": [true, false, null, 1.5, "true"]})"),
            R"({"a": [True, False, None, 1.5, "true"]})");
}

}  // namespace sim
