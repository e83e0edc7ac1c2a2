#include "sim_core/expr/variable_files.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim::expr {

static std::string message_of(const Result<NamedValues>& result) {
  EXPECT_FALSE(result);
  return result ? "" : result.error().message;
}

TEST(VariableFiles, CsvColumnsAreVectors) {
  const auto loaded = load_variables_csv("\xEF\xBB\xBF\"t\", u\r\n0,1.5\r\n\r\n0.1,-2e3\r\n0.2,\r\n");
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_EQ(loaded->size(), 2u);
  EXPECT_EQ((*loaded)[0].first, "t");
  EXPECT_EQ((*loaded)[0].second, Value::vector({0, 0.1, 0.2}));
  EXPECT_EQ((*loaded)[1].first, "u");
  EXPECT_EQ((*loaded)[1].second, Value::vector({1.5, -2000, std::nan("")}));
}

TEST(VariableFiles, CsvOtherSeparators) {
  EXPECT_EQ((*load_variables_csv("a;b\n1;2"))[1].second, Value::vector({2}));
  EXPECT_EQ((*load_variables_csv("a\tb\n1\t2"))[1].second, Value::vector({2}));
  EXPECT_EQ((*load_variables_csv("a"))[0].second, Value::vector({}));
}

TEST(VariableFiles, CsvErrorsNameTheLine) {
  EXPECT_EQ(message_of(load_variables_csv("a,b\n1,2\n3\n")), "line 3: found 1 cells, the first line has 2");
  EXPECT_EQ(message_of(load_variables_csv("a,b\n1,x\n")), "line 2: 'x' is not a number");
  EXPECT_EQ(message_of(load_variables_csv("a,a\n")), "line 1: the name 'a' comes twice");
  EXPECT_EQ(message_of(load_variables_csv("a b\n")), "line 1: 'a b' is not the name of a variable");
  EXPECT_EQ(message_of(load_variables_csv("\n\n")), "the file has no variables");
}

TEST(VariableFiles, JsonMembersAreVariables) {
  const auto loaded = load_variables_json(
      R"({"z": 1.5, "a": [1, 2, null], "M": [[1, 2, 3], [4, 5, 6]], "name": "x", "on": true, "flags": [true, false], "none": []})");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const NamedValues wanted = {{"z", Value::scalar(1.5)},
                              {"a", Value::vector({1, 2, std::nan("")})},
                              {"M", Value::matrix({2, 3}, {1, 4, 2, 5, 3, 6})},
                              {"name", Value::string("x")},
                              {"on", Value::boolean(true)},
                              {"flags", Value::booleans({2, 1}, {1, 0})},
                              {"none", Value()}};
  EXPECT_EQ(*loaded, wanted);
}

TEST(VariableFiles, JsonObjectsAreStructures) {
  const auto loaded = load_variables_json(
      R"({"motor": {"R": 1.5, "gear": {"ratio": 20}}, "motors": [{"R": 1, "L": 2}, {"L": 4, "R": 3}]})");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(to_text((*loaded)[0].second), "struct('R',1.5,'gear',struct('ratio',20))");
  EXPECT_EQ(to_text((*loaded)[1].second), "[struct('R',1,'L',2);struct('R',3,'L',4)]");
}

TEST(VariableFiles, JsonErrorsNameThePlace) {
  EXPECT_NE(message_of(load_variables_json("{\"a\": 1,\n}")).find("at line 2"), std::string::npos);
  EXPECT_NE(message_of(load_variables_json("[1]")).find("expected an object"), std::string::npos);
  EXPECT_EQ(message_of(load_variables_json(R"({"a": [{"b": 1}, {"c": 1}]})")),
            "'a': an object has no member 'b'");
  EXPECT_EQ(message_of(load_variables_json(R"({"a": [{"b": 1}, 2]})")),
            "'a': the objects of an array need the same members");
  EXPECT_NE(message_of(load_variables_json(R"({"a": {"b-c": 1}})")).find("'b-c' is not the name of a field"),
            std::string::npos);
  EXPECT_EQ(message_of(load_variables_json(R"({"a": [[1, 2], [3]]})")),
            "'a': the rows of a matrix need the same length");
  EXPECT_EQ(message_of(load_variables_json(R"({"a": [[1], 3]})")),
            "'a': the rows of a matrix need the same length");
  EXPECT_EQ(message_of(load_variables_json(R"({"a": [1, "x"]})")), "'a': expected a number, found string");
  EXPECT_NE(message_of(load_variables_json(R"({"a-b": 1})")).find("not the name"), std::string::npos);
  EXPECT_FALSE(load_variables_json("{\"a\": 1e999}"));
  EXPECT_FALSE(load_variables_json("{\"a\": " + std::string(100'000, '[')));
  std::string nested;
  for (int k = 0; k < 60; ++k) nested += "{\"a\": ";
  EXPECT_NE(message_of(load_variables_json(nested + "1" + std::string(60, '}'))).find("more than 50 objects"),
            std::string::npos);
  EXPECT_FALSE(load_variables_json("{\"a\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}

}  // namespace sim::expr
