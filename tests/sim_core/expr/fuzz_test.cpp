// No input crashes, hangs or loses its diagnostic. Deterministic.
#include <cmath>
#include <random>

#include "sim_core/expr/functions.h"
#include "sim_core/expr/variable_files.h"
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

static const ValueScope& scope() {
  static const ValueScope variables{{{"x", Value::vector({1, -2, 3.5})},
                                     {"A", Value::matrix({2, 2}, {1, 2, 3, 4})},
                                     {"z", Value::complex({1, 2})},
                                     {"empty", Value()},
                                     {"flag", Value::booleans({3, 1}, {1, 0, 1})},
                                     {"s", Value::string("text")}}};
  return variables;
}

static void check(const std::string& text) {
  const Result<Value> value = evaluate(text, scope());
  if (!value) {
    ASSERT_FALSE(value.error().message.empty()) << text;
    return;
  }
  if (value->is_complex() || value->size() > 1000) return;
  const Result<Value> again = evaluate(to_text(*value), scope());
  ASSERT_TRUE(again) << text << " -> " << to_text(*value);
  ASSERT_EQ(*again, *value) << text;
}

static std::vector<std::string> tokens() {
  std::vector<std::string> out = {
      "0",  "1",   "2",     "3",    ".5",  "1e3", "-1",  "2i", "1e9", "x",  "A",  "z",  "empty", "flag",
      "s",  "'a'", "\"b\"", "(",    ")",   "(",   ")",   "[",  "]",   "[",  "]",  ",",  ";",     ":",
      "?",  " ",   " ",     "\n",   "...", "%",   "end", "+",  "-",   "*",  "/",  "\\", "^",     ".*",
      "./", ".^",  ".\\",   "'",    ".'",  "==",  "~=",  "<",  ">=",  "&",  "|",  "&&", "||",    "~",
      "!",  "=",   "@",     "\xC3", "nan", "inf", "[]",  "x(", "A(",  "1:", "[1 "};
  for (const Function& function : functions()) out.push_back(std::string(function.name) + "(");
  return out;
}

TEST(Fuzz, TokenSoup) {
  const auto all = tokens();
  std::mt19937 random(1);
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text;
    for (unsigned n = random() % 16; n > 0; --n) text += all[random() % all.size()];
    check(text);
  }
}

TEST(Fuzz, MutatedExpressions) {
  const std::vector<std::string> seeds = {
      "[1 -2; 3 4] * x(1:2)' + max(x(end), 2)^2",   "flag(2) ? sum(x .^ 2) : norm(A \\ [1; 2])",
      "reshape(linspace(0, 1, 12), 3, [])(2, :)",   "conv([1 2 3], poly(eig(A))) ./ (1 + 2i)'",
      "kron(eye(2), A) - repmat(A.', 2, 2) & true", "sort([3 1 nan 2], 'descend') == 1:4 | ~flag(1)",
  };
  const auto all = tokens();
  std::mt19937 random(2);
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text = seeds[random() % seeds.size()];
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      const std::size_t at = random() % (text.size() + 1);
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 3);
          break;
        case 1:
          text.insert(at, all[random() % all.size()]);
          break;
        case 2:
          text.insert(at, 1, static_cast<char>(random() % 256));
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 12));
          break;
      }
      if (text.empty()) text = "1";
    }
    check(text);
  }
}

// Every function with arguments of every kind: a value or a diagnostic.
TEST(Fuzz, FunctionsTakeAnything) {
  const Value some[] = {Value(),
                        Value::scalar(2),
                        Value::scalar(-1.5),
                        Value::scalar(std::nan("")),
                        Value::scalar(1e9),
                        Value::row({3, 1, 2}),
                        Value::vector({1, 2, 3}),
                        Value::matrix({2, 2}, {1, 2, 3, 4}),
                        Value::matrix({0, 3}, {}),
                        Value::matrix({2, 0}, {}),
                        Value::matrix({1, 0}, {}),
                        Value::matrix({0, 1}, {}),
                        Value::complex({1, 2}),
                        Value::boolean(true),
                        Value::string("x"),
                        Value::matrix({2, 2}, {1, 2, 3, 4}, {0, 1, 0, 1}),
                        Value::scalar(INFINITY)};
  for (const Function& function : functions()) {
    const auto run = [&](std::vector<Value> arguments) {
      const auto result = call(function, arguments);
      if (!result) {
        EXPECT_FALSE(result.error().message.empty()) << function.name;
      }
    };
    run({});
    for (const Value& a : some) {
      run({a});
      for (const Value& b : some) {
        run({a, b});
        for (const Value& c : some) run({a, b, c});
      }
    }
    // Systems without states, inputs or outputs.
    for (const std::size_t given : {4U, 5U}) run(std::vector<Value>(given, Value()));
    run({Value::scalar(-1), Value::matrix({1, 0}, {}), Value::scalar(1), Value(), Value()});
    run({Value::scalar(-1), Value::scalar(1), Value::matrix({0, 1}, {}), Value::scalar(1), Value()});
    run(std::vector<Value>(4, Value::scalar(1)));
  }
}

TEST(Fuzz, VariableFiles) {
  const std::string pieces[] = {"a", "b", "\"", ",", ";",    "\n",   "\r\n",   "1",    "-2.5", "{",
                                "}", "[", "]",  ":", "true", "null", "\"a\":", "\xFF", " "};
  std::mt19937 random(3);
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text;
    for (unsigned n = random() % 20; n > 0; --n) text += pieces[random() % std::size(pieces)];
    for (const auto& loaded : {load_variables_csv(text), load_variables_json(text)}) {
      if (!loaded) {
        ASSERT_FALSE(loaded.error().message.empty());
      }
    }
  }
}

}  // namespace sim::expr
