#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static const Choices relations{{"==", "=="}, {"~=", "~="}, {"<", "<"},  {"<=", "<="},
                               {">=", ">="}, {">", ">"},   {"!=", "~="}};

static void relation(BlockTranslation& t) {
  const std::string word = t.given("Operator", ">=");
  if (word == "isInf" || word == "isNaN" || word == "isFinite") t.set("Operator", word);
}

static void shift(BlockTranslation& t) {
  if (t.given("BitShiftNumberSource", "Dialog") != "Dialog")
    t.unresolved("the number of bits is an input: use a Function block");
}

void map_logic(MappingTable& t) {
  t.block("Logic", "logic/logical_operator")
      .choice("Operator", {"Operator"},
              {{"AND", "AND"},
               {"OR", "OR"},
               {"NAND", "NAND"},
               {"NOR", "NOR"},
               {"XOR", "XOR"},
               {"NXOR", "NXOR"},
               {"NOT", "NOT"}},
              "AND")
      .expression("Inputs", {"Inputs"}, "2");
  Choices all = relations;
  for (const char* word : {"isInf", "isNaN", "isFinite"}) all.emplace_back(word, word);
  t.block("RelationalOperator", "logic/relational_operator")
      .choice("Operator", {"Operator"}, all, ">=")
      .names()
      .by(relation);
  t.block("CombinatorialLogic", "logic/combinatorial_logic")
      .expression("TruthTable", {"TruthTable"}, "[0 0;0 1;0 1;1 0;0 1;1 0;1 0;1 1]");
  t.block("ArithShift", "logic/shift_arithmetic").names().by(shift);
  const std::string folder = "simulink/Logic and Bit Operations/";
  t.block(folder + "Compare To Constant", "logic/compare_to_constant")
      .choice("Operator", {"relop"}, relations, "<=")
      .expression("Constant", {"const"}, "3.0")
      .names();
  t.block(folder + "Compare To Zero", "logic/compare_to_zero")
      .choice("Operator", {"relop"}, relations, "<=")
      .names();
  t.block(folder + "Interval Test", "logic/interval_test").names();
  t.block(folder + "Interval Test Dynamic", "logic/interval_test_dynamic").names();
  t.block(folder + "Bit Set", "logic/bit_set").names();
  t.block(folder + "Bit Clear", "logic/bit_clear").names();
  t.block(folder + "Bitwise Operator", "logic/bitwise_operator").names();
  t.block(folder + "Extract Bits", "logic/extract_bits")
      .names()
      .differs("the word length is a parameter here: choose that of the input");
  for (const auto& [name, type] : {std::pair("Detect Change", "logic/detect_change"),
                                   std::pair("Detect Increase", "logic/detect_increase"),
                                   std::pair("Detect Decrease", "logic/detect_decrease"),
                                   std::pair("Detect Rise Positive", "logic/detect_rise_positive"),
                                   std::pair("Detect Rise Nonnegative", "logic/detect_rise_nonnegative"),
                                   std::pair("Detect Fall Negative", "logic/detect_fall_negative"),
                                   std::pair("Detect Fall Nonpositive", "logic/detect_fall_nonpositive")})
    t.block(folder + name, type).names();
}

}  // namespace sim::importing::simulink
