// The parts of the C writer. That what it writes compiles and gives the results of a run is
// tests/cli/generate_test.py.
#include <gtest/gtest.h>

#include <limits>

#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/operation_text.h"
#include "sim_core/backends/c_source/places.h"

namespace sim::c_source {

TEST(CText, NamesAreIdentifiers) {
  EXPECT_EQ(identifier("Plant/Gain (1)"), "Plant_Gain_1");
  EXPECT_EQ(identifier("1st"), "n1st");
  EXPECT_EQ(identifier("int"), "int_value");
  for (const char* macro : {"M_PI", "DBL_MAX", "INT_MIN", "SEEK_SET", "stdout", "NAN"})
    EXPECT_EQ(identifier(macro), std::string(macro) + "_value");
  EXPECT_EQ(identifier("M_Pi"), "M_Pi");
  EXPECT_EQ(identifier("日本"), "unnamed");
  EXPECT_EQ(identifier(std::string(100, 'x')).size(), 48U);
}

TEST(CText, NamesThatDifferInCaseOnlyAreToldApart) {
  Names names;
  EXPECT_EQ(names.take("Speed"), "Speed");
  EXPECT_EQ(names.take("speed"), "speed_2");
  EXPECT_EQ(names.take("speed 2"), "speed_2_2");
}

// In 0.1 s; where each one begins at 2 again, in minutes.
TEST(CText, AHundredThousandBlocksMayAskForOneName) {
  Names names;
  for (int k = 0; k < 99'999; ++k) names.take("日本");
  EXPECT_EQ(names.take("日本"), "unnamed_100000");
}

TEST(CText, CommentsEndWhereTheyShould) {
  EXPECT_EQ(comment("a */ b /* c"), "/* a * / b / * c */");
  EXPECT_EQ(comment("a\nb\\\n"), "/* a b\\  */");
  EXPECT_EQ(comment("\xE2\x80\xAE"), "/* ? */");
  EXPECT_EQ(literal("a\"b\\\n?"), R"("a\"b\\\012\?")");
}

TEST(CText, NumbersAreDoubles) {
  EXPECT_EQ(number(1), "1.0");
  EXPECT_EQ(number(-0.0), "(-0.0)");
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "(-(double)INFINITY)");
}

TEST(CTemplate, PartsAreThereWithTheirFeatures) {
  const Filling filling{{"a", "b"}, {{"n", "3"}, {"list", "x\ny\n"}}};
  EXPECT_EQ(fill_in("%if a b\nint v[{n}] = {0};\n%else\nno\n%end\n", filling), "int v[3] = {0};\n");
  EXPECT_EQ(fill_in("%if a c\nno\n%if b\nno\n%end\n%else\nyes\n%end\n{list}\n", filling), "yes\nx\ny\n");
}

TEST(COperations, ComeFromTheirDefinition) {
  Helpers helpers;
  const std::string operands[] = {"u", "v", "w"};
  const auto text = [&](ir::Op op) { return operation_text(op, {operands, 3}, helpers); };
  EXPECT_EQ(text(ir::Op::Add), "u + v");
  EXPECT_EQ(text(ir::Op::MulError), "fma(u, v, -(u * v))");
  EXPECT_EQ(text(ir::Op::Single), "(double)((float)(u))");
  EXPECT_TRUE(helpers.empty());
  EXPECT_EQ(text(ir::Op::Pow), "power(u, v)");
  EXPECT_EQ(text(ir::Op::Wrap), "wrapped(u, v, w)");
  const std::string definitions = helper_definitions(helpers);
  // In front of those that call them.
  EXPECT_LT(definitions.find("pow_of_library("), definitions.find("power("));
  EXPECT_LT(definitions.find("modulo("), definitions.find("wrapped("));
  EXPECT_EQ(definitions.find("std::"), definitions.npos);
}

TEST(CPlaces, AreElementsAndPieces) {
  Places places;
  places.add(0, {1, "t"});
  places.add(1, {3, "x", true});
  places.add(4, {2, "self->held", true, 10});
  EXPECT_EQ(places.element(0), "t");
  EXPECT_EQ(places.element(3), "x[2]");
  EXPECT_EQ(places.element(4, "i"), "self->held[10 + i]");
  EXPECT_EQ(places.pointer(1), "x");
  EXPECT_EQ(places.pointer(5), "&self->held[11]");
  std::vector<std::pair<int, int>> pieces;
  places.for_each_piece(2, 3, [&](int place, int count) { pieces.emplace_back(place, count); });
  EXPECT_EQ(pieces, (std::vector<std::pair<int, int>>{{2, 2}, {4, 1}}));
}

}  // namespace sim::c_source
