// Edits in words: each verb does what its text says, and what it cannot do is said.
#include "sim_core/scripting/textual_edits.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"

namespace sim {

class TextualEdits : public testing::Test {
 protected:
  // Empty: done.
  std::string edit(const std::string& verb, const std::string& text) {
    const auto made = textual_edit(d, library, verb, text);
    if (!made) return to_text(made.error());
    apply(d, *made);
    return {};
  }
  const BlockLibrary library = standard_library();
  Diagram d;
};

TEST_F(TextualEdits, EveryVerbDoesWhatItSays) {
  for (const auto& [verb, text] :
       std::initializer_list<std::pair<std::string, std::string>>{{"add", "Integrator:x"},
                                                                  {"add", "math/gain"},
                                                                  {"connect", "x:Gain"},
                                                                  {"connect", "Gain.1:x.1"},
                                                                  {"variable", "rate=-2"},
                                                                  {"set", "Gain.k=rate"},
                                                                  {"config", "StopTime=3"},
                                                                  {"log", "x=level"},
                                                                  {"rename", "Gain=K"}})
    EXPECT_EQ(edit(verb, text), "") << verb << ' ' << text;
  EXPECT_EQ(d.blocks.size(), 2u);
  EXPECT_EQ(d.lines.size(), 2u);
  EXPECT_EQ(d.settings.at("StopTime"), "3");
  EXPECT_EQ(edit("disconnect", "K:x"), "");
  EXPECT_EQ(edit("remove", "rate"), "");
  EXPECT_EQ(d.lines.size(), 1u);
  EXPECT_TRUE(d.variables.empty());
}

TEST_F(TextualEdits, WhatCannotBeDoneIsSaid) {
  EXPECT_EQ(edit("conect", "a:b"), "conect: there is no such edit (did you mean connect?)");
  EXPECT_EQ(edit("set", "rate"), "rate: there is no '=' in it (write NAME=EXPR)");
  EXPECT_NE(edit("rename", "none=x").find("no block 'none'"), std::string::npos);
  EXPECT_FALSE(is_edit_verb("quiet"));
}

}  // namespace sim
