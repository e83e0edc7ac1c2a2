// What is read in one pass is what a library takes for right, and nothing else.
#include "sim_core/diagram/json_reader.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "sim_core/base/work.h"

namespace sim {

using Library = nlohmann::ordered_json;

static std::string read_back(std::string_view text) {
  const auto json = read_json(text, {});
  return json ? to_text(*json) : "not right";
}

TEST(JsonReader, ReadsWhatIsRight) {
  EXPECT_EQ(read_back(" [ ] "), "[]");
  EXPECT_EQ(read_back("{}"), "{}");
  EXPECT_EQ(read_back("\"a\""), "\"a\"");
  EXPECT_EQ(read_back("[1,-2.50,1e+05,0.1E-3,-0,-0.0,123456789012345678901234567890]"),
            "[1, -2.50, 1e+05, 0.1E-3, 0, -0.0, 123456789012345678901234567890]");
  EXPECT_EQ(read_back("\r\n\t{\"b\" : [true,false , null],\n\"a\":{\"\":[[]]}}"),
            "{\"b\": [true, false, null], \"a\": {\"\": [[]]}}");
}

TEST(JsonReader, ReadsEscapesAndCharactersOfAllLengths) {
  const auto json = read_json(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00")", {});
  ASSERT_TRUE(json);
  EXPECT_EQ(json->text, "\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001f600");
  EXPECT_EQ(read_back("\"\u00e9\u20ac\U0001f600\""), "\"\u00e9\u20ac\U0001f600\"");
  EXPECT_EQ(read_json("\"\\u0000\"", {})->text, std::string(1, '\0'));
}

TEST(JsonReader, TakesNothingElse) {
  for (const std::string_view text : {"",
                                      " ",
                                      "[",
                                      "]",
                                      "[1,]",
                                      "[,1]",
                                      "[1 2]",
                                      "{,}",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{1:2}",
                                      "[1}",
                                      "{\"a\":1]",
                                      "01",
                                      "-",
                                      "+1",
                                      ".5",
                                      "1.",
                                      "1e",
                                      "1e+",
                                      "0x1",
                                      "1e999",
                                      "tru",
                                      "nullx",
                                      "NaN",
                                      "'a'",
                                      "\"a",
                                      "\"\t\"",
                                      "\"\\x\"",
                                      "\"\\u12\"",
                                      "\"\\u12G4\"",
                                      "\"\\",
                                      "\"\\ud800\"",
                                      "\"\\udc00\"",
                                      "1 2",
                                      "\"\xff\"",
                                      "\"\xc3\"",
                                      "\"\xc0\x80\"",
                                      "\"\xe0\x80\x80\"",
                                      "\"\xed\xa0\x80\"",
                                      "\"\xf4\x90\x80\x80\"",
                                      "\"\xf0\x80\x80\x80\"",
                                      "{\"a\": 1, \"\\u0061\": 2}",
                                      "// 1\n2"})
    EXPECT_EQ(read_back(text), "not right") << text;
  EXPECT_EQ(read_back(std::string(400, '9')), "not right");
  EXPECT_EQ(read_back(std::string("[1]\0", 4)), "not right");
}

TEST(JsonReader, NamesOfLargeObjectsDifferToo) {
  std::string text = "{";
  for (int k = 0; k < 20; ++k) text += "\"" + std::to_string(k) + "\": 1, ";
  EXPECT_NE(read_back(text + "\"20\": 1}"), "not right");
  EXPECT_EQ(read_back(text + "\"7\": 1}"), "not right");
}

TEST(JsonReader, StopsAtItsLimits) {
  EXPECT_TRUE(read_json("[[1]]", {5, 2, 3}));
  EXPECT_FALSE(read_json("[[1]]", {4, 2, 3}));
  EXPECT_FALSE(read_json("[[1]]", {5, 1, 3}));
  EXPECT_FALSE(read_json("[[1]]", {5, 2, 2}));
}

// Bytes of a right text replaced, removed and repeated: mostly wrong, sometimes right.
TEST(JsonReader, AgreesWithTheLibrary) {
  const std::vector<std::string> texts{
      R"({"id": 3, "at": [-1.5e3, 0.25], "name": "a\u00e9\n", "flipped": true, "to": [[1, 2], null]})",
      "[\"\u00e9\u20ac\U0001f600\", \"\\ud83d\\ude00\", 1e-3, -0, {\"a\": {}, \"b\": []}]"};
  const std::string bytes = "\"\\/[]{}:,.+-eE0159 \tnulltruefalse\xc3\xa9\xe2\x82\xac\xf0\x9f\xed\xa0\x80";
  std::mt19937 random(22);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int right = 0;
  for (int k = 0; k < 40000; ++k) {
    std::string text = texts[below(texts.size())];
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      switch (below(3)) {
        case 0:
          text[at] = bytes[below(bytes.size())];
          break;
        case 1:
          text.erase(at, 1 + below(3));
          break;
        default:
          text.insert(at, text.substr(below(text.size()), 1 + below(4)));
      }
      if (text.empty()) text = "1";
    }
    const auto json = read_json(text, {});
    if (json) {
      ++right;
      ASSERT_TRUE(Library::accept(text)) << text;
      EXPECT_EQ(Library::parse(to_text(*json)), Library::parse(text)) << text;
    } else if (Library::accept(text)) {  // what Fluxion refuses, and numbers that are very near to zero
      const auto by_library = parse_json(text, {});
      EXPECT_TRUE(by_library || by_library.error().message.ends_with("appears twice in one object")) << text;
      EXPECT_TRUE(!by_library || text.find("e-") != text.npos) << text;
    }
  }
  EXPECT_GT(right, 2000);
}

TEST(JsonReader, AnOutlineLeavesObjectsOfListsUnread) {
  constexpr std::string_view lists[] = {"blocks", "lines"};
  const auto outline = read_json_outline(
      R"({"a": [{"b": 1}], "blocks": [{"id": [1, "}]\""]}, 7, {"id": }], "lines": {"c": [{}]}})", lists, {});
  ASSERT_TRUE(outline);
  EXPECT_EQ(outline->find("a")->items[0].kind, Json::Kind::Object);
  EXPECT_EQ(outline->find("lines")->find("c")->items[0].kind, Json::Kind::Object);
  const std::vector<Json>& blocks = outline->find("blocks")->items;
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].kind, Json::Kind::Unread);
  UnreadJson unread({});
  EXPECT_EQ(to_text(*unread.read(blocks[0])), R"({"id": [1, "}]\""]})");
  EXPECT_EQ(unread.read(blocks[1]), &blocks[1]);
  EXPECT_EQ(unread.read(blocks[2]), nullptr);
  for (const std::string_view open : {R"({"blocks": [{"id": "})", R"({"blocks": [{"id": [1})"})
    EXPECT_FALSE(read_json_outline(open, lists, {})) << open;
}

TEST(JsonReader, LimitsHoldForAllThatAnOutlineLeaves) {
  constexpr std::string_view lists[] = {"blocks"};
  const auto outline = read_json_outline(R"({"blocks": [{"a": 1}, {"a": [2]}]})", lists, {});
  const std::vector<Json>& blocks = outline->find("blocks")->items;
  UnreadJson few({1000, 64, 4});
  EXPECT_TRUE(few.read(blocks[0]));
  EXPECT_FALSE(few.read(blocks[1]));
  UnreadJson flat({1000, 3, 100});
  EXPECT_TRUE(flat.read(blocks[0]));
  EXPECT_FALSE(flat.read(blocks[1]));
}

TEST(JsonReader, CanBeStopped) {
  const Work work([] { return true; });
  EXPECT_THROW(read_json("[1, 2]", {}), WorkStopped);
}

}  // namespace sim
