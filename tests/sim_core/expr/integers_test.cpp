// Arithmetic of the integer types: rounded, held within the range, of one type, or refused with a remedy.
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(IntegerArithmetic, RoundsAndHolds) {
  expect_same("int8(100) + 100", "int8(127)");
  expect_same("uint8(3) - 5", "uint8(0)");
  expect_same("int32(7)/2", "int32(4)");  // 3.5, away from zero
  expect_same("int32(-7)/int32(2)", "int32(-4)");
  expect_same("int32(5)*0.3", "int32(2)");  // 1.5 in doubles
  expect_same("int32([1 2 3]).*0.5", "int32([1 1 2])");
  expect_same("int8([5 -5 0])/0", "int8([127 -128 0])");
  expect_same("-int8(-128)", "int8(127)");
  expect_same("abs(int8(-128))", "int8(127)");
  expect_same("-uint8(3)", "uint8(0)");
  expect_same("int8(2)^7", "int8(127)");
  expect_same("2^int8(5)", "int8(32)");
  expect_same("2.5^int8(2)", "int8(6)");
  expect_same("int8(7).^[0 1 2]", "int8([1 7 49])");
  expect_same("mod(int8(-7), 3)", "int8(2)");
  expect_same("rem(int8(-7), int8(3))", "int8(-1)");
  expect_same("rem(int8(5), 0)", "int8(0)");
  expect_same("mod(int8(5), 0)", "int8(5)");
  expect_same("max(int8([1 5 3]))", "int8(5)");
  expect_same("min(int8(4), 2.6)", "int8(3)");
  expect_same("int8(3) + true", "int8(4)");
  expect_same("int16(3)*nan", "int16(0)");
  expect_same("uint8(200) + inf", "uint8(255)");
  expect_same("uint32(4294967295) + 1", "uint32(4294967295)");
  expect_same("int64(9007199254740991) + 1", "int64(9007199254740992)");
  expect_same("int64(9007199254740991)/2", "int64(4503599627370496)");
}

TEST(IntegerArithmetic, DoesNotMixTypes) {
  expect_message("int8(1) + int16(1)", "int8 and int16 do not mix");
  expect_message("int8(1) + int16(1)", "int8(x)");
  expect_message("[int8(1) uint8(1)]", "do not mix");
  expect_message("int8(1):int16(3)", "do not mix");
  expect_same("int8(1) == int16(1)", "true");  // numbers are compared
  expect_same("int8(5) < 5.5", "true");
  expect_same("int8(3) & 2", "true");
}

TEST(IntegerArithmetic, IsOfRealNumbersAndElements) {
  expect_message("int8(1) + 2i", "no imaginary part");
  expect_message("[int8(1) 2i]", "complex");
  expect_message("sin(int8(1))", "sin(double(x))");
  expect_message("sqrt(uint8(4))", "no function of integers");
  expect_message("int8([1 2; 3 4])*int8([1 2; 3 4])", "double(A)");
  expect_message("int8([1 2; 3 4])^2", "double(A)");
  expect_message("int8(2)^-1", "whole number of at least 0");
  expect_message("int8(2)^0.5", "whole number of at least 0");
  expect_message("inv(int8(2))", "inv(double(x))");
  expect_message("linspace(int8(0), 1, 3)", "takes no integers");
  expect_message("norm(int8([3 4]))", "takes no integers");
  expect_message("int64(2^53) + 1", "beyond 2^53");
  expect_message("uint64(2^40)*uint64(2^40)", "beyond 2^53");
  expect_message("int8(1):0.5:3", "has the element 1.5");
  expect_message("int8(1):300", "has the element 128");
}

TEST(IntegerArithmetic, TypesArePassedOn) {
  expect_same("class(int8(1):int8(3))", "'int8'");
  expect_same("[int8(1) 2.7 true]", "int8([1 3 1])");
  expect_same("[uint8(200); 300]", "uint8([200; 255])");
  expect_same("nthargout(1, 'sort', int8([3 1]))", "int8([1 3])");
  for (const char* moved :
       {"reshape(x, 3, 1)", "repmat(x, 2, 2)", "fliplr(x)", "x'", "x(2)", "x([])", "diag(x)", "sort(x)", "+x",
        "full(x)", "[x x]", "x(x > 1)", "true ? x : x", "struct('a', x).a"})
    EXPECT_EQ(class_name(value_of(moved, {{"x", Value::integers(ElementType::Int16, {1, 3}, {1, 2, 3})}})),
              "int16")
        << moved;
  expect_same("sum(int8([100 100]))", "200");  // sums and means are of type double
  expect_same("mean(uint8([1 2]))", "1.5");
  expect_same("any(int8([0 1]))", "true");
  expect_same("zeros(1, 2, 'int8')", "int8([0 0])");
  expect_same("ones(2, 'uint8')", "uint8([1 1; 1 1])");
  expect_same("cast(2.5, 'int8') + 0", "int8(3)");
  expect_same("double(int8(3))/2", "1.5");
  expect_same("int8([])", "zeros(0, 0, 'int8')");
  expect_same("numel(int8([1 2 3]))", "3");
  expect_same("[5 6 7](int8(2))", "6");
  expect_same("zeros(int32(1), int32(2))", "[0 0]");
  expect_same("num2str(int8(5))", "'5'");
  expect_same("int8(1) ? 2 : 3", "2");
}

TEST(IntegerArithmetic, IsAskedFor) {
  expect_same("class(int8(1))", "'int8'");
  expect_same("class(1)", "'double'");
  expect_same("class(true)", "'logical'");
  expect_same("class('a')", "'char'");
  expect_same("isinteger(int8(1)) && isnumeric(int8(1)) && ~isfloat(int8(1))", "true");
  expect_same("[isinteger(1) isfloat(true)]", "[false false]");
  expect_same("[isa(int8(1), 'integer') isa(int8(1), 'int8') isa(1, 'float') isa(true, 'numeric')]",
              "[true true true false]");
}

TEST(IntegerArithmetic, DividesAsIsSaid) {
  expect_same("idivide(int32([7 -7]), int32(2))", "int32([3 -3])");
  expect_same("idivide(int32([7 -7]), int32(2), 'floor')", "int32([3 -4])");
  expect_same("idivide(int32([7 -7]), int32(2), 'ceil')", "int32([4 -3])");
  expect_same("idivide(int32([7 -7 8]), 2, 'round')", "int32([4 -4 4])");
  expect_same("idivide(int32([7 -7 0]), int32(0))", "int32([2147483647 -2147483648 0])");
  expect_message("idivide(7, 2)", "int32(x)");
  expect_message("idivide(int8(7), 2, 'up')", "'floor'");
}

TEST(IntegerArithmetic, IsWrittenAsText) {
  for (const char* text : {"int8(5)", "uint16([1 2;3 4])", "int8([])", "int32(zeros(0,3))", "uint8([1;2])"}) {
    const Value value = value_of(text);
    EXPECT_EQ(to_text(value), text);
    EXPECT_TRUE(value_of(to_text(value)) == value) << text;
  }
  EXPECT_FALSE(value_of("int8(5)") == value_of("5"));
  EXPECT_EQ(describe(value_of("int8([1 2])")), "int8 " + sim::to_text(Shape{1, 2}));
}

TEST(Enumerations, AreNamesOfIntegers) {
  const std::string color = "enumeration('Red', 1, 'Green', 5)";
  expect_same(color + ".Green", "int32(5)");
  expect_same("enumeration('A', 'B', 'C').C", "int32(2)");
  expect_same(color + ".Red == 1", "true");
  expect_message(color + ".Blue", "no field 'Blue'");
  expect_message("enumeration('Red', 1, 'Green')", "has no number");
  expect_message("enumeration('Red', 1.5)", "whole number");
  expect_message("enumeration('Red', 1e10)", "those of int32");
  expect_message("enumeration('Red', 1, 'Red', 2)", "there twice");
  expect_message("enumeration(1, 2)", "is a string");
  expect_message("enumeration('2 Red', 1)", "not the name of a field");
}

// A name of another list is a mistake, even where the numbers are the same. What is computed is a number.
TEST(Enumerations, AreComparedWithTheirOwnNames) {
  const std::string color = "enumeration('Red', 1, 'Green', 5)", mode = "enumeration('Off', 'On')";
  for (const char* op : {"==", "~=", "<", ">="})
    expect_message(color + ".Red " + op + " " + mode + ".On",
                   "values of two enumerations are compared, (Red, Green) and (Off, On)");
  expect_same(color + ".Red == " + color + ".Green", "false");
  expect_same("double(" + color + ".Red) == " + mode + ".On", "true");
  expect_same(color + ".Red + 0 == " + mode + ".On", "true");
  const std::string many =
      "enumeration('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb')";
  expect_message(many + ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa == " + mode + ".On", "bbb...) and (Off, On)");
}

TEST(Feval, CallsByName) {
  expect_same("feval('max', [1 5 2])", "5");
  expect_same("feval(['m' 'in'], 3, 4)", "3");
  expect_message("feval('nothing', 1)", "no function 'nothing'");
  expect_message("feval('feval', 'sin', 1)", "no function 'feval'");
  expect_message("feval(1)", "name of the function");
  expect_message("feval('sin')", "takes 1 argument");
}

}  // namespace sim::expr
