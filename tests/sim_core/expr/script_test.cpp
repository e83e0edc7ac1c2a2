// Scripts: from text to tree, and what is said where a text is none.
#include "sim_core/expr/script.h"

#include <gtest/gtest.h>

#include <random>

namespace sim::expr {

TEST(Script, HasInputsAndOutputsOfItsFirstLine) {
  const char* text = "% limits\n\nfunction [y, hit] = limited(u, low, high)\ny = u\nhit = 0\nend\n";
  const auto script = parse_script(text);
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->header.inputs, (std::vector<std::string>{"u", "low", "high"}));
  EXPECT_EQ(script->header.outputs, (std::vector<std::string>{"y", "hit"}));
  EXPECT_EQ(script->body.size(), 2u);
  EXPECT_EQ(script->body[1].line, 5);
  EXPECT_EQ(script_header(text).inputs, script->header.inputs);
  // What is wrong further down does not take the ports away.
  EXPECT_EQ(script_header("function z = f(a, b)\nz = (").inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(script_header("function z = f\nz = 1").inputs, std::vector<std::string>{});
  EXPECT_EQ(script_header("y = 2*u").inputs, std::vector<std::string>{"u"});
  // Continued lines are one line; comments stand where they may.
  EXPECT_EQ(script_header("function y = f(a, ...\n   b)\ny = a + b\nend").inputs,
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(
      script_header("% doc\n\nfunction [y, ... the first\n  z] = ... % all\n\tf(a, ...\n b)\ny = (").inputs,
      (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(script_header("function y = f(a) % and so on...\n, b)\n").inputs, std::vector<std::string>{"a"});
  EXPECT_EQ(script_header("function y = f(a, ...").inputs, std::vector<std::string>{"u"});
  EXPECT_EQ(script_header("").outputs, std::vector<std::string>{"y"});
  EXPECT_EQ(script_header("\n\n%\n").outputs, std::vector<std::string>{"y"});
}

TEST(Script, StatementsEndWithLinesSemicolonsAndCommas) {
  const auto script =
      parse_script("a = 1; b = [1, 2\n3, 4], c = a + ... sum\n  b(1, end)\nif a, y = c; else y = 0, end");
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_EQ(script->body.size(), 4u);
  EXPECT_EQ(script->body[2].line, 2);
  const auto& choice = std::get<Choice>(script->body[3].content);
  EXPECT_EQ(choice.branches.size(), 2u);
  EXPECT_FALSE(choice.branches[1].condition);
}

TEST(Script, ErrorsNameLineColumnAndRemedy) {
  struct Case {
    const char *text, *message, *remedy;
  };
  const Case cases[] = {
      {"y = 1\ny = u +", "line 2: ", ""},
      {"y = 1\nz = (1 + 2", "line 2: ", ""},
      {"if u > 0\n  y = 1\n", "line 3: the 'if' in line 1 is not closed", "write 'end'"},
      {"for k = 1:3\n", "the 'for' in line 1 is not closed", "write 'end'"},
      {"y = u\nend", "line 2: 'end' without an 'if' or 'for'", "take it out"},
      {"while u > 0\ny = 1\n", "line 3: the 'while' in line 1 is not closed", "write 'end'"},
      {"y = u\n  if u, break, end", "line 2: 'break' outside of a loop at column 9",
       "within 'for' or 'while'"},
      {"for k = 1:3\nend\ncontinue", "line 3: 'continue' outside of a loop at column 1", "within 'for'"},
      {"for k = 1:3\n  break k\nend", "line 2: 'k' stands behind the end of a statement", "a new line"},
      {"y == 3", "line 1: '==' stands where '=' should be", "y = 2*u"},
      {"sin(u)", "where '=' should be at column 7", ""},
      {"if u = 3\n y = 1\nend", "line 1: '=' does not belong in an expression at column 6", "write =="},
      {"y = 1\n[a, b] = u", "line 2: several names need the call of a function", "one line for each name"},
      {"[a, 2] = f(u)", "line 1: ", ""},
      {"[] = f(u)", "where a name should be", "[q, r] = deconv(p, d)"},
      {"function y = f(u)\ny = u; if u, elseif u\nelse\nelse\nend", "line 4: 'else' behind 'else'",
       "put 'else' last"},
      {"function y = f(u, u)\ny = u", "'u' is there twice", "a name of its own"},
      {"function [y, y] = f(u)\ny = u", "'y' is there twice", "a name of its own"},
      {"function = f(u)", "where an output should be", "function y = f(u)"},
      {"y = 1 # 2", "line 1: unexpected character '#' at column 7", "remove it"},
      {"y = 1\n\n  z = 2 # 2", "line 3: unexpected character '#' at column 9", "remove it"},
      {"y = 1 end", "", ""},
      {"persistent n", "line 1: 'n' has no value to begin with", "the value that it starts with"},
      {"y = u\npersistent a b\nif isempty(a)\n  a = 1\nend", "line 2: 'b' has no value to begin with", ""},
      {"function y = f(u)\ny = g(u)\nfunction z = g(x)\nz = x\nfunction z = g(x)\nz = x",
       "two functions are called 'g'", "rename"},
      {"if u\nfunction y = g(x)\ny = x\nend\nend", "line 2: a function begins within 'if' or 'for'",
       "'end' before"},
      {"switch u\ny = 1\nend", "'y' stands where 'case' should be", "case and a value"},
      {"switch u\ncase 1\ny = 1\n", "the 'switch' in line 1 is not closed", "write 'end'"},
      {"switch u\notherwise\ny = 1\ncase 1\ny = 2\nend", "line 4: 'case' behind 'otherwise'", "last"},
      {"case 1\ny = 2", "'case' without a 'switch'", "take it out"},
      {"p(1).x = 2", "fields of the elements of a list cannot be assigned here at column 6",
       "a variable for each"},
      {"p.x = 2\ny = f(p)", "line 2: fields of 'p' are assigned, but here it is used as a whole",
       "name the fields"},
      {"p.x = 2\np = 3", "line 2: fields of 'p' are assigned, but here it is given a value as a whole",
       "one by one"},
      {"function y = f(u)\ny.x = u", "line 2: fields of 'y' are assigned, but it is an input or an output",
       "each of its fields"},
      {"y(1 = 3", "line 1: ", ""},
  };
  for (const Case& c : cases) {
    const auto script = parse_script(c.text);
    ASSERT_FALSE(script) << c.text;
    EXPECT_NE(script.error().message.find(c.message), std::string::npos) << c.text << "\n"
                                                                         << script.error().message;
    EXPECT_NE(script.error().remedy.find(c.remedy), std::string::npos) << c.text << "\n"
                                                                       << script.error().remedy;
  }
}

TEST(Script, FieldsAreVariablesOfTheirOwn) {
  const auto script = parse_script("s = struct('a', 1, 'b', u)\ns.c.d = s.a + p.x\ny = s.c.d(2)*s.b");
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_EQ(script->body.size(), 4u);
  const auto assigned = [&](std::size_t k) { return std::get<Assignment>(script->body[k].content); };
  EXPECT_EQ(assigned(0).name, "s.a");
  EXPECT_EQ(assigned(1).name, "s.b");
  EXPECT_EQ(assigned(2).name, "s.c.d");
  EXPECT_EQ(names(assigned(2).value), (std::vector<std::string>{"s.a", "p"}))
      << "p is a structure of the model";
  EXPECT_EQ(names(assigned(3).value), (std::vector<std::string>{"s.c.d", "s.b"}));
  EXPECT_TRUE(is_script_name("s.a = 1", "s"));
  EXPECT_EQ(outside_names("s.a = k\ny = s.a"), (std::vector<std::string_view>{"k"}));
}

TEST(Script, WhileIsALoopWithACondition) {
  const auto script = parse_script("while a < 3 && b\n  a = a + 1\nend");
  ASSERT_TRUE(script) << script.error().message;
  const auto& loop = std::get<WhileLoop>(script->body[0].content);
  EXPECT_EQ(loop.body.size(), 1u);
  EXPECT_EQ(names(loop.condition), (std::vector<std::string>{"a", "b"}));
}

TEST(Script, NamesInBracketsTakeResults) {
  const auto script = parse_script("[q, r] = deconv(p, d)\ny = q");
  ASSERT_TRUE(script) << script.error().message;
  const auto& results = std::get<ResultsAssignment>(script->body[0].content);
  EXPECT_EQ(results.names, (std::vector<std::string>{"q", "r"}));
  ASSERT_EQ(results.values.size(), 2u);
  const Ast& second = results.values[1];
  EXPECT_EQ(std::get<Apply>(second[second.root()].content).result, 2);
  EXPECT_TRUE(is_script_name("[q, r] = deconv(p, d)\ny = q", "r"));
}

TEST(Script, HasFunctionsOfItsOwn) {
  for (const char* text : {"function y = f(u)\ny = g(u, 2)\nend\n\nfunction [a, b] = g(x, k)\na = k*x\nb = "
                           "h(a)\nend\nfunction z = h(x)\nz = x\nend\n",
                           "function y = f(u)\ny = g(u, 2)\nfunction [a, b] = g(x, k)\na = k*x\nb = "
                           "h(a)\nfunction z = h(x)\nz = x"}) {
    const auto script = parse_script(text);
    ASSERT_TRUE(script) << script.error().message;
    EXPECT_EQ(script->header.inputs, std::vector<std::string>{"u"});
    EXPECT_EQ(script->body.size(), 1u);
    ASSERT_EQ(script->functions.size(), 2u);
    EXPECT_EQ(script->functions[0].name, "g");
    EXPECT_EQ(script->functions[0].header.outputs, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(script->functions[0].body.size(), 2u);
    EXPECT_EQ(script->functions[1].header.inputs, std::vector<std::string>{"x"});
    for (const char* name : {"g", "k", "z"}) EXPECT_TRUE(is_script_name(text, name)) << name;
  }
}

TEST(Script, CasesAreComparisons) {
  const auto script = parse_script("switch 2*u\n  case 1\n    y = 1\n  case {2, n+1}\n    y = 2\nend");
  ASSERT_TRUE(script) << script.error().message;
  const Ast& either = *std::get<Choice>(script->body[0].content).branches[1].condition;
  EXPECT_EQ(std::get<Binary>(either[either.root()].content).op, BinaryOperator::Or);
  EXPECT_NE(either.text().find("2*u) == (n+1)"), std::string::npos) << either.text();
  const auto plain =
      parse_script("switch 2*u\n\n  case 1\n    y = 1\n  case 2, y = 2\n  otherwise\n    y = 3\nend");
  ASSERT_TRUE(plain) << plain.error().message;
  const auto& choice = std::get<Choice>(plain->body[0].content);
  ASSERT_EQ(choice.branches.size(), 3u);
  EXPECT_EQ(choice.branches[1].line, 5);
  EXPECT_FALSE(choice.branches[2].condition);
  const Ast& condition = *choice.branches[0].condition;
  EXPECT_EQ(std::get<Binary>(condition[condition.root()].content).op, BinaryOperator::Equal);
}

TEST(Script, FirstValuesMayFollowAQuestion) {
  const auto script =
      parse_script("persistent a b\nif isempty(a)\n  a = 1; b = [2 3];\nend\na = a + 1; y = b(1)");
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_EQ(script->body.size(), 4u);
  EXPECT_EQ(std::get<Persistent>(script->body[0].content).name, "a");
  EXPECT_EQ(std::get<Persistent>(script->body[1].content).name, "b");
}

TEST(Script, NestsOnlySoDeep) {
  std::string text, ends;
  for (int k = 0; k < 1000; ++k) text += "if u\n", ends += "end\n";
  const auto script = parse_script(text + ends);
  ASSERT_FALSE(script);
  EXPECT_NE(script.error().message.find("deep"), std::string::npos);
}

TEST(Script, KnowsItsOwnNames) {
  const char* text = "function y = f(u)\nfor k = 1:n\n  s(k) = u*gain\nend\ny = s(1)";
  for (const char* name : {"y", "u", "k", "s", "t", "for", "end"})
    EXPECT_TRUE(is_script_name(text, name)) << name;
  for (const char* name : {"n", "gain", "f"}) EXPECT_FALSE(is_script_name(text, name)) << name;
}

TEST(Script, KnowsWhatItTakesFromElsewhere) {
  const auto outside = [](const char* text) {
    std::string all;
    for (const std::string_view name : outside_names(text)) all += std::string(name) + " ";
    return all;
  };
  EXPECT_EQ(outside("function y = f(u)\nfor k = 1:n\n  s(k) = u*gain + sin(t) + f\nend\ny = s(1) + h(u)"),
            "n gain f h ");
  EXPECT_EQ(outside("function y = f(u)\ny = h(u) + nargin;\nfunction z = h(x)\nz = x*g(2);\n"), "g ");
  EXPECT_EQ(outside("y = u + motor.R % more"), "motor ");
  EXPECT_EQ(outside("y = (u + gain"), "");
}

// Nothing that one can type does harm: pieces of scripts in any order, and bytes of any kind.
TEST(Script, AnyTextIsReadOrRefused) {
  const char* pieces[] = {"function ",  "[",           "]",    "(",        ")",     "y",           " = ",
                          "f",          "u",           ",",    ";",        "\n",    "if ",         "else ",
                          "elseif ",    "end ",        "for ", "k = 1:3",  "...",   "%",           "'",
                          "\"",         "persistent ", "1",    "switch ",  "case ", "otherwise\n", ".x",
                          "isempty(u)", "+",           "==",   "\xC3\xA4", "\xFF"};
  std::mt19937 random(7);
  for (int k = 0; k < 20000; ++k) {
    std::string text;
    for (unsigned n = random() % 30; n > 0; --n) text += pieces[random() % std::size(pieces)];
    const auto script = parse_script(text);
    EXPECT_TRUE(script || !script.error().message.empty()) << text;
    EXPECT_LE(script_header(text).inputs.size(), max_script_ports);
  }
}

}  // namespace sim::expr
