// Booleans in the Function block: equations have numbers only, and yet mean what expressions mean.
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

RunOutcome run_lines(const std::string& lines) {
  return run_diagram(
      one_block("user_defined/function", {{"script", "function y = f(u)\n" + lines}}, {"u"}, 1).diagram);
}

}  // namespace

TEST(FunctionBooleans, ChooseElementsWhereTheyAreTrue) {
  const auto chosen = [](const std::string& index) {
    return run_lines("x = [u; 10; 20]\ny = sum(x(" + index + "))");
  };
  expect_signal(
      chosen("[true; false; true]"), "Block", [](double t) { return t + 20; }, 1e-12);
  expect_signal(
      chosen("[true; true]"), "Block", [](double t) { return t + 10; }, 1e-12);
  expect_signal(
      chosen("[3; 1; 2] > 1"), "Block", [](double t) { return t + 20; }, 1e-12);
  expect_signal(
      chosen("logical([0; 1; 1])"), "Block", [](double) { return 30; }, 1e-12);
  expect_signal(
      chosen("~[true; false; false]"), "Block", [](double) { return 30; }, 1e-12);
  // Numbers are places.
  expect_signal(
      chosen("[1; 1]"), "Block", [](double t) { return 2 * t; }, 1e-12);
  expect_signal(
      chosen("double([true; true])"), "Block", [](double t) { return 2 * t; }, 1e-12);
  expect_signal(
      chosen("true + [0; 1]"), "Block", [](double t) { return t + 10; }, 1e-12);
}

TEST(FunctionBooleans, AreToldFromNumbers) {
  const std::pair<const char*, double> cases[] = {
      {"islogical(true)", 1},          {"islogical(1)", 0},
      {"isnumeric(true)", 0},          {"isnumeric(isempty(u))", 0},
      {"islogical([true; false])", 1}, {"islogical([true; 2])", 0},
      {"islogical(any([1; 0]))", 1},   {"islogical(2 > 1)", 1},
      {"isnumeric(-true)", 1},         {"islogical(true ? false : true)", 1},
      {"isnumeric(double(true))", 1}};
  for (const auto& [expression, expected] : cases) {
    SCOPED_TRACE(expression);
    expect_signal(
        run_lines(std::string("y = ") + expression), "Block",
        [expected = expected](double) { return expected; }, 0);
  }
}

TEST(FunctionBooleans, StayBooleansInVariables) {
  const auto chosen = [](const std::string& lines) { return run_lines("x = [u; 10]\n" + lines); };
  expect_signal(
      chosen("k = [true; true]\ny = sum(x(k))"), "Block", [](double t) { return t + 10; }, 1e-12);
  expect_signal(
      chosen("k = ones(2, 1)\ny = sum(x(k))"), "Block", [](double t) { return 2 * t; }, 1e-12);
  expect_signal(
      chosen("k = [1; 1]\ny = sum(x(logical(k)))"), "Block", [](double t) { return t + 10; }, 1e-12);
  expect_signal(
      chosen("k = true\ny = islogical(k)"), "Block", [](double) { return 1; }, 0);
  expect_signal(
      chosen("k = true\nk = 1\ny = islogical(k)"), "Block", [](double) { return 0; }, 0);
  expect_signal(
      run_lines("y = sum(pick([u; 10], [true; true]))\nend\n"
                "function y = pick(x, k)\ny = x(k)\nend"),
      "Block", [](double t) { return t + 10; }, 1e-12);
}

}  // namespace sim
