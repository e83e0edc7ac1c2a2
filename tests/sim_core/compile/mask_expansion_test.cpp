// Writing out what the names of a mask stand for: the simulation is the same before and after, or it is
// refused.
#include <gtest/gtest.h>

#include "sim_core/diagram/mask_substitution.h"
#include "sim_core/diagram/subsystems.h"
#include "sim_core/interfaces/variable_names.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

// Plant, with a mask, holds what the tests put in; its only output is logged as y.
class MaskExpansion : public testing::Test {
 protected:
  ModelBuilder m;
  Id plant = m.block("ports/subsystem", "Plant"), y = m.block("ports/outport", "y");

  MaskExpansion() {
    m.connect(plant, y).variable("k", "3").variable("a", "7").set("StopTime", "0");
    mask() = {};
  }
  Mask& mask() {
    auto& mask = m.diagram.blocks[plant].mask;
    return mask ? *mask : mask.emplace();
  }
  // A constant inside of `parent`, led to Plant's output.
  Id constant(const std::string& value, Id parent) {
    const Id c = m.block("sources/constant", "C", {{"value", value}}, parent);
    Id from = c;
    for (Id level = parent; level != no_id; level = m.diagram.blocks[level].parent) {
      const Id out = m.block("ports/outport", "o", {}, level);
      m.connect(from, out);
      from = level;
    }
    return c;
  }
  Result<Edit> expansion() { return expand_subsystem(m.diagram, plant, variable_names_of(the_library())); }
  static std::vector<double> result(const Diagram& d) {
    const RunOutcome outcome = run_diagram(d);
    EXPECT_EQ(outcome.messages(), "");
    std::vector<double> values;
    for (const auto& [name, bits] : outcome.columns)
      if (name != "time")
        for (double value : outcome.column(name)) values.push_back(value);
    EXPECT_FALSE(values.empty());
    return values;
  }
  // The text of C's parameter after expanding, which must not change its value; so must not taking the mask
  // off.
  std::string expanded(Id c, const std::string& parameter = "value") {
    const auto before = result(m.diagram);
    auto edit = expansion();
    EXPECT_TRUE(edit) << to_text(edit.error());
    if (!edit) return "?";
    Diagram after = m.diagram;
    apply(after, *edit);
    EXPECT_EQ(result(after), before);
    auto bare = remove_mask(m.diagram, plant, variable_names_of(the_library()));
    EXPECT_TRUE(bare);
    Diagram unmasked = m.diagram;
    if (bare) apply(unmasked, *bare);
    EXPECT_FALSE(unmasked.blocks.at(plant).mask);
    EXPECT_EQ(result(unmasked), before);
    return after.blocks.at(c).parameters.at(parameter);
  }
  std::string refused() {
    const auto edit = expansion();
    EXPECT_FALSE(edit);
    return edit ? "" : to_text(edit.error());
  }
};

}  // namespace

TEST_F(MaskExpansion, WritesValuesInThePlaceOfNames) {
  mask().parameters = {{"K", "", "2*k + 1"}, {"k", "", "k"}, {"n", "", "4"}};
  EXPECT_EQ(expanded(constant("K^2 + 2*k - n*K", plant)), "(2*k + 1)^2 + 2*k - 4*(2*k + 1)");
}

TEST_F(MaskExpansion, ANameAloneNeedsNoBrackets) {
  mask().parameters = {{"K", "", "[1 2 3] % three of them"}};
  EXPECT_EQ(expanded(constant("K", plant)), "[1 2 3]");
}

TEST_F(MaskExpansion, IndexedAndTransposedValuesStayWhatTheyAre) {
  mask().parameters = {{"K", "", "[1 2; 3 a]"}, {"n", "", "2"}};
  EXPECT_EQ(expanded(constant("[K(n, end) n(1) -n; K' [n; n]]", plant)),
            "[([1 2; 3 a])(2, end) (2)(1) -2; ([1 2; 3 a])' [2; 2]]");
}

TEST_F(MaskExpansion, WritesOutInitializationInItsOrder) {
  mask().parameters = {{"K", "", "k"}};
  mask().initialization = "h = K/2\nK = h - a % another K\nq = K*h";
  EXPECT_EQ(expanded(constant("q + K", plant)), "(((k/2) - a)*(k/2)) + ((k/2) - a)");
}

TEST_F(MaskExpansion, TextBecomesAString) {
  mask().parameters = {{"mode", "", "its", false}, {"own", "", "it's", false}};
  EXPECT_EQ(expanded(constant("[mode == 'its', own == 'it''s']", plant)),
            "['its' == 'its', ('it''s') == 'it''s']");
}

TEST_F(MaskExpansion, ReachesWhatIsFurtherInsideButNotWhatHidesTheName) {
  mask().parameters = {{"K", "", "a"}, {"b", "", "2"}};
  const Id plain = m.block("ports/subsystem", "Plain", {}, plant),
           inner = m.block("ports/subsystem", "Inner", {}, plain);
  m.diagram.blocks[inner].mask = Mask{{{"K", "", "10*K"}, {"t", "", "K", false}}, "c = b*K\nb = b + 1"};
  EXPECT_EQ(expanded(constant("K + c + b", inner)), "K + c + b");
  Diagram after = m.diagram;
  apply(after, *expansion());
  const Mask& written = *after.blocks.at(inner).mask;
  EXPECT_EQ(written.parameters[0].expression, "10*a");
  EXPECT_EQ(written.parameters[1].expression, "K") << "text is no expression";
  EXPECT_EQ(written.initialization, "c = 2*K\nb = 2 + 1");
}

TEST_F(MaskExpansion, IsRefusedWhereANameWouldMeanSomethingElse) {
  mask().parameters = {{"K", "", "2*a"}};
  const Id inner = m.block("ports/subsystem", "Inner", {}, plant);
  m.diagram.blocks[inner].mask = Mask{{{"a", "", "1"}}};
  const Id c = constant("K", inner);
  expect_in(refused(),
            {"Plant/Inner/C: 'K' stands for '2*a', but here 'a' is a name of the mask of Plant/Inner"});
  m.diagram.blocks[c].parameters["value"] = "a";
  EXPECT_EQ(expanded(c), "a");
}

TEST_F(MaskExpansion, InputsOfAFormulaAreNoVariables) {
  m.variable("t", "5");
  mask().parameters = {{"u", "", "100"}, {"K", "", "k"}, {"late", "", "t"}};
  const Id one = m.block("sources/constant", "One", {}, plant),
           f = m.block("user_defined/fcn", "C", {{"expression", "K*u(1)"}}, plant);
  const Id out = m.block("ports/outport", "o", {}, plant);
  m.connect(one, f).connect(f, out);
  EXPECT_EQ(expanded(f, "expression"), "k*u(1)");
  m.diagram.blocks[f].parameters["expression"] = "late*u(1)";
  expect_in(refused(), {"'late' stands for 't', but here 't' is an input of the formula"});
}

TEST_F(MaskExpansion, IsRefusedWhereAValueIsNoneOrGrowsWithoutEnd) {
  mask().parameters = {{"K", "", "2*"}};
  constant("K", plant);
  expect_in(refused(), {"Plant/C: the value of 'K' is no expression"});
  mask().parameters = {{"K", "", "k + 1"}};
  mask().initialization = "";
  for (int step = 0; step < 40; ++step) mask().initialization += "K = K*K\n";
  expect_in(refused(), {"Plant/C: what 'K' stands for is too long"});
}

TEST_F(MaskExpansion, ThePortNumberMayBeAValueOfTheMask) {
  mask().parameters = {{"n", "", "1"}};
  constant("6", plant);
  for (auto& [id, block] : m.diagram.blocks)
    if (block.name == "o") block.parameters["port"] = "n";
  const auto before = result(m.diagram);
  auto edit = expansion();
  ASSERT_TRUE(edit) << to_text(edit.error());
  apply(m.diagram, *edit);
  EXPECT_EQ(result(m.diagram), before);
  EXPECT_EQ(m.diagram.lines.size(), 1u);
}

}  // namespace sim
