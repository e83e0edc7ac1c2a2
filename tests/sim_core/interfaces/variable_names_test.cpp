#include "sim_core/interfaces/variable_names.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"

namespace sim {

class VariableNames : public testing::Test {
 protected:
  bool is_name(const char* type, const char* parameter, const char* name) {
    Block block;
    block.type = type;
    return test(block, parameter, name);
  }
  BlockLibrary library = standard_library();
  IsVariableName test = variable_names_of(library);
};

TEST_F(VariableNames, ExpressionsAndNothingElse) {
  EXPECT_TRUE(is_name("math/gain", library.find("math/gain")->parameters[0].name.c_str(), "k"));
  const BlockType& sum = *library.find("math/sum");
  EXPECT_EQ(sum.parameters[0].kind, ParameterKind::Text);
  EXPECT_FALSE(is_name("math/sum", sum.parameters[0].name.c_str(), "k"));
  EXPECT_TRUE(is_name("missing/plugin", "whatever", "k"));
}

TEST_F(VariableNames, AFormulasInputsAreNone) {
  const char* fcn = "user_defined/fcn";
  ASSERT_NE(library.find(fcn), nullptr);
  EXPECT_FALSE(is_name(fcn, "expression", "u"));
  EXPECT_FALSE(is_name(fcn, "expression", "u12"));
  EXPECT_FALSE(is_name(fcn, "expression", "t"));
  EXPECT_TRUE(is_name(fcn, "expression", "x"));
  EXPECT_TRUE(is_name(fcn, "expression", "upper"));
  EXPECT_TRUE(is_name("ports/if", "ElseIfExpressions", "k"));
  EXPECT_FALSE(is_name("ports/if", "ElseIfExpressions", "u2"));
}

}  // namespace sim
