#include "sim_core/import/simulink/mdl_parser.h"

#include "tests/sim_core/import/simulink/simulink_models.h"

namespace sim::importing::simulink {

TEST(MdlParser, ReadsValuesOfAllKinds) {
  const auto top =
      parse_mdl("m.mdl",
                "# a comment\nModel {\n  Name\t\"a \\\"b\\\" \\\\ \\n{c}\"\n\"goes on\"\n  Version 2.20\n"
                "  Matrix [1, 2;\n 3, 4]\n  Empty {\n  }\n}\n");
  ASSERT_TRUE(top) << to_text(top.error());
  const Record* model = top->child("Model");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->value("Name"), "a \"b\" \\ \n{c}goes on");
  EXPECT_EQ(model->value("Version"), "2.20");
  EXPECT_EQ(numbers_of(model->value("Matrix")), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_TRUE(model->child("Empty"));
}

TEST(MdlParser, NamesTheLineWhereAFileIsCut) {
  const std::string whole = mdl(mdl_block("Gain", "K", "Gain \"2\"") + mdl_line("K", "K"));
  for (std::size_t length = 0; length < whole.size() - 1; ++length) {
    const auto top = parse_mdl("m.mdl", whole.substr(0, length));
    const std::string begun = whole.substr(0, length);
    if (begun.find('{') == std::string::npos) continue;  // no section yet
    if (!top)
      EXPECT_NE(to_text(top.error()).find("m.mdl: line "), std::string::npos);
    else
      EXPECT_EQ(begun.find_last_not_of(" \n"), whole.find_last_not_of(" \n")) << begun;
  }
}

TEST(MdlParser, RefusesDeepNesting) {
  std::string deep;
  for (int n = 0; n < 100'000; ++n) deep += "A {\n";
  const auto top = parse_mdl("m.mdl", deep);
  ASSERT_FALSE(top);
  EXPECT_NE(top.error().message.find("nest deeper"), std::string::npos);
}

TEST(MdlParser, RefusesWhatIsNoModel) {
  EXPECT_NE(refusal("Thing {\n}\n").find("no section Model or Library"), std::string::npos);
  EXPECT_FALSE(is_mdl("<html></html>"));
  EXPECT_FALSE(is_slx("PK\x03\x04 another archive"));
}

}  // namespace sim::importing::simulink
