// Cell arrays: values of any kind, taken out by { }, and what may not be done with them.
#include "sim_core/expr/cells.h"

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

static ValueScope::Variables cells() {
  return {{"c", *evaluate_any("{1, 'two'; [3 4 5], {6, 'seven'}}", ValueScope())}, {"x", Value::row({1, 2})}};
}

TEST(Cells, ElementsAreValuesOfAnyKind) {
  const auto v = cells();
  expect_same("c{1}", "1", v);
  expect_same("c{1, 2}", "'two'", v);
  expect_same("c{2, 1}(3)", "5", v);
  expect_same("c{end}{2}", "'seven'", v);
  expect_same("c{end, 1}(end) + 1", "6", v);
  expect_same("size(c)", "[2 2]", v);
  expect_same("numel(c(:, 1))", "2", v);
  expect_same("{[1 2], 3}{1}", "[1 2]");
  expect_same("{1 -2}{2}", "-2");  // as in [ ]
  expect_same("isempty({})", "true");
  expect_same("iscell(c) & !iscell(x) & !iscell(struct('a', 1))", "true", v);
  expect_same("struct('names', {'a', 'b'}).names{2}", "'b'");
  expect_same("[{1}, {2, 3}]{3}", "3");
}

TEST(Cells, TheirTextReadsBack) {
  const Value c = cells().at("c");
  EXPECT_EQ(to_text(c), "{1,'two';[3 4 5],{6,'seven'}}");
  EXPECT_EQ(*evaluate_any(to_text(c), ValueScope()), c);
  EXPECT_EQ(describe(c), "cell array of [2x2] elements");
}

TEST(Cells, WhatCannotBeIsSaid) {
  const auto v = cells();
  expect_message("c + 1", "'c' is a cell array", v);
  expect_message("c{:}", "choose one", v);
  expect_message("c{5}", "beyond the last", v);
  expect_message("c.a", "no structure", v);
  expect_message("x{1}", "index it with ( )", v);
  expect_message("sin{1}", "", v);
  expect_message("isfield(c, '{}') + {}{1}", "", v);
  expect_message("{1, 2; 3}{1}", "2 and 1 elements", v);
  expect_message("{1, 2]", "'}'", v);
  expect_message("[1, 2}", "']'", v);
  expect_message("c{1]", "'}'", v);
  expect_message("struct('{}', 1).a", "", v);
}

}  // namespace sim::expr
