#include "sim_core/import/simulink/workspace_data.h"

#include <random>

#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

namespace {

std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int k = 0; k < bytes; ++k) out += static_cast<char>((value >> (8 * k)) & 0xFF);
  return out;
}
std::string padded(std::string bytes) {
  while (bytes.size() % 8 != 0) bytes += '\0';
  return bytes;
}
std::string element(int type, const std::string& content) {
  return little(static_cast<std::uint64_t>(type), 4) + little(content.size(), 4) + padded(content);
}
constexpr int int8 = 1, uint8 = 2, int32 = 5, uint32 = 6, real64 = 9, matrix_type = 14, utf8 = 16;

std::string header(int matrix_class, int rows, int columns, const std::string& name) {
  return element(uint32, little(static_cast<std::uint64_t>(matrix_class), 4) + little(0, 4)) +
         element(int32, little(static_cast<std::uint64_t>(rows), 4) +
                            little(static_cast<std::uint64_t>(columns), 4)) +
         element(int8, name);
}
std::string numbers(const std::string& name, int rows, int columns, const std::vector<double>& values) {
  std::string bytes;
  for (const double v : values) bytes += little(std::bit_cast<std::uint64_t>(v), 8);
  return element(matrix_type, header(6, rows, columns, name) + element(real64, bytes));
}
std::string words(const std::string& name, const std::vector<std::uint32_t>& values) {
  std::string bytes;
  for (const std::uint32_t v : values) bytes += little(v, 4);
  return element(matrix_type, header(13, static_cast<int>(values.size()), 1, name) + element(uint32, bytes));
}
std::string text(const std::string& name, const std::string& value) {
  return element(matrix_type, header(4, 1, static_cast<int>(value.size()), name) + element(utf8, value));
}
std::string fields(const std::vector<std::string>& names) {
  std::string bytes;
  for (std::string name : names) name.resize(16, '\0'), bytes += name;
  return element(int32, little(16, 4)) + element(int8, bytes);
}
std::string opaque(const std::string& name, const std::string& class_name, const std::string& content) {
  return element(matrix_type, element(uint32, little(17, 4) + little(0, 4)) + element(int8, name) +
                                  element(int8, "MCOS") + element(int8, class_name) + content);
}
std::string mat_file(const std::string& elements) {
  std::string head = "MATLAB 5.0 MAT-file";
  head.resize(124, ' ');
  return head + little(0x0100, 2) + "IM" + elements;
}

// A variable p that is a Simulink.Parameter with this value, as such files keep it.
std::string parameter_file(const std::string& value) {
  const std::string names = padded(std::string("Value\0Min\0Parameter\0Simulink\0", 29));
  const std::uint32_t begin = 40 + static_cast<std::uint32_t>(names.size());
  const std::string classes = std::string(16, '\0') + little(4, 4) + little(3, 4) + little(0, 8);
  const std::string first_kind = std::string(8, '\0');
  const std::string objects =
      std::string(24, '\0') + little(1, 4) + little(0, 8) + little(0, 4) + little(1, 4) + little(1, 4);
  // Two properties: Min in cell 1, Value in cell 0 of the values.
  std::string second_kind = std::string(8, '\0') + little(2, 4);
  for (const std::uint32_t n : {2, 1, 1, 1, 1, 0}) second_kind += little(n, 4);
  second_kind = padded(second_kind);
  std::string table = little(4, 4) + little(4, 4);
  std::uint32_t at = begin;
  for (const std::string* region :
       std::initializer_list<const std::string*>{&classes, &first_kind, &objects, &second_kind})
    table += little(at, 4), at += static_cast<std::uint32_t>(region->size());
  for (int k = 0; k < 4; ++k) table += little(at, 4);
  table += names + classes + first_kind + objects + second_kind;
  const std::string cells =
      element(matrix_type, header(9, static_cast<int>(table.size()), 1, "") + element(uint8, table)) +
      numbers("", 0, 0, {}) + value + numbers("", 1, 1, {-1});
  const std::string wrapper = opaque("", "FileWrapper__", element(matrix_type, header(1, 4, 1, "") + cells));
  const std::string inside = std::string("\0\1IM\0\0\0\0", 8) +
                             element(matrix_type, header(2, 1, 1, "") + fields({"MCOS"}) + wrapper);
  return mat_file(
      opaque("p", "Simulink.Parameter", words("", {0xDD000000u, 2, 1, 1, 1, 1})) +
      element(matrix_type, header(9, 1, static_cast<int>(inside.size()), "") + element(uint8, inside)));
}

std::string shown(const WorkspaceData& data) {
  std::string out;
  for (const auto& [name, value] : data.values) out += name + " = " + expr::to_text(value) + "; ";
  for (const std::string& name : data.unread) out += "? " + name + "; ";
  return out;
}

}  // namespace

TEST(WorkspaceData, NumbersTextsAndStructures) {
  const std::string motor = element(matrix_type, header(2, 1, 1, "motor") + fields({"R", "name"}) +
                                                     numbers("", 1, 2, {2, 3}) + text("", "dc"));
  EXPECT_EQ(
      shown(workspace_data_in(mat_file(numbers("A", 2, 2, {1, 2, 3, 4}) + text("mode", "fast") + motor))),
      "A = [1 3;2 4]; mode = 'fast'; motor = struct('R',[2 3],'name','dc'); ");
}

TEST(WorkspaceData, ValuesOfParameterObjects) {
  EXPECT_EQ(shown(workspace_data_in(parameter_file(numbers("", 1, 1, {42})))), "p = 42; ");
  const std::string structure = element(matrix_type, header(2, 1, 1, "") + fields({"mass", "gears"}) +
                                                         numbers("", 1, 1, {7}) + numbers("", 1, 2, {1, 2}));
  EXPECT_EQ(shown(workspace_data_in(parameter_file(structure))), "p = struct('mass',7,'gears',[1 2]); ");
}

TEST(WorkspaceData, WhatCannotBeReadIsNamed) {
  const std::string map = opaque("names", "containers.Map", words("", {0xDD000000u, 2, 1, 1, 1, 1}));
  const std::string cells = element(matrix_type, header(1, 1, 1, "c") + map);
  EXPECT_EQ(shown(workspace_data_in(mat_file(map + cells + numbers("k", 1, 1, {5})))),
            "k = 5; ? names, a containers.Map; ? c; ");
  EXPECT_EQ(shown(workspace_data_in(mat_file(numbers("huge", 1 << 20, 1 << 10, {1})))), "? huge; ");
}

TEST(WorkspaceData, BecomesVariablesOfTheModel) {
  const std::string file = zip_bytes(
      {{"simulink/blockdiagram.xml",
        "<ModelInformation><Model><System><Block BlockType=\"Gain\" Name=\"g\" SID=\"1\"><P "
        "Name=\"Gain\">p.mass*k</P></Block></System></Model></ModelInformation>"},
       {"simulink/modelworkspace.mat",
        mat_file(numbers("k", 1, 1, {3}) +
                 element(matrix_type, header(2, 1, 1, "p") + fields({"mass"}) + numbers("", 1, 1, {7})))}});
  const ImportedModel model = imported(file, "model.slx");
  EXPECT_TRUE(model.report.undefined.empty());
  std::map<std::string, std::string> values;
  for (const auto& [id, variable] : model.diagram.variables) values[variable.name] = variable.expression;
  EXPECT_EQ(values, (std::map<std::string, std::string>{{"k", "3"}, {"p", "struct('mass',7)"}}));
  EXPECT_EQ(find(model.diagram, "g")->parameters.at("k"), "p.mass*k");
}

TEST(WorkspaceData, WorkspacesThatAreCode) {
  const ImportedModel model =
      imported(mdl(mdl_block("Gain", "g", "Gain \"k\""), "WSMCode \"k = 4; m.a = 2;\""));
  EXPECT_TRUE(model.report.undefined.empty());
  EXPECT_EQ(model.diagram.variables.size(), 2u);
}

TEST(WorkspaceData, DamagedFilesEndSomehow) {
  const std::string good = parameter_file(numbers("", 1, 1, {42}));
  for (std::size_t end = 0; end < good.size(); end += 3) workspace_data_in(good.substr(0, end));
  std::mt19937 random(1);
  for (int k = 0; k < 20'000; ++k) {
    std::string bad = good;
    for (int n = 0; n < 3; ++n) bad[128 + random() % (bad.size() - 128)] = static_cast<char>(random());
    workspace_data_in(bad);
  }
}

TEST(WorkspaceData, ElementsOfCellsAreVariables) {
  const auto cell = [](const std::string& name, int rows, int columns, const std::string& content) {
    return element(matrix_type, header(1, rows, columns, name) + content);
  };
  const WorkspaceData data =
      workspace_data_in(mat_file(cell("A", 1, 2, numbers("", 1, 1, {5}) + text("", "hi")) +
                                 cell("B", 2, 2,
                                      numbers("", 1, 1, {1}) + numbers("", 1, 1, {2}) +
                                          numbers("", 1, 1, {3}) + numbers("", 1, 2, {4, 5})) +
                                 cell("C", 2, 1, numbers("", 1, 1, {1})) + cell("D", 0, 0, "")));
  std::vector<std::string> read;
  for (const auto& [name, value] : data.values) read.push_back(name + " = " + expr::to_text(value));
  EXPECT_EQ(read, (std::vector<std::string>{"A_1 = 5", "A_2 = 'hi'", "B_1_1 = 1", "B_2_1 = 2", "B_1_2 = 3",
                                            "B_2_2 = [4 5]"}));
  EXPECT_EQ(data.unread, (std::vector<std::string>{"C", "D"}));
}

}  // namespace sim::importing::simulink
