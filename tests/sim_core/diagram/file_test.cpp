#include "sim_core/diagram/file.h"

#include <gtest/gtest.h>

#include "tests/sim_core/diagram/random_diagram.h"
#include "tests/sim_core/diagram/small_model.h"

namespace sim {

// What is wrong with `text`, as the user reads it.
static std::string failure(std::string_view text) {
  auto loaded = read_diagram(text, "model.flx");
  if (loaded) return "it was read";
  EXPECT_FALSE(loaded.error().remedy.empty()) << to_text(loaded.error());
  return to_text(loaded.error());
}

static std::string in_block(const std::string& members) {
  return R"({"fluxion": 1, "blocks": [{"id": 3, "type": "math/gain", "name": "Gain", )" + members + "}]}";
}

#define EXPECT_FAILURE(text, start)                                      \
  do {                                                                   \
    const std::string told = failure(text);                              \
    EXPECT_EQ(told.substr(0, std::string(start).size()), start) << told; \
  } while (false)

TEST(File, ReadsWhatTheFormatSays) {
  const LoadedDiagram file = loaded(small_model);
  const Diagram& d = file.diagram;
  EXPECT_EQ(file.version, 1);
  EXPECT_TRUE(file.warnings.empty());
  const Block& gain = d.blocks.at(Id{3});
  EXPECT_EQ(gain.position, (Point{120, 80}));
  EXPECT_EQ(gain.size, (Size{80, 40}));
  EXPECT_EQ(gain.parameters.at("k"), "2*pi");
  EXPECT_EQ(d.blocks.at(Id{5}).rotation, 1);
  EXPECT_EQ(d.blocks.at(Id{5}).unknown.at("x"), "{\"a\": 1.50}");
  EXPECT_EQ(block_path(d, Id{6}), "Plant/Gain");
  EXPECT_TRUE(d.blocks.at(Id{6}).flipped);
  EXPECT_EQ(d.blocks.at(Id{6}).commented, CommentedOut::Through);
  EXPECT_EQ(d.blocks.at(Id{6}).color, BlockColor::Cyan);
  EXPECT_EQ(d.blocks.at(Id{7}).signal_names.at(0), "speed");
  EXPECT_EQ(d.lines.at(Id{9}).target, (PortRef{Id{5}, 1}));
  EXPECT_EQ(d.lines.at(Id{9}).waypoints.size(), 2u);
  EXPECT_EQ(d.lines.at(Id{8}).parent, Id{5}) << "a line lies where its ends lie";
  EXPECT_EQ(d.lines.at(Id{10}).loose_target, (Point{3, 4}));
  EXPECT_EQ(d.annotations.at(Id{11}).text, "**Plant**");
  EXPECT_EQ(d.variables.at(Id{1}).expression, "50");
  EXPECT_EQ(d.settings.at("Solver"), "ode4");
  EXPECT_EQ(d.unknown.at("x-origin"), "\"kept\"");
}

TEST(File, AnUnchangedFileIsSavedByteForByte) {
  EXPECT_EQ(write_diagram(loaded(small_model).diagram), small_model);
  EXPECT_EQ(write_diagram(Diagram{}), "{\n  \"fluxion\": 1\n}\n");
}

TEST(File, RandomDiagramsReadBackEqual) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    test::RandomDiagram random(seed);
    const Diagram d = random.diagram(random.number(0, 40));
    const std::string text = write_diagram(d);
    const LoadedDiagram back = loaded(text);
    ASSERT_EQ(back.diagram, d) << text;
    EXPECT_TRUE(back.warnings.empty()) << to_text(back.warnings.front()) << text;
    EXPECT_EQ(write_diagram(back.diagram), text);
  }
}

TEST(File, ParametersByHandAreReadAsExpressions) {
  const auto d = loaded(in_block(R"("parameters": {"a": 2, "b": 0.10, "c": true, "d": [1, -2, 3e5],
      "e": [[1, 2], [3, 4]], "f": [], "g": [[1], [2]], "h": "x"})"));
  using Texts = std::map<std::string, std::string>;
  EXPECT_EQ(d.diagram.blocks.at(Id{3}).parameters, (Texts{{"a", "2"},
                                                          {"b", "0.10"},
                                                          {"c", "true"},
                                                          {"d", "[1 -2 3e5]"},
                                                          {"e", "[1 2; 3 4]"},
                                                          {"f", "[]"},
                                                          {"g", "[1; 2]"},
                                                          {"h", "x"}}));
  for (const char* wrong : {"null", "{}", "[[1, 2], [3]]", "[\"a -b\"]", "[[[1]]]", "[1, [2]]"})
    EXPECT_FAILURE(in_block("\"parameters\": {\"k\": " + std::string(wrong) + "}"),
                   "model.flx: blocks[0].parameters: the value of \"k\" is not an expression");
}

TEST(File, NewIdsAvoidThoseOfTheFile) {
  auto d = loaded(R"({"fluxion": 1, "annotations": [{"id": 41}, {"id": 9007199254740992}]})").diagram;
  EXPECT_EQ(d.new_id(), Id{42});
}

TEST(File, SyntaxErrorsNameTheLine) {
  EXPECT_FAILURE("", "model.flx: the file is empty");
  EXPECT_FAILURE(" \n\t", "model.flx: the file is empty");
  EXPECT_FAILURE("hello", "model.flx: line 1, column 1: this is not valid JSON");
  EXPECT_FAILURE("{\n  \"fluxion\": 1,\n  \"blocks\" []\n}",
                 "model.flx: line 3, column 12: this is not valid JSON");
  EXPECT_FAILURE("{\"fluxion\": 1} x", "model.flx: line 1, column 16: this is not valid JSON");
  EXPECT_FAILURE("{\"fluxion\": 1,\n \"fluxion\": 1}",
                 "model.flx: line 2, column 14: the member \"fluxion\" appears twice");
  EXPECT_FAILURE("{\"fluxion\": 1, \"x\": NaN}", "model.flx: line 1, column 21: this is not valid JSON");
  EXPECT_FAILURE("{\"fluxion\": 1, \"x\": 1e400}",
                 "model.flx: line 1, column 25: the number 1e400 is too large");
  EXPECT_FAILURE("{\"fluxion\": 1, \"x\": \"\xff\xfe\"}",
                 "model.flx: line 1, column 22: the text is not UTF-8 here");
  EXPECT_FAILURE("{\"fluxion\": 1, \"x\": \"\\ud800\"}", "model.flx: line 1");
  EXPECT_FAILURE(std::string("{\0\"fluxion\": 1}", 15),
                 "model.flx: line 1, column 2: this is not UTF-8 text");
  EXPECT_FAILURE(
      "\x7f"
      "ELF\x02\x01",
      "model.flx: line 1, column 1: this is not valid JSON");
}

TEST(File, EveryTruncationIsRefused) {
  const std::string text = small_model;
  for (std::size_t length = 0; length + 2 < text.size(); ++length)
    ASSERT_FALSE(read_diagram(std::string_view(text).substr(0, length), "model.flx")) << length;
  EXPECT_FAILURE(text.substr(0, 100), "model.flx: line 8, column 1: the file ends too early");
}

TEST(File, DeepNestingIsRefused) {
  const std::string deep(1'000'000, '[');
  EXPECT_FAILURE("{\"fluxion\": 1,\n\"x\": " + deep,
                 "model.flx: line 2, column 69: the brackets are nested more than 64");
  std::string at_limit = "{\"fluxion\": 1, \"x\": " + std::string(63, '[') + std::string(63, ']') + "}";
  EXPECT_TRUE(read_diagram(at_limit, "model.flx"));
  EXPECT_EQ(loaded(write_diagram(loaded(at_limit).diagram)).diagram, loaded(at_limit).diagram);
}

TEST(File, ForeignAndNewerFilesAreRefused) {
  EXPECT_FAILURE("[]", "model.flx: this is not a Fluxion model");
  EXPECT_FAILURE("{\"nodes\": []}", "model.flx: this is not a Fluxion model");
  EXPECT_FAILURE("{\"fluxion\": 2}",
                 "model.flx: fluxion: the file has format version 2; this program reads up to version 1");
  for (const char* wrong : {"0", "-1", "1.5", "\"1\"", "null", "1e300", "[]"})
    EXPECT_FAILURE("{\"fluxion\": " + std::string(wrong) + "}",
                   "model.flx: fluxion: the format version is not");
}

TEST(File, TooManyElementsAreRefused) {
  std::string text = "{\"fluxion\": 1, \"lines\": [0";
  for (std::size_t k = 0; k < max_file_elements; ++k) text += ",0";
  EXPECT_FAILURE(text + "]}", "model.flx: the file has more than 2000000 elements");
}

TEST(File, WrongTypesNameTheMember) {
  EXPECT_FAILURE("{\"fluxion\": 1, \"blocks\": {}}", "model.flx: blocks: this is not a list");
  EXPECT_FAILURE("{\"fluxion\": 1, \"settings\": []}", "model.flx: settings: this is not an object");
  EXPECT_FAILURE("{\"fluxion\": 1, \"blocks\": [7]}", "model.flx: blocks[0]: this is not an object");
  EXPECT_FAILURE("{\"fluxion\": 1, \"blocks\": [{}]}", "model.flx: blocks[0].id: this member is missing");
  EXPECT_FAILURE("{\"fluxion\": 1, \"settings\": {\"RelTol\": [1]}}",
                 "model.flx: settings.RelTol: the value is not text");
  const std::pair<const char*, const char*> cases[] = {
      {"\"at\": 7", "at: this is not a position"},
      {"\"at\": [1]", "at: this is not a position"},
      {"\"at\": [1, \"2\"]", "at: this is not a position"},
      {"\"at\": [1e7, 0]", "at: the position is too far away"},
      {"\"at\": [0, -1e300]", "at: the position is too far away"},
      {"\"size\": [60]", "size: this is not a size"},
      {"\"size\": [-60, 40]", "size: the size is out of range"},
      {"\"size\": [0, 40]", "size: the size is out of range"},
      {"\"size\": [60, 1e9]", "size: the size is out of range"},
      {"\"rotation\": 45", "rotation: this is not a rotation"},
      {"\"rotation\": \"90\"", "rotation: this is not a rotation"},
      {"\"flipped\": 1", "flipped: this is neither true nor false"},
      {"\"commented\": true", "commented: this is not one of the choices"},
      {"\"color\": \"mauve\"", "color: this is not one of the choices"},
      {"\"parameters\": []", "parameters: this is not an object"},
      {"\"priority\": 1.5", "priority: this is not a whole number"},
      {"\"priority\": \"1\"", "priority: this is not a whole number"},
      {"\"priority\": -1e300", "priority: this is not a whole number"},
      {"\"mask\": {}", "mask: this is not a list"},
      {"\"mask\": [7]", "mask[0]: this is not an object"},
      {"\"mask\": [{\"value\": 1}]", "mask[0].name: this member is missing"},
      {"\"mask\": [{\"name\": \"K\", \"evaluate\": 1}]", "mask[0].evaluate: this is neither true nor false"},
      {"\"signals\": {\"0\": \"a\"}", "signals: \"0\" is not the number of an output"},
      {"\"signals\": {\"01\": \"a\"}", "signals: \"01\" is not the number of an output"},
      {"\"signals\": {\"1\": 5}", "signals: a signal's name is not text"},
      {"\"parent\": \"x\"", "parent: this is not an id"},
      {"\"parent\": 0", "parent: this is not an id"}};
  for (const auto& [members, why] : cases)
    EXPECT_FAILURE(in_block(members), "model.flx: blocks[0]." + std::string(why));
}

TEST(File, IdsAreCheckedAcrossAllKinds) {
  for (const char* wrong : {"0", "-3", "1.5", "\"3\"", "9007199254740993", "1e300", "null"})
    EXPECT_FAILURE("{\"fluxion\": 1, \"annotations\": [{\"id\": " + std::string(wrong) + "}]}",
                   "model.flx: annotations[0].id: this is not an id");
  EXPECT_FAILURE(R"({"fluxion": 1, "annotations": [{"id": 1}, {"id": 1}]})",
                 "model.flx: annotations[1].id: annotations[0] has the id 1 already");
  EXPECT_FAILURE(R"({"fluxion": 1, "variables": [{"id": 1, "name": "a"}], "annotations": [{"id": 1}]})",
                 "model.flx: annotations[0].id: variables[0] has the id 1 already");
}

TEST(File, NamesAreChecked) {
  const auto named = [](const std::string& name) {
    return "{\"fluxion\": 1, \"blocks\": [{\"id\": 1, \"type\": \"t\", \"name\": \"" + name + "\"}]}";
  };
  EXPECT_FAILURE(named(""), "model.flx: blocks[0].name: this is empty");
  EXPECT_FAILURE(named("a/"), "model.flx: blocks[0].name: the name begins or ends with '/'");
  EXPECT_FAILURE(named("a\\nb"), "model.flx: blocks[0].name: this contains a control character");
  EXPECT_FAILURE(named("a\\u0000"), "model.flx: blocks[0].name: this contains a control character");
  EXPECT_FAILURE(named(std::string(1001, 'x')),
                 "model.flx: blocks[0].name: this is longer than 1000 characters");
  std::string greek;
  for (int k = 0; k < 1000; ++k) greek += "\u03c9";
  EXPECT_EQ(loaded(named(greek)).diagram.blocks.at(Id{1}).name, greek);
}

static std::string blocks_and_lines(const std::string& lines) {
  return R"({"fluxion": 1, "blocks": [{"id": 1, "type": "t", "name": "A"},
    {"id": 2, "type": "ports/subsystem", "name": "B"}, {"id": 3, "parent": 2, "type": "t", "name": "C", "at": [5, 6]}],
    "lines": [)" +
         lines + "]}";
}

TEST(File, BrokenParentsAreRefused) {
  const auto block = [](int id, int parent) {
    return "{\"id\": " + std::to_string(id) + ", \"parent\": " + std::to_string(parent) +
           ", \"type\": \"ports/subsystem\", \"name\": \"S\"}";
  };
  const auto file = [](const std::string& blocks) {
    return "{\"fluxion\": 1, \"blocks\": [" + blocks + "]}";
  };
  EXPECT_FAILURE(file(block(1, 9)), "model.flx: blocks[0].parent: there is no block with the id 9");
  EXPECT_FAILURE(file(block(1, 1)), "model.flx: blocks[0].parent: the parents form a circle");
  EXPECT_FAILURE(file(block(1, 2) + "," + block(2, 3) + "," + block(3, 1)),
                 "model.flx: blocks[0].parent: the parents form a circle");
  EXPECT_FAILURE(R"({"fluxion": 1, "annotations": [{"id": 1}, {"id": 2, "parent": 1}]})",
                 "model.flx: annotations[1].parent: there is no block with the id 1");
  const auto inside = loaded(R"({"fluxion": 1, "blocks": [{"id": 1, "type": "math/gain", "name": "A"},
      {"id": 2, "parent": 1, "type": "math/gain", "name": "B"}]})");
  ASSERT_EQ(inside.warnings.size(), 1u);
  EXPECT_EQ(inside.warnings[0].path, "model.flx: blocks[1].parent");
}

TEST(File, NestingOfSubsystemsIsLimited) {
  const auto nested = [](int count) {
    Diagram d;
    for (unsigned k = 1; k <= static_cast<unsigned>(count); ++k) {
      d.blocks[Id(k)].parent = Id(k - 1);
      d.blocks[Id(k)].type = "ports/subsystem";
      d.blocks[Id(k)].name = "S";
    }
    return write_diagram(d);
  };
  EXPECT_TRUE(read_diagram(nested(max_subsystem_depth), "m"));
  EXPECT_FAILURE(nested(5'000), "model.flx: blocks[257].parent: subsystems are nested more than 256 deep");
}

TEST(File, EqualNamesAreMadeUnique) {
  const auto file = loaded(
      R"({"fluxion": 1, "blocks": [{"id": 1, "type": "t", "name": "Gain"}, {"id": 2, "type": "t", "name": "Gain1"},
      {"id": 3, "type": "t", "name": "Gain"}, {"id": 4, "type": "t", "name": "Gain1"}]})");
  EXPECT_EQ(file.warnings.size(), 2u);
  EXPECT_EQ(file.diagram.blocks.at(Id{3}).name, "Gain2");
  EXPECT_EQ(file.diagram.blocks.at(Id{4}).name, "Gain3");
  Diagram many;
  for (unsigned k = 1; k <= 1'000; ++k)
    many.blocks[Id{k}].name = many.blocks[Id{k}].type = std::string(1000, 'n');
  const auto repaired = loaded(write_diagram(many));
  EXPECT_EQ(repaired.warnings.size(), 101u) << "a hundred, and one that counts the others";
  EXPECT_TRUE(loaded(write_diagram(repaired.diagram)).warnings.empty());
}

TEST(File, LineEndsThatCannotStayAreLoosened) {
  const auto one = [](const std::string& line) { return loaded(blocks_and_lines(line)); };
  auto missing = one(R"({"id": 9, "from": [1, 1], "to": [77, 1], "via": [[1, 2], [3, 4]]})");
  ASSERT_EQ(missing.warnings.size(), 1u);
  EXPECT_EQ(
      to_text(missing.warnings[0]),
      "model.flx: lines[0].to: there is no block with the id 77 (the end is now loose; connect it again)");
  EXPECT_FALSE(missing.diagram.lines.at(Id{9}).target);
  EXPECT_EQ(missing.diagram.lines.at(Id{9}).loose_target, (Point{3, 4}));
  EXPECT_EQ(missing.diagram.lines.at(Id{9}).source, (PortRef{Id{1}, 0}));

  auto across = one(R"({"id": 9, "from": [3, 1], "to": [1, 1]})");
  EXPECT_EQ(across.diagram.lines.at(Id{9}).parent, Id{2});
  EXPECT_FALSE(across.diagram.lines.at(Id{9}).target);
  EXPECT_EQ(across.diagram.lines.at(Id{9}).loose_target, (Point{5, 6}));

  auto twice = one(R"({"id": 10, "from": [1, 1], "to": [2, 1]}, {"id": 9, "from": [1, 2], "to": [2, 1]})");
  ASSERT_EQ(twice.warnings.size(), 1u);
  EXPECT_TRUE(twice.diagram.lines.at(Id{9}).target) << "the lower id stays";
  EXPECT_FALSE(twice.diagram.lines.at(Id{10}).target);
  EXPECT_EQ(loaded(write_diagram(twice.diagram)).diagram, twice.diagram);

  EXPECT_FAILURE(blocks_and_lines(R"({"id": 9, "from": [1, 0], "to": [2, 1]})"),
                 "model.flx: lines[0].from: the port's number is out of range");
  EXPECT_FAILURE(blocks_and_lines(R"({"id": 9, "from": [1, 4097], "to": [2, 1]})"),
                 "model.flx: lines[0].from: the port's number is out of range");
  EXPECT_FAILURE(blocks_and_lines(R"({"id": 9, "from": [1, 1]})"),
                 "model.flx: lines[0].to: the line has neither 'to' or 'to_at'");
  EXPECT_FAILURE(blocks_and_lines(R"({"id": 9, "from": [1, 1], "to": [2, 1], "to_at": [0, 0]})"),
                 "model.flx: lines[0].to: the line has both");
}

TEST(File, SettingsThatARunWillRefuseAreKept) {
  const auto file =
      loaded(R"({"fluxion": 1, "settings": {"RelTool": 1e-3, "Solver": "euler", "Refine": true}})");
  ASSERT_EQ(file.warnings.size(), 2u);
  EXPECT_EQ(file.warnings[0].path, "model.flx: settings.RelTool");
  EXPECT_NE(file.warnings[0].remedy.find("RelTol"), std::string::npos);
  EXPECT_EQ(file.diagram.settings.at("RelTool"), "1e-3");
  EXPECT_EQ(file.diagram.settings.at("Solver"), "euler");
}

TEST(File, MisspelledMembersAreKeptWithAWarning) {
  const auto file = loaded(in_block("\"paramters\": {\"k\": 1}"));
  ASSERT_EQ(file.warnings.size(), 1u);
  EXPECT_EQ(file.warnings[0].remedy, "did you mean parameters?");
  EXPECT_EQ(file.diagram.blocks.at(Id{3}).unknown.at("paramters"), "{\"k\": 1}");
}

TEST(File, WhatIsNotFiniteIsNeverWritten) {
  Diagram d;
  Block& block = d.blocks[Id{1}];
  block.name = block.type = "x";
  block.position = {std::nan(""), 1e300};
  block.size = {-1, std::numeric_limits<double>::infinity()};
  const auto back = loaded(write_diagram(d)).diagram.blocks.at(Id{1});
  EXPECT_EQ(back.position, (Point{0, max_coordinate}));
  EXPECT_EQ(back.size, (Size{1, 1}));
}

// Whatever reads back after damage writes and reads equal; nothing crashes.
TEST(File, DamagedFilesNeverCrash) {
  test::RandomDiagram random(7);
  const std::string valid[] = {small_model, write_diagram(random.diagram(12))};
  const std::string pieces[] = {"{",       "}",
                                "[",       "]",
                                ",",       ":",
                                "\"",      "0",
                                "-1",      "9007199254740992",
                                "1e308",   "null",
                                "\"id\"",  "true",
                                "\\u0000", "\xff",
                                "\n",      "\"parent\": 5",
                                "\"3\"",   "1.5",
                                "[]",      "{}"};
  int read = 0;
  for (int k = 0; k < 6000; ++k) {
    std::string text = valid[k % 2];
    for (int m = random.number(1, 3); m > 0; --m) {
      const auto at = static_cast<std::size_t>(random.number(0, static_cast<int>(text.size()) - 1));
      const auto count = static_cast<std::size_t>(random.number(0, 12));
      switch (random.number(0, 4)) {
        case 0:
          text[at] = static_cast<char>(random.number(0, 255));
          break;
        case 1:
          text.erase(at, count);
          break;
        case 2:
          text.insert(at, pieces[random.number(0, 21)]);
          break;
        case 3:
          text.insert(
              at, text.substr(static_cast<std::size_t>(random.number(0, static_cast<int>(text.size()) - 1)),
                              count * 10));
          break;
        default:
          if (auto digit = text.find_first_of("0123456789", at); digit != text.npos)
            text.replace(digit, 1, pieces[random.number(7, 21)]);
      }
    }
    const auto file = read_diagram(text, "model.flx");
    if (!file) {
      ASSERT_FALSE(file.error().message.empty() || file.error().remedy.empty());
      continue;
    }
    ++read;
    const std::string written = write_diagram(file->diagram);
    const auto again = read_diagram(written, "model.flx");
    ASSERT_TRUE(again) << to_text(again.error()) << written;
    ASSERT_EQ(again->diagram, file->diagram) << text;
    ASSERT_EQ(write_diagram(again->diagram), written);
  }
  EXPECT_GT(read, 300) << "too few mutations survive to test anything";
}

}  // namespace sim
