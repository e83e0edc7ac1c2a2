// The reference of blocks and settings: what a block declares is on its page, and nothing it says is markup.
#include "sim_core/reports/reference.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim_core/block/builder.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/settings.h"

using namespace sim;

static std::string page_at(const std::vector<ReferencePage>& pages, const std::string& path) {
  const auto it = std::ranges::find(pages, path, &ReferencePage::path);
  return it == pages.end() ? "no page " + path : it->text;
}

static bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(Reference, ABlockHasItsDescriptionPortsAndParameters) {
  const std::string page = page_at(block_pages(standard_library()), "blocks/math-operations.md");
  EXPECT_TRUE(
      page.starts_with("# Math Operations\n\n## Gain {#math-gain}\n\n<code>math/gain</code>\n\n"
                       "Multiplies its input by a constant.\n\n"
                       "$y = k u$ (element-wise)<br>\n$y = K u$ (matrix)\n\n"))
      << page.substr(0, 300);
  EXPECT_TRUE(holds(page, "| Port | Kind |\n| --- | --- |\n| u | input |\n| y | output |\n"));
  EXPECT_TRUE(holds(page, "| Gain<br><code>k</code> | <code>1</code> | number, vector or matrix | Scalar, "));
  EXPECT_TRUE(holds(page, "<code>element-wise</code>, <code>matrix K&#42;u</code>"));
}

TEST(Reference, TheListLeadsToEveryBlock) {
  const BlockLibrary library = standard_library();
  const auto pages = block_pages(library);
  const std::string list = page_at(pages, "blocks.md");
  EXPECT_TRUE(
      holds(list, "| [Gain](blocks/math-operations.md#math-gain) | Multiplies its input by a constant. |"));
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(list, '\n')),
            4 + library.all().size() + (pages.size() - 1) * 5);
}

TEST(Reference, WhatAStrangersBlockSaysIsText) {
  BlockType type;
  type.id = "x/<img>";
  type.label = "<script>alert(1)</script>";
  type.category = "../../etc | [a](b)";
  type.doc = "# <b>One</b>\nline\n\n- <i>two</i> | `</code>`";
  type.plugin = "/home/some one/<p>.so";
  type.keywords = {"*all*"};
  ParameterSpec parameter;
  parameter.name = "p|q", parameter.label = "L|M", parameter.doc = "javascript:[x](y)";
  type.parameters.push_back(parameter);
  type.fixed_inputs = {{"u|v", "{: onclick=x }"}};
  BlockLibrary library;
  library.add(type);
  const auto pages = block_pages(library);
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[1].path, "blocks/etc-a-b.md");
  for (const ReferencePage& page : pages) {
    for (const char* tag : {"<script", "<b>", "<i>", "<img", "<p>", "](b)", "](y)", "{:", "\n- ", "*all"})
      EXPECT_FALSE(holds(page.text, tag)) << tag << " in\n" << page.text;
  }
  EXPECT_TRUE(holds(pages[1].text, "| u&#124;v | input | "));
  EXPECT_TRUE(holds(pages[1].text, "From the plug-in <code>&#60;p&#62;.so</code>."));
}

TEST(Reference, CategoriesThatNameOneFileShareIt) {
  BlockLibrary library;
  for (const char* category : {"A b", "a B", "?"}) {
    BlockType type;
    type.id = std::string("x/") + category;
    type.label = type.category = category;
    library.add(type);
  }
  const auto pages = block_pages(library);
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_EQ(pages[1].path, "blocks/a-b.md");
  EXPECT_EQ(pages[2].path, "blocks/other.md");
}

TEST(Reference, ASettingHasItsNameDefaultAndChoices) {
  const ReferencePage page = settings_page();
  EXPECT_EQ(page.path, "settings.md");
  EXPECT_TRUE(
      holds(page.text, "### Relative tolerance {#reltol}\n\n<code>RelTol</code>, default <code>1e-3</code>"));
  EXPECT_TRUE(holds(page.text, "default <code>NDF</code>: <code>NDF</code>, <code>BDF</code>"));
  EXPECT_TRUE(holds(page.text, "(see [MinStepSizeMsg](#minstepsizemsg))"));
  for (const SettingSpec& spec : all_settings())
    EXPECT_TRUE(holds(page.text, "<code>" + std::string(spec.name) + "</code>, default ")) << spec.name;
}
