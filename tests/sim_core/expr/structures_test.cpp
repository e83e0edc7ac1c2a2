// Structures: fields, arrays of them, what may be done with them and what may not.
#include "sim_core/expr/structure_paths.h"
#include "sim_core/expr/workspace.h"
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

namespace {

Value any_value(const std::string& text, const ValueScope& scope = ValueScope()) {
  const auto value = evaluate_any(text, scope);
  EXPECT_TRUE(value) << text << ": " << (value ? "" : to_text(value.error()));
  return value ? *value : Value();
}

ValueScope::Variables motors() {
  return {
      {"motor",
       any_value("struct('R', 1.5, 'name', 'a', 'gear', struct('ratio', 20, 'table', [1 2 3; 4 5 6]))")},
      {"motors", any_value("[struct('R', 1, 'L', 10), struct('L', 20, 'R', 2), struct('R', 3, 'L', 30)]")},
      {"k", Value::scalar(2)},
      {"R", Value::scalar(7)}};
}

}  // namespace

TEST(Structures, FieldsAreValues) {
  const auto v = motors();
  expect_same("motor.R", "1.5", v);
  expect_same("2*motor.R + R", "10", v);
  expect_same("motor.name", "'a'", v);
  expect_same("motor.gear.ratio^2", "400", v);
  expect_same("motor.gear.table(2, end)", "6", v);
  expect_same("motor.gear.table(:, 1)'", "[1 4]", v);
  expect_same("[motor.R motor.gear.ratio]", "[1.5 20]", v);
  expect_same("motor.R'", "1.5", v);
  expect_same("-motor.R.^2", "-2.25", v);
  expect_same("struct('a', 4).a", "4");
  expect_same("(k > 1 ? motor : motors(1)).R", "1.5", v);
}

TEST(Structures, AnArrayHasElements) {
  const auto v = motors();
  expect_same("motors(2).L", "20", v);
  expect_same("motors(k).R", "2", v);
  expect_same("motors(end).L", "30", v);
  expect_same("size(motors)", "[1 3]", v);
  expect_same("numel(motors) + length(motor)", "4", v);
  const ValueScope scope(v);
  EXPECT_EQ(any_value("motors(2:3)", scope).shape(), (Shape{1, 2}));
  EXPECT_EQ(any_value("[motors; motors](2, 3).L", scope), Value::scalar(30));
  EXPECT_EQ(any_value("[motors(1); motors(2)]", scope).shape(), (Shape{2, 1}));
}

TEST(Structures, FunctionsOfThem) {
  const auto v = motors();
  expect_same("isstruct(motor)", "true", v);
  expect_same("isstruct(motor.R)", "false", v);
  expect_same("isfield(motor, 'R')", "true", v);
  expect_same("isfield(motor, 'L')", "false", v);
  expect_same("getfield(motor, 'R')", "1.5", v);
  expect_same("setfield(motor, 'R', 9).R", "9", v);
  expect_same("setfield(motor, 'J', 9).J + motor.R", "10.5", v);
  expect_same("isfield(rmfield(motor, 'R'), 'R')", "false", v);
  expect_same("isempty(struct())", "false");
}

TEST(Structures, CastsAndClasses) {
  expect_same("double(true) + double(2.5)", "3.5");
  expect_same("single(0.1) == 0.1", "false");
  expect_same("single(0.1) - 0.1 < 1e-8", "true");
  expect_same("single(1 + 2i)", "1 + 2i");
  // To the nearest number of 24 binary digits, to the even one of two; beyond the range, infinite or zero.
  expect_same("single(0.1)", "0.100000001490116119384765625");
  expect_same("single([16777217 16777219 -16777217])", "[16777216 16777220 -16777216]");
  expect_same("single([1e39 -1e39 1e-46 3.4028234663852886e38])", "[inf -inf 0 3.4028234663852886e38]");
  expect_same("single(2^-149) == 2^-149", "true");
  expect_same("single(1 + 2^-24) == 1", "true");
  expect_same("single(1 + 3*2^-24) == 1 + 2^-22", "true");
  expect_same("single(0.1 + 16777217i)", "0.100000001490116119384765625 + 16777216i");
  expect_same("logical([0 2 -1])", "[false true true]");
  expect_same("boolean(3)", "true");
  expect_same("islogical(1 > 0) && isnumeric(1) && ~isnumeric(true) && ischar('a')", "true");
  expect_message("logical(nan)", "nan is neither true nor false");
}

TEST(Structures, TheirTextReadsBack) {
  const ValueScope scope(motors());
  for (const char* text : {"motor", "motors", "[motors; motors]", "struct()", "struct('a', [], 'b', 'it''s')",
                           "struct('a', struct('b', true), 'c', 1 - 2i)"}) {
    const Value value = any_value(text, scope);
    EXPECT_EQ(any_value(to_text(value)), value) << to_text(value);
  }
  EXPECT_EQ(to_text(any_value("motors(2)", scope)), "struct('R',2,'L',20)");
  EXPECT_FALSE(any_value("motors(1)", scope) == any_value("motors(2)", scope));
  EXPECT_FALSE(any_value("struct('a', 1)") == any_value("struct('b', 1)"));
}

TEST(Structures, AreNoNumbers) {
  const auto v = motors();
  expect_message("motor", "'motor' is a structure (R, name, gear), not a number", v);
  expect_message("motor", "such as motor.R", v);
  expect_message("motors + 1", "'motors' is a [1x3] structure (R, L), not a number at column 1", v);
  expect_message("1 + motor.gear", "structure (ratio, table), not a number at column 10", v);
  expect_message("sin(motor)", "sin: this is a structure", v);
  expect_message("1:motor", "not a number", v);
  expect_message("motor && true", "not a number", v);
  expect_message("[motor 1]", "cannot be joined", v);
  expect_message("[motors(1) motor]", "structures need the same fields", v);
  expect_message("zeros(motor)", "not a number", v);
  expect_message("norm(motor.gear.table, motor)", "not a number", v);
}

TEST(Structures, WhatIsNotThereIsSaid) {
  const auto v = motors();
  expect_message("motor.r", "the structure has no field 'r' at column 6", v);
  expect_message("motor.nam", "did you mean name?", v);
  expect_message("k.R", ".R asks for a field, but this is no structure (scalar) at column 2", v);
  expect_message("motors.R", "these are 3 structures", v);
  expect_message("motors.R", "choose one, such as x(1).R", v);
  expect_message("motors(4).R", "index 4 is beyond the last, 3", v);
  expect_message("motors([]).R", "no structure is chosen", v);
  expect_message("nobody.R", "unknown name 'nobody'", v);
  expect_message("2.5.R", "", v);
  expect_message("struct('a')", "a field has a name and a value");
  expect_message("struct('a b', 1)", "'a b' is not the name of a field");
  expect_message("struct('a', 1, 'a', 2)", "the field 'a' is there twice");
  expect_message("struct(1, 2)", "the name of a field is a string");
  expect_message("rmfield(motor, 'x')", "no field 'x'", v);
}

TEST(Structures, WithinVariables) {
  Workspace w;
  w.define("motor", "struct('R', R0, 'tau', L / R0)");
  w.define("L", "4");
  w.define("R0", "2");
  w.define("again", "motor");
  EXPECT_EQ(*evaluate("again.tau", w), Value::scalar(2));
  w.define("bad", "motor + 1");
  const auto bad = evaluate("bad", w);
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message.find("variable 'bad': 'motor' is a structure"), std::string::npos)
      << bad.error().message;
}

// Sharing makes a few variables stand for very many numbers; depth would exhaust the stack.
TEST(Structures, AreLimited) {
  Workspace wide, deep;
  wide.define("x0", "zeros(1000, 1)");
  deep.define("x0", "1");
  for (int k = 1; k <= 60; ++k) {
    const std::string before = "x" + std::to_string(k - 1), name = "x" + std::to_string(k);
    wide.define(name, "struct('a', " + before + ", 'b', " + before + ")");
    deep.define(name, "struct('a', " + before + ")");
  }
  const auto too_wide = evaluate_any("x40", WorkspaceScope(wide));
  ASSERT_FALSE(too_wide);
  EXPECT_NE(too_wide.error().message.find("numbers is too large"), std::string::npos);
  EXPECT_TRUE(evaluate_any("x10", WorkspaceScope(wide)));
  const auto too_deep = evaluate_any("x51", WorkspaceScope(deep));
  ASSERT_FALSE(too_deep);
  EXPECT_NE(too_deep.error().message.find("more than 50 structures within one another"), std::string::npos);
  EXPECT_TRUE(evaluate_any("x50", WorkspaceScope(deep)));
}

TEST(Structures, ASemicolonMayEndAnExpression) {
  expect_same("1 + 2;", "3");
  expect_same("[1; 2;];", "[1; 2]");
  expect_message("1;2", "expected an operator or the end");
  expect_message(";", "expected a value");
}

TEST(StructurePaths, OfTexts) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(variable_paths("motor.R*i + motors( 2 ).gear.ratio + motor.R"),
            (Paths{"motor.R", "i", "motors(2).gear.ratio"}));
  EXPECT_EQ(variable_paths("x(2) + y.z(3) - w(k).a"), (Paths{"x", "y.z", "w", "k"}));
  EXPECT_EQ(variable_paths("a.*b ./ c.'"), (Paths{"a", "b", "c"}));
}

TEST(StructurePaths, LeadToValues) {
  const ValueScope scope(motors());
  const auto at = [&](const char* path) -> const Value* {
    const auto found = find_path(scope, path);
    return found ? *found : nullptr;
  };
  ASSERT_TRUE(at("motor.gear.ratio"));
  EXPECT_EQ(*at("motor.gear.ratio"), Value::scalar(20));
  ASSERT_TRUE(at("motors(3).L"));
  EXPECT_EQ(*at("motors(3).L"), Value::scalar(30));
  ASSERT_TRUE(at("R"));
  for (const char* path : {"motor.x", "motors.R", "motors(4).R", "k.R", "nobody.R", "motor.R.x"})
    EXPECT_FALSE(at(path)) << path;
}

}  // namespace sim::expr
